#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Why aggregates end early: each cause, brought about on purpose, is what the
# driver says.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

setup()
{
	traffic_init
}

after_each()
{
	topology_down
}

starved_topology_up()
{
	topology_up profile=ideal rate=vht80-nss2-mcs9-sgi "$@"
	ip -n sta0 link set wlan0 gso_max_segs 1
}

# starves_for CAUSE [IPERF3-OPTION]... - a flow for two seconds; by far the most of
# its aggregates that end empty are counted under CAUSE.
starves_for()
{
	load_start sta0 ap 192.0.2.1 5201 "${@:2}"
	sleep 0.5
	hwsimctl stats reset
	sleep 2
	note "$(counter sta0 '{starved, empty: .close_reason.empty} | tojson')"
	counter_is sta0 "([.starved[]] | add) > 80 and .starved.$1 > 0.7 * ([.starved[]] | add)" ||
		fail "most aggregates are starved by something else than $1"
}

tsq_test()
{
	starved_topology_up pacing_shift=10 completion_us=2000 completion_frames=0
	starves_for tsq -C bbr
	counter_is sta0 '.starved_tsq >= .starved.tsq' || fail "starved_tsq is $(counter sta0 .starved_tsq)"
}

descriptors_test()
{
	starved_topology_up pacing_shift=0 tx_desc=32
	starves_for desc -C cubic
}

window_test()
{
	starved_topology_up pacing_shift=0
	starves_for cwnd -C cubic -w 20K
}

pacing_test()
{
	starved_topology_up pacing_shift=7
	starves_for pacing -C cubic --fq-rate 100M
}

application_test()
{
	starved_topology_up
	starves_for app -C cubic -b 50M
}

datagrams_are_the_application_test()
{
	starved_topology_up
	starves_for app -u -b 50M -l 1472
}

# The limit is 12 ms of air for a station that is alone; reports that come 20 ms
# late use it up.
airtime_queue_limit_test()
{
	starved_topology_up tx_desc=8000 completion_us=20000 completion_frames=0
	starves_for aql "${SATURATE[@]:0:5}" -w 8M
}

without_the_limit_it_does_not_bind_test()
{
	starved_topology_up aql=off tx_desc=8000 completion_us=20000 completion_frames=0
	load_start sta0 ap 192.0.2.1 5201 "${SATURATE[@]:0:5}" -w 8M
	sleep 0.5
	hwsimctl stats reset
	sleep 1
	expect_equal 'starved by AQL' "$(counter sta0 .starved.aql)" 0
}

test_main
