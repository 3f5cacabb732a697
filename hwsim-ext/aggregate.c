// SPDX-License-Identifier: GPL-2.0
/*
 * The aggregator: when an access category may send, it takes the next firmware
 * queue in turn and fills one PPDU from it.
 */
#include "hwx.h"

/* What the peer takes, in bytes: 802.11-2020 9.4.2.55.3, 9.4.2.157.2, and
 * 802.11ax-2021 9.4.2.248.2 for the HE extension.
 */
static u32 hwx_peer_max_bytes(const struct ieee80211_sta *sta,
			      const struct hwx_rate *rate)
{
	const struct ieee80211_link_sta *link = &sta->deflink;
	u32 exponent, ext;

	if (rate->mode == HWX_MODE_HT || !link->vht_cap.vht_supported)
		return (1 << (13 + link->ht_cap.ampdu_factor)) - 1;

	exponent = u32_get_bits(link->vht_cap.cap,
				IEEE80211_VHT_CAP_MAX_A_MPDU_LENGTH_EXPONENT_MASK);
	if (rate->mode != HWX_MODE_HE || exponent < 7 || !link->he_cap.has_he)
		return (1 << (13 + exponent)) - 1;

	ext = u8_get_bits(link->he_cap.he_cap_elem.mac_cap_info[3],
			  IEEE80211_HE_MAC_CAP3_MAX_AMPDU_LEN_EXP_MASK);
	return min_t(u32, (1 << (20 + ext)) - 1, 6500631);
}

/* Minimum MPDU start spacing in ns, 802.11-2020 table 9-185. */
static u32 hwx_peer_spacing_ns(const struct ieee80211_sta *sta)
{
	u8 density = sta->deflink.ht_cap.ampdu_density;

	return density ? 125u << density : 0;
}

static void hwx_limits(const struct hwx_radio *radio,
		       const struct hwx_desc *desc, u32 window, u32 room_ns,
		       const struct hwx_rate *rate,
		       struct hwx_ampdu_limits *limits)
{
	u32 bytes = radio->params.ampdu_bytes;

	limits->frames = radio->params.ampdu_frames;
	limits->window = window;
	limits->bytes = hwx_peer_max_bytes(desc->sta, rate);
	if (bytes)
		limits->bytes = min(limits->bytes, bytes);
	limits->ppdu_ns = min_t(u32, radio->params.ampdu_us * NSEC_PER_USEC,
				HWX_PPDU_MAX_NS);
	limits->ppdu_ns = min(limits->ppdu_ns, room_ns);
	limits->min_spacing_ns = hwx_peer_spacing_ns(desc->sta);
}

static bool hwx_may_aggregate(const struct hwx_fwq *fwq,
			      const struct hwx_desc *desc,
			      const struct hwx_rate *rate)
{
	return desc->ampdu && desc->sta && fwq->window &&
	       rate->mode >= HWX_MODE_HT;
}

static bool hwx_may_join(const struct hwx_fwq *fwq,
			 const struct hwx_desc *desc)
{
	return desc->ampdu && !desc->noack &&
	       !hwx_phy_samples(fwq->edca->radio, desc);
}

static void hwx_take_mpdu(struct hwx_fwq *fwq, struct hwx_exchange *x,
			  struct hwx_desc *desc, const struct hwx_amsdu *amsdu)
{
	hwx_fwq_take(fwq, desc, &x->frames);
	x->n++;
	if (amsdu->msdus == 1)
		return;
	hwx_fwq_join(fwq, desc, amsdu->msdus - 1);
	desc->mpdu_bytes = hwx_amsdu_mpdu_bytes(amsdu);
	x->edca->radio->stats.tx_amsdu_msdus += amsdu->msdus;
}

static enum hwx_close_reason hwx_fill(struct hwx_fwq *fwq,
				      struct hwx_exchange *x,
				      struct hwx_ampdu *ampdu,
				      const struct hwx_amsdu_limits *limits,
				      u64 now_ns)
{
	u16 oldest = hwx_fwq_seq(fwq, hwx_fwq_first(fwq, now_ns));
	enum hwx_close_reason reason;
	struct hwx_amsdu amsdu;
	struct hwx_desc *desc;

	while ((desc = hwx_fwq_first(fwq, now_ns))) {
		if (x->n && !hwx_may_join(fwq, desc))
			return HWX_CLOSE_EMPTY;
		if (!hwx_seq_in_window(hwx_fwq_seq(fwq, desc), oldest,
				       fwq->window))
			return HWX_CLOSE_WINDOW;
		hwx_amsdu_plan(fwq, desc, limits, hwx_ampdu_room(ampdu), now_ns,
			       &amsdu);
		if (!hwx_ampdu_add(ampdu, hwx_amsdu_mpdu_bytes(&amsdu),
				   &reason))
			return reason;
		hwx_take_mpdu(fwq, x, desc, &amsdu);
		if (hwx_ampdu_full(ampdu, &reason))
			return reason;
	}
	return HWX_CLOSE_EMPTY;
}

