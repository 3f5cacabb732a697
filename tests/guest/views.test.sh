#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# hwsimctl trace and station: what they show of real traffic agrees with the
# counters. And `radio set`: every parameter that can change takes its values.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

readonly INSTANCES=/sys/kernel/tracing/instances

setup()
{
	traffic_init
	topology_up profile=ath10k sta.rate=vht80-nss2-mcs9-sgi ap.rate=vht80-nss1-mcs4 orphan=completion
}

# trace_start FILE WORD... - in the background; returns when it traces.
trace_start()
{
	hwsimctl -j trace "${@:2}" >"$1" &
	TRACER=$!
	wait_until 5 is_tracing || fail 'hwsimctl does not trace'
}

is_tracing()
{
	[[ $(cat "$INSTANCES/hwsimctl.$TRACER/events/hwsim_ext/enable" 2>/dev/null) == 1 ]]
}

trace_stop()
{
	kill -INT "$TRACER"
	wait "$TRACER" || fail "hwsimctl trace ended with status $?"
}

# events JQ-CONDITION - how many in the file have it.
events()
{
	jq -s "[.[] | select($1)] | length" "$TMP/events"
}

every_ppdu_and_batch_is_a_line_test()
{
	trace_start "$TMP/events" sta0
	hwsimctl stats reset
	flow_run sta0 ap 192.0.2.1 1 -C bbr
	wait_until 5 counter_is sta0 '.desc_used == 0' || fail 'frames are still held'
	trace_stop
	hwsimctl -j stats show sta0 >"$TMP/stats"
	expect_equal 'events of other radios' "$(events '.name != "sta0"')" 0
	expect_equal 'PPDUs' "$(events '.event == "ppdu"')" "$(jq '.[0].tx_ppdus' "$TMP/stats")"
	expect_equal 'batches' "$(events '.event == "completion"')" "$(jq '.[0].completions' "$TMP/stats")"
	expect_equal 'MPDUs' "$(jq -s '[.[].mpdus // 0] | add' "$TMP/events")" \
		"$(jq '.[0].tx_mpdus' "$TMP/stats")"
	expect_equal 'data PPDUs that filled the window' \
		"$(events '.event == "ppdu" and .ac == 2 and .ampdu == 1 and .reason == "window"')" \
		"$(jq '.[0].close_reason.window' "$TMP/stats")"
	expect_equal 'rates of data' "$(jq -sc '[.[] | select(.ampdu == 1) | .kbps] | unique' "$TMP/events")" \
		'[866666]'
}

nothing_is_left_of_a_trace_test()
{
	expect_equal 'instances' "$(find "$INSTANCES" -mindepth 1 -maxdepth 1)" ''
}

a_trace_ends_when_told_test()
{
	local before after

	expect_equal 'lines' "$(hwsimctl trace count 3 | grep -c '^event ')" 3
	read -r before _ </proc/uptime
	hwsimctl -j trace ap ms 500 >"$TMP/events"
	read -r after _ </proc/uptime
	expect_true 'seconds' "$after - $before | . > 0.45 and . < 0.7"
	# A beacon every 102.4 ms.
	expect_true 'beacons' "$(events '.event == "ppdu" and .name == "ap"') | . >= 4 and . <= 6"
	expect_refusal 1 'no radio nobody' hwsimctl trace nobody
	expect_equal 'instances' "$(find "$INSTANCES" -mindepth 1 -maxdepth 1)" ''
}

others_read_the_events_too_test()
{
	trace-cmd record -q -e hwsim_ext -o "$TMP/trace.dat" sleep 0.3 >"$TMP/stdout" 2>&1
	trace-cmd report -i "$TMP/trace.dat" >"$TMP/report" 2>"$TMP/stderr"
	grep -qE 'hwx_ppdu: +radio=[0-9]+ .* reason=empty ' "$TMP/report" || fail "$(tail -n 3 "$TMP/report")"
}

# station RADIO JQ-EXPRESSION - on the one station that it knows.
station()
{
	hwsimctl -j station show "$1" | jq -r "if length == 1 then .[0] | $2 else \"? \\(length)\" end"
}

stations_are_as_the_traffic_is_test()
{
	load_start sta0 ap 192.0.2.1 5201 "${SATURATE[@]}"
	wait_until 5 station_queues || fail "nothing is queued: $(hwsimctl station show sta0)"
	expect_equal 'whom the station talks to' "$(station sta0 .addr)" "$(radio_value ap addr)"
	expect_equal 'its rate' "$(station sta0 '"\(.rate) \(.rate_kbps)"')" 'vht80-nss2-mcs9-sgi 866666'
	expect_equal 'its window' "$(station sta0 '.tids[] | select(.tid == 0) | .tx_window')" 64
	expect_equal 'the session to receive in' "$(station ap '.tids[] | select(.tid == 0) | .rx_session')" 1
	expect_equal 'bytes a frame' \
		"$(station sta0 '.tids[] | select(.tid == 0) | .queued_bytes / .queued | . > 1400 and . < 1600')" true
	traffic_stop_all
	wait_until 10 counter_is sta0 '.desc_used == 0' || fail 'frames are still held'
	expect_equal 'frames queued at the end' "$(station sta0 '[.tids[] | .queued + .held] | add')" 0
	ping_ok ap 192.0.2.10 >"$TMP/stdout"
	expect_equal 'the rate downlink' "$(station ap .rate)" vht80-nss1-mcs4
	expect_equal 'all stations' "$(hwsimctl -j station show | jq length)" 2
	expect_refusal 1 'no radio nobody' hwsimctl station show nobody
}

station_queues()
{
	[[ $(station sta0 '[.tids[].queued] | add > 64') == true ]]
}

lost_frames_are_retries_of_the_station_test()
{
	local before after

	hwsimctl link set sta0 ap loss 200000
	before=$(station sta0 .retries)
	flow_run sta0 ap 192.0.2.1 1 -C bbr
	after=$(station sta0 .retries)
	((after > before)) || fail "no retries: $before, then $after"
	hwsimctl link set sta0 ap loss 0
}

# values KEY RANGE - what to try: both ends, every word.
values()
{
	case $1:$2 in
	rate:*) echo auto ht20-mcs7 he80-nss2-mcs11-gi800 ;;
	*..*) echo "${2%..*}" "${2#*..}" ;;
	*) echo "${2//|/ }" ;;
	esac
}

every_runtime_parameter_can_be_set_test()
{
	local key range word default shown

	hwsimctl radio add name spare >"$TMP/stdout"
	hwsimctl -j help keys | jq -r '.[] | select(.object == "radio" and .when == "run") |
		"\(.key) \(.values) \(.default)"' >"$TMP/keys"
	(($(wc -l <"$TMP/keys") > 15)) || fail "few parameters: $(cat "$TMP/keys")"
	while read -r key range default; do
		# shellcheck disable=SC2046 # several words
		for word in $(values "$key" "$range") "$default"; do
			hwsimctl radio set spare "$key" "$word" || fail "$key $word is refused"
			shown=$(radio_value spare "$key" | sed 's/^true$/on/; s/^false$/off/')
			expect_equal "$key" "$shown" "$word"
		done
	done <"$TMP/keys"
	hwsimctl radio del spare
}

test_main
