#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# hwsimctl radio and medium: what they do, and what they refuse. A refusal is
# one sentence and changes nothing.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

setup()
{
	module_load radios=0
}

cleanup()
{
	module_unload
}

snapshot()
{
	hwsimctl -j radio show
	hwsimctl -j medium show
}

# refused STATUS PATTERN WORD... - hwsimctl WORD... is refused and changes nothing.
refused()
{
	local before

	before=$(snapshot)
	expect_refusal "$1" "$2" hwsimctl "${@:3}"
	expect_equal "what exists after 'hwsimctl ${*:3}'" "$(snapshot)" "$before"
}

adds_with_defaults_and_deletes_test()
{
	expect_equal 'the reply' "$(hwsimctl -j radio add | jq -r '.name // .[0].name')" hwx0
	expect_equal 'the list of radios' "$(radio_names)" hwx0
	expect_equal rate "$(radio_value hwx0 rate)" auto
	expect_equal ampdu_frames "$(radio_value hwx0 ampdu_frames)" 64
	expect_equal tx_desc "$(radio_value hwx0 tx_desc)" 1424
	expect_equal completion_us "$(radio_value hwx0 completion_us)" 2000
	expect_equal pacing_shift "$(radio_value hwx0 pacing_shift)" 7
	expect_equal orphan "$(radio_value hwx0 orphan)" completion
	expect_equal aql "$(radio_value hwx0 aql)" true
	hwsimctl radio del hwx0
	expect_equal 'the list of radios' "$(radio_names)" ''
	[[ ! -e /sys/class/ieee80211/hwx0 ]] || fail 'the wiphy is still there'
}

adds_with_a_name_and_parameters_test()
{
	hwsimctl radio add name left rate vht80-nss2-mcs9-sgi completion_us 0 orphan early sg on medium 7
	expect_equal 'the list of radios' "$(radio_names)" left
	expect_equal rate "$(radio_value left rate)" vht80-nss2-mcs9-sgi
	expect_equal completion_us "$(radio_value left completion_us)" 0
	expect_equal orphan "$(radio_value left orphan)" early
	expect_equal sg "$(radio_value left sg)" true
	expect_equal medium "$(radio_value left medium)" 7
	[[ -e /sys/class/ieee80211/left ]] || fail 'there is no wiphy named left'
	expect_equal 'show by id' "$(hwsimctl -j radio show "$(radio_value left id)")" \
		"$(hwsimctl -j radio show left)"
	hwsimctl radio del left
}

