#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# n saturated stations, uplink, at 54 Mb/s without aggregation, 7 attempts a frame,
# against Bianchi's model as contention.test.sh has it, with both sums over j < 7
# only and an exchange of AIFS 43 + PPDU 252 + SIFS 16 + ack 28 us; beacons take
# 0.13%. And against ns-3.37, which has no figures for n = 5 and 30.
#
# 1 - Jain is expected to be 0.006 s (n = 5), 0.02 (10), 0.08 (20), 0.12 (30) over
# the time (see there).

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

setup()
{
	traffic_init
	topology_up stations=30 "${UNQUEUED[@]}" phy=legacy rate=legacy-54 retry_limit=7
}

after_each()
{
	wait_until 10 nothing_held
}

one_station_test()
{
	contend_singly 1 3 28.93 0 28.90
}

two_stations_test()
{
	contend_singly 2 8 29.79 0.1046 29.42
}

five_stations_test()
{
	contend_singly 5 10 28.43 0.2722
}

ten_stations_test()
{
	contend_singly 10 12 26.60 0.3892 26.66
}

twenty_stations_test()
{
	contend_singly 20 14 24.46 0.4959 24.83
}

thirty_stations_test()
{
	contend_singly 30 16 23.03 0.5567
}

test_main
