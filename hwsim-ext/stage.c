// SPDX-License-Identifier: GPL-2.0
/*
 * Hardware queues of PPDUs, for radios whose driver builds A-MPDUs ahead
 * (hwq_ppdus).
 *
 * The driver (build.c) puts a PPDU into the queue of its access category with
 * all that is decided about it: frames, sequence numbers, rate, length.  When
 * the medium is won the first one is sent as it is.  Its place is free again
 * when the driver has been told of its end, by way of the completions.
 *
 *   used = staged + on the air + done + indicated
 *
 * What has no TXQ, such as management frames, joins the same queue at once.  A
 * single frame outside of sessions that nobody answers stays at the head, as
 * the hardware tries again by itself; frames of sessions go back to the driver.
 */
#include "hwx.h"

/* single frames a queue takes for each A-MPDU that it takes */
#define HWX_SINGLES_PER_PPDU 4

/**
 * hwx_stage_init() - make room for all PPDUs that may be staged
 * @radio: being made
 *
 * Context: process.
 * Return: 0 or -ENOMEM
 */
int hwx_stage_init(struct hwx_radio *radio)
{
	u32 n = radio->params.hwq_ppdus;
	u32 i;

	INIT_LIST_HEAD(&radio->ppdus_free);
	if (!n)
		return 0;
	n *= IEEE80211_NUM_ACS * (1 + HWX_SINGLES_PER_PPDU);
	n += HWX_URGENT_DESC;
	radio->ppdus = kvcalloc(n, sizeof(*radio->ppdus), GFP_KERNEL);
	if (!radio->ppdus)
		return -ENOMEM;
	for (i = 0; i < n; i++) {
		INIT_LIST_HEAD(&radio->ppdus[i].frames);
		list_add_tail(&radio->ppdus[i].node, &radio->ppdus_free);
	}
	return 0;
}

/**
 * hwx_stage_exit() - undo hwx_stage_init()
 * @radio: stopped for good
 */
void hwx_stage_exit(struct hwx_radio *radio)
{
	kvfree(radio->ppdus);
}

/**
 * hwx_stage_on() - are the PPDUs of this queue built ahead?
 * @edca: beacons and frames on another channel are not
 *
 * Return: true when they are
 */
bool hwx_stage_on(const struct hwx_edca *edca)
{
	return edca->radio->params.hwq_ppdus && edca->ac < IEEE80211_NUM_ACS;
}

/**
 * hwx_stage_has_slot() - may the driver stage one more?
 * @edca: access category
 * @slot: what it counts as
 *
 * Context: lock of the medium held.
 * Return: true when it may
 */
bool hwx_stage_has_slot(const struct hwx_edca *edca, enum hwx_slot slot)
{
	u32 depth = edca->radio->params.hwq_ppdus;
	const u32 *used = edca->hwq.used;

	if (slot == HWX_SLOT_AMPDU)
		return used[HWX_SLOT_AMPDU] < depth;
	return used[HWX_SLOT_SINGLE] + used[HWX_SLOT_AMPDU] <
	       depth * HWX_SINGLES_PER_PPDU;
}

static void hwx_stage_tail(struct hwx_edca *edca, struct hwx_ppdu *ppdu)
{
	struct hwx_hwq *hwq = &edca->hwq;
	struct hwx_stats *stats = &edca->radio->stats;
	const struct hwx_desc *desc;

	ppdu->ready_ns = 0;
	list_for_each_entry(desc, &ppdu->frames, node)
		ppdu->ready_ns = max(ppdu->ready_ns, desc->ready_ns);
	list_move_tail(&ppdu->node, &hwq->staged);
	hwq->used[ppdu->slot]++;
	stats->hwq_ppdus_max = max_t(u64, stats->hwq_ppdus_max,
				     hwq->used[HWX_SLOT_SINGLE] +
				     hwq->used[HWX_SLOT_AMPDU]);
}

static void hwx_stage_free(struct hwx_radio *radio, struct hwx_ppdu *ppdu)
{
	ppdu->fwq = NULL;
	list_move(&ppdu->node, &radio->ppdus_free);
}

/**
 * hwx_stage_add() - build the next PPDU of a queue
 * @fwq: with a frame, and a slot is free for it
 *
 * Context: lock of the medium and RCU read lock held.  The caller kicks the
 * EDCA queue.
 * Return: false when the block ack window is used up
 */
bool hwx_stage_add(struct hwx_fwq *fwq)
{
	struct hwx_edca *edca = fwq->edca;
	struct hwx_radio *radio = edca->radio;
	const struct hwx_room room = {
		.air = radio->air, .txop_ns = edca->f.params.txop_ns,
	};
	struct hwx_ppdu *ppdu;

	lockdep_assert_held(&radio->medium->lock);
	ppdu = list_first_entry(&radio->ppdus_free, struct hwx_ppdu, node);
	/* the driver has them all, however long they take to the hardware */
	if (!hwx_aggregate_fwq(fwq, &room, ppdu, U64_MAX))
		return false;
	hwx_stage_tail(edca, ppdu);
	return true;
}