adds_every_profile_test()
{
	local file

	for file in "$TOPOLOGIES"/profiles/*.conf; do
		hwsimctl radio add name profiled --profile "$file"
		hwsimctl radio del profiled
	done
	hwsimctl radio add name profiled --profile "$TOPOLOGIES/profiles/ideal.conf" tx_desc 99
	expect_equal completion_frames "$(radio_value profiled completion_frames)" 1
	expect_equal 'tx_desc given after the profile' "$(radio_value profiled tx_desc)" 99
	hwsimctl radio del profiled
}

sets_while_there_test()
{
	hwsimctl radio add name one
	hwsimctl radio set one pacing_shift 10 completion_ctx kthread rate he80-nss2-mcs11-gi800 gro off
	expect_equal pacing_shift "$(radio_value one pacing_shift)" 10
	expect_equal completion_ctx "$(radio_value one completion_ctx)" kthread
	expect_equal rate "$(radio_value one rate)" he80-nss2-mcs11-gi800
	expect_equal gro "$(radio_value one gro)" false
	hwsimctl radio set one pacing_shift 0 ampdu_frames 256 completion_frames 65535
	expect_equal pacing_shift "$(radio_value one pacing_shift)" 0
	expect_equal ampdu_frames "$(radio_value one ampdu_frames)" 256
	hwsimctl radio del one
}

sets_and_shows_the_medium_test()
{
	hwsimctl medium set 3 seed 18446744073709551615 contention fifo
	expect_equal medium "$(hwsimctl -j medium show 3 | jq -c '.[0] | [.medium, .radios, .contention]')" '[3,0,"fifo"]'
	hwsimctl -j medium show 3 | grep -q 18446744073709551615 || fail 'the seed is not what was set'
	hwsimctl radio add name one medium 3
	expect_equal radios "$(hwsimctl -j medium show 3 | jq '.[0].radios')" 1
	hwsimctl radio del one
	expect_equal radios "$(hwsimctl -j medium show 3 | jq '.[0].radios')" 0
}

refuses_words_and_values_test()
{
	hwsimctl radio add name one
	refused 2 nonsense radio add nonsense 1
	refused 2 'pacing_shift.*31' radio add pacing_shift 32
	refused 2 pacing_shift radio set one pacing_shift -1
	refused 2 pacing_shift radio set one pacing_shift 7x
	refused 2 pacing_shift radio set one pacing_shift ''
	refused 2 pacing_shift radio set one pacing_shift
	refused 2 'tx_desc.*65535' radio set one tx_desc 0
	refused 2 'ampdu_frames.*256' radio set one ampdu_frames 257
	refused 2 'ampdu_us.*5484' radio set one ampdu_us 99
	refused 2 'completion_ctx.*kthread' radio set one completion_ctx irq
	refused 2 'orphan.*early' radio set one orphan late
	refused 2 gro radio set one gro maybe
	refused 2 'contention.*fifo' medium set 0 contention csma
	refused 2 seed medium set 0 seed 18446744073709551616
	refused 2 'bogus' radio bogus
	refused 2 'show' radio sho
	refused 2 'rad' rad show
	hwsimctl radio del one
}

refuses_impossible_rates_test()
{
	local rate

	hwsimctl radio add name one
	for rate in vht20-nss1-mcs9-sgi vht80-nss3-mcs6 ht20-mcs32-sgi ht80-mcs1-sgi legacy-7 \
		he80-nss2-mcs12-gi800 he80-nss9-mcs0-gi800 vht80-nss2 he80-nss2-mcs11 fast 'auto '; do
		refused 2 "rate" radio set one rate "$rate"
	done
	expect_equal rate "$(radio_value one rate)" auto
	hwsimctl radio del one
}

changes_all_or_nothing_test()
{
	hwsimctl radio add name one
	refused 2 tx_desc radio set one pacing_shift 9 tx_desc 70000
	expect_equal pacing_shift "$(radio_value one pacing_shift)" 7
	hwsimctl radio del one
}

refuses_to_change_what_is_fixed_at_creation_test()
{
	local pair

	hwsimctl radio add name one
	for pair in 'medium 1' 'sg on' 'csum off' 'aql off' 'airtime_fairness off'; do
		# shellcheck disable=SC2086 # two words
		refused '[12]' "${pair% *}" radio set one $pair
	done
	hwsimctl radio del one
}

refuses_names_test()
{
	hwsimctl radio add name one
	refused '[12]' one radio add name one
	refused '[12]' name radio add name a/b
	refused '[12]' name radio add name ''
	refused '[12]' name radio add name aaaaaaaaaabbbbbbbbbbccccccccccdd
	refused 1 'two' radio del two
	refused 1 '99' radio show 99
	refused 1 'two' stats show two
	refused '[12]' 77 medium show 77
	hwsimctl radio del one
}

holds_sixty_four_radios_test()
{
	local i

	for ((i = 0; i < 64; i++)); do
		hwsimctl radio add >"$TMP/stdout"
	done
	expect_equal 'the number of radios' "$(radio_names | wc -w)" 64
	expect_equal 'the number of addresses' \
		"$(hwsimctl -j radio show | jq -r '.[].addr' | sort -u | wc -l)" 64
	for i in $(radio_names); do
		hwsimctl radio del "$i"
	done
	expect_equal 'the list of radios' "$(radio_names)" ''
}

lets_only_root_change_anything_test()
{
	hwsimctl radio add name one
	refused 1 . radio show one.x
	for words in 'radio add name two' 'radio del one' 'radio set one pacing_shift 9' \
		'medium set 0 seed 2' 'stats reset one'; do
		# shellcheck disable=SC2086 # several words
		expect_status 1 setpriv --reuid 65534 --regid 65534 --clear-groups hwsimctl $words
	done
	expect_equal 'the list of radios' "$(radio_names)" one
	expect_equal pacing_shift "$(radio_value one pacing_shift)" 7
	setpriv --reuid 65534 --regid 65534 --clear-groups hwsimctl radio show one >"$TMP/stdout" ||
		fail 'a user cannot look'
	hwsimctl radio del one
}

test_main
