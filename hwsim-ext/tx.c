// SPDX-License-Identifier: GPL-2.0
/*
 * From mac80211 into the firmware queues.
 *
 * Push mode: whenever a TXQ has frames (wake_tx_queue), and after completions
 * once fewer than tx_desc_low descriptors are in use, TXQs are drained in the
 * order mac80211 schedules them until they are empty, AQL says stop, or the
 * descriptor pool is used up.  In the last case the mac80211 queues are
 * stopped until a descriptor comes back.  With hwq_ppdus, build.c takes no more
 * than what it puts into PPDUs at once.
 *
 * Pull mode (fetch.c): firmware is told which TXQs have frames, and asks.
 *
 * tx_lock keeps the frames of a TXQ in order between dequeue, where mac80211
 * numbers them, and the firmware queue.  It is taken before the lock of the
 * medium, and mac80211 is called with tx_lock only.
 */
#include <net/sock.h>

#include "hwx.h"

/* most frames of mac80211 between two looks at the pool */
#define HWX_PULL_MAX 32

static u8 hwx_tid(const struct ieee80211_hdr *hdr)
{
	const struct ieee80211_bar *bar = (const void *)hdr;

	if (ieee80211_is_back_req(hdr->frame_control))
		return le16_get_bits(bar->control,
				     IEEE80211_BAR_CTRL_TID_INFO_MASK);
	if (!ieee80211_is_data_qos(hdr->frame_control))
		return IEEE80211_NUM_TIDS;
	return ieee80211_get_tid((struct ieee80211_hdr *)hdr);
}

/* Which frames have a number that is not to be changed, or none at all? */
static bool hwx_numbered(const struct hwx_desc *desc,
			 const struct ieee80211_hdr *hdr, u32 control_flags)
{
	return !desc->sta || desc->tid >= IEEE80211_NUM_TIDS ||
	       !ieee80211_is_data_present(hdr->frame_control) ||
	       (control_flags & IEEE80211_TX_CTRL_NO_SEQNO);
}

/* Where a block ack request moves the window to. */
static u16 hwx_bar_sn(const struct sk_buff *skb)
{
	const struct ieee80211_bar *bar = (const void *)skb->data;

	return IEEE80211_SEQ_TO_SN(le16_to_cpu(bar->start_seq_num));
}

/*
 * Which frames may share an A-MSDU?  None with the format of ad-hoc or mesh, and
 * none that mac80211 has encrypted.
 */
static bool hwx_mergeable(const struct hwx_desc *desc,
			  struct ieee80211_hdr *hdr,
			  const struct ieee80211_tx_info *info)
{
	u32 control_flags = info->control.flags;
	__le16 fc = hdr->frame_control;

	if (ieee80211_has_protected(fc) && !info->control.hw_key)
		return false;

	if (!desc->ampdu || desc->noack || desc->urgent || desc->numbered ||
	    control_flags & IEEE80211_TX_CTRL_PORT_CTRL_PROTO)
		return false;
	return ieee80211_has_tods(fc) != ieee80211_has_fromds(fc) &&
	       !ieee80211_has_morefrags(fc) &&
	       ieee80211_is_first_frag(hdr->seq_ctrl) &&
	       !(*ieee80211_get_qos_ctl(hdr) &
		 IEEE80211_QOS_CTL_A_MSDU_PRESENT);
}

/* When the host interface, serving in order, has moved these bytes. */
static u64 hwx_bus_ready_ns(struct hwx_radio *radio, u32 bytes, u64 now_ns)
{
	u32 kbps = radio->params.bus_kbps;

	if (!kbps)
		return now_ns;
	radio->bus_free_ns = max(radio->bus_free_ns, now_ns) +
			     div_u64(8000000ULL * bytes, kbps);
	return radio->bus_free_ns;
}

static void hwx_desc_fill(struct hwx_radio *radio, struct hwx_desc *desc,
			  struct sk_buff *skb, struct ieee80211_vif *vif,
			  struct ieee80211_sta *sta, u64 now_ns)
{
	struct ieee80211_hdr *hdr = (struct ieee80211_hdr *)skb->data;
	struct ieee80211_tx_info *info = IEEE80211_SKB_CB(skb);

