#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# n saturated stations, uplink, in a network without QoS, 54 Mb/s, 7 attempts a
# frame: as contention-legacy.test.sh, but the frame is 2 bytes shorter, PPDU 248.
#
# Linux gives a station in such a network the parameters of best effort, AIFSN 3,
# where the standard has DIFS. The model takes what it is given, so Bianchi's
# figures here are those with AIFS 43 us. ns-3's are with DIFS, 9 us of 400 less.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

setup()
{
	traffic_init
	topology_up stations=20 "${UNQUEUED[@]}" phy=legacy wmm=no rate=legacy-54 retry_limit=7
}

after_each()
{
	wait_until 10 nothing_held
}

two_stations_test()
{
	contend_singly 2 8 30.12 0.1046 30.29
}

ten_stations_test()
{
	contend_singly 10 12 26.92 0.3892 27.32
}

twenty_stations_test()
{
	contend_singly 20 14 24.76 0.4959 25.57
}

test_main
