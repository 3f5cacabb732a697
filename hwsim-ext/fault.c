// SPDX-License-Identifier: GPL-2.0
/*
 * Faults of the firmware, on purpose: what goes wrong and how often is in the
 * parameters fail_*, each counted in the group "faults" when it fires.
 *
 * The firmware knows frames by the ids of their descriptors.  A completion that
 * is lost or late leaves its frame with the host, which waits for it
 * (reclaim.c).  What it says late, twice or of no frame at all is an echo: an
 * id and the use of it that was meant.  A queue that it loses sight of leaves
 * the round of its access category (fwq.c), and the host has to notice
 * (watchdog.c).  While it pauses, it neither asks for the air nor indicates
 * anything; the hardware below it goes on to acknowledge what it receives.
 *
 * A probability of zero draws no random number.
 */
#include "hwx.h"

/* what the firmware remembers to say later; beyond that it is lost */
#define HWX_ECHOES_MAX 8192

/**
 * hwx_fault_draw() - does this one fail?
 * @radio: which
 * @permille: how many of a thousand do
 * @kind: counted when it does
 *
 * Context: lock of the medium held.
 * Return: true when it does
 */
bool hwx_fault_draw(struct hwx_radio *radio, u32 permille,
		    enum hwx_fault_kind kind)
{
	lockdep_assert_held(&radio->medium->lock);
	if (!permille ||
	    hwx_prng_below(&radio->medium->prng, 1000) >= permille)
		return false;
	radio->stats.faults[kind]++;
	return true;
}

static u64 hwx_fault_delay_ns(const struct hwx_radio *radio)
{
	return radio->params.fail_ms * (u64)NSEC_PER_MSEC;
}

/* Fire at the end of a pause, else when the next late completion is due. */
static void hwx_fault_arm(struct hwx_radio *radio)
{
	struct hwx_fault *fault = &radio->fault;
	const struct hwx_echo *next;
	u64 at_ns = fault->pause_end_ns;

	next = list_first_entry_or_null(&fault->late, struct hwx_echo, node);
	if (!fault->paused && !next)
		return;
	if (!fault->paused)
		at_ns = next->due_ns;
	hrtimer_start(&fault->timer, ns_to_ktime(at_ns),
		      HRTIMER_MODE_ABS_SOFT);
}

static struct hwx_echo *hwx_echo_new(struct hwx_radio *radio, u32 id,
				     u32 generation)
{
	struct hwx_fault *fault = &radio->fault;
	struct hwx_echo *echo;

	if (fault->n_echoes >= HWX_ECHOES_MAX)
		return NULL;
	echo = kmalloc(sizeof(*echo), GFP_ATOMIC);
	if (!echo)
		return NULL;
	echo->id = id;
	echo->generation = generation;
	fault->n_echoes++;
	return echo;
}

/**
 * hwx_echo_free() - the host has heard an echo
 * @radio: it came from
 * @echo: on no list
 *
 * Context: lock of the medium held.
 */
void hwx_echo_free(struct hwx_radio *radio, struct hwx_echo *echo)
{
	radio->fault.n_echoes--;
	kfree(echo);
}

/* Without room to remember it, what is late is lost. */
static void hwx_fault_late(struct hwx_radio *radio, const struct hwx_desc *desc)
{
	struct list_head *late = &radio->fault.late;
	struct hwx_echo *echo, *before;

	echo = hwx_echo_new(radio, desc->id, desc->generation);
	if (!echo)
		return;
	echo->due_ns = desc->finished_ns + hwx_fault_delay_ns(radio);
	/* fail_ms may have been larger a moment ago */
	list_for_each_entry_reverse(before, late, node)
		if (before->due_ns <= echo->due_ns)
			break;
	list_add(&echo->node, &before->node);
	if (list_is_first(&echo->node, late))
		hwx_fault_arm(radio);
}

static void hwx_fault_false(struct hwx_radio *radio, u32 id, u32 generation)
{
	struct hwx_echo *echo = hwx_echo_new(radio, id, generation);

	if (echo)
		list_add_tail(&echo->node, &radio->fault.false_ones);
}

/* Half of the ids are out of range, the others of an earlier use. */
static void hwx_fault_unknown(struct hwx_radio *radio)
{
	u32 id = hwx_prng_below(&radio->medium->prng, 2 * radio->pool.size);
	const struct hwx_desc *desc = hwx_pool_find(radio, id);

	hwx_fault_false(radio, id, desc ? desc->generation - 1 : 0);
}

/* Is the host not to learn of this frame now? */
static bool hwx_fault_withholds(struct hwx_radio *radio, struct hwx_desc *desc,
				u64 now_ns)
{
	const struct hwx_params *params = &radio->params;

	desc->finished_ns = now_ns;
	if (hwx_fault_draw(radio, params->fail_lost, HWX_FAULT_LOST))
		return true;
	if (hwx_fault_draw(radio, params->fail_late, HWX_FAULT_LATE)) {
		hwx_fault_late(radio, desc);
		return true;
	}
	if (hwx_fault_draw(radio, params->fail_dup, HWX_FAULT_DUP))
		hwx_fault_false(radio, desc->id, desc->generation);
	if (hwx_fault_draw(radio, params->fail_unknown, HWX_FAULT_UNKNOWN))
		hwx_fault_unknown(radio);
	return false;
}

