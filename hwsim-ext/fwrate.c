// SPDX-License-Identifier: GPL-2.0
/*
 * Rate control in firmware: an idealised one, that knows the noise of the link
 * and takes the rate that carries most over it (core/choose.h).  mac80211 has no
 * rate control then; the driver tells it which rate was used, with every status or
 * at most once in rate_report_us, and starts block ack sessions itself.
 */
#include <linux/if_ether.h>

#include "hwx.h"

/**
 * hwx_fwrate_owns() - does the firmware choose rates?
 * @radio: sender
 *
 * Return: false when mac80211 does
 */
bool hwx_fwrate_owns(const struct hwx_radio *radio)
{
	return radio->params.rate_control == HWX_RATE_FIRMWARE;
}

/* Streams of a map of two bits each; what its values mean differs. */
static void hwx_fwrate_map(struct hwx_choose_peer *peer, __le16 map,
			   const s8 *meaning, u32 streams)
{
	u32 i;

	for (i = 0; i < streams; i++)
		peer->mcs_max[i] = meaning[(le16_to_cpu(map) >> (2 * i)) & 3];
}

static void hwx_fwrate_ht(struct hwx_choose_peer *peer,
			  const struct ieee80211_sta_ht_cap *ht, u32 streams)
{
	u32 i;

	peer->mode = HWX_MODE_HT;
	for (i = 0; i < streams; i++)
		peer->mcs_max[i] = ht->mcs.rx_mask[i] ? 7 : HWX_CHOOSE_NO_MCS;
}

static void hwx_fwrate_legacy(const struct hwx_radio *radio,
			      struct hwx_choose_peer *peer,
			      const struct ieee80211_link_sta *link,
			      enum nl80211_band band)
{
	const struct ieee80211_supported_band *sband = &radio->bands[band];
	u32 i, n = 0;

	peer->mode = HWX_MODE_OFDM;
	for (i = 0; i < sband->n_bitrates; i++)
		if (link->supp_rates[band] & BIT(i))
			peer->legacy_100kbps[n++] = sband->bitrates[i].bitrate;
	if (!n)
		peer->legacy_100kbps[0] = sband->bitrates[0].bitrate;
}

static void hwx_fwrate_sgi(struct hwx_choose_peer *peer,
			   const struct ieee80211_link_sta *link)
{
	if (link->ht_cap.cap & IEEE80211_HT_CAP_SGI_20)
		peer->sgi |= 20 / 20;
	if (link->ht_cap.cap & IEEE80211_HT_CAP_SGI_40)
		peer->sgi |= 40 / 20;
	if (link->vht_cap.cap & IEEE80211_VHT_CAP_SHORT_GI_80)
		peer->sgi |= 80 / 20;
	if (link->vht_cap.cap & IEEE80211_VHT_CAP_SHORT_GI_160)
		peer->sgi |= 160 / 20;
}

static void hwx_fwrate_peer(const struct hwx_radio *radio,
			    const struct ieee80211_sta *sta,
			    const struct hwx_air *air,
			    struct hwx_choose_peer *peer)
{
	static const s8 vht_mcs[] = { 7, 8, 9, HWX_CHOOSE_NO_MCS };
	static const s8 he_mcs[] = { 7, 9, 11, HWX_CHOOSE_NO_MCS };
	const struct ieee80211_link_sta *link = &sta->deflink;
	u32 streams = min_t(u32, radio->params.nss, link->rx_nss ?: 1);

	memset(peer, 0, sizeof(*peer));
	memset(peer->mcs_max, HWX_CHOOSE_NO_MCS, sizeof(peer->mcs_max));
	peer->frames = radio->params.ampdu_frames;
	peer->ppdu_ns = radio->params.ampdu_us * NSEC_PER_USEC;
	peer->bw_mhz = min(air->chan.width_mhz, 20u << link->bandwidth);
	hwx_fwrate_sgi(peer, link);
	if (link->he_cap.has_he) {
		peer->mode = HWX_MODE_HE;
		hwx_fwrate_map(peer, link->he_cap.he_mcs_nss_supp.rx_mcs_80,
			       he_mcs, streams);
	} else if (link->vht_cap.vht_supported) {
		peer->mode = HWX_MODE_VHT;
		hwx_fwrate_map(peer, link->vht_cap.vht_mcs.rx_mcs_map, vht_mcs,
			       streams);
	} else if (link->ht_cap.ht_supported) {
		hwx_fwrate_ht(peer, &link->ht_cap, streams);
	} else {
		hwx_fwrate_legacy(radio, peer, link, air->chan.band);
	}
}

/**
 * hwx_fwrate_choose() - at which rate data for a station goes
 * @radio: sender
 * @sta: receiver
 * @air: channel
 * @rate: filled
 *
 * The choice is kept until something that it depends on changes.
 *
 * Context: lock of the medium and RCU read lock held.
 */
void hwx_fwrate_choose(struct hwx_radio *radio, struct ieee80211_sta *sta,
		       const struct hwx_air *air, struct hwx_rate *rate)
{
	const struct hwx_vif *to = hwx_deliver_vif(radio->medium, sta->addr);
	struct hwx_fwrate *kept = &hwx_peer(sta)->fwrate;
	struct hwx_choose_peer peer;
	u32 snr_db = to ? hwx_link_snr_db(radio, to->radio) : 0;

	hwx_fwrate_peer(radio, sta, air, &peer);
	if (!kept->any || kept->snr_db != snr_db ||
	    memcmp(&kept->peer, &peer, sizeof(peer))) {
		hwx_choose_rate(&peer, snr_db, &kept->rate);
		memcpy(&kept->peer, &peer, sizeof(peer));
		kept->snr_db = snr_db;
		kept->any = true;
	}
	*rate = kept->rate;
}

/**
 * hwx_fwrate_tells() - is mac80211 to learn of a rate now?
 * @radio: sender
 * @sta: receiver
 *
 * Context: lock of the medium not held.
 * Return: true when rate_report_us have passed since the last time
 */
bool hwx_fwrate_tells(struct hwx_radio *radio, struct ieee80211_sta *sta)
{
	u64 pause_ns = radio->params.rate_report_us * (u64)NSEC_PER_USEC;
	struct hwx_fwrate *kept = &hwx_peer(sta)->fwrate;
	u64 now_ns = ktime_get_ns();
	bool tells;

	spin_lock(&radio->medium->lock);
	tells = !kept->told_ns || now_ns >= kept->told_ns + pause_ns;
	if (tells)
		kept->told_ns = now_ns;
	spin_unlock(&radio->medium->lock);
	return tells;
}

/**
 * hwx_fwrate_session() - traffic wants a block ack session
 * @radio: sender
 * @desc: a frame that is done, not yet reported
 *
 * mac80211 refuses what goes on already or was refused too often.
 *
 * Context: BHs off, RCU read lock held, no locks.
 */
void hwx_fwrate_session(struct hwx_radio *radio, const struct hwx_desc *desc)
{
	if (!hwx_fwrate_owns(radio) || hwx_fwba_owns(radio) || !desc->sta || desc->ampdu ||
	    !desc->acked || desc->noack || desc->tid >= IEEE80211_NUM_TIDS / 2 ||
	    radio->params.ampdu_frames < 2 ||
	    desc->skb->protocol == cpu_to_be16(ETH_P_PAE) ||
	    skb_get_queue_mapping(desc->skb) == IEEE80211_AC_VO ||
	    !desc->sta->deflink.ht_cap.ht_supported)
		return;
	ieee80211_start_tx_ba_session(desc->sta, desc->tid, 0);
}
