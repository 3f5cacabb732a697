# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# What every test file uses. A file is one subject and looks like this:
#
#	. "$(dirname -- "$0")/lib.sh" || exit 1
#	setup() { topology_up stations=2; }		(once; may be left out)
#	after_each() { topology_down; }			(after each test; may be left out)
#	pings_both_ways_test() { ...; }			(as many as wanted)
#	test_main
#
# test_main sets the cleanup trap, runs setup, then every function whose name
# ends in _test, in the order of the file, each in a subshell with "set -e", and
# prints one TAP line for each: "ok - pings both ways". A test fails by fail, by
# any command that fails unchecked, or by a splat in the kernel log between its
# START and STOP marks, which demotes a pass. It skips by skip.
#
# Exit status: 0 all passed, 1 some failed, 4 all skipped.

TESTS_DIR=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)
if [[ -d $TESTS_DIR/../topologies ]]; then
	TOPOLOGIES=$(cd -- "$TESTS_DIR/../topologies" && pwd)
else
	TOPOLOGIES=$(cd -- "$TESTS_DIR/../../topologies" && pwd)
fi
readonly TESTS_DIR TOPOLOGIES SKIP=4
set -o pipefail

# shellcheck source=tests/guest/lib/kernel-log.sh
. "$TESTS_DIR/lib/kernel-log.sh"
# shellcheck source=tests/guest/lib/radios.sh
. "$TESTS_DIR/lib/radios.sh"
# shellcheck source=tests/guest/lib/traffic.sh
. "$TESTS_DIR/lib/traffic.sh"
# shellcheck source=tests/guest/lib/saturation.sh
. "$TESTS_DIR/lib/saturation.sh"

fail()
{
	printf '%s\n' "$*" >&2
	exit 1
}

skip()
{
	printf '%s\n' "$*" >&2
	exit "$SKIP"
}

# note TEXT - shown beside the result even when the test passes.
note()
{
	printf 'note: %s\n' "$*" >&2
}

# Reading this silent pipe with a time limit is a pause without a process.
exec {SILENCE}<> <(:)

# wait_until SECONDS COMMAND ARG...
wait_until()
{
	local limit=$((SECONDS + $1 + 1))

	shift
	until "$@"; do
		((SECONDS < limit)) || return 1
		read -rt 0.05 -u "$SILENCE" || :
	done
}

# expect_status STATUS COMMAND ARG... - STATUS is a pattern; keeps the output in $TMP/stdout, $TMP/stderr.
expect_status()
{
	local want=$1 got=0

	shift
	"$@" >"$TMP/stdout" 2>"$TMP/stderr" || got=$?
	# shellcheck disable=SC2053 # a pattern
	[[ $got == $want ]] || fail "'$*' ended with status $got instead of $want: $(cat "$TMP/stderr")"
}

# expect_refusal STATUS PATTERN COMMAND ARG... - COMMAND must fail with STATUS,
# print nothing on stdout, and one line matching the extended regular expression.
expect_refusal()
{
	local pattern=$2 lines

	expect_status "$1" "${@:3}"
	[[ ! -s $TMP/stdout ]] || fail "'${*:3}' failed but printed: $(cat "$TMP/stdout")"
	lines=$(wc -l <"$TMP/stderr")
	((lines == 1)) || fail "'${*:3}' gave $lines lines instead of one sentence: $(cat "$TMP/stderr")"
	grep -Eq -- "$pattern" "$TMP/stderr" ||
		fail "'${*:3}' does not say /$pattern/: $(cat "$TMP/stderr")"
}

# expect_equal WHAT GOT WANT
expect_equal()
{
	[[ $2 == "$3" ]] || fail "$1 is '$2' instead of '$3'"
}

# expect_true WHAT JQ-EXPRESSION [JQ-ARGUMENT...] - for comparisons of decimals.
expect_true()
{
	jq -ne "${@:3}" "$2" >/dev/null || fail "$1: $2 does not hold (${*:3})"
}

# expect_near WHAT GOT WANT PERCENT
expect_near()
{
	local off

	off=$(jq -nr "(($2) / ($3) - 1) * 10000 | round / 100")
	note "$1: $2 (expected $3, off by $off%)"
	expect_true "$1" "($off | fabs) <= $4"
}

# The topology that the two functions below mean; a file may name another one.
TOPOLOGY=ap-sta

topology_up()
{
	"$TOPOLOGIES/$TOPOLOGY.sh" up "$@"
}

topology_down()
{
	"$TOPOLOGIES/$TOPOLOGY.sh" down
}

# The EXIT trap: nothing of the file survives it.
test_cleanup()
{
	local status=$?

	trap - EXIT
	trap '' INT TERM
	traffic_stop_all
	topology_down || status=1
	! declare -F cleanup >/dev/null || cleanup || status=1
	rm -rf -- "$TMP"
	exit "$status"
}

# run_test FUNCTION - print its TAP line and its diagnostics; sets "status".
run_test()
{
	local name=${1%_test} verdict splats

	name=${name//_/ }
	kernel_log_mark "START $0 $name"
	(
		set -eE
		trap 'printf "line %d: %s failed\n" "$LINENO" "$BASH_COMMAND"' ERR
		"$1"
	) >"$TMP/log" 2>&1
	status=$?
	traffic_stop_all
	! declare -F after_each >/dev/null || after_each >>"$TMP/log" 2>&1 || status=1
	kernel_log_mark "STOP $0 $name"
	if ! splats=$(kernel_log_splats "START $0 $name"); then
		printf '%s\n' "$splats" >>"$TMP/log"
		status=1
	fi
	case $status in
	0) verdict="ok - $name" ;;
	"$SKIP") verdict="ok - $name # SKIP $(tail -n 1 "$TMP/log")" ;;
	*) verdict="not ok - $name" ;;
	esac
	printf '%s\n' "$verdict"
	if ((status == 0 || status == SKIP)); then
		sed -n 's/^note: /# /p' "$TMP/log"
	else
		sed 's/^/# /' "$TMP/log"
	fi
}

# test_functions - names of the test functions in the order of the file.
test_functions()
{
	sed -nE 's/^([a-z0-9_]+_test)\(\)$/\1/p' "$0"
}

# run_setup - setup of the file, if it has one; its failure fails the file.
run_setup()
{
	declare -F setup >/dev/null || return 0
	(
		set -eE
		trap 'printf "line %d: %s failed\n" "$LINENO" "$BASH_COMMAND"' ERR
		setup
	) >"$TMP/log" 2>&1
	# shellcheck disable=SC2181 # a condition would switch "set -e" off in there
	(($? == 0)) && return 0
	printf 'not ok - setup\n'
	sed 's/^/# /' "$TMP/log"
	exit 1
}

test_main()
{
	local function status passed=0 failed=0
	local -a functions

	TMP=$(mktemp -d)
	trap test_cleanup EXIT
	trap 'exit 130' INT
	trap 'exit 143' TERM
	mapfile -t functions < <(test_functions)
	run_setup
	for function in "${functions[@]}"; do
		run_test "$function"
		case $status in
		0) ((++passed)) ;;
		"$SKIP") ;;
		*) ((++failed)) ;;
		esac
	done
	((failed == 0)) || exit 1
	((passed > 0)) || exit "$SKIP"
}
