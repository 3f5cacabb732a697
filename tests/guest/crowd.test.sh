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
	# Every station has a few neighbours, and all have one table.
	sysctl -qw net.ipv6.neigh.default.gc_thresh{2,3}=8192
	ip netns add ap
	in_ns ap sysctl -qw net.ipv6.conf.{all,default}.{accept_dad,router_solicitations,autoconf}=0
	make_radios
	move_access_point
	start_access_point
	log_is_clean
	start_stations
	wait_until 60 all_associated || fail 'not all stations associate'
	log_is_clean
}

cleanup()
{
	local file

	for file in /run/crowd*.pid; do
		[[ ! -f $file ]] || kill "$(<"$file")" || :
	done
	module_unload
	ip netns del ap
	rm -f /run/crowd.{conf,seconds,stations}
}

# log_is_clean - look now, and mark the begin of the file anew: so many radios have
# more to say than the kernel log holds.
log_is_clean()
{
	! dmesg | grep -EA 25 -- "$SPLAT" || fail 'the kernel log is not clean'
	kernel_log_mark 'START file crowd'
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

# start_stations - one wpa_supplicant for 64 of them; it cannot serve many more.
start_stations()
{
	local -a devices words
	local dev first

	printf 'network={\n\tssid="crowd"\n\tkey_mgmt=NONE\n\tscan_freq=%d\n}\n' "$FREQUENCY_MHZ" \
		>/run/crowd.stations
	mapfile -t devices < <(station_devices)
	for ((first = 0; first < ${#devices[@]}; first += 64)); do
		words=()
		for dev in "${devices[@]:first:64}"; do
			words+=(${words[0]+-N} -D nl80211 -i "$dev" -c /run/crowd.stations)
		done
		wpa_supplicant -B -P "/run/crowd.$first.pid" "${words[@]}" >"$TMP/stdout" 2>&1 ||
			fail "$(tail -n 3 "$TMP/stdout")"
	done
}

# all_associated - every station has a carrier. Looks without starting a process.
all_associated()
{
	local dir carrier

	for dir in /sys/class/net/*; do
		[[ -e $dir/phy80211 ]] || continue
		read -r carrier <"$dir/carrier" && ((carrier)) || return 1
	done
}

all_are_made_test()
{
	expect_equal 'the number of radios' "$(radio_names | wc -w)" $((STATIONS + 1))
	expect_true 'seconds' "$(</run/crowd.seconds) < 5"
}

no_radio_has_a_thread_test()
{
	! grep -hE '^hwx[0-9]' /proc/[0-9]*/comm >"$TMP/threads" 2>/dev/null || fail "$(head -n 3 "$TMP/threads")"
}

all_associate_test()
{
	expect_equal 'stations of the access point' \
		"$(hwsimctl -j station show hwx0 | jq length)" "$STATIONS"
	expect_equal 'those that stations talk to' \
		"$(hwsimctl -j station show | jq 'map(select(.name != "hwx0") | .addr) | unique | length')" 1
}

# One by one: the kernel has one socket for all its echo replies, which in driver
# queues at once would fill its buffer.
all_answer_test()
{
	ip -6 -j addr show scope link |
		jq -r '.[].addr_info[] | select(.local) | .local' >"$TMP/addresses"
	expect_equal 'stations with an address' "$(wc -l <"$TMP/addresses")" "$STATIONS"
	# shellcheck disable=SC2016 # for the shell inside
	in_ns ap bash -c 'while read -r address; do
		busybox ping -6 -q -c 2 -i 0.1 -W 1 "$address%wlan0" </dev/null
	done' <"$TMP/addresses" >"$TMP/answers" 2>&1 || fail "$(tail -n 5 "$TMP/answers")"
	expect_equal 'stations that answer' "$(grep -cE ' [12] packets received' "$TMP/answers")" "$STATIONS"
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
