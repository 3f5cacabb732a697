# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# The driver's module, its radios and their place in a node's namespace.

readonly GUEST_MODULE_DIR=/lib/hwx/modules

# module_load - make sure that hwsim_ext is there. What was not loaded is
# unloaded by "down"; a module that somebody else loaded stays.
module_load()
{
	local file

	type -P hwsimctl >/dev/null || die \
		"hwsimctl is not on the PATH: build it with 'make -C hwsim-ext/tools' and install it"
	[[ ! -d /sys/module/hwsim_ext ]] || return 0
	file=$GUEST_MODULE_DIR/$(uname -r)/hwsim_ext.ko
	undo module_unload
	if [[ -f $file ]]; then
		modprobe -q mac80211 || : "built into this kernel"
		insmod "$file" radios=0 || die "cannot load $file (see the kernel log)"
	else
		modprobe hwsim_ext radios=0 ||
			die "cannot load the module hwsim_ext: build it with 'make -C hwsim-ext' and load it"
	fi
}

module_unload()
{
	[[ ! -d /sys/module/hwsim_ext ]] || rmmod hwsim_ext
}

radio_exists()
{
	hwsimctl radio show "$1" >/dev/null 2>&1
}

radio_delete()
{
	hwsimctl radio del "$1" 2>/dev/null && return 0
	! radio_exists "$1" || hwsimctl radio del "$1"
}

# medium_configure ID - start a medium from its seed. Both parameters are
# always set, so that an earlier topology on the same medium leaves no trace.
medium_configure()
{
	hwsimctl medium set "$1" seed "${SETTING[seed]-1}" \
		contention "${SETTING[contention]-edca}" || exit
}

# radio_words NODE ROLE - set the array "words" to the profile and parameters that
# are given for the radio of NODE, as hwsimctl takes them.
radio_words()
{
	local -A seen=([profile]=1)
	local key name profile file

	words=()
	profile=$(setting_for "$1" "$2" profile)
	if [[ -n $profile ]]; then
		file=$(profile_file "$profile") || exit
		words=(--profile "$file")
	fi
	for key in "${RADIO_KEYS[@]}"; do
		name=${key##*.}
		[[ " $name $1.$name $2.$name " == *" $key "* && -z ${seen[$name]-} ]] || continue
		seen[$name]=1
		words+=("$name" "$(setting_for "$1" "$2" "$name")")
	done
}

# radio_create NODE ROLE - a radio named after its node; a refusal of its
# parameters ends the topology with the tool's sentence and status.
radio_create()
{
	local -a words
	local medium

	! radio_exists "$1" ||
		die "a radio named $1 exists already and is not ours: remove it first"
	radio_words "$1" "$2"
	medium=$(setting_for "$1" "$2" medium)
	medium_configure "${medium:-0}"
	undo radio_delete "$1"
	hwsimctl radio add name "$1" "${words[@]}" >/dev/null || exit
}

# radio_interface NAME - print the network interface of a radio of this namespace.
radio_interface()
{
	local dir phy

	for dir in /sys/class/net/*; do
		[[ -r $dir/phy80211/name ]] || continue
		read -r phy <"$dir/phy80211/name"
		if [[ $phy == "$1" ]]; then
			printf '%s' "${dir##*/}"
			return 0
		fi
	done
	return 1
}

# radio_move NAME NS - move a radio into a namespace; its interface becomes wlan0.
radio_move()
{
	local dev

	dev=$(radio_interface "$1") || die "radio $1 has no network interface"
	iw phy "$1" set netns name "$2" || die "cannot move radio $1 to namespace $2"
	[[ $dev == wlan0 ]] || ip -n "$2" link set "$dev" name wlan0 ||
		die "cannot rename $dev to wlan0 in namespace $2"
}

# node_create NODE ROLE - namespace and radio of a node.
node_create()
{
	netns_create "$1"
	radio_create "$1" "$2"
	radio_move "$1" "$1"
	undo netns_stop "$1"
}
