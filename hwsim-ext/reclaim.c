// SPDX-License-Identifier: GPL-2.0
/*
 * What the host makes of completions that do not come, or should not.
 *
 * A finished frame whose completion is missing still counts: for its socket,
 * for AQL, for its block ack session and in the pool.  The host waits for it
 * HWX_RECLAIM_MS, then takes the frame back without an outcome.
 *
 * An id that the firmware names is checked before anything is believed: it must
 * be that of a descriptor, in the use that is meant, whose completion is
 * missing.  One that was completed or reclaimed before is in another use by
 * then, or in none.  All others are counted and ignored.
 */
#include "hwx.h"

#define HWX_RECLAIM_MS 500

static u64 hwx_reclaim_ns(const struct hwx_desc *desc)
{
	return desc->finished_ns + HWX_RECLAIM_MS * (u64)NSEC_PER_MSEC;
}

static void hwx_reclaim_arm(struct hwx_radio *radio)
{
	const struct hwx_desc *oldest;

	oldest = list_first_entry_or_null(&radio->reclaim.missing,
					  struct hwx_desc, node);
	if (oldest)
		hrtimer_start(&radio->reclaim.timer,
			      ns_to_ktime(hwx_reclaim_ns(oldest)),
			      HRTIMER_MODE_ABS_SOFT);
}

/**
 * hwx_reclaim_await() - the host is not told of a finished frame
 * @radio: sender, started
 * @desc: on any list; moved
 *
 * Context: lock of the medium held.
 */
void hwx_reclaim_await(struct hwx_radio *radio, struct hwx_desc *desc)
{
	struct list_head *missing = &radio->reclaim.missing;

	lockdep_assert_held(&radio->medium->lock);
	desc->missing = true;
	list_move_tail(&desc->node, missing);
	if (list_is_singular(missing))
		hwx_reclaim_arm(radio);
}

/**
 * hwx_reclaim_resolve() - the host looks up the ids that it was told
 * @radio: sender
 * @frames: gets those that were meant
 *
 * Context: lock of the medium held.
 */
void hwx_reclaim_resolve(struct hwx_radio *radio, struct list_head *frames)
{
	struct hwx_echo *echo, *next;
	struct hwx_desc *desc;

	lockdep_assert_held(&radio->medium->lock);
	list_for_each_entry_safe(echo, next, &radio->reclaim.told, node) {
		desc = hwx_pool_find(radio, echo->id);
		if (desc && desc->generation == echo->generation &&
		    desc->missing) {
			desc->missing = false;
			list_move_tail(&desc->node, frames);
		} else {
			radio->stats.bad_completions++;
		}
		list_del(&echo->node);
		hwx_echo_free(radio, echo);
	}
}

static void hwx_reclaim_take(struct hwx_radio *radio, u64 until_ns,
			     struct list_head *to)
{
	struct hwx_desc *desc, *next;

	list_for_each_entry_safe(desc, next, &radio->reclaim.missing, node) {
		if (hwx_reclaim_ns(desc) > until_ns)
			break;
		desc->missing = false;
		desc->dropped = true;
		radio->stats.reclaimed++;
		list_move_tail(&desc->node, to);
	}
}

/**
 * hwx_reclaim_now() - the host waits no longer
 * @radio: sender
 * @to: gets all frames whose completion is missing, marked dropped
 *
 * Context: lock of the medium held.
 */
void hwx_reclaim_now(struct hwx_radio *radio, struct list_head *to)
{
	lockdep_assert_held(&radio->medium->lock);
	hwx_reclaim_take(radio, U64_MAX, to);
}

static enum hrtimer_restart hwx_reclaim_fire(struct hrtimer *timer)
{
	struct hwx_radio *radio = container_of(timer, struct hwx_radio,
					       reclaim.timer);
	LIST_HEAD(frames);

	spin_lock(&radio->medium->lock);
	if (radio->started) {
		hwx_reclaim_take(radio, ktime_get_ns(), &frames);
		hwx_completion_return(radio, &frames);
		hwx_reclaim_arm(radio);
	}
	spin_unlock(&radio->medium->lock);
	return HRTIMER_NORESTART;
}

/**
 * hwx_reclaim_init() - no frame is missing
 * @radio: being made
 */
void hwx_reclaim_init(struct hwx_radio *radio)
{
	struct hwx_reclaim *reclaim = &radio->reclaim;

	INIT_LIST_HEAD(&reclaim->told);
	INIT_LIST_HEAD(&reclaim->missing);
	hrtimer_setup(&reclaim->timer, hwx_reclaim_fire, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_SOFT);
}

/**
 * hwx_reclaim_stop() - take back what is missing
 * @radio: no longer started; NAPI and its firmware are stopped
 * @to: gets the frames, with their outcome or marked dropped
 *
 * Context: process, no locks held.
 */
void hwx_reclaim_stop(struct hwx_radio *radio, struct list_head *to)
{
	hrtimer_cancel(&radio->reclaim.timer);
	spin_lock_bh(&radio->medium->lock);
	hwx_reclaim_resolve(radio, to);
	hwx_reclaim_now(radio, to);
	WARN_ON(radio->fault.n_echoes);
	spin_unlock_bh(&radio->medium->lock);
}
