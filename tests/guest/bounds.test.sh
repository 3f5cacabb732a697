#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Every queue is bounded: a flood fills the descriptor pool and no more, and
# memory stays flat.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

setup()
{
	traffic_init
	topology_up rate=ht20-mcs7 phy=ht width=20 aql=off
}

slab_kb()
{
	awk '$1 == "Slab:" { print $2 }' /proc/meminfo
}

# flood - sixteen sockets offer ten times what the air carries.
flood()
{
	load_start sta0 ap 192.0.2.1 5201 -u -b 40M -l 14792 -w "$SOCKET_BYTES" -P 16
	sleep 2
}

the_pool_is_never_exceeded_test()
{
	local pool

	flood
	for pool in 1424 256 64 8 1; do
		hwsimctl radio set sta0 tx_desc "$pool"
		# What was taken before the change is still to be completed.
		wait_until 10 counter_is sta0 ".desc_used <= $pool" ||
			fail "$(counter sta0 .desc_used) frames are held with a pool of $pool"
		hwsimctl stats reset sta0
		sleep 1
		counter_is sta0 ".desc_used_max <= $pool" ||
			fail "with a pool of $pool $(counter sta0 .desc_used_max) descriptors were used"
		counter_is sta0 '.queue_stops > 0' || fail "a pool of $pool never ran dry"
		counter_is sta0 '.tx_acked > 10' || fail "with a pool of $pool nothing is sent"
	done
	hwsimctl radio set sta0 tx_desc 1424
}

the_pool_refills_from_its_low_mark_test()
{
	local low

	flood
	hwsimctl radio set sta0 tx_desc 128
	for low in 1 64 127; do
		hwsimctl radio set sta0 tx_desc_low "$low"
		hwsimctl stats reset sta0
		sleep 1
		counter_is sta0 '.tx_acked > 100' || fail "with a low mark of $low nothing is sent"
	done
	hwsimctl radio set sta0 tx_desc 1424 tx_desc_low 0
}

memory_stays_flat_test()
{
	local before after

	flood
	before=$(slab_kb)
	sleep 10
	after=$(slab_kb)
	note "slab: $before kB, ten seconds of flood later $after kB"
	((after < before + 512)) || fail "the slab caches grew from $before to $after kB"
}

quiet()
{
	counter_is sta0 '.desc_used == 0' && (($(slab_kb) < $1))
}

memory_comes_back_test()
{
	local before during

	wait_until 10 counter_is sta0 '.desc_used == 0'
	sleep 5
	before=$(slab_kb)
	flood
	during=$(slab_kb)
	((during > before + 4000)) || fail "the flood queued nothing: slab $before kB, then $during kB"
	traffic_stop_all
	wait_until 20 quiet $((before + (during - before) / 10)) ||
		fail "slab before, during, after: $before, $during, $(slab_kb) kB"
	note "slab before, during, after: $before, $during, $(slab_kb) kB"
}

a_stopped_receiver_holds_nothing_up_test()
{
	flood
	kill -STOP "$(sed -n 1p "$TMP/pids")"
	sleep 2
	hwsimctl stats reset sta0
	sleep 1
	counter_is sta0 '.tx_acked > 100' || fail 'the air stands still because a process does'
	kill -CONT "$(sed -n 1p "$TMP/pids")"
}

test_main
