#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# SNR: what a link carries depends on it, and rate control finds the rate. One
# sender, VHT80, two streams, a saturated uplink, both directions of the link
# at the same SNR. At each step rate control must come to 85% of the best fixed
# rate within two seconds.
#
# A-MPDUs have up to 32 MPDUs, half the block ack window, as drivers build them
# whose rate control this is (ath9k). With as many as the window holds, a rate
# that loses a third is slower than rate control thinks, because the window
# waits for its gaps: docs/medium-model.md, "Rates".

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

# dB that VHT MCS 0 to 9 want with one stream (docs/medium-model.md)
readonly -a WANTED_DB=(4 7 9 12 16 20 21 22 27 29)
readonly NOISE_DBM=-92

setup()
{
	traffic_init
	topology_up profile=ideal ampdu_frames=32
}

# saturate - from sta0 to the access point until the end of the test; by the
# clock, as frames are given up on a bad link, but in trains, which cost less.
saturate()
{
	load_start sta0 ap 192.0.2.1 "$PORT" -u -b 1200M -l "$TRAIN_BYTES" -w "$SOCKET_BYTES"
}

snr_set()
{
	hwsimctl link set sta0 ap snr_db "$1"
	hwsimctl link set ap sta0 snr_db "$1"
}

delivered()
{
	in_ns ap cat /sys/class/net/wlan0/statistics/rx_packets
}

# mbps_over SECONDS - sets MBPS, UDP payload in full packets
mbps_over()
{
	local before

	before=$(delivered)
	sleep "$1"
	MBPS=$(jq -n "($(delivered) - $before) * 1472 * 8 / $1 / 1e5 | round / 10")
}

# candidates SNR - rates that may be the best one: of each number of streams the
# highest that is not hopeless, and the one below.
candidates()
{
	local streams mcs best

	for streams in 1 2; do
		best=-1
		for mcs in "${!WANTED_DB[@]}"; do
			((WANTED_DB[mcs] + 3 * (streams - 1) > $1 + 1)) || best=$mcs
		done
		((best < 0)) || printf 'vht80-nss%d-mcs%d-sgi\n' "$streams" "$best"
		((best < 1)) || printf 'vht80-nss%d-mcs%d-sgi\n' "$streams" "$((best - 1))"
	done
}

# best_fixed SNR - sets BEST_MBPS and BEST_RATE
best_fixed()
{
	local rate

	BEST_MBPS=0
	for rate in $(candidates "$1"); do
		hwsimctl radio set sta0 rate "$rate"
		sleep 0.1
		mbps_over 0.5
		if jq -en "$MBPS > $BEST_MBPS" >"$TMP/log2"; then
			BEST_MBPS=$MBPS
			BEST_RATE=$rate
		fi
	done
	hwsimctl radio set sta0 rate auto
}

# station_shows SNR - signal and rate of "iw station dump" fit.
station_shows()
{
	local line want

	in_ns sta0 iw dev wlan0 station dump >"$TMP/stations"
	expect_equal "signal at $1 dB" "$(sed -nE 's/^\tsignal: *\t(-?[0-9]+).*/\1/p' "$TMP/stations")" \
		$((NOISE_DBM + $1))
	line=$(grep "tx bitrate:" "$TMP/stations")
	[[ $line =~ VHT-MCS\ ([0-9]).*VHT-NSS\ ([0-9]) ]] || fail "no VHT rate in '$line'"
	want=$((WANTED_DB[BASH_REMATCH[1]] + 3 * (BASH_REMATCH[2] - 1)))
	((want <= $1 + 1)) || fail "'$line' at $1 dB: that rate wants $want dB"
}

# step SNR - sets AUTO_MBPS
step()
{
	snr_set "$1"
	sleep 2
	mbps_over 3
	AUTO_MBPS=$MBPS
	station_shows "$1"
	best_fixed "$1"
	note "$1 dB: $AUTO_MBPS Mb/s, best fixed $BEST_MBPS ($BEST_RATE), $(jq -n "$AUTO_MBPS / $BEST_MBPS * 100 | round")%"
	expect_true "rate control at $1 dB" "$AUTO_MBPS >= 0.85 * $BEST_MBPS"
}

rate_control_follows_falling_snr_test()
{
	local snr before=1000000

	saturate
	for snr in 34 30 26 22 18 14 10 6; do
		step "$snr"
		expect_true "monotone at $snr dB" "$AUTO_MBPS < $before"
		before=$AUTO_MBPS
	done
}

# Up and down by much: what was learnt before is of no use.
rate_control_follows_jumps_test()
{
	local snr

	saturate
	for snr in 34 6 20; do
		step "$snr"
	done
}

# Between the thresholds of two rates, MPDUs of one length are lost as the
# formula says: 32.7% at 31 dB of those that this rate wants 32 dB for.
loss_is_that_of_the_formula_test()
{
	snr_set 31
	saturate
	hwsimctl radio set sta0 rate vht80-nss2-mcs9-sgi
	sleep 0.5
	hwsimctl stats reset
	sleep 2
	expect_near "MPDUs lost, %" "$(counter sta0 '.mpdu_lost / .tx_mpdus * 100')" 32.7 2
}

# Nothing is lost as long as the default holds, and a word that is not accepted
# changes nothing.
default_loses_nothing_test()
{
	snr_set 60
	saturate
	hwsimctl radio set sta0 rate vht80-nss2-mcs9-sgi
	sleep 0.5
	hwsimctl stats reset
	sleep 1
	expect_true "MPDUs lost" "$(counter sta0 '.mpdu_lost - 32 * .collisions') <= 0"
	expect_refusal 2 "accepted: 0 to 100" hwsimctl link set sta0 ap snr_db 101
	expect_refusal 2 "accepted: 0 to 100" hwsimctl link set sta0 ap snr_db -1
	hwsimctl -j link show | jq -e 'all(.snr_db == 60)' >"$TMP/log2" || fail "a refused value was taken"
}

test_main
