// SPDX-License-Identifier: GPL-2.0
/*
 * Who may send, and when: the countdowns of all EDCA queues of a medium.
 *
 * A queue is a contender from its first frame until its countdown after the
 * last one is over (post-backoff), so queues with nothing to do cost nothing.
 * While a contender hears an exchange it is frozen.  Two contenders whose
 * countdowns end within one CCA time of each other both send and collide.
 *
 * On a fifo medium the countdown is replaced by AIFS and the mean backoff, and
 * of those who may send at the same time the one that waited longest does.
 */
#include "hwx.h"

/**
 * hwx_edca_air() - on which channel does a queue send?
 * @edca: the queue
 *
 * Context: lock of the medium held.
 * Return: the operating channel, or the one that is scanned, or NULL
 */
struct hwx_air *hwx_edca_air(const struct hwx_edca *edca)
{
	if (edca->ac == HWX_EDCA_OFFCHAN)
		return edca->radio->scan.air;
	return edca->radio->air;
}

static bool hwx_fifo(const struct hwx_medium *medium)
{
	return medium->params.contention == HWX_CONTENTION_FIFO;
}

/* Lower is served first within a radio: beacons, then VO VI BE BK. */
static int hwx_edca_rank(const struct hwx_edca *edca)
{
	return edca->ac == HWX_EDCA_BEACON ? -1 : edca->ac;
}

static u64 hwx_access_ns(const struct hwx_edca *edca)
{
	const struct hwx_air *air = hwx_edca_air(edca);
	const struct hwx_edcaf *f = &edca->f;

	if (edca->arrival_ns == U64_MAX || f->busy || !air)
		return U64_MAX;
	if (!hwx_fifo(edca->radio->medium))
		return hwx_edcaf_access_ns(f, &air->timing, edca->arrival_ns);
	return max(hwx_edcaf_start_ns(f, &air->timing) +
		   hwx_edcaf_mean_ns(f, &air->timing), edca->arrival_ns);
}

/* Does this contender hear an exchange on the air, its own included? */
static bool hwx_hears_any(const struct hwx_edca *edca)
{
	const struct hwx_air *air = hwx_edca_air(edca);
	const struct hwx_exchange *x;

	if (edca->radio->xchg.phase != HWX_PHASE_NONE)
		return true;
	list_for_each_entry(x, &edca->radio->medium->exchanges, node)
		if (air && hwx_air_overlap(air, x->air) &&
		    hwx_sense_exchange(edca->radio, x))
			return true;
	return false;
}

/**
 * hwx_csma_leave() - a queue has nothing to send any more
 * @edca: may not be contending
 *
 * Context: lock of the medium held.
 */
void hwx_csma_leave(struct hwx_edca *edca)
{
	edca->arrival_ns = U64_MAX;
	if (!edca->contending)
		return;
	edca->contending = false;
	list_del_init(&edca->node);
}

/* A frame comes to a queue that is not counting down. */
static void hwx_csma_join(struct hwx_edca *edca)
{
	struct hwx_medium *medium = edca->radio->medium;
	const struct hwx_cca *cca = hwx_sense_cca(edca->radio);

	if (edca->ac == HWX_EDCA_OFFCHAN)
		cca = &edca->radio->scan.air->cca;
	edca->contending = true;
	list_add_tail(&edca->node, &medium->contenders);
	edca->f.backoff = 0;
	edca->f.busy = hwx_hears_any(edca);
	edca->f.idle_ns = max(cca->last_end_ns, edca->radio->blocked_ns);
	if (edca->f.busy)
		hwx_edcaf_draw(&edca->f, &medium->prng);
}

/**
 * hwx_csma_kick() - frames may have come: contend if there are any
 * @edca: the queue
 * @now_ns: time now
 *
 * Context: lock of the medium held.
 */
void hwx_csma_kick(struct hwx_edca *edca, u64 now_ns)
{
	struct hwx_medium *medium = edca->radio->medium;

	lockdep_assert_held(&medium->lock);
	if (edca->arrival_ns != U64_MAX || !hwx_edca_has_frames(edca) ||
	    !hwx_edca_air(edca) || edca->radio->xchg.edca == edca)
		return;
	edca->arrival_ns = hwx_edca_ready_ns(edca);
	edca->wait_ns = max(now_ns, edca->arrival_ns);
	if (!edca->contending)
		hwx_csma_join(edca);
	hwx_medium_arm(medium, hwx_access_ns(edca));
}

/**
 * hwx_csma_next_ns() - when the next contender may send
 * @medium: the medium
 *
 * Context: lock of the medium held.
 * Return: ns, U64_MAX when none will
 */
u64 hwx_csma_next_ns(struct hwx_medium *medium)
{
	struct hwx_edca *edca;
	u64 next_ns = U64_MAX;

	list_for_each_entry(edca, &medium->contenders, node)
		next_ns = min(next_ns, hwx_access_ns(edca));
	return next_ns;
}

