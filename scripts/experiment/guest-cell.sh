#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# One cell of an experiment, run inside a booted guest as /job/run.
#
#   sta0 .. staN  )))  ap [ -- server ]        up: every station sends to the far end (server, else ap)
#                                              down: the far end sends to every station
#
# The topology is up already. Reads /job/traffic (KEY=VALUE lines: the traffic keys, and sysctls by their name).
# Leaves raw readings in /job/out; the host makes figures of them (docs/data-format.md, "Raw files of a cell").
# Exit status: 0 done, 2 the guest does not have what was asked for, anything else a failure told on stderr.

set -u -o pipefail

readonly OUT=/job/out
readonly PORT_BASE=5201
readonly SETUP_BOUND_S=20

declare -A traffic=()
declare probe=
declare -a sysctls=() stations=() clients=() helpers=()

die() {
	local status=$1
	shift
	printf '%s\n' "$*" >&2
	exit "$status"
}

cleanup() {
	local status=$?
	local pid
	for pid in "${clients[@]}" "${helpers[@]}" $probe; do
		kill "$pid" 2>/dev/null
	done
	wait
	exit "$status"
}

# wait_for SECONDS COMMAND...: poll every 10 ms until COMMAND succeeds; fails after SECONDS.
wait_for() {
	local polls=$(($1 * 100))
	shift
	until "$@"; do
		((polls-- > 0)) || return 1
		sleep 0.01
	done
}

read_traffic() {
	local key value
	while IFS='=' read -r key value; do
		case $key in
		'') ;;
		net.*) sysctls+=("$key=$value") ;;
		*) traffic[$key]=$value ;;
		esac
	done </job/traffic
}

in_ns() {
	local ns=$1
	shift
	ip netns exec "$ns" "$@"
}

# A process costs a guest under time travel tens of milliseconds of the host, so what bash can do itself it does.
namespaces() {
	local path
	for path in /run/netns/*; do
		printf '%s\n' "${path##*/}"
	done
}

# Sets stations (sta0 .. staN), far_ns and far_addr from what the topology made.
find_ends() {
	local i=0
	while [[ -e /run/netns/sta$i ]]; do
		stations+=("sta$i")
		i=$((i + 1))
	done
	((i > 0)) || die 1 "the topology has no station"
	far_ns=ap
	far_addr=192.0.2.1
	if [[ -e /run/netns/server ]]; then
		far_ns=server
		far_addr=198.51.100.2
	fi
}

# Sets src_ns, dst_ns and dst_addr for the flow of station number $1.
find_flow() {
	src_ns=${stations[$1]}
	dst_ns=$far_ns
	dst_addr=$far_addr
	if [[ ${traffic[direction]} = down ]]; then
		dst_ns=${stations[$1]}
		dst_addr=192.0.2.$((10 + $1))
		src_ns=$far_ns
	fi
}

load_congestion_control() {
	local cc=${traffic[cc]}
	local available=/proc/sys/net/ipv4/tcp_available_congestion_control
	[[ " $(<"$available") " = *" $cc "* ]] || modprobe -q "tcp_$cc"
	[[ " $(<"$available") " = *" $cc "* ]] ||
		die 2 "cc: this guest's kernel has no '$cc': use one of $(<"$available")"
}

apply_sysctls() {
	local ns setting
	for setting in "${sysctls[@]}"; do
		for ns in $(namespaces); do
			in_ns "$ns" sysctl -qw "$setting" 2>/dev/null ||
				die 2 "${setting%%=*}: this guest's kernel does not take ${setting#*=} for it"
		done
	done
}

# Shape the interface that the flow of station $1 leaves by.
shape_sender() {
	local dev
	find_flow "$1"
	dev=$(ip -n "$src_ns" -o route get "$dst_addr" | sed -n 's/.* dev \([^ ]*\).*/\1/p')
	if ((traffic[gso_max_segs] > 0)); then
		ip -n "$src_ns" link set "$dev" gso_max_segs "${traffic[gso_max_segs]}" || die 1 "cannot set gso_max_segs"
	fi
	if [[ ${traffic[qdisc]} != default ]]; then
		modprobe -q "sch_${traffic[qdisc]}"
		tc -n "$src_ns" qdisc replace dev "$dev" root "${traffic[qdisc]}" ||
			die 2 "qdisc: this guest's kernel has no '${traffic[qdisc]}'"
	fi
}

# No window wider than asked for leaves the namespace that receives the flow of station $1.
limit_window() {
	local route
	((traffic[window_bytes] > 0)) || return 0
	find_flow "$1"
	while read -r route; do
		# shellcheck disable=SC2086  # the words of a route
		ip -n "$dst_ns" route replace ${route% window *} window "${traffic[window_bytes]}" ||
			die 1 "cannot limit the window in $dst_ns"
	done < <(ip -n "$dst_ns" -4 route show)
}

