#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Unloading the module while radios are associated and carry traffic.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

# What IP cuts into ten packets of 1500 bytes.
readonly DATAGRAM_BYTES=$((10 * 1480 - 8))

cleanup()
{
	module_unload
}

after_each()
{
	topology_down
}

radios_are_gone()
{
	[[ -z $(iw phy) && -z $(in_ns ap iw phy) && -z $(in_ns sta0 iw phy) ]]
}

# reload_once OPTION... - load, associate, saturate both ways, unload.
reload_once()
{
	module_load radios=0
	topology_up rate=vht80-nss2-mcs9-sgi "$@"
	# TCP takes what UDP leaves of the air.
	load_start ap sta0 192.0.2.10 5201 -u -b 300M -l "$DATAGRAM_BYTES"
	load_start sta0 ap 192.0.2.1 5202
	sleep 0.2
	counter_is ap '.tx_acked > 100' || fail 'no traffic down'
	counter_is sta0 '.tx_acked > 100' || fail 'no traffic up'
	timeout 30 rmmod hwsim_ext || fail 'rmmod does not end or fails'
	radios_are_gone || fail 'a wiphy outlived the module'
	traffic_stop_all
	topology_down
}

# reload_in_turn COUNT - with other radios and another security each time.
reload_in_turn()
{
	local i

	for ((i = 0; i < $1; i++)); do
		case $((i % 4)) in
		0) reload_once ;;
		1) reload_once security=wpa2 ;;
		2) reload_once completion_us=100000 completion_frames=0 ;;
		3) reload_once completion_ctx=kthread tx_desc=32 ;;
		esac
	done
}

twenty_reloads_under_traffic_test()
{
	local before after

	reload_in_turn 4
	before=$(slab_kb)
	reload_in_turn 16
	after=$(slab_kb)
	note "slab after four and after twenty reloads: $before and $after kB"
	((after < before + 512)) || fail "the slab caches grew from $before to $after kB"
}

# no_orphans - no TCP socket waits for an answer after its process has ended.
no_orphans()
{
	local -a lines

	mapfile -t lines </proc/net/sockstat
	[[ ${lines[1]} == "TCP:"*" orphan 0 "* ]]
}

# slab_kb - what the kernel holds, once the sockets of killed flows have given up;
# each of them keeps a network namespace.
slab_kb()
{
	local limit=$((SECONDS + 900))

	until no_orphans; do
		((SECONDS < limit)) || fail "sockets are left: $(</proc/net/sockstat)"
		sleep 10
	done
	sync
	echo 3 >/proc/sys/vm/drop_caches
	awk '$1 == "Slab:" { print $2 }' /proc/meminfo
}

test_main
