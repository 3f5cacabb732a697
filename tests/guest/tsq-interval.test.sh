#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# net.ipv4.tcp_tsq_limit_output_interval of our kernels: what it accepts, that it is
# one of a namespace, and that N at a pacing shift is worth what a shift log2(N)
# smaller is.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

readonly INTERVAL=net.ipv4.tcp_tsq_limit_output_interval
readonly FILE=/proc/sys/${INTERVAL//.//}
readonly RUN_S=4

setup()
{
	traffic_init
	[[ -e $FILE ]] || return 0
	modprobe -q tcp_bbr || : "built into this kernel"
	topology_up profile=ath10k rate=vht80-nss2-mcs9-sgi completion_frames=0 completion_us=2000 \
		bus_kbps=450000 pacing_shift=10
	ip -n sta0 link set wlan0 gso_max_segs 1
}

after_each()
{
	[[ -e $FILE ]] || return 0
	in_ns sta0 sysctl -qw "$INTERVAL=1"
	hwsimctl radio set sta0 pacing_shift 10
}

needs_interval()
{
	[[ -e $FILE ]] || skip "this kernel has no $INTERVAL: it was built without kconfig/patches"
}

# mbps SHIFT INTERVAL
mbps()
{
	hwsimctl radio set sta0 pacing_shift "$1"
	in_ns sta0 sysctl -qw "$INTERVAL=$2"
	tcp_mbps sta0 ap 192.0.2.1 "$RUN_S" bbr
}

takes_1_to_1000_ms_of_each_namespace_test()
{
	local value

	needs_interval
	expect_equal 'the default' "$(<"$FILE")" 1
	for value in 0 1001 -1 abc; do
		! in_ns sta0 sysctl -qw "$INTERVAL=$value" 2>"$TMP/stderr" || fail "$value was taken"
		expect_equal "the value after $value" "$(in_ns sta0 sysctl -n "$INTERVAL")" 1
	done
	in_ns sta0 sysctl -qw "$INTERVAL=1000"
	expect_equal 'that of the station' "$(in_ns sta0 sysctl -n "$INTERVAL")" 1000
	expect_equal 'that of the access point' "$(in_ns ap sysctl -n "$INTERVAL")" 1
}

multiplies_the_budget_of_the_shift_test()
{
	local one four shift8 eight shift7

	needs_interval
	one=$(mbps 10 1)
	four=$(mbps 10 4)
	shift8=$(mbps 8 1)
	eight=$(mbps 10 8)
	shift7=$(mbps 7 1)
	note "shift 10: $one, $four (4 ms), $eight (8 ms); shift 8: $shift8; shift 7: $shift7 Mb/s"
	expect_true 'four times the budget' "$four > 4 * $one"
	expect_near '4 ms, against shift 8' "$four" "$shift8" 5
	expect_near '8 ms, against shift 7' "$eight" "$shift7" 3
}

test_main
