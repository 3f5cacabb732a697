// SPDX-License-Identifier: GPL-2.0
/*
 * One exchange on the air, phase by phase.
 *
 *   |<- AIFS, backoff ->|<- RTS ->|<- CTS ->|<-- PPDU -->|<- (block) ack ->|
 *                    access               start       data_end            end
 *
 * RTS and CTS are there only when the PPDU is protected (protect.c); the SIFS
 * before a CTS or a response belongs to it, that before the PPDU to the CTS.
 * In a TXOP the next PPDU follows a SIFS after the end, as long as one is there
 * that fits (txop.c).
 *
 * A transmission that overlaps another at the radio it is meant for is lost.
 * Receivers copy at the end of the PPDU.  Without a response the sender learns
 * of the failure ack_timeout after the end of the PPDU; everybody else goes on
 * as soon as the air is idle, or after an EIFS (sense.c).
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
	INIT_LIST_HEAD(&x->ppdu.frames);
	x->phase = HWX_PHASE_NONE;
}

/* Who transmits in this phase? */
static struct hwx_radio *hwx_speaker(const struct hwx_exchange *x)
{
	switch (x->phase) {
	case HWX_PHASE_RTS:
	case HWX_PHASE_DATA:
		return x->edca->radio;
	case HWX_PHASE_CTS:
	case HWX_PHASE_RESPONSE:
		return x->to;
	default:
		return NULL;
	}
}

/* And for whom is it meant?  NULL: for everybody. */
static struct hwx_radio *hwx_listener(const struct hwx_exchange *x)
{
	return hwx_speaker(x) == x->to ? x->edca->radio : x->to;
}

static void hwx_disturb(struct hwx_exchange *x, const struct hwx_exchange *by)
{
	struct hwx_radio *listener = hwx_listener(x), *jammer = hwx_speaker(by);

	if (!jammer || !hwx_speaker(x))
		return;
	if (listener && listener != jammer &&
	    !hwx_sense_hears(listener, jammer))
		return;
	if (!x->collided && by->phase_ns >= x->phase_ns + HWX_CCA_NS)
		x->jammer = jammer;
	x->collided = true;
}

/* The next phase begins at once. */
static void hwx_exchange_phase(struct hwx_exchange *x, enum hwx_phase phase,
			       u64 now_ns, u64 until_ns)
{
	struct hwx_medium *medium = x->edca->radio->medium;
	struct hwx_exchange *other;

	x->phase = phase;
	x->phase_ns = now_ns;
	x->next_ns = until_ns;
	x->collided = false;
	x->jammer = NULL;
	list_for_each_entry(other, &medium->exchanges, node) {
		if (other == x || !hwx_air_overlap(x->air, other->air))
			continue;
		hwx_disturb(x, other);
		hwx_disturb(other, x);
	}
}

/* The addressee speaks: those who hear only it learn of the exchange. */
static void hwx_exchange_answer(struct hwx_exchange *x, enum hwx_phase phase,
				u64 now_ns, u64 until_ns)
{
	struct hwx_medium *medium = x->edca->radio->medium;

	x->answering = true;
	hwx_exchange_phase(x, phase, now_ns, until_ns);
	hwx_csma_freeze(medium, x);
	hwx_sense_update(medium, now_ns);
}

static void hwx_count_retry(struct hwx_radio *radio,
			    const struct hwx_desc *desc)
{
	radio->stats.retries++;
	if (desc->sta)
		hwx_peer(desc->sta)->retries++;
}

static void hwx_exchange_count(struct hwx_radio *radio,
			       struct hwx_exchange *x)
{
	const struct hwx_ppdu *ppdu = &x->ppdu;
	struct hwx_stats *stats = &radio->stats;
	u32 bin = min_t(u32, ppdu->n, HWX_AMPDU_HIST_BINS - 1);
	struct hwx_desc *desc;
	__le16 fc;

