# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What must be back once a flow between sta0 and ap has ended, and what TCP counted.

nothing_held()
{
	counter_is sta0 '.desc_used == 0' && counter_is ap '.desc_used == 0'
}

# aql_is_zero RADIO - nothing is pending at its station.
aql_is_zero()
{
	local files

	files=(/sys/kernel/debug/ieee80211/"$1"/netdev:wlan0/stations/*/aql)
	[[ -e ${files[0]} ]] || return 0
	grep -q 'Q depth: VO: 0 us VI: 0 us BE: 0 us BK: 0 us' "${files[0]}"
}

all_comes_back()
{
	wait_until 5 nothing_held || fail "descriptors are not given back"
	wait_until 5 aql_is_zero sta0 || fail "the airtime queue limit is not given back"
}

# kernel_count NS COUNTER - of TCP, since the namespace exists.
kernel_count()
{
	in_ns "$1" nstat -asz "$2" | awk -v name="$2" '$1 == name { print $2 }'
}
