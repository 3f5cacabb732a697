// SPDX-License-Identifier: GPL-2.0
/*
 * Channels of a medium: which overlap, how long each was busy.
 */
#include "hwx.h"

/**
 * hwx_cca_set() - carrier sense says busy or idle
 * @cca: account; nothing happens when it says so already
 * @busy: which
 * @now_ns: since when
 *
 * Context: lock of the medium held.
 */
void hwx_cca_set(struct hwx_cca *cca, bool busy, u64 now_ns)
{
	if (busy == cca->busy)
		return;
	cca->busy = busy;
	if (busy) {
		cca->busy_since_ns = now_ns;
		return;
	}
	cca->busy_ns += now_ns - cca->busy_since_ns;
	cca->last_end_ns = now_ns;
}

/**
 * hwx_air_get() - use a channel
 * @medium: it belongs to
 * @chan: which
 * @gfp: for the first user
 *
 * Context: lock of the medium held.
 * Return: the channel or NULL without memory
 */
struct hwx_air *hwx_air_get(struct hwx_medium *medium,
			    const struct hwx_chan *chan, gfp_t gfp)
{
	struct hwx_exchange *x;
	struct hwx_air *air;

	lockdep_assert_held(&medium->lock);
	list_for_each_entry(air, &medium->airs, node) {
		if (!memcmp(&air->chan, chan, sizeof(*chan))) {
			air->users++;
			return air;
		}
	}
	air = kzalloc(sizeof(*air), gfp);
	if (!air)
		return NULL;
	air->chan = *chan;
	air->users = 1;
	hwx_phy_timing_get(hwx_two_ghz(air), true, &air->timing);
	list_for_each_entry(x, &medium->exchanges, node) {
		if (!hwx_air_overlap(air, x->air))
			continue;
		hwx_cca_set(&air->cca, true, x->access_ns);
		air->active++;
	}
	list_add_tail(&air->node, &medium->airs);
	return air;
}

/**
 * hwx_air_put() - end the use of a channel
 * @medium: it belongs to
 * @air: from hwx_air_get(), may be NULL
 *
 * Context: lock of the medium held.
 */
void hwx_air_put(struct hwx_medium *medium, struct hwx_air *air)
{
	lockdep_assert_held(&medium->lock);
	if (!air || --air->users)
		return;
	list_del(&air->node);
	kfree(air);
}

/**
 * hwx_air_overlap() - do two channels share spectrum?
 * @a: one
 * @b: other
 *
 * Return: true when they do
 */
bool hwx_air_overlap(const struct hwx_air *a, const struct hwx_air *b)
{
	return a->chan.low_khz < b->chan.high_khz &&
	       b->chan.low_khz < a->chan.high_khz;
}

/**
 * hwx_air_decodes() - does a receiver find the preamble?
 * @listener: channel of the receiver, may be NULL
 * @sender: channel of the PPDU
 *
 * PPDUs are found on the primary 20 MHz only.
 *
 * Return: true when it does
 */
bool hwx_air_decodes(const struct hwx_air *listener,
		     const struct hwx_air *sender)
{
	return listener &&
	       listener->chan.primary_khz == sender->chan.primary_khz;
}

/**
 * hwx_air_busy() - an exchange begins
 * @medium: it happens in
 * @air: it occupies
 * @now_ns: when
 *
 * Context: lock of the medium held.
 */
void hwx_air_busy(struct hwx_medium *medium, struct hwx_air *air, u64 now_ns)
{
	struct hwx_air *other;

	air->users++;
	list_for_each_entry(other, &medium->airs, node) {
		if (!hwx_air_overlap(air, other))
			continue;
		other->active++;
		hwx_cca_set(&other->cca, true, now_ns);
	}
}

/**
 * hwx_air_idle() - an exchange ends
 * @medium: it happened in
 * @air: it occupied; may be gone afterwards
 * @now_ns: when
 *
 * Context: lock of the medium held.
 */
