#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What stands in front of a PPDU: RTS and CTS, CTS-to-self; and stations that do
# not hear each other, for whom RTS exists.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

setup()
{
	traffic_init
}

after_each()
{
	topology_down
}

# acked_mbps RADIO SECONDS - what is acknowledged to RADIO, in Mb/s of UDP payload.
acked_mbps()
{
	hwsimctl stats reset
	sleep "$2"
	counter "$1" ".tx_acked * 1472 * 8 / $2 / 1e6 | . * 10 | round / 10"
}

# cycle = AIFS 43 + backoff 67.5 + RTS 28 + 16 + CTS 28 + 16 + PPDU 960 + 16 + 32;
# ns-3.37 with standard PPDU durations has 622.9, beacons included.
rts_costs_what_it_should_test()
{
	local mbps

	topology_up profile=ideal rate=vht80-nss2-mcs9-sgi rts_bytes=1
	hwsimctl stats reset
	mbps=$(udp_train_mbps sta0 ap 192.0.2.1 4)
	expect_near uplink "$mbps" 622.9 1
	counter_is sta0 '.tx_rts > 0.99 * .tx_ppdus and .rts_lost <= .collisions' ||
		fail "RTS: $(counter sta0 '{tx_rts, rts_lost, tx_ppdus, collisions}')"
}

# The longest PSDU of 64 MPDUs is 64 * 1544 - 2 bytes.
the_threshold_is_a_length_test()
{
	topology_up profile=ideal rate=vht80-nss2-mcs9-sgi rts_bytes=98814
	load_start sta0 ap 192.0.2.1 5201 "${SATURATE[@]}"
	sleep 0.5
	expect_equal 'RTS at the threshold' "$(counter sta0 .tx_rts)" 0
	hwsimctl radio set sta0 rts_bytes 98813
	sleep 0.5
	counter_is sta0 '.tx_rts > 100' || fail "above the threshold $(counter sta0 .tx_rts) RTS were sent"
}

iw_sets_the_threshold_test()
{
	topology_up profile=ideal rate=vht80-nss2-mcs9-sgi
	load_start sta0 ap 192.0.2.1 5201 "${SATURATE[@]}"
	sleep 0.3
	expect_equal 'RTS before' "$(counter sta0 .tx_rts)" 0
	in_ns sta0 iw phy sta0 set rts 500
	sleep 0.3
	counter_is sta0 '.tx_rts > 100' || fail "with iw's threshold $(counter sta0 .tx_rts) RTS were sent"
	in_ns sta0 iw phy sta0 set rts off
	sleep 0.1
	hwsimctl stats reset
	sleep 0.3
	expect_equal 'RTS after' "$(counter sta0 .tx_rts)" 0
}

heard()
{
	hwsimctl link set sta0 sta1 heard "$1"
	hwsimctl link set sta1 sta0 heard "$1"
}

# total_mbps SECONDS - of both stations
total_mbps()
{
	local one

	one=$(acked_mbps sta0 "$1")
	jq -n "$one + $(counter sta1 ".tx_acked * 1472 * 8 / $1 / 1e6")"
}

a_setting_hides_the_stations_from_each_other_test()
{
	topology_up stations=3 hidden=yes
	expect_equal 'links that are not heard' \
		"$(hwsimctl -j link show | jq -c '[.[] | select(.heard | not) | .from + " " + .to] | sort')" \
		'["sta0 sta1","sta0 sta2","sta1 sta0","sta1 sta2","sta2 sta0","sta2 sta1"]'
}

# With PPDUs of 4 ms a hidden neighbour's countdown mostly ends within ours.
a_hidden_pair_collapses_without_rts_and_recovers_with_it_test()
{
	local together hidden guarded i

	topology_up stations=2 profile=ideal rate=vht80-nss1-mcs2
	for i in 0 1; do
		load_start "sta$i" ap 192.0.2.1 "520$i" -u -b 0 -l 1472 -w 512K
	done
	sleep 0.5
	together=$(total_mbps 4)
	heard off
	hidden=$(total_mbps 4)
	for i in 0 1; do
		hwsimctl radio set "sta$i" rts_bytes 1
	done
	guarded=$(total_mbps 4)
	heard on
	expect_equal 'links with another value than the default' \
		"$(hwsimctl -j link show | jq '[.[] | select(.heard | not)] | length')" 0
	note "$together Mb/s together, $hidden hidden, $guarded hidden with RTS"
	expect_true 'goodput of the hidden pair' "$hidden < 0.4 * $together"
	expect_true 'goodput with RTS' "$guarded > 0.9 * $together"
}

# Who is not heard is not there: no frame, no busy time.
a_station_that_is_not_heard_is_deaf_to_nobody_else_test()
{
	topology_up stations=2 profile=ideal rate=vht80-nss2-mcs9-sgi
	heard off
	load_start sta0 ap 192.0.2.1 5201 "${SATURATE[@]}"
	sleep 0.2
	hwsimctl stats reset
	sleep 1
	# of each cycle sta1 hears the block ack, and the beacons
	counter_is sta1 '.airtime_us.busy > 20000 and .airtime_us.busy < 70000' ||
		fail "sta1 is busy for $(counter sta1 .airtime_us.busy) us of a second"
	counter_is sta0 '.airtime_us.busy > 850000' ||
		fail "sta0 is busy for $(counter sta0 .airtime_us.busy) us of a second"
	traffic_stop_all
	ping_ok sta1 192.0.2.1 || fail "sta1 does not reach the access point"
	hwsimctl link set ap sta1 heard off
	! in_ns sta1 busybox ping -q -c 2 -W 1 192.0.2.1 >"$TMP/log2" || fail "sta1 hears what it does not hear"
	hwsimctl link set ap sta1 heard on
	wait_until 5 ping_ok sta1 192.0.2.1 || fail "sta1 does not come back"
}

# Stations that know DSSS only make an access point protect OFDM from them. Ours
# say so when their access point has no OFDM rates to share; the fixed rate is
# used all the same. cycle = AIFS 37 + backoff 67.5 + CTS at 11 Mb/s 203 + 10 + PPDU
# 258 + 10 + ACK 34; beacons at 1 Mb/s take 1% of the air.
old_stations_bring_cts_to_self_test()
{
	local mbps

	topology_up profile=ideal band=2.4 phy=legacy rate=legacy-54
	mbps=$(udp_mbps sta0 ap 192.0.2.1 3)
	expect_near 'without protection' "$mbps" 28.7 1
	expect_equal 'CTS before' "$(counter sta0 .tx_rts)" 0
	access_point set supported_rates '10 20 55 110'
	access_point set basic_rates '10 20 55 110'
	access_point disable
	access_point enable
	wait_until 10 protected || fail "the network does not protect itself: $(cat "$TMP/link")"
	wait_until 5 ping_ok sta0 192.0.2.1
	hwsimctl stats reset
	mbps=$(udp_mbps sta0 ap 192.0.2.1 3)
	expect_near 'with CTS-to-self' "$mbps" 18.8 1.5
	counter_is sta0 '.tx_rts > 0.95 * .tx_ppdus' || fail "CTS: $(counter sta0 '{tx_rts, tx_ppdus}')"
}

access_point()
{
	hostapd_cli -p /run/hwx/ap-sta/ap-ctrl -i wlan0 "$@" >"$TMP/log2"
}

protected()
{
	in_ns sta0 iw dev wlan0 link | tee "$TMP/link" | grep -q 'CTS-protection'
}

test_main
