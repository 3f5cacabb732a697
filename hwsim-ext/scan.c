// SPDX-License-Identifier: GPL-2.0
/*
 * Scanning and remaining on a channel.
 *
 * mac80211 leaves scanning to drivers with channel contexts.  The radio
 * listens to the scanned channel with a second receiver, so traffic on the
 * operating channel goes on; its one transmitter is shared.
 */
#include <linux/etherdevice.h>

#include "hwx.h"

#define HWX_ACTIVE_MS 30
#define HWX_PASSIVE_MS 110

static void hwx_scan_listen(struct hwx_radio *radio,
			    struct ieee80211_channel *channel)
{
	struct hwx_medium *medium = radio->medium;
	struct hwx_edca *edca = &radio->edca[HWX_EDCA_OFFCHAN];
	struct cfg80211_chan_def def;
	struct hwx_chan chan;
	LIST_HEAD(frames);

	if (channel) {
		cfg80211_chandef_create(&def, channel, NL80211_CHAN_NO_HT);
		hwx_chan_from_def(&chan, &def);
	}
	spin_lock_bh(&medium->lock);
	if (radio->xchg.edca == edca)
		hwx_exchange_abort(radio, &frames);
	hwx_fwq_purge(&edca->direct, &frames);
	hwx_csma_leave(edca);
	hwx_air_put(medium, radio->scan.air);
	radio->scan.air = channel ? hwx_air_get(medium, &chan, GFP_ATOMIC) :
				    NULL;
	spin_unlock_bh(&medium->lock);
	hwx_completion_give_back(radio, &frames);
}

static void hwx_scan_probe(struct hwx_radio *radio,
			   const struct cfg80211_ssid *ssid)
{
	struct hwx_scan *scan = &radio->scan;
	struct cfg80211_scan_request *req = &scan->req->req;
	enum nl80211_band band = req->channels[scan->next]->band;
	const struct ieee80211_scan_ies *ies = &scan->req->ies;
	size_t ie_len = ies->len[band] + ies->common_ie_len;
	struct sk_buff *skb;

	skb = ieee80211_probereq_get(radio->hw, scan->addr, ssid->ssid,
				     ssid->ssid_len, ie_len);
	if (!skb)
		return;
	skb_put_data(skb, ies->ies[band], ies->len[band]);
	skb_put_data(skb, ies->common_ies, ies->common_ie_len);
	IEEE80211_SKB_CB(skb)->band = band;

	local_bh_disable();
	rcu_read_lock();
	hwx_tx_urgent(radio, scan->vif, NULL, skb, HWX_EDCA_OFFCHAN, true);
	rcu_read_unlock();
	local_bh_enable();
}

/* Listen to the next channel; says how long. */
static unsigned int hwx_scan_channel(struct hwx_radio *radio)
{
	struct hwx_scan *scan = &radio->scan;
	struct cfg80211_scan_request *req = &scan->req->req;
	struct ieee80211_channel *channel = req->channels[scan->next];
	int i;

	hwx_scan_listen(radio, channel);
	if (!req->n_ssids ||
	    channel->flags & (IEEE80211_CHAN_NO_IR | IEEE80211_CHAN_RADAR))
		return HWX_PASSIVE_MS;
	for (i = 0; i < req->n_ssids; i++)
		hwx_scan_probe(radio, &req->ssids[i]);
	return HWX_ACTIVE_MS;
}

static void hwx_scan_end(struct hwx_radio *radio)
{
	lockdep_assert_held(&radio->scan.lock);
	hwx_scan_listen(radio, NULL);
	radio->scan.vif = NULL;
	radio->scan.req = NULL;
}

static void hwx_scan_work(struct work_struct *work)
{
	struct hwx_radio *radio = container_of(work, struct hwx_radio,
					       scan.work.work);
	struct hwx_scan *scan = &radio->scan;
	struct cfg80211_scan_info info = {};
	bool scanned = false, remained = false;

	mutex_lock(&scan->lock);
	if (!scan->vif) {
		;
	} else if (scan->req && scan->next < scan->req->req.n_channels) {
		queue_delayed_work(system_wq, &scan->work,
				   msecs_to_jiffies(hwx_scan_channel(radio)));
		scan->next++;
	} else {
		scanned = scan->req;
		remained = !scan->req;
		hwx_scan_end(radio);
	}
	mutex_unlock(&scan->lock);

	if (scanned)
		ieee80211_scan_completed(radio->hw, &info);
	if (remained)
		ieee80211_remain_on_channel_expired(radio->hw);
}

