// SPDX-License-Identifier: GPL-2.0
/*
 * What a radio announces: channels, rates, HT, VHT and HE capabilities, kinds
 * of interfaces, and where it may send.
 *
 * The regulatory domain is self-managed: hints from the core, the user and
 * from country elements do not matter, and no database is needed.
 */
#include <linux/rtnetlink.h>

#include "hwx.h"

#define HWX_CHAN_2GHZ(chan) { \
	.band = NL80211_BAND_2GHZ, .hw_value = (chan), \
	.center_freq = 2407 + 5 * (chan), .max_power = HWX_TX_POWER_DBM }
#define HWX_CHAN_5GHZ(chan) { \
	.band = NL80211_BAND_5GHZ, .hw_value = (chan), \
	.center_freq = 5000 + 5 * (chan), .max_power = HWX_TX_POWER_DBM }
#define HWX_RATE(rate_100kbps) { .bitrate = (rate_100kbps) }
#define HWX_RATE_SHORT(rate_100kbps) { \
	.bitrate = (rate_100kbps), .flags = IEEE80211_RATE_SHORT_PREAMBLE }

static const struct ieee80211_channel hwx_channels_2ghz[] = {
	HWX_CHAN_2GHZ(1), HWX_CHAN_2GHZ(2), HWX_CHAN_2GHZ(3),
	HWX_CHAN_2GHZ(4), HWX_CHAN_2GHZ(5), HWX_CHAN_2GHZ(6),
	HWX_CHAN_2GHZ(7), HWX_CHAN_2GHZ(8), HWX_CHAN_2GHZ(9),
	HWX_CHAN_2GHZ(10), HWX_CHAN_2GHZ(11), HWX_CHAN_2GHZ(12),
	HWX_CHAN_2GHZ(13),
};

static const struct ieee80211_channel hwx_channels_5ghz[] = {
	HWX_CHAN_5GHZ(36), HWX_CHAN_5GHZ(40), HWX_CHAN_5GHZ(44),
	HWX_CHAN_5GHZ(48), HWX_CHAN_5GHZ(52), HWX_CHAN_5GHZ(56),
	HWX_CHAN_5GHZ(60), HWX_CHAN_5GHZ(64), HWX_CHAN_5GHZ(100),
	HWX_CHAN_5GHZ(104), HWX_CHAN_5GHZ(108), HWX_CHAN_5GHZ(112),
	HWX_CHAN_5GHZ(116), HWX_CHAN_5GHZ(120), HWX_CHAN_5GHZ(124),
	HWX_CHAN_5GHZ(128), HWX_CHAN_5GHZ(132), HWX_CHAN_5GHZ(136),
	HWX_CHAN_5GHZ(140), HWX_CHAN_5GHZ(144), HWX_CHAN_5GHZ(149),
	HWX_CHAN_5GHZ(153), HWX_CHAN_5GHZ(157), HWX_CHAN_5GHZ(161),
	HWX_CHAN_5GHZ(165), HWX_CHAN_5GHZ(169), HWX_CHAN_5GHZ(173),
	HWX_CHAN_5GHZ(177),
};

/* the same order as in phy.c: 5 GHz starts behind the DSSS rates */
static struct ieee80211_rate hwx_rates[] = {
	HWX_RATE(10), HWX_RATE_SHORT(20), HWX_RATE_SHORT(55),
	HWX_RATE_SHORT(110), HWX_RATE(60), HWX_RATE(90), HWX_RATE(120),
	HWX_RATE(180), HWX_RATE(240), HWX_RATE(360), HWX_RATE(480),
	HWX_RATE(540),
};

#define HWX_FIRST_OFDM 4

static const struct ieee80211_regdomain hwx_regdomain = {
	.n_reg_rules = 4,
	.alpha2 = "99",
	.reg_rules = {
		REG_RULE(2412 - 10, 2472 + 10, 40, 0, HWX_TX_POWER_DBM, 0),
		REG_RULE(5180 - 10, 5320 + 10, 160, 0, HWX_TX_POWER_DBM, 0),
		REG_RULE(5500 - 10, 5720 + 10, 160, 0, HWX_TX_POWER_DBM, 0),
		REG_RULE(5745 - 10, 5885 + 10, 160, 0, HWX_TX_POWER_DBM, 0),
	},
};

static const struct ieee80211_iface_limit hwx_limits[] = {
	{ .max = 2048, .types = BIT(NL80211_IFTYPE_STATION) |
				BIT(NL80211_IFTYPE_P2P_CLIENT) |
				BIT(NL80211_IFTYPE_AP) |
				BIT(NL80211_IFTYPE_P2P_GO) |
				BIT(NL80211_IFTYPE_MESH_POINT) },
	{ .max = 1, .types = BIT(NL80211_IFTYPE_ADHOC) },
};

