#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Completion indications: one a PPDU, or one for frames of several stations, in
# each of the contexts in which drivers report.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

setup()
{
	traffic_init
	topology_up profile=ideal stations=2 rate=ht20-mcs7 completion_frames=0 aql=off tx_desc=256
}

load()
{
	load_start ap sta0 192.0.2.10 5201 -u -b 60M -l 14792
	load_start ap sta1 192.0.2.11 5202 -u -b 60M -l 14792
}

# sent_to STATION - frames that reached it and were acknowledged.
sent_to()
{
	counter "$1" .rx_msdus
}

measure()
{
	hwsimctl radio set ap "$@"
	sleep 0.3
	hwsimctl stats reset
	sleep 1
	note "$*: $(counter ap '{tx_ppdus, completions, tx_acked} | tojson'), to sta0 $(sent_to sta0), to sta1 $(sent_to sta1)"
	expect_true 'frames to each' "$(sent_to sta0) > 800 and $(sent_to sta1) > 800"
}

each_ppdu_is_indicated_in_each_context_test()
{
	local word

	load
	for word in napi softirq kthread; do
		measure completion_us 0 completion_ctx "$word"
		# One PPDU may be on the air at either end of the second.
		counter_is ap '.completions - .tx_ppdus | . >= -1 and . <= 1' ||
			fail "$(counter ap .completions) indications of $(counter ap .tx_ppdus) PPDUs in $word"
		counter_is ap '.completion_ksoftirqd <= .tx_acked' || fail 'more frames complete in ksoftirqd than complete'
	done
}

# The stations take turns, so what has come together in 20 ms is of both: PPDUs of
# at most 4 ms, five or more an indication.
one_indication_carries_frames_of_several_stations_test()
{
	local word

	load
	for word in napi softirq kthread; do
		measure completion_us 20000 completion_ctx "$word"
		counter_is ap '.tx_ppdus / .completions | . >= 4 and . <= 8' ||
			fail "$(counter ap .completions) indications of $(counter ap .tx_ppdus) PPDUs in $word"
		counter_is ap '.completion_hist[:6] | add <= 2' || fail "small indications: $(counter ap '.completion_hist | tojson')"
	done
}

# The first frame that waits starts the clock, the last one that was asked for
# ends it.
a_count_ends_the_wait_test()
{
	load
	measure completion_us 1000000 completion_frames 100 completion_ctx softirq
	counter_is ap '.tx_acked / .completions | . >= 100 and . < 142' ||
		fail "$(counter ap '.tx_acked / .completions') frames an indication"
}

nothing_stays_behind_test()
{
	load
	hwsimctl radio set ap completion_us 1000000 completion_frames 0 completion_ctx napi
	sleep 0.5
	traffic_stop_all
	hwsimctl radio set ap completion_ctx kthread
	wait_until 10 nothing_held || fail "the radios still hold frames: $(counter ap .desc_used)"
}

test_main
