#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# TCP Small Queues: a frame stays on its socket's account until its completion,
# a small budget starves aggregation, and the counters say so.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

readonly RUN_S=5

setup()
{
	traffic_init
	modprobe -q tcp_bbr || : "built into this kernel"
	no_slow_start_lottery
	# As in experiments/ath10k-tsq.toml: with the host interface that the published
	# rig was limited by, and completions held for 2 ms whatever their number.
	topology_up profile=ath10k rate=vht80-nss2-mcs9-sgi completion_frames=0 completion_us=2000 \
		bus_kbps=450000
	# One segment per skb, as a driver without scatter-gather had it.
	ip -n sta0 link set wlan0 gso_max_segs 1
}

# Without loss, what cubic makes of a small budget depends on where its slow start
# ended, and that on every random backoff. It ends here at a fixed window, which is
# that of an ordinary connection after its first loss.
no_slow_start_lottery()
{
	echo 0 >/sys/module/tcp_cubic/parameters/hystart
	echo 100 >/sys/module/tcp_cubic/parameters/initial_ssthresh
}

# starved_percent - share of the A-MPDUs that TSQ cut short, of the last flow.
starved_percent()
{
	counter sta0 '100 * .starved_tsq / .tx_ppdus | round'
}

# measure SHIFT [CONGESTION-CONTROL] - goodput at this shift; leaves its statistics.
measure()
{
	hwsimctl radio set sta0 pacing_shift "$1"
	hwsimctl stats reset sta0
	tcp_mbps sta0 ap 192.0.2.1 "$RUN_S" "${2:-cubic}"
}

# What a small budget costs in the published rig's setting is a test of the
# experiment itself (tests/host/test_experiment_real.py).
bbr_is_starved_at_a_small_budget_alone_test()
{
	local small large

	measure 10 bbr >"$TMP/mbps"
	small=$(starved_percent)
	measure 7 bbr >"$TMP/mbps"
	large=$(starved_percent)
	note "starved: $small% at shift 10, $large% at shift 7"
	((small >= 50)) || fail "only $small% of the PPDUs were starved at shift 10"
	((large <= 5)) || fail "$large% of the PPDUs were starved at shift 7"
}

without_a_slow_bus_cubic_suffers_less_test()
{
	local small large

	hwsimctl radio set sta0 bus_kbps 0
	small=$(measure 10)
	large=$(measure 7)
	note "shift 10: $small Mb/s, shift 7: $large Mb/s"
	expect_true 'goodput at shift 10' "$small < 0.9 * $large"
	expect_true 'goodput at shift 10' "$small > 0.5 * $large"
}

sockets_hold_more_with_a_larger_budget_test()
{
	local small large

	measure 10 >"$TMP/mbps"
	small=$(held_kb)
	measure 7 >"$TMP/mbps"
	large=$(held_kb)
	note "held by the socket at dequeue, on average: $small kB at shift 10, $large kB at shift 7"
	expect_true 'bytes held at shift 10' "$small > 4"
	expect_true 'bytes held at shift 7' "$large > 2 * $small"
}

# held_kb - mean of the histogram, each bin taken at its middle.
held_kb()
{
	counter sta0 '.socket_held_bytes_hist | to_entries |
		((map(.value * pow(2; .key) * 0.75) | add) / (map(.value) | add) / 102.4 | round / 10)'
}

early_orphaning_blinds_tsq_test()
{
	hwsimctl radio set sta0 orphan early
	measure 10 >"$TMP/mbps"
	hwsimctl radio set sta0 orphan completion
	note "$(<"$TMP/mbps") Mb/s, $(starved_percent)% starved"
	counter_is sta0 '(.socket_held_bytes_hist[14:] | add) == 0' ||
		fail "sockets still hold frames: $(counter sta0 .socket_held_bytes_hist)"
	(($(starved_percent) <= 1)) || fail 'TSQ is blamed although no socket waits for a completion'
	counter_is sta0 '.desc_used_max > 500' || fail "the queue reached only $(counter sta0 .desc_used_max) frames"
}

reset_starts_from_zero_test()
{
	wait_until 10 counter_is sta0 '.desc_used == 0'
	hwsimctl stats reset sta0
	counter_is sta0 '.starved_tsq == 0 and (.socket_held_bytes_hist | add) == 0 and .close_reason.empty == 0' ||
		fail "not zero: $(hwsimctl -j stats show sta0)"
}

test_main
