// SPDX-License-Identifier: GPL-2.0
/*
 * Rings of transfer descriptors, one per station and TID (hwq_frames), as
 * iwlwifi has them: a frame takes an entry from when it is dequeued until its
 * status was reported.  With less than an eighth of the entries free the TXQ
 * rests, until more than a quarter is.
 */
#include "hwx.h"

/**
 * hwx_ring_room() - how many frames may be taken from a TXQ?
 * @radio: sender
 * @txq: its frames
 *
 * Context: tx_lock and RCU read lock held, BHs off.
 * Return: frames, U32_MAX without a ring
 */
u32 hwx_ring_room(struct hwx_radio *radio, struct ieee80211_txq *txq)
{
	u32 size = READ_ONCE(radio->params.hwq_frames), used, spare;
	struct hwx_fwq *fwq;

	lockdep_assert_held(&radio->tx_lock);
	if (!size || !txq->sta || txq->tid >= IEEE80211_NUM_TIDS)
		return U32_MAX;
	fwq = &hwx_peer(txq->sta)->fwq[txq->tid];
	used = READ_ONCE(fwq->ring_used);
	spare = size > used ? size - used : 0;
	if (spare * 4 > size)
		fwq->ring_full = false;
	if (spare * 8 < size && !fwq->ring_full) {
		fwq->ring_full = true;
		spin_lock(&radio->medium->lock);
		radio->stats.hwq_stops++;
		spin_unlock(&radio->medium->lock);
	}
	/* the frame that leaves less than an eighth is taken */
	return fwq->ring_full ? 0 : spare - DIV_ROUND_UP(size, 8) + 1;
}

/**
 * hwx_ring_enter() - a frame takes an entry
 * @fwq: queue of its station and TID, or another one, which has no ring
 * @desc: the frame
 *
 * Context: lock of the medium held.
 */
void hwx_ring_enter(struct hwx_fwq *fwq, struct hwx_desc *desc)
{
	if (fwq->tid >= IEEE80211_NUM_TIDS)
		return;
	desc->ring = true;
	fwq->ring_used++;
}

/**
 * hwx_ring_leave() - the fate of a frame was reported, or it was dropped
 * @fwq: queue of its station and TID
 * @desc: the frame
 *
 * Context: lock of the medium held.
 */
void hwx_ring_leave(struct hwx_fwq *fwq, struct hwx_desc *desc)
{
	if (!desc->ring)
		return;
	desc->ring = false;
	fwq->ring_used--;
}
