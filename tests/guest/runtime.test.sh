#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Parameters that change while traffic flows take effect at once, and the
# connection survives.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

setup()
{
	traffic_init
	modprobe -q tcp_bbr || : "built into this kernel"
	topology_up rate=vht80-nss2-mcs9-sgi completion_frames=0 completion_us=2000 sg=off
	ip -n sta0 link set wlan0 gso_max_segs 1
}

# Every test starts from the same parameters, whatever became of the last one.
after_each()
{
	hwsimctl radio set sta0 rate vht80-nss2-mcs9-sgi pacing_shift 7 bus_kbps 0 \
		ampdu_frames 64 ampdu_us 4000 ampdu_bytes 0 \
		completion_frames 0 completion_us 2000 completion_ctx softirq
	hwsimctl medium set 0 contention edca
	wait_until 10 counter_is sta0 '.desc_used == 0'
}

# mbps_over SECONDS - what sta0 has delivered, from the driver's own counters.
mbps_over()
{
	local before after

	before=$(counter sta0 .tx_acked)
	sleep "$1"
	after=$(counter sta0 .tx_acked)
	jq -n "(($after) - ($before)) * 1448 * 8 / $1 / 1e6 | round"
}

# ampdu_mean_over SECONDS
ampdu_mean_over()
{
	hwsimctl stats reset sta0
	sleep "$1"
	counter sta0 '.tx_mpdus / .tx_ppdus | round'
}

# bbr, because it is held down by a small budget whatever came before. What cubic
# makes of one depends on where its slow start ended, and without loss that is
# another place with every seed.
pacing_shift_takes_effect_test()
{
	local small large again

	hwsimctl radio set sta0 pacing_shift 10 bus_kbps 450000
	load_start sta0 ap 192.0.2.1 5201 -C bbr
	sleep 2
	small=$(mbps_over 3)
	hwsimctl radio set sta0 pacing_shift 7
	sleep 2
	large=$(mbps_over 3)
	hwsimctl radio set sta0 pacing_shift 10
	sleep 2
	again=$(mbps_over 3)
	note "shift 10, 7, 10: $small, $large, $again Mb/s"
	((small > 0 && small * 3 <= large)) || fail "shift 7 changed nothing: $small to $large Mb/s"
	((again > 0 && again * 3 <= large)) || fail "shift 10 changed nothing back: $large to $again Mb/s"
}

aggregate_limits_take_effect_test()
{
	local limit mean

	load_start sta0 ap 192.0.2.1 5201 "${SATURATE[@]}"
	for limit in 8 32 64; do
		hwsimctl radio set sta0 ampdu_frames "$limit"
		sleep 0.2
		mean=$(ampdu_mean_over 1)
		((mean <= limit && mean >= limit * 9 / 10)) || fail "at a limit of $limit the mean is $mean"
	done
	hwsimctl radio set sta0 ampdu_us 500
	sleep 0.2
	mean=$(ampdu_mean_over 1)
	# (500 us - 44 us preamble) * 866.7 Mb/s / (8 * 1544) is 31.9.
	((mean == 31)) || fail "within 500 us the mean is $mean instead of 31"
	counter_is sta0 '.close_reason.duration > 0.9 * .tx_ppdus' || fail 'another reason was counted'
	hwsimctl radio set sta0 ampdu_us 4000 ampdu_bytes 15440
	sleep 0.2
	mean=$(ampdu_mean_over 1)
	((mean == 10)) || fail "within 15440 bytes the mean is $mean instead of 10"
	counter_is sta0 '.close_reason.bytes > 0.9 * .tx_ppdus' || fail 'another reason was counted'
}

rate_takes_effect_test()
{
	local fast slow

	load_start sta0 ap 192.0.2.1 5201 "${SATURATE[@]}"
	sleep 0.5
	fast=$(mbps_over 1)
	hwsimctl radio set sta0 rate legacy-6
	sleep 1
	slow=$(mbps_over 2)
	note "$fast and $slow Mb/s"
	((fast > 640 && slow >= 3 && slow <= 6)) || fail "vht80-nss2-mcs9-sgi gives $fast, legacy-6 $slow Mb/s"
}

the_bus_caps_the_rate_test()
{
	local capped

	hwsimctl radio set sta0 bus_kbps 100000
	load_start sta0 ap 192.0.2.1 5201 "${SATURATE[@]}"
	sleep 1
	capped=$(mbps_over 2)
	((capped >= 90 && capped <= 100)) || fail "$capped Mb/s pass a bus of 100 Mb/s"
}

contention_changes_to_fifo_and_back_test()
{
	local word

	load_start sta0 ap 192.0.2.1 5201 "${SATURATE[@]}"
	load_start ap sta0 192.0.2.10 5202 "${SATURATE[@]}"
	for word in fifo edca fifo; do
		hwsimctl medium set 0 contention "$word"
		hwsimctl stats reset
		sleep 1
		counter_is sta0 '.tx_ppdus > 100' || fail "with $word the station sends nothing"
		counter_is ap '.tx_ppdus > 100' || fail "with $word the access point sends nothing"
	done
	expect_equal collisions "$(counter sta0 .collisions)" 0
	expect_equal 'collisions' "$(counter ap .collisions)" 0
}

completion_delay_is_what_a_ping_waits_for_nothing_test()
{
	local rtt

	# The receiver's copy leaves at the end of the PPDU: a completion delay of
	# 100 ms holds the sender's socket, not the packet.
	hwsimctl radio set sta0 completion_us 100000
	rtt=$(in_ns sta0 busybox ping -q -c 10 -i 0.2 192.0.2.1 | sed -n 's|^round-trip .* = [0-9.]*/\([0-9.]*\)/.*|\1|p')
	expect_true 'round trip time' "$rtt < 5"
}

completions_move_to_a_thread_and_back_test()
{
	local word

	load_start sta0 ap 192.0.2.1 5201
	for word in kthread softirq napi kthread napi softirq; do
		hwsimctl radio set sta0 completion_ctx "$word"
		hwsimctl stats reset sta0
		sleep 0.5
		counter_is sta0 '.tx_acked > 1000' || fail "with $word only $(counter sta0 .tx_acked) frames complete"
	done
}

# One indication covers whole PPDUs, here of 64 MPDUs, so at least what was asked
# for: bin 7 counts batches of 64 to 127, bin 8 of 128 to 255.
completions_are_batched_as_asked_test()
{
	local pair

	load_start sta0 ap 192.0.2.1 5201 "${SATURATE[@]}"
	for pair in 16:7 64:7 65:8 128:8; do
		hwsimctl radio set sta0 completion_frames "${pair%:*}" completion_us 1000000
		sleep 0.5
		hwsimctl stats reset sta0
		sleep 1
		counter_is sta0 ".completion_hist[${pair#*:}] > 0.9 * .completions and .completions > 100" ||
			fail "with completion_frames=${pair%:*}: $(counter sta0 .completion_hist)"
	done
}

test_main
