#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The statistics agree with each other and with what was sent.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

setup()
{
	traffic_init
	topology_up rate=vht80-nss2-mcs9-sgi
	stats_of_traffic
}

# stats_of_traffic - UDP for 5 s with the counters at zero before, and saved after, when
# nothing is under way; the block ack session was there before.
stats_of_traffic()
{
	udp_train_mbps sta0 ap 192.0.2.1 3 >"$TMP/mbps"
	idle
	hwsimctl stats reset
	hwsimctl -j stats show | jq -e 'all(.[]; .tx_msdus < 5)' >"$TMP/log2"
	udp_train_mbps sta0 ap 192.0.2.1 5 >"$TMP/mbps"
	idle
	hwsimctl -j stats show sta0 >"$SAVED.sta0"
	hwsimctl -j stats show ap >"$SAVED.ap"
}

readonly SAVED=/run/hwx-stats-test

cleanup()
{
	rm -f -- "$SAVED.sta0" "$SAVED.ap"
}

idle()
{
	wait_until 5 counter_is sta0 '.desc_used == 0' || fail "sta0 still holds $(counter sta0 .desc_used) frames"
}

# holds RADIO JQ-CONDITION - on the saved statistics.
holds()
{
	jq -e ".[0] | $2" "$SAVED.$1" >"$TMP/stdout" ||
		fail "$1: $2 does not hold: $(jq -c '.[0] | .ampdu_hist |= (to_entries | map(select(.value > 0)))' "$SAVED.$1")"
}

every_counter_is_there_test()
{
	local key

	for key in tx_msdus tx_mpdus tx_ppdus tx_acked tx_failed tx_dropped rx_msdus rx_dropped starved_tsq \
		completions completion_ksoftirqd desc_used desc_used_max queue_stops collisions retries \
		mpdu_lost ba_lost close_reason.window close_reason.frames close_reason.bytes \
		close_reason.duration close_reason.empty airtime_us.tx airtime_us.rx airtime_us.busy \
		airtime_us.idle starved.desc starved.aql starved.tsq starved.cwnd starved.pacing starved.app \
		reclaimed bad_completions stuck_queues faults.lost faults.late faults.dup faults.unknown faults.ba \
		faults.addba faults.stuck faults.pause; do
		holds sta0 ".$key | type == \"number\" and . >= 0"
	done
	for key in ampdu_hist completion_hist socket_held_bytes_hist; do
		holds sta0 ".$key | type == \"array\" and length > 0 and all(type == \"number\")"
	done
}

every_frame_is_completed_once_test()
{
	holds sta0 '.tx_msdus > 100000'
	holds sta0 '.tx_msdus == .tx_acked + .tx_failed + .tx_dropped'
	holds sta0 '.tx_failed == 0 and .tx_dropped == 0'
	holds sta0 '.tx_mpdus == .tx_msdus + .retries'
}

aggregates_add_up_test()
{
	holds sta0 '([.ampdu_hist | to_entries[] | .key * .value] | add) == .tx_mpdus'
	holds sta0 '(.ampdu_hist | add) == .tx_ppdus'
	holds sta0 '([.close_reason[]] | add) == .tx_ppdus'
	holds sta0 '([.starved[]] | add) <= .close_reason.empty'
	holds sta0 '.ampdu_hist[64] > 0.9 * .tx_ppdus'
	holds sta0 '([.ampdu_hist | to_entries[] | select(.key > 64) | .value] | add) == 0'
}

completions_add_up_test()
{
	holds sta0 '(.completion_hist | add) == .completions'
	holds sta0 '.completions <= .tx_msdus'
	holds sta0 '.completions >= .tx_msdus / 128'
	holds sta0 '.desc_used_max <= 1424'
}

the_receiver_counts_what_was_sent_test()
{
	local sent received

	sent=$(jq '.[0].tx_acked' "$SAVED.sta0")
	received=$(jq '.[0].rx_msdus' "$SAVED.ap")
	expect_equal 'what the access point received' "$received" "$sent"
	holds ap '.rx_dropped == 0'
	# Nothing is lost but by a collision with a frame of the access point.
	holds sta0 '.mpdu_lost == .retries and .ba_lost == .collisions and .collisions < 10'
}

air_time_adds_up_test()
{
	holds sta0 '.airtime_us.tx + .airtime_us.rx <= .airtime_us.busy'
	holds sta0 '.airtime_us.tx > 4000000'
	holds ap '.airtime_us.rx > 4000000'
	# Both hear the same air.
	expect_equal 'busy time at the access point' "$(jq '.[0].airtime_us.busy / 1e4 | round' "$SAVED.ap")" \
		"$(jq '.[0].airtime_us.busy / 1e4 | round' "$SAVED.sta0")"
}

busy_and_idle_make_up_the_time_test()
{
	local before after

	hwsimctl stats reset
	before=$(cut -d ' ' -f 1 /proc/uptime)
	sleep 3
	after=$(cut -d ' ' -f 1 /proc/uptime)
	expect_near 'busy and idle time' "$(counter sta0 '(.airtime_us.busy + .airtime_us.idle) / 1e6')" \
		"$(jq -n "$after - $before")" 2
	counter_is sta0 '.airtime_us.idle > 2800000' || fail "an idle network is busy: $(counter sta0 .airtime_us)"
}

one_radio_is_reset_alone_test()
{
	local before

	before=$(counter ap .rx_msdus)
	ping_ok sta0 192.0.2.1
	hwsimctl stats reset sta0
	(($(counter ap .rx_msdus) > 0)) || fail 'the access point was reset as well'
	expect_equal 'tx_mpdus of the station' "$(counter sta0 .tx_mpdus)" 0
	((before < $(counter ap .rx_msdus))) || fail 'nothing was counted'
}

single_mpdus_are_counted_as_such_test()
{
	hwsimctl radio set sta0 ampdu_frames 1
	hwsimctl stats reset sta0
	udp_mbps sta0 ap 192.0.2.1 3 >"$TMP/mbps"
	idle
	counter_is sta0 '.ampdu_hist[1] == .tx_ppdus and .tx_mpdus == .tx_ppdus and .tx_ppdus > 10000' ||
		fail "$(counter sta0 '[.ampdu_hist[1], .tx_ppdus, .tx_mpdus]')"
	hwsimctl radio set sta0 ampdu_frames 64
}

test_main