	desc->skb = skb;
	desc->n_msdus = hwx_frags_count(skb);
	desc->vif = vif;
	desc->sta = sta;
	desc->sn = IEEE80211_SEQ_TO_SN(le16_to_cpu(hdr->seq_ctrl));
	desc->tid = hwx_tid(hdr);
	desc->bar = ieee80211_is_back_req(hdr->frame_control);
	if (desc->bar)
		desc->sn = hwx_bar_sn(skb);
	desc->numbered = hwx_numbered(desc, hdr, info->control.flags);
	desc->ampdu = !!(info->flags & IEEE80211_TX_CTL_AMPDU);
	desc->noack = is_multicast_ether_addr(hdr->addr1) ||
		      (info->flags & IEEE80211_TX_CTL_NO_ACK);
	desc->ampdu |= hwx_fwba_frame(radio, desc, now_ns);
	desc->mergeable = hwx_mergeable(desc, hdr, info);
	desc->mpdu_bytes = skb->len + HWX_FCS_BYTES;
	if (!desc->own && info->control.hw_key)
		hwx_key_mark(desc, info->control.hw_key);
	else if (desc->own && ieee80211_has_protected(hdr->frame_control))
		hwx_key_mark_own(desc);
	desc->ready_ns = hwx_bus_ready_ns(radio, skb->len, now_ns);
}

static void hwx_count_socket(struct hwx_radio *radio, const struct sk_buff *skb)
{
	const struct sock *sk = skb->sk;

	if (sk && sk_fullsock(sk))
		hwx_stats_hist(radio->stats.socket_held_bytes_hist,
			       HWX_HELD_HIST_BINS,
			       refcount_read(&sk->sk_wmem_alloc));
}

/**
 * hwx_tx_fwq() - where frames go
 * @radio: sender
 * @sta: receiver or NULL
 * @edca: access category
 * @tid: of the frames
 *
 * Return: the firmware queue
 */
struct hwx_fwq *hwx_tx_fwq(struct hwx_radio *radio, struct ieee80211_sta *sta,
			   struct hwx_edca *edca, u8 tid)
{
	if (sta && tid < IEEE80211_NUM_TIDS)
		return &hwx_peer(sta)->fwq[tid];
	return &edca->direct;
}

/**
 * hwx_tx_queue() - queue what was dequeued
 * @radio: sender
 * @txq: the frames come from
 * @skbs: those that cannot be taken stay in there
 *
 * Context: tx_lock and RCU read lock held, BHs off.
 */
void hwx_tx_queue(struct hwx_radio *radio, struct ieee80211_txq *txq,
		  struct sk_buff_head *skbs)
{
	struct hwx_edca *edca = &radio->edca[txq->ac];
	u64 now_ns = ktime_get_ns(), sent_ns = now_ns;
	struct hwx_desc *desc;
	struct hwx_fwq *fwq;
	struct sk_buff *skb;
	bool early;

	lockdep_assert_held(&radio->tx_lock);
	spin_lock(&radio->medium->lock);
	early = radio->params.orphan == HWX_ORPHAN_EARLY;
	if (radio->params.tx_mode == HWX_TX_PULL)
		sent_ns += radio->params.fetch_us * (u64)NSEC_PER_USEC;
	while (radio->started && !(txq->sta && hwx_peer(txq->sta)->gone) &&
	       (skb = skb_peek(skbs))) {
		desc = hwx_pool_get(radio, false);
		if (!desc)
			break;
		__skb_unlink(skb, skbs);
		if (early)
			hwx_frags_orphan(skb);
		hwx_count_socket(radio, skb);
		hwx_desc_fill(radio, desc, skb, txq->vif, txq->sta, sent_ns);
		fwq = hwx_tx_fwq(radio, txq->sta, edca, desc->tid);
		hwx_fwq_add(fwq, desc);
		hwx_session_enter(fwq, desc);
		hwx_ring_enter(fwq, desc);
		radio->stats.tx_msdus += desc->n_msdus;
	}
	hwx_csma_kick(edca, now_ns);
	spin_unlock(&radio->medium->lock);
}

/**
 * hwx_tx_room() - how many descriptors are free?
 * @radio: sender
 *
 * Only those who hold tx_lock use them up.  mac80211's queues are stopped when
 * there is none.
 *
 * Context: tx_lock held, BHs off.
 * Return: frames
 */
