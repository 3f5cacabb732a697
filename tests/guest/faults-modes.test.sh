#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The worst faults with drivers that work otherwise than by pushing: one that
# builds PPDUs ahead, and one that is fetched from.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1
# shellcheck source=tests/guest/lib/faults.sh
. "$TESTS_DIR/lib/faults.sh"

setup()
{
	traffic_init
}

after_each()
{
	topology_down
}

# outlived SETTING... - lost completions, stuck queues and pauses.
outlived()
{
	topology_up rate=vht20-nss1-mcs4 "$@"
	survives stuck 10
	faulty '.faults.stuck > 0 and .stuck_queues >= 0.8 * .faults.stuck'
	survives lost 100
	faulty '.faults.lost > 50 and .reclaimed >= 0.8 * .faults.lost'
	survives pause 10
	faulty '.faults.pause > 0 and .stuck_queues == 0'
}

ppdus_built_ahead_test()
{
	outlived profile=ath9k
}

frames_fetched_test()
{
	outlived tx_mode=pull
}

test_main
