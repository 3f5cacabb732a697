#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Who encrypts: the radio, mac80211, or one at each end. The length on the air is
# the same, and nothing is refused as a repetition or for a wrong check.

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

# no_refusals RADIO - mac80211 saw no repetition and no bad check in any key.
no_refusals()
{
	local file n bad=0

	for file in /sys/kernel/debug/ieee80211/"$1"/keys/*/{replays,icverrors,mic_failures}; do
		[[ -e $file ]] || continue
		for n in $(<"$file"); do
			bad=$((bad + n))
		done
	done
	expect_equal "refused by $1" "$bad" 0
}

nothing_held()
{
	counter_is sta0 '.desc_used == 0' && counter_is ap '.desc_used == 0'
}

# carries SETTING... - echo and TCP both ways, with IPv4, IPv6 and a broadcast.
carries()
{
	topology_up profile=ideal rate=vht80-nss2-mcs9-sgi "$@"
	ping_ok sta0 192.0.2.1 || fail "the station gets no echo"
	ping_ok ap 2001:db8::10 || fail "the access point gets no echo"
	# the request for an address goes to all
	in_ns ap ip neigh flush all
	ping_ok ap 192.0.2.10 || fail "the access point gets no echo after a broadcast"
	tcp_mbps sta0 ap 192.0.2.1 3 cubic >"$TMP/mbps"
	note "TCP: $(cat "$TMP/mbps") Mb/s"
	expect_true goodput "$(cat "$TMP/mbps") > 550"
	no_refusals ap
	no_refusals sta0
	wait_until 5 nothing_held || fail "descriptors are not given back"
}

# What is encrypted already would be nonsense when joined by firmware.
software_with_wpa2_test()
{
	carries security=wpa2 crypto=software amsdu_frames=3
	counter_is sta0 '.tx_amsdu_msdus == 0' || fail "encrypted frames were joined"
	counter_is ap '.tx_amsdu_msdus == 0' || fail "encrypted frames were joined"
}

software_with_protected_management_test()
{
	carries security=wpa3 crypto=software
}

hardware_with_protected_management_test()
{
	carries security=wpa3 amsdu_frames=3
	counter_is sta0 '.tx_amsdu_msdus > 1000' || fail "frames of hardware were not joined"
}

only_the_station_in_software_test()
{
	carries security=wpa2 sta.crypto=software
}

only_the_access_point_in_software_test()
{
	carries security=wpa3 ap.crypto=software
}

# 16 bytes of CCMP are on the air, once, whoever adds them (goodput.test.sh).
the_air_is_the_same_test()
{
	topology_up profile=ideal rate=vht80-nss2-mcs9-sgi security=wpa2 crypto=software
	expect_near goodput "$(udp_train_mbps sta0 ap 192.0.2.1 3)" 666.7 1
}

wrong_values_test()
{
	module_load radios=0
	expect_refusal 2 "crypto.*hardware.*software" hwsimctl radio add crypto none
	module_unload
}

test_main
