// SPDX-License-Identifier: GPL-2.0
/*
 * The host looks for firmware queues that hold frames and are not served.
 *
 * Waiting alone says nothing: the air may be busy, others may have their turn.
 * A queue that has waited HWX_STALL_MS is stuck if it could have been served in
 * that time and was not.  Either its access category does not even ask for the
 * air; or it was passed over: queues take turns, so a queue that waits is served
 * at least once between two services of any other.
 *
 * As drivers do, the host resets a stuck queue: it takes the frames back, and
 * the next ones find it in order.
 *
 * Looks need no timer.  One takes place with the first event of the medium that
 * is HWX_LOOK_NS after the last; only for queues that are known to be out of the
 * round, on a medium where nothing else may happen, one is an event itself.
 */
#include "hwx.h"
#include "trace.h"

#define HWX_STALL_MS 300
#define HWX_STALL_NS (HWX_STALL_MS * (u64)NSEC_PER_MSEC)
#define HWX_LOOK_NS (100 * (u64)NSEC_PER_MSEC)

/* Since when does a queue that holds frames wait? */
static u64 hwx_watch_since_ns(struct hwx_fwq *fwq)
{
	const struct hwx_radio *radio = fwq->edca->radio;

	return max3(fwq->served_ns, hwx_fwq_ready_ns(fwq),
		    radio->fault.pause_end_ns);
}

static bool hwx_watch_stuck(struct hwx_fwq *fwq, u64 since_ns)
{
	const struct hwx_edca *edca = fwq->edca;
	const struct hwx_radio *radio = edca->radio;

	if (radio->fault.paused || !hwx_edca_air(edca))
		return false;
	/* who builds PPDUs ahead, in an order of its own, sees none taken */
	if (hwx_stage_on(edca))
		return fwq->stuck;
	return edca->lap_ns > since_ns ||
	       (edca->arrival_ns == U64_MAX && radio->xchg.edca != edca);
}

static void hwx_watch_reset(struct hwx_fwq *fwq, u64 waited_ns)
{
	struct hwx_radio *radio = fwq->edca->radio;
	const struct hwx_desc *first;
	struct ieee80211_hdr *hdr;
	LIST_HEAD(frames);

	first = hwx_fwq_first(fwq, U64_MAX);
	hdr = (struct ieee80211_hdr *)first->skb->data;
	wiphy_warn_ratelimited(radio->hw->wiphy,
			       "firmware queue of %pM TID %u is stuck with %u frames: reset after %llu ms\n",
			       hdr->addr1, fwq->tid, fwq->len,
			       div_u64(waited_ns, NSEC_PER_MSEC));
	trace_hwx_stuck(radio, fwq, waited_ns);
	radio->stats.stuck_queues++;
	hwx_fwq_reset(fwq, &frames);
	hwx_completion_return(radio, &frames);
}

static void hwx_watch_queues(struct list_head *fwqs, u64 now_ns)
{
	struct hwx_fwq *fwq, *next;
	u64 since_ns;

	list_for_each_entry_safe(fwq, next, fwqs, node) {
		since_ns = hwx_watch_since_ns(fwq);
		if (since_ns + HWX_STALL_NS <= now_ns &&
		    hwx_watch_stuck(fwq, since_ns))
			hwx_watch_reset(fwq, now_ns - since_ns);
	}
}

/**
 * hwx_watchdog_served() - frames of a queue are put into a PPDU
 * @fwq: the queue
 * @now_ns: when
 *
 * Context: lock of the medium held.
 */
void hwx_watchdog_served(struct hwx_fwq *fwq, u64 now_ns)
{
	struct hwx_edca *edca = fwq->edca;

	edca->lap_ns = max(edca->lap_ns, fwq->served_ns);
	fwq->served_ns = now_ns;
}

/**
 * hwx_watchdog_wake() - a queue that holds frames is out of the round
 * @medium: of its radio
 *
 * Others of its medium may be silent, but there will be a look.
 *
 * Context: lock of the medium held.
 */
void hwx_watchdog_wake(struct hwx_medium *medium)
{
	lockdep_assert_held(&medium->lock);
	if (medium->wake_ns != U64_MAX)
		return;
	medium->wake_ns = ktime_get_ns() + HWX_LOOK_NS;
	hwx_medium_arm(medium, medium->wake_ns);
}

/**
 * hwx_watchdog_look() - look at all queues of all radios
 * @medium: theirs
 * @now_ns: time of the event
 *
 * Context: lock of the medium held.
 */
void hwx_watchdog_look(struct hwx_medium *medium, u64 now_ns)
{
	struct hwx_radio *radio;
	struct hwx_edca *edca;
	bool wake = false;

	lockdep_assert_held(&medium->lock);
	list_for_each_entry(radio, &medium->started, medium_node) {
		for (edca = radio->edca; edca < radio->edca + HWX_NUM_EDCA;
		     edca++) {
			hwx_watch_queues(&edca->round, now_ns);
			hwx_watch_queues(&edca->stuck, now_ns);
			wake |= !list_empty(&edca->stuck);
		}
	}
	medium->look_ns = now_ns + HWX_LOOK_NS;
	medium->wake_ns = wake ? medium->look_ns : U64_MAX;
}
