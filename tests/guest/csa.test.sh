#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The channel switch of an access point with traffic: it goes on where the stations
# have followed to, the air there is used and the old one is free. A second network
# on the old channel tells.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

# shellcheck disable=SC2034 # for topology_up
TOPOLOGY=two-bss
readonly COUNTDOWN=5

setup()
{
	traffic_init
}

after_each()
{
	topology_down
}

# switch_to FREQUENCY OPTION... - announced in so many beacons; returns when the two
# stations are there.
switch_to()
{
	in_ns ap hostapd_cli -p /run/hwx/two-bss/ap-ctrl -i wlan0 chan_switch "$COUNTDOWN" "$@" >"$TMP/cli"
	grep -qx OK "$TMP/cli" || fail "hostapd refuses the switch: $(<"$TMP/cli")"
	wait_until 5 operates_on ap "$1" || fail "the access point stays on $(channel_of ap)"
	wait_until 5 operates_on sta0 "$1" || fail "sta0 stays on $(channel_of sta0)"
	wait_until 5 operates_on sta2 "$1" || fail "sta2 stays on $(channel_of sta2)"
}

channel_of()
{
	in_ns "$1" iw dev wlan0 info | sed -n 's/^\tchannel //p'
}

# operates_on NODE FREQUENCY
operates_on()
{
	[[ $(channel_of "$1") == *"($2 MHz)"* ]]
}

# tcp_start - a connection from each of the two stations.
tcp_start()
{
	load_start sta0 ap 192.0.2.1 5201
	load_start sta2 ap 192.0.2.1 5203
}

# tcp_goes_on MBPS - both connections carry something, together at least that much.
tcp_goes_on()
{
	local both

	both=$(measured "[.[] | select(.name == \"sta0\" or .name == \"sta2\").tx_acked] |
		map(. * 1448 * 8 / $MEASURED_OVER_S / 1e6 | round)")
	note "TCP of the two stations: ${both//$'\n'/} Mb/s"
	expect_true 'TCP of both stations' "$both | min > 50 and add > $1"
}

traffic_follows_a_switch_and_leaves_the_air_test()
{
	topology_up "${UNQUEUED[@]}" stations=3 channel=36 rate=vht80-nss2-mcs9-sgi
	tcp_start
	load_start sta1 ap1 192.0.2.2 5202 "${TRAINS[@]}"
	sleep 1
	observe 2 ap1
	note "on one channel: $(arrived_packets_mbps ap1) Mb/s for the other network"
	expect_true 'the other network on the same channel' "$(arrived_packets_mbps ap1) < 350"
	tcp_goes_on 150

	switch_to 5745 ht vht bandwidth=80 sec_channel_offset=1 center_freq1=5775
	sleep 1
	observe 3 ap1
	tcp_goes_on 500
	expect_near 'the other network, left alone' "$(arrived_packets_mbps ap1)" 671.8 2
	expect_true 'air of the new channel in use' \
		"$(measured '.[] | select(.name == "ap").airtime_us | .busy / (.busy + .idle)') > 0.8"

	switch_to 5180 ht vht bandwidth=80 sec_channel_offset=1 center_freq1=5210
	sleep 1
	observe 2 ap1
	expect_true 'the other network on the same channel again' "$(arrived_packets_mbps ap1) < 350"
	tcp_goes_on 150
}

# sends_at RATE - all three radios of the first network.
sends_at()
{
	local radio

	for radio in ap sta0 sta2; do
		hwsimctl radio set "$radio" rate "$1"
	done
}

# both_have_width MHZ - both stations have followed.
both_have_width()
{
	wait_until 5 has_width sta0 "$1" || fail "sta0 is on $(channel_of sta0)"
	wait_until 5 has_width sta2 "$1" || fail "sta2 is on $(channel_of sta2)"
}

traffic_follows_a_change_of_width_test()
{
	topology_up "${UNQUEUED[@]}" stations=3 channel=36 rate=vht80-nss2-mcs9-sgi \
		ap1.channel=44 ap1.width=20 ap1.rate=vht20-nss2-mcs8-sgi sta1.rate=vht20-nss2-mcs8-sgi
	tcp_start
	load_start sta1 ap1 192.0.2.2 5202 "${TRAINS[@]}"
	sleep 1
	observe 2 ap1
	note "inside the 80 MHz: $(arrived_packets_mbps ap1) Mb/s for the other network"
	expect_true 'the other network inside' "$(arrived_packets_mbps ap1) < 110"
	tcp_goes_on 100

	sends_at vht40-nss2-mcs9-sgi
	switch_to 5180 ht vht bandwidth=40 sec_channel_offset=1 center_freq1=5190
	both_have_width 40
	sleep 1
	observe 3 ap1
	tcp_goes_on 250
	expect_near 'the other network, left alone' "$(arrived_packets_mbps ap1)" 156.4 2

	switch_to 5180 ht vht bandwidth=80 sec_channel_offset=1 center_freq1=5210
	both_have_width 80
	sends_at vht80-nss2-mcs9-sgi
	sleep 1
	observe 2 ap1
	expect_true 'the other network inside again' "$(arrived_packets_mbps ap1) < 110"
	tcp_goes_on 100
}

# has_width NODE MHZ
has_width()
{
	[[ $(channel_of "$1") == *"width: $2 MHz"* ]]
}

test_main
