#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Block ack sessions that end at any time, from either side: what is queued goes
# on as single MPDUs, the socket gets everything once and in order, and the
# session comes back. Sessions are ended through mac80211's debugfs.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

readonly STOPS=20
readonly STATIONS=/sys/kernel/debug/ieee80211

# A queue so short that CoDel drops nothing of it while single MPDUs are sent.
readonly -a SHORT_QUEUE=(-u -b 0 -l 1472 -w 128K)
# less than single MPDUs carry, plus what waits during a change
readonly -a STEADY_TCP=(-b 40M)

setup()
{
	traffic_init
	[[ -d $STATIONS ]] || skip "this kernel has no MAC80211_DEBUGFS"
}

after_each()
{
	topology_down
}

# session_file RADIO - of its only station.
session_file()
{
	printf '%s\n' "$STATIONS/$1"/netdev:wlan0/stations/*/agg_status
}

# session_token RADIO - one more than that of the last session it asked for.
session_token()
{
	local token

	read -r _ _ token <"$(session_file "$1")"
	printf '%d' "$token"
}

# session_is RADIO SIDE 0|1 - SIDE, of TID 0, is rx or tx.
session_is()
{
	local tid rx tx rest

	while read -r tid rx rest; do
		[[ $tid == 00 ]] || continue
		read -r _ _ tx rest <<<"$rest"
		[[ $2 == rx ]] || rx=$tx
		[[ $rx == "$3" ]]
		return
	done <"$(session_file "$1")"
	return 1
}

# session_renewed TOKEN - sta0 has a session again, younger than TOKEN.
session_renewed()
{
	(($(session_token sta0) > $1)) && session_is sta0 tx 1 && session_is ap rx 1
}

# flow_start SECONDS OPTION... - from sta0 to ap, in the background.
flow_start()
{
	server_start ap "$PORT"
	server=$!
	in_ns sta0 timeout $(($1 + 20)) iperf3 -c 192.0.2.1 -p "$PORT" -t "$1" -J "${@:2}" \
		>"$TMP/client-$PORT.json" 2>&1 &
	client=$!
	wait_until 5 session_renewed 1 || fail "no session comes about"
}

flow_end()
{
	wait "$client" || fail "iperf3 failed: $(cat "$TMP/client-$PORT.json")"
	wait "$server" || fail "the iperf3 server failed: $(cat "$TMP/server-$PORT.json")"
}

# stop_often RADIO SIDE - end the session STOPS times, each once it is there.
stop_often()
{
	local i token

	for ((i = 0; i < STOPS; i++)); do
		token=$(session_token sta0)
		printf '%s stop 0' "$2" >"$(session_file "$1")"
		wait_until 5 session_renewed "$token" || fail "after $i stops the session does not come back"
	done
}

# server_true JQ-CONDITION WHAT - on the report of the receiver.
server_true()
{
	jq -e "$1" "$TMP/server-$PORT.json" >"$TMP/log2" ||
		fail "$2: $(jq -c '.end.streams[0].udp // .end.sum' "$TMP/server-$PORT.json")"
}

# kernel_count NS COUNTER - of TCP, since the namespace exists.
kernel_count()
{
	in_ns "$1" nstat -asz "$2" | awk -v name="$2" '$1 == name { print $2 }'
}

nothing_held()
{
	counter_is sta0 '.desc_used == 0' && counter_is ap '.desc_used == 0'
}

# udp_survives RADIO SIDE - goodput, no datagram lost, twice or out of order.
udp_survives()
{
	local mbps

	flow_start 3 "${SHORT_QUEUE[@]}"
	stop_often "$1" "$2"
	flow_end
	mbps=$(received_mbps)
	note "goodput: $mbps Mb/s"
	server_true '.end.streams[0].udp | .out_of_order == 0 and .lost_packets == 0' "the socket is not content"
	expect_true goodput "$mbps > 200"
	wait_until 5 nothing_held || fail "descriptors are not given back"
}

# tcp_survives RADIO SIDE - no segment late, twice or sent again.
tcp_survives()
{
	flow_start 3 "${STEADY_TCP[@]}"
	stop_often "$1" "$2"
	flow_end
	expect_true goodput "$(received_mbps) > 39"
	expect_equal "segments out of order" "$(kernel_count ap TcpExtTCPOFOQueue)" 0
	expect_equal "segments that came twice" "$(kernel_count ap TcpExtTCPDSACKOldSent)" 0
	expect_equal "segments sent again" "$(kernel_count sta0 TcpRetransSegs)" 0
	wait_until 5 nothing_held || fail "descriptors are not given back"
}

fast_up()
{
	topology_up profile=ideal rate=vht80-nss2-mcs9-sgi "$@"
}

udp_survives_delba_from_the_sender_test()
{
	fast_up
	udp_survives sta0 tx
}

udp_survives_delba_from_the_receiver_test()
{
	fast_up
	udp_survives ap rx
}

tcp_survives_delba_from_the_sender_test()
{
	fast_up
	tcp_survives sta0 tx
}

tcp_survives_delba_from_the_receiver_test()
{
	fast_up
	tcp_survives ap rx
}

# A session with gaps ends: the sender closes them before it says so.
losses_are_repaired_before_the_session_ends_test()
{
	fast_up retry_limit=255 loss=100000
	udp_survives sta0 tx
}

# mac80211 throws away what its reorder buffer holds when the receiver ends a
# session, so datagrams may be missing; none may come twice or late.
nothing_twice_when_the_receiver_ends_a_session_with_gaps_test()
{
	fast_up retry_limit=255 loss=100000
	flow_start 3 "${SHORT_QUEUE[@]}"
	stop_often ap rx
	flow_end
	server_true '.end.streams[0].udp | .out_of_order == 0' "datagrams came twice or late"
	server_true ".end.streams[0].udp.lost_packets <= $STOPS * 63" "more is missing than reorder buffers hold"
	wait_until 5 nothing_held || fail "descriptors are not given back"
}

# Management frames are encrypted by mac80211 then, the firmware cannot read them.
udp_survives_protected_delba_test()
{
	fast_up security=wpa3
	udp_survives ap rx
}

# Of 30 % losses twice, 9 % are given up. The request that follows moves the
# receiver's window: without it, what came behind a gap would wait for mac80211's
# timer of 100 ms.
giving_up_does_not_stall_the_receiver_test()
{
	local max_ms

	fast_up retry_limit=2 sta.loss=300000
	# An ARP request that is given up is repeated after a second only.
	wait_until 10 in_ns sta0 busybox ping -q -c 1 -W 1 192.0.2.1 >"$TMP/log2" || fail "no ping is answered"
	in_ns sta0 busybox ping -c 400 -i 0.02 -W 1 192.0.2.1 >"$TMP/ping" || fail "no ping is answered"
	counter_is sta0 '.tx_bars > 10' || fail "no block ack was requested"
	max_ms=$(sed -n 's|^round-trip .*/\([0-9.]*\) ms$|\1|p' "$TMP/ping")
	note "longest round trip: $max_ms ms, $(counter sta0 .tx_bars) requests"
	expect_true "longest round trip" "$max_ms < 80"
}

