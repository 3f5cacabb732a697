// SPDX-License-Identifier: GPL-2.0
/*
 * Rates as mac80211 has them and as core/ has them.
 */
#include "hwx.h"

static const u16 hwx_legacy_100kbps[] = {
	10, 20, 55, 110, 60, 90, 120, 180, 240, 360, 480, 540,
};

/* 5 GHz bitrate tables start behind the four DSSS rates */
#define HWX_FIRST_OFDM 4

static int hwx_legacy_index(u16 rate_100kbps, enum nl80211_band band)
{
	int i;

	for (i = 0; i < ARRAY_SIZE(hwx_legacy_100kbps); i++)
		if (hwx_legacy_100kbps[i] == rate_100kbps)
			return band == NL80211_BAND_2GHZ ? i :
							   i - HWX_FIRST_OFDM;
	return -1;
}

/**
 * hwx_phy_is_dsss() - is a legacy rate one of DSSS or CCK?
 * @rate_100kbps: of the rate
 *
 * Return: true for 1, 2, 5.5 and 11 Mb/s
 */
bool hwx_phy_is_dsss(u16 rate_100kbps)
{
	return rate_100kbps < 60 || rate_100kbps == 110;
}

/**
 * hwx_phy_legacy() - a legacy rate
 * @rate: filled
 * @rate_100kbps: one that exists
 */
void hwx_phy_legacy(struct hwx_rate *rate, u16 rate_100kbps)
{
	memset(rate, 0, sizeof(*rate));
	rate->legacy_100kbps = rate_100kbps;
	rate->nss = 1;
	rate->bw_mhz = 20;
	rate->mode = HWX_MODE_OFDM;
	rate->gi_ns = 800;
	if (hwx_phy_is_dsss(rate_100kbps)) {
		rate->mode = HWX_MODE_DSSS;
		rate->gi_ns = 0;
	}
}

static void hwx_phy_lowest(enum nl80211_band band,
			   struct hwx_rate *rate)
{
	hwx_phy_legacy(rate, band == NL80211_BAND_2GHZ ? 10 : 60);
}

static u16 hwx_tx_rate_bw_mhz(const struct ieee80211_tx_rate *tx_rate)
{
	if (tx_rate->flags & IEEE80211_TX_RC_160_MHZ_WIDTH)
		return 160;
	if (tx_rate->flags & IEEE80211_TX_RC_80_MHZ_WIDTH)
		return 80;
	if (tx_rate->flags & IEEE80211_TX_RC_40_MHZ_WIDTH)
		return 40;
	return 20;
}

static bool hwx_phy_from_tx_rate(const struct ieee80211_tx_rate *tx_rate,
				 struct ieee80211_supported_band *sband,
				 struct hwx_rate *rate)
{
	if (tx_rate->idx < 0)
		return false;
	if (!(tx_rate->flags &
	      (IEEE80211_TX_RC_MCS | IEEE80211_TX_RC_VHT_MCS))) {
		if (tx_rate->idx >= sband->n_bitrates)
			return false;
		hwx_phy_legacy(rate, sband->bitrates[tx_rate->idx].bitrate);
		return true;
	}
	rate->legacy_100kbps = 0;
	rate->bw_mhz = hwx_tx_rate_bw_mhz(tx_rate);
	rate->gi_ns = tx_rate->flags & IEEE80211_TX_RC_SHORT_GI ? 400 : 800;
	if (tx_rate->flags & IEEE80211_TX_RC_MCS) {
		rate->mode = HWX_MODE_HT;
		rate->mcs = tx_rate->idx & 7;
		rate->nss = (tx_rate->idx >> 3) + 1;
	} else {
		rate->mode = HWX_MODE_VHT;
		rate->mcs = ieee80211_rate_get_vht_mcs(tx_rate);
		rate->nss = ieee80211_rate_get_vht_nss(tx_rate);
	}
	return !hwx_rate_check(rate);
}

/* No wider than the channel; step down where that has no such MCS. */
static void hwx_phy_narrow(struct hwx_rate *rate, u32 width_mhz)
{
	if (rate->bw_mhz <= width_mhz)
		return;
	rate->bw_mhz = width_mhz;
	while (hwx_rate_check(rate) && rate->mcs)
		rate->mcs--;
}

