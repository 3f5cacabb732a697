// SPDX-License-Identifier: GPL-2.0
/*
 * Interfaces.
 */
#include <linux/etherdevice.h>

#include "hwx.h"

static u32 hwx_addr_key(const u8 *addr)
{
	return get_unaligned((u32 *)(addr + 2));
}

/**
 * hwx_op_add_interface() - an interface comes up
 * @hw: of mac80211
 * @vif: interface
 *
 * Return: 0
 */
int hwx_op_add_interface(struct ieee80211_hw *hw, struct ieee80211_vif *vif)
{
	struct hwx_radio *radio = hwx_radio(hw);
	struct hwx_medium *medium = radio->medium;
	struct hwx_vif *hvif = hwx_vif(vif);

	memset(hvif, 0, sizeof(*hvif));
	hvif->radio = radio;
	hvif->vif = vif;
	ether_addr_copy(hvif->addr, vif->addr);
	hwx_beacon_init(hvif);
	hwx_tso_interface(radio, vif);

	spin_lock_bh(&medium->lock);
	list_add_tail(&hvif->node, &radio->vifs);
	hash_add(medium->addrs, &hvif->addr_node, hwx_addr_key(hvif->addr));
	spin_unlock_bh(&medium->lock);
	return 0;
}

/**
 * hwx_op_remove_interface() - an interface goes down
 * @hw: of mac80211
 * @vif: interface
 */
void hwx_op_remove_interface(struct ieee80211_hw *hw,
			     struct ieee80211_vif *vif)
{
	struct hwx_radio *radio = hwx_radio(hw);
	struct hwx_medium *medium = radio->medium;
	struct hwx_vif *hvif = hwx_vif(vif);
	struct hwx_desc *desc;
	LIST_HEAD(frames);

	hwx_beacon_stop(hvif);
	hwx_scan_stop(radio, vif);
	spin_lock_bh(&medium->lock);
	list_del(&hvif->node);
	hash_del(&hvif->addr_node);
	hwx_fetch_forget(vif->txq);
	hwx_radio_purge(radio, vif, &frames);
	list_for_each_entry(desc, &radio->xchg.ppdu.frames, node)
		if (desc->vif == vif)
			desc->vif = NULL;
	spin_unlock_bh(&medium->lock);
	hwx_completion_give_back(radio, &frames);
}

/**
 * hwx_op_change_interface() - the interface becomes one of another type
 * @hw: of mac80211
 * @vif: interface
 * @type: wanted
 * @p2p: wanted
 *
 * Return: 0
 */
int hwx_op_change_interface(struct ieee80211_hw *hw, struct ieee80211_vif *vif,
			    enum nl80211_iftype type, bool p2p)
{
	hwx_op_remove_interface(hw, vif);
	vif->type = type;
	vif->p2p = p2p;
	return hwx_op_add_interface(hw, vif);
}

/**
 * hwx_op_conf_tx() - parameters of an access category
 * @hw: of mac80211
 * @vif: interface; the last one to be configured wins
 * @link_id: 0
 * @ac: access category
 * @params: AIFSN, windows, TXOP in units of 32 us
 *
 * Return: 0
 */
int hwx_op_conf_tx(struct ieee80211_hw *hw, struct ieee80211_vif *vif,
		   unsigned int link_id, u16 ac,
		   const struct ieee80211_tx_queue_params *params)
{
	struct hwx_radio *radio = hwx_radio(hw);
	struct hwx_edca_params edca = {
		.aifsn = clamp_t(u8, params->aifs, 1, 15),
		.cw_min = params->cw_min,
		.cw_max = max(params->cw_max, params->cw_min),
		.txop_ns = params->txop * 32 * NSEC_PER_USEC,
		.qos = vif->bss_conf.qos,
	};

	spin_lock_bh(&radio->medium->lock);
	hwx_edcaf_configure(&radio->edca[ac].f, &edca);
	spin_unlock_bh(&radio->medium->lock);
	return 0;
}

static void hwx_vif_qos(struct hwx_radio *radio, bool qos)
{
	struct hwx_edca_params params;
	int ac;

	spin_lock_bh(&radio->medium->lock);
	for (ac = 0; ac < IEEE80211_NUM_ACS; ac++) {
		params = radio->edca[ac].f.params;
		params.qos = qos;
		hwx_edcaf_configure(&radio->edca[ac].f, &params);
	}
	spin_unlock_bh(&radio->medium->lock);
}

/**
 * hwx_op_link_info_changed() - the BSS changed
 * @hw: of mac80211
 * @vif: interface
 * @info: its BSS
 * @changed: BSS_CHANGED_*
 */
void hwx_op_link_info_changed(struct ieee80211_hw *hw,
			      struct ieee80211_vif *vif,
			      struct ieee80211_bss_conf *info, u64 changed)
{
	struct hwx_radio *radio = hwx_radio(hw);
	struct hwx_vif *hvif = hwx_vif(vif);

	if (changed & BSS_CHANGED_BSSID) {
		spin_lock_bh(&radio->medium->lock);
		ether_addr_copy(hvif->bssid, info->bssid);
		spin_unlock_bh(&radio->medium->lock);
	}
	if (changed & BSS_CHANGED_QOS)
		hwx_vif_qos(radio, info->qos);
	if (changed & (BSS_CHANGED_BEACON_ENABLED | BSS_CHANGED_BEACON_INT)) {
		if (info->enable_beacon)
			hwx_beacon_start(hvif, info->beacon_int);
		else
			hwx_beacon_stop(hvif);
	}
}

/**
 * hwx_op_vif_cfg_changed() - the interface changed; nothing depends on it
 * @hw: of mac80211
 * @vif: interface
 * @changed: BSS_CHANGED_*
 *
 * mac80211 wants this operation beside link_info_changed.
 */
void hwx_op_vif_cfg_changed(struct ieee80211_hw *hw, struct ieee80211_vif *vif,
			    u64 changed)
{
}
