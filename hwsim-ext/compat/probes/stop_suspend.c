// SPDX-License-Identifier: GPL-2.0
/* 6.11 */
#include <net/mac80211.h>
void hwx_probe(const struct ieee80211_ops *ops, struct ieee80211_hw *hw);
void hwx_probe(const struct ieee80211_ops *ops, struct ieee80211_hw *hw)
{
	ops->stop(hw, false);
}
