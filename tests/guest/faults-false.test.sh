#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Completions that the firmware indicates twice or makes up: the host believes
# nothing that is wrong.

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
	faults_set fail_dup 0 fail_unknown 0
}

readonly COMPLETED='.tx_acked + .tx_failed + .tx_dropped'

twice_at_1_percent_test()
{
	survives dup 10
	fires_as_asked dup 10 "$COMPLETED"
	faulty '.bad_completions >= 0.8 * .faults.dup and .reclaimed == 0'
}

twice_at_50_percent_test()
{
	survives dup 500
	fires_as_asked dup 500 "$COMPLETED"
	faulty '.bad_completions >= 0.9 * .faults.dup and .reclaimed == 0'
}

of_no_frame_at_1_percent_test()
{
	survives unknown 10
	fires_as_asked unknown 10 "$COMPLETED"
	faulty '.bad_completions >= 0.8 * .faults.unknown and .reclaimed == 0'
}

of_no_frame_at_50_percent_test()
{
	survives unknown 500
	fires_as_asked unknown 500 "$COMPLETED"
	faulty '.bad_completions >= 0.9 * .faults.unknown and .reclaimed == 0'
}

test_main