static void hwx_count_close(struct hwx_radio *radio,
			    const struct hwx_exchange *x)
{
	const struct hwx_desc *last;

	radio->stats.close_reason[x->reason]++;
	/* frames that are still on the host interface are no starvation */
	if (x->reason != HWX_CLOSE_EMPTY || x->fwq->len)
		return;
	last = list_last_entry(&x->frames, struct hwx_desc, node);
	if (!list_empty(&last->msdus))
		last = list_last_entry(&last->msdus, struct hwx_desc, node);
	hwx_starve_count(radio, last);
}

static struct hwx_fwq *hwx_next_fwq(struct hwx_edca *edca, u64 now_ns)
{
	struct hwx_fwq *fwq;

	list_for_each_entry(fwq, &edca->round, node)
		if (hwx_fwq_first(fwq, now_ns))
			return fwq;
	return NULL;
}

/*
 * Hardware has the sample in its queue before it knows what was lost of the
 * aggregate ahead, so the sample does not wait for the retries of that one.
 */
static struct hwx_desc *hwx_next_frame(struct hwx_fwq *fwq, u64 now_ns)
{
	struct hwx_desc *first = hwx_fwq_first(fwq, now_ns);
	struct hwx_desc *fresh = hwx_fwq_next_new(fwq, now_ns);

	if (fresh && fresh->ampdu &&
	    hwx_phy_samples(fwq->edca->radio, fresh) &&
	    hwx_seq_in_window(hwx_fwq_seq(fwq, fresh), hwx_fwq_seq(fwq, first),
			      fwq->window))
		return fresh;
	return first;
}

/**
 * hwx_aggregate() - fill one PPDU
 * @edca: the access category that may send
 * @x: exchange of its radio; edca, fwq, frames, n, rate, rc_rts, sample,
 *	psdu_bytes, ampdu and reason are set
 * @now_ns: frames that come later do not count
 *
 * The first PPDU of a TXOP is always sent, a later one only if it fits.
 *
 * Context: lock of the medium and RCU read lock held.
 * Return: true when there is something to send
 */
bool hwx_aggregate(struct hwx_edca *edca, struct hwx_exchange *x, u64 now_ns)
{
	struct hwx_radio *radio = edca->radio;
	struct hwx_amsdu_limits amsdu_limits;
	struct hwx_ampdu_limits limits;
	struct hwx_ampdu ampdu;
	struct hwx_desc *first;
	struct hwx_fwq *fwq;
	u32 room_ns;

	fwq = hwx_next_fwq(edca, now_ns);
	if (!fwq)
		return false;
	first = hwx_next_frame(fwq, now_ns);
	x->edca = edca;
	x->fwq = fwq;
	x->n = 0;
	x->sample = hwx_phy_samples(radio, first);
	x->rc_rts = hwx_phy_rate(radio, first, fwq->unanswered, &x->rate);
	room_ns = hwx_txop_room_ns(x, now_ns);
	if (x->phase == HWX_PHASE_GAP &&
	    hwx_ppdu_ns(&x->rate, first->mpdu_bytes) > room_ns) {
		x->fwq = NULL;
		return false;
	}
	list_move_tail(&fwq->node, &edca->round);
	hwx_watchdog_served(fwq, now_ns);

	if (!x->sample && hwx_may_aggregate(fwq, first, &x->rate)) {
		hwx_limits(radio, first, fwq->window, room_ns, &x->rate,
			   &limits);
		hwx_ampdu_init(&ampdu, &x->rate, &limits);
		hwx_amsdu_limits(radio, fwq, first->sta, &x->rate,
				 &amsdu_limits);
		x->reason = hwx_fill(fwq, x, &ampdu, &amsdu_limits, now_ns);
		x->psdu_bytes = ampdu.psdu_bytes;
		hwx_count_close(radio, x);
	} else {
		hwx_fwq_take(fwq, first, &x->frames);
		x->n = 1;
		radio->stats.tx_bars += first->bar;
	}
	x->ampdu = x->n > 1;
	if (!x->ampdu)
		x->psdu_bytes = hwx_smpdu_bytes(&x->rate, first->mpdu_bytes);
	return true;
}
