#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# UDP goodput of one saturated sender against the closed form
#
#	cycle = AIFS + mean backoff + PPDU + SIFS + block ack
#
# with 1500-byte packets, BE AIFSN 3 and CWmin 15, no loss. Each within 1%, up
# and down; beacons take 0.1 to 0.3% of that. The figures follow from the
# tables of IEEE Std 802.11 and are derived in docs/medium-model.md.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

readonly MEASURED_S=4

# within_one_percent METER MBPS SETTING... - both ways; METER is udp_mbps or, for
# fast rates, udp_train_mbps.
within_one_percent()
{
	local up down

	topology_up profile=ideal "${@:3}"
	up=$("$1" sta0 ap 192.0.2.1 "$MEASURED_S")
	down=$("$1" ap sta0 192.0.2.10 "$MEASURED_S")
	expect_near uplink "$up" "$2" 1
	expect_near downlink "$down" "$2" 1
}

setup()
{
	traffic_init
}

after_each()
{
	topology_down
}

vht80_2ss_mcs9_test()
{
	within_one_percent udp_train_mbps 673.8 rate=vht80-nss2-mcs9-sgi
}

# The same with one system call a packet, the way it is usually measured.
vht80_2ss_mcs9_in_single_datagrams_test()
{
	local up

	topology_up profile=ideal rate=vht80-nss2-mcs9-sgi
	up=$(udp_mbps sta0 ap 192.0.2.1 "$MEASURED_S")
	expect_near uplink "$up" 673.8 1
}

vht80_2ss_mcs9_without_aggregation_test()
{
	within_one_percent udp_mbps 54.9 rate=vht80-nss2-mcs9-sgi ampdu_frames=1
}

ht20_mcs15_test()
{
	within_one_percent udp_mbps 130.3 phy=ht width=20 rate=ht20-mcs15-sgi
}

legacy_54_test()
{
	within_one_percent udp_mbps 28.9 phy=legacy rate=legacy-54
}

he80_2ss_mcs11_window_64_test()
{
	within_one_percent udp_train_mbps 857 phy=he rate=he80-nss2-mcs11-gi800
}

he80_2ss_mcs11_window_256_test()
{
	within_one_percent udp_train_mbps 1052 phy=he rate=he80-nss2-mcs11-gi800 ampdu_frames=256
}

without_contention_the_mean_backoff_is_charged_test()
{
	within_one_percent udp_train_mbps 673.8 rate=vht80-nss2-mcs9-sgi contention=fifo
}

test_main