is_listening() {
	[[ -n $(in_ns "$1" ss -Htln "sport = :$2") ]]
}

start_server() {
	local port=$((PORT_BASE + $1))
	find_flow "$1"
	in_ns "$dst_ns" iperf3 -s -1 -p "$port" >/dev/null &
	helpers+=($!)
	wait_for "$SETUP_BOUND_S" is_listening "$dst_ns" "$port" || die 1 "iperf3 server of station $1 does not listen"
}

start_client() {
	local port=$((PORT_BASE + $1))
	local -a words=(-p "$port" -P "${traffic[flows]}" -O "${traffic[warmup_s]}" -t "${traffic[duration_s]}" -J)
	find_flow "$1"
	if [[ ${traffic[proto]} = udp ]]; then
		words+=(-u -b "${traffic[udp_mbps]}M" -l "${traffic[udp_bytes]}")
	else
		words+=(-C "${traffic[cc]}")
	fi
	in_ns "$src_ns" iperf3 -c "$dst_addr" "${words[@]}" >"$OUT/iperf3-$1.json" &
	clients+=($!)
}

# The control connection and, with TCP, every data connection of station $1 are there.
is_connected() {
	local port=$((PORT_BASE + $1))
	local wanted=1
	find_flow "$1"
	[[ ${traffic[proto]} = udp ]] || wanted=$((1 + traffic[flows]))
	(($(in_ns "$src_ns" ss -Htn state established "dport = :$port" | wc -l) >= wanted))
}

# Counters of the hosts at both ends; $1 is before or after.
read_counters() {
	local ns
	{ grep "^cpu " /proc/stat; cat /proc/uptime; } >"$OUT/cpu-$1"
	for ns in "${stations[@]}" "$far_ns"; do
		in_ns "$ns" cat /proc/net/snmp /proc/net/netstat >"$OUT/counters-$1-$ns"
	done
}

# busybox's ping sleeps between probes; the one of iputils spins through the last 4 ms before each, and spinning is what
# a guest in virtual time does worst.
start_ping() {
	local interval_s
	((traffic[ping_ms] > 0)) || return 0
	find_flow 0
	printf -v interval_s '%d.%03d' $((traffic[ping_ms] / 1000)) $((traffic[ping_ms] % 1000))
	in_ns "$src_ns" busybox ping -i "$interval_s" -w "${traffic[duration_s]}" "$dst_addr" >"$OUT/ping" &
	probe=$!
}

# Sample the sockets of the first sender while traffic is measured.
start_sampling() {
	((traffic[sample_ms] > 0)) && [[ ${traffic[proto]} = tcp ]] || return 0
	find_flow 0
	in_ns "$src_ns" sockmon -i "${traffic[sample_ms]}" -t "${traffic[duration_s]}" -p "$PORT_BASE" -j >"$OUT/sockets" &
	helpers+=($!)
}

write_versions() {
	{
		echo "kernel $(uname -r)"
		echo "iperf3 $(iperf3 --version | awk 'NR == 1 { print $2 }')"
		echo "iproute2 $(ip -V | sed 's/.*iproute2-\([^,]*\).*/\1/')"
		echo "hostapd $(hostapd -v 2>&1 | sed -n 's/^hostapd v//p')"
		echo "wpa_supplicant $(wpa_supplicant -v | sed -n 's/^wpa_supplicant v//p')"
	} >"$OUT/versions"
}

# The measured window: counters are set to zero at its start and read at its end, with traffic flowing at both.
measure() {
	sleep "${traffic[warmup_s]}"
	read_counters before
	hwsimctl stats reset || die 1 "cannot reset the radios' statistics"
	start_ping
	start_sampling
	sleep "${traffic[duration_s]}"
	hwsimctl -j stats show >"$OUT/stats.json" || die 1 "cannot read the radios' statistics"
	read_counters after
}

main() {
	local i pid
	read_traffic
	trap cleanup EXIT
	mkdir -p "$OUT"
	find_ends
	load_congestion_control
	apply_sysctls
	for i in "${!stations[@]}"; do
		shape_sender "$i"
		limit_window "$i"
		start_server "$i"
	done
	for i in "${!stations[@]}"; do
		start_client "$i"
	done
	for i in "${!stations[@]}"; do
		wait_for "$SETUP_BOUND_S" is_connected "$i" ||
			die 1 "iperf3 client of station $i did not connect: $(cat "$OUT/iperf3-$i.json")"
	done
	measure
	for pid in "${clients[@]}"; do
		wait "$pid" || die 1 "iperf3 failed: $(cat "$OUT"/iperf3-*.json)"
	done
	clients=()
	[[ -z $probe ]] || wait "$probe"
	probe=
	write_versions
}

main
