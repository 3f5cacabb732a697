# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Several saturated senders at once, measured over one interval that is the same
# for all: the counters of the driver, and what has reached the sockets.

# Trains of packets (see SATURATE) from a buffer that keeps an A-MPDU on the air,
# the next one queued and the train after it.
# shellcheck disable=SC2034 # for the test files
readonly -a TRAINS=(-u -b 0 -l "$TRAIN_BYTES" -w 500K)

# What these sources need: AQL would leave frames to CoDel, which drops from a
# queue that is always full and would make holes in the trains.
# shellcheck disable=SC2034 # for the test files
readonly -a UNQUEUED=(profile=ideal aql=off)

# packets NS - what has arrived in the namespace: IP packets, UDP datagrams.
packets()
{
	# shellcheck disable=SC2016 # fields of awk
	in_ns "$1" awk '$1 == "Ip:" { ip = $4 } $1 == "Udp:" { udp = $2 } END { print ip, udp }' \
		/proc/net/snmp
}

# uplink_start STATIONS OPTION... - each of that many stations saturates its way
# to the access point, on a port of its own; returns when all run. All connect
# before the first has filled the air.
uplink_start()
{
	local -a servers=() clients=()
	local i port

	for ((i = 0; i < $1; i++)); do
		# shellcheck disable=SC2153 # PORT is in traffic.sh
		port=$((PORT + i))
		ip netns exec ap iperf3 -s -1 -J -p "$port" >"$TMP/server-$port.json" 2>&1 &
		servers[i]=$!
	done
	printf '%s\n' "${servers[@]}" >>"$TMP/pids"
	for i in "${!servers[@]}"; do
		disown "${servers[i]}"
		wait_until 10 is_listening "${servers[i]}" $((PORT + i)) ||
			fail "the iperf3 server on port $((PORT + i)) does not listen"
	done
	for ((i = 0; i < $1; i++)); do
		port=$((PORT + i))
		ip netns exec "sta$i" iperf3 -c 192.0.2.1 -p "$port" -t 3600 "${@:2}" \
			>"$TMP/client-$port.log" 2>&1 &
		clients[i]=$!
	done
	printf '%s\n' "${clients[@]}" >>"$TMP/pids"
	for i in "${!clients[@]}"; do
		disown "${clients[i]}"
		wait_until 10 is_connected "${clients[i]}" $((PORT + i)) ||
			fail "iperf3 on sta$i does not connect: $(cat "$TMP/client-$((PORT + i)).log")"
	done
}

# stations_send STATIONS JQ-CONDITION - it holds for that many, of counters that were
# reset before.
stations_send()
{
	hwsimctl -j stats show | jq -e "[.[] | select(.name != \"ap\" and ($2))] | length == $1" >"$TMP/sending"
}

# nothing_held - what flows have left behind in the radios is gone.
nothing_held()
{
	hwsimctl -j stats show | jq -e 'all(.[]; .desc_used == 0)' >"$TMP/held"
}

# observe SECONDS NS... - the counters of all radios over that time go to
# $TMP/measured, what has arrived in each NS to $TMP/arrived-NS.
observe()
{
	local ns

	for ns in "${@:2}"; do
		packets "$ns" >"$TMP/arrived-$ns"
	done
	hwsimctl stats reset
	sleep "$1"
	hwsimctl -j stats show >"$TMP/measured"
	for ns in "${@:2}"; do
		packets "$ns" >>"$TMP/arrived-$ns"
	done
	MEASURED_OVER_S=$1
}

# measured JQ-EXPRESSION - on the statistics of the last observe, an array.
measured()
{
	jq -r "$1" "$TMP/measured"
}

# arrived_mbps NS - UDP payload that reached its sockets in the last observe,
# counted as if each packet had carried a datagram of its own.
arrived_mbps()
{
	awk -v s="$MEASURED_OVER_S" 'NR == 1 { first = $2 }
		END { printf "%.2f", ($2 - first) * 44 * 1472 * 8 / s / 1e6 }' "$TMP/arrived-$1"
}

# arrived_packets_mbps NS [PAYLOAD-BYTES] - the same from packets, whether their
# train is complete or not: for short times, and for radios that give frames up.
arrived_packets_mbps()
{
	awk -v s="$MEASURED_OVER_S" -v bytes="${2-1472}" 'NR == 1 { first = $1 }
		END { printf "%.3f", ($1 - first) * bytes * 8 / s / 1e6 }' "$TMP/arrived-$1"
}

# of_senders STATIONS JQ-EXPRESSION - on the array of the statistics of sta0 and so
# on, that many. Others do not count: an idle station, too, says a word at times.
of_senders()
{
	measured "[.[] | select(.name as \$name | any(range($1); \"sta\\(.)\" == \$name))] | $2"
}

# jain_index STATIONS - of what they have delivered: 1 when all have the same.
jain_index()
{
	of_senders "$1" 'map(.tx_acked) | pow(add; 2) / (length * (map(. * .) | add)) * 1e4 | round / 1e4'
}

# collision_share STATIONS - of the PPDUs of all of them together.
collision_share()
{
	of_senders "$1" '(map(.collisions) | add) / (map(.tx_ppdus) | add) * 1e4 | round / 1e4'
}

# mean_ampdu STATIONS - MPDUs in a data PPDU of theirs.
mean_ampdu()
{
	of_senders "$1" '[.[].ampdu_hist | to_entries[]] |
		(map(.key * .value) | add) / (map(.value) | add) * 100 | round / 100'
}

# expect_within WHAT GOT WANT DISTANCE - where a relative distance means nothing.
expect_within()
{
	note "$1: $2 (expected $3)"
	expect_true "$1" "($2) - ($3) | fabs <= $4"
}

# contend_singly STATIONS SECONDS BIANCHI-MBPS BIANCHI-P [NS3-MBPS] - that many
# stations saturate the uplink with single MPDUs: goodput within 3%, share of
# collisions within 0.02, Jain's index at least 0.95.
contend_singly()
{
	local mbps share jain

	hwsimctl stats reset
	uplink_start "$1" "${TRAINS[@]}"
	wait_until 10 stations_send "$1" '.tx_acked > 44' || fail 'not all stations send'
	sleep 0.5
	observe "$2" ap
	mbps=$(arrived_packets_mbps ap)
	expect_near 'Mb/s against Bianchi' "$mbps" "$3" 3
	[[ -z ${5-} ]] || expect_near 'Mb/s against ns-3' "$mbps" "$5" 3
	share=$(collision_share "$1")
	expect_within 'share of collisions' "$share" "$4" 0.02
	jain=$(jain_index "$1")
	note "Jain's index: $jain"
	expect_true "Jain's index" "$jain >= 0.95"
}