	stats->tx_ppdus++;
	stats->tx_mpdus += ppdu->n;
	list_for_each_entry(desc, &ppdu->frames, node) {
		if (desc->attempts++)
			hwx_count_retry(radio, desc);
		desc->rate = ppdu->rate;
		hwx_status_try(desc, &ppdu->rate);
		desc->got = false;
		desc->ampdu_len = 0;
	}
	desc = list_first_entry(&ppdu->frames, struct hwx_desc, node);
	fc = ((struct ieee80211_hdr *)desc->skb->data)->frame_control;
	if (!desc->noack && ieee80211_is_data(fc))
		stats->ampdu_hist[bin]++;
	if (desc->sta && !ppdu->sample && ieee80211_is_data_present(fc))
		hwx_peer(desc->sta)->tx_rate = ppdu->rate;
	if (ieee80211_is_beacon(fc) || ieee80211_is_probe_resp(fc))
		hwx_beacon_stamp(radio, desc->skb, x->start_ns);
}

/* An A-MPDU, or a request for one. */
static bool hwx_wants_block_ack(const struct hwx_exchange *x)
{
	return x->ppdu.ampdu ||
	       list_first_entry(&x->ppdu.frames, struct hwx_desc, node)->bar;
}

static u32 hwx_response_ns(const struct hwx_exchange *x)
{
	if (hwx_wants_block_ack(x))
		return hwx_ba_ns(&x->ppdu.rate, x->ppdu.fwq->window);
	return hwx_ack_ns(&x->ppdu.rate);
}

static void hwx_begin_data(struct hwx_exchange *x, u64 now_ns)
{
	const struct hwx_ppdu *ppdu = &x->ppdu;
	u32 ext_ns = hwx_signal_ext_ns(x->air, &ppdu->rate);

	x->start_ns = now_ns;
	x->data_end_ns = now_ns + ext_ns +
			 hwx_ppdu_ns(&ppdu->rate, ppdu->psdu_bytes);
	x->end_ns = x->data_end_ns;
	/* a queue that went with its station leaves nobody to answer */
	if (x->respond && ppdu->fwq)
		x->end_ns += x->air->timing.sifs_ns + hwx_response_ns(x) +
			     ext_ns;
	hwx_exchange_count(x->edca->radio, x);
	hwx_exchange_phase(x, HWX_PHASE_DATA, now_ns, x->data_end_ns);
}

/* With frames, at their first bit: RTS, CTS-to-self or the PPDU itself. */
static void hwx_exchange_begin(struct hwx_exchange *x, u64 now_ns)
{
	const struct hwx_desc *first;

	first = list_first_entry(&x->ppdu.frames, struct hwx_desc, node);
	x->access_ns = now_ns;
	x->to = hwx_deliver_target(x);
	x->respond = !first->noack;
	x->answering = false;
	x->protection = x->phase == HWX_PHASE_GAP ? HWX_PROTECT_NONE :
						    hwx_protect_choose(x);
	if (x->protection == HWX_PROTECT_NONE) {
		hwx_begin_data(x, now_ns);
		return;
	}
	x->edca->radio->stats.tx_rts++;
	hwx_exchange_phase(x, HWX_PHASE_RTS, now_ns,
			   now_ns + hwx_protect_first_ns(x));
}

/* The next PPDU, if there is one for what is left of the TXOP. */
static bool hwx_exchange_next(struct hwx_exchange *x, u64 now_ns)
{
	const struct hwx_room room = {
		.air = x->air,
		.txop_ns = x->txop_end_ns ? x->txop_end_ns - now_ns : 0,
		.later = x->phase == HWX_PHASE_GAP,
	};

	if (hwx_stage_on(x->edca))
		return hwx_stage_take(x->edca, &room, &x->ppdu, now_ns);
	return hwx_aggregate(x->edca, &room, &x->ppdu, now_ns);
}

