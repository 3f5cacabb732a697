#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Two access points, each with its own network, on channels of their own or on one.
#
#  netns ap       BSS hwsim-ext          netns ap1      BSS hwsim-ext-1
#  +--------------+                      +--------------+
#  | wlan0        |                      | wlan0        |
#  | 192.0.2.1    |                      | 192.0.2.2    |
#  | 2001:db8::1  |                      | 2001:db8::2  |
#  +--------------+                      +--------------+
#      (((  )))                              (((  )))
#  netns sta0                            netns sta1
#  +--------------+                      +--------------+
#  | wlan0        |                      | wlan0        |
#  | 192.0.2.10   |                      | 192.0.2.11   |
#  | 2001:db8::10 |                      | 2001:db8::11 |
#  +--------------+                      +--------------+
#      ... sta2: 192.0.2.12                  ... sta3: 192.0.2.13
#
# Even stations join ap, odd ones ap1. The two networks are not connected, each
# has the prefix for itself. channel, width and phy are those of both unless
# ap1.channel, ap1.width or ap1.phy says otherwise for the second. On air of its
# own, as radio parameters: ap1.medium=1 sta1.medium=1.

# shellcheck source=topologies/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh" || exit 1

TOPOLOGY_ROLES=(ap sta)

declare_setting stations 2 1..64 'how many in both networks together'
declare_channel_settings
declare_setting ap1.channel '' 1..177 'channel of the second network'
declare_setting ap1.width '' '20|40|80|160' 'its width'
declare_setting ap1.phy '' 'legacy|ht|vht|he' 'its generation'
declare_security_settings

# second_bss - from here on the settings are those of the second network.
second_bss()
{
	local key

	for key in channel width phy; do
		SETTING[$key]=${SETTING[ap1.$key]:-${SETTING[$key]}}
	done
	SETTING[ssid]+=-1
	channel_complete
}

# bss_up AP ADDRESS FIRST - the access point and every other station from FIRST on.
bss_up()
{
	local i

	node_create "$1" ap
	hostapd_start "$1"
	address_add "$1" wlan0 "192.0.2.$2/24" "2001:db8::$2/64"
	for ((i = $3; i < SETTING[stations]; i += 2)); do
		node_create "sta$i" sta
		link_configure "$1" ap "sta$i"
		link_configure "sta$i" sta "$1"
		station_start "sta$i"
		address_add "sta$i" wlan0 "192.0.2.$((10 + i))/24" "2001:db8::$((10 + i))/64"
	done
	for ((i = $3; i < SETTING[stations]; i += 2)); do
		station_wait "sta$i" "$1"
	done
}

topology_up()
{
	local -a stations=()
	local i

	for ((i = 0; i < SETTING[stations]; i++)); do
		stations+=("sta$i")
	done
	check_prefixes ap ap1 "${stations[@]}"
	channel_complete
	# Refused before anything is there: what does not go together in the second.
	(second_bss) || exit
	security_complete
	need iw iw

	module_load
	bss_up ap 1 0
	second_bss
	bss_up ap1 2 1
}

topology_main two-bss "$@"