/**
 * hwx_stage_urgent() - a frame that has no TXQ goes on at once
 * @fwq: where it is queued; nothing happens when its PPDUs are not built ahead
 * @desc: the frame
 *
 * There may be no channel yet, so it gets its rate when it is sent.
 *
 * Context: lock of the medium held.
 */
void hwx_stage_urgent(struct hwx_fwq *fwq, struct hwx_desc *desc)
{
	struct hwx_edca *edca = fwq->edca;
	struct hwx_ppdu *ppdu;

	lockdep_assert_held(&edca->radio->medium->lock);
	if (!hwx_stage_on(edca))
		return;
	ppdu = list_first_entry(&edca->radio->ppdus_free, struct hwx_ppdu,
				node);
	ppdu->fwq = fwq;
	ppdu->n = 1;
	ppdu->ampdu = false;
	ppdu->sample = false;
	ppdu->unrated = true;
	ppdu->slot = HWX_SLOT_SINGLE;
	hwx_fwq_take(fwq, desc, &ppdu->frames);
	hwx_stage_tail(edca, ppdu);
}

/* The rate of a single frame, at the moment that it is sent. */
static void hwx_stage_rate(struct hwx_radio *radio, struct hwx_ppdu *ppdu)
{
	struct hwx_desc *desc;

	desc = list_first_entry(&ppdu->frames, struct hwx_desc, node);
	ppdu->unrated = false;
	ppdu->sample = hwx_phy_samples(radio, desc);
	ppdu->rc_rts = hwx_phy_rate(radio, desc, ppdu->fwq->unanswered,
				    &ppdu->rate);
	ppdu->psdu_bytes = hwx_smpdu_bytes(&ppdu->rate, desc->mpdu_bytes);
	radio->stats.tx_bars += desc->bar;
}

/**
 * hwx_stage_take() - the PPDU that is sent next
 * @edca: access category that may
 * @room: what is left of the TXOP
 * @ppdu: without frames; filled
 * @now_ns: what is still on the host interface does not count
 *
 * Context: lock of the medium and RCU read lock held.
 * Return: true when there is one
 */
bool hwx_stage_take(struct hwx_edca *edca, const struct hwx_room *room,
		    struct hwx_ppdu *ppdu, u64 now_ns)
{
	struct hwx_radio *radio = edca->radio;
	struct hwx_ppdu *next;

	lockdep_assert_held(&radio->medium->lock);
	next = list_first_entry_or_null(&edca->hwq.staged, struct hwx_ppdu,
					node);
	if (!next || next->ready_ns > now_ns)
		return false;
	if (next->unrated)
		hwx_stage_rate(radio, next);
	if (room->later && hwx_ppdu_ns(&next->rate, next->psdu_bytes) >
	    hwx_txop_room_ns(room, next, radio->params.rts_bytes))
		return false;
	*ppdu = *next;
	INIT_LIST_HEAD(&ppdu->node);
	INIT_LIST_HEAD(&ppdu->frames);
	list_splice_init(&next->frames, &ppdu->frames);
	hwx_stage_free(radio, next);
	return true;
}

/**
 * hwx_stage_keep() - a PPDU was sent in vain: does the hardware keep it?
 * @edca: access category
 * @sent: it has a queue, and gave its frames away
 * @again: those to be sent again; empty afterwards when it is kept
 *
 * Context: lock of the medium held.
 * Return: true when it is the next to be sent
 */
bool hwx_stage_keep(struct hwx_edca *edca, const struct hwx_ppdu *sent,
		    struct list_head *again)
{
	struct hwx_ppdu *ppdu;

	if (!hwx_stage_on(edca) || sent->slot != HWX_SLOT_SINGLE ||
	    list_empty(again))
		return false;
	ppdu = list_first_entry(&edca->radio->ppdus_free, struct hwx_ppdu,
				node);
	list_del(&ppdu->node);
	*ppdu = *sent;
	ppdu->unrated = true;
	INIT_LIST_HEAD(&ppdu->frames);
	list_splice_init(again, &ppdu->frames);
	list_add(&ppdu->node, &edca->hwq.staged);
	return true;
}

static bool hwx_ppdu_older(const struct hwx_ppdu *ppdu,
			   const struct hwx_fwq *fwq, u16 sn)
{
	const struct hwx_desc *desc;

	if (ppdu->fwq != fwq || list_empty(&ppdu->frames))
		return false;
	desc = list_first_entry(&ppdu->frames, struct hwx_desc, node);
	return desc->ampdu && ieee80211_sn_less(desc->sn, sn);
}

static u16 hwx_ppdu_sn(const struct hwx_ppdu *ppdu)
{
	return list_first_entry(&ppdu->frames, struct hwx_desc, node)->sn;
}

/**
 * hwx_stage_oldest() - the begin of the block ack window of a queue
 * @fwq: the queue
 * @sn: number of its next frame
 *
 * Context: lock of the medium held.
 * Return: the oldest number among that, what is staged and what is on the air
 */
