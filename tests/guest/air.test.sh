#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Independent air: two networks, each with a saturated uplink, share what they have
# in common and nothing else. A network alone is measured first, then both at once;
# what each keeps of what it had alone is its share.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1

# shellcheck disable=SC2034 # for topology_up
TOPOLOGY=two-bss
readonly -a WIDE=(rate=vht80-nss2-mcs9-sgi)

setup()
{
	traffic_init
}

after_each()
{
	topology_down
}

# first_flow PORT, second_flow PORT - saturate the uplink of one network.
first_flow()
{
	load_start sta0 ap 192.0.2.1 "$1" "${TRAINS[@]}"
}

second_flow()
{
	load_start sta1 ap1 192.0.2.2 "$1" "${TRAINS[@]}"
}

# networks SETTING... - sets alone0, alone1, both0, both1 (Mb/s) and share0, share1.
networks()
{
	topology_up "${UNQUEUED[@]}" retry_limit=255 "$@"
	first_flow 5201
	sleep 0.5
	observe 2 ap
	alone0=$(arrived_packets_mbps ap)
	second_flow 5202
	sleep 0.5
	observe 8 ap ap1
	both0=$(arrived_packets_mbps ap)
	both1=$(arrived_packets_mbps ap1)
	traffic_stop_all
	second_flow 5203
	sleep 0.5
	observe 2 ap1
	alone1=$(arrived_packets_mbps ap1)
	share0=$(jq -n "$both0 / $alone0 * 1000 | round / 1000")
	share1=$(jq -n "$both1 / $alone1 * 1000 | round / 1000")
	note "alone $alone0 and $alone1, together $both0 and $both1 Mb/s, shares $share0 and $share1"
}

expect_independence()
{
	expect_true 'share of the first network' "$share0 >= 0.98"
	expect_true 'share of the second network' "$share1 >= 0.98"
}

# expect_sharing SUM - of the shares, within 2%. Two contenders get the medium
# equally often, whatever their PPDUs' length, and lose what overlaps (Bianchi, n = 2,
# tau = 0.1046; T is AIFS + PPDU + SIFS + block ack, C with the backoff too):
#
#	tau (1 - tau) (C0 + C1)
#	---------------------------------------------------------------------
#	(1 - tau)^2 slot + tau (1 - tau) (T0 + T1) + tau^2 (AIFS + longer PPDU)
#
# Of two unlike PPDUs that collide the shorter one's sender has waited for its
# response when the longer one ends, and is a little ahead.
expect_sharing()
{
	expect_true 'share of the first network' "$share0 > 0.1"
	expect_true 'share of the second network' "$share1 > 0.1"
	expect_near 'sum of the shares' "$(jq -n "$share0 + $share1")" "$1" 2
}

# Nobody's beacons are lost to another network's.
expect_beacons()
{
	local ap

	for ap in ap ap1; do
		measured ".[] | select(.name == \"$ap\") | .collisions < 0.1 * .tx_ppdus" | grep -qx true ||
			fail "beacons of $ap collide"
	done
}

one_channel_is_shared_test()
{
	networks channel=36 "${WIDE[@]}"
	expect_sharing 0.974
	expect_beacons
	expect_near 'both against two contenders of ns-3' "$(jq -n "$both0 + $both1")" 650.36 3
	expect_near 'first against half of it' "$both0" 325 5
}

two_channels_are_independent_test()
{
	networks channel=36 ap1.channel=149 "${WIDE[@]}"
	expect_independence
	expect_near 'both against ns-3' "$(jq -n "$both0 + $both1")" 1343.8 3
}

two_mediums_are_independent_on_one_channel_test()
{
	networks channel=36 ap1.medium=1 sta1.medium=1 "${WIDE[@]}"
	expect_independence
}

forty_mhz_contain_twenty_test()
{
	networks channel=36 width=40 ap1.channel=40 ap1.width=20 rate=vht40-nss2-mcs9-sgi \
		ap1.rate=vht20-nss2-mcs8-sgi sta1.rate=vht20-nss2-mcs8-sgi
	expect_sharing 0.939
}

eighty_mhz_contain_twenty_test()
{
	networks channel=36 ap1.channel=44 ap1.width=20 "${WIDE[@]}" \
		ap1.rate=vht20-nss2-mcs8-sgi sta1.rate=vht20-nss2-mcs8-sgi
	expect_sharing 0.927
}

adjacent_channels_are_independent_test()
{
	networks channel=36 ap1.channel=40 width=20 rate=vht20-nss2-mcs8-sgi
	expect_independence
}

test_main
