#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#   flow.sh WARMUP_S DURATION_S MBPS [QUIET_S]
#
# One TCP flow (cubic) from sta0 to ap, offered MBPS (0: as fast as it goes). While
# it runs, what the CPU and the receiving socket did is read at both ends of the
# window, into /job/out/before and /job/out/after. With QUIET_S there is a window
# without the flow before that, from /job/out/quiet to /job/out/quiet-after.

# shellcheck source=topologies/lib.sh
. /lib/hwx/topologies/lib.sh || exit 1

TOPOLOGY=flow
readonly BOUND_S=20

declare -a children=()

cleanup()
{
	local status=$?

	((${#children[@]} == 0)) || kill "${children[@]}" 2>/dev/null
	wait
	exit "$status"
}

is_listening()
{
	[[ -n $(in_ns ap ss -Htln 'sport = :5201') ]]
}

# iperf3 has a connection for control and one for data.
is_connected()
{
	(($(in_ns ap ss -Htn state established 'sport = :5201' | wc -l) == 2))
}

# snapshot NAME - the order of the reads is that of read_snapshot() in figures.py.
snapshot()
{
	{
		grep '^cpu ' /proc/stat
		cat /proc/uptime
		in_ns ap ss -Htin state established 'sport = :5201'
	} >"/job/out/$1"
}

trap cleanup EXIT
if ((${4-0})); then
	snapshot quiet
	sleep "$4"
	snapshot quiet-after
fi
in_ns ap iperf3 -s -1 >/dev/null &
children+=($!)
wait_until "$BOUND_S" is_listening || die "the iperf3 server does not listen"
# The flow outlives the window; nobody waits for its end.
in_ns sta0 iperf3 -c 192.0.2.1 -C cubic -b "${3}M" -t $(($1 + $2 + 60)) >/job/out/iperf3 2>&1 &
children+=($!)
wait_until "$BOUND_S" is_connected || die "iperf3 does not connect: $(</job/out/iperf3)"
sleep "$1"
snapshot before
sleep "$2"
snapshot after
