// SPDX-License-Identifier: GPL-2.0
/*
 * One exchange on the air: PPDU, then the response if one is expected.
 *
 *   |<-- AIFS, backoff -->|<----- PPDU ----->| SIFS |<- (block) ack ->|
 *                      start              data_end                   end
 *
 * Receivers copy at the end of the PPDU.  Without a response the sender learns
 * of the failure ack_timeout after the end of the PPDU; everybody else goes on
 * as soon as the air is idle (a PPDU that collides in its first slot cannot be
 * locked on, so there is no EIFS).
 */
#include "hwx.h"
#include "trace.h"

/**
 * hwx_exchange_init() - a radio with nothing on the air
 * @radio: being made
 */
void hwx_exchange_init(struct hwx_radio *radio)
{
	struct hwx_exchange *x = &radio->xchg;

	INIT_LIST_HEAD(&x->node);
	INIT_LIST_HEAD(&x->frames);
	x->phase = HWX_PHASE_NONE;
}

static u32 hwx_response_ns(const struct hwx_exchange *x)
{
	if (x->ampdu)
		return hwx_ba_ns(&x->rate, x->fwq->window);
	return hwx_ack_ns(&x->rate);
}

/* OFDM and later end with a silent signal extension at 2.4 GHz. */
static u32 hwx_signal_ext_ns(const struct hwx_exchange *x)
{
	return x->rate.mode == HWX_MODE_DSSS ? 0 : x->air->timing.signal_ext_ns;
}

static void hwx_exchange_time(struct hwx_exchange *x, u64 now_ns)
{
	const struct hwx_phy_timing *timing = &x->air->timing;
	u32 ext_ns = hwx_signal_ext_ns(x);

	x->start_ns = now_ns;
	x->data_end_ns = now_ns + hwx_ppdu_ns(&x->rate, x->psdu_bytes) + ext_ns;
	x->end_ns = x->data_end_ns;
	if (x->respond)
		x->end_ns += timing->sifs_ns + hwx_response_ns(x) + ext_ns;
	x->next_ns = x->data_end_ns;
	x->phase = HWX_PHASE_DATA;
}

static void hwx_exchange_collide(struct hwx_medium *medium,
				 struct hwx_exchange *x)
{
	struct hwx_exchange *other;

	list_for_each_entry(other, &medium->exchanges, node) {
		if (!hwx_air_overlap(x->air, other->air))
			continue;
		x->collided = true;
		if (other->phase == HWX_PHASE_DATA)
			other->collided = true;
	}
}

static void hwx_exchange_count(struct hwx_radio *radio,
			       struct hwx_exchange *x)
{
	struct hwx_stats *stats = &radio->stats;
	struct hwx_desc *desc;
	__le16 fc;

	stats->tx_ppdus++;
	stats->tx_mpdus += x->n;
	list_for_each_entry(desc, &x->frames, node) {
		if (desc->attempts++)
			stats->retries++;
		desc->rate = x->rate;
		desc->got = false;
		desc->ampdu_len = 0;
		desc->ppdu_ns = 0;
	}
	desc = list_first_entry(&x->frames, struct hwx_desc, node);
	desc->ppdu_ns = x->end_ns - x->start_ns;
	fc = ((struct ieee80211_hdr *)desc->skb->data)->frame_control;
	if (!desc->noack && ieee80211_is_data(fc))
		stats->ampdu_hist[min_t(u32, x->n, HWX_AMPDU_HIST_BINS - 1)]++;
	if (ieee80211_is_beacon(fc) || ieee80211_is_probe_resp(fc))
		hwx_beacon_stamp(radio, desc->skb, x->start_ns);
}

/**
 * hwx_exchange_start() - send
 * @edca: the access category that may
 * @now_ns: begin of the PPDU
 *
 * Context: lock of the medium and RCU read lock held.
 * Return: false when there was nothing to send
 */
bool hwx_exchange_start(struct hwx_edca *edca, u64 now_ns)
{
	struct hwx_radio *radio = edca->radio;
	struct hwx_medium *medium = radio->medium;
	struct hwx_exchange *x = &radio->xchg;

	lockdep_assert_held(&medium->lock);
	x->air = edca->ac == HWX_EDCA_OFFCHAN ? radio->scan.air : radio->air;
	if (!hwx_aggregate(edca, x, now_ns))
		return false;

	x->to = hwx_deliver_target(x);
	x->respond = !list_first_entry(&x->frames, struct hwx_desc, node)->noack;
	x->collided = false;
	hwx_exchange_time(x, now_ns);
	hwx_exchange_count(radio, x);
	hwx_exchange_collide(medium, x);
	list_add_tail(&x->node, &medium->exchanges);
	hwx_air_busy(medium, x->air, now_ns);
	edca->f.busy = true;
	hwx_csma_freeze(medium, x);
	return true;
}

