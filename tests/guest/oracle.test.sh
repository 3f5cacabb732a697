#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# One saturated station, up and down, without loss: goodput within 1% of the closed
# form (docs/medium-model.md) and of an independent simulator, ns-3.37.
#
# Every station_alone line holds the closed form, with the beacons of the simulated
# network, then ns-3's figure. Both are for standard PPDU durations: of HE, which
# ns-3 has with longer training fields, the first is and the second is not (0.2%).
# The receivers announce no minimum MPDU start spacing and ns-3 applies none.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

readonly MEASURED_S=3
FLOW=0

setup()
{
	traffic_init
}

after_each()
{
	topology_down
}

# carries FROM TO ADDRESS CLOSED-FORM [NS3]
carries()
{
	local mbps

	load_start "$1" "$2" "$3" $((++FLOW + PORT)) "${TRAINS[@]}"
	sleep 0.5
	observe "$MEASURED_S" "$2"
	traffic_stop_all
	mbps=$(arrived_packets_mbps "$2")
	expect_near "$1 to $2 against the closed form" "$mbps" "$4" 1
	[[ -z ${5-} ]] || expect_near "$1 to $2 against ns-3" "$mbps" "$5" 1
}

# station_alone CLOSED-FORM NS3 SETTING...
station_alone()
{
	topology_up "${UNQUEUED[@]}" "${@:3}"
	carries sta0 ap 192.0.2.1 "$1" "$2"
	carries ap sta0 192.0.2.10 "$1" "$2"
}

vht80_mcs9_test()
{
	station_alone 672.02 671.69 rate=vht80-nss2-mcs9-sgi
}

vht80_mcs7_test()
{
	station_alone 528.40 528.52 rate=vht80-nss2-mcs7-sgi
}

# 28 MPDUs fill 5.484 ms, the longest PPDU.
vht80_mcs0_test()
{
	station_alone 59.08 59.09 rate=vht80-nss2-mcs0-sgi ampdu_us=5484
}

vht80_mcs9_single_mpdus_test()
{
	station_alone 54.75 54.70 rate=vht80-nss2-mcs9-sgi ampdu_frames=1
}

vht80_mcs9_in_32_test()
{
	station_alone 567.29 566.82 rate=vht80-nss2-mcs9-sgi ampdu_frames=32
}

vht80_mcs9_behind_rts_test()
{
	station_alone 623.00 622.90 rate=vht80-nss2-mcs9-sgi rts_bytes=1
}

ht20_mcs15_test()
{
	station_alone 130.05 130.06 phy=ht width=20 rate=ht20-mcs15-sgi
}

he80_mcs11_window_64_test()
{
	station_alone 858.37 856.76 phy=he rate=he80-nss2-mcs11-gi800
}

he80_mcs11_window_256_test()
{
	station_alone 1052.54 1051.71 phy=he rate=he80-nss2-mcs11-gi800 ampdu_frames=256
}

legacy_54_test()
{
	station_alone 28.93 28.90 phy=legacy rate=legacy-54
}

legacy_6_test()
{
	station_alone 5.235 5.236 phy=legacy rate=legacy-6
}

# Without QoS the access point has DIFS. Linux gives a station in such a network
# AIFSN 3, which is 9 us more: its closed form is another one.
dcf_54_test()
{
	topology_up "${UNQUEUED[@]}" phy=legacy wmm=no rate=legacy-54
	carries ap sta0 192.0.2.10 29.89 29.90
	carries sta0 ap 192.0.2.1 29.22
}

dcf_6_test()
{
	topology_up "${UNQUEUED[@]}" phy=legacy wmm=no rate=legacy-6
	carries ap sta0 192.0.2.10 5.266 5.266
	carries sta0 ap 192.0.2.1 5.245 5.266
}

# 64 MPDUs of 166 bytes last 152 us: what a packet costs, not what a byte does.
payload_of_100_bytes_test()
{
	local mbps

	topology_up "${UNQUEUED[@]}" rate=vht80-nss2-mcs9-sgi
	load_start sta0 ap 192.0.2.1 "$PORT" -u -b 0 -l 100 -w 300K
	sleep 0.2
	observe 0.6 ap
	mbps=$(arrived_packets_mbps ap 100)
	expect_near 'against the closed form' "$mbps" 164.46 1
	expect_near 'against ns-3' "$mbps" 164.26 1
}

# The same station sends and receives: two contenders, the same for both.
both_directions_test()
{
	local up down

	topology_up "${UNQUEUED[@]}" rate=vht80-nss2-mcs9-sgi retry_limit=255
	load_start sta0 ap 192.0.2.1 5201 "${TRAINS[@]}"
	load_start ap sta0 192.0.2.10 5202 "${TRAINS[@]}"
	sleep 0.5
	observe 12 ap sta0
	up=$(arrived_packets_mbps ap)
	down=$(arrived_packets_mbps sta0)
	expect_near 'both against ns-3' "$(jq -n "$up + $down")" 649.46 3
	expect_near 'up against half of it' "$up" 324.18 5
	expect_near 'down against half of it' "$down" 325.28 5
}

test_main
