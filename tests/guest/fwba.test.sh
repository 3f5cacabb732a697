#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Block ack sessions that the firmware negotiates: at both ends, at one end with
# mac80211 at the other, with losses, with protected management frames, and when
# a peer ends them.

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

# A rate at which few frames fill the air: 55 MPDUs are the 4 ms of an A-MPDU.
session_up()
{
	topology_up profile=ideal rate=vht20-nss2-mcs8-sgi "$@"
}

nothing_held()
{
	counter_is sta0 '.desc_used == 0' && counter_is ap '.desc_used == 0'
}

expect_nothing_held()
{
	wait_until 5 nothing_held || fail "descriptors are not given back"
}

# content - the receiver's socket got nothing twice, late or not at all.
content()
{
	jq -e '.end.streams[0].udp | .out_of_order == 0 and .lost_packets == 0' \
		"$TMP/server-$PORT.json" >"$TMP/log2" ||
		fail "the socket got $(jq -c '.end.streams[0].udp' "$TMP/server-$PORT.json")"
}

# full_share RADIO - of its MPDUs those that went in A-MPDUs of more than 50.
full_share()
{
	counter "$1" '[.ampdu_hist | to_entries[] | .value * .key] | (.[51:] | add) / add * 100 | round / 100'
}

# aggregates SETTING... - A-MPDUs are full, both ways.
aggregates()
{
	session_up "$@"
	flow_run sta0 ap 192.0.2.1 1 "${SATURATE[@]}"
	flow_run ap sta0 192.0.2.10 1 "${SATURATE[@]}"
	note "MPDUs in full A-MPDUs: $(full_share sta0) up, $(full_share ap) down"
	expect_true uplink "$(full_share sta0) > 0.8"
	expect_true downlink "$(full_share ap) > 0.8"
	expect_nothing_held
}

# The closed form of goodput.test.sh, at a rate where the window is the limit.
both_ends_test()
{
	session_up ba_sessions=firmware rate=vht80-nss2-mcs9-sgi
	expect_near goodput "$(udp_train_mbps sta0 ap 192.0.2.1 3)" 673.8 1
	expect_equal "requests of the station" "$(counter sta0 .tx_addbas)" 1
}

only_the_station_test()
{
	aggregates sta.ba_sessions=firmware
	expect_equal "requests of the station" "$(counter sta0 .tx_addbas)" 1
	expect_equal "requests of the access point" "$(counter ap .tx_addbas)" 0
}

only_the_access_point_with_wpa2_test()
{
	aggregates ap.ba_sessions=firmware security=wpa2
}

# Requests and answers are encrypted; read they are at either end all the same.
protected_management_test()
{
	aggregates sta.ba_sessions=firmware security=wpa3
	topology_down
	aggregates ba_sessions=firmware security=wpa3
}

# loss_mbps SESSIONS
loss_mbps()
{
	session_up ba_sessions="$1" loss=100000 retry_limit=255
	# a queue so short that CoDel drops nothing of it
	flow_run sta0 ap 192.0.2.1 3 -u -b 0 -l 1472 -w 256K
	content
	expect_nothing_held
	topology_down
	received_mbps
}

# Nothing is lost or late, also when MPDUs are given up: the receiver is told.
losses_test()
{
	local mine

	mine=$(loss_mbps firmware)
	expect_near "goodput with losses" "$mine" "$(loss_mbps mac80211)" 2
	session_up ba_sessions=firmware loss=300000 retry_limit=3
	flow_run sta0 ap 192.0.2.1 3 -u -b 0 -l 1472 -w "$SOCKET_BYTES"
	expect_true "MPDUs given up" "$(counter sta0 .tx_failed) > 100"
	expect_true "requests for a block ack" "$(counter sta0 .tx_bars) > 100"
	# without them the receiver would wait 100 ms for each
	expect_true goodput "$(received_mbps) > 60"
	jq -e '.end.streams[0].udp.out_of_order == 0' "$TMP/server-$PORT.json" >"$TMP/log2" ||
		fail "the socket got $(jq -c '.end.streams[0].udp' "$TMP/server-$PORT.json")"
	expect_nothing_held
}

