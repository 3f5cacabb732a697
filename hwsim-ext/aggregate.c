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

/* Begin of the window, with the next frame of a queue. */
static u16 hwx_oldest(const struct hwx_fwq *fwq, const struct hwx_desc *next)
{
	return hwx_stage_oldest(fwq, hwx_fwq_seq(fwq, next));
}

/* PPDUs that were built ahead may have used up the window. */
static bool hwx_window_shut(const struct hwx_fwq *fwq,
			    const struct hwx_desc *next)
{
	return next->ampdu && fwq->window &&
	       !hwx_seq_in_window(hwx_fwq_seq(fwq, next),
				  hwx_oldest(fwq, next), fwq->window);
}

static void hwx_take_mpdu(struct hwx_fwq *fwq, struct hwx_ppdu *ppdu,
			  struct hwx_desc *desc, const struct hwx_amsdu *amsdu)
{
	struct hwx_stats *stats = &fwq->edca->radio->stats;

	hwx_fwq_take(fwq, desc, &ppdu->frames);
	ppdu->n++;
	/* a repetition is none that is built */
	if (desc->n_msdus > 1 && !desc->attempts)
		stats->tx_amsdu_msdus += desc->n_msdus;
	if (amsdu->msdus == 1)
		return;
	hwx_fwq_join(fwq, desc, amsdu->msdus - 1);
	desc->mpdu_bytes = hwx_amsdu_mpdu_bytes(amsdu);
	stats->tx_amsdu_msdus += amsdu->msdus;
}

static enum hwx_close_reason hwx_fill(struct hwx_fwq *fwq,
				      struct hwx_ppdu *ppdu,
				      struct hwx_ampdu *ampdu,
				      const struct hwx_amsdu_limits *limits,
				      u64 now_ns)
{
	u16 oldest = hwx_oldest(fwq, hwx_fwq_first(fwq, now_ns));
	enum hwx_close_reason reason;
	struct hwx_amsdu amsdu;
	struct hwx_desc *desc;

	while ((desc = hwx_fwq_first(fwq, now_ns))) {
		if (ppdu->n && !hwx_may_join(fwq, desc))
			return HWX_CLOSE_EMPTY;
		if (!hwx_seq_in_window(hwx_fwq_seq(fwq, desc), oldest,
				       fwq->window))
			return HWX_CLOSE_WINDOW;
		hwx_amsdu_plan(fwq, desc, limits, hwx_ampdu_room(ampdu), now_ns,
			       &amsdu);
		if (!hwx_ampdu_add(ampdu, hwx_amsdu_mpdu_bytes(&amsdu),
				   &reason))
			return reason;
		hwx_take_mpdu(fwq, ppdu, desc, &amsdu);
		if (hwx_ampdu_full(ampdu, &reason))
			return reason;
	}
	return HWX_CLOSE_EMPTY;
}

static void hwx_count_close(struct hwx_radio *radio,
			    const struct hwx_ppdu *ppdu)
{
	const struct hwx_desc *last;

	radio->stats.close_reason[ppdu->reason]++;
	/* frames that are still on the host interface are no starvation */
	if (ppdu->reason != HWX_CLOSE_EMPTY || ppdu->fwq->len)
		return;
	last = list_last_entry(&ppdu->frames, struct hwx_desc, node);
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
	    hwx_seq_in_window(hwx_fwq_seq(fwq, fresh), hwx_oldest(fwq, first),
			      fwq->window))
		return fresh;
	return first;
}

static enum hwx_slot hwx_slot_of(const struct hwx_fwq *fwq,
				 const struct hwx_desc *first,
				 const struct hwx_rate *rate)
{
	return !hwx_phy_samples(fwq->edca->radio, first) &&
	       hwx_may_aggregate(fwq, first, rate) ?
	       HWX_SLOT_AMPDU : HWX_SLOT_SINGLE;
}

static void hwx_fill_ampdu(struct hwx_fwq *fwq, struct hwx_ppdu *ppdu,
			   const struct hwx_desc *first, u32 room_ns,
			   u64 now_ns)
{
	struct hwx_radio *radio = fwq->edca->radio;
	struct hwx_amsdu_limits amsdu_limits;
	struct hwx_ampdu_limits limits;
	struct hwx_ampdu ampdu;

	hwx_limits(radio, first, fwq->window, room_ns, &ppdu->rate, &limits);
	hwx_ampdu_init(&ampdu, &ppdu->rate, &limits);
	hwx_amsdu_limits(radio, fwq, first->sta, &ppdu->rate, &amsdu_limits);
	ppdu->reason = hwx_fill(fwq, ppdu, &ampdu, &amsdu_limits, now_ns);
	ppdu->psdu_bytes = ampdu.psdu_bytes;
	hwx_count_close(radio, ppdu);
}

/**
 * hwx_aggregate_fwq() - fill one PPDU from one queue
 * @fwq: with a frame that is there
 * @room: the air that it is for
 * @ppdu: without frames; all its members but ready_ns are set
 * @now_ns: frames that come later do not count
 *
 * The first PPDU of a TXOP is always sent, a later one only if it fits.
 *
 * Context: lock of the medium and RCU read lock held.
 * Return: true when there is something to send
 */
