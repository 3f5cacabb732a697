#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Interfaces, associations, radios and the module go away within their bounds
# whatever fails meanwhile.

# shellcheck source=tests/guest/lib.sh
. "$(dirname -- "$0")/lib.sh" || exit 1
# shellcheck source=tests/guest/lib/faults.sh
. "$TESTS_DIR/lib/faults.sh"

readonly FAULTS='lost late dup unknown ba addba stuck pause'

setup()
{
	traffic_init
	module_load radios=0
	topology_up rate=vht20-nss1-mcs4
}

cleanup()
{
	module_unload
}

after_each()
{
	! module_loaded || topology_down
	module_loaded || module_load radios=0
	topology_up rate=vht20-nss1-mcs4
}

# all_faults PER-MILLE - with lates and pauses that outlast every bound.
all_faults()
{
	local fault
	local -a settings=(fail_ms 3000)

	for fault in $FAULTS; do
		settings+=("fail_$fault" "$1")
	done
	faults_set "${settings[@]}"
}

# within MILLISECONDS COMMAND ARG... - by the clock of the guest.
within()
{
	local begin=${EPOCHREALTIME/./} took

	"${@:2}" || fail "'${*:2}' fails"
	took=$(((${EPOCHREALTIME/./} - begin) / 1000))
	note "'${*:2}' took $took ms"
	((took < $1)) || fail "'${*:2}' took $took ms"
}

station_is_back()
{
	wait_until 30 supplicant_state_is sta0 COMPLETED || fail 'the station does not come back'
}

# The sender of the station ends with its interface, so each time there is a new one.
ifdown_test()
{
	local fault port=5210

	load_both_ways
	for fault in $FAULTS; do
		faults_set fail_ms 3000 "fail_$fault" 500
		sleep 1
		note "$fault"
		within 1500 ip -n sta0 link set wlan0 down
		expect_equal 'frames held by the station' "$(counter sta0 .desc_used)" 0
		all_faults 0
		ip -n sta0 link set wlan0 up
		station_is_back
		load_start sta0 ap 192.0.2.1 $((port++)) "${CHEAP_UDP[@]}"
	done
	idle_is_empty ap sta0
}

disconnect_test()
{
	local fault

	load_both_ways
	for fault in $FAULTS; do
		faults_set fail_ms 3000 "fail_$fault" 500
		sleep 1
		note "$fault"
		within 2000 station_leaves
		all_faults 0
		supplicant sta0 reconnect >"$TMP/stdout"
		station_is_back
		sleep 0.2
	done
	idle_is_empty ap sta0
}

station_leaves()
{
	supplicant sta0 disconnect >"$TMP/stdout"
	wait_until 3 supplicant_state_is sta0 DISCONNECTED
}

a_radio_is_deleted_test()
{
	load_both_ways
	all_faults 500
	sleep 1
	within 2500 hwsimctl radio del sta0
	hwsimctl radio set ap fail_ms 100 fail_lost 0 fail_late 0 fail_stuck 0 fail_pause 0
	idle_is_empty ap
}

the_module_goes_test()
{
	load_both_ways
	all_faults 500
	sleep 1
	within 5000 rmmod hwsim_ext
	traffic_stop_all
	topology_down
}

test_main
