// SPDX-License-Identifier: GPL-2.0
/*
 * Firmware queues: frames that wait for the air, by receiver and TID, and the
 * round in which an access category serves them.
 *
 * A new MPDU gets its sequence number when it leaves its queue for the first
 * time.  As long as none is dropped in here, and none shares its MPDU with
 * others, that is the one mac80211 gave it.
 */
#include "hwx.h"

/**
 * hwx_fwq_init() - an empty queue
 * @fwq: filled
 * @edca: it feeds
 */
void hwx_fwq_init(struct hwx_fwq *fwq, struct hwx_edca *edca)
{
	INIT_LIST_HEAD(&fwq->node);
	INIT_LIST_HEAD(&fwq->frames);
	INIT_LIST_HEAD(&fwq->retry);
	fwq->edca = edca;
	fwq->len = 0;
	fwq->session_frames = 0;
	fwq->stopping = NULL;
	fwq->next_sn = 0;
	fwq->window = 0;
	fwq->air_ns = 0;
	fwq->unanswered = 0;
	fwq->tid = IEEE80211_NUM_TIDS;
	fwq->stuck = false;
	fwq->served_ns = 0;
	INIT_LIST_HEAD(&fwq->ba.node);
}

static struct hwx_desc *hwx_fwq_head(struct hwx_fwq *fwq)
{
	struct hwx_desc *desc;

	desc = list_first_entry_or_null(&fwq->retry, struct hwx_desc, node);
	if (!desc)
		desc = list_first_entry_or_null(&fwq->frames, struct hwx_desc,
						node);
	return desc;
}

static void hwx_fwq_join_round(struct hwx_fwq *fwq)
{
	struct hwx_edca *edca = fwq->edca;

	if (!list_empty(&fwq->node) || hwx_fwba_holds(fwq, hwx_fwq_head(fwq)))
		return;
	list_add_tail(&fwq->node, fwq->stuck ? &edca->stuck : &edca->round);
	if (fwq->stuck)
		hwx_watchdog_wake(edca->radio->medium);
}

/**
 * hwx_fwq_stick() - a queue falls out of the round, with all it will get
 * @fwq: the queue
 *
 * Context: lock of the medium held.
 */
void hwx_fwq_stick(struct hwx_fwq *fwq)
{
	fwq->stuck = true;
	if (list_empty(&fwq->node))
		return;
	list_del_init(&fwq->node);
	hwx_fwq_join_round(fwq);
}

/**
 * hwx_fwq_resume() - frames that were held may go
 * @fwq: the queue
 *
 * Context: lock of the medium held.  The caller kicks the EDCA queue.
 */
void hwx_fwq_resume(struct hwx_fwq *fwq)
{
	if (fwq->len)
		hwx_fwq_join_round(fwq);
}

/**
 * hwx_fwq_add() - queue a new frame
 * @fwq: where to
 * @desc: on no list
 *
 * Context: lock of the medium held.  The caller kicks the EDCA queue.
 */
void hwx_fwq_add(struct hwx_fwq *fwq, struct hwx_desc *desc)
{
	list_add_tail(&desc->node, &fwq->frames);
	fwq->len++;
	hwx_fwq_join_round(fwq);
}

/**
 * hwx_fwq_add_first() - queue a frame that goes before all others
 * @fwq: where to
 * @desc: on no list
 *
 * Context: lock of the medium held.  The caller kicks the EDCA queue.
 */
void hwx_fwq_add_first(struct hwx_fwq *fwq, struct hwx_desc *desc)
{
	list_add(&desc->node, &fwq->retry);
	fwq->len++;
	hwx_fwq_join_round(fwq);
}

/* Behind which retry, at @place or later, does a frame that comes back go? */
static struct list_head *hwx_fwq_retry_place(struct hwx_fwq *fwq,
					     struct list_head *place,
					     const struct hwx_desc *desc)
{
	struct hwx_desc *next;

	while (!list_is_last(place, &fwq->retry)) {
		next = list_first_entry(place, struct hwx_desc, node);
		if (!ieee80211_sn_less(next->sn, desc->sn))
			break;
		place = place->next;
	}
	return place;
}

