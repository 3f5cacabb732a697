// SPDX-License-Identifier: GPL-2.0
/*
 * The outcome of an exchange for its frames: which are done, which go again.
 */
#include "hwx.h"

/* Is the sender done with this frame, or will it try again? */
static bool hwx_settle_frame(struct hwx_exchange *x, struct hwx_desc *desc,
			     bool sent, bool answered)
{
	struct hwx_radio *radio = x->edca->radio;
	u32 limit = radio->params.retry_limit;

	if (sent && x->respond && !desc->got)
		radio->stats.mpdu_lost++;
	desc->acked = answered && (desc->got || !x->respond);
	if (desc->acked || !x->ppdu.fwq)
		return true;
	/* an RTS without a CTS costs all frames behind it one attempt */
	if ((sent ? desc->attempts : x->ppdu.fwq->unanswered) < limit)
		return false;
	if (desc->sta)
		hwx_peer(desc->sta)->failed++;
	return true;
}

/*
 * How often in a row has nobody answered this queue?  A sample is the whole of
 * a chain of its own.
 */
static void hwx_settle_queue(struct hwx_exchange *x, bool sent, bool answered)
{
	if (answered)
		x->ppdu.fwq->unanswered = 0;
	else if (!(x->ppdu.sample && sent) && x->ppdu.fwq->unanswered < U8_MAX)
		x->ppdu.fwq->unanswered++;
}

/*
 * The duration of the exchange is told with its first frame that is done.  If
 * none is, which may be so several times in a row, that of the next one has it.
 */
static void hwx_settle_air(struct hwx_exchange *x, struct hwx_desc *first,
			   u64 now_ns)
{
	struct hwx_fwq *fwq = x->ppdu.fwq;

	if (!fwq)
		return;
	fwq->air_ns += now_ns - x->access_ns;
	if (!first)
		return;
	first->ppdu_ns = fwq->air_ns;
	fwq->air_ns = 0;
}

/* A sample, and what was built ahead, may be given up before older frames. */
static bool hwx_pending_before(struct hwx_fwq *fwq, const struct hwx_desc *desc)
{
	const struct hwx_desc *oldest;

	if (hwx_stage_oldest(fwq, desc->sn) != desc->sn)
		return true;
	oldest = list_first_entry_or_null(&fwq->retry, struct hwx_desc, node);
	return oldest && ieee80211_sn_less(oldest->sn, desc->sn);
}

/* The peer must not wait for what it will not get; who tells it owns the session. */
static void hwx_settle_bar(struct hwx_exchange *x, struct hwx_desc *given_up)
{
	struct hwx_radio *radio = x->edca->radio;
	bool wanted = !hwx_pending_before(x->ppdu.fwq, given_up);

	if (!hwx_fwba_owns(radio))
		given_up->bar = wanted;
	else if (wanted)
		hwx_fwba_bar(radio, given_up);
}

/*
 * Frames go back to where they are sent from; says whether the PPDU, if it was
 * built ahead, is finished.
 */
static bool hwx_settle_again(struct hwx_exchange *x, struct list_head *again,
			     struct hwx_desc *given_up)
{
	struct hwx_fwq *fwq = x->ppdu.fwq;
	bool kept;

	if (!fwq)
		return true;
	if (list_empty(again))
		fwq->unanswered = 0;
	kept = hwx_stage_keep(x->edca, &x->ppdu, again);
	hwx_fwq_requeue(fwq, again);
	/* one request takes the window behind all of them */
	if (given_up)
		hwx_settle_bar(x, given_up);
	return !kept;
}

/**
 * hwx_settle() - sort the frames of an exchange that is over
 * @x: still has its frames; empty afterwards
 * @sent: the PPDU was on the air, not only its RTS
 * @answered: the response arrived, or none was expected
 * @now_ns: end of the exchange
 *
 * What is acknowledged or given up is completed, the rest goes back to the
 * front of its queue.
 *
 * Context: lock of the medium held.
 * Return: how many MPDUs are done
 */
u32 hwx_settle(struct hwx_exchange *x, bool sent, bool answered, u64 now_ns)
{
	struct hwx_radio *radio = x->edca->radio;
	struct hwx_ppdu *ppdu = &x->ppdu;
	struct hwx_desc *desc, *next, *first = NULL, *given_up = NULL;
	u32 n_done = 0, n_acked = 0, n_frames = 0, n_ppdus = 0;
	LIST_HEAD(again);
	LIST_HEAD(done);
	s8 ack_dbm = 0;

	lockdep_assert_held(&radio->medium->lock);
	if (answered && x->to)
		ack_dbm = hwx_link_signal_dbm(x->to, radio);
	if (ppdu->fwq)
		hwx_settle_queue(x, sent, answered);
	list_for_each_entry_safe(desc, next, &ppdu->frames, node) {
		/* for rate control an RTS without a CTS is a failure too */
		if (!sent)
			hwx_status_try(desc, &ppdu->rate);
		if (!hwx_settle_frame(x, desc, sent, answered)) {
			list_move_tail(&desc->node, &again);
			continue;
		}
		list_move_tail(&desc->node, &done);
		desc->ack_dbm = ack_dbm;
		n_done++;
		n_frames += hwx_amsdu_open(desc);
		n_acked += desc->acked;
		if (!desc->acked && desc->ampdu)
			given_up = desc;
		if (!first)
			first = desc;
	}
	if (first && first->ampdu) {
		first->rate = ppdu->rate;
		first->ampdu_len = ppdu->n;
		first->ampdu_acked = n_acked;
	} else if (!first) {
		desc = list_first_entry(&again, struct hwx_desc, node);
		hwx_completion_tell(radio, desc, &ppdu->rate, ppdu->n);
	}
	hwx_settle_air(x, first, now_ns);
	if (hwx_settle_again(x, &again, given_up))
		n_ppdus = hwx_stage_done(x->edca, ppdu->slot);
	hwx_completion_add(radio, &done, n_frames, n_ppdus, now_ns);
	return n_done;
}
