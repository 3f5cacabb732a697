// SPDX-License-Identifier: GPL-2.0
/*
 * Mediums: made on first use, and the event loop that runs their air.
 *
 * The model has its own time: an event happens at its deadline, however late
 * the timer fires, and the next deadline follows from it.  So a late timer
 * delays what the CPU sees but never changes a duration.
 */
#include "hwx.h"

/* Events in one go when the timer is late, before others get the CPU. */
#define HWX_EVENTS_MAX 256

LIST_HEAD(hwx_mediums);

/**
 * hwx_medium_find() - by number
 * @id: of the medium
 *
 * Context: hwx_radios_lock held.
 * Return: the medium or NULL
 */
struct hwx_medium *hwx_medium_find(u32 id)
{
	struct hwx_medium *medium;

	lockdep_assert_held(&hwx_radios_lock);
	list_for_each_entry(medium, &hwx_mediums, node)
		if (medium->id == id)
			return medium;
	return NULL;
}

static u64 hwx_medium_next_ns(struct hwx_medium *medium)
{
	u64 next_ns = min(hwx_csma_next_ns(medium), medium->wake_ns);
	struct hwx_exchange *x;

	list_for_each_entry(x, &medium->exchanges, node)
		next_ns = min(next_ns, x->next_ns);
	return next_ns;
}

static void hwx_medium_step(struct hwx_medium *medium, u64 at_ns)
{
	struct hwx_exchange *x, *next;

	list_for_each_entry_safe(x, next, &medium->exchanges, node)
		if (x->next_ns <= at_ns)
			hwx_exchange_step(x);
	hwx_csma_access(medium, at_ns);
	if (at_ns >= min(medium->look_ns, medium->wake_ns))
		hwx_watchdog_look(medium, at_ns);
}

static enum hrtimer_restart hwx_medium_fire(struct hrtimer *timer)
{
	struct hwx_medium *medium = container_of(timer, struct hwx_medium,
						 timer);
	u64 now_ns = ktime_get_ns(), next_ns;
	int events;

	rcu_read_lock();
	spin_lock(&medium->lock);
	medium->running = true;
	for (events = 0; events < HWX_EVENTS_MAX; events++) {
		next_ns = hwx_medium_next_ns(medium);
		if (next_ns > now_ns)
			break;
		hwx_medium_step(medium, next_ns);
	}
	medium->running = false;
	medium->armed_ns = U64_MAX;
	hwx_medium_arm(medium, hwx_medium_next_ns(medium));
	spin_unlock(&medium->lock);
	rcu_read_unlock();
	return HRTIMER_NORESTART;
}

/**
 * hwx_medium_arm() - something will happen
 * @medium: there
 * @at_ns: then, U64_MAX for never
 *
 * Context: lock of the medium held.
 */
void hwx_medium_arm(struct hwx_medium *medium, u64 at_ns)
{
	lockdep_assert_held(&medium->lock);
	if (medium->running || at_ns >= medium->armed_ns)
		return;
	medium->armed_ns = at_ns;
	hrtimer_start(&medium->timer, ns_to_ktime(at_ns),
		      HRTIMER_MODE_ABS_SOFT);
}

/**
 * hwx_medium_reseed() - start the random sequence anew
 * @medium: the medium
 * @seed: its seed; the number of the medium is mixed in
 *
 * Context: lock of the medium held.
 */
void hwx_medium_reseed(struct hwx_medium *medium, u64 seed)
{
	lockdep_assert_held(&medium->lock);
	hwx_prng_seed(&medium->prng, seed ^ ((u64)medium->id << 32));
}

/**
 * hwx_medium_get() - for a radio, or to set its parameters
 * @id: of the medium, which is made when it is new
 *
 * Context: process, hwx_radios_lock held.
 * Return: the medium, one radio more, or NULL without memory
 */
struct hwx_medium *hwx_medium_get(u32 id)
{
	struct hwx_medium *medium = hwx_medium_find(id);

	if (!medium) {
		medium = kzalloc(sizeof(*medium), GFP_KERNEL);
		if (!medium)
			return NULL;
		medium->id = id;
		spin_lock_init(&medium->lock);
		hrtimer_setup(&medium->timer, hwx_medium_fire, CLOCK_MONOTONIC,
			      HRTIMER_MODE_ABS_SOFT);
		medium->armed_ns = U64_MAX;
		medium->wake_ns = U64_MAX;
		INIT_LIST_HEAD(&medium->airs);
		INIT_LIST_HEAD(&medium->contenders);
		INIT_LIST_HEAD(&medium->exchanges);
		INIT_LIST_HEAD(&medium->started);
		INIT_LIST_HEAD(&medium->deaf);
		hash_init(medium->addrs);
		hash_init(medium->links);
		hwx_medium_params_default(&medium->params);
		spin_lock_bh(&medium->lock);
		hwx_medium_reseed(medium, medium->params.seed);
		spin_unlock_bh(&medium->lock);
		list_add_tail(&medium->node, &hwx_mediums);
		hwx_generation++;
	}
	medium->radios_made++;
	return medium;
}

/**
 * hwx_medium_put() - a radio is gone
 * @medium: it belonged to; stays until the module goes, with its parameters
 *
 * Context: process, hwx_radios_lock held.
 */
void hwx_medium_put(struct hwx_medium *medium)
{
	lockdep_assert_held(&hwx_radios_lock);
	medium->radios_made--;
}

/**
 * hwx_medium_exit_all() - the way out of the module, all radios are gone
 *
 * Context: process.
 */
void hwx_medium_exit_all(void)
{
	struct hwx_medium *medium, *next;

	list_for_each_entry_safe(medium, next, &hwx_mediums, node) {
		hrtimer_cancel(&medium->timer);
		WARN_ON(!list_empty(&medium->airs));
		list_del(&medium->node);
		kfree(medium);
	}
}
