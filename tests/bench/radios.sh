#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#   radios.sh COUNT [stock]
#
# Make that many radios, bring their interfaces up, take all of them away at once.
# /job/out/radios gets the uptime before and after each of the three. What makes
# them is `hwsimctl radio add`, one call a radio; for the stock driver modprobe.

# shellcheck source=topologies/lib.sh
. /lib/hwx/topologies/lib.sh || exit 1

TOPOLOGY=radios

# moment - append the uptime to the results, without starting a process.
moment()
{
	local uptime

	read -r uptime _ </proc/uptime
	printf '%s\n' "$uptime" >>/job/out/radios
}

make_ours()
{
	local i

	for ((i = 0; i < $1; i++)); do
		hwsimctl radio add >/dev/null || exit
	done
}

bring_up()
{
	local dir

	for dir in /sys/class/net/*; do
		[[ ! -e $dir/phy80211 ]] || printf 'link set %s up\n' "${dir##*/}"
	done | ip -batch -
}

if [[ ${2-} == stock ]]; then
	make_radios=(modprobe mac80211_hwsim "radios=$1")
	take_away=(rmmod mac80211_hwsim)
else
	module_load
	make_radios=(make_ours "$1")
	take_away=(hwsimctl radio del --all)
fi
modprobe -q mac80211 || : "built into this kernel"
moment
"${make_radios[@]}" || die "cannot make $1 radios"
moment
bring_up || die "cannot bring $1 radios up"
moment
"${take_away[@]}" || die "cannot take $1 radios away"
moment
