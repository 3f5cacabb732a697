#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A driver that builds A-MPDUs ahead (hwq_ppdus; the ath9k profile): how many, what
# is decided when, what a loss does, and that nothing of it stays behind.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

readonly -a HT20=(profile=ath9k phy=ht width=20 rate=ht20-mcs15-sgi)

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

# The closed form for 32 MPDUs (docs/medium-model.md), with the beacons.
a_saturated_station_matches_the_closed_form_test()
{
	local mbps

	topology_up "${HT20[@]}"
	load_start sta0 ap 192.0.2.1 5201 "${TRAINS[@]}"
	sleep 0.5
	observe 3 ap
	traffic_stop_all
	mbps=$(arrived_packets_mbps ap)
	expect_near 'Mb/s against the closed form' "$mbps" 128.00 0.5
	note "$(measured '.[] | select(.name == "sta0") | {hwq_ppdus_max, desc_used_max, close_reason} | tojson')"
	# Two A-MPDUs of 32, and the frame that did not fit.
	measured '.[] | select(.name == "sta0") | .hwq_ppdus_max == 2 and .desc_used_max <= 66' | grep -qx true ||
		fail 'more is in the hardware queue than two A-MPDUs'
	measured '.[] | select(.name == "sta0") | .completions == .tx_ppdus' | grep -qx true ||
		fail 'there is not one indication a PPDU'
	drained sta0
}

# What is lost goes into the next A-MPDU, in order: the socket sees every datagram
# once and in order.
losses_go_first_in_the_next_test()
{
	topology_up "${HT20[@]}" retry_limit=255 sta.loss=100000
	flow_run sta0 ap 192.0.2.1 3 -u -b 0 -l 1472 -w 256K
	note "goodput: $(received_mbps) Mb/s, mean A-MPDU $(counter sta0 '.ampdu_hist | to_entries |
		(map(.key * .value) | add) / (map(.value) | add) * 10 | round / 10')"
	jq -e '.end.streams[0].udp | .out_of_order == 0 and .lost_packets == 0' "$TMP/server-$PORT.json" >"$TMP/log2" ||
		fail "the socket is not content: $(jq -c '.end.streams[0].udp' "$TMP/server-$PORT.json")"
	# 128 Mb/s less a tenth, and what the window of 64 costs.
	expect_true goodput "$(received_mbps) > 100"
	counter_is sta0 '.retries > 1000' || fail 'nothing was sent again'
	balanced sta0
}

# Many are given up here; each leaves a gap that a block ack request closes.
giving_up_goes_on_test()
{
	topology_up "${HT20[@]}" retry_limit=2 sta.loss=300000
	flow_run sta0 ap 192.0.2.1 3 -u -b 0 -l 1472 -w 256K
	jq -e '.end.streams[0].udp | .out_of_order == 0' "$TMP/server-$PORT.json" >"$TMP/log2" ||
		fail 'datagrams came twice or late'
	expect_near 'given up, percent' "$(jq '.end.streams[0].udp | .lost_packets / .packets * 100' "$TMP/server-$PORT.json")" 9 5
	note "goodput: $(received_mbps) Mb/s"
	balanced sta0
}

# Two A-MPDUs were built at the old rate and go at it; then all is at the new one.
rate_is_decided_when_a_ppdu_is_built_test()
{
	topology_up "${HT20[@]}"
	load_start sta0 ap 192.0.2.1 5201 "${TRAINS[@]}"
	sleep 0.3
	hwsimctl radio set sta0 rate ht20-mcs0
	sleep 0.5
	hwsimctl stats reset sta0
	sleep 1
	# 4096 us at 6.5 Mb/s are two MPDUs.
	counter_is sta0 '.ampdu_hist[2] > 100 and (.ampdu_hist[3:] | add) == 0' ||
		fail "A-MPDUs at the new rate: $(counter sta0 '.ampdu_hist[0:34] | tojson')"
	hwsimctl radio set sta0 rate legacy-54
	sleep 0.5
	hwsimctl stats reset sta0
	sleep 1
	note "single frames: $(counter sta0 '{hwq_ppdus_max, tx_ppdus} | tojson')"
	# Eight PPDUs, and what is not data.
	counter_is sta0 '(.ampdu_hist[2:] | add) == 0 and .hwq_ppdus_max >= 8 and .hwq_ppdus_max <= 10' ||
		fail "single frames: $(counter sta0 '{hwq_ppdus_max, ampdu_hist: .ampdu_hist[0:34]} | tojson')"
	traffic_stop_all
	drained sta0
}

