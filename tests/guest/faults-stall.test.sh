#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Firmware that forgets a queue or does nothing for a while: the host notices the
# first, and outlives both.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1
# shellcheck source=tests/guest/lib/faults.sh
. "$TESTS_DIR/lib/faults.sh"

setup()
{
	traffic_init
	topology_up rate=vht20-nss1-mcs4
}

after_each()
{
	faults_set fail_stuck 0 fail_pause 0 fail_ms 100
}

# stuck_reports - lines about them in the kernel log.
stuck_reports()
{
	dmesg | grep -c 'firmware queue of .* is stuck with'
}

stuck_at_1_percent_test()
{
	local before

	before=$(stuck_reports) || :
	survives stuck 10
	fires_as_asked stuck 10 .tx_ppdus
	faulty '.stuck_queues >= 0.8 * .faults.stuck'
	(($(stuck_reports) > before)) || fail 'the kernel log does not tell of a stuck queue'
}

stuck_at_50_percent_test()
{
	local before

	before=$(stuck_reports) || :
	survives stuck 500
	fires_as_asked stuck 500 .tx_ppdus
	faulty '.stuck_queues >= 0.8 * .faults.stuck'
	(($(stuck_reports) > before)) || fail 'the kernel log does not tell of a stuck queue'
}

pause_at_1_percent_test()
{
	survives pause 10
	fires_as_asked pause 10 .tx_ppdus
	faulty '.stuck_queues == 0'
}

pause_at_50_percent_test()
{
	survives pause 500
	fires_as_asked pause 500 .tx_ppdus
	faulty '.stuck_queues == 0'
}

# A pause longer than the watchdog waits is no stuck queue.
long_pauses_test()
{
	survives pause 10 fail_ms 700
	faulty '.faults.pause > 0 and .stuck_queues == 0'
}

sessions_end_although_queues_are_stuck_test()
{
	load_both_ways
	faults_set fail_stuck 500
	session_ends_within 2
	session_ends_within 2
	faults_set fail_stuck 0
	idle_is_empty ap sta0
}

# background_taken - frames of TID 1 that mac80211 gave the driver.
background_taken()
{
	awk '$1 == 1 { print $11 }' "$PHYS"/sta0/netdev:wlan0/stations/*/aqm
}

# Voice that always has a frame hardly lets background send: its queue waits, for
# longer than the watchdog does, but not because the firmware forgot it.
a_queue_without_its_turn_is_not_stuck_test()
{
	local taken stuck

	stuck=$(counter sta0 .stuck_queues)
	load_start sta0 ap 192.0.2.1 5201 -u -b 2M -l 1472 -S 0x20
	load_start sta0 ap 192.0.2.1 5202 -u -b 60M -l 14792 -S 0xe0
	sleep 1
	taken=$(background_taken)
	sleep 2
	taken=$(($(background_taken) - taken))
	((taken <= 3)) || fail "the queue is served: $taken frames in 2 s"
	expect_equal 'stuck queues' "$(counter sta0 .stuck_queues)" "$stuck"
}

test_main