/**
 * hwx_phy_samples() - does rate control try a rate with this frame?
 * @radio: sender
 * @desc: the frame
 *
 * A sample goes alone, as with hardware: a whole aggregate at a rate that may
 * not work would cost too much.  The next time it is a frame like any other.
 *
 * Context: lock of the medium held.
 * Return: true when it is to be sent by itself
 */
bool hwx_phy_samples(const struct hwx_radio *radio,
		     const struct hwx_desc *desc)
{
	return !radio->params.rate && !desc->own && !desc->attempts &&
	       (IEEE80211_SKB_CB(desc->skb)->flags &
		IEEE80211_TX_CTL_RATE_CTRL_PROBE);
}

/* The entry of the chain that is next after so many transmissions. */
static const struct ieee80211_tx_rate *
hwx_phy_stage(const struct ieee80211_tx_rate *chain, u8 sent)
{
	u8 counts[HWX_CHAIN_MAX] = {};
	int i;

	for (i = 0; i < HWX_CHAIN_MAX && chain[i].idx >= 0; i++)
		counts[i] = chain[i].count;
	return &chain[hwx_chain_stage(counts, HWX_CHAIN_MAX, sent)];
}

/**
 * hwx_phy_rate() - at which rate a frame goes now
 * @radio: sender, on a channel
 * @desc: the frame
 * @unanswered: transmissions from its queue in a row that had no answer
 * @rate: filled with a legal rate
 *
 * Group-addressed and management frames: what rate control chose if it is a
 * legacy rate, else the lowest.  Unicast data: the fixed rate, or what the firmware
 * chooses, or what mac80211 does: up to four rates, each with a number of
 * transmissions.
 *
 * Context: lock of the medium and RCU read lock held.
 * Return: true when rate control wants RTS/CTS before it
 */
bool hwx_phy_rate(struct hwx_radio *radio, struct hwx_desc *desc,
		  u8 unanswered, struct hwx_rate *rate)
{
	struct ieee80211_hdr *hdr = (struct ieee80211_hdr *)desc->skb->data;
	struct ieee80211_tx_info *info = IEEE80211_SKB_CB(desc->skb);
	const struct hwx_air *air = radio->air ?: radio->scan.air;
	struct ieee80211_tx_rate chain[HWX_CHAIN_MAX];
	const struct ieee80211_tx_rate *stage;
	struct ieee80211_supported_band *sband;

	if (radio->params.rate && !desc->noack &&
	    ieee80211_is_data_present(hdr->frame_control)) {
		*rate = radio->params.fixed_rate;
		if (air)
			hwx_phy_narrow(rate, air->chan.width_mhz);
		return false;
	}

	if (hwx_fwrate_owns(radio) && air && desc->sta && !desc->noack &&
	    ieee80211_is_data_present(hdr->frame_control)) {
		hwx_fwrate_choose(radio, desc->sta, air, rate);
		return false;
	}

	if (desc->own || !desc->vif || !air) {
		hwx_phy_lowest(air ? air->chan.band : NL80211_BAND_5GHZ,
			       rate);
		return false;
	}
	/* a sample is tried once, then the table of the station counts */
	if (desc->attempts && (info->flags & IEEE80211_TX_CTL_RATE_CTRL_PROBE))
		info->control.rates[0].count = 0;
	sband = radio->hw->wiphy->bands[info->band];
	ieee80211_get_tx_rates(desc->vif, desc->sta, desc->skb, chain,
			       ARRAY_SIZE(chain));
	stage = hwx_phy_stage(chain, unanswered);
	if (!hwx_phy_from_tx_rate(stage, sband, rate))
		hwx_phy_lowest(sband->band, rate);
	hwx_phy_narrow(rate, air->chan.width_mhz);
	return stage->flags & IEEE80211_TX_RC_USE_RTS_CTS;
}

static u8 hwx_rate_info_bw(u16 bw_mhz)
{
	switch (bw_mhz) {
	case 40:
		return RATE_INFO_BW_40;
	case 80:
		return RATE_INFO_BW_80;
	case 160:
		return RATE_INFO_BW_160;
	default:
		return RATE_INFO_BW_20;
	}
}

