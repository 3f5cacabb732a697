// SPDX-License-Identifier: GPL-2.0
/*
 * Stations.
 *
 * A station's firmware queues live inside its mac80211 object.  Before that
 * goes, hwx_op_sta_pre_rcu_remove() empties them and makes every frame that
 * still refers to the station forget it; mac80211 then waits for readers, such
 * as a completion run that read the station before.
 */
#include "hwx.h"

/* 802.11-2020 table 10-1, user priority to access category */
static const u8 hwx_tid_to_ac[8] = {
	IEEE80211_AC_BE, IEEE80211_AC_BK, IEEE80211_AC_BK, IEEE80211_AC_BE,
	IEEE80211_AC_VI, IEEE80211_AC_VI, IEEE80211_AC_VO, IEEE80211_AC_VO,
};

static atomic_t hwx_sta_changes = ATOMIC_INIT(0);

/**
 * hwx_sta_generation() - counts stations that came or went, for dumps
 *
 * Return: the count
 */
u32 hwx_sta_generation(void)
{
	return atomic_read(&hwx_sta_changes);
}

static void hwx_forget(struct list_head *frames,
		       const struct ieee80211_sta *sta)
{
	struct hwx_desc *desc, *msdu;

	list_for_each_entry(desc, frames, node) {
		if (desc->sta != sta)
			continue;
		desc->sta = NULL;
		list_for_each_entry(msdu, &desc->msdus, node)
			msdu->sta = NULL;
	}
}

static void hwx_peer_init(struct hwx_radio *radio, struct hwx_peer *peer)
{
	int tid, ac;

	memset(peer, 0, sizeof(*peer));
	for (tid = 0; tid < IEEE80211_NUM_TIDS; tid++) {
		ac = hwx_tid_to_ac[tid & 7];
		hwx_fwq_init(&peer->fwq[tid], &radio->edca[ac]);
		peer->fwq[tid].tid = tid;
	}
}

/**
 * hwx_op_sta_state() - a station comes, changes or goes
 * @hw: of mac80211
 * @vif: interface
 * @sta: station
 * @old: state it leaves
 * @new: state it enters
 *
 * Return: 0
 */
int hwx_op_sta_state(struct ieee80211_hw *hw, struct ieee80211_vif *vif,
		     struct ieee80211_sta *sta, enum ieee80211_sta_state old,
		     enum ieee80211_sta_state new)
{
	if (old == IEEE80211_STA_NOTEXIST && new == IEEE80211_STA_NONE)
		hwx_peer_init(hwx_radio(hw), hwx_peer(sta));
	else if (new == IEEE80211_STA_ASSOC)
		hwx_frags_limit(hwx_radio(hw), sta);
	if (old == IEEE80211_STA_NOTEXIST || new == IEEE80211_STA_NOTEXIST)
		atomic_inc(&hwx_sta_changes);
	return 0;
}

/**
 * hwx_op_sta_pre_rcu_remove() - a station is about to go
 * @hw: of mac80211
 * @vif: interface
 * @sta: station
 *
 * Context: process.
 */
void hwx_op_sta_pre_rcu_remove(struct ieee80211_hw *hw,
			       struct ieee80211_vif *vif,
			       struct ieee80211_sta *sta)
{
	struct hwx_radio *radio = hwx_radio(hw);
	struct hwx_peer *peer = hwx_peer(sta);
	struct hwx_exchange *x = &radio->xchg;
	struct hwx_ppdu *ppdu;
	LIST_HEAD(frames);
	int i;

	spin_lock_bh(&radio->medium->lock);
	hwx_fwba_forget(radio, vif, sta);
	for (i = 0; i < IEEE80211_NUM_TIDS; i++)
		hwx_order_stop(radio, sta, i);
	peer->gone = true;
	for (i = 0; i < ARRAY_SIZE(sta->txq); i++)
		hwx_fetch_forget(sta->txq[i]);
	for (i = 0; i < IEEE80211_NUM_TIDS; i++) {
		if (x->ppdu.fwq == &peer->fwq[i])
			x->ppdu.fwq = NULL;
		hwx_fwq_purge(&peer->fwq[i], &frames);
		hwx_stage_purge(peer->fwq[i].edca, NULL, &peer->fwq[i],
				&frames);
	}
	hwx_forget(&x->ppdu.frames, sta);
	hwx_forget(&radio->completion.done, sta);
	hwx_forget(&radio->completion.indicated, sta);
	hwx_forget(&radio->reclaim.missing, sta);
	for (i = 0; i < HWX_NUM_EDCA; i++) {
		hwx_forget(&radio->edca[i].direct.frames, sta);
		hwx_forget(&radio->edca[i].direct.retry, sta);
		list_for_each_entry(ppdu, &radio->edca[i].hwq.staged, node)
			hwx_forget(&ppdu->frames, sta);
		if (!hwx_edca_has_frames(&radio->edca[i]) &&
		    x->edca != &radio->edca[i])
			hwx_csma_leave(&radio->edca[i]);
	}
	spin_unlock_bh(&radio->medium->lock);
	hwx_completion_give_back(radio, &frames);
}

/**
 * hwx_op_sta_statistics() - what the radio knows better than mac80211
 * @hw: of mac80211
 * @vif: interface
 * @sta: station
 * @sinfo: members are set and marked as filled
 *
 * mac80211 sees the attempts of one frame of an A-MPDU only, and of rates what
 * rate control chose, not what was sent.
 *
 * Context: process.
 */
void hwx_op_sta_statistics(struct ieee80211_hw *hw, struct ieee80211_vif *vif,
			   struct ieee80211_sta *sta,
			   struct station_info *sinfo)
{
	struct hwx_radio *radio = hwx_radio(hw);
	struct hwx_peer *peer = hwx_peer(sta);

	spin_lock_bh(&radio->medium->lock);
	sinfo->tx_retries = peer->retries;
	sinfo->tx_failed = peer->failed;
	sinfo->filled |= BIT_ULL(NL80211_STA_INFO_TX_RETRIES) |
			 BIT_ULL(NL80211_STA_INFO_TX_FAILED);
	if (peer->tx_rate.nss) {
		hwx_phy_rate_info(&peer->tx_rate, &sinfo->txrate);
		sinfo->filled |= BIT_ULL(NL80211_STA_INFO_TX_BITRATE);
	}
	spin_unlock_bh(&radio->medium->lock);
}