static const struct ieee80211_iface_combination hwx_combinations[] = {
	{
		.limits = hwx_limits,
		.n_limits = ARRAY_SIZE(hwx_limits),
		.max_interfaces = 2048,
		.num_different_channels = 1,
	},
};

static const u32 hwx_ciphers[] = {
	WLAN_CIPHER_SUITE_WEP40,
	WLAN_CIPHER_SUITE_WEP104,
	WLAN_CIPHER_SUITE_TKIP,
	WLAN_CIPHER_SUITE_CCMP,
	WLAN_CIPHER_SUITE_CCMP_256,
	WLAN_CIPHER_SUITE_GCMP,
	WLAN_CIPHER_SUITE_GCMP_256,
	WLAN_CIPHER_SUITE_AES_CMAC,
	WLAN_CIPHER_SUITE_BIP_CMAC_256,
	WLAN_CIPHER_SUITE_BIP_GMAC_128,
	WLAN_CIPHER_SUITE_BIP_GMAC_256,
};

static void hwx_caps_ht(struct ieee80211_supported_band *sband, u32 nss)
{
	struct ieee80211_sta_ht_cap *ht = &sband->ht_cap;

	ht->ht_supported = true;
	ht->cap = IEEE80211_HT_CAP_SUP_WIDTH_20_40 | IEEE80211_HT_CAP_SGI_20 |
		  IEEE80211_HT_CAP_SGI_40 | IEEE80211_HT_CAP_LDPC_CODING |
		  IEEE80211_HT_CAP_DSSSCCK40 | IEEE80211_HT_CAP_MAX_AMSDU;
	ht->ampdu_factor = IEEE80211_HT_MAX_AMPDU_64K;
	ht->ampdu_density = IEEE80211_HT_MPDU_DENSITY_NONE;
	memset(ht->mcs.rx_mask, 0xff, nss);
	ht->mcs.tx_params = IEEE80211_HT_MCS_TX_DEFINED;
}

/* Two bits a stream: 2 is MCS 0-9 (VHT) or 0-11 (HE), 3 is not supported. */
static u16 hwx_mcs_map(u32 nss)
{
	u16 map = 0;
	u32 i;

	for (i = 0; i < 8; i++)
		map |= (i < nss ? 2 : 3) << (2 * i);
	return map;
}

static void hwx_caps_vht(struct ieee80211_supported_band *sband, u32 nss)
{
	struct ieee80211_sta_vht_cap *vht = &sband->vht_cap;

	vht->vht_supported = true;
	vht->cap = IEEE80211_VHT_CAP_MAX_MPDU_LENGTH_11454 |
		   IEEE80211_VHT_CAP_SUPP_CHAN_WIDTH_160MHZ |
		   IEEE80211_VHT_CAP_RXLDPC | IEEE80211_VHT_CAP_SHORT_GI_80 |
		   IEEE80211_VHT_CAP_SHORT_GI_160 |
		   IEEE80211_VHT_CAP_MAX_A_MPDU_LENGTH_EXPONENT_MASK;
	vht->vht_mcs.rx_mcs_map = cpu_to_le16(hwx_mcs_map(nss));
	vht->vht_mcs.tx_mcs_map = vht->vht_mcs.rx_mcs_map;
}

static void hwx_caps_he(struct ieee80211_sband_iftype_data *data,
			enum nl80211_band band, u32 nss)
{
	struct ieee80211_sta_he_cap *he = &data->he_cap;
	__le16 map = cpu_to_le16(hwx_mcs_map(nss));
	u8 *mac = he->he_cap_elem.mac_cap_info;
	u8 *phy = he->he_cap_elem.phy_cap_info;

