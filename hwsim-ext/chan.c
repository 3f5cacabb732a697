// SPDX-License-Identifier: GPL-2.0
/*
 * Channel contexts: which channel a radio operates on.
 *
 * A radio has one operating channel at a time; all its interfaces share it.
 */
#include "hwx.h"

static u32 hwx_width_mhz(enum nl80211_chan_width width)
{
	switch (width) {
	case NL80211_CHAN_WIDTH_40:
		return 40;
	case NL80211_CHAN_WIDTH_80:
		return 80;
	case NL80211_CHAN_WIDTH_160:
		return 160;
	default:
		return 20;
	}
}

/**
 * hwx_chan_from_def() - what a channel definition means on the air
 * @chan: filled, padding included, so that it can be compared
 * @def: of cfg80211
 */
void hwx_chan_from_def(struct hwx_chan *chan,
		       const struct cfg80211_chan_def *def)
{
	u32 centre_khz = MHZ_TO_KHZ(def->center_freq1);

	memset(chan, 0, sizeof(*chan));
	chan->primary_khz = ieee80211_channel_to_khz(def->chan);
	chan->width_mhz = hwx_width_mhz(def->width);
	chan->low_khz = centre_khz - MHZ_TO_KHZ(chan->width_mhz) / 2;
	chan->high_khz = centre_khz + MHZ_TO_KHZ(chan->width_mhz) / 2;
	chan->band = def->chan->band;
}

/* Operate on @def from now on; NULL: on no channel. */
static int hwx_chan_tune(struct hwx_radio *radio,
			 const struct cfg80211_chan_def *def)
{
	struct hwx_medium *medium = radio->medium;
	struct hwx_air *air = NULL;
	struct hwx_chan chan;
	LIST_HEAD(frames);
	int i;

	if (def)
		hwx_chan_from_def(&chan, def);
	spin_lock_bh(&medium->lock);
	if (def) {
		air = hwx_air_get(medium, &chan, GFP_ATOMIC);
		if (!air) {
			spin_unlock_bh(&medium->lock);
			return -ENOMEM;
		}
	} else {
		hwx_exchange_abort(radio, &frames);
		hwx_radio_purge(radio, NULL, &frames);
	}
	hwx_air_tune(radio, air, ktime_get_ns());
	for (i = 0; i < HWX_NUM_EDCA; i++)
		hwx_csma_leave(&radio->edca[i]);
	for (i = 0; i < HWX_NUM_EDCA; i++)
		hwx_csma_kick(&radio->edca[i], ktime_get_ns());
	spin_unlock_bh(&medium->lock);
	hwx_completion_give_back(radio, &frames);
	return 0;
}

/**
 * hwx_op_add_chanctx() - nothing to do until an interface uses it
 * @hw: of mac80211
 * @ctx: channel context
 *
 * Return: 0
 */
int hwx_op_add_chanctx(struct ieee80211_hw *hw,
		       struct ieee80211_chanctx_conf *ctx)
{
	return 0;
}

/**
 * hwx_op_remove_chanctx() - nothing uses it any more
 * @hw: of mac80211
 * @ctx: channel context
 */
void hwx_op_remove_chanctx(struct ieee80211_hw *hw,
			   struct ieee80211_chanctx_conf *ctx)
{
}

/**
 * hwx_op_change_chanctx() - the width of the channel in use changes
 * @hw: of mac80211
 * @ctx: channel context
 * @changed: IEEE80211_CHANCTX_CHANGE_*
 */
void hwx_op_change_chanctx(struct ieee80211_hw *hw,
			   struct ieee80211_chanctx_conf *ctx, u32 changed)
{
	struct hwx_radio *radio = hwx_radio(hw);

	if ((changed & IEEE80211_CHANCTX_CHANGE_WIDTH) && radio->air_users)
		hwx_chan_tune(radio, &ctx->def);
}

/**
 * hwx_op_assign_vif_chanctx() - an interface operates on a channel
 * @hw: of mac80211
 * @vif: interface
 * @link: its BSS
 * @ctx: channel context
 *
 * Return: 0 or -ENOMEM
 */
int hwx_op_assign_vif_chanctx(struct ieee80211_hw *hw,
			      struct ieee80211_vif *vif,
			      struct ieee80211_bss_conf *link,
			      struct ieee80211_chanctx_conf *ctx)
{
	struct hwx_radio *radio = hwx_radio(hw);
	int err = 0;

	if (!radio->air_users)
		err = hwx_chan_tune(radio, &ctx->def);
	if (!err)
		radio->air_users++;
	return err;
}

/**
 * hwx_op_unassign_vif_chanctx() - an interface leaves its channel
 * @hw: of mac80211
 * @vif: interface
 * @link: its BSS
 * @ctx: channel context
 */
void hwx_op_unassign_vif_chanctx(struct ieee80211_hw *hw,
				 struct ieee80211_vif *vif,
				 struct ieee80211_bss_conf *link,
				 struct ieee80211_chanctx_conf *ctx)
{
	struct hwx_radio *radio = hwx_radio(hw);

	if (!--radio->air_users)
		hwx_chan_tune(radio, NULL);
}

/**
 * hwx_op_switch_vif_chanctx() - interfaces move to another channel
 * @hw: of mac80211
 * @vifs: which, from where, to where
 * @n_vifs: how many, all of them on the one channel of the radio
 * @mode: whether contexts are kept
 *
 * Return: 0 or -ENOMEM
 */
int hwx_op_switch_vif_chanctx(struct ieee80211_hw *hw,
			      struct ieee80211_vif_chanctx_switch *vifs,
			      int n_vifs,
			      enum ieee80211_chanctx_switch_mode mode)
{
	return hwx_chan_tune(hwx_radio(hw), &vifs[0].new_ctx->def);
}

/**
 * hwx_op_get_survey() - true times of the operating channel since it was tuned to
 * @hw: of mac80211
 * @idx: only 0 exists
 * @survey: filled
 *
 * Return: 0 or -ENOENT
 */
int hwx_op_get_survey(struct ieee80211_hw *hw, int idx,
		      struct survey_info *survey)
{
	struct hwx_radio *radio = hwx_radio(hw);
	struct hwx_air_times times;
	int err = -ENOENT;

	if (idx)
		return err;
	spin_lock_bh(&radio->medium->lock);
	if (radio->air) {
		hwx_air_account(radio, ktime_get_ns());
		hwx_air_times(radio, &times);
		survey->channel = ieee80211_get_channel_khz(hw->wiphy,
							    radio->air->chan.primary_khz);
		survey->filled = SURVEY_INFO_NOISE_DBM | SURVEY_INFO_IN_USE |
				 SURVEY_INFO_TIME | SURVEY_INFO_TIME_BUSY |
				 SURVEY_INFO_TIME_TX | SURVEY_INFO_TIME_RX;
		survey->noise = HWX_NOISE_DBM;
		survey->time_busy = div_u64(times.busy_ns, NSEC_PER_MSEC);
		survey->time = div_u64(times.busy_ns + times.idle_ns,
				       NSEC_PER_MSEC);
		survey->time_tx = div_u64(times.tx_ns, NSEC_PER_MSEC);
		survey->time_rx = div_u64(times.rx_ns, NSEC_PER_MSEC);
		err = 0;
	}
	spin_unlock_bh(&radio->medium->lock);
	return err;
}
