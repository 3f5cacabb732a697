#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# TXOPs: an access category with a TXOP limit sends PPDU after PPDU, a SIFS
# apart, as long as the next one fits with its response. The limits are those
# that hostapd gives to stations by default (IEEE Std 802.11-2020 table 9-155).

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

setup()
{
	traffic_init
	topology_up profile=ideal rate=vht80-nss2-mcs9-sgi
}

# udp_tos_mbps TOS - uplink, one datagram a packet
udp_tos_mbps()
{
	flow_run sta0 ap 192.0.2.1 3 -u -b 0 -l 1472 -w 2M -S "$1"
	received_mbps
}

# VI: AIFSN 2, CWmin 7, 3.008 ms hold 64 + 64 + 60 MPDUs:
# 34 + 31.5 + (960 + 48) + 16 + (960 + 48) + 16 + (904 + 48) = 3065.5 us.
video_sends_three_ppdus_a_txop_test()
{
	local mbps

	hwsimctl stats reset
	mbps=$(udp_tos_mbps 0xa0)
	expect_near goodput "$mbps" 722.2 1
	counter_is sta0 '.tx_ppdus > 2.9 * .tx_accesses' ||
		fail "$(counter sta0 '{tx_accesses, tx_ppdus}')"
}

# VO: AIFSN 2, CWmin 3, no A-MPDUs; 1.504 ms hold 12 exchanges of 60 + 16 + 28 us, a SIFS
# apart: 34 + 13.5 + 12 * 104 + 11 * 16 = 1471.5 us.
voice_sends_twelve_frames_a_txop_test()
{
	local mbps

	hwsimctl stats reset
	mbps=$(udp_tos_mbps 0xe0)
	expect_near goodput "$mbps" 96.0 1
	counter_is sta0 '.tx_ppdus > 11.5 * .tx_accesses' ||
		fail "$(counter sta0 '{tx_accesses, tx_ppdus}')"
}

# Who waits, waits for the whole TXOP and not longer: with two senders of equal
# right the medium is shared by accesses.
two_senders_take_turns_test()
{
	load_start sta0 ap 192.0.2.1 5201 -u -b 0 -l 1472 -w 2M -S 0xa0
	load_start ap sta0 192.0.2.10 5202 -u -b 0 -l 1472 -w 2M -S 0xa0
	sleep 0.5
	hwsimctl stats reset
	sleep 3
	counter_is sta0 '.tx_accesses > 200 and .tx_ppdus > 2.5 * (.tx_accesses - .collisions)' ||
		fail "sta0: $(counter sta0 '{tx_accesses, tx_ppdus, collisions}')"
	counter_is ap '.tx_accesses > 200 and .tx_ppdus > 2.5 * (.tx_accesses - .collisions)' ||
		fail "ap: $(counter ap '{tx_accesses, tx_ppdus, collisions}')"
}

best_effort_has_no_txop_test()
{
	hwsimctl stats reset
	udp_tos_mbps 0 >"$TMP/log2"
	# management frames go as voice
	counter_is sta0 '.tx_ppdus < 1.02 * .tx_accesses' || fail "$(counter sta0 '{tx_accesses, tx_ppdus}')"
}

test_main