u32 hwx_tx_room(struct hwx_radio *radio)
{
	struct hwx_pool *pool = &radio->pool;
	u32 used = READ_ONCE(pool->used);
	u32 size = READ_ONCE(radio->params.tx_desc);
	u32 reserve = hwx_tso_reserve(radio);

	lockdep_assert_held(&radio->tx_lock);
	if (used + reserve <= size)
		return size - used;

	spin_lock(&radio->medium->lock);
	if (pool->used + reserve > radio->params.tx_desc && !pool->stopped) {
		pool->stopped = true;
		radio->stats.queue_stops++;
		ieee80211_stop_queues(radio->hw);
	}
	spin_unlock(&radio->medium->lock);
	return 0;
}

/**
 * hwx_tx_drop() - the radio stopped or the station went in between
 * @radio: sender
 * @skbs: dequeued and not taken; empty afterwards
 *
 * Context: no lock of the medium held.
 */
void hwx_tx_drop(struct hwx_radio *radio, struct sk_buff_head *skbs)
{
	struct sk_buff *skb;

	while ((skb = __skb_dequeue(skbs)))
		ieee80211_free_txskb(radio->hw, skb);
}

static void hwx_tx_pull(struct hwx_radio *radio, struct ieee80211_txq *txq)
{
	u32 reserve = hwx_tso_reserve(radio);
	struct sk_buff_head skbs;
	struct sk_buff *skb;
	u32 room, want;

	__skb_queue_head_init(&skbs);
	do {
		want = min(hwx_tx_room(radio), HWX_PULL_MAX * reserve);
		room = hwx_ring_room(radio, txq);
		/* a frame is taken with all its segments or not at all */
		want = room ? min(want, max(room, reserve)) : 0;
		skb = NULL;
		while (skb_queue_len(&skbs) + reserve <= want) {
			skb = ieee80211_tx_dequeue(radio->hw, txq);
			if (!skb)
				break;
			hwx_tso_split(radio, skb, &skbs);
		}
		if (skb_queue_empty(&skbs))
			return;
		hwx_tx_queue(radio, txq, &skbs);
	} while (skb && skb_queue_empty(&skbs));

	hwx_tx_drop(radio, &skbs);
}

static void hwx_tx_push(struct hwx_radio *radio, u8 ac)
{
	struct ieee80211_txq *txq;

	lockdep_assert_held(&radio->tx_lock);
	if (radio->params.hwq_ppdus) {
		hwx_build(radio, ac);
		return;
	}
	ieee80211_txq_schedule_start(radio->hw, ac);
	while ((txq = ieee80211_next_txq(radio->hw, ac))) {
		hwx_tx_pull(radio, txq);
		ieee80211_return_txq(radio->hw, txq, false);
	}
	ieee80211_txq_schedule_end(radio->hw, ac);
}

/**
 * hwx_op_wake_tx_queue() - a TXQ has frames
 * @hw: of mac80211
 * @txq: scheduled already
 *
 * Context: BHs off or process, RCU read lock held; on several CPUs at once.
 */
void hwx_op_wake_tx_queue(struct ieee80211_hw *hw, struct ieee80211_txq *txq)
{
	struct hwx_radio *radio = hwx_radio(hw);

	if (radio->params.tx_mode == HWX_TX_PULL) {
		hwx_fetch_announce(radio, txq);
		return;
	}
	spin_lock_bh(&radio->tx_lock);
	hwx_tx_push(radio, txq->ac);
	spin_unlock_bh(&radio->tx_lock);
}

static void hwx_tx_push_all(struct hwx_radio *radio)
{
	int ac;

	for (ac = 0; ac < IEEE80211_NUM_ACS; ac++)
		hwx_tx_push(radio, ac);
	/*
	 * A round that the AQL limit of an access category has ended begins
	 * again at 1, and mac80211 takes a queue that it served in an earlier
	 * round 1 for served.  There is another completion to try again at,
	 * unless the radio is idle.
	 */
	for (ac = 0; !READ_ONCE(radio->pool.used) && ac < IEEE80211_NUM_ACS;
	     ac++)
		hwx_tx_push(radio, ac);
}

/**
 * hwx_tx_refill() - after completions: wake the queues, take more frames
 * @radio: the pool of which may have room again
 *
 * mac80211 does not wake a TXQ when AQL drains, so this runs after every batch
 * of tx status.
 *
 * Context: BHs off, no locks held.
 */