/**
 * hwx_fwq_requeue() - take back frames that were sent and not acknowledged
 * @fwq: they came from
 * @frames: in order; empty afterwards
 *
 * A sample overtakes retries, and of PPDUs that were built ahead the later one
 * holds what is newer than the retries of the one before: all go back to where
 * their numbers belong.
 *
 * Context: lock of the medium held.
 */
void hwx_fwq_requeue(struct hwx_fwq *fwq, struct list_head *frames)
{
	struct list_head *place = &fwq->retry;
	struct hwx_desc *desc, *next;

	if (list_empty(frames))
		return;
	list_for_each_entry_safe(desc, next, frames, node) {
		place = hwx_fwq_retry_place(fwq, place, desc);
		list_move(&desc->node, place);
		place = &desc->node;
		fwq->len++;
	}
	hwx_fwq_join_round(fwq);
}

/**
 * hwx_fwq_first() - the frame that must go next
 * @fwq: the queue
 * @now_ns: frames still on the host interface do not count
 *
 * Context: lock of the medium held.
 * Return: the frame, still queued, or NULL
 */
struct hwx_desc *hwx_fwq_first(struct hwx_fwq *fwq, u64 now_ns)
{
	struct hwx_desc *desc = hwx_fwq_head(fwq);

	return desc && desc->ready_ns <= now_ns ? desc : NULL;
}

/**
 * hwx_fwq_next_new() - the frame that would go next if there were no retries
 * @fwq: the queue
 * @now_ns: frames still on the host interface do not count
 *
 * Context: lock of the medium held.
 * Return: the frame, still queued, or NULL
 */
struct hwx_desc *hwx_fwq_next_new(struct hwx_fwq *fwq, u64 now_ns)
{
	struct hwx_desc *desc;

	desc = list_first_entry_or_null(&fwq->frames, struct hwx_desc, node);
	return desc && desc->ready_ns <= now_ns ? desc : NULL;
}

/**
 * hwx_fwq_ready_ns() - when the next frame is there
 * @fwq: the queue
 *
 * Context: lock of the medium held.
 * Return: ns, U64_MAX when empty
 */
u64 hwx_fwq_ready_ns(struct hwx_fwq *fwq)
{
	struct hwx_desc *desc = hwx_fwq_head(fwq);

	return desc ? desc->ready_ns : U64_MAX;
}

/* All fragments of an MSDU have the number of the first. */
static bool hwx_later_fragment(const struct hwx_desc *desc)
{
	const struct ieee80211_hdr *hdr = (const void *)desc->skb->data;

	return hdr->seq_ctrl & cpu_to_le16(IEEE80211_SCTL_FRAG);
}

/**
 * hwx_fwq_seq() - the sequence number that a frame has, or will get
 * @fwq: the queue
 * @desc: its next frame
 *
 * Context: lock of the medium held.
 * Return: 0..4095
 */
u16 hwx_fwq_seq(const struct hwx_fwq *fwq, const struct hwx_desc *desc)
{
	if (desc->numbered)
		return desc->sn;
	return hwx_later_fragment(desc) ?
	       hwx_seq_add(fwq->next_sn, HWX_SEQ_COUNT - 1) : fwq->next_sn;
}

/**
 * hwx_fwq_seq_of_new() - the number of the next frame to be queued
 * @fwq: the queue; what it holds will be sent as single MSDUs
 *
 * Context: lock of the medium held.
 * Return: 0..4095
 */
u16 hwx_fwq_seq_of_new(const struct hwx_fwq *fwq)
{
	const struct hwx_desc *desc;
	u32 n = 0;

	list_for_each_entry(desc, &fwq->frames, node)
		n += !desc->numbered && !hwx_later_fragment(desc);
	return hwx_seq_add(fwq->next_sn, n);
}

/* mac80211 asks for a block ack from the number after that of a lost frame. */
static void hwx_fwq_number(struct hwx_fwq *fwq, struct hwx_desc *desc)
{
	struct ieee80211_hdr *hdr = (struct ieee80211_hdr *)desc->skb->data;

	if (desc->numbered)
		return;
	desc->sn = hwx_fwq_seq(fwq, desc);
	desc->numbered = true;
	fwq->next_sn = hwx_seq_add(desc->sn, 1);
	hdr->seq_ctrl &= cpu_to_le16(IEEE80211_SCTL_FRAG);
	hdr->seq_ctrl |= cpu_to_le16(IEEE80211_SN_TO_SEQ(desc->sn));
}

