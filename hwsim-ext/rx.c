// SPDX-License-Identifier: GPL-2.0
/*
 * From the air to mac80211: batches, NAPI, GRO.
 *
 * Received frames wait until rx_frames or rx_us is reached, then NAPI hands
 * them up.  With completion_ctx napi, as in hardware with one interrupt, the
 * same poll then reports completions and refills the firmware queues, but not
 * before it has run out of received frames.
 */
#include "hwx.h"

/* frames between the air and mac80211, the size of a receive ring */
#define HWX_RX_RING 4096

static void hwx_rx_release(struct hwx_radio *radio)
{
	struct hwx_rx *rx = &radio->rx;

	lockdep_assert_held(&radio->medium->lock);
	if (radio->fault.paused)
		return;
	spin_lock(&rx->ready.lock);
	skb_queue_splice_tail_init(&rx->waiting, &rx->ready);
	spin_unlock(&rx->ready.lock);
	napi_schedule(&rx->napi);
}

static enum hrtimer_restart hwx_rx_fire(struct hrtimer *timer)
{
	struct hwx_radio *radio = container_of(timer, struct hwx_radio,
					       rx.timer);

	spin_lock(&radio->medium->lock);
	if (radio->started && !skb_queue_empty(&radio->rx.waiting))
		hwx_rx_release(radio);
	spin_unlock(&radio->medium->lock);
	return HRTIMER_NORESTART;
}

/**
 * hwx_rx_add() - a frame has been received
 * @radio: receiver, started
 * @skb: with its rx status; consumed
 * @msdus: how many MSDUs are in it
 *
 * Context: lock of the medium held.  hwx_rx_flush() follows.
 */
void hwx_rx_add(struct hwx_radio *radio, struct sk_buff *skb, u32 msdus)
{
	struct hwx_rx *rx = &radio->rx;

	lockdep_assert_held(&radio->medium->lock);
	if (skb_queue_len(&rx->waiting) + skb_queue_len_lockless(&rx->ready) >=
	    HWX_RX_RING) {
		radio->stats.rx_dropped++;
		dev_kfree_skb_any(skb);
		return;
	}
	__skb_queue_tail(&rx->waiting, skb);
	radio->stats.rx_msdus += msdus;
}

/**
 * hwx_rx_flush() - a PPDU has been received: hand up now or later
 * @radio: receiver, started
 * @now_ns: end of the PPDU
 *
 * Context: lock of the medium held.
 */
void hwx_rx_flush(struct hwx_radio *radio, u64 now_ns)
{
	const struct hwx_params *params = &radio->params;
	struct hwx_rx *rx = &radio->rx;

	if (skb_queue_empty(&rx->waiting))
		return;
	if (!params->rx_us || (params->rx_frames &&
			       skb_queue_len(&rx->waiting) >= params->rx_frames))
		hwx_rx_release(radio);
	else if (!hrtimer_active(&rx->timer))
		hrtimer_start(&rx->timer,
			      ns_to_ktime(now_ns +
					  params->rx_us * NSEC_PER_USEC),
			      HRTIMER_MODE_ABS_SOFT);
}

/* Who sent this?  The answer for the last frame mostly fits the next. */
struct hwx_rx_sender {
	u8 to[ETH_ALEN];
	u8 from[ETH_ALEN];
	struct ieee80211_sta *sta;
};

static struct ieee80211_sta *hwx_rx_sta(struct hwx_radio *radio,
					struct hwx_rx_sender *last,
					const struct sk_buff *skb)
{
	const struct ieee80211_hdr *hdr = (const void *)skb->data;

	if (!ieee80211_is_data_present(hdr->frame_control) ||
	    is_multicast_ether_addr(hdr->addr1))
		return NULL;
	if (!ether_addr_equal(last->from, hdr->addr2) ||
	    !ether_addr_equal(last->to, hdr->addr1)) {
		ether_addr_copy(last->from, hdr->addr2);
		ether_addr_copy(last->to, hdr->addr1);
		last->sta = ieee80211_find_sta_by_ifaddr(radio->hw, hdr->addr2,
							 hdr->addr1);
	}
	return last->sta;
}

/* Airtime fairness counts what a station sends, too.  The mark is ours only
 * until here; without QoS everything is best effort.
 */
static void hwx_rx_airtime(struct hwx_radio *radio, struct ieee80211_sta *sta,
			   struct sk_buff *skb)
{
	struct ieee80211_hdr *hdr = (struct ieee80211_hdr *)skb->data;
	u32 air_us = skb->mark;
	u8 tid = 0;

	skb->mark = 0;
	if (!air_us || !sta || !radio->params.airtime_fairness)
		return;
	if (ieee80211_is_data_qos(hdr->frame_control))
		tid = ieee80211_get_tid(hdr);
	ieee80211_sta_register_airtime(sta, tid, 0, air_us);
}

static int hwx_rx_deliver(struct hwx_radio *radio, int budget)
{
	struct napi_struct *napi = READ_ONCE(radio->params.gro) ?
				   &radio->rx.napi : NULL;
	struct hwx_rx_sender last = {};
	struct ieee80211_sta *sta;
	struct sk_buff *skb;
	int n = 0;

	rcu_read_lock();
	while (n < budget && (skb = skb_dequeue(&radio->rx.ready))) {
		sta = hwx_rx_sta(radio, &last, skb);
		hwx_rx_airtime(radio, sta, skb);
		ieee80211_rx_napi(radio->hw, sta, skb, napi);
		n++;
	}
	rcu_read_unlock();
	return n;
}

static int hwx_rx_poll(struct napi_struct *napi, int budget)
{
	struct hwx_radio *radio = container_of(napi, struct hwx_radio, rx.napi);
	int n;

	n = hwx_rx_deliver(radio, budget);
	if (n == budget)
		return n;
	if (READ_ONCE(radio->params.completion_ctx) == HWX_CTX_NAPI)
		hwx_completion_run(radio);
	napi_complete_done(napi, n);
	return n;
}

/**
 * hwx_rx_init() - make the receive side
 * @radio: being made
 *
 * Return: 0 or -ENOMEM
 */
int hwx_rx_init(struct hwx_radio *radio)
{
	radio->netdev = alloc_netdev_dummy(0);
	if (!radio->netdev)
		return -ENOMEM;
	__skb_queue_head_init(&radio->rx.waiting);
	skb_queue_head_init(&radio->rx.ready);
	hrtimer_setup(&radio->rx.timer, hwx_rx_fire, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_SOFT);
	netif_napi_add(radio->netdev, &radio->rx.napi, hwx_rx_poll);
	return 0;
}

/**
 * hwx_rx_exit() - nobody finds the receive side any more
 * @radio: stopped for good
 *
 * Context: process.  hwx_rx_free() follows after synchronize_net().
 */
void hwx_rx_exit(struct hwx_radio *radio)
{
	__netif_napi_del(&radio->rx.napi);
}

/**
 * hwx_rx_free() - undo hwx_rx_init()
 * @radio: stopped for good, with a grace period since hwx_rx_exit()
 */
void hwx_rx_free(struct hwx_radio *radio)
{
	hwx_free_netdev_dummy(radio->netdev);
}

/**
 * hwx_rx_stop() - drop what waits, no more polls
 * @radio: no longer started
 *
 * Context: process, no locks held.
 */
void hwx_rx_stop(struct hwx_radio *radio)
{
	struct hwx_rx *rx = &radio->rx;

	hrtimer_cancel(&rx->timer);
	napi_disable(&rx->napi);
	__skb_queue_purge(&rx->waiting);
	skb_queue_purge(&rx->ready);
}
