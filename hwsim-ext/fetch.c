// SPDX-License-Identifier: GPL-2.0
/*
 * Firmware that fetches (tx_mode pull), as ath10k's of the 10.4 branch does.
 *
 * A TXQ that wakes only gets on the list of those that have frames.  Firmware
 * takes turns among them, in an order of its own, and asks for fetch_frames of
 * each of which it holds less than one A-MPDU.  The driver answers where it
 * also reports completions, as far as airtime fairness and AQL let it; what it
 * gives is in the firmware fetch_us later.
 *
 * A TXQ leaves the list when it is empty; the next frame puts it there again.
 * One that is held back stays, and is asked again after the next completions.
 * With no frame left for the next PPDU the rounds go on at once, as each pays a
 * part of the airtime debt, and if nothing is to be completed, by a timer.
 */
#include "hwx.h"

/* the airtime debt of 30 ms is paid, 256 us each */
#define HWX_FETCH_ROUNDS 128
#define HWX_FETCH_AGAIN_NS 1000000

/*
 * enum hwx_fetched - what came of a fetch
 * @HWX_FETCHED_NONE: there was nothing
 * @HWX_FETCHED_HELD: AQL or a stopped queue held everything back
 * @HWX_FETCHED_REFUSED: airtime fairness did
 * @HWX_FETCHED_SOME: frames
 */
enum hwx_fetched {
	HWX_FETCHED_NONE,
	HWX_FETCHED_HELD,
	HWX_FETCHED_REFUSED,
	HWX_FETCHED_SOME,
};

static struct hwx_txq *hwx_txq(struct ieee80211_txq *txq)
{
	return (struct hwx_txq *)txq->drv_priv;
}

static struct ieee80211_txq *hwx_txq_of(struct hwx_txq *htxq)
{
	return container_of((void *)htxq, struct ieee80211_txq, drv_priv);
}

/* Does firmware hold less than one A-MPDU of this TXQ? */
static bool hwx_fetch_wants(struct hwx_radio *radio, struct ieee80211_txq *txq)
{
	struct hwx_edca *edca = &radio->edca[txq->ac];
	struct hwx_fwq *fwq = &edca->direct;
	u32 frames = radio->params.ampdu_frames * radio->params.amsdu_frames;

	if (txq->sta && txq->sta->wme)
		fwq = hwx_tx_fwq(radio, txq->sta, edca, txq->tid);
	return fwq->len < frames;
}

static enum hrtimer_restart hwx_fetch_fire(struct hrtimer *timer)
{
	struct hwx_radio *radio = container_of(timer, struct hwx_radio,
					       fetch.timer);

	spin_lock(&radio->medium->lock);
	if (radio->started)
		hwx_completion_schedule(radio);
	spin_unlock(&radio->medium->lock);
	return HRTIMER_NORESTART;
}

/**
 * hwx_fetch_init() - a firmware that knows of no frames
 * @radio: being made
 */
void hwx_fetch_init(struct hwx_radio *radio)
{
	INIT_LIST_HEAD(&radio->fetch.txqs);
	hrtimer_setup(&radio->fetch.timer, hwx_fetch_fire, CLOCK_MONOTONIC,
		      HRTIMER_MODE_ABS_SOFT);
}

/**
 * hwx_fetch_announce() - tell the firmware that a TXQ has frames
 * @radio: sender
 * @txq: scheduled already
 *
 * Context: BHs off or process, RCU read lock held; on several CPUs at once.
 */
void hwx_fetch_announce(struct hwx_radio *radio, struct ieee80211_txq *txq)
{
	struct hwx_txq *htxq = hwx_txq(txq);

	spin_lock_bh(&radio->medium->lock);
	if (!htxq->node.next)
		INIT_LIST_HEAD(&htxq->node);
	if (radio->started && !(txq->sta && hwx_peer(txq->sta)->gone) &&
	    list_empty(&htxq->node)) {
		list_add_tail(&htxq->node, &radio->fetch.txqs);
		if (hwx_fetch_wants(radio, txq))
			hwx_completion_schedule(radio);
	}
	spin_unlock_bh(&radio->medium->lock);
}

/**
 * hwx_fetch_forget() - a TXQ is about to go
 * @txq: may be NULL
 *
 * Context: lock of the medium held.
 */
void hwx_fetch_forget(struct ieee80211_txq *txq)
{
	if (txq && hwx_txq(txq)->node.next)
		list_del_init(&hwx_txq(txq)->node);
}

/**
 * hwx_fetch_check() - frames left the firmware queues: is it time to fetch?
 * @radio: sender
 *
 * Context: lock of the medium and RCU read lock held.
 */
void hwx_fetch_check(struct hwx_radio *radio)
{
	struct hwx_txq *htxq;

	list_for_each_entry(htxq, &radio->fetch.txqs, node) {
		if (!hwx_fetch_wants(radio, hwx_txq_of(htxq)))
			continue;
		hwx_completion_schedule(radio);
		return;
	}
}

/* The next TXQ in turn of which more is wanted, once in a round. */
static struct ieee80211_txq *hwx_fetch_next(struct hwx_radio *radio)
{
	struct hwx_fetch *fetch = &radio->fetch;
	struct ieee80211_txq *txq = NULL;
	struct hwx_txq *htxq, *next;

