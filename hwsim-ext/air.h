/* SPDX-License-Identifier: GPL-2.0 */
/*
 * What the driver remembers of a channel.
 */
#ifndef HWX_AIR_H
#define HWX_AIR_H

#include <linux/list.h>
#include <net/cfg80211.h>

#include "core/airtime.h"

/**
 * struct hwx_air_times - air time counters of a radio at one moment
 * @tx_ns: see HWX_AIRTIMES
 * @rx_ns: likewise
 * @busy_ns: likewise
 * @idle_ns: likewise
 */
struct hwx_air_times {
	u64 tx_ns;
	u64 rx_ns;
	u64 busy_ns;
	u64 idle_ns;
};

/**
 * struct hwx_chan - what a channel is on the air
 * @primary_khz: centre of the primary 20 MHz
 * @low_khz: lower edge
 * @high_khz: upper edge
 * @width_mhz: 20 to 160
 * @band: of cfg80211
 */
struct hwx_chan {
	u32 primary_khz;
	u32 low_khz;
	u32 high_khz;
	u32 width_mhz;
	enum nl80211_band band;
};

/**
 * struct hwx_cca - what carrier sense says of a channel, and its account
 * @busy: now
 * @busy_since_ns: valid while @busy
 * @busy_ns: total of finished busy periods
 * @last_end_ns: when it last fell idle
 *
 * All under the lock of the medium.
 */
struct hwx_cca {
	bool busy;
	u64 busy_since_ns;
	u64 busy_ns;
	u64 last_end_ns;
};

/**
 * struct hwx_air - one channel of a medium that somebody uses
 * @node: in the medium
 * @chan: which
 * @timing: of the band
 * @users: radios tuned to it
 * @active: exchanges on the air that overlap it
 * @cca: for a radio that hears all of them
 *
 * All under the lock of the medium.
 */
struct hwx_air {
	struct list_head node;
	struct hwx_chan chan;
	struct hwx_phy_timing timing;
	unsigned int users;
	unsigned int active;
	struct hwx_cca cca;
};

#endif
