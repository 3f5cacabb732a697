# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Settings: KEY=VALUE. A topology declares its own keys; the keys of the medium
# and of links are listed here; every other key is a radio parameter, which the
# driver checks. A radio parameter may name whom it is for: "ap.rate=legacy-54"
# (all nodes of that role), "sta0.rate=..." (one node); a link parameter may
# name the sender. The closest name wins.

SETTINGS_FILE=${HWX_SETTINGS_FILE:-/job/settings}

declare -A SETTING=()		# value of every key given or defaulted
declare -a SETTING_NAMES=()	# declared keys, in order of declaration
declare -A SETTING_ACCEPTS=()	# declared key -> what it accepts
declare -A SETTING_MEANS=()	# declared key -> one line of help
declare -a RADIO_KEYS=()	# radio parameters in order of first appearance
declare -a LINK_GIVEN=()	# link parameters in order of first appearance

readonly -a MEDIUM_KEYS=(seed contention)
readonly -a LINK_KEYS=(loss snr_db)

# declare_setting KEY DEFAULT ACCEPTS MEANING
# ACCEPTS is "LOW..HIGH" (integer), "WORD|WORD..." or "text" (1 to 32 printable
# characters). An empty DEFAULT means that the topology works it out.
declare_setting()
{
	SETTING_NAMES+=("$1")
	SETTING[$1]=$2
	SETTING_ACCEPTS[$1]=$3
	SETTING_MEANS[$1]=$4
}

settings_help()
{
	local key

	printf '%-12s %-22s %-8s %s\n' KEY ACCEPTS DEFAULT MEANING
	for key in "${SETTING_NAMES[@]}"; do
		printf '%-12s %-22s %-8s %s\n' "$key" "${SETTING_ACCEPTS[$key]}" \
			"${SETTING[$key]:--}" "${SETTING_MEANS[$key]}"
	done
	cat <<-HELP

	Keys of the medium: ${MEDIUM_KEYS[*]}. Any other key is a radio parameter
	(see hwsimctl radio --help), for all radios or, as NODE.KEY or ROLE.KEY
	(${TOPOLOGY_ROLES[*]/%/.KEY}), for some. "profile" can be given per node too.
	Keys of links: ${LINK_KEYS[*]}, for all or, likewise, for what some send.
	HELP
}

# whole_number_in TEXT LOW HIGH
whole_number_in()
{
	[[ $1 =~ ^(0|[1-9][0-9]{0,8})$ ]] && (($1 >= $2 && $1 <= $3))
}

# check_setting KEY VALUE - exit 2 unless VALUE is what KEY accepts.
check_setting()
{
	local accepts=${SETTING_ACCEPTS[$1]}

	case $accepts in
	text)
		[[ $2 =~ ^[[:print:]]{1,32}$ ]] ||
			bad_input "$1='$2' is not accepted: use 1 to 32 printable characters"
		;;
	*..*)
		whole_number_in "$2" "${accepts%..*}" "${accepts#*..}" ||
			bad_input "$1='$2' is not accepted: use a whole number in $accepts"
		;;
	*)
		[[ -n $2 && "|$accepts|" == *"|$2|"* && $2 != *"|"* ]] ||
			bad_input "$1='$2' is not accepted: use one of ${accepts//|/, }"
		;;
	esac
}

setting_is_medium()
{
	[[ " ${MEDIUM_KEYS[*]} " == *" $1 "* ]]
}

setting_is_link()
{
	[[ " ${LINK_KEYS[*]} " == *" ${1##*.} "* ]]
}

# take_setting WHERE TEXT - store one KEY=VALUE; WHERE is for the error.
take_setting()
{
	local key=${2%%=*} value=${2#*=}

	[[ $2 == *=* && $key =~ ^([a-z][a-z0-9_]*\.)?[a-z][a-z0-9_]*$ ]] ||
		bad_input "$1: '$2' is not KEY=VALUE"
	if [[ -n ${SETTING_ACCEPTS[$key]-} ]]; then
		check_setting "$key" "$value"
	elif [[ -n ${SETTING[$key]+set} ]] || setting_is_medium "$key"; then
		:
	elif setting_is_link "$key"; then
		LINK_GIVEN+=("$key")
	else
		RADIO_KEYS+=("$key")
	fi
	SETTING[$key]=$value
}

# settings_read ARG... - the settings file, then the arguments.
settings_read()
{
	local line number=0

	if [[ -e $SETTINGS_FILE ]]; then
		while IFS= read -r line || [[ -n $line ]]; do
			((++number))
			[[ -z $line || $line == '#'* ]] && continue
			take_setting "$SETTINGS_FILE line $number" "$line"
		done <"$SETTINGS_FILE"
	fi
	for line in "$@"; do
		take_setting argument "$line"
	done
}

# check_prefixes NODE... - exit 2 when a setting is for a node or role that is
# not here. TOPOLOGY_ROLES holds the roles.
check_prefixes()
{
	local key names=" $* ${TOPOLOGY_ROLES[*]} "
	local accepted=" ${TOPOLOGY_ROLES[*]} " node

	for node in "$@"; do
		[[ $accepted == *" $node "* ]] || accepted+="$node "
	done
	for key in "${RADIO_KEYS[@]}" "${LINK_GIVEN[@]}"; do
		[[ $key == *.* ]] || continue
		[[ $names == *" ${key%%.*} "* ]] || bad_input \
			"$key: there is no ${key%%.*} here: accepted are${accepted% }"
		[[ -z ${SETTING_ACCEPTS[${key#*.}]-} || ${key#*.} == profile ]] ||
			bad_input "$key: ${key#*.} is a setting of the whole topology: leave ${key%%.*}. out"
	done
}

# profile_file NAME - print the path of a profile, topologies/profiles/NAME.conf.
profile_file()
{
	local file=$TOPOLOGY_DIR/profiles/$1.conf

	[[ $1 =~ ^[A-Za-z0-9_-]+$ && -f $file ]] ||
		bad_input "profile='$1' is not known: use one of $(profile_names)"
	printf '%s' "$file"
}

profile_names()
{
	local file names=()

	for file in "$TOPOLOGY_DIR"/profiles/*.conf; do
		file=${file##*/}
		names+=("${file%.conf}")
	done
	local IFS=,
	printf '%s' "${names[*]}"
}

# setting_for NODE ROLE KEY - print the value that is closest to NODE: NODE.KEY,
# ROLE.KEY or KEY; nothing when none is given.
setting_for()
{
	printf '%s' "${SETTING[$1.$3]-${SETTING[$2.$3]-${SETTING[$3]-}}}"
}
