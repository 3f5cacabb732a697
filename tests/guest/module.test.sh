#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Loading and unloading the module; no traffic.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

cleanup()
{
	module_unload
	[[ ! -d /sys/module/mac80211_hwsim ]] || rmmod mac80211_hwsim
}

interfaces()
{
	local dir

	for dir in /sys/class/net/*/phy80211; do
		[[ -e $dir ]] || continue
		dir=${dir%/phy80211}
		printf '%s ' "${dir##*/}=$(<"$dir/address")"
	done
}

loads_without_radios_test()
{
	module_load radios=0
	expect_equal 'the list of radios' "$(radio_names)" ''
	module_unload
	[[ ! -d /sys/module/hwsim_ext ]] || fail 'the module is still there'
}

makes_the_radios_asked_for_at_load_test()
{
	module_load radios=2
	expect_equal 'the list of radios' "$(radio_names)" 'hwx0 hwx1'
	expect_equal 'the number of interfaces' "$(interfaces | wc -w)" 2
	module_unload
	expect_equal 'the list of interfaces' "$(interfaces)" ''
}

gives_the_same_names_and_addresses_again_test()
{
	local first

	module_load radios=3
	first=$(interfaces)
	[[ $first == *02:00:00:00:00:00*02:00:00:00:01:00*02:00:00:00:02:00* ]] ||
		fail "unexpected addresses: $first"
	module_unload
	module_load radios=3
	expect_equal 'the second set of interfaces' "$(interfaces)" "$first"
	module_unload
}

refuses_a_bad_number_of_radios_test()
{
	local value

	for value in -1 many 1000000 ''; do
		! module_load "radios=$value" 2>"$TMP/stderr" || fail "radios=$value was accepted"
		! module_loaded || fail "the module is loaded after radios=$value"
		expect_equal "the list of interfaces after radios=$value" "$(interfaces)" ''
	done
}

unloads_with_its_interfaces_up_test()
{
	local name

	module_load radios=2
	for name in $(interfaces); do
		ip link set "${name%=*}" up
	done
	module_unload
	expect_equal 'the list of interfaces' "$(interfaces)" ''
}

loads_and_unloads_fifty_times_test()
{
	local i

	for ((i = 0; i < 50; i++)); do
		module_load radios=2
		module_unload
	done
}

allows_wide_channels_without_radar_detection_test()
{
	local channels frequency

	module_load radios=1
	channels=$(iw phy hwx0 channels)
	for frequency in 2412 2437 2462 5180 5200 5220 5240 5745 5765 5785 5805; do
		grep -qE "\* $frequency MHz \[[0-9]+\] ?$" <<<"$channels" ||
			fail "channel $frequency MHz is missing or restricted: $(grep -w "$frequency" <<<"$channels")"
	done
	module_unload
}

lives_beside_the_stock_driver_test()
{
	modprobe -n mac80211_hwsim 2>/dev/null || skip 'this kernel has no mac80211_hwsim module'
	modprobe mac80211_hwsim radios=2
	module_load radios=2
	expect_equal 'the number of interfaces' "$(interfaces | wc -w)" 4
	expect_equal 'the list of radios' "$(radio_names)" 'hwx0 hwx1'
	rmmod mac80211_hwsim
	expect_equal 'the number of interfaces' "$(interfaces | wc -w)" 2
	module_unload
}

test_main
