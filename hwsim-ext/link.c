// SPDX-License-Identifier: GPL-2.0
/*
 * Links: what happens on the way from one radio to another.
 *
 * Only directions that were set are remembered, in a hash of the medium, so
 * that a medium on which nothing is lost pays nothing.
 */
#include "hwx.h"

/* mac80211 averages what is below 0 dBm only */
#define HWX_SIGNAL_MAX_DBM (-1)

static const struct hwx_link_params hwx_link_unset = {
#define X(UPPER, name, KIND, lo, hi, def, LIFE, unit, help) .name = def,
	HWX_LINK_PARAMS(X)
#undef X
};

static u32 hwx_link_key(const struct hwx_radio *from,
			const struct hwx_radio *to)
{
	return from->id << 16 ^ to->id;
}

/**
 * hwx_link_find() - a direction that was set
 * @from: sender
 * @to: receiver, on the same medium
 *
 * Context: lock of the medium held.
 * Return: the link or NULL
 */
struct hwx_link *hwx_link_find(const struct hwx_radio *from,
			       const struct hwx_radio *to)
{
	struct hwx_medium *medium = from->medium;
	struct hwx_link *link;

	lockdep_assert_held(&medium->lock);
	hash_for_each_possible(medium->links, link, node,
			       hwx_link_key(from, to))
		if (link->from == from && link->to == to)
			return link;
	return NULL;
}

static const struct hwx_link_params *
hwx_link_params_of(const struct hwx_radio *from, const struct hwx_radio *to)
{
	const struct hwx_link *link = NULL;

	if (from->medium->n_links)
		link = hwx_link_find(from, to);
	return link ? &link->params : &hwx_link_unset;
}

/**
 * hwx_link_loss() - how likely an MPDU is lost on the way
 * @from: sender
 * @to: receiver, on the same medium
 * @rate: of its PPDU
 * @bytes: its length, FCS included
 *
 * Context: lock of the medium held.
 * Return: ppm, by the loss of the link and by noise together
 */
u32 hwx_link_loss(const struct hwx_radio *from, const struct hwx_radio *to,
		  const struct hwx_rate *rate, u32 bytes)
{
	const struct hwx_link_params *params = hwx_link_params_of(from, to);
	u32 per_ppm;

	/* no rate loses anything at the SNR of a link that was never set */
	if (params == &hwx_link_unset)
		return 0;
	per_ppm = hwx_per_ppm(rate, params->snr_db, bytes);
	return params->loss + div_u64((u64)(HWX_PER_SURE_PPM - params->loss) *
				      per_ppm, HWX_PER_SURE_PPM);
}

/**
 * hwx_link_draw() - draw whether something is lost
 * @medium: the draw is its next one, unless nothing can be lost
 * @loss_ppm: how likely it is
 *
 * Context: lock of the medium held.
 * Return: true when it is lost
 */
bool hwx_link_draw(struct hwx_medium *medium, u32 loss_ppm)
{
	return loss_ppm && hwx_prng_below(&medium->prng,
					  HWX_PER_SURE_PPM) < loss_ppm;
}

/**
 * hwx_link_signal_dbm() - how strong a sender is received
 * @from: sender
 * @to: receiver, on the same medium
 *
 * Context: lock of the medium held.
 * Return: dBm, below 0
 */
s8 hwx_link_signal_dbm(const struct hwx_radio *from,
		       const struct hwx_radio *to)
{
	s32 snr_db = hwx_link_params_of(from, to)->snr_db;

	return min(HWX_NOISE_DBM + snr_db, HWX_SIGNAL_MAX_DBM);
}

/**
 * hwx_link_snr_db() - ratio of signal to noise on the way
 * @from: sender
 * @to: receiver, on the same medium
 *
 * Context: lock of the medium held.
 * Return: dB
 */
u32 hwx_link_snr_db(const struct hwx_radio *from, const struct hwx_radio *to)
{
	return hwx_link_params_of(from, to)->snr_db;
}

/**
 * hwx_link_loses() - is this frame lost on the way?
 * @from: sender
 * @to: receiver, on the same medium
 * @rate: of the PPDU
 * @bytes: length of the frame
 *
 * Context: lock of the medium held.
 * Return: true when it is; drawn from the sequence of the medium
 */
bool hwx_link_loses(const struct hwx_radio *from, const struct hwx_radio *to,
		    const struct hwx_rate *rate, u32 bytes)
{
	return hwx_link_draw(from->medium,
			     hwx_link_loss(from, to, rate, bytes));
}

/**
 * hwx_link_heard() - does the receiver hear the sender at all?
 * @from: sender
 * @to: receiver, on the same medium
 *
 * Context: lock of the medium held.
 * Return: true unless it was set otherwise
 */
bool hwx_link_heard(const struct hwx_radio *from, const struct hwx_radio *to)
{
	const struct hwx_link *link = hwx_link_find(from, to);

	return !link || link->params.heard;
}

/* Its parameters change: the receiver may hear the sender now, or no more. */
static void hwx_link_change(struct hwx_link *link,
			    const struct hwx_link_params *params)
{
	int change = (int)link->params.heard - (int)params->heard;

	link->params = *params;
	if (change)
		hwx_sense_links(link->to, change);
}

/**
 * hwx_link_set() - change a direction
 * @from: sender
 * @to: another radio of the same medium
 * @params: new values
 *
 * Context: process, hwx_radios_lock held.
 * Return: 0 or -ENOMEM
 */
int hwx_link_set(struct hwx_radio *from, struct hwx_radio *to,
		 const struct hwx_link_params *params)
{
	struct hwx_medium *medium = from->medium;
	struct hwx_link *link, *made;

	made = kzalloc(sizeof(*made), GFP_KERNEL);
	if (!made)
		return -ENOMEM;
	made->from = from;
	made->to = to;
	hwx_link_params_default(&made->params);

	spin_lock_bh(&medium->lock);
	link = hwx_link_find(from, to);
	if (!link) {
		link = made;
		made = NULL;
		hash_add(medium->links, &link->node, hwx_link_key(from, to));
		medium->n_links++;
	}
	hwx_link_change(link, params);
	spin_unlock_bh(&medium->lock);
	kfree(made);
	return 0;
}

/**
 * hwx_link_forget() - a radio goes, and its links with it
 * @radio: silent
 *
 * Context: process, hwx_radios_lock held.
 */
void hwx_link_forget(struct hwx_radio *radio)
{
	struct hwx_medium *medium = radio->medium;
	struct hwx_link_params params;
	struct hlist_node *next;
	struct hwx_link *link;
	int bucket;

	hwx_link_params_default(&params);
	spin_lock_bh(&medium->lock);
	hash_for_each_safe(medium->links, bucket, next, link, node) {
		if (link->from != radio && link->to != radio)
			continue;
		hwx_link_change(link, &params);
		hash_del(&link->node);
		medium->n_links--;
		kfree(link);
	}
	spin_unlock_bh(&medium->lock);
}