u16 hwx_stage_oldest(const struct hwx_fwq *fwq, u16 sn)
{
	struct hwx_edca *edca = fwq->edca;
	const struct hwx_ppdu *ppdu = &edca->radio->xchg.ppdu;
	const struct hwx_desc *desc;

	if (!hwx_stage_on(edca))
		return sn;
	list_for_each_entry(desc, &fwq->retry, node)
		if (desc->ampdu && ieee80211_sn_less(desc->sn, sn))
			sn = desc->sn;
	if (hwx_ppdu_older(ppdu, fwq, sn))
		sn = hwx_ppdu_sn(ppdu);
	list_for_each_entry(ppdu, &edca->hwq.staged, node)
		if (hwx_ppdu_older(ppdu, fwq, sn))
			sn = hwx_ppdu_sn(ppdu);
	return sn;
}

/**
 * hwx_stage_ready_ns() - when the first PPDU has crossed the host interface
 * @edca: access category
 *
 * Context: lock of the medium held.
 * Return: ns, U64_MAX when none is staged
 */
u64 hwx_stage_ready_ns(const struct hwx_edca *edca)
{
	if (list_empty(&edca->hwq.staged))
		return U64_MAX;
	return list_first_entry(&edca->hwq.staged, struct hwx_ppdu,
				node)->ready_ns;
}

/**
 * hwx_stage_done() - a PPDU is finished
 * @edca: access category
 * @slot: what it counts as
 *
 * Context: lock of the medium held.
 * Return: how many the driver is to be told of, 0 or 1
 */
u32 hwx_stage_done(struct hwx_edca *edca, enum hwx_slot slot)
{
	if (!hwx_stage_on(edca))
		return 0;
	edca->hwq.done[slot]++;
	return 1;
}

/**
 * hwx_stage_indicate() - the driver is told what is finished
 * @radio: sender
 *
 * Context: lock of the medium held.
 */
void hwx_stage_indicate(struct hwx_radio *radio)
{
	struct hwx_hwq *hwq;
	int ac, slot;

	for (ac = 0; ac < IEEE80211_NUM_ACS; ac++) {
		hwq = &radio->edca[ac].hwq;
		for (slot = 0; slot < HWX_SLOT_COUNT; slot++) {
			hwq->indicated[slot] += hwq->done[slot];
			hwq->done[slot] = 0;
		}
	}
}

/**
 * hwx_stage_release() - the driver has read what is finished
 * @radio: sender
 *
 * Context: lock of the medium held.
 */
void hwx_stage_release(struct hwx_radio *radio)
{
	struct hwx_hwq *hwq;
	int ac, slot;

	for (ac = 0; ac < IEEE80211_NUM_ACS; ac++) {
		hwq = &radio->edca[ac].hwq;
		for (slot = 0; slot < HWX_SLOT_COUNT; slot++) {
			hwq->used[slot] -= hwq->indicated[slot];
			hwq->indicated[slot] = 0;
		}
	}
}

/**
 * hwx_stage_purge() - take back what is staged
 * @edca: access category
 * @vif: only of this interface, NULL for all
 * @fwq: only of this queue, NULL for all
 * @to: gets the frames, marked dropped
 *
 * Context: lock of the medium held.
 */
void hwx_stage_purge(struct hwx_edca *edca, const struct ieee80211_vif *vif,
		     const struct hwx_fwq *fwq, struct list_head *to)
{
	struct hwx_ppdu *ppdu, *next;
	const struct hwx_desc *desc;

	list_for_each_entry_safe(ppdu, next, &edca->hwq.staged, node) {
		desc = list_first_entry(&ppdu->frames, struct hwx_desc, node);
		if ((vif && desc->vif != vif) || (fwq && ppdu->fwq != fwq))
			continue;
		hwx_fwq_drop(ppdu->fwq, &ppdu->frames, to);
		edca->hwq.used[ppdu->slot]--;
		hwx_stage_free(edca->radio, ppdu);
	}
}

/**
 * hwx_stage_abort() - what is on the air will have no end
 * @edca: access category
 * @slot: what the PPDU counts as
 *
 * Context: lock of the medium held.
 */
void hwx_stage_abort(struct hwx_edca *edca, enum hwx_slot slot)
{
	if (hwx_stage_on(edca))
		edca->hwq.used[slot]--;
}

/**
 * hwx_stage_reset() - a stopped radio forgets what it was to tell the driver
 * @radio: nothing is staged, nothing on the air
 *
 * Context: lock of the medium held.
 */
void hwx_stage_reset(struct hwx_radio *radio)
{
	int ac;

	hwx_stage_indicate(radio);
	hwx_stage_release(radio);
	for (ac = 0; ac < IEEE80211_NUM_ACS; ac++)
		WARN_ON_ONCE(radio->edca[ac].hwq.used[HWX_SLOT_SINGLE] ||
			     radio->edca[ac].hwq.used[HWX_SLOT_AMPDU]);
}
