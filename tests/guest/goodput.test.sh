#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# UDP goodput of one saturated sender, VHT80 NSS2 MCS9 SGI, against the closed
# form of docs/medium-model.md, where oracle.test.sh has no row: another way to
# send, and a medium without contention.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

readonly MEASURED_S=4 CLOSED_FORM_MBPS=673.8

setup()
{
	traffic_init
}

after_each()
{
	topology_down
}

# One system call a packet, the way it is usually measured.
in_single_datagrams_test()
{
	topology_up profile=ideal rate=vht80-nss2-mcs9-sgi
	expect_near uplink "$(udp_mbps sta0 ap 192.0.2.1 "$MEASURED_S")" "$CLOSED_FORM_MBPS" 1
}

without_contention_the_mean_backoff_is_charged_test()
{
	topology_up profile=ideal rate=vht80-nss2-mcs9-sgi contention=fifo
	expect_near uplink "$(udp_train_mbps sta0 ap 192.0.2.1 "$MEASURED_S")" "$CLOSED_FORM_MBPS" 1
	expect_near downlink "$(udp_train_mbps ap sta0 192.0.2.10 "$MEASURED_S")" "$CLOSED_FORM_MBPS" 1
}

test_main
