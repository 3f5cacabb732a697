# SPDX-License-Identifier: GPL-2.0
"""Readers of what the tools in a guest print; each returns plain numbers in the units its name says."""

import json
import re
from pathlib import Path

# A data connection has moved at least this much by its first sample; iperf3's control connection never does.
DATA_SOCKET_BYTES = 100_000

_USER_HZ = 100


def iperf3_end(path: Path) -> dict:
    """The ``end`` object of an ``iperf3 -J`` client; ValueError with iperf3's own sentence when it failed."""
    document = json.loads(path.read_bytes())
    if "error" in document:
        raise ValueError(f"{path.name}: {document['error']}")
    return document["end"]


def ping(path: Path) -> tuple:
    """Round-trip times in ms, in order of arrival, and the number of probes without an answer."""
    text = path.read_text(encoding="utf-8")
    times = [time for _, time in _replies(text)]
    summary = re.search(r"^(\d+) packets transmitted, (\d+) packets received", text, re.MULTILINE)
    if not summary:
        raise ValueError(f"{path.name}: no summary line")
    return times, int(summary[1]) - int(summary[2])


def ping_replies(path: Path) -> list:
    """(number of the probe, round trip in ms) of every answer, in order of arrival."""
    return _replies(path.read_text(encoding="utf-8"))


def _replies(text):
    return [(int(number), float(time)) for number, time in re.findall(r" seq=(\d+) .*time=([0-9.]+) ms", text)]


def counter_change(raw: Path, namespace: str) -> dict:
    """How far each counter of /proc/net/{snmp,netstat} moved, as ``Group.Name`` -> number."""
    before = _counters(raw / f"counters-before-{namespace}")
    after = _counters(raw / f"counters-after-{namespace}")
    return {name: after[name] - before.get(name, 0) for name in after}


def _counters(path):
    lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines()]
    values = {}
    for names, numbers in zip(lines[::2], lines[1::2]):
        for name, number in zip(names[1:], numbers[1:]):
            values[names[0].rstrip(":") + "." + name] = int(number)
    return values


def cpu_busy_ratio(raw: Path) -> float:
    """Share of the window the guest's CPU was not idle, from /proc/stat's idle time over /proc/uptime."""
    idle_before, uptime_before = _cpu(raw / "cpu-before")
    idle_after, uptime_after = _cpu(raw / "cpu-after")
    return max(0.0, 1 - (idle_after - idle_before) / (uptime_after - uptime_before))


def _cpu(path):
    stat, uptime = path.read_text(encoding="utf-8").splitlines()
    fields = stat.split()
    return (int(fields[4]) + int(fields[5])) / _USER_HZ, float(uptime.split()[0])


def socket_samples(path: Path) -> list:
    """Samples of the data sockets by ``sockmon -j``, the control connection left out."""
    samples = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    return [sample for sample in samples if sample["bytes_sent"] >= DATA_SOCKET_BYTES]


def versions(path: Path) -> dict:
    """Tool -> version, one ``NAME VERSION`` a line."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return dict(line.split(" ", 1) for line in lines if " " in line)
