#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Block acks that the sender loses, and block ack sessions that the receiver
# refuses. Sessions are ended through mac80211's debugfs.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1
# shellcheck source=tests/guest/lib/faults.sh
. "$TESTS_DIR/lib/faults.sh"

setup()
{
	traffic_init
	[[ -d $PHYS ]] || skip "this kernel has no MAC80211_DEBUGFS"
	topology_up rate=vht20-nss1-mcs4
}

after_each()
{
	faults_set fail_ba 0 fail_addba 0
}

ba_at_1_percent_test()
{
	survives ba 10
	fires_as_asked ba 10 '.tx_ppdus - .ba_lost + .faults.ba'
}

ba_at_50_percent_test()
{
	survives ba 500
	fires_as_asked ba 500 '.tx_ppdus - .ba_lost + .faults.ba'
	faulty '.ba_lost >= .faults.ba'
}

# sessions_end_for SECONDS - each session of the station is ended at once.
sessions_end_for()
{
	local end=$((SECONDS + $1)) file

	file=$(session_file)
	while ((SECONDS < end)); do
		! session_is 1 || printf 'tx stop 0' >"$file"
		read -rt 0.02 -u "$SILENCE" || :
	done
}

# sessions_come_back - a frame now and then is enough for mac80211 to ask.
sessions_come_back()
{
	traffic_stop_all
	wait_until 17 a_frame_makes_a_session || fail 'there is no session again'
}

a_frame_makes_a_session()
{
	in_ns sta0 busybox ping -q -c 1 -W 1 192.0.2.1 >"$TMP/stdout" || :
	read -rt 0.4 -u "$SILENCE" || :
	session_is 1
}

# load_lightly - with little on its way a session ends, and is asked for again, at once.
load_lightly()
{
	load_start sta0 ap 192.0.2.1 5201 -u -b 2M -l 1000
	sleep 1
}

# refusals_are_survived PER-MILLE LOAD - mac80211 asks three times in a row, then every
# 15 s.
refusals_are_survived()
{
	local refused

	"$2"
	refused=$(fired ap addba)
	faults_set fail_addba "$1"
	sessions_end_for 10
	refused=$(($(fired ap addba) - refused))
	note "refused: $refused"
	((refused > 0)) || fail 'no session was refused'
	expect_true 'delivered in a second' "$(acked_in 1) > 100"
	faults_set fail_addba 0
	pings_within_a_second
	sessions_come_back
	idle_is_empty ap sta0
}

addba_at_1_percent_test()
{
	refusals_are_survived 10 load_lightly
}

addba_at_50_percent_test()
{
	refusals_are_survived 500 load_both_ways
}

nothing_is_aggregated_without_a_session_test()
{
	load_both_ways
	faults_set fail_addba 1000
	sessions_end_for 1
	hwsimctl stats reset sta0
	sleep 2
	counter_is sta0 '.tx_ppdus > 200 and ([.ampdu_hist[2:][]] | add) == 0' ||
		fail "A-MPDUs: $(counter sta0 '.ampdu_hist | tojson')"
	faults_set fail_addba 0
	sessions_come_back
	hwsimctl stats reset sta0
	load_both_ways
	sleep 1
	counter_is sta0 '([.ampdu_hist[2:][]] | add) > 10' || fail 'nothing is aggregated again'
}

test_main
