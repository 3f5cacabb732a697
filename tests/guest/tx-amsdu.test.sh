#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# A-MSDUs that mac80211 builds as it queues frames: they are measured, copied,
# counted and completed right, with what an MPDU and a peer allow.

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

amsdu_up()
{
	topology_up profile=ideal rate=vht80-nss2-mcs9-sgi tx_amsdu=on "$@"
}

# mpdu_msdus RADIO - mean MSDUs in an MPDU that it sent.
mpdu_msdus()
{
	counter "$1" '.tx_msdus / (.tx_mpdus - .retries) * 100 | round / 100'
}

# Datagrams that saturate wait in mac80211's queues, and are joined there. Up to seven
# fit into the 11454 bytes of a VHT MPDU; what is dequeued sooner has fewer.
saturation_fills_them_test()
{
	local mbps

	amsdu_up
	mbps=$(udp_train_mbps sta0 ap 192.0.2.1 3)
	note "UDP: $mbps Mb/s, MSDUs in an MPDU: $(mpdu_msdus sta0)"
	expect_true goodput "$mbps > 750"
	expect_true "MSDUs in an MPDU" "$(mpdu_msdus sta0) > 3"
	counter_is sta0 '.tx_amsdu_msdus > 100000' || fail "no A-MSDUs were built"
	expect_equal "bad packets" "$(kernel_count ap IpInHdrErrors)$(kernel_count ap UdpInCsumErrors)" 00
	all_comes_back
}

# TCP, checksums that the hardware was to complete, both ways, exactly once.
tcp_arrives_once_and_right_test()
{
	local sent got

	amsdu_up tx_desc=100 completion_us=500
	note "TCP: $(tcp_mbps sta0 ap 192.0.2.1 3 cubic) Mb/s, MSDUs in an MPDU: $(mpdu_msdus sta0)"
	expect_equal "checksum errors" "$(kernel_count ap TcpInCsumErrors)" 0
	expect_equal "segments sent again" "$(kernel_count sta0 TcpRetransSegs)" 0
	counter_is sta0 '.tx_amsdu_msdus > 1000' || fail "no A-MSDUs were built"
	all_comes_back
	sent=$(counter sta0 '.tx_acked')
	got=$(counter ap '.rx_msdus')
	# what is addressed to all is acknowledged by nobody, but heard
	expect_true "MSDUs handed up" "($got - $sent) | fabs <= 30"
}

losses_are_repaired_test()
{
	amsdu_up loss=100000 retry_limit=255
	flow_run sta0 ap 192.0.2.1 3 -u -b 0 -l 1472 -w 512K
	jq -e '.end.streams[0].udp | .out_of_order == 0 and .lost_packets == 0' "$TMP/server-$PORT.json" >"$TMP/log2" ||
		fail "the socket is not content: $(jq -c '.end.streams[0].udp' "$TMP/server-$PORT.json")"
	all_comes_back
}

# An MPDU of an HT A-MPDU has at most 4095 bytes: two MSDUs.
ht_peer_test()
{
	topology_up profile=ideal phy=ht width=20 rate=ht20-mcs15-sgi tx_amsdu=on security=wpa2
	udp_mbps sta0 ap 192.0.2.1 3 >"$TMP/mbps"
	expect_true "goodput" "$(cat "$TMP/mbps") > 125"
	expect_near "MSDUs in an MPDU" "$(mpdu_msdus sta0)" 2 5
	all_comes_back
}

early_orphans_and_firmware_together_test()
{
	amsdu_up orphan=early amsdu_frames=3
	flow_run sta0 ap 192.0.2.1 2
	expect_equal "checksum errors" "$(kernel_count ap TcpInCsumErrors)" 0
	all_comes_back
}

test_main