	spin_lock(&radio->medium->lock);
	list_for_each_entry_safe(htxq, next, &fetch->txqs, node) {
		if (htxq->round == fetch->round)
			continue;
		htxq->round = fetch->round;
		if (!hwx_fetch_wants(radio, hwx_txq_of(htxq)))
			continue;
		list_move_tail(&htxq->node, &fetch->txqs);
		txq = hwx_txq_of(htxq);
		break;
	}
	spin_unlock(&radio->medium->lock);
	return txq;
}

/* The answer to a fetch. */
static enum hwx_fetched hwx_fetch_dequeue(struct hwx_radio *radio,
					  struct ieee80211_txq *txq,
					  struct sk_buff_head *skbs)
{
	u32 want = min3(hwx_tx_room(radio), hwx_ring_room(radio, txq),
			READ_ONCE(radio->params.fetch_frames));
	struct sk_buff *skb;

	if (!want)
		return HWX_FETCHED_HELD;
	if (!ieee80211_txq_may_transmit(radio->hw, txq))
		return HWX_FETCHED_REFUSED;
	while (skb_queue_len(skbs) < want) {
		skb = ieee80211_tx_dequeue(radio->hw, txq);
		if (!skb)
			break;
		__skb_queue_tail(skbs, skb);
	}
	ieee80211_return_txq(radio->hw, txq, false);
	return skb_queue_empty(skbs) ? HWX_FETCHED_HELD : HWX_FETCHED_SOME;
}

/* Firmware learns how it went, and whether frames are left. */
static enum hwx_fetched hwx_fetch_settle(struct hwx_radio *radio,
					 struct ieee80211_txq *txq,
					 enum hwx_fetched fetched)
{
	unsigned long left;

	spin_lock(&radio->medium->lock);
	if (fetched == HWX_FETCHED_SOME)
		radio->stats.fetches++;
	else
		radio->stats.fetches_empty++;
	/* who queues another one announces it, and waits for our lock */
	ieee80211_txq_get_depth(txq, &left, NULL);
	if (!left)
		hwx_fetch_forget(txq);
	spin_unlock(&radio->medium->lock);
	return left || fetched == HWX_FETCHED_SOME ? fetched : HWX_FETCHED_NONE;
}

static enum hwx_fetched hwx_fetch_one(struct hwx_radio *radio,
				      struct ieee80211_txq *txq)
{
	enum hwx_fetched fetched;
	struct sk_buff_head skbs;

	__skb_queue_head_init(&skbs);
	fetched = hwx_fetch_dequeue(radio, txq, &skbs);
	if (fetched == HWX_FETCHED_SOME) {
		hwx_tx_queue(radio, txq, &skbs);
		hwx_tx_drop(radio, &skbs);
	}
	return hwx_fetch_settle(radio, txq, fetched);
}

/* Each TXQ once. */
static enum hwx_fetched hwx_fetch_round(struct hwx_radio *radio)
{
	enum hwx_fetched all = HWX_FETCHED_NONE;
	struct ieee80211_txq *txq;

	spin_lock(&radio->medium->lock);
	radio->fetch.round++;
	spin_unlock(&radio->medium->lock);
	while ((txq = hwx_fetch_next(radio)))
		all = max(all, hwx_fetch_one(radio, txq));
	return all;
}

/* Is there nothing for the next PPDU of any access category? */
static bool hwx_fetch_idle(const struct hwx_radio *radio)
{
	int ac;

	for (ac = 0; ac < IEEE80211_NUM_ACS; ac++)
		if (!list_empty(&radio->edca[ac].round))
			return false;
	return true;
}

/**
 * hwx_fetch_serve() - answer the fetches of the firmware
 * @radio: sender
 *
 * Context: tx_lock and RCU read lock held, BHs off.
 */
void hwx_fetch_serve(struct hwx_radio *radio)
{
	enum hwx_fetched fetched;
	u32 rounds = 0;

	lockdep_assert_held(&radio->tx_lock);
	do {
		fetched = hwx_fetch_round(radio);
	} while (fetched == HWX_FETCHED_REFUSED && hwx_fetch_idle(radio) &&
		 ++rounds < HWX_FETCH_ROUNDS);
	if (fetched == HWX_FETCHED_NONE || READ_ONCE(radio->pool.used))
		return;

	spin_lock(&radio->medium->lock);
	if (radio->started)
		hrtimer_start(&radio->fetch.timer,
			      ns_to_ktime(ktime_get_ns() + HWX_FETCH_AGAIN_NS),
			      HRTIMER_MODE_ABS_SOFT);
	spin_unlock(&radio->medium->lock);
}

/**
 * hwx_fetch_stop() - the firmware forgets what it knew
 * @radio: no longer started
 *
 * Context: process, no locks held.
 */
void hwx_fetch_stop(struct hwx_radio *radio)
{
	struct hwx_txq *htxq, *next;

	hrtimer_cancel(&radio->fetch.timer);
	spin_lock_bh(&radio->medium->lock);
	list_for_each_entry_safe(htxq, next, &radio->fetch.txqs, node)
		list_del_init(&htxq->node);
	spin_unlock_bh(&radio->medium->lock);
}
