# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Several saturated senders at once, measured over one interval that is the same
# for all: the counters of the driver, and what has reached the sockets.

# One datagram in each packet of 1500 bytes, from a buffer of three A-MPDUs.
# shellcheck disable=SC2034 # for the test files
readonly -a SINGLE=(-u -b 0 -l 1472 -w 300K)

# The same air from trains of packets (see SATURATE), with a buffer that keeps an
# A-MPDU on the air, the next one queued and the train after it.
# shellcheck disable=SC2034 # for the test files
readonly -a TRAINS=(-u -b 0 -l "$TRAIN_BYTES" -w 500K)

# What these sources need: AQL would leave frames to CoDel, which drops from a
# queue that is always full and would make holes in the trains.
# shellcheck disable=SC2034 # for the test files
readonly -a UNQUEUED=(profile=ideal aql=off)

# datagrams NS - UDP datagrams that sockets of the namespace have received.
datagrams()
{
	in_ns "$1" awk '/^Udp:/ { count = $2 } END { print count }' /proc/net/snmp
}

# uplink_start STATIONS OPTION... - each of that many stations saturates its way
# to the access point, on a port of its own; returns when all run.
uplink_start()
{
	local i

	for ((i = 0; i < $1; i++)); do
		load_start "sta$i" ap 192.0.2.1 $((PORT + i)) "${@:2}"
	done
}

# measure SECONDS NS... - the counters of all radios over that time go to
# $TMP/measured, the datagrams that reached the sockets of NS to $TMP/datagrams-NS.
measure()
{
	local ns
	local -A before

	for ns in "${@:2}"; do
		before[$ns]=$(datagrams "$ns")
	done
	hwsimctl stats reset
	sleep "$1"
	hwsimctl -j stats show >"$TMP/measured"
	for ns in "${@:2}"; do
		echo $(($(datagrams "$ns") - before[$ns])) >"$TMP/datagrams-$ns"
	done
	MEASURED_OVER_S=$1
}

# measured JQ-EXPRESSION - on the statistics of the last measure, an array.
measured()
{
	jq -r "$1" "$TMP/measured"
}

# arrived_mbps NS [SINGLE|TRAINS] - UDP payload that reached its sockets in the last
# measure, counted as if each packet had carried a datagram of its own.
arrived_mbps()
{
	local packets=1

	[[ ${2-SINGLE} == SINGLE ]] || packets=44
	jq -n "$(<"$TMP/datagrams-$1") * $packets * 1472 * 8 / $MEASURED_OVER_S / 1e4 | round / 100"
}

# jain_index - of what the stations have delivered: 1 when all have the same.
jain_index()
{
	measured '[.[] | select(.name != "ap").tx_acked] |
		pow(add; 2) / (length * (map(. * .) | add)) * 1e4 | round / 1e4'
}

# collision_share - of the PPDUs of all stations together.
collision_share()
{
	measured '[.[] | select(.name != "ap")] |
		(map(.collisions) | add) / (map(.tx_ppdus) | add) * 1e4 | round / 1e4'
}

# mean_ampdu - MPDUs in a data PPDU of a station.
mean_ampdu()
{
	measured '[.[] | select(.name != "ap").ampdu_hist | to_entries[] | select(.key > 0)] |
		(map(.key * .value) | add) / (map(.value) | add) * 100 | round / 100'
}

# expect_within WHAT GOT WANT DISTANCE - where a relative distance means nothing.
expect_within()
{
	note "$1: $2 (expected $3)"
	expect_true "$1" "($2) - ($3) | fabs <= $4"
}
