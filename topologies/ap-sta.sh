#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# One access point and its stations; with wired=yes a server behind it.
#
#  netns sta0                netns ap                        netns server
#  +--------------+          +---------------------+         +--------------+
#  | wlan0        |  )))     | wlan0          eth0 |---------| eth0         |
#  | 192.0.2.10   |     (((  | 192.0.2.1           |         |              |
#  | 2001:db8::10 |          | 2001:db8::1         |         |              |
#  +--------------+          |        198.51.100.1 |         | 198.51.100.2 |
#  netns sta1                |       2001:db8:1::1 |         | 2001:db8:1::2|
#  +--------------+          +---------------------+         +--------------+
#  | wlan0        |  )))
#  | 192.0.2.11   |
#  | 2001:db8::11 |
#  +--------------+
#     ... sta63: 192.0.2.73, 2001:db8::73
#
# The radios are named like their nodes. The access point routes between its
# two interfaces. wpa_supplicant and hostapd run in their node's namespace with
# their files in /run/hwx/ap-sta (NODE.conf, NODE.log, NODE-ctrl).

# shellcheck source=topologies/lib.sh
. "$(dirname -- "${BASH_SOURCE[0]}")/lib.sh" || exit 1

TOPOLOGY_ROLES=(ap sta)

declare_setting stations 1 1..64 'how many'
declare_setting hidden no 'no|yes' 'stations hear the access point only'
declare_setting wired no 'no|yes' 'a server behind the access point'
declare_wire_settings
declare_channel_settings
declare_security_settings

wired_up()
{
	local i

	netns_create server
	wire ap server
	wire_impair ap server
	address_add ap eth0 198.51.100.1/24 2001:db8:1::1/64
	address_add server eth0 198.51.100.2/24 2001:db8:1::2/64
	forward ap
	ip -n server route add default via 198.51.100.1
	ip -n server route add default via 2001:db8:1::1
	for ((i = 0; i < SETTING[stations]; i++)); do
		ip -n "sta$i" route add default via 192.0.2.1
		ip -n "sta$i" route add default via 2001:db8::1
	done
}

topology_up()
{
	local -a stations=()
	local i

	for ((i = 0; i < SETTING[stations]; i++)); do
		stations+=("sta$i")
	done
	check_prefixes ap "${stations[@]}"
	channel_complete
	wire_check
	security_complete
	need iw iw

	module_load
	node_create ap ap
	hostapd_start ap
	address_add ap wlan0 192.0.2.1/24 2001:db8::1/64
	for i in "${!stations[@]}"; do
		node_create "sta$i" sta
		link_configure ap ap "sta$i"
		link_configure "sta$i" sta ap
		station_start "sta$i"
		address_add "sta$i" wlan0 "192.0.2.$((10 + i))/24" "2001:db8::$((10 + i))/64"
	done
	for i in "${stations[@]}"; do
		station_wait "$i" ap
	done
	[[ ${SETTING[hidden]} == no ]] || links_hide "${stations[@]}"
	[[ ${SETTING[wired]} == no ]] || wired_up
}

topology_main ap-sta "$@"
