// SPDX-License-Identifier: GPL-2.0
/*
 * Reordering in firmware: what a block ack session receives goes up in order, the
 * way hardware or a driver does it that mac80211 leaves that to.
 *
 * Frames wait in a buffer for each station and TID (core/reorder.h), until the gap
 * before them closes, the window moves on, the sender says that it has given up
 * (block ack request), or they have waited long enough.
 */
#include "hwx.h"

/* as mac80211 has it */
#define HWX_ORDER_WAIT_NS (100 * NSEC_PER_MSEC)

/**
 * struct hwx_order - frames of one session that wait
 * @reorder: which
 * @slots: the frames, and how many MSDUs each is
 * @node: in the radio while any wait, longest first
 * @until_ns: no longer than that
 *
 * All under the lock of the medium.
 */
struct hwx_order {
	struct hwx_reorder reorder;
	struct {
		struct sk_buff *skb;
		u32 msdus;
	} slots[HWX_REORDER_MAX];
	struct list_head node;
	u64 until_ns;
};

/**
 * hwx_order_owns() - does the firmware reorder?
 * @radio: receiver
 *
 * Return: false when mac80211 does
 */
bool hwx_order_owns(const struct hwx_radio *radio)
{
	return radio->params.reorder == HWX_ORDER_FIRMWARE;
}

static bool hwx_order_step(struct hwx_radio *radio, struct hwx_order *order)
{
	u32 slot;

	if (!hwx_reorder_step(&order->reorder, &slot))
		return false;
	hwx_rx_add(radio, order->slots[slot].skb, order->slots[slot].msdus);
	order->slots[slot].skb = NULL;
	return true;
}

/* Hand up what is in order now; what still waits does so anew if the head moved. */
static void hwx_order_release(struct hwx_radio *radio, struct hwx_order *order,
			      u16 old_head, u64 now_ns)
{
	while (hwx_reorder_ready(&order->reorder))
		hwx_order_step(radio, order);
	if (!order->reorder.n_held) {
		list_del_init(&order->node);
		return;
	}
	if (!list_empty(&order->node) && order->reorder.head == old_head)
		return;
	order->until_ns = now_ns + HWX_ORDER_WAIT_NS;
	list_move_tail(&order->node, &radio->order.waiting);
	if (!hrtimer_active(&radio->order.timer))
		hrtimer_start(&radio->order.timer, ns_to_ktime(order->until_ns),
			      HRTIMER_MODE_ABS_SOFT);
}

/* The gap at the head is given up. */
static void hwx_order_skip(struct hwx_radio *radio, struct hwx_order *order,
			   u64 now_ns)
{
	u16 old_head = order->reorder.head;

	while (!hwx_order_step(radio, order))
		;
	hwx_order_release(radio, order, old_head, now_ns);
}

static enum hrtimer_restart hwx_order_fire(struct hrtimer *timer)
{
	struct hwx_radio *radio = container_of(timer, struct hwx_radio,
					       order.timer);
	u64 now_ns = ktime_get_ns();
	struct hwx_order *order;

	spin_lock(&radio->medium->lock);
	while ((order = list_first_entry_or_null(&radio->order.waiting,
						 struct hwx_order, node)) &&
	       order->until_ns <= now_ns)
		hwx_order_skip(radio, order, now_ns);
	if (order)
		hrtimer_start(timer, ns_to_ktime(order->until_ns),
			      HRTIMER_MODE_ABS_SOFT);
	if (radio->started)
		hwx_rx_flush(radio, now_ns);
	spin_unlock(&radio->medium->lock);
	return HRTIMER_NORESTART;
}

static struct hwx_order *hwx_order_of(struct ieee80211_sta *sta,
				      const struct hwx_desc *desc)
{
	if (!sta || desc->tid >= IEEE80211_NUM_TIDS)
		return NULL;
	return hwx_peer(sta)->order[desc->tid];
}

/**
 * hwx_order_add() - a frame arrives: hand it up, or let it wait
 * @radio: receiver, the addressee
 * @sta: sender, or NULL
 * @desc: the frame, or the first of an A-MSDU
 * @skb: the copy for the receiver; consumed
 * @now_ns: time now
 *
 * Context: lock of the medium and RCU read lock held.
 */
