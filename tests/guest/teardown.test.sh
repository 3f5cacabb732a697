#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Things that go away at full load: interfaces, radios, namespaces, associations.
# Each returns within its bound and leaves no frame behind.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

setup()
{
	traffic_init
	module_load radios=0
}

cleanup()
{
	module_unload
}

# saturate SETTING... - a network with TCP and UDP at full load both ways.
saturate()
{
	topology_up rate=vht80-nss2-mcs9-sgi security=wpa2 "$@"
	load_start sta0 ap 192.0.2.1 5201 "${FLOOD[@]}"
	load_start ap sta0 192.0.2.10 5202 "${FLOOD[@]}"
	load_start sta0 ap 192.0.2.1 5203 -P 4
	load_start ap sta0 192.0.2.10 5204 -P 4
	sleep 0.3
}

# within SECONDS COMMAND ARG... - COMMAND succeeds and takes no longer, by the
# clock of the guest.
within()
{
	timeout "$1" "${@:2}" || fail "'${*:2}' fails or takes longer than $1 s"
}

# balanced RADIO - it holds no frame any more, and each was completed exactly
# once. (A killed sender's socket goes on for a moment, so this is waited for.)
balanced()
{
	wait_until 5 counter_is "$1" \
		'.desc_used == 0 and .tx_msdus == .tx_acked + .tx_failed + .tx_dropped' ||
		fail "$1: $(counter "$1" '{desc_used, tx_msdus, tx_acked, tx_failed, tx_dropped}')"
}

after_each()
{
	topology_down
}

the_station_goes_down_and_comes_back_test()
{
	local i

	saturate
	for ((i = 0; i < 5; i++)); do
		within 2 ip -n sta0 link set wlan0 down
		expect_equal 'frames held by the station' "$(counter sta0 .desc_used)" 0
		ip -n sta0 link set wlan0 up
		wait_until 30 supplicant_state_is sta0 COMPLETED || fail 'the station does not come back'
		sleep 0.2
	done
	traffic_stop_all
	balanced sta0
	balanced ap
	ping_ok sta0 192.0.2.1
}

the_access_point_goes_down_test()
{
	saturate
	within 2 ip -n ap link set wlan0 down
	expect_equal 'frames held by the access point' "$(counter ap .desc_used)" 0
	traffic_stop_all
	balanced ap
	balanced sta0
}

the_station_disconnects_test()
{
	local i

	saturate
	for ((i = 0; i < 5; i++)); do
		within 3 wpa_cli -p /run/hwx/ap-sta/sta0-ctrl -i wlan0 disconnect >"$TMP/stdout"
		wait_until 3 supplicant_state_is sta0 DISCONNECTED || fail 'the station does not leave'
		supplicant sta0 reconnect >"$TMP/stdout"
		wait_until 30 supplicant_state_is sta0 COMPLETED || fail 'the station does not come back'
		sleep 0.2
	done
	traffic_stop_all
	balanced sta0
	balanced ap
}

the_station_radio_is_deleted_test()
{
	saturate
	within 5 hwsimctl radio del sta0
	expect_equal 'the list of radios' "$(radio_names)" ap
	traffic_stop_all
	balanced ap
}

the_access_point_radio_is_deleted_test()
{
	saturate
	within 5 hwsimctl radio del ap
	expect_equal 'the list of radios' "$(radio_names)" sta0
	traffic_stop_all
	balanced sta0
}

the_namespace_of_the_station_goes_test()
{
	local pid

	saturate
	# What a killed sender has left to send pins its namespace until TCP gives
	# up, which takes minutes unless told otherwise.
	in_ns sta0 sysctl -qw net.ipv4.tcp_orphan_retries=1
	ip netns pids sta0 >"$TMP/inside"
	while read -r pid; do
		kill -KILL "$pid"
	done <"$TMP/inside"
	within 5 ip netns del sta0
	wait_until 60 test -e /sys/class/ieee80211/sta0 || fail 'the radio did not return to the first namespace'
	traffic_stop_all
	balanced ap
	balanced sta0
}

stations_leave_one_by_one_test()
{
	local i

	topology_up stations=4 rate=vht80-nss2-mcs9-sgi
	for ((i = 0; i < 4; i++)); do
		load_start ap "sta$i" "192.0.2.$((10 + i))" $((5210 + i)) "${FLOOD[@]}"
	done
	for ((i = 0; i < 4; i++)); do
		sleep 0.2
		within 5 hwsimctl radio del "sta$i"
	done
	traffic_stop_all
	balanced ap
}

flush_is_bounded_with_slow_completions_test()
{
	saturate completion_frames=0 completion_us=1000000 rate=legacy-6
	within 3 ip -n sta0 link set wlan0 down
	expect_equal 'frames held by the station' "$(counter sta0 .desc_used)" 0
	traffic_stop_all
	balanced sta0
}

test_main
