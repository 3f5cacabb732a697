// SPDX-License-Identifier: GPL-2.0
/* 6.9 */
#include <net/mac80211.h>
void hwx_probe(struct ieee80211_vif *vif);
void hwx_probe(struct ieee80211_vif *vif)
{
	ieee80211_csa_finish(vif, 0);
}
