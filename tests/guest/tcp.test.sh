#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# One TCP flow uplink whose acks contend for the air as frames of their own, VHT80
# NSS2 MCS9 SGI, A-MPDUs of 64, no loss, against ns-3.37 (standard PPDU durations,
# without the retry counter's defect, MSS 1448 with timestamps).
#
# ns-3's receiver acks every second segment. So does Linux, but not with GRO, where
# up to 45 segments are one for it, and not while it has no more window to offer
# than before: when an A-MPDU comes as a whole, before anybody can read. So GRO is
# off, and the window is 1 MiB, as in ns-3, in a buffer several times as large.
# With GRO the acks take less air, and goodput is higher.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

readonly RUN_S=8

setup()
{
	traffic_init
	topology_up profile=ideal rate=vht80-nss2-mcs9-sgi retry_limit=255 ap.gro=off
	in_ns ap sysctl -qw 'net.ipv4.tcp_rmem=4096 6291456 6291456'
	ip -n ap route replace 192.0.2.0/24 dev wlan0 src 192.0.2.1 window 1048576
}

after_each()
{
	hwsimctl radio set ap gro off
}

# acks_per_segment - of the last flow, from the counters of the radios: what the
# station got for what it sent.
acks_per_segment()
{
	hwsimctl -j stats show | jq '(.[] | select(.name == "sta0")) |
		.rx_msdus / .tx_acked * 1000 | round / 1000'
}

# flow CONGESTION-CONTROL - its goodput; no segment is lost or sent twice.
flow()
{
	hwsimctl stats reset
	flow_run sta0 ap 192.0.2.1 "$RUN_S" -C "$1"
	jq -e '.end.streams[0].sender.retransmits == 0' "$TMP/client-$PORT.json" >"$TMP/log2" ||
		fail "$1 has retransmitted"
	received_mbps >"$TMP/mbps"
}

cubic_test()
{
	flow cubic
	expect_near "Mb/s" "$(<"$TMP/mbps")" 565.21 3
	expect_near "acks for a segment" "$(acks_per_segment)" 0.5 3
}

reno_test()
{
	flow reno
	expect_near "Mb/s" "$(<"$TMP/mbps")" 563.58 3
	expect_near "acks for a segment" "$(acks_per_segment)" 0.5 3
}

with_gro_fewer_acks_leave_more_air_test()
{
	hwsimctl radio set ap gro on
	flow cubic
	note "$(<"$TMP/mbps") Mb/s, $(acks_per_segment) acks for a segment"
	expect_true "Mb/s" "$(<"$TMP/mbps") > 570"
	expect_true "acks for a segment" "$(acks_per_segment) < 0.1"
}

test_main
