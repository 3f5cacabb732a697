#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# 256 radios on one channel: an access point and 255 stations, each of which it
# can ping, and the end of all of them at once.
#
#  netns ap              first netns
#  +--------+            +--------+--------+-- - - -+----------+
#  | wlan0  |  )))  (((  |  hwx1  |  hwx2  |        |  hwx255  |
#  +--------+            +--------+--------+-- - - -+----------+
#
# All stations share a namespace and have link-local addresses only, so each
# answers through the radio that was asked.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

readonly STATIONS=255 FREQUENCY_MHZ=5180

setup()
{
	sysctl -qw net.ipv6.conf.{all,default}.{accept_dad,router_solicitations,autoconf}=0
	ip netns add ap
	in_ns ap sysctl -qw net.ipv6.conf.{all,default}.{accept_dad,router_solicitations,autoconf}=0
	make_radios
	move_access_point
	start_access_point
	station_devices | sed 's/.*/link set & up/' | ip -batch -
}

cleanup()
{
	[[ ! -f /run/crowd.pid ]] || kill "$(</run/crowd.pid)"
	module_unload
	ip netns del ap
	rm -f /run/crowd.conf /run/crowd.seconds
}

make_radios()
{
	local before after

	read -r before _ </proc/uptime
	module_load radios=$((STATIONS + 1))
	read -r after _ </proc/uptime
	jq -n "$after - $before" >/run/crowd.seconds
}

move_access_point()
{
	local dev

	dev=$(cd /sys/class/ieee80211/hwx0/device/net && echo *)
	iw phy hwx0 set netns name ap
	[[ $dev == wlan0 ]] || ip -n ap link set "$dev" name wlan0
}

start_access_point()
{
	printf '%s\n' interface=wlan0 driver=nl80211 ssid=crowd hw_mode=a channel=36 ieee80211n=1 \
		wmm_enabled=1 max_num_sta=2007 >/run/crowd.conf
	in_ns ap hostapd -B -P /run/crowd.pid /run/crowd.conf >"$TMP/stdout"
	wait_until 10 test -s /run/crowd.pid
}

# station_devices - their interfaces, one a line.
station_devices()
{
	local dir

	for dir in /sys/class/net/*; do
		[[ ! -e $dir/phy80211 ]] || printf '%s\n' "${dir##*/}"
	done
}

# associated DEVICE - it has a carrier. Looks without starting a process.
associated()
{
	local carrier

	read -r carrier <"/sys/class/net/$1/carrier" && ((carrier))
}

all_associated()
{
	local dev

	for dev in "$@"; do
		associated "$dev" || return 1
	done
}

# connect_all DEVICE... - ask until all are in: the kernel gives up when one scan
# finds nothing, as happens to some of so many that ask at once.
connect_all()
{
	local dev tries

	for ((tries = 0; tries < 10; tries++)); do
		for dev in "$@"; do
			associated "$dev" || iw dev "$dev" connect crowd "$FREQUENCY_MHZ" 2>/dev/null || :
		done
		! wait_until 2 all_associated "$@" || return 0
	done
	return 1
}

all_are_made_test()
{
	expect_equal 'the number of radios' "$(radio_names | wc -w)" $((STATIONS + 1))
	expect_true 'seconds' "$(</run/crowd.seconds) < 5"
}

no_radio_has_a_thread_test()
{
	expect_equal 'threads' "$(grep -lE '^hwx[0-9]' /proc/[0-9]*/comm)" ''
}

# In two halves: the kernel log holds no more of what it says about them.
half_associate_test()
{
	local -a devices

	mapfile -t devices < <(station_devices)
	connect_all "${devices[@]:0:128}" || fail 'not all stations associate'
}

the_rest_associates_test()
{
	local -a devices

	mapfile -t devices < <(station_devices)
	connect_all "${devices[@]}" || fail 'not all stations associate'
	expect_equal 'stations of the access point' \
		"$(hwsimctl -j station show hwx0 | jq length)" "$STATIONS"
	expect_equal 'those that stations talk to' \
		"$(hwsimctl -j station show | jq 'map(select(.name != "hwx0") | .addr) | unique | length')" 1
}

# Everybody hears the request and answers with a frame of its own, the access
# point itself included.
all_answer_test()
{
	local n

	in_ns ap ping -6 -n -c 2 -i 3 ff02::1%wlan0 >"$TMP/answers"
	n=$(grep -oE 'from fe80:[0-9a-f:]+' "$TMP/answers" | sort -u | wc -l)
	expect_equal 'radios that answer' "$n" $((STATIONS + 1))
}

all_go_at_once_test()
{
	local before after

	read -r before _ </proc/uptime
	hwsimctl radio del --all
	read -r after _ </proc/uptime
	note "256 radios that are associated are gone after $(jq -n "$after - $before") s"
	expect_true 'seconds' "$after - $before < 5"
	expect_equal 'the list of radios' "$(radio_names)" ''
	expect_equal 'wiphys' "$(find /sys/class/ieee80211 -mindepth 1)" ''
}

test_main
