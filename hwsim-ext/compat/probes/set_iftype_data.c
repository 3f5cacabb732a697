// SPDX-License-Identifier: GPL-2.0
/* 6.7 */
#include <net/cfg80211.h>
void hwx_probe(struct ieee80211_supported_band *sband,
	       const struct ieee80211_sband_iftype_data *data);
void hwx_probe(struct ieee80211_supported_band *sband,
	       const struct ieee80211_sband_iftype_data *data)
{
	_ieee80211_set_sband_iftype_data(sband, data, 1);
}
