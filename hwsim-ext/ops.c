// SPDX-License-Identifier: GPL-2.0
/*
 * The operations of mac80211 that concern a radio as a whole, and the table.
 */
#include "hwx.h"

/* flush gives what is queued this long to leave, then drops it */
#define HWX_FLUSH_MS 500

static int hwx_op_start(struct ieee80211_hw *hw)
{
	struct hwx_radio *radio = hwx_radio(hw);
	struct hwx_medium *medium = radio->medium;

	napi_enable(&radio->rx.napi);
	spin_lock_bh(&medium->lock);
	radio->started = true;
	list_add_tail(&radio->medium_node, &medium->started);
	spin_unlock_bh(&medium->lock);
	return 0;
}

/* Leave the air; what was on its way out ends up in @frames. */
static void hwx_radio_silence(struct hwx_radio *radio,
			      struct list_head *frames)
{
	struct hwx_medium *medium = radio->medium;

	spin_lock_bh(&medium->lock);
	radio->started = false;
	list_del_init(&radio->medium_node);
	hwx_exchange_forget(radio);
	if (radio->rx_all) {
		radio->rx_all = false;
		medium->sniffers--;
	}
	hwx_exchange_abort(radio, frames);
	hwx_radio_purge(radio, NULL, frames);
	spin_unlock_bh(&medium->lock);
}

static void hwx_radio_stop(struct hwx_radio *radio)
{
	LIST_HEAD(frames);

	hwx_scan_stop(radio, NULL);
	hwx_radio_silence(radio, &frames);
	hwx_fwba_stop(radio);
	hwx_order_quiet(radio);
	hwx_rx_stop(radio);
	hwx_fetch_stop(radio);
	hwx_fault_stop(radio);
	hwx_reclaim_stop(radio, &frames);
	hwx_completion_stop(radio, &frames);
	hwx_completion_give_back(radio, &frames);
}

#ifdef HWX_HAVE_STOP_SUSPEND
static void hwx_op_stop(struct ieee80211_hw *hw, bool suspend)
#else
static void hwx_op_stop(struct ieee80211_hw *hw)
#endif
{
	hwx_radio_stop(hwx_radio(hw));
}

static void hwx_rx_everything(struct hwx_radio *radio, bool rx_all)
{
	struct hwx_medium *medium = radio->medium;

	lockdep_assert_held(&medium->lock);
	if (radio->rx_all == rx_all || !radio->started)
		return;
	radio->rx_all = rx_all;
	if (rx_all)
		medium->sniffers++;
	else
		medium->sniffers--;
}

static int hwx_op_config(struct ieee80211_hw *hw, u32 changed)
{
	struct hwx_radio *radio = hwx_radio(hw);

	if (!(changed & IEEE80211_CONF_CHANGE_MONITOR))
		return 0;
	spin_lock_bh(&radio->medium->lock);
	hwx_rx_everything(radio, hw->conf.flags & IEEE80211_CONF_MONITOR);
	spin_unlock_bh(&radio->medium->lock);
	return 0;
}

#define HWX_FILTERS (FIF_ALLMULTI | FIF_BCN_PRBRESP_PROMISC | FIF_CONTROL | \
		     FIF_OTHER_BSS | FIF_PROBE_REQ)

static void hwx_op_configure_filter(struct ieee80211_hw *hw,
				    unsigned int changed, unsigned int *total,
				    u64 multicast)
{
	struct hwx_radio *radio = hwx_radio(hw);

	*total &= HWX_FILTERS;
	spin_lock_bh(&radio->medium->lock);
	radio->filter = *total;
	spin_unlock_bh(&radio->medium->lock);
}

/* Wait, within a bound, until the radio holds nothing; then drop the rest. */
static void hwx_op_flush(struct ieee80211_hw *hw, struct ieee80211_vif *vif,
			 u32 queues, bool drop)
{
	struct hwx_radio *radio = hwx_radio(hw);
	struct hwx_pool *pool = &radio->pool;
	LIST_HEAD(frames);

	if (!drop && wait_event_timeout(radio->drained,
					!READ_ONCE(pool->used) &&
					!READ_ONCE(pool->urgent),
					msecs_to_jiffies(HWX_FLUSH_MS)))
		return;
	spin_lock_bh(&radio->medium->lock);
	hwx_radio_purge(radio, vif, &frames);
	hwx_reclaim_now(radio, &frames);
	spin_unlock_bh(&radio->medium->lock);
	hwx_completion_give_back(radio, &frames);
}

static bool hwx_op_tx_frames_pending(struct ieee80211_hw *hw)
{
	return READ_ONCE(hwx_radio(hw)->pool.used);
}

static u64 hwx_op_get_tsf(struct ieee80211_hw *hw, struct ieee80211_vif *vif)
{
	return hwx_tsf_us(hwx_radio(hw), ktime_get_ns());
}

static void hwx_op_set_tsf(struct ieee80211_hw *hw, struct ieee80211_vif *vif,
			   u64 tsf)
{
	struct hwx_radio *radio = hwx_radio(hw);

	radio->tsf_offset_us += tsf - hwx_tsf_us(radio, ktime_get_ns());
}

static int hwx_op_set_tim(struct ieee80211_hw *hw, struct ieee80211_sta *sta,
			  bool set)
{
	return 0;
}

/* protect.c reads the threshold where mac80211 keeps it. */
static int hwx_op_set_rts_threshold(struct ieee80211_hw *hw, u32 value)
{
	return 0;
}

const struct ieee80211_ops hwx_ops = {
	.tx = hwx_op_tx,
	.wake_tx_queue = hwx_op_wake_tx_queue,
	.start = hwx_op_start,
	.stop = hwx_op_stop,
	.config = hwx_op_config,
	.configure_filter = hwx_op_configure_filter,
	.set_rts_threshold = hwx_op_set_rts_threshold,
	.flush = hwx_op_flush,
	.tx_frames_pending = hwx_op_tx_frames_pending,
	.add_interface = hwx_op_add_interface,
	.remove_interface = hwx_op_remove_interface,
	.change_interface = hwx_op_change_interface,
	.conf_tx = hwx_op_conf_tx,
	.link_info_changed = hwx_op_link_info_changed,
	.vif_cfg_changed = hwx_op_vif_cfg_changed,
	.sta_state = hwx_op_sta_state,
	.sta_pre_rcu_remove = hwx_op_sta_pre_rcu_remove,
	.sta_statistics = hwx_op_sta_statistics,
	.ampdu_action = hwx_op_ampdu_action,
	.set_key = hwx_op_set_key,
	.set_tim = hwx_op_set_tim,
	.get_tsf = hwx_op_get_tsf,
	.set_tsf = hwx_op_set_tsf,
	.get_survey = hwx_op_get_survey,
	.add_chanctx = hwx_op_add_chanctx,
	.remove_chanctx = hwx_op_remove_chanctx,
	.change_chanctx = hwx_op_change_chanctx,
	.assign_vif_chanctx = hwx_op_assign_vif_chanctx,
	.unassign_vif_chanctx = hwx_op_unassign_vif_chanctx,
	.switch_vif_chanctx = hwx_op_switch_vif_chanctx,
	.hw_scan = hwx_op_hw_scan,
	.cancel_hw_scan = hwx_op_cancel_hw_scan,
	.remain_on_channel = hwx_op_remain_on_channel,
	.cancel_remain_on_channel = hwx_op_cancel_remain_on_channel,
};
