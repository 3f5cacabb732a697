# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Stations: wpa_supplicant on wlan0 of a node, with a generated configuration.

readonly ASSOCIATION_BOUND_S=20

station_security()
{
	case ${SETTING[security]} in
	open)
		printf '\tkey_mgmt=NONE\n'
		;;
	wpa2)
		printf '\tkey_mgmt=WPA-PSK\n\tproto=RSN\n\tpairwise=CCMP\n\tpsk="%s"\n' "${SETTING[passphrase]}"
		;;
	wpa3)
		printf '\tkey_mgmt=SAE\n\tproto=RSN\n\tpairwise=CCMP\n\tieee80211w=2\n\tsae_password="%s"\n' "${SETTING[passphrase]}"
		;;
	esac
}

# station_config NODE - print the configuration. Only the channel of the
# network is scanned: a topology knows where its access point is.
station_config()
{
	printf 'ctrl_interface=%s\nsae_pwe=1\nnetwork={\n\tssid="%s"\n\tscan_ssid=1\n\tscan_freq=%d\n' \
		"$RUN_DIR/$1-ctrl" "${SETTING[ssid]}" "$(channel_mhz)"
	station_security
	printf '}\n'
}

# channel_mhz - centre of the primary 20 MHz channel.
channel_mhz()
{
	local channel=${SETTING[channel]}

	if [[ ${SETTING[band]} == 2.4 ]]; then
		printf '%d' $((2407 + 5 * channel))
	else
		printf '%d' $((5000 + 5 * channel))
	fi
}

# station_start NODE - begin to associate; station_wait waits for the outcome.
station_start()
{
	need wpa_supplicant wpasupplicant
	station_config "$1" >"$RUN_DIR/$1.conf"
	in_ns "$1" wpa_supplicant -B -D nl80211 -i wlan0 -c "$RUN_DIR/$1.conf" \
		-f "$RUN_DIR/$1.log" >"$RUN_DIR/$1.start" 2>&1 && return 0
	show_tail "$RUN_DIR/$1.start"
	show_tail "$RUN_DIR/$1.log"
	die "wpa_supplicant does not start on station $1"
}

# station_wait NODE AP - returns when the station is associated (and has its keys).
station_wait()
{
	wait_until "$ASSOCIATION_BOUND_S" log_says "$RUN_DIR/$1.log" CTRL-EVENT-CONNECTED && return 0
	show_tail "$RUN_DIR/$1.log"
	show_tail "$RUN_DIR/$2.log"
	die "station $1 does not associate within $ASSOCIATION_BOUND_S s"
}