/* Is the sender done with this frame, or will it try again? */
static bool hwx_exchange_settle(struct hwx_radio *radio,
				struct hwx_exchange *x, struct hwx_desc *desc,
				bool answered)
{
	if (x->respond && !desc->got)
		radio->stats.mpdu_lost++;
	desc->acked = answered && (desc->got || !x->respond);
	return desc->acked || !x->fwq ||
	       desc->attempts >= radio->params.retry_limit;
}

/* Sort the frames of an exchange that is over; says how many are done. */
static u32 hwx_exchange_sort(struct hwx_radio *radio, struct hwx_exchange *x,
			     bool answered, u64 now_ns)
{
	struct hwx_desc *desc, *next, *first = NULL;
	u32 n_done = 0, n_acked = 0;
	LIST_HEAD(again);
	LIST_HEAD(done);

	list_for_each_entry_safe(desc, next, &x->frames, node) {
		if (!hwx_exchange_settle(radio, x, desc, answered)) {
			list_move_tail(&desc->node, &again);
			continue;
		}
		list_move_tail(&desc->node, &done);
		n_done++;
		n_acked += desc->acked;
		if (!first)
			first = desc;
	}
	if (first && first->ampdu) {
		first->ampdu_len = x->n;
		first->ampdu_acked = n_acked;
	} else if (!first) {
		desc = list_first_entry(&again, struct hwx_desc, node);
		hwx_completion_tell(radio, desc, x->n);
	}
	if (x->fwq)
		hwx_fwq_requeue(x->fwq, &again);
	hwx_completion_add(radio, &done, n_done, now_ns);
	return n_done;
}

/* @answered: the response arrived, or none was expected. */
static void hwx_exchange_finish(struct hwx_exchange *x, bool answered,
				u64 now_ns)
{
	struct hwx_edca *edca = x->edca;
	struct hwx_radio *radio = edca->radio;
	struct hwx_medium *medium = radio->medium;
	u32 n_done;

	trace_hwx_ppdu(radio, x, answered);
	list_del_init(&x->node);
	x->phase = HWX_PHASE_NONE;
	radio->stats.air_tx_ns += now_ns - x->start_ns;
	if (!answered) {
		radio->blocked_ns = x->data_end_ns +
				    x->air->timing.ack_timeout_ns;
		radio->stats.ba_lost++;
	}
	if (x->collided)
		radio->stats.collisions++;
	hwx_air_idle(medium, x->air, now_ns);
	x->air = NULL;
	n_done = hwx_exchange_sort(radio, x, answered, now_ns);
	x->edca = NULL;
	x->fwq = NULL;
	x->to = NULL;
	/* giving up ends the growth of the window as an answer does */
	hwx_csma_done(edca, answered || n_done, now_ns);
	hwx_csma_resume(medium, now_ns);
}

/* Does the response reach the sender? */
static bool hwx_exchange_answered(struct hwx_exchange *x)
{
	struct hwx_radio *radio = x->edca->radio;
	u32 loss_ppm = x->to ? hwx_link_loss(x->to, radio) : 1000000;

	return !loss_ppm ||
	       hwx_prng_below(&radio->medium->prng, 1000000) >= loss_ppm;
}

/**
 * hwx_exchange_step() - the current phase is over
 * @x: on the air
 *
 * Context: lock of the medium and RCU read lock held.
 */
void hwx_exchange_step(struct hwx_exchange *x)
{
	bool got;

	if (x->phase == HWX_PHASE_RESPONSE) {
		hwx_exchange_finish(x, hwx_exchange_answered(x), x->end_ns);
		return;
	}
	got = !x->collided && hwx_deliver(x);
	if (!x->respond) {
		hwx_exchange_finish(x, true, x->data_end_ns);
	} else if (got) {
		x->phase = HWX_PHASE_RESPONSE;
		x->next_ns = x->end_ns;
	} else {
		hwx_exchange_finish(x, false, x->data_end_ns);
	}
}

/**
 * hwx_exchange_abort() - a radio falls silent
 * @radio: which
 * @to: gets the frames of its exchange, marked dropped
 *
 * Context: lock of the medium held.
 */
void hwx_exchange_abort(struct hwx_radio *radio, struct list_head *to)
{
	struct hwx_exchange *x = &radio->xchg;
	struct hwx_medium *medium = radio->medium;
	struct hwx_desc *desc;
	u64 now_ns = ktime_get_ns();

	if (x->phase == HWX_PHASE_NONE)
		return;
	list_del_init(&x->node);
	x->phase = HWX_PHASE_NONE;
	hwx_air_idle(medium, x->air, max(now_ns, x->start_ns));
	x->air = NULL;
	list_for_each_entry(desc, &x->frames, node)
		desc->dropped = true;
	list_splice_tail_init(&x->frames, to);
	x->fwq = NULL;
	x->edca = NULL;
	x->to = NULL;
	hwx_csma_resume(medium, now_ns);
	hwx_medium_arm(medium, hwx_csma_next_ns(medium));
}
