#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Every profile comes up, carries echo requests and TCP, and its counters agree
# with each other. One test that goes over the files, and says which it was.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

setup()
{
	traffic_init
}

after_each()
{
	topology_down
}

nothing_held()
{
	counter_is sta0 '.desc_used == 0' && counter_is ap '.desc_used == 0'
}

# consistent RADIO - every frame taken was reported once, and what was joined or
# sent again was sent.
consistent()
{
	counter_is "$1" '.tx_msdus == .tx_acked + .tx_failed + .tx_dropped' ||
		fail "$1 with $2: $(counter "$1" '{tx_msdus, tx_acked, tx_failed, tx_dropped} | tojson')"
	counter_is "$1" '.rx_dropped == 0 and .desc_used_max > 0' ||
		fail "$1 with $2: $(counter "$1" '{rx_dropped, desc_used_max} | tojson')"
	counter_is "$1" '.completions > 0 and (.completion_hist | add) == .completions' ||
		fail "$1 with $2: $(counter "$1" '{completions, completion_hist} | tojson')"
}

# profile_works NAME SETTING...
profile_works()
{
	local mbps radio

	topology_up width=20 security=wpa2 profile="$1" "${@:2}"
	ping_ok sta0 192.0.2.1 || fail "$1: no echo"
	flow_run sta0 ap 192.0.2.1 2
	mbps=$(received_mbps)
	note "$1: TCP $mbps Mb/s, MPDUs in a PPDU: $(counter sta0 '.tx_mpdus / .tx_ppdus | round')"
	expect_true "TCP with $1" "$mbps > 60"
	wait_until 5 nothing_held || fail "$1: descriptors are not given back"
	for radio in ap sta0; do
		consistent "$radio" "$1"
	done
	topology_down
}

all_profiles_work_test()
{
	local file n=0

	for file in "$TOPOLOGIES"/profiles/*.conf; do
		file=${file##*/}
		profile_works "${file%.conf}"
		((++n))
	done
	((n >= 7)) || fail "only $n profiles"
}

# Each value of a profile of hardware says where it is from.
sources_are_given_test()
{
	local file bad

	for file in "$TOPOLOGIES"/profiles/{ath10k*,iwlwifi,mt76}.conf; do
		bad=$(awk '/^$/ { said = 0 } /^# .*(Driver|Assumption):/ { said = 1 }
			/^[a-z]/ && !said { print FILENAME ": " $1 }' "$file")
		[[ -z $bad ]] || fail "no source for $bad"
	done
}

test_main