static void hwx_fwq_remove(struct hwx_fwq *fwq, struct hwx_desc *desc,
			   struct list_head *to)
{
	list_move_tail(&desc->node, to);
	if (!--fwq->len || hwx_fwba_holds(fwq, hwx_fwq_head(fwq)))
		list_del_init(&fwq->node);
}

/**
 * hwx_fwq_take() - move a frame from the queue to an exchange
 * @fwq: the queue
 * @desc: its next frame
 * @to: list to append to
 *
 * Context: lock of the medium held.
 */
void hwx_fwq_take(struct hwx_fwq *fwq, struct hwx_desc *desc,
		  struct list_head *to)
{
	hwx_fwq_number(fwq, desc);
	hwx_fwq_remove(fwq, desc, to);
}

/**
 * hwx_fwq_join() - put the next frames into an MPDU that was just taken
 * @fwq: the queue
 * @mpdu: its first frame, numbered
 * @n: how many
 *
 * Context: lock of the medium held.
 */
void hwx_fwq_join(struct hwx_fwq *fwq, struct hwx_desc *mpdu, u32 n)
{
	struct ieee80211_hdr *hdr = (struct ieee80211_hdr *)mpdu->skb->data;
	__le16 seq_ctrl = hdr->seq_ctrl;
	struct hwx_desc *desc;

	while (n--) {
		desc = list_first_entry(&fwq->frames, struct hwx_desc, node);
		desc->sn = mpdu->sn;
		desc->numbered = true;
		hdr = (struct ieee80211_hdr *)desc->skb->data;
		hdr->seq_ctrl = seq_ctrl;
		hwx_fwq_remove(fwq, desc, &mpdu->msdus);
	}
}

/**
 * hwx_fwq_drop() - frames will not be sent any more
 * @fwq: they are of
 * @from: out of its lists or of a PPDU of it; empty afterwards
 * @to: gets them, marked dropped
 *
 * Context: lock of the medium held.
 */
void hwx_fwq_drop(struct hwx_fwq *fwq, struct list_head *from,
		  struct list_head *to)
{
	struct hwx_desc *desc;

	list_for_each_entry(desc, from, node) {
		hwx_amsdu_open(desc);
		hwx_session_leave(fwq, desc);
		hwx_ring_leave(fwq, desc);
		desc->dropped = true;
		desc->sta = NULL;
		desc->vif = NULL;
	}
	list_splice_tail_init(from, to);
}

/**
 * hwx_fwq_purge() - empty the queue
 * @fwq: the queue
 * @to: gets the frames, marked dropped
 *
 * Context: lock of the medium held.
 */
void hwx_fwq_purge(struct hwx_fwq *fwq, struct list_head *to)
{
	hwx_fwq_drop(fwq, &fwq->retry, to);
	hwx_fwq_drop(fwq, &fwq->frames, to);
	fwq->len = 0;
	list_del_init(&fwq->node);
}

/* What was sent and not acknowledged is given up; returns the last of it. */
static struct hwx_desc *hwx_give_up(struct hwx_fwq *fwq, struct list_head *to)
{
	struct hwx_desc *desc, *next, *last = NULL;

	/* MPDU by MPDU: what one is opened to stands before the next */
	list_for_each_entry_safe(desc, next, &fwq->retry, node) {
		hwx_amsdu_open(desc);
		desc->acked = false;
		if (desc->ampdu)
			last = desc;
		if (desc->sta)
			hwx_peer(desc->sta)->failed++;
	}
	list_splice_tail_init(&fwq->retry, to);
	return last;
}

/**
 * hwx_fwq_reset() - empty a queue that the firmware does not serve, and have it
 *	served again
 * @fwq: the queue
 * @to: gets the frames: those that were sent with their outcome, the others
 *	marked dropped
 *
 * Context: lock of the medium held.
 */
void hwx_fwq_reset(struct hwx_fwq *fwq, struct list_head *to)
{
	struct hwx_radio *radio = fwq->edca->radio;
	struct hwx_desc *last = hwx_give_up(fwq, to);

	hwx_fwq_purge(fwq, to);
	fwq->stuck = false;
	fwq->unanswered = 0;
	/* the receiver is to wait for none of what was sent */
	if (last && hwx_fwba_owns(radio))
		hwx_fwba_bar(radio, last);
	else if (last)
		last->bar = true;
}

