#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A-MSDUs within A-MPDUs: goodput against the closed form of goodput.test.sh with
# the longer MPDUs, exactly once and in order with losses, changes and the end of
# sessions, and peers that do not take them.
#
# An MSDU of 1508 bytes (LLC 8, IP 1500) makes a subframe of 1522, padded to 1524
# unless it is the last. VHT80 NSS2 MCS9 SGI, 64 MPDUs, per cycle 158.5 us beside
# the PPDU (docs/medium-model.md):
#
#	MSDUs  MPDU                        PPDU     goodput
#	1      30 + 1508 = 1538             960 us  673.8 Mb/s
#	2      30 + 1524 + 1522 = 3076     1868 us  743.8 Mb/s
#	3      30 + 2 * 1524 + 1522 = 4600 2768 us  772.6 Mb/s

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

readonly MEASURED_S=3

setup()
{
	traffic_init
}

after_each()
{
	topology_down
}

fast_up()
{
	topology_up profile=ideal rate=vht80-nss2-mcs9-sgi "$@"
}

# mpdu_msdus RADIO - mean MSDUs in an MPDU of the A-MPDUs it sent.
mpdu_msdus()
{
	counter "$1" '.tx_msdus / (.tx_mpdus - .retries) * 100 | round / 100'
}

# content WHAT - the receiver's socket got nothing twice, late or not at all.
content()
{
	jq -e '.end.streams[0].udp | .out_of_order == 0 and .lost_packets == 0' \
		"$TMP/server-$PORT.json" >"$TMP/log2" ||
		fail "$1: the socket got $(jq -c '.end.streams[0].udp' "$TMP/server-$PORT.json")"
}

nothing_held()
{
	counter_is sta0 '.desc_used == 0' && counter_is ap '.desc_used == 0'
}

# carries MSDUS MBPS SETTING... - both ways.
carries()
{
	local up down

	fast_up amsdu_frames="$1" "${@:3}"
	up=$(udp_train_mbps sta0 ap 192.0.2.1 "$MEASURED_S")
	down=$(udp_train_mbps ap sta0 192.0.2.10 "$MEASURED_S")
	expect_near uplink "$up" "$2" 1
	expect_near downlink "$down" "$2" 1
	expect_near "MSDUs in an MPDU" "$(mpdu_msdus sta0)" "$1" 1
	wait_until 5 nothing_held || fail "descriptors are not given back"
}

one_msdu_test()
{
	carries 1 673.8
	counter_is sta0 '.tx_amsdu_msdus == 0' || fail "A-MSDUs were built"
}

two_msdus_test()
{
	carries 2 743.8
}

three_msdus_test()
{
	carries 3 772.6
}

# CCMP costs 16 bytes an MPDU: 2780 us.
three_msdus_with_wpa2_test()
{
	carries 3 769.4 security=wpa2
}

# An HT A-MPDU holds MPDUs of up to 4095 bytes, so two MSDUs, and 65535 bytes: 21
# MPDUs, 3628 us.
ht20_takes_two_test()
{
	local up

	topology_up profile=ideal phy=ht width=20 rate=ht20-mcs15-sgi amsdu_frames=16
	up=$(udp_mbps sta0 ap 192.0.2.1 "$MEASURED_S")
	expect_near uplink "$up" 130.6 1
	expect_near "MSDUs in an MPDU" "$(mpdu_msdus sta0)" 2 2
}

# Seven of 1508 bytes fit into 11454.
vht_takes_as_many_as_fit_test()
{
	fast_up amsdu_frames=16
	udp_train_mbps sta0 ap 192.0.2.1 "$MEASURED_S" >"$TMP/mbps"
	expect_near "MSDUs in an MPDU" "$(mpdu_msdus sta0)" 7 2
	counter_is ap '.rx_dropped == 0' || fail "the receiver drops"
}

# Checksums that the hardware was to complete have to be complete in a subframe.
checksums_are_right_test()
{
	local errors

	fast_up amsdu_frames=3 csum=on
	flow_run sta0 ap 192.0.2.1 2 "${SATURATE[@]}"
	flow_run sta0 ap 192.0.2.1 2
	errors=$(in_ns ap nstat -asz TcpInCsumErrors UdpInCsumErrors | awk '/CsumErrors/ { n += $2 } END { print n + 0 }')
	expect_equal "checksum errors" "$errors" 0
	counter_is sta0 '.tx_amsdu_msdus > 10000' || fail "no A-MSDUs were built"
}

# Acks of TCP come back in A-MSDUs as well.
tcp_gains_test()
{
	local one three

	fast_up
	one=$(tcp_mbps sta0 ap 192.0.2.1 "$MEASURED_S" cubic)
	hwsimctl radio set sta0 amsdu_frames 3
	hwsimctl radio set ap amsdu_frames 3
	three=$(tcp_mbps sta0 ap 192.0.2.1 "$MEASURED_S" cubic)
	note "TCP: $one Mb/s with one MSDU, $three Mb/s with three"
	expect_true "TCP gain" "$three > 1.08 * $one"
	counter_is ap '.tx_amsdu_msdus > 0' || fail "the acks did not come in A-MSDUs"
}