/**
 * hwx_exchange_start() - send
 * @edca: the access category that may
 * @now_ns: begin of the first transmission
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
	x->edca = edca;
	x->air = hwx_edca_air(edca);
	x->txop_end_ns = hwx_txop_end_ns(edca, now_ns);
	if (!hwx_exchange_next(x, now_ns)) {
		x->edca = NULL;
		return false;
	}

	radio->stats.tx_accesses++;
	hwx_exchange_begin(x, now_ns);
	list_add_tail(&x->node, &medium->exchanges);
	hwx_air_busy(medium, x->air, now_ns);
	hwx_sense_update(medium, now_ns);
	edca->f.busy = true;
	hwx_csma_freeze(medium, x);
	return true;
}

/* Off the air; what was sent has been settled. */
static void hwx_exchange_close(struct hwx_exchange *x, bool success, u64 now_ns)
{
	struct hwx_edca *edca = x->edca;
	struct hwx_medium *medium = edca->radio->medium;

	list_del_init(&x->node);
	x->phase = HWX_PHASE_NONE;
	hwx_air_idle(medium, x->air, now_ns);
	hwx_sense_update(medium, now_ns);
	x->air = NULL;
	x->edca = NULL;
	hwx_csma_done(edca, success, now_ns);
	hwx_csma_resume(medium, now_ns);
}

static void hwx_count_failure(struct hwx_exchange *x, u64 now_ns)
{
	struct hwx_radio *radio = x->edca->radio;
	u64 silence_ns = x->data_end_ns;

	if (x->phase == HWX_PHASE_RTS)
		silence_ns = now_ns;
	else if (x->phase == HWX_PHASE_CTS)
		silence_ns = x->phase_ns;
	radio->blocked_ns = max(radio->blocked_ns,
				silence_ns + x->air->timing.ack_timeout_ns);
	if (x->phase < HWX_PHASE_DATA)
		radio->stats.rts_lost++;
	else
		radio->stats.ba_lost++;
}

/* @answered: the response arrived, or none was expected. */
static void hwx_exchange_finish(struct hwx_exchange *x, bool answered,
				u64 now_ns)
{
	struct hwx_radio *radio = x->edca->radio;
	bool sent = x->phase >= HWX_PHASE_DATA;
	u64 next_ns;
	u32 n_done;

	if (sent) {
		trace_hwx_ppdu(radio, x, answered);
		hwx_fault_ppdu(x, now_ns);
	}
	radio->stats.air_tx_ns += now_ns - x->access_ns;
	if (!answered)
		hwx_count_failure(x, now_ns);
	if (x->collided && hwx_speaker(x) == radio)
		radio->stats.collisions++;
	n_done = hwx_settle(x, sent, answered, now_ns);
	x->ppdu.fwq = NULL;
	x->to = NULL;
	next_ns = now_ns + x->air->timing.sifs_ns;
	hwx_exchange_phase(x, HWX_PHASE_GAP, now_ns, next_ns);
	/* giving up ends the growth of the window as an answer does */
	if (!answered || next_ns >= x->txop_end_ns || radio->fault.paused ||
	    !hwx_exchange_next(x, next_ns))
		hwx_exchange_close(x, answered || n_done, now_ns);
}

/* Is the addressee of an RTS free to answer? */
static bool hwx_may_answer(const struct hwx_exchange *x)
{
	struct hwx_medium *medium = x->edca->radio->medium;
	const struct hwx_exchange *other;

	list_for_each_entry(other, &medium->exchanges, node)
		if (other != x && hwx_air_overlap(x->air, other->air) &&
		    hwx_sense_exchange(x->to, other))
			return false;
	return true;
}

static void hwx_rts_over(struct hwx_exchange *x)
{
	struct hwx_radio *radio = x->edca->radio;
	u64 now_ns = x->next_ns;

	if (x->protection == HWX_PROTECT_CTS_TO_SELF) {
		hwx_begin_data(x, now_ns);
		return;
	}
	hwx_sense_garbled(x, now_ns);
	if (!x->collided && x->to && hwx_may_answer(x) &&
	    !hwx_link_loses(radio, x->to, &x->guard_rate, HWX_RTS_BYTES))
		hwx_exchange_answer(x, HWX_PHASE_CTS, now_ns,
				    now_ns + hwx_protect_answer_ns(x));
	else
		hwx_exchange_finish(x, false, now_ns);
}

