# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# An access point: hostapd on wlan0 of a node, with a generated configuration.

readonly DAEMON_BOUND_S=20

declare_security_settings()
{
	declare_setting security open 'open|wpa2|wpa3' 'none, WPA2 (PSK), WPA3 (SAE)'
	declare_setting ssid hwsim-ext text 'network name'
	declare_setting passphrase 'twelve tones' text '8 characters or more; for wpa2 and wpa3'
	declare_setting ap_be_cwmax 1023 '15|31|63|127|255|511|1023' 'largest best-effort window of the AP'
}

security_complete()
{
	((${#SETTING[passphrase]} >= 8)) || bad_input \
		"passphrase='${SETTING[passphrase]}' is not accepted: use 8 to 32 printable characters"
}

hostapd_security()
{
	case ${SETTING[security]} in
	wpa2)
		cat <<-CONF
		wpa=2
		wpa_key_mgmt=WPA-PSK
		rsn_pairwise=CCMP
		wpa_passphrase=${SETTING[passphrase]}
		CONF
		;;
	wpa3)
		# sae_pwe=1: hash-to-element alone, the method without a search loop.
		cat <<-CONF
		wpa=2
		wpa_key_mgmt=SAE
		rsn_pairwise=CCMP
		ieee80211w=2
		sae_pwe=1
		sae_password=${SETTING[passphrase]}
		CONF
		;;
	esac
}

# hostapd_phy - generation and width. The largest A-MPDU and MPDU that the
# standard has are announced, so that the limits in force are the radio's.
hostapd_phy()
{
	local phy=${SETTING[phy]} width=${SETTING[width]} channel=${SETTING[channel]}
	local code=0 center=0 ht vht
	local -A codes=([20]=0 [40]=0 [80]=1 [160]=2)

	[[ $phy != legacy ]] || return 0
	ht='[SHORT-GI-20]'
	if ((width >= 40)); then
		ht+="[SHORT-GI-40][HT40$(channel_ht40_side "${SETTING[band]}" "$channel")]"
	fi
	printf 'ieee80211n=1\nht_capab=%s\n' "$ht"
	if [[ ${SETTING[band]} == 5 ]]; then
		code=${codes[$width]}
		((width == 20)) || center=$(channel_center "$channel" "$width")
	fi
	if [[ $phy != ht && ${SETTING[band]} == 5 ]]; then
		vht='[MAX-MPDU-11454][MAX-A-MPDU-LEN-EXP7][SHORT-GI-80]'
		((width < 160)) || vht+='[SHORT-GI-160][VHT160]'
		printf 'ieee80211ac=1\nvht_capab=%s\nvht_oper_chwidth=%d\nvht_oper_centr_freq_seg0_idx=%d\n' \
			"$vht" "$code" "$center"
	fi
	if [[ $phy == he ]]; then
		printf 'ieee80211ax=1\nhe_oper_chwidth=%d\nhe_oper_centr_freq_seg0_idx=%d\n' \
			"$code" "$center"
	fi
}

# hostapd_config NODE - print the configuration.
#
# hostapd transmits best effort with CWmax 63 unless told otherwise, stations
# with 1023. Both are given 1023 here, so that uplink and downlink follow the
# same closed form; the ap_be_cwmax setting brings hostapd's own value back. A
# network without QoS has DIFS, which is AIFS with 2 slots.
hostapd_config()
{
	local mode=a wmm=1 aifsn=3

	[[ ${SETTING[band]} == 5 ]] || mode=g
	[[ ${SETTING[wmm]} == yes ]] || wmm=0 aifsn=2
	cat <<-CONF
	interface=wlan0
	driver=nl80211
	ctrl_interface=$RUN_DIR/$1-ctrl
	ssid=${SETTING[ssid]}
	hw_mode=$mode
	channel=${SETTING[channel]}
	wmm_enabled=$wmm
	tx_queue_data2_aifs=$aifsn
	tx_queue_data2_cwmin=15
	tx_queue_data2_cwmax=${SETTING[ap_be_cwmax]}
	tx_queue_data2_burst=0
	CONF
	hostapd_phy
	hostapd_security
}

# hostapd_start NODE - returns when the access point beacons.
hostapd_start()
{
	need hostapd hostapd
	hostapd_config "$1" >"$RUN_DIR/$1.conf"
	in_ns "$1" hostapd -B -f "$RUN_DIR/$1.log" "$RUN_DIR/$1.conf" >"$RUN_DIR/$1.start" 2>&1 &&
		wait_until "$DAEMON_BOUND_S" log_says "$RUN_DIR/$1.log" AP-ENABLED && return 0
	show_tail "$RUN_DIR/$1.start"
	show_tail "$RUN_DIR/$1.log"
	die "hostapd does not enable the access point $1 (channel ${SETTING[channel]}, ${SETTING[width]} MHz, ${SETTING[phy]})"
}