/**
 * hwx_fwq_sta() - the receiver of a queue
 * @fwq: of a receiver and TID
 *
 * Return: the station
 */
struct ieee80211_sta *hwx_fwq_sta(struct hwx_fwq *fwq)
{
	struct hwx_peer *peer = container_of(fwq - fwq->tid, struct hwx_peer,
					     fwq[0]);

	return container_of((void *)peer, struct ieee80211_sta, drv_priv);
}

/**
 * hwx_edca_init() - an empty access category
 * @edca: filled
 * @radio: owner
 * @ac: see struct hwx_edca
 */
void hwx_edca_init(struct hwx_edca *edca, struct hwx_radio *radio, u8 ac)
{
	/* until conf_tx: what 802.11-2020 table 9-155 gives best effort */
	struct hwx_edca_params params = {
		.aifsn = 3, .cw_min = 15, .cw_max = 1023, .qos = true,
	};

	if (ac == HWX_EDCA_BEACON) {
		params.aifsn = 1;
		params.cw_min = 0;
		params.cw_max = 0;
	}
	edca->radio = radio;
	edca->ac = ac;
	edca->arrival_ns = U64_MAX;
	INIT_LIST_HEAD(&edca->node);
	INIT_LIST_HEAD(&edca->round);
	INIT_LIST_HEAD(&edca->hwq.staged);
	INIT_LIST_HEAD(&edca->stuck);
	hwx_edcaf_init(&edca->f, &params);
	hwx_fwq_init(&edca->direct, edca);
}

/**
 * hwx_edca_has_frames() - is there anything to send?
 * @edca: the access category
 *
 * Context: lock of the medium held.
 * Return: true when at least one frame is
 */
bool hwx_edca_has_frames(const struct hwx_edca *edca)
{
	return !list_empty(hwx_stage_on(edca) ? &edca->hwq.staged :
						&edca->round);
}

/**
 * hwx_edca_ready_ns() - when the first frame of any queue is there
 * @edca: the access category
 *
 * Context: lock of the medium held.
 * While the firmware pauses it sees none of them.
 *
 * Return: ns, U64_MAX when there is nothing to send
 */
u64 hwx_edca_ready_ns(const struct hwx_edca *edca)
{
	struct hwx_fwq *fwq;
	u64 ready_ns = U64_MAX;

	if (hwx_stage_on(edca))
		ready_ns = hwx_stage_ready_ns(edca);
	else
		list_for_each_entry(fwq, &edca->round, node)
			ready_ns = min(ready_ns, hwx_fwq_ready_ns(fwq));
	return max(ready_ns, edca->radio->fault.pause_end_ns);
}

static void hwx_purge_queue(struct hwx_fwq *fwq, struct list_head *frames,
			    struct ieee80211_vif *vif, struct list_head *to)
{
	struct hwx_desc *desc, *next;
	LIST_HEAD(out);

	list_for_each_entry_safe(desc, next, frames, node)
		if (!vif || desc->vif == vif)
			hwx_fwq_remove(fwq, desc, &out);
	hwx_fwq_drop(fwq, &out, to);
}

static void hwx_purge_queues(struct list_head *fwqs, struct ieee80211_vif *vif,
			     struct list_head *to)
{
	struct hwx_fwq *fwq, *next;

	list_for_each_entry_safe(fwq, next, fwqs, node) {
		hwx_purge_queue(fwq, &fwq->retry, vif, to);
		hwx_purge_queue(fwq, &fwq->frames, vif, to);
	}
}

/**
 * hwx_radio_purge() - take back what is queued
 * @radio: owner
 * @vif: only frames of this interface, NULL for all
 * @to: gets the frames, marked dropped
 *
 * Context: lock of the medium held.
 */
void hwx_radio_purge(struct hwx_radio *radio, struct ieee80211_vif *vif,
		     struct list_head *to)
{
	struct hwx_edca *edca;
	int i;

	for (i = 0; i < HWX_NUM_EDCA; i++) {
		edca = &radio->edca[i];
		hwx_purge_queues(&edca->round, vif, to);
		hwx_purge_queues(&edca->stuck, vif, to);
		hwx_stage_purge(edca, vif, NULL, to);
		if (!hwx_edca_has_frames(edca))
			hwx_csma_leave(edca);
	}
}
