#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
#   crowd.sh RADIOS
#
# Associate every radio of the first namespace with the access point, after making
# as many of our driver as RADIOS says. They have no addresses, so all they do is
# to hear what is on the channel.

# shellcheck source=topologies/lib.sh
. /lib/hwx/topologies/lib.sh || exit 1

TOPOLOGY=crowd
readonly FREQUENCY_MHZ=5180 SSID=hwsim-ext
declare -a devices=()

# associated DEVICE - it has a carrier. Looks without starting a process.
associated()
{
	local carrier

	read -r carrier <"/sys/class/net/$1/carrier" && ((carrier))
}

all_associated()
{
	local dev

	for dev in "${devices[@]}"; do
		associated "$dev" || return 1
	done
}

# connect_others - the kernel gives up when one scan finds nothing, as happens to
# some of so many that ask at once. iw's status is not the outcome.
connect_others()
{
	local dev

	for dev in "${devices[@]}"; do
		associated "$dev" || iw dev "$dev" connect "$SSID" "$FREQUENCY_MHZ" 2>/dev/null
	done
}

need iw iw
sysctl -qw net.ipv6.conf.{all,default}.disable_ipv6=1 || die "cannot keep the crowd silent"
for ((i = 0; i < $1; i++)); do
	hwsimctl radio add >/dev/null || exit
done
for dir in /sys/class/net/*; do
	[[ ! -e $dir/phy80211 ]] || devices+=("${dir##*/}")
done
((${#devices[@]} > 0)) || exit 0
printf 'link set %s up\n' "${devices[@]}" | ip -batch - || die "the crowd does not come up"
for ((tries = 0; tries < 10; tries++)); do
	connect_others
	! wait_until 3 all_associated || break
done
all_associated || die "not all of the crowd associate"
# What follows an association is over by then.
sleep 1
