# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Traffic with iperf3, one port per flow. A flow is named by its port.

readonly PORT=5201

# Socket buffers of senders: more than two A-MPDUs of 256 MPDUs, so that a
# window-256 radio always finds the next one queued.
readonly SOCKET_BYTES=2M

# A datagram that IP cuts into 44 packets of exactly 1500 bytes. Sending them one
# by one costs a guest twenty times the system calls and the air sees the same.
readonly TRAIN_BYTES=$((44 * 1480 - 8))
# shellcheck disable=SC2034 # for the test files
readonly -a SATURATE=(-u -b 0 -l "$TRAIN_BYTES" -w "$SOCKET_BYTES")

# Offered load above what any of our rates carries, by the clock. Without a
# clock ("-b 0") only a full socket buffer stops a sender: where frames can be
# dropped, as on a link that goes away, it would spin, and on a vehicle where
# computing takes no time nothing else would ever happen again.
# shellcheck disable=SC2034 # for the test files
readonly -a FLOOD=(-u -b 1200M -l $((10 * 1480 - 8)))

traffic_init()
{
	echo 8388608 >/proc/sys/net/core/wmem_max
	echo 8388608 >/proc/sys/net/core/rmem_max
}

# socket_is PID PATTERN - a TCP socket in the namespace of a process matches the
# pattern "local remote state" as in proc(5). Looks without starting a process.
socket_is()
{
	local -a four=() six=()

	{
		mapfile -t four <"/proc/$1/net/tcp"
		mapfile -t six <"/proc/$1/net/tcp6"
	} 2>/dev/null
	# shellcheck disable=SC2053 # a pattern
	[[ ${four[*]} == *$2* || ${six[*]} == *$2* ]]
}

# is_listening PID PORT - in the namespace of the process somebody listens.
is_listening()
{
	local port

	printf -v port %04X "$2"
	socket_is "$1" ":$port +([0-9A-F]):0000 0A "
}

# is_connected PID PORT - in the namespace of the process somebody has connected.
is_connected()
{
	local port

	printf -v port %04X "$2"
	socket_is "$1" ":+([0-9A-F]) +([0-9A-F]):$port 01 "
}

# server_start NS PORT - one test, its report in $TMP/server-PORT.json.
server_start()
{
	# Not through in_ns: $! is to be iperf3 itself, not a shell around it.
	ip netns exec "$1" iperf3 -s -1 -J -p "$2" >"$TMP/server-$2.json" 2>&1 &
	echo $! >>"$TMP/pids"
	wait_until 5 is_listening "$!" "$2" || fail "the iperf3 server in $1 does not listen"
}

# flow_run FROM TO ADDRESS SECONDS OPTION... - run one flow to its end; its
# reports are $TMP/client-PORT.json and $TMP/server-PORT.json.
flow_run()
{
	local server

	server_start "$2" "$PORT"
	server=$!
	in_ns "$1" timeout $(($4 + 20)) iperf3 -c "$3" -p "$PORT" -t "$4" -J "${@:5}" \
		>"$TMP/client-$PORT.json" 2>&1 ||
		fail "iperf3 from $1 to $2 failed: $(cat "$TMP/client-$PORT.json")"
	wait "$server" || fail "the iperf3 server in $2 failed: $(cat "$TMP/server-$PORT.json")"
}

# received_mbps - of the last flow, what the receiver got in the full seconds
# after the first one. The last interval is left out: it is not a full one.
received_mbps()
{
	jq -r '[.intervals[1:-1][].sum.bits_per_second] | add / length / 1e4 | round / 100' \
		"$TMP/server-$PORT.json"
}

# udp_mbps FROM TO ADDRESS SECONDS - goodput at saturation with a datagram in each
# 1500-byte packet. The socket buffer is the only brake, so the sender is always
# ahead of the air.
udp_mbps()
{
	flow_run "$1" "$2" "$3" "$4" -u -b 0 -l 1472 -w "$SOCKET_BYTES"
	received_mbps
}

# udp_train_mbps FROM TO ADDRESS SECONDS - the same figure from trains of packets.
# For fast links only: where the queue is long in time, CoDel drops fragments.
udp_train_mbps()
{
	local mbps

	flow_run "$1" "$2" "$3" "$4" "${SATURATE[@]}"
	mbps=$(received_mbps)
	jq -n "$mbps * 44 * 1472 / $TRAIN_BYTES * 100 | round / 100"
}

# tcp_mbps FROM TO ADDRESS SECONDS CONGESTION-CONTROL
tcp_mbps()
{
	flow_run "$1" "$2" "$3" "$4" -C "$5"
	received_mbps
}

# load_start FROM TO ADDRESS PORT OPTION... - a flow in the background that
# lasts until traffic_stop_all; returns when it is connected.
load_start()
{
	server_start "$2" "$4"
	# Their end by a signal is expected: the shell is not to report it.
	disown "$!"
	ip netns exec "$1" iperf3 -c "$3" -p "$4" -t 3600 "${@:5}" >"$TMP/client-$4.log" 2>&1 &
	echo $! >>"$TMP/pids"
	disown "$!"
	wait_until 5 is_connected "$!" "$4" ||
		fail "iperf3 from $1 to $2 does not connect: $(cat "$TMP/client-$4.log")"
}

# traffic_stop_all - end every flow, also when its interface is gone.
traffic_stop_all()
{
	local pid

	[[ -f $TMP/pids ]] || return 0
	while read -r pid; do
		kill -KILL "$pid" 2>/dev/null || :
	done <"$TMP/pids"
	while read -r pid; do
		wait_until 5 has_ended "$pid" || fail "process $pid does not end"
	done <"$TMP/pids"
	rm -f -- "$TMP/pids"
}

# has_ended PID - gone, or waiting to be collected by its parent.
has_ended()
{
	[[ ! -d /proc/$1 ]] || grep -qs '^State:.*Z' "/proc/$1/status" || [[ ! -d /proc/$1 ]]
}
