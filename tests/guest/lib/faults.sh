# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Faults of the firmware: load, what must hold under it, and afterwards.

readonly PHYS=/sys/kernel/debug/ieee80211

# Datagrams of ten packets, few wake-ups: what this costs is mostly the senders.
readonly -a CHEAP_UDP=(-u -b 6M -l $((10 * 1480 - 8)) --pacing-timer 20000)

# load_both_ways - TCP and UDP, more than the network carries.
load_both_ways()
{
	load_start sta0 ap 192.0.2.1 5201 "${CHEAP_UDP[@]}"
	load_start ap sta0 192.0.2.10 5202 "${CHEAP_UDP[@]}"
	load_start sta0 ap 192.0.2.1 5203
	load_start ap sta0 192.0.2.10 5204
	sleep 1
}

# faults_set PARAMETER VALUE... - on both radios.
faults_set()
{
	hwsimctl radio set ap "$@"
	hwsimctl radio set sta0 "$@"
}

# fired RADIO FAULT - how often.
fired()
{
	counter "$1" ".faults.$2"
}

# acked_in SECONDS - frames that sta0 delivers in that time.
acked_in()
{
	local before after

	before=$(counter sta0 .tx_acked)
	sleep "$1"
	after=$(counter sta0 .tx_acked)
	printf '%d' $((after - before))
}

# pings_within_a_second - each reaches the other before one has passed.
pings_within_a_second()
{
	in_ns sta0 busybox ping -q -i 0.1 -w 1 192.0.2.1 || fail 'the access point is not reached within 1 s'
	in_ns ap busybox ping -q -i 0.1 -w 1 192.0.2.10 || fail 'the station is not reached within 1 s'
}

# aql_is_idle RADIO - mac80211 has no airtime pending. Without its debugfs only the
# descriptors tell.
aql_is_idle()
{
	[[ ! -r $PHYS/$1/aql_pending ]] || ! grep -Eq '[1-9][0-9]* us' "$PHYS/$1/aql_pending"
}

# nothing_held RADIO - no descriptor, no airtime, and each frame was completed once.
nothing_held()
{
	counter_is "$1" '.desc_used == 0 and .tx_msdus == .tx_acked + .tx_failed + .tx_dropped' &&
		aql_is_idle "$1"
}

# idle_is_empty RADIO... - once the traffic has ended.
idle_is_empty()
{
	local radio

	traffic_stop_all
	for radio in "$@"; do
		wait_until 3 nothing_held "$radio" ||
			fail "$radio: $(counter "$radio" '{desc_used, tx_msdus, tx_acked, tx_failed, tx_dropped}') $(cat "$PHYS/$radio/aql_pending")"
	done
}

# slab_kb - what the kernel cannot give back by itself.
slab_kb()
{
	awk '$1 == "SUnreclaim:" { print $2 }' /proc/meminfo
}

# acked_again WANTED - frames that sta0 delivers in a second, the first of three in
# which it is more than WANTED. A TCP flow whose retransmissions were lost, too, waits for
# its timer, which doubles each time: that is TCP's time, not the driver's.
acked_again()
{
	local tries=3 n=0

	while ((n <= $1 && tries-- > 0)); do
		n=$(acked_in 1)
	done
	printf '%d' "$n"
}

# survives FAULT PER-MILLE [PARAMETER VALUE]... - ten seconds of it under load, then
# all is as before: pings at once, frames as many as before, nothing held. The frames
# of ten seconds are 60 MB.
survives()
{
	local before after slab

	slab=$(slab_kb)
	load_both_ways
	before=$(acked_in 1)
	hwsimctl -j stats show sta0 >"$TMP/begin"
	faults_set "fail_$1" "$2" "${@:3}"
	sleep 10
	hwsimctl -j stats show sta0 >"$TMP/end"
	faults_set "fail_$1" 0
	pings_within_a_second
	after=$(acked_again $((before * 6 / 10)))
	note "$(jq -c '{faults: (.faults | with_entries(select(.value > 0))), tx_acked, tx_failed, tx_dropped, reclaimed, bad_completions, stuck_queues}' <(during))"
	note "frames delivered in a second before and after: $before, $after"
	expect_true 'delivered in the second after' "$after > 0.6 * $before"
	idle_is_empty ap sta0
	note "slab before and after: $slab, $(slab_kb) kB"
	(($(slab_kb) < slab + 2048)) || fail 'memory has leaked'
}

# during - what sta0 counted while there were faults.
during()
{
	jq -s 'def less($old): with_entries(.key as $key | .value |=
			if type == "number" then . - $old[$key]
			elif type == "object" then less($old[$key]) else null end);
		.[0][0] as $begin | .[1][0] | del(.id, .name) | less($begin)' "$TMP/begin" "$TMP/end"
}

# faulty JQ-CONDITION - holds for what sta0 counted while there were faults.
faulty()
{
	during >"$TMP/during"
	jq -e "$1" "$TMP/during" >"$TMP/stdout" || fail "$1 does not hold: $(jq -c . "$TMP/during")"
}

# fires_as_asked FAULT PER-MILLE EXPRESSION - of so many events, within a tenth and
# the chance of small numbers.
fires_as_asked()
{
	faulty ".faults.$1 as \$n | (($3) * $2 / 1000) as \$want | ((\$n - \$want) | fabs) < \$want / 10 + 3 * (\$want | sqrt)"
}

# session_is 0|1 - the station has a session to send in, of TID 0.
session_is()
{
	local tid tx

	while read -r tid _ _ _ tx _; do
		[[ $tid != 00 ]] || break
	done <"$(session_file)"
	[[ $tx == "$1" ]]
}

session_file()
{
	printf '%s\n' "$PHYS"/sta0/netdev:wlan0/stations/*/agg_status
}

# session_ends_within SECONDS - a session of the station that is to end does, and
# the next is asked for.
session_ends_within()
{
	local token

	wait_until 5 session_is 1 || fail 'there is no session'
	token=$(session_token)
	printf 'tx stop 0' >"$(session_file)"
	wait_until "$1" session_renewed "$token" || fail "the session does not end within $1 s"
}

# session_token - one more than that of the last session asked for.
session_token()
{
	local token

	read -r _ _ token <"$(session_file)"
	printf '%d' "$token"
}

session_renewed()
{
	(($(session_token) > $1))
}