# A driver that is told late keeps its two slots taken: the air stands still.
a_slot_is_free_when_the_driver_knows_test()
{
	topology_up "${HT20[@]}" completion_frames=0 completion_us=20000
	load_start sta0 ap 192.0.2.1 5201 "${TRAINS[@]}"
	sleep 0.5
	hwsimctl stats reset sta0
	sleep 2
	note "$(counter sta0 '{tx_ppdus, completions, hwq_ppdus_max} | tojson')"
	# 2.9 ms of the first A-MPDU, 20 ms; in these the second is sent as well.
	expect_near 'indications in 2 s' "$(counter sta0 .completions)" '2 / 0.0229' 6
	expect_near 'PPDUs an indication' "$(counter sta0 '.tx_ppdus / .completions')" 2 3
	traffic_stop_all
	drained sta0
}

sessions_end_under_load_test()
{
	local i file

	topology_up "${HT20[@]}"
	load_start sta0 ap 192.0.2.1 5201 -u -b 100M -l 1472
	for side in sta0/tx ap/rx; do
		for ((i = 0; i < 5; i++)); do
			for file in /sys/kernel/debug/ieee80211/"${side%/*}"/netdev:wlan0/stations/*/agg_status; do
				[[ -e $file ]] || skip 'this kernel has no MAC80211_DEBUGFS'
				printf '%s stop 0' "${side#*/}" >"$file"
			done
			sleep 0.2
		done
	done
	hwsimctl stats reset sta0
	sleep 0.5
	counter_is sta0 '.tx_acked > 3000 and (.ampdu_hist[2:] | add) > 10' ||
		fail "after the ends of sessions: $(counter sta0 '{tx_acked, tx_ppdus} | tojson')"
	traffic_stop_all
	drained sta0
}

# Both ways at full load, TCP and UDP.
saturate()
{
	topology_up "${HT20[@]}" security=wpa2 "$@"
	load_start sta0 ap 192.0.2.1 5201 -u -b 200M -l 14792
	load_start ap sta0 192.0.2.10 5202 -u -b 200M -l 14792
	load_start sta0 ap 192.0.2.1 5203 -P 2
	sleep 0.3
}

interfaces_go_at_full_load_test()
{
	saturate
	timeout 2 ip -n sta0 link set wlan0 down || fail 'the station does not go down'
	expect_equal 'frames held by the station' "$(counter sta0 .desc_used)" 0
	ip -n sta0 link set wlan0 up
	wait_until 30 supplicant_state_is sta0 COMPLETED || fail 'the station does not come back'
	sleep 0.3
	timeout 3 wpa_cli -p /run/hwx/ap-sta/sta0-ctrl -i wlan0 disconnect >"$TMP/stdout" || fail 'the station does not leave'
	supplicant sta0 reconnect >"$TMP/stdout"
	wait_until 30 supplicant_state_is sta0 COMPLETED || fail 'the station does not come back'
	sleep 0.3
	timeout 2 ip -n ap link set wlan0 down || fail 'the access point does not go down'
	expect_equal 'frames held by the access point' "$(counter ap .desc_used)" 0
	traffic_stop_all
	balanced ap
	balanced sta0
}

radios_go_at_full_load_test()
{
	saturate completion_frames=0 completion_us=10000
	timeout 5 hwsimctl radio del sta0 || fail 'the station radio does not go'
	timeout 10 rmmod hwsim_ext || fail 'the module does not go'
}

test_main