/**
 * hwx_fault_completions() - which finished frames is the host told of?
 * @radio: sender, started
 * @frames: finished; those that it is not told of are taken out
 * @now_ns: end of their exchange
 *
 * Frames of our own making, such as beacons, have no completion.
 *
 * Context: lock of the medium held.
 * Return: how many were taken out
 */
u32 hwx_fault_completions(struct hwx_radio *radio, struct list_head *frames,
			  u64 now_ns)
{
	const struct hwx_params *params = &radio->params;
	struct hwx_desc *desc, *next;
	u32 n = 0;

	lockdep_assert_held(&radio->medium->lock);
	if (!(params->fail_lost | params->fail_late | params->fail_dup |
	      params->fail_unknown))
		return 0;
	list_for_each_entry_safe(desc, next, frames, node) {
		if (desc->own || !hwx_fault_withholds(radio, desc, now_ns))
			continue;
		hwx_reclaim_await(radio, desc);
		n++;
	}
	return n;
}

/**
 * hwx_fault_indicate() - an indication goes to the host
 * @radio: sender
 *
 * Context: lock of the medium held.
 */
void hwx_fault_indicate(struct hwx_radio *radio)
{
	list_splice_tail_init(&radio->fault.false_ones, &radio->reclaim.told);
}

static void hwx_fault_pause(struct hwx_radio *radio, u64 now_ns)
{
	struct hwx_fault *fault = &radio->fault;
	struct hwx_edca *edca;
	int i;

	fault->paused = true;
	fault->pause_end_ns = now_ns + hwx_fault_delay_ns(radio);
	for (i = 0; i < HWX_NUM_EDCA; i++) {
		edca = &radio->edca[i];
		if (edca->arrival_ns != U64_MAX)
			edca->arrival_ns = max(edca->arrival_ns,
					       fault->pause_end_ns);
	}
	hwx_fault_arm(radio);
}

/**
 * hwx_fault_ppdu() - a PPDU was sent: does the firmware stop to work?
 * @x: its exchange, about to be settled
 * @now_ns: end of the exchange
 *
 * Context: lock of the medium held.
 */
void hwx_fault_ppdu(struct hwx_exchange *x, u64 now_ns)
{
	struct hwx_radio *radio = x->edca->radio;
	const struct hwx_params *params = &radio->params;

	if (x->ppdu.fwq && x->ppdu.fwq->tid < IEEE80211_NUM_TIDS &&
	    hwx_fault_draw(radio, params->fail_stuck, HWX_FAULT_STUCK))
		hwx_fwq_stick(x->ppdu.fwq);
	if (hwx_fault_draw(radio, params->fail_pause, HWX_FAULT_PAUSE))
		hwx_fault_pause(radio, now_ns);
}

static void hwx_fault_tell_late(struct hwx_radio *radio, u64 now_ns)
{
	struct hwx_fault *fault = &radio->fault;
	struct hwx_echo *echo, *next;
	LIST_HEAD(told);
	u32 n = 0;

	list_for_each_entry_safe(echo, next, &fault->late, node) {
		if (echo->due_ns > now_ns)
			break;
		list_move_tail(&echo->node, &told);
		n++;
	}
	if (!n)
		return;
	list_splice_tail(&told, &radio->reclaim.told);
	hwx_completion_event(radio, n);
}

static enum hrtimer_restart hwx_fault_fire(struct hrtimer *timer)
{
	struct hwx_radio *radio = container_of(timer, struct hwx_radio,
					       fault.timer);
	struct hwx_fault *fault = &radio->fault;
	u64 now_ns = ktime_get_ns();

	spin_lock(&radio->medium->lock);
	if (!radio->started)
		goto out;
	if (fault->paused && fault->pause_end_ns <= now_ns) {
		fault->paused = false;
		hwx_completion_indicate(radio);
		hwx_rx_flush(radio, now_ns);
	}
	if (!fault->paused)
		hwx_fault_tell_late(radio, now_ns);
	hwx_fault_arm(radio);
out:
	spin_unlock(&radio->medium->lock);
	return HRTIMER_NORESTART;
}

/**
 * hwx_fault_init() - a firmware without faults under way
 * @radio: being made
 */
void hwx_fault_init(struct hwx_radio *radio)
{
	struct hwx_fault *fault = &radio->fault;

	INIT_LIST_HEAD(&fault->late);
	INIT_LIST_HEAD(&fault->false_ones);
	hrtimer_setup(&fault->timer, hwx_fault_fire, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_SOFT);
}

/**
 * hwx_fault_stop() - the firmware is switched off, with all that is wrong in it
 * @radio: no longer started
 *
 * Context: process, no locks held.
 */
void hwx_fault_stop(struct hwx_radio *radio)
{
	struct hwx_fault *fault = &radio->fault;
	struct hwx_echo *echo, *next;

	hrtimer_cancel(&fault->timer);
	spin_lock_bh(&radio->medium->lock);
	fault->paused = false;
	fault->pause_end_ns = 0;
	list_splice_init(&fault->late, &fault->false_ones);
	list_for_each_entry_safe(echo, next, &fault->false_ones, node) {
		list_del(&echo->node);
		hwx_echo_free(radio, echo);
	}
	spin_unlock_bh(&radio->medium->lock);
}
