#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# How deep the queue below mac80211 is: as deep as the descriptor pool, unless TCP
# Small Queues, airtime queue limits or a ring per station and TID bound it.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

# about 12 Mb/s
readonly -a SLOW=(phy=ht width=20 rate=ht20-mcs1 profile=deep)
readonly -a SLOW_FLOOD=(-u -b 20M -l 14792 -w 8M)

setup()
{
	traffic_init
}

after_each()
{
	topology_down
}

# pool_is_full - the access point holds as many frames as it may.
pool_is_full()
{
	counter_is ap ".desc_used >= $(radio_value ap tx_desc) - 8"
}

# ping_ms - mean round trip from the access point to its first station.
ping_ms()
{
	in_ns ap busybox ping -q -c 10 -i 0.2 -W 8 192.0.2.10 |
		sed -n 's|^round-trip .* = [0-9.]*/\([0-9.]*\)/.*|\1|p'
}

# flood - more than the air carries, to the station.
flood()
{
	load_start ap sta0 192.0.2.10 5201 "${SLOW_FLOOD[@]}"
}

halving_the_pool_halves_the_queue_test()
{
	local pool ms last=

	topology_up "${SLOW[@]}"
	flood
	for pool in 1424 712 356; do
		hwsimctl radio set ap tx_desc "$pool"
		wait_until 20 pool_is_full || fail "the pool of $pool does not fill"
		wait_until 20 counter_is ap ".desc_used <= $pool" || fail "more than $pool frames are held"
		ms=$(ping_ms)
		note "pool $pool: ping $ms ms"
		[[ -z $last ]] || expect_near 'round trip, against half of that with twice the pool' "$ms" "$last / 2" 5
		last=$ms
	done
}

without_limits_a_ping_takes_seconds_test()
{
	local ms

	topology_up "${SLOW[@]}"
	flood
	wait_until 20 pool_is_full || fail 'the pool does not fill'
	ms=$(ping_ms)
	note "without AQL: ping under load $ms ms"
	expect_true 'ping under load' "$ms > 1000"
}

with_airtime_queue_limits_it_does_not_test()
{
	local ms

	topology_up "${SLOW[@]}" aql=on
	flood
	sleep 4
	hwsimctl stats reset ap
	ms=$(ping_ms)
	note "with AQL: ping under load $ms ms, at most $(counter ap .desc_used_max) frames held"
	expect_true 'ping under load' "$ms < 60"
	counter_is ap '.tx_acked > 1000' || fail "only $(counter ap .tx_acked) frames were sent"
}

# A ring of 256 entries rests with fewer than 32 free, until more than 64 are.
a_ring_bounds_what_a_station_holds_test()
{
	topology_up "${SLOW[@]}" ap.hwq_frames=256
	flood
	sleep 2
	hwsimctl stats reset ap
	sleep 2
	note "$(counter ap '{desc_used_max, hwq_stops, queue_stops} | tojson')"
	# Beside the ring: what is sent to the group.
	counter_is ap '.desc_used_max >= 225 and .desc_used_max <= 227' ||
		fail "with a ring of 256 entries $(counter ap .desc_used_max) frames were held"
	counter_is ap '.hwq_stops > 10 and .queue_stops == 0' || fail "$(counter ap '{hwq_stops, queue_stops}')"
	# From 32 to 65 free entries are about 33 frames.
	expect_true 'frames a stop' "$(counter ap '.tx_acked / .hwq_stops') | . > 25 and . < 45"
}

# sockets JQ-EXPRESSION - on what sockmon saw of the flow with data, an array.
sockets()
{
	jq -s "map(select(.bytes_sent > 1000000)) | $1" "$TMP/sockets"
}

# A frame that leaves its socket's account at once leaves TCP blind: it fills the
# driver's queue to its cap. Held to completion, the queue is the TSQ limit.
early_orphaning_blinds_tsq_test()
{
	local limit most

	topology_up "${SLOW[@]}" rate=ht20-mcs7 tx_desc=512 tx_desc_low=512
	ip -n ap link set wlan0 gso_max_segs 1
	load_start ap sta0 192.0.2.10 5201 -C cubic
	sleep 2
	hwsimctl stats reset ap
	in_ns ap sockmon -i 10 -t 2 -p 5201 -j >"$TMP/sockets"
	most=$(sockets 'map(.wmem_alloc_bytes) | max')
	# The rate of pacing for 2^-7 s, and the segment that exceeds it.
	limit=$(sockets 'map(.pacing_kbps * 1000 / 8 / 128) | max + 2728 | round')
	note "to completion: at most $most bytes held of a limit of $limit, $(counter ap .desc_used_max) frames queued"
	expect_true 'bytes held to completion' "$most > 20000 and $most <= $limit"
	# A frame of one segment is charged with 2728 bytes at least; a few are no data.
	counter_is ap ".desc_used_max * 2728 <= $limit + 4 * 2728 and .queue_stops == 0" ||
		fail "$(counter ap .desc_used_max) frames are more than the limit"

	hwsimctl radio set ap orphan early
	sleep 3
	hwsimctl stats reset ap
	sleep 1
	# What a socket is still charged with, waits above the full queue.
	counter_is ap '.socket_held_bytes_hist | add == 0' ||
		fail "sockets hold what the driver has: $(counter ap '.socket_held_bytes_hist | tojson')"
	note "early: 0 bytes held of $(counter ap .tx_msdus) frames, at most $(counter ap .desc_used_max) frames queued"
	counter_is ap '.desc_used_max == 512' || fail "the queue reached only $(counter ap .desc_used_max) of 512 frames"
}

test_main
