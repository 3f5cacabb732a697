# SPDX-License-Identifier: GPL-2.0
# bash completion for hwsimctl; every word comes from the tool itself.

# the keys of object $1; with $2 = run only those that can change later
_hwsimctl_keys() {
	hwsimctl help keys 2>/dev/null |
		awk -v object="$1" -v when="${2-}" \
			'$1 == object && (when == "" || $5 == when) { print $2 }'
}

# the values of key $2 of object $1, when they are words
_hwsimctl_values() {
	if [[ $2 == rate ]]; then
		echo auto
		hwsimctl help rates 2>/dev/null | cut -d ' ' -f 1
		return
	fi
	hwsimctl help keys 2>/dev/null |
		awk -v object="$1" -v key="$2" \
			'$1 == object && $2 == key && $3 ~ /\|/ {
				gsub(/\|/, "\n", $3); print $3 }'
}

# JSON numbers and strings of one key, without a JSON parser
_hwsimctl_existing() {
	hwsimctl -j "$1" show 2>/dev/null | grep -o "\"$2\":[^,}]*" |
		cut -d : -f 2- | tr -d '"'
}

# words that may follow OBJECT COMMAND; $3 words stand there already
_hwsimctl_arguments() {
	local object=$1 command=$2 given=$3 previous=$4 key=name first=0

	[[ $object == medium ]] && key=medium
	case $object-$command in
	radio-add) ;;
	radio-del)
		((given > 0)) || { _hwsimctl_existing radio name; echo --all; }
		return
		;;
	station-show)
		((given > 0)) || _hwsimctl_existing radio name
		return
		;;
	link-set)
		first=2
		if ((given < 2)); then
			_hwsimctl_existing radio name
			return
		fi
		;;
	link-*) return ;;
	*)
		first=1
		if ((given == 0)); then
			_hwsimctl_existing "$object" "$key"
			return
		fi
		;;
	esac
	[[ $command == add || $command == set ]] || return
	if (((given - first) % 2)); then
		_hwsimctl_values "$object" "$previous"
	elif [[ $command == add ]]; then
		echo "name --profile"
		_hwsimctl_keys "$object"
	else
		_hwsimctl_keys "$object" run
	fi
}

# words that may follow "trace"; $1 words stand there already, $2 is the last
_hwsimctl_trace() {
	[[ $2 == count || $2 == ms ]] && return
	(($1 > 0)) || { _hwsimctl_existing radio name; echo help; }
	echo "count ms"
}

_hwsimctl() {
	local word=${COMP_WORDS[COMP_CWORD]} at=1 words

	COMPREPLY=()
	while [[ ${COMP_WORDS[at]} == -* ]] && ((at < COMP_CWORD)); do
		((at++))
	done
	case $((COMP_CWORD - at)) in
	0)
		words="$(hwsimctl help words 2>/dev/null | cut -d ' ' -f 1 | sort -u)"
		words+=" help -j --json -V --version -h --help"
		;;
	[1-9]*)
		if [[ ${COMP_WORDS[at]} == trace ]]; then
			words="$(_hwsimctl_trace $((COMP_CWORD - at - 1)) \
				"${COMP_WORDS[COMP_CWORD - 1]}")"
			mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
			return
		fi
		;;&
	1)
		if [[ ${COMP_WORDS[at]} == help ]]; then
			words="words keys rates"
		else
			words="$(hwsimctl help words 2>/dev/null |
				awk -v object="${COMP_WORDS[at]}" '$1 == object { print $2 }') help"
		fi
		;;
	[2-9]* | 1?*)
		if [[ ${COMP_WORDS[COMP_CWORD - 1]} == --profile ]]; then
			mapfile -t COMPREPLY < <(compgen -f -- "$word")
			return
		fi
		words="$(_hwsimctl_arguments "${COMP_WORDS[at]}" \
			"${COMP_WORDS[at + 1]}" $((COMP_CWORD - at - 2)) \
			"${COMP_WORDS[COMP_CWORD - 1]}")"
		;;
	esac
	mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -F _hwsimctl hwsimctl