static u8 hwx_he_gi(u16 gi_ns)
{
	switch (gi_ns) {
	case 800:
		return NL80211_RATE_INFO_HE_GI_0_8;
	case 1600:
		return NL80211_RATE_INFO_HE_GI_1_6;
	default:
		return NL80211_RATE_INFO_HE_GI_3_2;
	}
}

/**
 * hwx_phy_rate_info() - for tx status and station statistics
 * @rate: a legal rate
 * @info: filled
 */
void hwx_phy_rate_info(const struct hwx_rate *rate, struct rate_info *info)
{
	memset(info, 0, sizeof(*info));
	info->bw = hwx_rate_info_bw(rate->bw_mhz);
	info->nss = rate->nss;
	info->mcs = rate->mcs;
	if (rate->gi_ns == 400)
		info->flags |= RATE_INFO_FLAGS_SHORT_GI;

	switch (rate->mode) {
	case HWX_MODE_HT:
		info->flags |= RATE_INFO_FLAGS_MCS;
		info->mcs = rate->mcs + 8 * (rate->nss - 1);
		break;
	case HWX_MODE_VHT:
		info->flags |= RATE_INFO_FLAGS_VHT_MCS;
		break;
	case HWX_MODE_HE:
		info->flags |= RATE_INFO_FLAGS_HE_MCS;
		info->he_gi = hwx_he_gi(rate->gi_ns);
		break;
	default:
		info->legacy = rate->legacy_100kbps;
		break;
	}
}

/**
 * hwx_phy_tx_rate() - for the rates of tx status
 * @radio: sender
 * @rate: a legal rate
 * @band: it was used in
 * @tx_rate: filled but for the count; idx is -1 where the old format has no
 *	word for the rate (HE)
 */
void hwx_phy_tx_rate(const struct hwx_radio *radio,
		     const struct hwx_rate *rate, enum nl80211_band band,
		     struct ieee80211_tx_rate *tx_rate)
{
	u16 flags = rate->gi_ns == 400 ? IEEE80211_TX_RC_SHORT_GI : 0;

	if (rate->bw_mhz == 40)
		flags |= IEEE80211_TX_RC_40_MHZ_WIDTH;
	else if (rate->bw_mhz == 80)
		flags |= IEEE80211_TX_RC_80_MHZ_WIDTH;
	else if (rate->bw_mhz == 160)
		flags |= IEEE80211_TX_RC_160_MHZ_WIDTH;

	switch (rate->mode) {
	case HWX_MODE_HT:
		tx_rate->idx = rate->mcs + 8 * (rate->nss - 1);
		flags |= IEEE80211_TX_RC_MCS;
		break;
	case HWX_MODE_VHT:
		ieee80211_rate_set_vht(tx_rate, rate->mcs, rate->nss);
		flags |= IEEE80211_TX_RC_VHT_MCS;
		break;
	case HWX_MODE_HE:
		tx_rate->idx = -1;
		break;
	default:
		tx_rate->idx = hwx_legacy_index(rate->legacy_100kbps, band);
		break;
	}
	tx_rate->flags = flags;
}

/**
 * hwx_phy_rx_rate() - for the status of a received frame
 * @radio: receiver
 * @rate: a legal rate
 * @band: it was used in
 * @status: rate fields are set
 */
void hwx_phy_rx_rate(const struct hwx_radio *radio,
		     const struct hwx_rate *rate, enum nl80211_band band,
		     struct ieee80211_rx_status *status)
{
	status->bw = hwx_rate_info_bw(rate->bw_mhz);
	if (rate->gi_ns == 400)
		status->enc_flags |= RX_ENC_FLAG_SHORT_GI;

	switch (rate->mode) {
	case HWX_MODE_HT:
		status->encoding = RX_ENC_HT;
		status->rate_idx = rate->mcs + 8 * (rate->nss - 1);
		break;
	case HWX_MODE_VHT:
		status->encoding = RX_ENC_VHT;
		status->rate_idx = rate->mcs;
		status->nss = rate->nss;
		break;
	case HWX_MODE_HE:
		status->encoding = RX_ENC_HE;
		status->rate_idx = rate->mcs;
		status->nss = rate->nss;
		status->he_gi = hwx_he_gi(rate->gi_ns);
		break;
	default:
		status->encoding = RX_ENC_LEGACY;
		status->rate_idx = max(0, hwx_legacy_index(rate->legacy_100kbps,
							   band));
		break;
	}
}