giving_up_loses_what_it_must_test()
{
	fast_up retry_limit=2 sta.loss=300000
	flow_run sta0 ap 192.0.2.1 3 -u -b 0 -l 1472 -w 512K
	server_true '.end.streams[0].udp | .out_of_order == 0' "datagrams came twice or late"
	expect_near "given up, percent" "$(jq '.end.streams[0].udp | .lost_packets / .packets * 100' "$TMP/server-$PORT.json")" 9 5
	note "goodput: $(received_mbps) Mb/s, $(counter sta0 .tx_bars) block ack requests"
	wait_until 5 nothing_held || fail "descriptors are not given back"
}

# A station without HT is a peer that takes no sessions.
peer_without_ht_gets_single_mpdus_test()
{
	topology_up profile=ideal
	supplicant sta0 set_network 0 disable_ht 1 >"$TMP/log2"
	supplicant sta0 set_network 0 disable_vht 1 >"$TMP/log2"
	supplicant sta0 reassociate >"$TMP/log2"
	wait_until 10 ping_ok sta0 192.0.2.1 || fail "the station does not come back"
	hwsimctl stats reset sta0
	flow_run sta0 ap 192.0.2.1 2 -u -b 0 -l 1472 -w 512K
	expect_true goodput "$(received_mbps) > 20"
	counter_is sta0 '.ampdu_hist[2:] | add == 0' || fail "A-MPDUs were sent"
	session_is sta0 tx 0 || fail "there is a session"
}

test_main
