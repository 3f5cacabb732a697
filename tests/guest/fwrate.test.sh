#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Rate control in firmware: it takes the rate that carries most over a link, has
# block ack sessions without minstrel's help, and mac80211 learns the rate from
# reports, at once or late.

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

nothing_held()
{
	counter_is sta0 '.desc_used == 0' && counter_is ap '.desc_used == 0'
}

# rate_of RADIO - the data rate to its only station, in Mb/s.
rate_of()
{
	in_ns "$1" iw dev wlan0 station dump | awk '/tx bitrate/ { print $3 }'
}

snr_set()
{
	hwsimctl link set sta0 ap snr_db "$1"
	hwsimctl link set ap sta0 snr_db "$1"
}

# mbps_at RATE - goodput of the uplink. tests/unit/test_choose.c searches all rates;
# here the neighbours of the one chosen show that the formula fits the air.
mbps_at()
{
	hwsimctl radio set sta0 rate "$1"
	udp_train_mbps sta0 ap 192.0.2.1 3
}

best_of_its_neighbours_test()
{
	local auto name one best=0

	topology_up profile=ideal rate_control=firmware snr_db=31 retry_limit=255
	auto=$(mbps_at auto)
	note "at 31 dB: $auto Mb/s at $(rate_of sta0) Mb/s"
	for name in vht80-nss2-mcs7-sgi vht80-nss2-mcs8-sgi vht80-nss2-mcs9-sgi; do
		one=$(mbps_at "$name")
		note "at $name: $one Mb/s"
		best=$(jq -n "[$best, $one] | max")
	done
	expect_true "auto against fixed" "$auto >= 0.98 * $best"
	wait_until 5 nothing_held || fail "descriptors are not given back"
}

# Down and up again, without a word from mac80211.
follows_the_link_test()
{
	local -a seen=()
	local snr_db

	topology_up profile=ideal rate_control=firmware
	for snr_db in 60 25 8 60; do
		snr_set "$snr_db"
		ping_ok sta0 192.0.2.1 || fail "no echo at $snr_db dB"
		seen+=("$(rate_of sta0)")
	done
	note "rates: ${seen[*]}"
	expect_equal "at 60 dB" "${seen[0]}" 866.7
	expect_equal "at 60 dB again" "${seen[3]}" 866.7
	expect_true "in between" "${seen[0]} > ${seen[1]} and ${seen[1]} > ${seen[2]}"
}

# Sessions come from traffic, also where management frames are protected.
sessions_form_test()
{
	topology_up profile=ideal rate_control=firmware security=wpa3
	tcp_mbps ap sta0 192.0.2.10 3 cubic >"$TMP/mbps"
	note "TCP: $(cat "$TMP/mbps") Mb/s"
	expect_true "TCP goodput" "$(cat "$TMP/mbps") > 550"
	counter_is ap '.tx_mpdus / .tx_ppdus > 20' || fail "no A-MPDUs form"
	counter_is sta0 '.tx_ppdus < .tx_mpdus' || fail "the acks form no A-MPDUs"
}

other_generations_test()
{
	topology_up profile=ideal rate_control=firmware phy=he
	ping_ok sta0 192.0.2.1
	expect_equal "HE rate" "$(rate_of sta0)" 1200.9
	topology_down
	topology_up profile=ideal rate_control=firmware band=2.4 phy=ht
	ping_ok sta0 192.0.2.1
	expect_equal "HT rate" "$(rate_of sta0)" 144.4
	topology_down
	topology_up profile=ideal rate_control=firmware phy=legacy
	ping_ok sta0 192.0.2.1
	expect_equal "legacy rate" "$(rate_of sta0)" 54.0
}

# held_after_a_drop SETTING... - a link becomes slow under load: how many frames the
# radio holds a while later.
held_after_a_drop()
{
	topology_up profile=ideal rate_control=firmware "$@"
	load_start sta0 ap 192.0.2.1 "$PORT" "${FLOOD[@]}" -w "$SOCKET_BYTES"
	read -rt 0.6 -u "$SILENCE" || :
	snr_set 8
	# what was taken at the old rate leaves
	read -rt 0.5 -u "$SILENCE" || :
	counter sta0 '.desc_used'
	traffic_stop_all
	topology_down
}

# mac80211 goes on as if the link were fast until it learns otherwise.
reports_may_be_late_test()
{
	local at_once late

	at_once=$(held_after_a_drop)
	late=$(held_after_a_drop rate_report_us=10000000)
	note "frames in the radio: $at_once, with late reports $late"
	expect_true "late reports" "$late > 3 * $at_once"
}

acked_more_than()
{
	counter_is sta0 ".tx_acked > $1"
}

# The other way round a few frames reach the limit, and all are done at once: there
# is one moment to take more.
estimates_that_are_too_high_do_not_stop_the_flow_test()
{
	topology_up profile=ideal rate_control=firmware snr_db=3 rate_report_us=10000000
	ping_ok sta0 192.0.2.1 || fail "no echo"
	snr_set 60
	load_start sta0 ap 192.0.2.1 "$PORT" "${FLOOD[@]}" -w "$SOCKET_BYTES"
	read -rt 0.6 -u "$SILENCE" || :
	wait_until 2 acked_more_than "$(counter sta0 '.tx_acked + 1000')" ||
		fail "the flow stands: $(counter sta0 '{tx_msdus, tx_acked, desc_used} | tojson')"
}

bad_values_test()
{
	module_load radios=0
	expect_refusal 2 "rate_control" hwsimctl radio add rate_control none
	expect_refusal 2 "rate_report_us.*10000000" hwsimctl radio add rate_report_us 10000001
	module_unload
}

test_main