void hwx_air_idle(struct hwx_medium *medium, struct hwx_air *air, u64 now_ns)
{
	struct hwx_air *other;

	list_for_each_entry(other, &medium->airs, node) {
		if (!hwx_air_overlap(air, other))
			continue;
		if (!--other->active)
			hwx_cca_set(&other->cca, false, now_ns);
	}
	hwx_air_put(medium, air);
}

/* How long the air has been busy, since the account was opened. */
static u64 hwx_cca_busy_ns(const struct hwx_cca *cca, u64 now_ns)
{
	u64 busy_ns = cca->busy_ns;

	if (cca->busy && now_ns > cca->busy_since_ns)
		busy_ns += now_ns - cca->busy_since_ns;
	return busy_ns;
}

/**
 * hwx_air_account() - bring busy and idle time of a radio up to date
 * @radio: which
 * @now_ns: until when
 *
 * Context: lock of the medium held.
 */
void hwx_air_account(struct hwx_radio *radio, u64 now_ns)
{
	const struct hwx_cca *cca = hwx_sense_cca(radio);
	u64 total_ns, busy_ns;

	lockdep_assert_held(&radio->medium->lock);
	if (!cca)
		return;
	total_ns = hwx_cca_busy_ns(cca, now_ns);
	busy_ns = total_ns - radio->air_busy_base_ns;
	radio->stats.air_busy_ns += busy_ns;
	radio->stats.air_idle_ns += now_ns - radio->air_since_ns - busy_ns;
	radio->air_busy_base_ns = total_ns;
	radio->air_since_ns = now_ns;
}

/**
 * hwx_air_rebase() - count busy and idle time of a radio from now on
 * @radio: its channel, or what it hears of it, has changed
 * @now_ns: when
 *
 * Context: lock of the medium held.
 */
void hwx_air_rebase(struct hwx_radio *radio, u64 now_ns)
{
	const struct hwx_cca *cca = hwx_sense_cca(radio);

	lockdep_assert_held(&radio->medium->lock);
	radio->air_since_ns = now_ns;
	radio->air_busy_base_ns = cca ? hwx_cca_busy_ns(cca, now_ns) : 0;
}

/**
 * hwx_air_times() - what a radio has done since it tuned to its channel
 * @radio: accounted for just now
 * @times: filled
 *
 * A reset of the statistics makes no difference.
 *
 * Context: lock of the medium held.
 */
void hwx_air_times(const struct hwx_radio *radio, struct hwx_air_times *times)
{
	const struct hwx_air_times *tuned = &radio->air_tuned;
	const struct hwx_stats *stats = &radio->stats;

	lockdep_assert_held(&radio->medium->lock);
	times->tx_ns = stats->air_tx_ns - tuned->tx_ns;
	times->rx_ns = stats->air_rx_ns - tuned->rx_ns;
	times->busy_ns = stats->air_busy_ns - tuned->busy_ns;
	times->idle_ns = stats->air_idle_ns - tuned->idle_ns;
}

static void hwx_air_times_restart(struct hwx_radio *radio)
{
	const struct hwx_stats *stats = &radio->stats;

	radio->air_tuned = (struct hwx_air_times){
		.tx_ns = stats->air_tx_ns,
		.rx_ns = stats->air_rx_ns,
		.busy_ns = stats->air_busy_ns,
		.idle_ns = stats->air_idle_ns,
	};
}

/**
 * hwx_air_tune() - a radio changes its operating channel
 * @radio: which
 * @air: new channel, a use of which is taken over, or NULL
 * @now_ns: when
 *
 * Context: lock of the medium held.
 */
void hwx_air_tune(struct hwx_radio *radio, struct hwx_air *air, u64 now_ns)
{
	struct hwx_air *old = radio->air;

	hwx_air_account(radio, now_ns);
	hwx_air_times_restart(radio);
	radio->air = air;
	hwx_sense_update(radio->medium, now_ns);
	hwx_air_rebase(radio, now_ns);
	hwx_air_put(radio->medium, old);
}
