#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Scanning: what is on the air is found, what is not is not.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

setup()
{
	topology_up stations=2 channel=44 security=wpa2 ssid='a network'
	# A radio without supplicant, to scan with.
	supplicant sta1 terminate >"$TMP/stdout"
	wait_until 5 supplicant_ended
	ip -n sta1 link set wlan0 up
}

supplicant_ended()
{
	[[ ! -S /run/hwx/ap-sta/sta1-ctrl/wlan0 ]]
}

scan()
{
	in_ns sta1 timeout 60 iw dev wlan0 scan "$@"
}

finds_the_access_point_on_all_channels_test()
{
	local found

	found=$(scan)
	grep -q '^BSS 02:00:00:00:00:00' <<<"$found" || fail "not found: $found"
	grep -q 'SSID: a network' <<<"$found"
	grep -q 'freq: 5220' <<<"$found"
	grep -q 'RSN:' <<<"$found"
	grep -q 'VHT operation:' <<<"$found"
	grep -qE 'signal: -[0-9]+' <<<"$found"
}

finds_it_on_its_channel_test()
{
	local found

	found=$(scan freq 5220 ssid 'a network')
	grep -q '^BSS 02:00:00:00:00:00' <<<"$found"
}

finds_it_by_listening_test()
{
	local found

	found=$(scan freq 5220 flush passive)
	grep -q '^BSS 02:00:00:00:00:00' <<<"$found"
}

does_not_find_it_elsewhere_test()
{
	local found

	found=$(scan freq 2412 5180 5745 flush)
	expect_equal 'the result on other channels' "$found" ''
}

does_not_hear_another_medium_test()
{
	topology_down
	topology_up sta.medium=1 2>"$TMP/stderr" && fail 'a station associated across mediums'
	grep -q 'does not associate' "$TMP/stderr"
	topology_up stations=2
}

scans_while_traffic_flows_test()
{
	load_start sta0 ap 192.0.2.1 5201
	in_ns sta0 timeout 60 iw dev wlan0 scan >"$TMP/scan"
	grep -q '^BSS 02:00:00:00:00:00' "$TMP/scan"
	traffic_stop_all
	ping_ok sta0 192.0.2.1
}

test_main
