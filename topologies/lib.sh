# SPDX-License-Identifier: GPL-2.0
# shellcheck shell=bash
#
# Building blocks of every topology. A topology script sources this file,
# declares its settings, defines topology_up() and ends with
#
#	topology_main NAME "$@"
#
# which gives it the words "up [KEY=VALUE...]", "down" and "--help". The rules:
#
#  - whatever a step creates is undone by "down", because the step first calls
#    undo with the command that reverts it. The undo list is a file, so "down"
#    also cleans up after an "up" that was killed half way;
#  - "up" either completes or leaves nothing behind;
#  - readiness is a condition that is waited for, never a pause.
#
# Exit status of a topology: 0 done, 1 it could not be brought up, 2 bad input
# (one sentence on stderr), 128+N ended by signal N.

TOPOLOGY_DIR=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")" && pwd)

# shellcheck source=topologies/lib/run.sh
. "$TOPOLOGY_DIR/lib/run.sh"
# shellcheck source=topologies/lib/settings.sh
. "$TOPOLOGY_DIR/lib/settings.sh"
# shellcheck source=topologies/lib/netns.sh
. "$TOPOLOGY_DIR/lib/netns.sh"
# shellcheck source=topologies/lib/radio.sh
. "$TOPOLOGY_DIR/lib/radio.sh"
# shellcheck source=topologies/lib/link.sh
. "$TOPOLOGY_DIR/lib/link.sh"
# shellcheck source=topologies/lib/channel.sh
. "$TOPOLOGY_DIR/lib/channel.sh"
# shellcheck source=topologies/lib/hostapd.sh
. "$TOPOLOGY_DIR/lib/hostapd.sh"
# shellcheck source=topologies/lib/station.sh
. "$TOPOLOGY_DIR/lib/station.sh"