	data->types_mask = BIT(NL80211_IFTYPE_STATION) |
			   BIT(NL80211_IFTYPE_AP) |
			   BIT(NL80211_IFTYPE_P2P_CLIENT) |
			   BIT(NL80211_IFTYPE_P2P_GO) |
			   BIT(NL80211_IFTYPE_ADHOC) |
			   BIT(NL80211_IFTYPE_MESH_POINT);
	he->has_he = true;
	mac[0] = IEEE80211_HE_MAC_CAP0_HTC_HE;
	mac[3] = IEEE80211_HE_MAC_CAP3_OMI_CONTROL |
		 IEEE80211_HE_MAC_CAP3_MAX_AMPDU_LEN_EXP_EXT_3;
	phy[0] = band == NL80211_BAND_2GHZ ?
		 IEEE80211_HE_PHY_CAP0_CHANNEL_WIDTH_SET_40MHZ_IN_2G :
		 IEEE80211_HE_PHY_CAP0_CHANNEL_WIDTH_SET_40MHZ_80MHZ_IN_5G |
		 IEEE80211_HE_PHY_CAP0_CHANNEL_WIDTH_SET_160MHZ_IN_5G;
	phy[1] = IEEE80211_HE_PHY_CAP1_LDPC_CODING_IN_PAYLOAD;
	he->he_mcs_nss_supp.rx_mcs_80 = map;
	he->he_mcs_nss_supp.tx_mcs_80 = map;
	if (band == NL80211_BAND_2GHZ)
		return;
	he->he_mcs_nss_supp.rx_mcs_160 = map;
	he->he_mcs_nss_supp.tx_mcs_160 = map;
	he->he_mcs_nss_supp.rx_mcs_80p80 = cpu_to_le16(0xffff);
	he->he_mcs_nss_supp.tx_mcs_80p80 = cpu_to_le16(0xffff);
}

static int hwx_caps_band(struct hwx_radio *radio, enum nl80211_band band,
			 const struct ieee80211_channel *channels, u32 n)
{
	struct ieee80211_supported_band *sband = &radio->bands[band];
	u32 skip = band == NL80211_BAND_2GHZ ? 0 : HWX_FIRST_OFDM;
	u32 nss = radio->params.nss;

	radio->channels[band] = kmemdup(channels, n * sizeof(*channels),
					GFP_KERNEL);
	radio->iftype_data[band] = kzalloc(sizeof(*radio->iftype_data[band]),
					   GFP_KERNEL);
	if (!radio->channels[band] || !radio->iftype_data[band])
		return -ENOMEM;

	sband->band = band;
	sband->channels = radio->channels[band];
	sband->n_channels = n;
	sband->bitrates = hwx_rates + skip;
	sband->n_bitrates = ARRAY_SIZE(hwx_rates) - skip;
	hwx_caps_ht(sband, nss);
	if (band == NL80211_BAND_5GHZ)
		hwx_caps_vht(sband, nss);
	hwx_caps_he(radio->iftype_data[band], band, nss);
	hwx_set_sband_iftype_data(sband, radio->iftype_data[band], 1);
	radio->hw->wiphy->bands[band] = sband;
	return 0;
}

/**
 * hwx_caps_window() - ask for block ack windows that fit ampdu_frames
 * @radio: any; sessions that exist keep theirs
 *
 * HE peers agree on up to 256; a window above 64 makes block acks longer, so
 * one is asked for only when it is of use.
 */
void hwx_caps_window(struct hwx_radio *radio)
{
	radio->hw->max_tx_aggregation_subframes =
		max(READ_ONCE(radio->params.ampdu_frames), 64u);
}

static void hwx_caps_hw(struct hwx_radio *radio)
{
	struct ieee80211_hw *hw = radio->hw;

	ieee80211_hw_set(hw, SIGNAL_DBM);
	ieee80211_hw_set(hw, AMPDU_AGGREGATION);
	if (radio->params.rx_amsdu)
		ieee80211_hw_set(hw, SUPPORTS_AMSDU_IN_AMPDU);
	ieee80211_hw_set(hw, MFP_CAPABLE);
	ieee80211_hw_set(hw, REPORTS_TX_ACK_STATUS);
	ieee80211_hw_set(hw, SUPPORT_FAST_XMIT);
	if (hwx_order_owns(radio))
		ieee80211_hw_set(hw, SUPPORTS_REORDERING_BUFFER);
	if (hwx_fwba_owns(radio))
		ieee80211_hw_set(hw, TX_AMPDU_SETUP_IN_HW);
	if (hwx_fwrate_owns(radio))
		ieee80211_hw_set(hw, HAS_RATE_CONTROL);
	else
		ieee80211_hw_set(hw, SUPPORTS_RC_TABLE);
	ieee80211_hw_set(hw, SUPPORTS_HT_CCK_RATES);
	ieee80211_hw_set(hw, HOST_BROADCAST_PS_BUFFERING);
	ieee80211_hw_set(hw, CHANCTX_STA_CSA);
	ieee80211_hw_set(hw, WANT_MONITOR_VIF);

	hw->queues = IEEE80211_NUM_ACS;
	hw->max_rates = 4;
	hw->max_rate_tries = 11;
	hw->max_report_rates = 4;
	hwx_caps_window(radio);
	hw->max_rx_aggregation_subframes = 256;
	hw->sta_data_size = sizeof(struct hwx_peer);
	hw->txq_data_size = sizeof(struct hwx_txq);
	hw->vif_data_size = sizeof(struct hwx_vif);
	hw->tx_sk_pacing_shift = radio->params.pacing_shift;
	hwx_frags_announce(radio);
	if (radio->params.sg)
		hw->netdev_features |= NETIF_F_SG;
	if (radio->params.tso)
		hw->netdev_features |= NETIF_F_TSO | NETIF_F_TSO6;
	if (radio->params.csum)
		hw->netdev_features |= NETIF_F_HW_CSUM | NETIF_F_RXCSUM;
}

