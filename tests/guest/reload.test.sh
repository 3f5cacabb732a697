#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Unloading the module while radios are associated and carry traffic.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

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
	load_start sta0 ap 192.0.2.1 5201 "${FLOOD[@]}"
	load_start ap sta0 192.0.2.10 5202 "${FLOOD[@]}"
	load_start sta0 ap 192.0.2.1 5203
	sleep 0.2
	timeout 30 rmmod hwsim_ext || fail 'rmmod does not end or fails'
	radios_are_gone || fail 'a wiphy outlived the module'
	traffic_stop_all
	topology_down
}

twenty_reloads_under_traffic_test()
{
	local i

	for ((i = 0; i < 20; i++)); do
		case $((i % 4)) in
		0) reload_once ;;
		1) reload_once security=wpa2 ;;
		2) reload_once completion_us=100000 completion_frames=0 ;;
		3) reload_once completion_ctx=kthread tx_desc=32 ;;
		esac
	done
}

nothing_is_left_over_test()
{
	local before after

	before=$(slab_kb)
	for ((i = 0; i < 5; i++)); do
		reload_once
	done
	after=$(slab_kb)
	note "slab before and after five more reloads: $before and $after kB"
	((after < before + 1024)) || fail "the slab caches grew from $before to $after kB"
}

slab_kb()
{
	sync
	echo 3 >/proc/sys/vm/drop_caches
	awk '$1 == "Slab:" { print $2 }' /proc/meminfo
}

test_main
