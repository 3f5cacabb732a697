// SPDX-License-Identifier: GPL-2.0
/*
 * Tx status: what mac80211 and its rate control are told of a frame.
 *
 * A frame that is not aggregated carries the rates that were tried, in order,
 * each with its number of transmissions.  Of an A-MPDU rate control is told
 * once a PPDU, by its first frame that is done: rate, MPDUs, acknowledged.  Of
 * an A-MPDU that nobody answered no frame may be done; a record without a
 * frame stands for it.
 *
 * mac80211 wants rates in two forms.  The new one, struct rate_info, has all of
 * them, and the estimates of air time that AQL makes come from there.  Rate
 * control prefers it to the old one.
 */
#include "hwx.h"

/* the field is five bits wide */
#define HWX_OLD_COUNT_MAX 31

/**
 * hwx_status_try() - a frame is on the air, or its RTS failed
 * @desc: the frame
 * @rate: of its PPDU
 *
 * Context: lock of the medium held.
 */
void hwx_status_try(struct hwx_desc *desc, const struct hwx_rate *rate)
{
	struct hwx_try *last = &desc->tries[max_t(u8, desc->n_tries, 1) - 1];

	if (desc->ampdu)
		return;
	if (desc->n_tries && hwx_rate_equal(&last->rate, rate)) {
		if (last->count < U8_MAX)
			last->count++;
		return;
	}
	/* rate control needs the last one, where the success is */
	if (desc->n_tries == HWX_CHAIN_MAX)
		memmove(desc->tries, desc->tries + 1,
			--desc->n_tries * sizeof(*desc->tries));
	last = &desc->tries[desc->n_tries++];
	last->rate = *rate;
	last->count = 1;
}

/* mac80211 knows as many of VHT, and warns of more */
#define HWX_VHT_NSS_MAX 4

/*
 * The statistics of minstrel_ht have no place for HE, 160 MHz and more than
 * four streams, and it does not look before it counts.
 */
static bool hwx_status_learnable(const struct hwx_rate *rate)
{
	return rate->mode != HWX_MODE_HE && rate->bw_mhz < 160 &&
	       rate->nss <= HWX_VHT_NSS_MAX;
}

static void hwx_status_rate_info(const struct hwx_rate *rate,
				 struct rate_info *info)
{
	hwx_phy_rate_info(rate, info);
	if (rate->mode == HWX_MODE_VHT)
		info->nss = min_t(u8, info->nss, HWX_VHT_NSS_MAX);
}

/*
 * In the new form minstrel_ht takes the index of an OFDM rate for one into its
 * own table, which has no DSSS rates.
 */
static bool hwx_status_misread(const struct hwx_rate *rate,
			       enum nl80211_band band)
{
	return rate->mode == HWX_MODE_OFDM && band == NL80211_BAND_2GHZ;
}

static void hwx_status_old(struct hwx_radio *radio,
			   const struct hwx_try *tries, u8 n_tries,
			   struct ieee80211_tx_info *info)
{
	struct ieee80211_tx_rate *rates = info->status.rates;
	int i;

	for (i = 0; i < n_tries; i++) {
		hwx_phy_tx_rate(radio, &tries[i].rate, info->band, &rates[i]);
		rates[i].count = min_t(u8, tries[i].count, HWX_OLD_COUNT_MAX);
	}
	if (n_tries < IEEE80211_TX_MAX_RATES)
		rates[n_tries].idx = -1;
}

/* Says whether rate control reads them as they are meant. */
static bool hwx_status_new(const struct hwx_try *tries, u8 n_tries,
			   enum nl80211_band band,
			   struct ieee80211_rate_status *rates)
{
	bool misread = false;
	int i;

	for (i = 0; i < n_tries; i++) {
		hwx_status_rate_info(&tries[i].rate, &rates[i].rate_idx);
		rates[i].tx_power_idx = 0;
		rates[i].try_count = hwx_status_learnable(&tries[i].rate) ?
				     tries[i].count : 0;
		misread |= hwx_status_misread(&tries[i].rate, band);
	}
	return !misread;
}

/* Report the outcome of a PPDU of which no frame is done. */
static void hwx_status_record(struct hwx_radio *radio,
			      const struct hwx_desc *desc)
{
	const struct hwx_try one = { .rate = desc->rate, .count = 1 };
	struct ieee80211_tx_info info = {
		.flags = IEEE80211_TX_CTL_AMPDU | IEEE80211_TX_STAT_AMPDU,
		.band = desc->band,
	};

	if (!desc->sta || !hwx_status_learnable(&desc->rate))
		return;
	info.status.ampdu_len = desc->ampdu_len;
	hwx_status_old(radio, &one, 1, &info);
	/* only rate control: the statistics count frames */
	ieee80211_tx_rate_update(radio->hw, desc->sta, &info);
}

