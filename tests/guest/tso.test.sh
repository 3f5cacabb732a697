#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# TCP segmentation in the driver: the device gets frames of many segments, the
# air carries them as A-MSDUs, the bytes arrive, and what the queue limit and the
# socket were charged for comes back.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1
# shellcheck source=tests/guest/lib/returns.sh
. "$TESTS_DIR/lib/returns.sh"

setup()
{
	traffic_init
}

after_each()
{
	topology_down
}

tso_up()
{
	topology_up profile=ideal rate=vht80-nss2-mcs9-sgi tso=on "$@"
}

# Frames are joined to A-MSDUs of three (772.6 Mb/s of UDP, amsdu.test.sh), whoever
# cuts them.
goodput_is_that_of_single_segments_test()
{
	local with without

	tso_up amsdu_frames=3 tso=off
	without=$(tcp_mbps sta0 ap 192.0.2.1 3 cubic)
	counter_is sta0 '.tx_tso_frames == 0' || fail "the driver cuts frames without tso"
	topology_down
	tso_up amsdu_frames=3
	with=$(tcp_mbps sta0 ap 192.0.2.1 3 cubic)
	expect_near "TCP with tso" "$with" "$without" 2
	counter_is sta0 '.tx_tso_frames > 1000' || fail "the driver cuts no frames"
	note "MSDUs in a frame: $(counter sta0 '.tx_msdus / .tx_tso_frames | round')"
	expect_true "segments" "$(counter sta0 '.tx_msdus / .tx_tso_frames') > 20"
	expect_near "MSDUs in an MPDU" "$(counter sta0 '.tx_msdus / (.tx_mpdus - .retries)')" 3 10
	all_comes_back
}

# sent_over_tcp FILE - from sta0 to ap through one connection, which stays: what its
# socket is charged for afterwards goes to $TMP/mem, the file to $TMP/arrived.
sent_over_tcp()
{
	local listener

	ip netns exec ap busybox nc -l -p 7000 >"$TMP/arrived" &
	listener=$!
	echo "$listener" >>"$TMP/pids"
	wait_until 5 is_listening "$listener" 7000 || fail "nobody listens"
	# shellcheck disable=SC2016 # for that shell
	ip netns exec sta0 bash -c '
		exec 5<>/dev/tcp/192.0.2.1/7000
		cat "$1" >&5
		for ((i = 0; i < 200; i++)); do
			ss -Htnm dport = :7000 >"$2"
			! grep -q "[(,]t0,.*[(,]w0," "$2" || break
			sleep 0.05
		done' - "$1" "$TMP/mem"
	wait "$listener"
}

expect_intact()
{
	head -c 5000000 /dev/urandom >"$TMP/file"
	sent_over_tcp "$TMP/file"
	cmp "$TMP/file" "$TMP/arrived" || fail "other bytes arrive"
	grep -Eq '[(,]t0,.*[(,]w0,' "$TMP/mem" || fail "the socket is charged at the end: $(cat "$TMP/mem")"
	expect_equal "checksum errors" "$(kernel_count ap TcpInCsumErrors)" 0
	expect_true "frames cut" "$(counter sta0 '.tx_tso_frames') > 50"
	all_comes_back
}

bytes_arrive_and_the_socket_is_relieved_test()
{
	tso_up amsdu_frames=3
	expect_intact
	expect_equal "segments sent again" "$(kernel_count sta0 TcpRetransSegs)" 0
}

# A pool that holds two frames runs dry all the time; no segment goes astray.
few_descriptors_lose_nothing_test()
{
	tso_up tx_desc=128 completion_us=500 completion_frames=32
	expect_intact
	expect_true "queue stops" "$(counter sta0 '.queue_stops') > 10"
	expect_equal "segments sent again" "$(kernel_count sta0 TcpRetransSegs)" 0
	expect_equal "segments out of order" "$(kernel_count ap TcpExtTCPOFOQueue)" 0
}

# The queue limit binds, and gives way, with losses that nobody repairs as well.
slow_and_lossy_test()
{
	tso_up rate=vht20-nss1-mcs1 loss=200000 retry_limit=2 amsdu_frames=2
	tcp_mbps sta0 ap 192.0.2.1 3 reno >"$TMP/mbps"
	expect_true "given up" "$(counter sta0 '.tx_failed') > 0"
	expect_equal "checksum errors" "$(kernel_count ap TcpInCsumErrors)" 0
	all_comes_back
}

with_wpa2_and_ipv6_test()
{
	tso_up security=wpa2 amsdu_frames=3
	tcp_mbps sta0 ap 2001:db8::1 2 cubic >"$TMP/mbps"
	expect_true "goodput" "$(cat "$TMP/mbps") > 600"
	counter_is sta0 '.tx_tso_frames > 1000' || fail "the driver cuts no frames of IPv6"
	all_comes_back
}

what_it_needs_test()
{
	module_load radios=0
	expect_refusal 1 "tso needs sg and csum" hwsimctl radio add tso on
	expect_refusal 1 "tso needs sg and csum" hwsimctl radio add tso on sg on csum off
	expect_refusal 1 "tso is for tx_mode push" hwsimctl radio add tso on sg on hwq_ppdus 2
	expect_refusal 1 "tso is for tx_mode push" hwsimctl radio add tso on sg on tx_mode pull
	expect_refusal 1 "tx_desc is too small for tso: 128" hwsimctl radio add tso on sg on tx_desc 64
	hwsimctl radio add name one tso on sg on >"$TMP/log2"
	expect_refusal 1 "tx_desc is too small for tso: 128" hwsimctl radio set one tx_desc 127
	expect_refusal 2 "tso is fixed" hwsimctl radio set one tso off
	module_unload
}

test_main
