#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Completions that the firmware loses or delays: the host gets every frame back,
# once, and goes on.

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
	faults_set fail_lost 0 fail_late 0 fail_ms 100
}

readonly COMPLETED='.tx_acked + .tx_failed + .tx_dropped'

lost_at_1_percent_test()
{
	survives lost 10
	fires_as_asked lost 10 "$COMPLETED"
	faulty '.reclaimed >= 0.8 * .faults.lost and .bad_completions == 0'
}

lost_at_50_percent_test()
{
	survives lost 500
	fires_as_asked lost 500 "$COMPLETED"
	faulty '.reclaimed >= 0.9 * .faults.lost and .bad_completions == 0'
}

late_at_1_percent_test()
{
	survives late 10
	fires_as_asked late 10 "$COMPLETED"
	faulty '.reclaimed == 0 and .bad_completions == 0'
}

late_at_50_percent_test()
{
	survives late 500
	fires_as_asked late 500 "$COMPLETED"
	faulty '.reclaimed == 0 and .bad_completions == 0'
}

# The host has taken the frame back by then, and its descriptor is another's.
later_than_the_host_waits_test()
{
	survives late 500 fail_ms 800
	faulty '.reclaimed >= 0.9 * .faults.late and .bad_completions >= 0.8 * .faults.late'
}

# mac80211 ends a session when all its frames have been reported.
sessions_end_although_completions_are_lost_test()
{
	load_both_ways
	faults_set fail_lost 500
	session_ends_within 2
	session_ends_within 2
	faults_set fail_lost 0
	idle_is_empty ap sta0
}

test_main
