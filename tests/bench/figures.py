# SPDX-License-Identifier: GPL-2.0
"""From what a guest left to figures, and from figures to a verdict."""

import dataclasses
import re

# Payload of a full segment: 1500 bytes less the headers of IPv4 and TCP with time stamps.
MSS_BYTES = 1448
# Unit of /proc/stat.
_USER_HZ = 100
# Fields of the cpu line of /proc/stat in which nothing runs: idle and iowait.
_IDLE_FIELDS = (4, 5)


@dataclasses.dataclass(frozen=True)
class Snapshot:
    """One moment of a flow, see flow.sh."""

    uptime_s: float
    idle_s: float
    received_bytes: int


@dataclasses.dataclass(frozen=True)
class Cost:
    """What a flow cost. The clock of vehicle qemu counts instructions, so busy nanoseconds are instructions."""

    goodput_mbps: float
    cpu_busy_ratio: float
    instructions_per_msdu: float


@dataclasses.dataclass(frozen=True)
class Clock:
    """How long a guest has been up, and how much of it idle."""

    uptime_s: float
    idle_s: float


def read_clock(text):
    """The Clock in flow.sh's text: the cpu line of /proc/stat, then /proc/uptime.

    Raises ValueError, with a sentence, when something is missing.
    """
    cpu, uptime = (text.split("\n", 2) + ["", ""])[:2]
    fields = cpu.split()
    if fields[:1] != ["cpu"] or len(fields) <= max(_IDLE_FIELDS) or not uptime.split():
        raise ValueError("the guest's snapshot is not complete")
    idle = sum(int(fields[index]) for index in _IDLE_FIELDS)
    return Clock(float(uptime.split()[0]), idle / _USER_HZ)


def read_snapshot(text):
    """The Snapshot in flow.sh's text: a Clock, then `ss -ti` of the receiver. ValueError as of read_clock."""
    clock = read_clock(text)
    received = [int(number) for number in re.findall(r"\bbytes_received:(\d+)", text)]
    if not received:
        raise ValueError("the guest's snapshot is not complete")
    return Snapshot(clock.uptime_s, clock.idle_s, sum(received))


def read_moments(text):
    """The seconds between the uptimes in radios.sh's text: making, bringing up, taking away."""
    moments = [float(word) for word in text.split()]
    if len(moments) != 4:
        raise ValueError("the guest's moments are not complete")
    return tuple(later - earlier for earlier, later in zip(moments, moments[1:]))


def _busy_s(before, after):
    """What the CPU did between two moments."""
    window_s = after.uptime_s - before.uptime_s
    # The two clocks tick apart: a guest without any idle time may seem to have a tick too much of it.
    return min(max(window_s - (after.idle_s - before.idle_s), 0), window_s)


def cost(before, after):
    """The Cost of the window between two Snapshots; ValueError when it is empty or nothing arrived in it."""
    return cost_beyond(before, before, before, after)


def cost_beyond(quiet, quiet_after, before, after):
    """The Cost of the second window, less what the first one, which has no traffic, costs in the same time."""
    window_s = after.uptime_s - before.uptime_s
    received_bytes = after.received_bytes - before.received_bytes
    if window_s <= 0 or received_bytes <= 0:
        raise ValueError("nothing arrived in the window")
    busy_s, quiet_s = _busy_s(before, after), quiet_after.uptime_s - quiet.uptime_s
    own_s = busy_s - (_busy_s(quiet, quiet_after) * window_s / quiet_s if quiet_s else 0)
    msdus = received_bytes / MSS_BYTES
    return Cost(received_bytes * 8 / window_s / 1e6, busy_s / window_s, own_s * 1e9 / msdus)


def ratio(ours, stock):
    """Our instructions per MSDU over the stock driver's; below 1 is what we promise."""
    return ours.instructions_per_msdu / stock.instructions_per_msdu


def all_below(rows, stock):
    """Whether every row but the stock driver's own costs less than the stock driver at its load."""
    ours = [row["ratio_to_stock"] for row in rows if row["driver"] != stock]
    return bool(ours) and all(value < 1 for value in ours)


def growth(few, many):
    """What an MSDU costs more with many radios than with few, as a ratio less one."""
    return many.instructions_per_msdu / few.instructions_per_msdu - 1


def speed(short, long):
    """How fast simulated time passes: in the whole longer guest, and in its traffic alone.

    short, long  (real_s, cpu_s, virtual_s) of two guests that differ only in the duration of their traffic
    simulated_s_per_cpu_s is None when the longer guest took no more CPU time (a very busy machine).
    """
    real_s, cpu_s, virtual_s = long
    more_cpu_s = cpu_s - short[1]
    return {"simulated_s_per_cpu_s": (virtual_s - short[2]) / more_cpu_s if more_cpu_s > 0 else None,
            "guest_simulated_s": virtual_s, "guest_real_s": real_s, "guest_cpu_s": cpu_s,
            "guest_simulated_s_per_real_s": virtual_s / real_s}