# with the rate control of either side
minstrel_test()
{
	topology_up profile=ideal ba_sessions=firmware width=20
	tcp_mbps sta0 ap 192.0.2.1 3 cubic >"$TMP/mbps"
	note "TCP with minstrel: $(cat "$TMP/mbps") Mb/s"
	expect_true goodput "$(cat "$TMP/mbps") > 90"
	topology_down
	topology_up profile=ideal ba_sessions=firmware rate_control=firmware amsdu_frames=3 width=20
	tcp_mbps sta0 ap 192.0.2.1 3 cubic >"$TMP/mbps"
	note "TCP with rates of the firmware: $(cat "$TMP/mbps") Mb/s"
	expect_true goodput "$(cat "$TMP/mbps") > 130"
}

session_file()
{
	printf '%s\n' "$STATIONS/$1"/netdev:wlan0/stations/*/agg_status
}

asked_more_than()
{
	counter_is sta0 ".tx_addbas > $1"
}

# The receiver's host ends the session; traffic brings it back, and nothing comes
# twice, late or not at all.
sessions_that_the_receiver_ends_test()
{
	local i server client asked

	session_up ba_sessions=firmware
	[[ -e $(session_file ap) ]] || skip "this kernel has no MAC80211_DEBUGFS"
	server_start ap "$PORT"
	server=$!
	in_ns sta0 timeout 20 iperf3 -c 192.0.2.1 -p "$PORT" -t 3 -J -u -b 0 -l 1472 -w 128K \
		>"$TMP/client-$PORT.json" 2>&1 &
	client=$!
	wait_until 5 asked_more_than 0 || fail "no session comes about"
	for ((i = 0; i < 10; i++)); do
		asked=$(counter sta0 .tx_addbas)
		read -rt 0.1 -u "$SILENCE" || :
		printf 'rx stop 0' >"$(session_file ap)"
		wait_until 5 asked_more_than "$asked" || fail "after $i stops the session does not come back"
	done
	wait "$client" || fail "iperf3 failed: $(cat "$TMP/client-$PORT.json")"
	wait "$server" || fail "the iperf3 server failed: $(cat "$TMP/server-$PORT.json")"
	content
	expect_nothing_held
}

# frames_pass_alone - they reach the access point, and none was ever in an A-MPDU.
frames_pass_alone()
{
	in_ns sta0 busybox ping -q -i 0.02 -c 20 192.0.2.1 >"$TMP/ping" || fail "$(<"$TMP/ping")"
	counter_is sta0 '.tx_acked >= 20 and ([.ampdu_hist[2:][]] | add) == 0' ||
		fail "not single MPDUs: $(counter sta0 '{tx_acked, ampdu_hist} | tojson')"
}

# Three requests in a row, then one every 15 s; the frames do not wait.
refusals_test()
{
	session_up ba_sessions=firmware ap.fail_addba=1000
	frames_pass_alone
	expect_equal "requests" "$(counter sta0 .tx_addbas)" 3
	expect_equal "refusals" "$(counter ap .faults.addba)" 3
	hwsimctl radio set ap fail_addba 0
	sleep 16
	flow_run sta0 ap 192.0.2.1 1 "${SATURATE[@]}"
	expect_true "MPDUs in full A-MPDUs" "$(full_share sta0) > 0.8"
	expect_nothing_held
}

# Nobody hears the request: frames that waited for the answer go without.
no_answer_test()
{
	session_up ba_sessions=firmware
	hwsimctl link set sta0 ap loss 1000000
	in_ns sta0 busybox ping -q -i 0.1 -w 1 192.0.2.1 >"$TMP/ping" || : "nothing comes back"
	hwsimctl link set sta0 ap loss 0
	wait_until 5 ping_ok sta0 192.0.2.1 || fail "the station does not reach the access point again"
	sleep 16
	flow_run sta0 ap 192.0.2.1 1 "${SATURATE[@]}"
	expect_true "MPDUs in full A-MPDUs" "$(full_share sta0) > 0.8"
	expect_nothing_held
}

comes_and_goes_test()
{
	local i

	session_up ba_sessions=firmware security=wpa3
	for ((i = 0; i < 3; i++)); do
		flow_run sta0 ap 192.0.2.1 1
		supplicant sta0 disconnect >"$TMP/log2"
		supplicant sta0 reconnect >"$TMP/log2"
		wait_until 10 supplicant_state_is sta0 COMPLETED || fail "the station does not come back"
	done
	expect_nothing_held
	ping_ok sta0 192.0.2.1 || fail "no echo"
}

test_main
