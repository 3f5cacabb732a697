#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Airtime fairness with a driver that builds A-MPDUs in mac80211's order (ath9k):
# two stations near the access point and one so far that only the slowest rates
# work. Each gets a third of the air instead of a third of the turns.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

setup()
{
	traffic_init
}

after_each()
{
	topology_down
}

# airtimes - of the stations as mac80211 knows them, in us: one line each.
airtimes()
{
	in_ns ap iw dev wlan0 station dump | awk '$1 == "tx" && $2 == "duration:" { print $3 }'
}

# three_stations SETTING... - flood them for three seconds; prints the sum in Mb/s.
three_stations()
{
	local i

	topology_up profile=ath9k phy=ht width=40 stations=3 "$@"
	hwsimctl link set ap sta2 snr_db 6
	for ((i = 0; i < 3; i++)); do
		load_start ap "sta$i" "192.0.2.$((10 + i))" $((5201 + i)) -u -b 200M -l 14792 -w "$SOCKET_BYTES"
	done
	# rate control has found what works
	sleep 2
	airtimes >"$TMP/air-before"
	observe 3 sta0 sta1 sta2
	airtimes >"$TMP/air-after"
	for ((i = 0; i < 3; i++)); do
		arrived_packets_mbps "sta$i"
		printf '\n'
	done >"$TMP/mbps"
	traffic_stop_all
	awk '{ sum += $1 } END { printf "%.1f", sum }' "$TMP/mbps"
}

# mean - MPDUs in a data PPDU of the access point.
mean()
{
	measured '.[] | select(.name == "ap") | .ampdu_hist | to_entries |
		(map(.key * .value) | add) / (map(.value) | add) * 10 | round / 10'
}

# jain FILE - of the numbers in it.
jain()
{
	awk '{ sum += $1; squares += $1 * $1; n++ } END { printf "%.4f", sum * sum / (n * squares) }' "$1"
}

fairness_raises_the_total_test()
{
	local with without

	without=$(three_stations airtime_fairness=off)
	note "mean A-MPDU: $(mean)"
	note "without: $(paste -sd ' ' "$TMP/mbps") Mb/s, together $without"
	topology_down
	with=$(three_stations)
	note "mean A-MPDU: $(mean)"
	note "with: $(paste -sd ' ' "$TMP/mbps") Mb/s, together $with"
	paste "$TMP/air-before" "$TMP/air-after" | awk '{ print $2 - $1 }' >"$TMP/air"
	note "air time in 3 s, us: $(paste -sd ' ' "$TMP/air"); Jain's index $(jain "$TMP/air")"
	expect_true 'total' "$with >= 1.2 * $without"
	expect_true "Jain's index of air time" "$(jain "$TMP/air") >= 0.98"
	# What was registered is what was spent: all of it on the three.
	expect_near 'registered against transmitted' "$(awk '{ sum += $1 } END { print sum }' "$TMP/air")" \
		"$(measured '.[] | select(.name == "ap") | .airtime_us.tx')" 2
}

test_main
