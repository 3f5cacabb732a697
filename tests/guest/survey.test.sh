#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# What nl80211 says of the air: the survey and the durations and rates of stations,
# against the driver's own counters and, at saturation, against the closed form.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

readonly OVER_S=4

setup()
{
	traffic_init
	topology_up "${UNQUEUED[@]}" channel=36 rate=vht80-nss2-mcs9-sgi
}

# survey NODE WHAT - "active", "busy", "receive" or "transmit" time in ms.
survey()
{
	in_ns "$1" iw dev wlan0 survey dump |
		sed -n "/\[in use\]/,/Survey/s/^\tchannel $2 time:\t*\([0-9]*\) ms$/\1/p"
}

surveyed_channel()
{
	in_ns "$1" iw dev wlan0 survey dump | sed -n 's/^\tfrequency:\t*\([0-9]*\) MHz \[in use\]$/\1/p'
}

# duration NODE WHAT - of its one station, "tx" or "rx", in us.
duration()
{
	in_ns "$1" iw dev wlan0 station dump | sed -n "s/^\t$2 duration:\t*\([0-9]*\) us$/\1/p"
}

# look before|after - survey and durations of both nodes.
look()
{
	local node what

	for node in ap sta0; do
		for what in active busy receive transmit; do
			survey "$node" "$what" >"$TMP/$1-$node-$what"
		done
		for what in tx rx; do
			duration "$node" "$what" >"$TMP/$1-$node-$what"
		done
	done
}

# saturate - OVER_S of a saturated uplink, with a look before and after; the radios'
# counters of that time are what observe leaves.
saturate()
{
	load_start sta0 ap 192.0.2.1 "$PORT" "${TRAINS[@]}"
	sleep 1
	look before
	observe "$OVER_S" ap
	look after
	traffic_stop_all
}

# burst - the same, with a look when the air is idle: it does not matter how long
# looking takes.
burst()
{
	look before
	hwsimctl stats reset
	load_start sta0 ap 192.0.2.1 "$PORT" "${TRAINS[@]}"
	sleep "$OVER_S"
	traffic_stop_all
	wait_until 5 nothing_held
	hwsimctl -j stats show >"$TMP/measured"
	look after
}

# grown NODE WHAT - what of that the time of saturate has added.
grown()
{
	printf '%d' $(($(<"$TMP/after-$1-$2") - $(<"$TMP/before-$1-$2")))
}

# airtime_ms NODE WHAT - the same from the counters.
airtime_ms()
{
	measured ".[] | select(.name == \"$1\").airtime_us | $2 / 1000"
}

# A survey has whole ms, so a difference is exact to 1.
survey_is_what_the_counters_say_test()
{
	local node

	burst
	for node in ap sta0; do
		expect_near "$node: active time, ms" "$(grown "$node" active)" \
			"$(airtime_ms "$node" '(.busy + .idle)')" 0.1
		expect_within "$node: busy time, ms" "$(grown "$node" busy)" "$(airtime_ms "$node" .busy)" 1
		expect_within "$node: receive time, ms" "$(grown "$node" receive)" "$(airtime_ms "$node" .rx)" 1
		expect_within "$node: transmit time, ms" "$(grown "$node" transmit)" "$(airtime_ms "$node" .tx)" 1
	done
}

# Of each 1118.5 us the exchange takes 960 + 16 + 32; of the rest of the time come
# the beacons, in each 102.4 ms PIFS and their own length.
survey_is_what_the_closed_form_says_test()
{
	local beacon_us busy

	saturate
	beacon_us=$(measured '.[] | select(.name == "ap") | .airtime_us.tx / .tx_ppdus | round')
	busy=$(jq -n "(1008 / 1118.5) * (1 - (25 + $beacon_us) / 102400) + $beacon_us / 102400")
	note "beacons of $beacon_us us, expected busy share $busy"
	expect_near 'busy time of the station, ms' "$(grown sta0 busy)" "$busy * $OVER_S * 1000" 0.5
	expect_near 'busy time of the access point, ms' "$(grown ap busy)" "$busy * $OVER_S * 1000" 0.5
	expect_near 'transmit time of the station, ms' "$(grown sta0 transmit)" \
		"($busy - $beacon_us / 102400) * $OVER_S * 1000" 0.5
}

stations_have_true_durations_test()
{
	saturate
	expect_near 'tx duration at the station, us' "$(grown sta0 tx)" \
		"$(measured '.[] | select(.name == "sta0").airtime_us.tx')" 0.3
	expect_near 'rx duration at the access point, us' "$(grown ap rx)" \
		"$(measured '.[] | select(.name == "ap").airtime_us.rx')" 0.3
}

stations_have_rates_and_signal_test()
{
	local dump

	saturate
	dump=$(in_ns ap iw dev wlan0 station dump)
	[[ $dump == *'rx bitrate:'*'866.7 MBit/s VHT-MCS 9 80MHz short GI VHT-NSS 2'* ]] ||
		fail "the access point receives at another rate: $dump"
	dump=$(in_ns sta0 iw dev wlan0 station dump)
	[[ $dump == *'tx bitrate:'*'866.7 MBit/s VHT-MCS 9 80MHz short GI VHT-NSS 2'* ]] ||
		fail "the station sends at another rate: $dump"
	grep -Eq $'^\tsignal:  *\t-[0-9]+ ' <<<"$dump" || fail "the station sees no signal: $dump"
}

# What happened elsewhere is no part of it.
a_survey_begins_with_its_channel_test()
{
	local active

	saturate
	in_ns ap hostapd_cli -p /run/hwx/ap-sta/ap-ctrl -i wlan0 chan_switch 3 5745 ht vht bandwidth=80 \
		sec_channel_offset=1 center_freq1=5775 >"$TMP/cli"
	wait_until 5 surveys ap 5745 || fail "the access point is on $(surveyed_channel ap)"
	wait_until 5 surveys sta0 5745 || fail "the station is on $(surveyed_channel sta0)"
	sleep 1
	active=$(survey ap active)
	note "active $active ms, busy $(survey ap busy), transmit $(survey ap transmit), receive $(survey ap receive)"
	((active >= 1000 && active < 7000)) || fail "$active ms on a new channel"
	(($(survey ap busy) * 20 < active)) || fail "$(survey ap busy) ms busy of $active"
	(($(survey ap receive) * 100 < active)) || fail "$(survey ap receive) ms received of $active"
	hwsimctl stats reset
	(($(survey ap active) >= active)) || fail 'a reset of the statistics has changed the survey'
}

# surveys NODE FREQUENCY
surveys()
{
	[[ $(surveyed_channel "$1") == "$2" ]]
}

test_main
