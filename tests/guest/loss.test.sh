#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Loss: each MPDU of one direction is lost by itself, so block acks are partial,
# the block ack window is pinned by its oldest gap and A-MPDUs shrink. Expected
# are the figures of an independent simulator with the same parameters (ns-3.37
# with standard PPDU durations: one sender, VHT80 NSS2 MCS9 SGI, window 64).

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

readonly MEASURED_S=4

setup()
{
	traffic_init
}

after_each()
{
	topology_down
}

# loses PPM MBPS MEAN-AMPDU - goodput and A-MPDU size within 3%; the receiver's
# socket gets nothing twice and nothing out of order.
loses()
{
	local mbps mean

	topology_up profile=ideal rate=vht80-nss2-mcs9-sgi retry_limit=255 sta.loss="$1"
	mbps=$(udp_mbps sta0 ap 192.0.2.1 "$MEASURED_S")
	expect_near goodput "$mbps" "$2" 3
	mean=$(hwsimctl -j stats show sta0 | jq '.[0].ampdu_hist | to_entries[1:] |
		(map(.key * .value) | add) / (map(.value) | add)')
	expect_near "mean A-MPDU" "$mean" "$3" 3
	jq -e '.end.streams[0].udp.out_of_order // 0 | . == 0' "$TMP/server-$PORT.json" >"$TMP/log2" ||
		fail "datagrams came out of order"
}

one_percent_test()
{
	loses 10000 637.8 51.8
}

# Goodput of a Monte-Carlo simulation of the window, which is within 0.4% of ns-3
# at the other two.
ten_percent_test()
{
	loses 100000 521.2 34.2
}

thirty_percent_test()
{
	loses 300000 368.3 25.7
}

# What the receiver has is not lost for the sender with its block ack.
lost_block_acks_deliver_nothing_twice_test()
{
	topology_up profile=ideal rate=vht80-nss2-mcs9-sgi ap.loss=100000
	udp_mbps sta0 ap 192.0.2.1 3 >"$TMP/mbps"
	hwsimctl -j stats show sta0 | jq -e '.[0] | .ba_lost > 100 and .mpdu_lost <= 64 * .collisions' >"$TMP/log2" ||
		fail "no block ack was lost"
	jq -e '.end.sum | .lost_packets >= 0 and .packets > 0' "$TMP/server-$PORT.json" >"$TMP/log2" ||
		fail "packets came twice"
}

tcp_recovers_test()
{
	local mbps

	topology_up profile=ideal rate=vht80-nss2-mcs9-sgi loss=100000
	flow_run sta0 ap 192.0.2.1 4
	mbps=$(received_mbps)
	jq -en "$mbps > 300" >"$TMP/log2" || fail "TCP carries only $mbps Mb/s over a link that loses a tenth of its MPDUs"
}

everything_lost_carries_nothing_test()
{
	topology_up profile=ideal rate=vht80-nss2-mcs9-sgi
	hwsimctl link set sta0 ap loss 1000000
	! in_ns sta0 busybox ping -q -c 2 -W 1 192.0.2.1 >"$TMP/log2" || fail "a ping was answered"
	hwsimctl -j stats show sta0 | jq -e '.[0].tx_failed > 0' >"$TMP/log2" || fail "nothing was given up"
	hwsimctl link set sta0 ap loss 0
	wait_until 5 ping_ok sta0 192.0.2.1 || fail "the link does not come back"
}

bad_words_change_nothing_test()
{
	topology_up
	expect_refusal 2 "accepted: 0 to 1000000" hwsimctl link set sta0 ap loss 1000001
	expect_refusal 2 "accepted: 0 to 100" hwsimctl link set sta0 ap snr_db 101
	expect_refusal 1 "there is no radio sta7" hwsimctl link set sta0 sta7 loss 5
	expect_refusal 1 "two radios of one medium" hwsimctl link set ap ap loss 5
	hwsimctl -j link show | jq -e '. == []' >"$TMP/log2" || fail "a refused request made a link"
	hwsimctl link set sta0 ap loss 5
	hwsimctl -j link show | jq -e '. == [{"from": "sta0", "to": "ap", "loss": 5, "heard": true, "snr_db": 60}]' >"$TMP/log2" ||
		fail "link show gives $(hwsimctl -j link show)"
	hwsimctl radio del sta0
	hwsimctl -j link show | jq -e '. == []' >"$TMP/log2" || fail "the link stays when its radio goes"
}

test_main