/**
 * hwx_scan_init() - a radio that does not scan
 * @radio: being made
 */
void hwx_scan_init(struct hwx_radio *radio)
{
	mutex_init(&radio->scan.lock);
	INIT_DELAYED_WORK(&radio->scan.work, hwx_scan_work);
}

/**
 * hwx_scan_stop() - end what an interface has in progress
 * @radio: owner
 * @vif: interface, NULL for any
 *
 * Context: process, no locks held.
 */
void hwx_scan_stop(struct hwx_radio *radio, struct ieee80211_vif *vif)
{
	struct cfg80211_scan_info info = { .aborted = true };
	struct hwx_scan *scan = &radio->scan;
	bool scanned = false;

	mutex_lock(&scan->lock);
	if (scan->vif && (!vif || scan->vif == vif)) {
		scanned = scan->req;
		hwx_scan_end(radio);
	}
	mutex_unlock(&scan->lock);
	cancel_delayed_work_sync(&scan->work);
	if (scanned)
		ieee80211_scan_completed(radio->hw, &info);
}

static int hwx_scan_start(struct hwx_radio *radio, struct ieee80211_vif *vif,
			  struct ieee80211_scan_request *req,
			  struct ieee80211_channel *channel,
			  unsigned int wait_ms)
{
	struct hwx_scan *scan = &radio->scan;
	int err = -EBUSY;

	mutex_lock(&scan->lock);
	if (!scan->vif) {
		scan->vif = vif;
		scan->req = req;
		scan->next = 0;
		ether_addr_copy(scan->addr, vif->addr);
		if (req && req->req.flags & NL80211_SCAN_FLAG_RANDOM_ADDR)
			get_random_mask_addr(scan->addr, req->req.mac_addr,
					     req->req.mac_addr_mask);
		if (channel)
			hwx_scan_listen(radio, channel);
		queue_delayed_work(system_wq, &scan->work,
				   msecs_to_jiffies(wait_ms));
		err = 0;
	}
	mutex_unlock(&scan->lock);
	return err;
}

/**
 * hwx_op_hw_scan() - look for networks
 * @hw: of mac80211
 * @vif: interface
 * @req: channels, SSIDs, elements; stays until the scan is reported
 *
 * Return: 0 or -EBUSY
 */
int hwx_op_hw_scan(struct ieee80211_hw *hw, struct ieee80211_vif *vif,
		   struct ieee80211_scan_request *req)
{
	return hwx_scan_start(hwx_radio(hw), vif, req, NULL, 0);
}

/**
 * hwx_op_cancel_hw_scan() - stop looking
 * @hw: of mac80211
 * @vif: interface
 */
void hwx_op_cancel_hw_scan(struct ieee80211_hw *hw, struct ieee80211_vif *vif)
{
	hwx_scan_stop(hwx_radio(hw), vif);
}

/**
 * hwx_op_remain_on_channel() - listen and send elsewhere for a while
 * @hw: of mac80211
 * @vif: interface
 * @chan: where
 * @duration_ms: how long
 * @type: why
 *
 * Return: 0 or -EBUSY
 */
int hwx_op_remain_on_channel(struct ieee80211_hw *hw,
			     struct ieee80211_vif *vif,
			     struct ieee80211_channel *chan, int duration_ms,
			     enum ieee80211_roc_type type)
{
	int err = hwx_scan_start(hwx_radio(hw), vif, NULL, chan, duration_ms);

	if (!err)
		ieee80211_ready_on_channel(hw);
	return err;
}

/**
 * hwx_op_cancel_remain_on_channel() - come back early
 * @hw: of mac80211
 * @vif: interface
 *
 * Return: 0
 */
int hwx_op_cancel_remain_on_channel(struct ieee80211_hw *hw,
				    struct ieee80211_vif *vif)
{
	hwx_scan_stop(hwx_radio(hw), vif);
	return 0;
}
