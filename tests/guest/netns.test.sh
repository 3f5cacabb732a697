#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Radios in network namespaces: moving, looking from inside, and namespaces that
# go away with a radio in them.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

setup()
{
	module_load radios=0
}

cleanup()
{
	local ns

	for ns in hwx-one hwx-two; do
		[[ ! -e /run/netns/$ns ]] || ip netns del "$ns"
	done
	module_unload
}

here()
{
	[[ -e /sys/class/ieee80211/$1 ]]
}

moves_and_comes_back_test()
{
	ip netns add hwx-one
	hwsimctl radio add name left
	iw phy left set netns name hwx-one
	! here left || fail 'the radio is still in the first namespace'
	phy_namespace_has hwx-one left || fail 'the radio is not in the namespace it was moved to'
	expect_equal 'the list of radios' "$(radio_names)" left
	in_ns hwx-one iw phy left set netns 1
	here left || fail 'the radio did not come back'
	hwsimctl radio del left
	ip netns del hwx-one
}

is_seen_and_changed_from_any_namespace_test()
{
	ip netns add hwx-one
	ip netns add hwx-two
	hwsimctl radio add name left
	iw phy left set netns name hwx-one
	in_ns hwx-two hwsimctl radio set left pacing_shift 3
	expect_equal pacing_shift "$(in_ns hwx-one hwsimctl -j radio show left | jq '.[0].pacing_shift')" 3
	in_ns hwx-two hwsimctl radio del left
	! phy_namespace_has hwx-one left || fail 'the wiphy outlived its radio'
	ip netns del hwx-one
	ip netns del hwx-two
}

returns_when_its_namespace_goes_test()
{
	ip netns add hwx-one
	hwsimctl radio add name left
	iw phy left set netns name hwx-one
	ip -n hwx-one link set "$(in_ns hwx-one iw dev | awk '$1 == "Interface" { print $2 }')" up
	ip netns del hwx-one
	wait_until 10 here left || fail 'the radio did not return to the first namespace'
	hwsimctl radio del left
}

is_deleted_in_its_namespace_test()
{
	ip netns add hwx-one
	hwsimctl radio add name left
	iw phy left set netns name hwx-one
	hwsimctl radio del left
	expect_equal 'the list of radios' "$(radio_names)" ''
	expect_equal 'wiphys in the namespace' "$(in_ns hwx-one iw phy)" ''
	ip netns del hwx-one
}

is_unloaded_while_a_radio_is_elsewhere_test()
{
	ip netns add hwx-one
	hwsimctl radio add name left
	iw phy left set netns name hwx-one
	module_unload
	expect_equal 'wiphys in the namespace' "$(in_ns hwx-one iw phy)" ''
	ip netns del hwx-one
	module_load radios=0
}

test_main
