// SPDX-License-Identifier: GPL-2.0
/*
 * Who hears whom, and what carrier sense makes of it.
 *
 * Mostly every radio hears every other, and all that are tuned to a channel
 * share its account of busy time.  A radio with a link on which it does not
 * hear the other end ("deaf") keeps an account of its own: only mediums with
 * such radios pay for them.
 *
 * Who hears a transmission knows from it how long the exchange lasts (NAV), so
 * an exchange is one busy period.  Who hears only the addressee learns of it
 * with the first CTS or response.
 */
#include "hwx.h"

/**
 * hwx_sense_hears() - does one radio hear another?
 * @radio: listener
 * @from: sender, on the same medium
 *
 * Context: lock of the medium held.
 * Return: true when it does, and for itself
 */
bool hwx_sense_hears(const struct hwx_radio *radio,
		     const struct hwx_radio *from)
{
	return !radio->deaf_links || radio == from ||
	       hwx_link_heard(from, radio);
}

/**
 * hwx_sense_exchange() - does a radio know of an exchange on the air?
 * @radio: listener, on an overlapping channel
 * @x: exchange
 *
 * Context: lock of the medium held.
 * Return: true when it defers to it
 */
bool hwx_sense_exchange(const struct hwx_radio *radio,
			const struct hwx_exchange *x)
{
	if (hwx_sense_hears(radio, x->edca->radio))
		return true;
	return x->answering && x->to && hwx_sense_hears(radio, x->to);
}

/**
 * hwx_sense_cca() - the carrier sense of a radio on its operating channel
 * @radio: any
 *
 * Context: lock of the medium held.
 * Return: the account, NULL without a channel
 */
struct hwx_cca *hwx_sense_cca(struct hwx_radio *radio)
{
	if (!radio->air)
		return NULL;
	return radio->deaf_links ? &radio->cca : &radio->air->cca;
}

static void hwx_sense_deaf(struct hwx_radio *radio, u64 now_ns)
{
	const struct hwx_exchange *x;
	bool busy = false;

	list_for_each_entry(x, &radio->medium->exchanges, node)
		if (radio->air && hwx_air_overlap(radio->air, x->air) &&
		    hwx_sense_exchange(radio, x))
			busy = true;
	hwx_cca_set(&radio->cca, busy, now_ns);
}

/**
 * hwx_sense_update() - an exchange began, was answered, or ended
 * @medium: where
 * @now_ns: when
 *
 * Context: lock of the medium held.
 */
void hwx_sense_update(struct hwx_medium *medium, u64 now_ns)
{
	struct hwx_radio *radio;

	lockdep_assert_held(&medium->lock);
	list_for_each_entry(radio, &medium->deaf, deaf_node)
		hwx_sense_deaf(radio, now_ns);
}

/**
 * hwx_sense_links() - a radio hears one other radio less or more
 * @radio: listener
 * @change: in the number of those that it does not hear
 *
 * Context: lock of the medium held.
 */
void hwx_sense_links(struct hwx_radio *radio, int change)
{
	struct hwx_medium *medium = radio->medium;
	u64 now_ns = ktime_get_ns();

	lockdep_assert_held(&medium->lock);
	hwx_air_account(radio, now_ns);
	if (!radio->deaf_links)
		list_add_tail(&radio->deaf_node, &medium->deaf);
	radio->deaf_links += change;
	if (!radio->deaf_links)
		list_del_init(&radio->deaf_node);
	else
		hwx_sense_deaf(radio, now_ns);
	hwx_air_rebase(radio, now_ns);
	hwx_csma_resume(medium, now_ns);
	hwx_medium_arm(medium, hwx_csma_next_ns(medium));
}

/* EIFS is that much longer than an idle medium's AIFS (802.11-2020 10.3.7). */
static void hwx_sense_eifs(struct hwx_radio *radio,
			   const struct hwx_exchange *x, u64 now_ns)
{
	radio->blocked_ns = max(radio->blocked_ns,
				now_ns + hwx_eifs_ext_ns(hwx_two_ghz(x->air),
							 &x->air->timing));
}

/**
 * hwx_sense_garbled() - a transmission of the sender is over: who locked on it
 *	and could not read it waits out an EIFS
 * @x: at the end of an RTS or a PPDU
 * @now_ns: its end
 *
 * Those are the radios that hear the sender and the one who disturbed it after
 * the preamble.  Nobody locks on transmissions that begin in the same slot.
 *
 * Context: lock of the medium held.
 */
void hwx_sense_garbled(const struct hwx_exchange *x, u64 now_ns)
{
	struct hwx_radio *from = x->edca->radio, *radio;

	lockdep_assert_held(&from->medium->lock);
	if (!x->jammer)
		return;
	list_for_each_entry(radio, &from->medium->started, medium_node)
		if (radio != from && radio != x->jammer &&
		    hwx_air_decodes(radio->air, x->air) &&
		    hwx_sense_hears(radio, from) &&
		    hwx_sense_hears(radio, x->jammer))
			hwx_sense_eifs(radio, x, now_ns);
}

/**
 * hwx_sense_unreadable() - a radio could read nothing of a PPDU
 * @radio: addressee
 * @x: at the end of the PPDU, which nothing disturbed
 *
 * Context: lock of the medium held.
 */
void hwx_sense_unreadable(struct hwx_radio *radio,
			  const struct hwx_exchange *x)
{
	lockdep_assert_held(&radio->medium->lock);
	hwx_sense_eifs(radio, x, x->data_end_ns);
}