static void hwx_caps_wiphy(struct hwx_radio *radio)
{
	struct wiphy *wiphy = radio->hw->wiphy;

	wiphy->regulatory_flags |= REGULATORY_WIPHY_SELF_MANAGED;
	wiphy->flags |= WIPHY_FLAG_HAS_CHANNEL_SWITCH |
			WIPHY_FLAG_IBSS_RSN | WIPHY_FLAG_AP_UAPSD |
			WIPHY_FLAG_HAS_REMAIN_ON_CHANNEL;
	wiphy->features |= NL80211_FEATURE_SAE |
			   NL80211_FEATURE_SCAN_RANDOM_MAC_ADDR;
	wiphy->interface_modes = BIT(NL80211_IFTYPE_STATION) |
				 BIT(NL80211_IFTYPE_AP) |
				 BIT(NL80211_IFTYPE_P2P_CLIENT) |
				 BIT(NL80211_IFTYPE_P2P_GO) |
				 BIT(NL80211_IFTYPE_ADHOC) |
				 BIT(NL80211_IFTYPE_MESH_POINT);
	wiphy->iface_combinations = hwx_combinations;
	wiphy->n_iface_combinations = ARRAY_SIZE(hwx_combinations);
	wiphy->cipher_suites = hwx_ciphers;
	wiphy->n_cipher_suites = ARRAY_SIZE(hwx_ciphers);
	wiphy->max_scan_ssids = 16;
	wiphy->max_scan_ie_len = IEEE80211_MAX_DATA_LEN;
	wiphy->max_remain_on_channel_duration = 5000;
	wiphy->available_antennas_tx = BIT(radio->params.nss) - 1;
	wiphy->available_antennas_rx = BIT(radio->params.nss) - 1;

	wiphy_ext_feature_set(wiphy, NL80211_EXT_FEATURE_CQM_RSSI_LIST);
	if (radio->params.aql)
		wiphy_ext_feature_set(wiphy, NL80211_EXT_FEATURE_AQL);
	if (radio->params.airtime_fairness)
		wiphy_ext_feature_set(wiphy,
				      NL80211_EXT_FEATURE_AIRTIME_FAIRNESS);
}

/**
 * hwx_caps_init() - fill in what is registered
 * @radio: being made
 *
 * Return: 0 or -ENOMEM
 */
int hwx_caps_init(struct hwx_radio *radio)
{
	int err;

	hwx_caps_hw(radio);
	hwx_caps_wiphy(radio);
	err = hwx_caps_band(radio, NL80211_BAND_2GHZ, hwx_channels_2ghz,
			    ARRAY_SIZE(hwx_channels_2ghz));
	if (!err)
		err = hwx_caps_band(radio, NL80211_BAND_5GHZ,
				    hwx_channels_5ghz,
				    ARRAY_SIZE(hwx_channels_5ghz));
	if (err)
		hwx_caps_exit(radio);
	return err;
}

/**
 * hwx_caps_exit() - undo hwx_caps_init()
 * @radio: not registered
 */
void hwx_caps_exit(struct hwx_radio *radio)
{
	int band;

	for (band = 0; band < HWX_NUM_BANDS; band++) {
		kfree(radio->channels[band]);
		kfree(radio->iftype_data[band]);
	}
}

/**
 * hwx_caps_regulatory() - set where the radio may send
 * @radio: registered
 *
 * Return: 0 or what cfg80211 says
 */
int hwx_caps_regulatory(struct hwx_radio *radio)
{
	struct wiphy *wiphy = radio->hw->wiphy;
	int err;

	rtnl_lock();
	wiphy_lock(wiphy);
	err = regulatory_set_wiphy_regd_sync(wiphy,
					     (struct ieee80211_regdomain *)&hwx_regdomain);
	wiphy_unlock(wiphy);
	rtnl_unlock();
	return err;
}
