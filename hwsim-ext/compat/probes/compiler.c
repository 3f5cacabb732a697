// SPDX-License-Identifier: GPL-2.0
#include <net/mac80211.h>
