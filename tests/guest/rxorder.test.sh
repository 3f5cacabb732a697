#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Reordering in firmware: everything comes once and in order, whoever negotiates the
# session, also when MPDUs are given up and when sessions end.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

readonly STATIONS=/sys/kernel/debug/ieee80211

setup()
{
	traffic_init
}

after_each()
{
	topology_down
}

order_up()
{
	topology_up profile=ideal rate=vht20-nss2-mcs8-sgi reorder=firmware "$@"
}

nothing_held()
{
	counter_is sta0 '.desc_used == 0' && counter_is ap '.desc_used == 0'
}

# in_order_and_once JQ-CONDITION - on the report of the receiver's socket.
in_order_and_once()
{
	jq -e ".end.streams[0].udp | .out_of_order == 0 and ($1)" "$TMP/server-$PORT.json" >"$TMP/log2" ||
		fail "the socket got $(jq -c '.end.streams[0].udp' "$TMP/server-$PORT.json")"
}

# udp SECONDS - from a queue so short that CoDel drops nothing of it.
udp()
{
	flow_run sta0 ap 192.0.2.1 "$1" -u -b 0 -l 1472 -w 256K
}

losses_test()
{
	order_up loss=100000 retry_limit=255
	udp 2
	in_order_and_once '.lost_packets == 0'
	counter_is sta0 '.mpdu_lost > 500' || fail "nothing was lost"
	wait_until 5 nothing_held || fail "descriptors are not given back"
}

losses_with_sessions_of_the_firmware_test()
{
	order_up ba_sessions=firmware loss=100000 retry_limit=255 security=wpa3
	udp 2
	in_order_and_once '.lost_packets == 0'
	counter_is sta0 '.mpdu_lost > 500' || fail "nothing was lost"
}

# The sender says what it has given up; without that each gap would cost 100 ms.
given_up_test()
{
	local sessions

	for sessions in mac80211 firmware; do
		order_up ba_sessions="$sessions" loss=150000 retry_limit=2
		udp 3
		in_order_and_once '.lost_packets > 100'
		note "$sessions: $(received_mbps) Mb/s, $(counter sta0 .tx_bars) block ack requests"
		expect_true goodput "$(received_mbps) > 50"
		topology_down
	done
}

# Requests are lost as well, so what waits is released by time: nearly all that
# arrives is answered, within a second each.
released_by_time_test()
{
	order_up retry_limit=1
	ping_ok sta0 192.0.2.1 || fail "no echo"
	hwsimctl link set sta0 ap loss 300000
	in_ns sta0 busybox ping -q -c 60 -i 0.05 -W 1 192.0.2.1 >"$TMP/log2" || : "few come back"
	note "$(grep received "$TMP/log2")"
	grep -Eq ' (3[0-9]|4[0-9]|5[0-9]) packets received' "$TMP/log2" || fail "few come back: $(cat "$TMP/log2")"
	hwsimctl link set sta0 ap loss 0
	ping_ok sta0 192.0.2.1 || fail "no echo"
	wait_until 5 nothing_held || fail "descriptors are not given back"
}

session_file()
{
	printf '%s\n' "$STATIONS/$1"/netdev:wlan0/stations/*/agg_status
}

sessions_end_test()
{
	local server client i

	order_up loss=50000 retry_limit=255
	[[ -e $(session_file ap) ]] || skip "this kernel has no MAC80211_DEBUGFS"
	server_start ap "$PORT"
	server=$!
	in_ns sta0 timeout 20 iperf3 -c 192.0.2.1 -p "$PORT" -t 2 -J -u -b 0 -l 1472 -w 128K \
		>"$TMP/client-$PORT.json" 2>&1 &
	client=$!
	for ((i = 0; i < 10; i++)); do
		read -rt 0.15 -u "$SILENCE" || :
		printf 'rx stop 0' >"$(session_file ap)" 2>"$TMP/log2" || :
	done
	wait "$client" || fail "iperf3 failed: $(cat "$TMP/client-$PORT.json")"
	wait "$server" || fail "the iperf3 server failed: $(cat "$TMP/server-$PORT.json")"
	jq -e '.end.streams[0].udp.packets > 1000' "$TMP/server-$PORT.json" >"$TMP/log2" || fail "nothing arrives"
	# the station goes while frames wait
	supplicant sta0 disconnect >"$TMP/log2"
	wait_until 5 nothing_held || fail "descriptors are not given back"
}

test_main
