#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Associations over hostapd and wpa_supplicant, and packets both ways.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

after_each()
{
	topology_down
}

setup()
{
	traffic_init
}

# talks STATIONS - every station and the access point reach each other.
talks()
{
	local i

	for ((i = 0; i < $1; i++)); do
		ping_ok "sta$i" 192.0.2.1
		ping_ok "sta$i" 2001:db8::1
		ping_ok ap "192.0.2.$((10 + i))"
		ping_ok ap "2001:db8::$((10 + i))"
	done
}

# associates SETTING... - bring one station up, talk, and take it down.
associates()
{
	topology_up "$@"
	in_ns sta0 iw dev wlan0 link | grep -q '^Connected to 02:00:00:00:00:00' ||
		fail "the station is not connected: $(in_ns sta0 iw dev wlan0 link)"
	talks 1
	topology_down
	[[ ! -e /run/netns/ap ]] || fail 'a namespace is left behind'
}

open_test()
{
	associates security=open
}

wpa2_test()
{
	associates security=wpa2
}

wpa3_test()
{
	associates security=wpa3
}

# tcp_flows SECURITY - a TCP flow each way fills the link, also when it is encrypted.
tcp_flows()
{
	local up down

	topology_up security="$1" rate=vht80-nss2-mcs9-sgi
	up=$(tcp_mbps sta0 ap 192.0.2.1 4 cubic)
	down=$(tcp_mbps ap sta0 192.0.2.10 4 cubic)
	note "$up Mb/s up, $down Mb/s down"
	expect_true 'goodput up' "$up > 500"
	expect_true 'goodput down' "$down > 500"
}

tcp_over_wpa2_test()
{
	tcp_flows wpa2
}

tcp_over_wpa3_test()
{
	tcp_flows wpa3
}

every_generation_and_width_at_5_ghz_test()
{
	local pair

	for pair in legacy:20 ht:20 ht:40 vht:20 vht:40 vht:80 he:20 he:40 he:80; do
		topology_up "phy=${pair%:*}" "width=${pair#*:}" channel=149
		in_ns sta0 iw dev wlan0 info | grep -q "channel 149 .* width: ${pair#*:} MHz" ||
			fail "$pair: the station is elsewhere: $(in_ns sta0 iw dev wlan0 info)"
		talks 1
		topology_down
	done
}

every_generation_and_width_at_2_4_ghz_test()
{
	local pair

	for pair in legacy:20 ht:20 ht:40 he:20 he:40; do
		topology_up band=2.4 "phy=${pair%:*}" "width=${pair#*:}" channel=6
		in_ns sta0 iw dev wlan0 info | grep -q "channel 6 .* width: ${pair#*:} MHz" ||
			fail "$pair: the station is elsewhere: $(in_ns sta0 iw dev wlan0 info)"
		talks 1
		topology_down
	done
}

stations_reach_each_other_test()
{
	topology_up stations=5 security=wpa2
	talks 5
	ping_ok sta0 192.0.2.14
	ping_ok sta4 2001:db8::10
}

a_wrong_passphrase_does_not_associate_test()
{
	topology_up security=wpa2
	supplicant sta0 disconnect
	wait_until 5 supplicant_state_is sta0 DISCONNECTED
	supplicant sta0 set_network 0 psk '"not the passphrase"' | grep -q OK
	supplicant sta0 reconnect
	! wait_until 8 supplicant_state_is sta0 COMPLETED || fail 'the station associated'
	! ping_ok sta0 192.0.2.1 || fail 'packets pass without keys'
}

reaches_the_server_behind_the_access_point_test()
{
	topology_up wired=yes stations=2
	ping_ok sta0 198.51.100.2
	ping_ok sta1 2001:db8:1::2
	ping_ok server 192.0.2.11
	ping_ok server 2001:db8::10
}

a_cable_delays_and_loses_test()
{
	local ms received

	topology_up wired=yes wire_us=20000 wire_loss_ppm=100000
	wait_until 5 ping_ok sta0 198.51.100.2
	in_ns sta0 busybox ping -q -i 0.02 -c 100 198.51.100.2 >"$TMP/ping" || fail "$(<"$TMP/ping")"
	ms=$(sed -n 's|.*min/avg/max = \([^/]*\)/.*|\1|p' "$TMP/ping")
	received=$(sed -n 's/.* \([0-9]*\) packets received.*/\1/p' "$TMP/ping")
	note "40 ms and 81 % asked for: at least $ms ms, $received of 100 answered"
	expect_true 'the round trip' "$ms >= 40 and $ms < 42"
	expect_true 'packets answered of 100' "$received >= 60 and $received <= 95"
}

an_impaired_cable_needs_a_cable_test()
{
	expect_refusal 2 'wired=yes alone' "$TOPOLOGIES/ap-sta.sh" up wire_us=5
}

# whole_ping_ok NS ADDRESS - a packet of 1500 bytes that may not be cut passes;
# busybox's ping cannot forbid it.
whole_ping_ok()
{
	in_ns "$1" ping -q -c 1 -W 2 -s 1472 -M 'do' "$2"
}

large_packets_pass_both_ways_test()
{
	topology_up security=wpa2
	whole_ping_ok sta0 192.0.2.1
	whole_ping_ok ap 192.0.2.10
	ping_ok sta0 192.0.2.1 -s 60000
	ping_ok sta0 2001:db8::1 -s 60000
}

test_main
