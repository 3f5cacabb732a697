// SPDX-License-Identifier: GPL-2.0
/*
 * TCP segmentation: the driver cuts what mac80211 hands it as one frame into
 * MSDUs, each with a descriptor of its own, and the firmware joins them into
 * A-MSDUs like any other frames.
 *
 * How many descriptors a frame needs is known only when it is there, so none is
 * dequeued unless there are enough for the largest one.
 */
#include "hwx.h"

/* most segments of one frame; 64 KB of full segments are 45 */
#define HWX_TSO_SEGS_MAX 64

/**
 * hwx_tso_reserve() - how many descriptors the next frame may need
 * @radio: sender
 *
 * Return: 1 without segmentation
 */
u32 hwx_tso_reserve(const struct hwx_radio *radio)
{
	return radio->params.tso ? HWX_TSO_SEGS_MAX : 1;
}

/**
 * hwx_tso_check() - does segmentation go with the other parameters?
 * @params: of a radio
 * @extack: gets a sentence on refusal
 *
 * The network stack segments itself where one of the other two is missing.
 *
 * Return: 0 or -EINVAL
 */
int hwx_tso_check(const struct hwx_params *params,
		  struct netlink_ext_ack *extack)
{
	if (!params->tso)
		return 0;
	if (!params->sg || !params->csum) {
		hwx_refuse(extack, "tso needs sg and csum: switch both on");
		return -EINVAL;
	}
	/* who asks for so many frames wants no more of them */
	if (params->hwq_ppdus || params->tx_mode == HWX_TX_PULL) {
		hwx_refuse(extack, "tso is for tx_mode push without hwq_ppdus: switch one off");
		return -EINVAL;
	}
	if (params->tx_desc < 2 * HWX_TSO_SEGS_MAX) {
		hwx_refuse(extack, "tx_desc is too small for tso: %u or more are accepted",
			   2 * HWX_TSO_SEGS_MAX);
		return -EINVAL;
	}
	return 0;
}

/**
 * hwx_tso_interface() - tell the network stack the limit
 * @radio: owner
 * @vif: that comes
 *
 * Context: process, RTNL held.
 */
void hwx_tso_interface(const struct hwx_radio *radio, struct ieee80211_vif *vif)
{
	struct wireless_dev *wdev = ieee80211_vif_to_wdev(vif);

	if (radio->params.tso && wdev && wdev->netdev)
		netif_set_tso_max_segs(wdev->netdev, HWX_TSO_SEGS_MAX);
}

/*
 * What mac80211 noted of the frame holds for each segment, but for the air time
 * that its queue limit counts: all of it comes back with the last one.
 */
static void hwx_tso_inherit(struct sk_buff *segs,
			    const struct ieee80211_tx_info *info)
{
	struct sk_buff *skb;

	for (skb = segs; skb; skb = skb->next) {
		*IEEE80211_SKB_CB(skb) = *info;
		if (skb->next)
			ieee80211_info_set_tx_time_est(IEEE80211_SKB_CB(skb),
						       0);
	}
}

/**
 * hwx_tso_split() - cut a frame into segments if it is more than one
 * @radio: sender
 * @skb: dequeued from a TXQ; consumed
 * @to: gets the frame or its segments
 *
 * The segments take over what their socket is charged for.
 *
 * Context: BHs off, tx_lock held.
 */
void hwx_tso_split(struct hwx_radio *radio, struct sk_buff *skb,
		   struct sk_buff_head *to)
{
	struct ieee80211_tx_info info = *IEEE80211_SKB_CB(skb);
	struct sk_buff *segs, *next;

	lockdep_assert_held(&radio->tx_lock);
	if (!skb_is_gso(skb)) {
		__skb_queue_tail(to, skb);
		return;
	}
	/* writes into the control buffer */
	segs = skb_gso_segment(skb, NETIF_F_SG | NETIF_F_HW_CSUM);
	if (IS_ERR_OR_NULL(segs)) {
		*IEEE80211_SKB_CB(skb) = info;
		ieee80211_free_txskb(radio->hw, skb);
		return;
	}
	consume_skb(skb);
	spin_lock(&radio->medium->lock);
	radio->stats.tx_tso_frames++;
	spin_unlock(&radio->medium->lock);
	hwx_tso_inherit(segs, &info);
	skb_list_walk_safe(segs, skb, next) {
		skb_mark_not_on_list(skb);
		__skb_queue_tail(to, skb);
	}
}
