#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Fifty associations in a row, alternating between leaving on purpose, being
# kicked by the access point, and losing the interface.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

setup()
{
	topology_up security=wpa2
}

leave()
{
	supplicant sta0 disconnect >/dev/null
	wait_until 5 supplicant_state_is sta0 DISCONNECTED || fail 'the station does not leave'
	supplicant sta0 reconnect >/dev/null
}

kick()
{
	hostapd_cli -p /run/hwx/ap-sta/ap-ctrl -i wlan0 deauthenticate \
		"$(in_ns sta0 cat /sys/class/net/wlan0/address)" >/dev/null
	wait_until 5 supplicant_has_left || fail 'the station does not notice the kick'
	supplicant sta0 reassociate >/dev/null
}

supplicant_has_left()
{
	! supplicant_state_is sta0 COMPLETED
}

lose_interface()
{
	ip -n sta0 link set wlan0 down
	wait_until 5 supplicant_has_left || fail 'the station does not notice the loss'
	ip -n sta0 link set wlan0 up
}

fifty_cycles_test()
{
	local i way

	for ((i = 0; i < 50; i++)); do
		case $((i % 3)) in
		0) way=leave ;;
		1) way=kick ;;
		2) way=lose_interface ;;
		esac
		"$way"
		wait_until 30 supplicant_state_is sta0 COMPLETED ||
			fail "cycle $i ($way): the station does not come back"
		in_ns sta0 busybox ping -q -c 1 -W 2 192.0.2.1 >/dev/null || fail "cycle $i ($way): no answer"
	done
}

nothing_is_held_afterwards_test()
{
	wait_until 5 counter_is sta0 '.desc_used == 0' || fail "sta0 holds $(counter sta0 .desc_used) frames"
	# The next beacon is on its way now and then; a moment without one comes.
	wait_until 5 counter_is ap '.desc_used == 0' || fail "ap holds $(counter ap .desc_used) frames"
}

test_main
