# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Channels: which primary channel, width and PHY generation go together, and
# where the middle of a wide channel is (IEEE Std 802.11-2020, Annex E).

declare_channel_settings()
{
	declare_setting band 5 '2.4|5' 'GHz'
	declare_setting channel '' 1..177 'primary 20 MHz channel (default 1 or 36)'
	declare_setting width '' '20|40|80|160' 'MHz (default: most that phy has, to 80)'
	declare_setting phy '' 'legacy|ht|vht|he' 'generation (default ht at 2.4, vht at 5)'
	declare_setting wmm yes 'no|yes' 'QoS; without it (phy=legacy alone) DCF'
}

# channel_complete - fill in the defaults and refuse what does not go together.
# Sets SETTING[channel], SETTING[width] and SETTING[phy].
channel_complete()
{
	local widths

	if [[ ${SETTING[band]} == 2.4 ]]; then
		: "${SETTING[phy]:=ht}" "${SETTING[channel]:=1}" "${SETTING[width]:=20}"
		widths=20\|40
		((SETTING[channel] <= 13)) ||
			bad_input "channel='${SETTING[channel]}' is not accepted at 2.4 GHz: use 1..13"
		[[ ${SETTING[phy]} != vht ]] ||
			bad_input "phy='vht' is not accepted at 2.4 GHz: use one of legacy, ht, he"
	else
		: "${SETTING[phy]:=vht}" "${SETTING[channel]:=36}"
		widths=20\|40\|80\|160
		channel_is_5ghz "${SETTING[channel]}" || bad_input \
			"channel='${SETTING[channel]}' is not accepted at 5 GHz: use 36, 40 .. 64, 100, 104 .. 144 or 149, 153 .. 177"
	fi
	case ${SETTING[phy]} in
	legacy) widths=20 ;;
	ht) widths=20\|40 ;;
	esac
	: "${SETTING[width]:=$(channel_default_width)}"
	[[ ${SETTING[wmm]} == yes || ${SETTING[phy]} == legacy ]] ||
		bad_input "wmm='no' is not accepted with phy=${SETTING[phy]}: use phy=legacy"
	[[ "|$widths|" == *"|${SETTING[width]}|"* ]] || bad_input \
		"width='${SETTING[width]}' is not accepted with phy=${SETTING[phy]} at ${SETTING[band]} GHz: use one of ${widths//|/, }"
}

channel_default_width()
{
	case ${SETTING[phy]} in
	legacy) printf 20 ;;
	ht) printf 40 ;;
	*) printf 80 ;;
	esac
}

channel_is_5ghz()
{
	local c=$1

	(((c >= 36 && c <= 64 || c >= 100 && c <= 144) && c % 4 == 0 ||
		c >= 149 && c <= 177 && c % 4 == 1))
}

# channel_block PRIMARY - first channel of the 5 GHz range that PRIMARY is in:
# wide channels are counted from there.
channel_block()
{
	if (($1 >= 149)); then
		printf 149
	elif (($1 >= 100)); then
		printf 100
	else
		printf 36
	fi
}

# channel_center PRIMARY WIDTH - number of the centre frequency of a 5 GHz channel.
channel_center()
{
	local first

	first=$(channel_block "$1")
	printf '%d' $((first + ($1 - first) / ($2 / 5) * ($2 / 5) + $2 / 10 - 2))
}

# channel_ht40_side BAND PRIMARY - "+" or "-": where the secondary 20 MHz lies.
# At 2.4 GHz it is above while there is room for it.
channel_ht40_side()
{
	local first

	if [[ $1 == 2.4 ]]; then
		(($2 <= 9)) && printf '+' || printf -- '-'
		return
	fi
	first=$(channel_block "$2")
	(((($2 - first) / 4) % 2 == 0)) && printf '+' || printf -- '-'
}
