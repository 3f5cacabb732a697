#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Rates: what is set is what is sent and what nl80211 reports, in every mode;
# masks of nl80211 rule rate control, and report and air time change alike.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

readonly -a RATES_5GHZ=(legacy-{6,9,12,18,24,36,48,54}
	ht20-mcs0 ht20-mcs7-sgi ht20-mcs12 ht20-mcs31-sgi ht40-mcs0-sgi ht40-mcs15 ht40-mcs23-sgi
	vht20-nss1-mcs0 vht20-nss2-mcs8-sgi vht20-nss3-mcs9 vht40-nss1-mcs9-sgi vht40-nss4-mcs5
	vht80-nss1-mcs4 vht80-nss2-mcs9-sgi vht80-nss4-mcs9 vht160-nss1-mcs0-sgi vht160-nss4-mcs9
	vht80-nss8-mcs9-sgi
	he20-nss1-mcs0-gi800 he20-nss2-mcs11-gi1600 he40-nss3-mcs7-gi3200 he40-nss1-mcs9-gi800
	he80-nss2-mcs11-gi800 he80-nss4-mcs0-gi3200 he160-nss1-mcs5-gi1600 he160-nss4-mcs11-gi800
	he80-nss8-mcs11-gi800)
readonly -a RATES_2GHZ=(legacy-{1,2,5.5,11,6,54} ht20-mcs0 ht20-mcs15-sgi ht40-mcs8 ht40-mcs7-sgi
	he20-nss2-mcs11-gi800 he40-nss1-mcs3-gi3200)

setup()
{
	traffic_init
}

after_each()
{
	topology_down
}

# tx_rate - the line of "iw station dump" about what sta0 sends.
tx_rate()
{
	in_ns sta0 iw dev wlan0 station dump | sed -n 's/^\ttx bitrate:\t//p'
}

# rate_name LINE - the name of a rate that iw describes.
rate_name()
{
	local width=20 gi='' mbps=${1%% *}
	local -a he_gi=(800 1600 3200)

	[[ $1 =~ \ ([0-9]+)MHz ]] && width=${BASH_REMATCH[1]}
	[[ $1 == *"short GI"* ]] && gi=-sgi
	if [[ $1 =~ HE-MCS\ ([0-9]+)\ HE-NSS\ ([0-9])\ HE-GI\ ([0-2]) ]]; then
		printf 'he%s-nss%s-mcs%s-gi%s' "$width" "${BASH_REMATCH[2]}" \
			"${BASH_REMATCH[1]}" "${he_gi[BASH_REMATCH[3]]}"
	elif [[ $1 =~ VHT-MCS\ ([0-9]).*VHT-NSS\ ([0-9]) ]]; then
		printf 'vht%s-nss%s-mcs%s%s' "$width" "${BASH_REMATCH[2]}" "${BASH_REMATCH[1]}" "$gi"
	elif [[ $1 =~ \ MCS\ ([0-9]+) ]]; then
		printf 'ht%s-mcs%s%s' "$width" "${BASH_REMATCH[1]}" "$gi"
	else
		printf 'legacy-%s' "${mbps%.0}"
	fi
}

# reports RATE - a ping at this rate is reported at this rate.
reports()
{
	local line kbps

	hwsimctl radio set sta0 rate "$1"
	in_ns sta0 busybox ping -q -c 1 -W 2 192.0.2.1 >"$TMP/log2" || fail "no answer at $1"
	line=$(tx_rate)
	expect_equal "the rate after $1, '$line'," "$(rate_name "$line")" "$1"
	kbps=$(jq -r ".[] | select(.rate == \"$1\") | .kbps" "$TMP/rates")
	expect_true "speed of $1" "(${line%% *} * 1000 / $kbps - 1 | fabs) < 0.002"
}

all_at_5_ghz_test()
{
	local rate

	hwsimctl -j help rates >"$TMP/rates"
	topology_up profile=ideal phy=he width=160 nss=4
	for rate in "${RATES_5GHZ[@]}"; do
		reports "$rate"
	done
}

all_at_2_ghz_test()
{
	local rate

	hwsimctl -j help rates >"$TMP/rates"
	topology_up profile=ideal band=2.4 phy=he width=40
	for rate in "${RATES_2GHZ[@]}"; do
		reports "$rate"
	done
}

illegal_ones_are_refused_with_the_reason_test()
{
	topology_up
	expect_refusal 2 "divide evenly" hwsimctl radio set sta0 rate vht80-nss3-mcs6
	expect_refusal 2 "divide evenly" hwsimctl radio set sta0 rate vht20-nss1-mcs9-sgi
	expect_refusal 2 "HT has MCS 0 to 31" hwsimctl radio set sta0 rate ht20-mcs32
	expect_refusal 2 "HT is 20 or 40 MHz wide" hwsimctl radio set sta0 rate ht80-mcs0
	expect_refusal 2 "VHT has 1 to 8 spatial streams" hwsimctl radio set sta0 rate vht80-nss9-mcs0
	expect_refusal 2 "HE has MCS 0 to 11" hwsimctl radio set sta0 rate he80-nss2-mcs12-gi800
	expect_refusal 2 "800, 1600 or 3200 ns" hwsimctl radio set sta0 rate he80-nss2-mcs11-gi400
	expect_refusal 2 "the legacy rates are" hwsimctl radio set sta0 rate legacy-7
	expect_equal rate "$(radio_value sta0 rate)" auto
}