/* Of two that may send now, does @a go first? */
static bool hwx_goes_first(const struct hwx_edca *a, const struct hwx_edca *b)
{
	u64 a_ns = hwx_access_ns(a), b_ns = hwx_access_ns(b);

	if (a->radio == b->radio)
		return hwx_edca_rank(a) < hwx_edca_rank(b);
	if (a_ns != b_ns)
		return a_ns < b_ns;
	return hwx_fifo(a->radio->medium) && a->wait_ns < b->wait_ns;
}

static struct hwx_edca *hwx_csma_due(struct hwx_medium *medium, u64 now_ns)
{
	struct hwx_edca *edca, *due = NULL;

	list_for_each_entry(edca, &medium->contenders, node) {
		if (hwx_access_ns(edca) > now_ns)
			continue;
		if (!due || hwx_goes_first(edca, due))
			due = edca;
	}
	return due;
}

/* A lower category of the same radio that came due backs off as if it had
 * collided on the air (802.11-2020 10.23.2.4).
 */
static void hwx_internal_collision(struct hwx_edca *winner, u64 now_ns)
{
	struct hwx_medium *medium = winner->radio->medium;
	struct hwx_edca *edca;
	int i;

	if (hwx_fifo(medium))
		return;
	for (i = 0; i < IEEE80211_NUM_ACS; i++) {
		edca = &winner->radio->edca[i];
		if (edca == winner || !edca->contending ||
		    hwx_access_ns(edca) > now_ns)
			continue;
		hwx_edcaf_failure(&edca->f);
		hwx_edcaf_draw(&edca->f, &medium->prng);
		edca->f.busy = true;
	}
}

/**
 * hwx_csma_access() - let those send whose countdown is over
 * @medium: the medium
 * @now_ns: time of the event
 *
 * Context: lock of the medium and RCU read lock held.
 */
void hwx_csma_access(struct hwx_medium *medium, u64 now_ns)
{
	struct hwx_edca *edca;

	while ((edca = hwx_csma_due(medium, now_ns))) {
		hwx_internal_collision(edca, now_ns);
		if (hwx_exchange_start(edca, now_ns))
			continue;
		edca->arrival_ns = hwx_edca_ready_ns(edca);
		if (edca->arrival_ns <= now_ns)
			hwx_csma_leave(edca);
	}
}

/* The medium becomes busy for one contender. */
static void hwx_csma_freeze_one(struct hwx_edca *edca,
				const struct hwx_exchange *x)
{
	struct hwx_medium *medium = edca->radio->medium;
	struct hwx_edcaf *f = &edca->f;

	hwx_edcaf_freeze(f, &x->air->timing, x->phase_ns);
	if (f->backoff)
		return;
	if (edca->arrival_ns == U64_MAX)
		hwx_csma_leave(edca);
	else if (edca->arrival_ns > x->phase_ns)
		hwx_edcaf_draw(f, &medium->prng);
}

/**
 * hwx_csma_freeze() - an exchange has begun, or been answered
 * @medium: it is on
 * @x: at the begin of the phase in which more radios learn of it
 *
 * Context: lock of the medium held.
 */
void hwx_csma_freeze(struct hwx_medium *medium, struct hwx_exchange *x)
{
	const struct hwx_radio *radio = x->edca->radio;
	struct hwx_edca *edca, *next;
	const struct hwx_air *air;

	list_for_each_entry_safe(edca, next, &medium->contenders, node) {
		air = hwx_edca_air(edca);
		if (edca->f.busy || !air)
			continue;
		if (edca->radio != radio) {
			if (!hwx_air_overlap(air, x->air) ||
			    !hwx_sense_exchange(edca->radio, x))
				continue;
			if (!hwx_fifo(medium) &&
			    hwx_access_ns(edca) < x->phase_ns + HWX_CCA_NS)
				continue;
		}
		hwx_csma_freeze_one(edca, x);
	}
}

/**
 * hwx_csma_resume() - an exchange has ended
 * @medium: it was on
 * @now_ns: when
 *
 * Context: lock of the medium held.
 */
void hwx_csma_resume(struct hwx_medium *medium, u64 now_ns)
{
	struct hwx_edca *edca;

	list_for_each_entry(edca, &medium->contenders, node)
		if (edca->f.busy && !hwx_hears_any(edca))
			hwx_edcaf_resume(&edca->f, max(now_ns,
						       edca->radio->blocked_ns));
}

/**
 * hwx_csma_done() - after the own exchange: the next backoff
 * @edca: the queue that sent
 * @success: frames were delivered or given up, else the window doubles
 * @now_ns: end of the exchange
 *
 * The exchange is off the air.  The caller resumes everybody afterwards.
 *
 * Context: lock of the medium held.
 */
void hwx_csma_done(struct hwx_edca *edca, bool success, u64 now_ns)
{
	struct hwx_medium *medium = edca->radio->medium;

	if (success)
		hwx_edcaf_success(&edca->f);
	else
		hwx_edcaf_failure(&edca->f);
	hwx_edcaf_draw(&edca->f, &medium->prng);
	edca->f.busy = true;
	edca->arrival_ns = hwx_edca_ready_ns(edca);
	edca->wait_ns = now_ns;
	if (!edca->contending) {
		edca->contending = true;
		list_add_tail(&edca->node, &medium->contenders);
	}
}
