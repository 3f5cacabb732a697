#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# The ap-sta topology itself: what it refuses, and that it leaves nothing behind.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

readonly SCRIPT=$TOPOLOGIES/ap-sta.sh

# left_over - what a topology could have left.
left_over()
{
	local name

	for name in /run/netns/* /run/hwx/*; do
		[[ ! -e $name ]] || printf '%s ' "$name"
	done
	for name in hostapd wpa_supplicant; do
		! pidof "$name" >/dev/null || printf '%s ' "$name"
	done
	! module_loaded || printf 'hwsim_ext '
}

nothing_left()
{
	expect_equal "what is left after $1" "$(left_over)" ''
}

# refused PATTERN SETTING... - up refuses with one sentence and leaves nothing.
refused()
{
	expect_refusal 2 "$1" "$SCRIPT" up "${@:2}"
	nothing_left "up ${*:2}"
}

after_each()
{
	topology_down
}

refuses_bad_settings_test()
{
	refused 'stations.*1\.\.64' stations=0
	refused 'stations.*1\.\.64' stations=65
	refused 'stations.*1\.\.64' stations=two
	refused 'stations.*1\.\.64' stations=
	refused 'security.*open, wpa2, wpa3' security=wep
	refused 'security.*open, wpa2, wpa3' 'security=open|wpa2'
	refused 'band.*2.4, 5' band=6
	refused 'channel.*1\.\.13' band=2.4 channel=36
	refused 'channel.*36, 40' channel=37
	refused 'width.*20, 40' phy=ht width=80
	refused 'width.*20' phy=legacy width=40
	refused 'wmm.*phy=legacy' phy=ht wmm=no
	refused 'phy.*legacy, ht, he' band=2.4 phy=vht
	refused 'passphrase.*8' security=wpa2 passphrase=short
	refused 'profile.*ath10k.*ideal' profile=nonsense
	refused 'profile.*ath10k.*ideal' profile=../lib
	refused 'KEY=VALUE' stations
	refused 'KEY=VALUE' 'a b=c'
	refused 'sta3.*sta0 ?sta1' stations=2 sta3.rate=auto
	refused 'leave sta' sta.stations=2
}

two_bss_refuses_for_its_second_network_test()
{
	expect_refusal 2 'channel.*36, 40' "$TOPOLOGIES/two-bss.sh" up ap1.channel=37
	expect_refusal 2 'width.*20' "$TOPOLOGIES/two-bss.sh" up ap1.phy=legacy ap1.width=80
	expect_refusal 2 'ap2.*ap1' "$TOPOLOGIES/two-bss.sh" up ap2.rate=auto
	nothing_left 'refusals of two-bss'
}

refuses_bad_radio_and_medium_parameters_test()
{
	refused nonsense nonsense=1
	refused 'pacing_shift.*31' pacing_shift=32
	refused 'rate' sta0.rate=fast
	refused 'orphan.*early' ap.orphan=never
	refused 'contention.*fifo' contention=csma
	refused seed seed=-1
	refused 'seed' sta0.seed=2
}

refuses_words_test()
{
	expect_refusal 2 'up, down' "$SCRIPT"
	expect_refusal 2 'up, down' "$SCRIPT" upp
	expect_refusal 2 'no settings' "$SCRIPT" down stations=1
	"$SCRIPT" --help >"$TMP/help"
	grep -q '^stations ' "$TMP/help"
	grep -q '^security ' "$TMP/help"
	grep -q '^wired ' "$TMP/help"
}

comes_up_and_goes_down_without_a_trace_test()
{
	topology_up stations=3 wired=yes security=wpa3
	expect_equal 'the namespaces' "$(ip netns list | cut -d ' ' -f 1 | sort | paste -sd ' ')" 'ap server sta0 sta1 sta2'
	expect_equal 'the radios' "$(radio_names)" 'ap sta0 sta1 sta2'
	topology_down
	nothing_left down
	topology_down
}

cannot_be_brought_up_twice_test()
{
	topology_up
	expect_refusal 1 'already up' "$SCRIPT" up
	ping_ok sta0 192.0.2.1
	topology_down
	nothing_left down
}

leaves_alone_what_is_not_its_own_test()
{
	ip netns add sta0
	expect_refusal 1 'namespace sta0 exists already' "$SCRIPT" up
	[[ -e /run/netns/sta0 ]] || fail 'somebody else'\''s namespace was removed'
	ip netns del sta0
	nothing_left 'a collision of namespaces'
	module_load radios=0
	hwsimctl radio add name ap >"$TMP/stdout"
	expect_refusal 1 'radio named ap exists already' "$SCRIPT" up
	expect_equal 'the radios' "$(radio_names)" ap
	hwsimctl radio del ap
	topology_up
	topology_down
	module_loaded || fail 'a module that was loaded before is gone'
	module_unload
}

is_cleaned_up_when_interrupted_test()
{
	local moment pid status interrupted=0

	# Job control, because a background job without it ignores SIGINT.
	set -m
	for moment in 0.02:INT 0.05:TERM 0.1:INT 0.2:TERM; do
		"$SCRIPT" up stations=2 security=wpa2 >"$TMP/stdout" 2>&1 &
		pid=$!
		sleep "${moment%:*}"
		kill "-${moment#*:}" "$pid" 2>/dev/null || : "it is up"
		status=0
		wait "$pid" || status=$?
		if ((status == 0)); then
			topology_down
		else
			((++interrupted))
		fi
		nothing_left "$moment (status $status)"
	done
	note "$interrupted of 4 were caught half way"
	((interrupted > 1)) || fail 'up was quicker than the signals: send them earlier'
}

down_cleans_up_after_a_killed_up_test()
{
	local pause pid killed=0

	for pause in 0.02 0.1 0.2; do
		"$SCRIPT" up stations=2 >"$TMP/stdout" 2>&1 &
		pid=$!
		sleep "$pause"
		kill -KILL "$pid" 2>/dev/null || : "it is up"
		wait "$pid" || ((++killed))
		sleep 0.5
		topology_down
		nothing_left "down after a killed up ($pause s)"
	done
	note "$killed of 3 were caught half way"
	((killed > 1)) || fail 'up was quicker than the signals: send them earlier'
}

settings_reach_the_radios_they_name_test()
{
	topology_up stations=2 profile=ath10k sta1.profile=ideal pacing_shift=9 sta.pacing_shift=8 \
		sta0.pacing_shift=6 ap.tx_desc=99 seed=5 contention=fifo
	expect_equal 'pacing_shift of ap' "$(radio_value ap pacing_shift)" 9
	expect_equal 'pacing_shift of sta0' "$(radio_value sta0 pacing_shift)" 6
	expect_equal 'pacing_shift of sta1' "$(radio_value sta1 pacing_shift)" 8
	expect_equal 'tx_desc of ap' "$(radio_value ap tx_desc)" 99
	expect_equal 'tx_desc of sta0' "$(radio_value sta0 tx_desc)" 1424
	expect_equal 'completion_frames of sta0' "$(radio_value sta0 completion_frames)" 32
	expect_equal 'completion_frames of sta1' "$(radio_value sta1 completion_frames)" 1
	expect_equal 'the medium' "$(hwsimctl -j medium show 0 | jq -c '.[0] | [.seed, .contention]')" '[5,"fifo"]'
	topology_down
}

reads_its_settings_file_test()
{
	printf '# two stations\nstations=2\n\nsecurity=wpa2\npacing_shift=9\n' >"$TMP/settings"
	HWX_SETTINGS_FILE=$TMP/settings "$SCRIPT" up pacing_shift=10
	expect_equal 'the radios' "$(radio_names)" 'ap sta0 sta1'
	expect_equal 'pacing_shift' "$(radio_value ap pacing_shift)" 10
	grep -q wpa_passphrase /run/hwx/ap-sta/ap.conf || fail 'security=wpa2 was not read'
	topology_down
	printf 'stations=2\nstations\n' >"$TMP/settings"
	HWX_SETTINGS_FILE=$TMP/settings expect_refusal 2 'settings line 2' "$SCRIPT" up
	nothing_left 'a bad settings file'
}

sixty_four_stations_test()
{
	topology_up stations=64
	ping_ok sta0 192.0.2.1
	ping_ok sta63 192.0.2.1
	ping_ok ap 2001:db8::73
	topology_down
	nothing_left down
}

test_main
