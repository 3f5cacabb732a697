# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Links: the way from one radio to another.

# link_configure FROM ROLE TO - give one direction what the settings say for its
# sender; a refusal ends the topology with the tool's sentence and status.
link_configure()
{
	local key value
	local -a words=()

	for key in "${LINK_KEYS[@]}"; do
		value=$(setting_for "$1" "$2" "$key")
		[[ -z $value ]] || words+=("$key" "$value")
	done
	((${#words[@]})) || return 0
	hwsimctl link set "$1" "$3" "${words[@]}" || exit
}

# links_hide NODE... - none of these nodes hears another one.
links_hide()
{
	local from to

	for from in "$@"; do
		for to in "$@"; do
			[[ $from == "$to" ]] || hwsimctl link set "$from" "$to" heard off || exit
		done
	done
}