bool hwx_aggregate_fwq(struct hwx_fwq *fwq, const struct hwx_room *room,
		       struct hwx_ppdu *ppdu, u64 now_ns)
{
	struct hwx_desc *first = hwx_next_frame(fwq, now_ns);
	struct hwx_radio *radio = fwq->edca->radio;
	u32 room_ns;

	if (hwx_window_shut(fwq, first))
		return false;
	ppdu->fwq = fwq;
	ppdu->n = 0;
	ppdu->unrated = false;
	ppdu->sample = hwx_phy_samples(radio, first);
	ppdu->rc_rts = hwx_phy_rate(radio, first, fwq->unanswered, &ppdu->rate);
	room_ns = hwx_txop_room_ns(room, ppdu, radio->params.rts_bytes);
	if (room->later &&
	    hwx_ppdu_ns(&ppdu->rate, first->mpdu_bytes) > room_ns) {
		ppdu->fwq = NULL;
		return false;
	}

	ppdu->slot = hwx_slot_of(fwq, first, &ppdu->rate);
	if (ppdu->slot == HWX_SLOT_AMPDU) {
		hwx_fill_ampdu(fwq, ppdu, first, room_ns, now_ns);
	} else {
		hwx_fwq_take(fwq, first, &ppdu->frames);
		ppdu->n = 1;
		radio->stats.tx_bars += first->bar;
	}
	ppdu->ampdu = ppdu->n > 1;
	if (!ppdu->ampdu)
		ppdu->psdu_bytes = hwx_smpdu_bytes(&ppdu->rate,
						   first->mpdu_bytes);
	return true;
}

/**
 * hwx_aggregate() - fill one PPDU
 * @edca: the access category that may send
 * @room: the air that it is for
 * @ppdu: as of hwx_aggregate_fwq()
 * @now_ns: frames that come later do not count
 *
 * Context: lock of the medium and RCU read lock held.
 * Return: true when there is something to send
 */
bool hwx_aggregate(struct hwx_edca *edca, const struct hwx_room *room,
		   struct hwx_ppdu *ppdu, u64 now_ns)
{
	struct hwx_fwq *fwq = hwx_next_fwq(edca, now_ns);

	if (!fwq || !hwx_aggregate_fwq(fwq, room, ppdu, now_ns))
		return false;
	if (fwq->len)
		list_move_tail(&fwq->node, &edca->round);
	hwx_watchdog_served(fwq, now_ns);
	hwx_fetch_check(edca->radio);
	return true;
}

/* How many more numbers the window has, behind what is queued. */
static u32 hwx_window_left(const struct hwx_fwq *fwq,
			   const struct hwx_desc *next)
{
	u32 span = hwx_seq_after(hwx_fwq_seq_of_new(fwq),
				 hwx_oldest(fwq, next));

	/* of several frames in an MPDU one number is enough */
	if (fwq->amsdu)
		return U32_MAX;
	return span < fwq->window ? fwq->window - span : 0;
}

static void hwx_wish_more(const struct hwx_fwq *fwq,
			  const struct hwx_ampdu *ampdu, struct hwx_wish *wish)
{
	u32 frames = ampdu->max_frames, bytes = 0;
	const struct hwx_desc *desc;

	if (fwq->amsdu)
		frames *= fwq->edca->radio->params.amsdu_frames;
	list_for_each_entry(desc, &fwq->retry, node)
		bytes += desc->mpdu_bytes;
	list_for_each_entry(desc, &fwq->frames, node)
		bytes += desc->mpdu_bytes;
	wish->frames = frames > fwq->len ? frames - fwq->len : 0;
	wish->bytes = ampdu->max_bytes > bytes ? ampdu->max_bytes - bytes : 0;
}

/**
 * hwx_aggregate_wish() - what would the next PPDU of a queue still lack?
 * @fwq: with a frame
 * @room: the air that it is for
 * @wish: filled: not less than what fits
 * @slot: set: what the PPDU would count as
 *
 * Context: lock of the medium and RCU read lock held.
 * Return: false when the block ack window is used up
 */
bool hwx_aggregate_wish(struct hwx_fwq *fwq, const struct hwx_room *room,
			struct hwx_wish *wish, enum hwx_slot *slot)
{
	struct hwx_desc *first = hwx_next_frame(fwq, U64_MAX);
	struct hwx_radio *radio = fwq->edca->radio;
	struct hwx_ppdu ppdu = { .fwq = fwq };
	struct hwx_ampdu_limits limits;
	struct hwx_ampdu ampdu;

	memset(wish, 0, sizeof(*wish));
	hwx_phy_rate(radio, first, fwq->unanswered, &ppdu.rate);
	*slot = hwx_slot_of(fwq, first, &ppdu.rate);
	if (hwx_window_shut(fwq, first))
		return false;
	if (*slot == HWX_SLOT_SINGLE)
		return true;
	hwx_limits(radio, first, fwq->window,
		   hwx_txop_room_ns(room, &ppdu, radio->params.rts_bytes),
		   &ppdu.rate, &limits);
	hwx_ampdu_init(&ampdu, &ppdu.rate, &limits);
	hwx_wish_more(fwq, &ampdu, wish);
	wish->frames = min(wish->frames, hwx_window_left(fwq, first));
	return true;
}
