#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Firmware that fetches (tx_mode pull): it holds little of each station, takes
# turns among them, and what it cannot get at once it gets later.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

readonly -a PULL=(profile=ath10k ap.tx_mode=pull rate=vht80-nss2-mcs9-sgi)

setup()
{
	traffic_init
}

after_each()
{
	topology_down
}

# balanced RADIO - see teardown.test.sh
balanced()
{
	wait_until 5 counter_is "$1" \
		'.desc_used == 0 and .tx_msdus == .tx_acked + .tx_failed + .tx_dropped' ||
		fail "$1: $(counter "$1" '{desc_used, tx_msdus, tx_acked, tx_failed, tx_dropped}')"
}

# drained RADIO - it holds no frame any more; for when its counters were reset.
drained()
{
	wait_until 5 counter_is "$1" '.desc_used == 0' || fail "$1 still holds $(counter "$1" .desc_used) frames"
}

# Closed form for A-MPDUs of 64, less what completions of 2 ms cost: nothing, as
# long as frames are there before the A-MPDU on the air has ended.
firmware_fetches_in_time_test()
{
	local mbps

	topology_up "${PULL[@]}" aql=off airtime_fairness=off
	load_start ap sta0 192.0.2.10 5201 "${TRAINS[@]}"
	sleep 0.5
	observe 2 sta0
	mbps=$(arrived_packets_mbps sta0)
	expect_near 'Mb/s against the closed form' "$mbps" 672.0 1
	note "$(measured '.[] | select(.name == "ap") | {fetches, fetches_empty, desc_used_max} | tojson')"
	measured '.[] | select(.name == "ap") | .fetches > 500 and .fetches_empty < .fetches' | grep -qx true ||
		fail 'firmware asks in vain'
	traffic_stop_all
	drained ap
}

# Less than an A-MPDU is fetched again, 64 at a time: never more than 127 wait, and
# 65535 bytes, 42 frames, are on the air.
firmware_holds_little_test()
{
	topology_up "${PULL[@]}" aql=off airtime_fairness=off rate=ht20-mcs7 completion_frames=1 completion_us=0
	load_start ap sta0 192.0.2.10 5201 -u -b 100M -l 14792 -w "$SOCKET_BYTES"
	sleep 0.5
	hwsimctl stats reset ap
	sleep 2
	note "held at most: $(counter ap .desc_used_max)"
	counter_is ap '.desc_used_max > 100 and .desc_used_max <= 63 + 64 + 42 + 2' ||
		fail "$(counter ap .desc_used_max) frames were held"
	hwsimctl radio set ap fetch_frames 8
	sleep 0.5
	hwsimctl stats reset ap
	sleep 1
	note "held at most with fetches of 8: $(counter ap .desc_used_max)"
	counter_is ap '.desc_used_max <= 63 + 8 + 42 + 2 and .tx_acked > 3000' ||
		fail "$(counter ap .desc_used_max) frames were held"
}

# What takes long to come is not there when the medium is free.
a_slow_fetch_costs_air_test()
{
	local fast slow

	topology_up "${PULL[@]}" aql=off airtime_fairness=off ampdu_frames=32
	load_start ap sta0 192.0.2.10 5201 "${TRAINS[@]}"
	sleep 0.5
	observe 1 sta0
	fast=$(arrived_packets_mbps sta0)
	hwsimctl radio set ap fetch_us 5000 fetch_frames 32
	sleep 0.5
	observe 1 sta0
	slow=$(arrived_packets_mbps sta0)
	note "fetched in 100 us: $fast Mb/s, in 5 ms: $slow Mb/s"
	expect_true 'goodput of the slow fetch' "$slow < 0.5 * $fast and $slow > 20"
}

# AQL and airtime fairness refuse now and then; each station gets its share, and
# nobody is forgotten when it was refused.
what_is_refused_comes_later_test()
{
	local i

	topology_up "${PULL[@]}" stations=3 rate=ht20-mcs7
	for ((i = 0; i < 3; i++)); do
		load_start ap "sta$i" "192.0.2.$((10 + i))" $((5201 + i)) -u -b 60M -l 14792 -w "$SOCKET_BYTES"
	done
	sleep 1
	observe 3 sta0 sta1 sta2
	note "Mb/s: $(arrived_packets_mbps sta0) $(arrived_packets_mbps sta1) $(arrived_packets_mbps sta2)"
	note "$(measured '.[] | select(.name == "ap") | {fetches, fetches_empty, desc_used_max} | tojson')"
	for ((i = 0; i < 3; i++)); do
		expect_near "share of sta$i" "$(arrived_packets_mbps "sta$i")" \
			"($(arrived_packets_mbps sta0) + $(arrived_packets_mbps sta1) + $(arrived_packets_mbps sta2)) / 3" 5
	done
	# Each refusal pays 256 us of air time, and there were 3 s of it for each of
	# three: firmware does not ask much more often than that.
	measured '.[] | select(.name == "ap") | .fetches_empty < 3 * 3 / 256e-6' | grep -qx true ||
		fail "firmware asks all the time: $(measured '.[] | select(.name == "ap") | .fetches_empty')"
	traffic_stop_all
	drained ap
	for ((i = 0; i < 3; i++)); do
		ping_ok ap "192.0.2.$((10 + i))" || fail "sta$i gets nothing any more"
	done
	# Nothing to send, nothing asked.
	hwsimctl stats reset ap
	sleep 1
	counter_is ap '.fetches + .fetches_empty < 10' || fail "idle firmware asks $(counter ap '.fetches + .fetches_empty') times"
}

radios_go_at_full_load_test()
{
	topology_up "${PULL[@]}" sta.tx_mode=pull stations=2 security=wpa2
	load_start sta0 ap 192.0.2.1 5201 -u -b 200M -l 14792
	load_start ap sta0 192.0.2.10 5202 -u -b 200M -l 14792
	load_start ap sta1 192.0.2.11 5203 -P 2
	sleep 0.3
	timeout 2 ip -n sta0 link set wlan0 down || fail 'the station does not go down'
	expect_equal 'frames held by the station' "$(counter sta0 .desc_used)" 0
	ip -n sta0 link set wlan0 up
	wait_until 30 supplicant_state_is sta0 COMPLETED || fail 'the station does not come back'
	sleep 0.3
	timeout 5 hwsimctl radio del sta1 || fail 'a station radio does not go'
	timeout 2 ip -n ap link set wlan0 down || fail 'the access point does not go down'
	expect_equal 'frames held by the access point' "$(counter ap .desc_used)" 0
	traffic_stop_all
	balanced ap
	balanced sta0
}

building_and_fetching_exclude_each_other_test()
{
	module_loaded || module_load radios=0
	expect_refusal 1 'hwq_ppdus is for tx_mode push' hwsimctl radio add name both hwq_ppdus 2 tx_mode pull
}

test_main