void hwx_order_add(struct hwx_radio *radio, struct ieee80211_sta *sta,
		   const struct hwx_desc *desc, struct sk_buff *skb, u64 now_ns)
{
	const struct ieee80211_hdr *hdr = (const void *)skb->data;
	struct hwx_order *order = hwx_order_of(sta, desc);
	u32 msdus = hwx_amsdu_count(desc), slot;
	u16 old_head, shift;

	if (!order || desc->noack || desc->bar ||
	    !ieee80211_is_data_present(hdr->frame_control)) {
		hwx_rx_add(radio, skb, msdus);
		return;
	}
	old_head = order->reorder.head;
	for (shift = hwx_reorder_shift(&order->reorder, desc->sn); shift;
	     shift--)
		hwx_order_step(radio, order);
	switch (hwx_reorder_add(&order->reorder, desc->sn)) {
	case HWX_REORDER_HOLD:
		slot = hwx_reorder_slot(desc->sn);
		order->slots[slot].skb = skb;
		order->slots[slot].msdus = msdus;
		break;
	case HWX_REORDER_PASS:
		hwx_rx_add(radio, skb, msdus);
		break;
	case HWX_REORDER_DROP:
		dev_kfree_skb_any(skb);
		break;
	}
	hwx_order_release(radio, order, old_head, now_ns);
}

/**
 * hwx_order_bar() - the sender has given up all before a number
 * @radio: receiver, the addressee
 * @sta: sender, or NULL
 * @desc: a block ack request
 * @now_ns: time now
 *
 * Context: lock of the medium and RCU read lock held.
 */
void hwx_order_bar(struct hwx_radio *radio, struct ieee80211_sta *sta,
		   const struct hwx_desc *desc, u64 now_ns)
{
	struct hwx_order *order = hwx_order_of(sta, desc);
	u16 old_head, ahead;

	if (!order || !desc->bar)
		return;
	old_head = order->reorder.head;
	ahead = hwx_seq_after(desc->sn, old_head);
	if (ahead >= HWX_SEQ_COUNT / 2)
		return;
	while (ahead--)
		hwx_order_step(radio, order);
	hwx_order_release(radio, order, old_head, now_ns);
}

/**
 * hwx_order_start() - a session to receive in begins
 * @radio: receiver
 * @sta: sender
 * @tid: of the session
 * @start: first number
 * @window: that was agreed, 0 is any
 *
 * Context: lock of the medium held.
 * Return: 0 or -ENOMEM
 */
int hwx_order_start(struct hwx_radio *radio, struct ieee80211_sta *sta, u8 tid,
		    u16 start, u16 window)
{
	struct hwx_order **order = &hwx_peer(sta)->order[tid];

	if (!hwx_order_owns(radio))
		return 0;
	hwx_order_stop(radio, sta, tid);
	*order = kzalloc(sizeof(**order), GFP_ATOMIC);
	if (!*order)
		return -ENOMEM;
	INIT_LIST_HEAD(&(*order)->node);
	if (!window || window > HWX_REORDER_MAX)
		window = HWX_REORDER_MAX;
	hwx_reorder_init(&(*order)->reorder, start, window);
	return 0;
}

/**
 * hwx_order_stop() - a session to receive in ends; what waits goes up
 * @radio: receiver
 * @sta: sender
 * @tid: of the session
 *
 * Context: lock of the medium held.
 */
void hwx_order_stop(struct hwx_radio *radio, struct ieee80211_sta *sta, u8 tid)
{
	struct hwx_order *order = hwx_peer(sta)->order[tid];
	u32 slot;

	if (!order)
		return;
	hwx_peer(sta)->order[tid] = NULL;
	while (order->reorder.n_held) {
		if (!hwx_reorder_step(&order->reorder, &slot))
			continue;
		if (radio->started)
			hwx_rx_add(radio, order->slots[slot].skb,
				   order->slots[slot].msdus);
		else
			dev_kfree_skb_any(order->slots[slot].skb);
	}
	if (radio->started)
		hwx_rx_flush(radio, ktime_get_ns());
	list_del(&order->node);
	kfree(order);
}

/**
 * hwx_order_init() - a radio where nothing waits
 * @radio: being made
 */
void hwx_order_init(struct hwx_radio *radio)
{
	INIT_LIST_HEAD(&radio->order.waiting);
	hrtimer_setup(&radio->order.timer, hwx_order_fire, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_SOFT);
}

/**
 * hwx_order_quiet() - no more release by time
 * @radio: no longer started
 *
 * Context: process, no locks held.
 */
void hwx_order_quiet(struct hwx_radio *radio)
{
	hrtimer_cancel(&radio->order.timer);
}
