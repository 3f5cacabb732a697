// SPDX-License-Identifier: GPL-2.0
/*
 * The driver that builds PPDUs ahead (hwq_ppdus), as ath9k's does.
 *
 * Frames stay in mac80211's TXQs, where CoDel and airtime fairness see them,
 * until there is a slot in the hardware queue.  Then the TXQ whose turn it is
 * gives what one PPDU takes: what came back unacknowledged first, then new
 * frames.  One frame may be left over that did not fit, or, with no slot for
 * what it turned out to be, the first one; it goes first in the next PPDU.
 */
#include "hwx.h"

enum hwx_built { HWX_BUILT_NOTHING, HWX_BUILT_ONE, HWX_BUILT_BUSY };

/* Frames without a queue of their own wait in that of the access category. */
static struct hwx_fwq *hwx_build_source(struct hwx_radio *radio,
					struct ieee80211_txq *txq)
{
	struct hwx_edca *edca = &radio->edca[txq->ac];
	struct hwx_fwq *fwq = hwx_tx_fwq(radio, txq->sta, edca, txq->tid);

	return READ_ONCE(fwq->len) ? fwq : &edca->direct;
}

/* Dequeue up to @wish, and the one frame after which it is fulfilled. */
static void hwx_build_pull(struct hwx_radio *radio, struct ieee80211_txq *txq,
			   struct hwx_wish wish)
{
	struct ieee80211_hdr *hdr;
	struct sk_buff_head skbs;
	struct sk_buff *skb;
	u32 bytes = 0;

	__skb_queue_head_init(&skbs);
	wish.frames = min(wish.frames, hwx_tx_room(radio));
	while (skb_queue_len(&skbs) < wish.frames && bytes <= wish.bytes) {
		skb = ieee80211_tx_dequeue(radio->hw, txq);
		if (!skb)
			break;
		hdr = (struct ieee80211_hdr *)skb->data;
		bytes += skb->len - ieee80211_hdrlen(hdr->frame_control);
		__skb_queue_tail(&skbs, skb);
	}
	if (skb_queue_empty(&skbs))
		return;
	hwx_tx_queue(radio, txq, &skbs);
	hwx_tx_drop(radio, &skbs);
}

static enum hwx_built hwx_build_stage(struct hwx_radio *radio,
				      struct hwx_fwq *fwq)
{
	u64 now_ns = ktime_get_ns();
	bool staged;

	spin_lock(&radio->medium->lock);
	/* the station may have gone meanwhile */
	staged = fwq->len && hwx_stage_add(fwq);
	if (staged)
		hwx_csma_kick(fwq->edca, now_ns);
	spin_unlock(&radio->medium->lock);
	return staged ? HWX_BUILT_ONE : HWX_BUILT_NOTHING;
}

/* One PPDU from this TXQ. */
static enum hwx_built hwx_build_one(struct hwx_radio *radio,
				    struct ieee80211_txq *txq)
{
	const struct hwx_wish one = { .frames = 1, .bytes = U32_MAX };
	struct hwx_edca *edca = &radio->edca[txq->ac];
	struct hwx_room room = {};
	struct hwx_wish wish = {};
	bool open = false, fits = true;
	struct hwx_fwq *fwq;
	enum hwx_slot slot;

	fwq = hwx_build_source(radio, txq);
	if (!READ_ONCE(fwq->len)) {
		hwx_build_pull(radio, txq, one);
		fwq = hwx_build_source(radio, txq);
	}
	spin_lock(&radio->medium->lock);
	/* hardware that has lost sight of a queue takes nothing of it */
	if (fwq->len && !fwq->stuck) {
		room.air = radio->air;
		room.txop_ns = edca->f.params.txop_ns;
		open = hwx_aggregate_wish(fwq, &room, &wish, &slot);
		fits = hwx_stage_has_slot(edca, slot);
	}
	spin_unlock(&radio->medium->lock);
	if (!open)
		return HWX_BUILT_NOTHING;
	if (!fits)
		return HWX_BUILT_BUSY;
	hwx_build_pull(radio, txq, wish);
	return hwx_build_stage(radio, fwq);
}

/* One PPDU from each TXQ; says whether it is worth while to go round again. */
static bool hwx_build_round(struct hwx_radio *radio, u8 ac)
{
	enum hwx_built built = HWX_BUILT_NOTHING;
	struct ieee80211_txq *txq;
	struct hwx_fwq *fwq;
	bool any = false;

	ieee80211_txq_schedule_start(radio->hw, ac);
	while (built != HWX_BUILT_BUSY &&
	       (txq = ieee80211_next_txq(radio->hw, ac))) {
		built = hwx_build_one(radio, txq);
		any |= built == HWX_BUILT_ONE;
		fwq = hwx_build_source(radio, txq);
		ieee80211_return_txq(radio->hw, txq, READ_ONCE(fwq->len));
	}
	ieee80211_txq_schedule_end(radio->hw, ac);
	return any && built != HWX_BUILT_BUSY;
}

/**
 * hwx_build() - fill the hardware queue of an access category
 * @radio: sender
 * @ac: access category
 *
 * Context: tx_lock and RCU read lock held, BHs off.
 */
void hwx_build(struct hwx_radio *radio, u8 ac)
{
	lockdep_assert_held(&radio->tx_lock);
	while (hwx_build_round(radio, ac))
		;
}

/**
 * hwx_build_reschedule() - have mac80211 give their turn to queues with frames
 *	that came back, though it may have no more of them itself
 * @radio: sender
 *
 * mac80211 takes no lock of ours in there.
 *
 * Context: lock of the medium held.
 */
void hwx_build_reschedule(struct hwx_radio *radio)
{
	struct ieee80211_sta *sta;
	struct hwx_fwq *fwq;
	int ac;

	lockdep_assert_held(&radio->medium->lock);
	for (ac = 0; ac < IEEE80211_NUM_ACS; ac++) {
		list_for_each_entry(fwq, &radio->edca[ac].round, node) {
			if (fwq->tid >= IEEE80211_NUM_TIDS)
				continue;
			sta = hwx_fwq_sta(fwq);
			ieee80211_schedule_txq(radio->hw, sta->txq[fwq->tid]);
		}
	}
}