# An MPDU is lost with all its MSDUs.
losses_are_repaired_test()
{
	fast_up retry_limit=255 loss=100000 amsdu_frames=3
	flow_run sta0 ap 192.0.2.1 "$MEASURED_S" -u -b 0 -l 1472 -w "$SOCKET_BYTES"
	content "with losses"
	counter_is sta0 '.mpdu_lost > 1000 and .ba_lost > 100' || fail "nothing was lost"
	expect_true goodput "$(received_mbps) > 560"
	flow_run sta0 ap 192.0.2.1 "$MEASURED_S"
	expect_true "TCP goodput" "$(received_mbps) > 400"
	wait_until 5 nothing_held || fail "descriptors are not given back"
}

# flow_start SECONDS OPTION... - from sta0 to ap, in the background.
flow_start()
{
	server_start ap "$PORT"
	server=$!
	ip netns exec sta0 timeout $(($1 + 20)) iperf3 -c 192.0.2.1 -p "$PORT" -t "$1" -J "${@:2}" \
		>"$TMP/client-$PORT.json" 2>&1 &
	client=$!
	wait_until 5 is_connected "$client" "$PORT" || fail "iperf3 does not connect"
}

flow_end()
{
	wait "$client" || fail "iperf3 failed: $(cat "$TMP/client-$PORT.json")"
	wait "$server" || fail "the iperf3 server failed: $(cat "$TMP/server-$PORT.json")"
}

changes_while_running_test()
{
	local i

	fast_up retry_limit=255 loss=20000
	flow_start "$MEASURED_S" -u -b 0 -l 1472 -w "$SOCKET_BYTES"
	for i in 3 1 16 2 7 1 4 3 1 5; do
		hwsimctl radio set sta0 amsdu_frames "$i"
		read -rt 0.2 -u "$SILENCE" || :
	done
	flow_end
	content "with changes"
	counter_is sta0 '.tx_amsdu_msdus > 10000' || fail "no A-MSDUs were built"
}

# A peer that agrees to sessions without A-MSDUs gets none.
peer_without_amsdus_test()
{
	local up

	fast_up amsdu_frames=3 ap.rx_amsdu=off
	up=$(udp_train_mbps sta0 ap 192.0.2.1 "$MEASURED_S")
	expect_near uplink "$up" 673.8 1
	counter_is sta0 '.tx_amsdu_msdus == 0' || fail "the peer gets A-MSDUs"
	udp_train_mbps ap sta0 192.0.2.10 "$MEASURED_S" >"$TMP/mbps"
	counter_is ap '.tx_amsdu_msdus > 1000' || fail "the other way there are none"
}

# Neither outside of sessions.
no_amsdus_without_sessions_test()
{
	topology_up profile=ideal phy=legacy rate=legacy-54 amsdu_frames=3
	udp_mbps sta0 ap 192.0.2.1 2 >"$TMP/mbps"
	counter_is sta0 '.tx_amsdu_msdus == 0' || fail "A-MSDUs were built"
}

sessions_may_end_test()
{
	local files i

	fast_up retry_limit=255 loss=100000 amsdu_frames=3
	files=(/sys/kernel/debug/ieee80211/sta0/netdev:wlan0/stations/*/agg_status)
	[[ -e ${files[0]} ]] || skip "this kernel has no MAC80211_DEBUGFS"
	flow_start "$MEASURED_S" -u -b 0 -l 1472 -w 512K
	for ((i = 0; i < 20; i++)); do
		echo 'tx stop 0' >"${files[0]}" 2>"$TMP/log2" || :
		read -rt 0.1 -u "$SILENCE" || :
	done
	flow_end
	content "when sessions end"
	counter_is sta0 '.tx_amsdu_msdus > 10000' || fail "no A-MSDUs were built"
	wait_until 5 nothing_held || fail "descriptors are not given back"
}

# A third radio hears the A-MSDU as one frame with all subframes.
monitor_sees_one_frame_test()
{
	local long listener

	fast_up amsdu_frames=3
	ip netns add listener
	hwsimctl radio add name listener >"$TMP/log2"
	iw phy listener set netns name /run/netns/listener
	in_ns listener iw phy listener interface add mon0 type monitor
	in_ns listener ip link set mon0 up
	in_ns listener iw dev mon0 set freq 5180 80MHz
	ip netns exec listener tcpdump -i mon0 -w "$TMP/pcap" -s 96 2>"$TMP/log2" &
	listener=$!
	echo "$listener" >>"$TMP/pids"
	wait_until 5 grep -q listening "$TMP/log2" || fail "tcpdump does not listen"
	flow_run sta0 ap 192.0.2.1 1 "${SATURATE[@]}"
	# tcpdump reads its ring of packets once a second
	read -rt 2 -u "$SILENCE" || :
	kill -INT "$listener"
	wait "$listener"
	long=$(tcpdump -r "$TMP/pcap" --count greater 3000 2>"$TMP/log2")
	long=${long%% *}
	ip netns del listener
	hwsimctl radio del listener
	expect_near "A-MSDUs heard" "$long" "$(counter sta0 '.tx_amsdu_msdus') / 3" 1
	expect_true "A-MSDUs heard" "$long > 10000"
}

bad_numbers_are_refused_test()
{
	fast_up
	expect_refusal 2 "accepted: 1 to 16" hwsimctl radio set sta0 amsdu_frames 0
	expect_refusal 2 "accepted: 1 to 16" hwsimctl radio set sta0 amsdu_frames 17
	expect_refusal 2 "rx_amsdu is fixed" hwsimctl radio set sta0 rx_amsdu off
	expect_equal amsdu_frames "$(radio_value sta0 amsdu_frames)" 1
}

test_main