void hwx_tx_refill(struct hwx_radio *radio)
{
	struct hwx_pool *pool = &radio->pool;
	u32 low;

	spin_lock(&radio->medium->lock);
	if (pool->stopped &&
	    pool->used + hwx_tso_reserve(radio) <= radio->params.tx_desc) {
		pool->stopped = false;
		ieee80211_wake_queues(radio->hw);
	}
	low = radio->params.tx_desc_low ?: (radio->params.tx_desc + 1) / 2;
	if (radio->params.hwq_ppdus)
		hwx_build_reschedule(radio);
	else if (pool->used >= low && radio->params.tx_mode == HWX_TX_PUSH)
		low = 0;
	spin_unlock(&radio->medium->lock);
	if (!low)
		return;

	rcu_read_lock();
	spin_lock(&radio->tx_lock);
	if (radio->params.tx_mode == HWX_TX_PULL)
		hwx_fetch_serve(radio);
	else
		hwx_tx_push_all(radio);
	spin_unlock(&radio->tx_lock);
	rcu_read_unlock();
}

static bool hwx_tx_take(struct hwx_radio *radio, struct ieee80211_vif *vif,
			struct ieee80211_sta *sta, struct sk_buff *skb,
			u8 queue, bool own)
{
	struct hwx_edca *edca = &radio->edca[queue];
	u64 now_ns = ktime_get_ns();
	struct hwx_desc *desc = NULL;
	struct hwx_fwq *fwq;

	lockdep_assert_held(&radio->medium->lock);
	if (sta && hwx_peer(sta)->gone)
		sta = NULL;
	/* it is the firmware that sends what is its own, or does not */
	if (radio->started && !(own && radio->fault.paused))
		desc = hwx_pool_get(radio, true);
	if (!desc)
		return false;
	desc->own = own;
	hwx_desc_fill(radio, desc, skb, vif, sta, now_ns);
	if (!own)
		radio->stats.tx_msdus += desc->n_msdus;
	fwq = hwx_tx_fwq(radio, sta, edca, desc->tid);
	/* all that a block ack request skips has been settled */
	if (desc->bar)
		hwx_fwq_add_first(fwq, desc);
	else
		hwx_fwq_add(fwq, desc);
	hwx_session_enter(fwq, desc);
	hwx_stage_urgent(fwq, desc);
	hwx_csma_kick(fwq->edca, now_ns);
	return true;
}

/**
 * hwx_tx_urgent() - queue a frame that does not come from a TXQ
 * @radio: sender
 * @vif: sender, may be NULL
 * @sta: receiver or NULL
 * @skb: consumed
 * @queue: index of the EDCA queue
 * @own: of our own making: freed when done, no status is reported
 *
 * Context: BHs off, RCU read lock held.
 */
void hwx_tx_urgent(struct hwx_radio *radio, struct ieee80211_vif *vif,
		   struct ieee80211_sta *sta, struct sk_buff *skb, u8 queue,
		   bool own)
{
	bool taken;

	spin_lock(&radio->medium->lock);
	taken = hwx_tx_take(radio, vif, sta, skb, queue, own);
	spin_unlock(&radio->medium->lock);

	if (!taken && own)
		dev_kfree_skb_any(skb);
	else if (!taken)
		ieee80211_free_txskb(radio->hw, skb);
}

/**
 * hwx_tx_own() - queue a frame of the firmware's making
 * @radio: sender
 * @vif: sender
 * @sta: receiver
 * @skb: consumed
 * @queue: index of the EDCA queue
 *
 * Context: lock of the medium held.
 * Return: false when it could not be queued
 */
bool hwx_tx_own(struct hwx_radio *radio, struct ieee80211_vif *vif,
		struct ieee80211_sta *sta, struct sk_buff *skb, u8 queue)
{
	if (hwx_tx_take(radio, vif, sta, skb, queue, true))
		return true;
	dev_kfree_skb_any(skb);
	return false;
}

/**
 * hwx_op_tx() - frames that have no TXQ: management, power save, injected
 * @hw: of mac80211
 * @control: receiver
 * @skb: consumed
 *
 * Context: BHs off, RCU read lock held.
 */
void hwx_op_tx(struct ieee80211_hw *hw, struct ieee80211_tx_control *control,
	       struct sk_buff *skb)
{
	struct ieee80211_tx_info *info = IEEE80211_SKB_CB(skb);
	u8 queue = skb_get_queue_mapping(skb) & (IEEE80211_NUM_ACS - 1);

	if (info->flags & IEEE80211_TX_CTL_TX_OFFCHAN)
		queue = HWX_EDCA_OFFCHAN;
	hwx_tx_urgent(hwx_radio(hw), info->control.vif, control->sta, skb,
		      queue, false);
}
