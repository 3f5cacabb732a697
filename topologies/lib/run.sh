# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Life of a topology: errors, the undo list, waiting, and the up/down words.

# Private run directory of the topology; set by topology_main.
RUN_DIR=

# die SENTENCE - the topology cannot be brought up (exit 1).
die()
{
	printf '%s: %s\n' "${TOPOLOGY:-topology}" "$1" >&2
	exit 1
}

# bad_input SENTENCE - the caller asked for something that does not exist (exit 2).
bad_input()
{
	printf '%s: %s\n' "${TOPOLOGY:-topology}" "$1" >&2
	exit 2
}

# need TOOL PACKAGE - name the Debian package of a missing tool.
need()
{
	type -P "$1" >/dev/null ||
		die "$1 is not installed: it is in the Debian package $2"
}

# undo COMMAND ARG... - remember how to revert the step that follows.
# Called before the step, so that a step that fails half way is reverted too;
# the command must therefore cope with a step that has not happened.
undo()
{
	printf '%q ' "$@" >>"$RUN_DIR/undo"
	printf '\n' >>"$RUN_DIR/undo"
}

# Nothing is ever written to this pipe: reading it with a time limit is a pause
# without a process, and thousands of guests wait here.
exec {SILENCE}<> <(:)

# wait_until SECONDS COMMAND ARG... - run COMMAND until it succeeds.
# Returns 1 when it has not within SECONDS.
wait_until()
{
	local limit=$((SECONDS + $1 + 1))

	shift
	until "$@"; do
		((SECONDS < limit)) || return 1
		read -rt 0.05 -u "$SILENCE" || :
	done
}

# log_says FILE TEXT - a daemon has written TEXT to its log.
log_says()
{
	local -a lines=()

	[[ -f $1 ]] && mapfile -t lines <"$1"
	[[ "${lines[*]}" == *"$2"* ]]
}

# show_tail FILE - the last lines of a daemon's log, on stderr.
show_tail()
{
	[[ -s $1 ]] || return 0
	printf -- '--- last lines of %s\n' "$1" >&2
	tail -n 15 -- "$1" >&2
}

topology_down()
{
	local -a steps=()
	local i

	[[ -d $RUN_DIR ]] || return 0
	[[ -f $RUN_DIR/undo ]] && mapfile -t steps <"$RUN_DIR/undo"
	for ((i = ${#steps[@]} - 1; i >= 0; i--)); do
		eval "${steps[i]}"
	done
	rm -rf -- "$RUN_DIR"
}

# The EXIT trap of "up": keep the topology only if it is complete.
finish_up()
{
	local status=$?

	trap - EXIT
	trap '' INT TERM HUP
	((status == 0)) || topology_down
	exit "$status"
}

usage()
{
	cat <<-USAGE
	usage: $TOPOLOGY.sh up [KEY=VALUE]...
	       $TOPOLOGY.sh down
	       $TOPOLOGY.sh --help

	Settings are read from /job/settings (KEY=VALUE lines) when that file
	exists, then from the arguments; the last value given wins.

	USAGE
	settings_help
}

bring_up()
{
	local base=${RUN_DIR%/*}

	((EUID == 0)) || die "only root can create network namespaces and radios"
	settings_read "$@"
	need ip iproute2
	mkdir -p -- "$base"
	mkdir -m 700 -- "$RUN_DIR" 2>/dev/null ||
		die "it is already up ($RUN_DIR exists): bring it down first"
	trap finish_up EXIT
	trap 'exit 129' HUP
	trap 'exit 130' INT
	trap 'exit 143' TERM
	topology_up
}

# topology_main NAME WORD ARG... - what a topology script ends with.
topology_main()
{
	TOPOLOGY=$1
	RUN_DIR=${HWX_RUN_DIR:-/run/hwx}/$1
	shift
	case ${1-} in
	up)
		shift
		bring_up "$@"
		;;
	down)
		(($# == 1)) || bad_input "down takes no settings"
		((EUID == 0)) || die "only root can remove network namespaces and radios"
		topology_down
		;;
	-h | --help)
		usage
		;;
	*)
		bad_input "'${1-}' is not a word of this script: accepted are up, down and --help"
		;;
	esac
}
