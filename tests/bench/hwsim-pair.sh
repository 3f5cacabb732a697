#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What ap-sta is for our driver, over the kernel's own mac80211_hwsim: the nodes,
# addresses, hostapd and wpa_supplicant are the same, only the radios are not.
#
#  netns sta0                netns ap
#  +--------------+          +--------------+
#  | wlan0        |  )))     | wlan0        |
#  | 192.0.2.10   |     (((  | 192.0.2.1    |
#  | 2001:db8::10 |          | 2001:db8::1  |
#  +--------------+          +--------------+

# shellcheck source=topologies/lib.sh
. /lib/hwx/topologies/lib.sh || exit 1

TOPOLOGY_ROLES=(ap sta)

declare_channel_settings
declare_security_settings

# A world domain that lets an access point start at 5 GHz, in channels of at most
# 40 MHz. The module has none that is wider, and no use for the width: its frames
# take no time.
readonly CUSTOM_WORLD=5

stock_module_unload()
{
	[[ ! -d /sys/module/mac80211_hwsim ]] || rmmod mac80211_hwsim
}

# stock_radios NAME... - load the module and name its radios; it makes HWX_CROWD
# more, which stay where they are.
stock_radios()
{
	local dir

	[[ ! -d /sys/module/mac80211_hwsim ]] || die "mac80211_hwsim is loaded and not ours: remove it first"
	undo stock_module_unload
	modprobe mac80211_hwsim radios=$(($# + ${HWX_CROWD-0})) regtest=$CUSTOM_WORLD ||
		die "this kernel has no module mac80211_hwsim"
	for dir in /sys/class/ieee80211/*; do
		[[ ${dir##*/} == phy* && $# -gt 0 ]] || continue
		iw phy "${dir##*/}" set name "$1" || die "cannot name radio ${dir##*/} $1"
		shift
	done
	(($# == 0)) || die "mac80211_hwsim made no radio for $*"
}

stock_node()
{
	netns_create "$1"
	radio_move "$1" "$1"
	undo netns_stop "$1"
}

topology_up()
{
	SETTING[width]=40
	channel_complete
	security_complete
	need iw iw

	stock_radios ap sta0
	stock_node ap
	hostapd_start ap
	address_add ap wlan0 192.0.2.1/24 2001:db8::1/64
	stock_node sta0
	station_start sta0
	address_add sta0 wlan0 192.0.2.10/24 2001:db8::10/64
	station_wait sta0 ap
}

topology_main hwsim-pair "$@"
