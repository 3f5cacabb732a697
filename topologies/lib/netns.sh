# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Network namespaces and addresses. Every node is one namespace.

# in_ns NS COMMAND ARG... - run a command in a node's namespace.
in_ns()
{
	ip netns exec "$@"
}

# processes_gone PID... - all have ended: one that waits to be collected by its
# parent has no namespace any more. Looks without starting a process.
processes_gone()
{
	local pid

	for pid in "$@"; do
		[[ ! -e /proc/$pid/ns/net ]] || return 1
	done
}

# netns_stop NS - end every process of the namespace: asked first, then made to.
netns_stop()
{
	local -a pids

	mapfile -t pids < <(ip netns pids "$1" 2>/dev/null)
	((${#pids[@]})) || return 0
	kill "${pids[@]}" 2>/dev/null
	wait_until 5 processes_gone "${pids[@]}" && return 0
	mapfile -t pids < <(ip netns pids "$1" 2>/dev/null)
	kill -KILL "${pids[@]}" 2>/dev/null
	wait_until 5 processes_gone "${pids[@]}" ||
		printf '%s: processes in namespace %s do not end: %s\n' \
			"$TOPOLOGY" "$1" "${pids[*]}" >&2
}

# netns_delete NS - stop its processes and remove it, if it exists.
netns_delete()
{
	[[ -e /run/netns/$1 ]] || return 0
	netns_stop "$1"
	ip netns del "$1"
}

# netns_create NS - a namespace without background chatter: no duplicate address
# detection and no router solicitations, whose random delays would differ from
# run to run on a vehicle without a seeded kernel generator.
netns_create()
{
	[[ ! -e /run/netns/$1 ]] ||
		die "network namespace $1 exists already and is not ours: remove it first"
	undo netns_delete "$1"
	ip netns add "$1" || die "cannot create network namespace $1"
	in_ns "$1" sysctl -qw net.ipv6.conf.{all,default}.{accept_dad,router_solicitations,autoconf}=0 ||
		die "cannot configure IPv6 in network namespace $1"
	ip -n "$1" link set lo up
}

# address_add NS DEVICE ADDRESS/LENGTH... - IPv4 and IPv6 alike.
address_add()
{
	local ns=$1 dev=$2 address words=

	shift 2
	for address in "$@"; do
		words+="addr add $address dev $dev"
		[[ $address != *:* ]] || words+=' nodad'
		words+=$'\n'
	done
	ip -n "$ns" -batch - <<<"$words" ||
		die "cannot give $* to $dev in namespace $ns"
}

# wire NS1 NS2 - an ideal cable: eth0 in both namespaces.
wire()
{
	ip link add eth0 netns "$1" type veth peer name eth0 netns "$2" ||
		die "cannot create the veth pair between $1 and $2"
	ip -n "$1" link set eth0 up
	ip -n "$2" link set eth0 up
}

# declare_wire_settings - of the cable to the wired half.
declare_wire_settings()
{
	declare_setting wire_us 0 0..1000000 'delay of the cable each way, us'
	declare_setting wire_loss_ppm 0 0..1000000 'packets it loses each way, ppm'
}

# wire_check - without a cable there is nothing to delay.
wire_check()
{
	[[ ${SETTING[wired]} == yes || ${SETTING[wire_us]}${SETTING[wire_loss_ppm]} == 00 ]] ||
		bad_input "wire_us, wire_loss_ppm: accepted with wired=yes alone"
}

# wire_impair NS... - what the cable does to the packets these put on it.
wire_impair()
{
	local us=${SETTING[wire_us]} ppm=${SETTING[wire_loss_ppm]} ns percent

	((us || ppm)) || return 0
	modprobe -q sch_netem || : "built into this kernel"
	printf -v percent '%d.%04d%%' $((ppm / 10000)) $((ppm % 10000))
	for ns in "$@"; do
		tc -n "$ns" qdisc add dev eth0 root netem limit 100000 delay "${us}us" loss "$percent" ||
			die "wire_us, wire_loss_ppm: this kernel has no netem"
	done
}

# forward NS - route between the interfaces of the namespace.
forward()
{
	in_ns "$1" sysctl -qw net.ipv4.ip_forward=1 net.ipv6.conf.all.forwarding=1 ||
		die "cannot switch forwarding on in namespace $1"
}