# A rate that the channel has no room for is sent as wide as there is room.
wider_than_the_channel_test()
{
	topology_up width=40
	hwsimctl radio set sta0 rate vht80-nss2-mcs9-sgi
	ping_ok sta0 192.0.2.1 >"$TMP/log2"
	expect_equal rate "$(rate_name "$(tx_rate)")" vht40-nss2-mcs9-sgi
}

delivered()
{
	in_ns ap cat /sys/class/net/wlan0/statistics/rx_packets
}

# packets_per_second SECONDS - that arrive while a flood runs
packets_per_second()
{
	local before after

	before=$(delivered)
	sleep "$1"
	after=$(delivered)
	jq -n "($after - $before) / $1"
}

# masked PATTERN WORD... - with this mask rate control sends at rates like
# PATTERN, and as many packets arrive as when that rate is fixed.
masked()
{
	local name free fixed

	in_ns sta0 iw dev wlan0 set bitrates "${@:2}"
	sleep 1
	free=$(packets_per_second 1)
	name=$(rate_name "$(tx_rate)")
	# shellcheck disable=SC2053 # a pattern
	[[ $name == $1 ]] || fail "'${*:2}' gives $name, not $1"
	hwsimctl radio set sta0 rate "$name"
	sleep 0.2
	fixed=$(packets_per_second 1)
	hwsimctl radio set sta0 rate auto
	expect_near "packets at $name chosen and fixed" "$free" "$fixed" 5
}

nl80211_masks_rule_rate_control_test()
{
	topology_up profile=ideal
	load_start sta0 ap 192.0.2.1 "$PORT" "${FLOOD[@]}" -w "$SOCKET_BYTES"
	masked 'vht80-nss1-mcs5*' ht-mcs-5 vht-mcs-5 1:5
	masked 'vht80-nss2-mcs2*' ht-mcs-5 vht-mcs-5 2:2
	masked 'ht20-mcs7' ht-mcs-5 7 vht-mcs-5
	masked 'legacy-24' legacy-5 24 ht-mcs-5 vht-mcs-5
	in_ns sta0 iw dev wlan0 set bitrates
	sleep 1
	expect_equal "rate without a mask" "$(rate_name "$(tx_rate)")" vht80-nss2-mcs9-sgi
}

# What the driver fixes, masks do not change.
a_fixed_rate_wins_over_a_mask_test()
{
	topology_up profile=ideal rate=vht80-nss2-mcs9-sgi
	in_ns sta0 iw dev wlan0 set bitrates legacy-5 24 ht-mcs-5 vht-mcs-5
	ping_ok sta0 192.0.2.1 >"$TMP/log2"
	expect_equal rate "$(rate_name "$(tx_rate)")" vht80-nss2-mcs9-sgi
}

# Rate control of 6.1 knows no HE, so an HE station gets VHT rates from it.
rate_control_gives_he_stations_vht_rates_test()
{
	topology_up profile=ideal phy=he
	load_start sta0 ap 192.0.2.1 "$PORT" "${FLOOD[@]}" -w "$SOCKET_BYTES"
	sleep 1
	expect_equal rate "$(rate_name "$(tx_rate)")" vht80-nss2-mcs9-sgi
}

station_value()
{
	in_ns sta0 iw dev wlan0 station dump | sed -n "s/^\t$1:\t*//p"
}

# Every attempt of every MPDU after its first counts, in A-MPDUs and alone.
# retries_apart - by how much the counter of the radio is ahead of its station's;
# nothing is counted between the two looks.
retries_apart()
{
	local first again of_station

	first=$(counter sta0 .retries)
	while :; do
		of_station=$(station_value "tx retries")
		again=$(counter sta0 .retries)
		[[ $again != "$first" ]] || break
		first=$again
	done
	printf '%d' $((first - of_station))
}

retries_are_counted_test()
{
	local rate before

	topology_up profile=ideal loss=200000 retry_limit=3
	for rate in auto vht80-nss2-mcs9-sgi legacy-54; do
		hwsimctl radio set sta0 rate "$rate"
		before=$(retries_apart)
		flow_run sta0 ap 192.0.2.1 1 -u -b 20M -l 1472
		wait_until 5 counter_is sta0 '.desc_used == 0'
		expect_equal "retries beside those of the station at $rate" "$(retries_apart)" "$before"
		expect_true "retries at $rate" "$(station_value "tx retries") > 300"
		expect_true "given up at $rate" "$(station_value "tx failed") > 1"
	done
}

test_main
