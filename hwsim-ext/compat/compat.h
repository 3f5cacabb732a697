/* SPDX-License-Identifier: GPL-2.0 */
/*
 * Differences between kernels, probed by compile (see Makefile), so that the
 * driver itself is written once, for the newest interface.
 */
#ifndef HWX_COMPAT_H
#define HWX_COMPAT_H

#include <linux/hrtimer.h>
#include <linux/netdevice.h>
#include <linux/netlink.h>
#include <net/mac80211.h>

#include "compat-probed.h"

#ifdef HWX_HAVE_NET_GSO
#include <net/gso.h>
#endif

#ifndef HWX_HAVE_HRTIMER_SETUP
static inline void hrtimer_setup(struct hrtimer *timer,
				 enum hrtimer_restart (*function)(struct hrtimer *),
				 clockid_t clock, enum hrtimer_mode mode)
{
	hrtimer_init(timer, clock, mode);
	timer->function = function;
}
#endif

#ifndef HWX_HAVE_ALLOC_NETDEV_DUMMY
static inline struct net_device *alloc_netdev_dummy(int sizeof_priv)
{
	struct net_device *dev = kzalloc(sizeof(*dev), GFP_KERNEL);

	if (dev)
		init_dummy_netdev(dev);
	return dev;
}

#define hwx_free_netdev_dummy kfree
#else
#define hwx_free_netdev_dummy free_netdev
#endif

#ifndef HWX_HAVE_SET_IFTYPE_DATA
static inline void
hwx_set_sband_iftype_data(struct ieee80211_supported_band *sband,
			  const struct ieee80211_sband_iftype_data *data, u16 n)
{
	sband->iftype_data = data;
	sband->n_iftype_data = n;
}
#else
#define hwx_set_sband_iftype_data _ieee80211_set_sband_iftype_data
#endif

#ifndef HWX_HAVE_CSA_LINK_ID
#define hwx_csa_finish(vif) ieee80211_csa_finish(vif)
#define hwx_csa_is_complete(vif) ieee80211_beacon_cntdwn_is_complete(vif)
#else
#define hwx_csa_finish(vif) ieee80211_csa_finish(vif, 0)
#define hwx_csa_is_complete(vif) ieee80211_beacon_cntdwn_is_complete(vif, 0)
#endif

#endif
