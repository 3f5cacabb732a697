# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The module, its radios and their counters, as tests ask for them.

readonly MODULE=${HWX_MODULE:-/lib/hwx/modules/$(uname -r)/hwsim_ext.ko}

in_ns()
{
	ip netns exec "$@"
}

# module_load [ARGUMENT]...
module_load()
{
	modprobe -q mac80211 || : "built into this kernel"
	insmod "$MODULE" "$@"
}

module_loaded()
{
	[[ -d /sys/module/hwsim_ext ]]
}

module_unload()
{
	! module_loaded || rmmod hwsim_ext
}

# The readers below print "?" when there is nothing to read, which equals nothing
# that a test expects.

# radio_names - one line: the names of all radios in order of their ids.
radio_names()
{
	hwsimctl -j radio show | jq -r 'sort_by(.id) | map(.name) | join(" ")' || printf '?'
}

# radio_value RADIO KEY
radio_value()
{
	hwsimctl -j radio show "$1" | jq -r ".[0].$2" || printf '?'
}

# counter RADIO JQ-EXPRESSION - evaluated on the statistics object of the radio.
counter()
{
	hwsimctl -j stats show "$1" | jq -r ".[0] | $2" || printf '?'
}

# counter_is RADIO JQ-CONDITION
counter_is()
{
	hwsimctl -j stats show "$1" | jq -e ".[0] | $2" >/dev/null
}

# phy_namespace_has NS PHY - whether the wiphy is seen in the namespace.
phy_namespace_has()
{
	in_ns "$1" iw phy | grep -qx "Wiphy $2"
}

# ping_ok NS ADDRESS [OPTION]... - three of three echo requests are answered.
ping_ok()
{
	in_ns "$1" busybox ping -q -c 3 -i 0.2 -W 2 "${@:3}" "$2"
}

supplicant()
{
	wpa_cli -p "/run/hwx/$TOPOLOGY/$1-ctrl" -i wlan0 "${@:2}"
}

# supplicant_state_is NODE STATE
supplicant_state_is()
{
	[[ $(supplicant "$1" status 2>/dev/null) == *"wpa_state=$2"* ]]
}