static void hwx_cts_over(struct hwx_exchange *x)
{
	struct hwx_radio *radio = x->edca->radio;
	struct hwx_rate rate;

	hwx_response_rate(&x->guard_rate, &rate);
	if (!x->collided && x->to &&
	    !hwx_link_loses(x->to, radio, &rate, HWX_CTS_BYTES))
		hwx_begin_data(x, x->next_ns);
	else
		hwx_exchange_finish(x, false, x->next_ns);
}

static void hwx_data_over(struct hwx_exchange *x)
{
	bool got;

	hwx_sense_garbled(x, x->data_end_ns);
	got = !x->collided && hwx_deliver(x);
	if (x->to && !x->collided && !got)
		hwx_sense_unreadable(x->to, x);
	if (!x->respond)
		hwx_exchange_finish(x, true, x->data_end_ns);
	else if (got && x->ppdu.fwq)
		hwx_exchange_answer(x, HWX_PHASE_RESPONSE, x->data_end_ns,
				    x->end_ns);
	else
		hwx_exchange_finish(x, false, x->data_end_ns);
}

/* Does the response reach the sender? */
static bool hwx_answered(const struct hwx_exchange *x)
{
	struct hwx_radio *radio = x->edca->radio;
	u32 bytes = HWX_ACK_BYTES;
	struct hwx_rate rate;

	if (x->collided || !x->to)
		return false;
	if (x->ppdu.fwq && hwx_wants_block_ack(x))
		bytes = hwx_ba_bytes(x->ppdu.fwq->window);
	hwx_response_rate(&x->ppdu.rate, &rate);
	return !hwx_link_loses(x->to, radio, &rate, bytes) &&
	       !hwx_fault_draw(radio, radio->params.fail_ba, HWX_FAULT_BA);
}

/**
 * hwx_exchange_step() - the current phase is over
 * @x: on the air
 *
 * Context: lock of the medium and RCU read lock held.
 */
void hwx_exchange_step(struct hwx_exchange *x)
{
	switch (x->phase) {
	case HWX_PHASE_RTS:
		hwx_rts_over(x);
		break;
	case HWX_PHASE_CTS:
		hwx_cts_over(x);
		break;
	case HWX_PHASE_DATA:
		hwx_data_over(x);
		break;
	case HWX_PHASE_RESPONSE:
		hwx_exchange_finish(x, hwx_answered(x), x->end_ns);
		break;
	case HWX_PHASE_GAP:
		hwx_exchange_begin(x, x->next_ns);
		break;
	default:
		WARN_ON_ONCE(1);
	}
}

/**
 * hwx_exchange_forget() - a radio that stops answers nobody
 * @radio: may be addressee or disturber of what others have on the air
 *
 * Context: lock of the medium held.
 */
void hwx_exchange_forget(struct hwx_radio *radio)
{
	struct hwx_exchange *x;

	list_for_each_entry(x, &radio->medium->exchanges, node) {
		if (x->to == radio)
			x->to = NULL;
		if (x->jammer == radio)
			x->jammer = NULL;
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

	lockdep_assert_held(&medium->lock);
	if (x->phase == HWX_PHASE_NONE)
		return;
	now_ns = max(now_ns, x->phase_ns);
	list_del_init(&x->node);
	x->phase = HWX_PHASE_NONE;
	hwx_air_idle(medium, x->air, now_ns);
	hwx_sense_update(medium, now_ns);
	x->air = NULL;
	list_for_each_entry(desc, &x->ppdu.frames, node) {
		hwx_amsdu_open(desc);
		desc->dropped = true;
	}
	list_splice_tail_init(&x->ppdu.frames, to);
	hwx_stage_abort(x->edca, x->ppdu.slot);
	x->ppdu.fwq = NULL;
	x->edca = NULL;
	x->to = NULL;
	hwx_csma_resume(medium, now_ns);
	hwx_medium_arm(medium, hwx_csma_next_ns(medium));
}