static void hwx_status_flags(const struct hwx_desc *desc,
			     struct ieee80211_tx_info *info, bool ack_signal)
{
	if (desc->acked)
		info->flags |= desc->noack ?
			       IEEE80211_TX_STAT_NOACK_TRANSMITTED :
			       IEEE80211_TX_STAT_ACK;
	else if (desc->ampdu && desc->bar)
		info->flags |= IEEE80211_TX_STAT_AMPDU_NO_BACK;
	/* mac80211 does not know of sessions that it does not own */
	if (desc->ampdu)
		info->flags |= IEEE80211_TX_CTL_AMPDU;
	if (desc->ampdu_len) {
		info->flags |= IEEE80211_TX_STAT_AMPDU;
		info->status.ampdu_len = desc->ampdu_len;
		info->status.ampdu_ack_len = desc->ampdu_acked;
	}
	if (desc->acked && !desc->noack && ack_signal) {
		info->status.ack_signal = desc->ack_dbm;
		info->status.flags |= IEEE80211_TX_STATUS_ACK_SIGNAL_VALID;
	}
}

/*
 * One frame of a PPDU is enough, and all that hardware gives.  A sample says
 * nothing about the air time of other frames.
 */
static bool hwx_status_wants_new(const struct hwx_desc *desc,
				 const struct ieee80211_tx_info *info)
{
	bool sample = desc->attempts == 1 &&
		      (info->flags & IEEE80211_TX_CTL_RATE_CTRL_PROBE);

	return desc->sta && !desc->noack && !sample &&
	       (desc->ampdu_len || !desc->ampdu);
}

/* Rate control is in the firmware: no rate but what mac80211 learns now and then. */
static void hwx_status_unsaid(struct hwx_radio *radio, struct hwx_desc *desc,
			      struct ieee80211_tx_info *info,
			      struct ieee80211_tx_status *status,
			      struct ieee80211_rate_status *rates)
{
	const struct ieee80211_hdr *hdr = (const void *)desc->skb->data;
	const struct hwx_try last = { .rate = desc->rate, .count = 1 };

	info->status.rates[0].idx = -1;
	/* the rates of other frames say nothing of the firmware's choice */
	if (hwx_status_wants_new(desc, info) && desc->attempts &&
	    ieee80211_is_data_present(hdr->frame_control) &&
	    hwx_fwrate_tells(radio, desc->sta)) {
		hwx_status_new(&last, 1, info->band, rates);
		status->rates = rates;
		status->n_rates = 1;
	}
	ieee80211_tx_status_ext(radio->hw, status);
}

/* The outcome of one frame; mac80211 consumes its skb. */
static void hwx_status_frame(struct hwx_radio *radio, struct hwx_desc *desc)
{
	/* of a frame in A-MPDUs the PPDU that settled it, all else was told */
	const struct hwx_try last = { .rate = desc->rate, .count = 1 };
	const struct hwx_try *tries = desc->ampdu ? &last : desc->tries;
	u8 n_tries = desc->ampdu ? 1 : desc->n_tries;
	struct ieee80211_tx_info *info = IEEE80211_SKB_CB(desc->skb);
	struct ieee80211_rate_status rates[HWX_CHAIN_MAX];
	struct ieee80211_tx_status status = {
		.sta = desc->sta, .skb = desc->skb, .info = info,
	};

	memset(&info->status, 0, sizeof(info->status));
	hwx_status_flags(desc, info, radio->params.ack_signal);
	if (hwx_fwrate_owns(radio)) {
		hwx_status_unsaid(radio, desc, info, &status, rates);
		return;
	}
	hwx_status_old(radio, tries, n_tries, info);
	if (hwx_status_wants_new(desc, info) &&
	    (hwx_status_new(tries, n_tries, info->band, rates) ||
	     radio->params.rate)) {
		status.rates = rates;
		status.n_rates = n_tries;
	}
	ieee80211_tx_status_ext(radio->hw, &status);
}

/**
 * hwx_status_report() - report one frame, or the record of a PPDU
 * @radio: sender
 * @desc: its frame is consumed
 *
 * Context: BHs off, RCU read lock held, no locks.
 */
void hwx_status_report(struct hwx_radio *radio, struct hwx_desc *desc)
{
	if (!desc->skb) {
		hwx_status_record(radio, desc);
		return;
	}
	if (desc->own) {
		dev_kfree_skb(desc->skb);
		return;
	}
	if (desc->dropped) {
		ieee80211_free_txskb(radio->hw, desc->skb);
		return;
	}
	if (desc->sta && desc->ppdu_ns && desc->tid < IEEE80211_NUM_TIDS &&
	    radio->params.airtime_fairness)
		ieee80211_sta_register_airtime(desc->sta, desc->tid,
					       desc->ppdu_ns / NSEC_PER_USEC,
					       0);
	hwx_fwrate_session(radio, desc);
	hwx_status_frame(radio, desc);
}
