# SPDX-License-Identifier: GPL-2.0
"""Cells as data files of flent (file format version 4), so that flent can plot and compare them.

A cell becomes a run of the test of flent's that is nearest: tcp_nup, tcp_ndown, or udp_flood; a station's flows are one
stream. The samples of the first sender's sockets are the raw values that flent's TCP plots read.
"""

import gzip
import json
import re
from pathlib import Path

from experiment.errors import InputError

VERSION = 4
# Virtual time has no date. Flent wants one, and takes raw values' times as seconds since 1970.
EPOCH_S, EPOCH = 1577836800, "2020-01-01T00:00:00.000000Z"
STEP_S = 0.1
PING = "Ping (ms) ICMP"


def document(experiment: str, cell: dict, title: str) -> dict:
    """One cell as the object that flent reads; raises InputError for a cell without time series."""
    series = cell.get("series")
    if not series:
        raise InputError(f"export: the cells of {experiment} have no time series; measure them again with this version")
    params = cell["params"]
    test, names = _names(params, len(series["stations"]))
    rates = [_points(entry["t_ms"], entry["sent_mbps"]) for entry in series["stations"]]
    # The UDP test of flent's has one stream.
    points = dict(zip(names, [_sum(rates)] if params["proto"] == "udp" else rates))
    if series["probe"]:
        points[PING] = _points(series["probe"]["t_ms"], series["probe"]["rtt_ms"])
    ends = [time for found in points.values() for time, _ in found]
    steps = int(max(ends, default=0) / STEP_S) + 2
    results = {name: _resampled(found, steps) for name, found in points.items()}
    results.update(_totals(test, {name: values for name, values in results.items() if name != PING}))
    raw = {name: [{"t": EPOCH_S + time, "val": value} for time, value in found] for name, found in points.items()}
    for flow in series["sockets"]:
        raw[names[0]] += _socket_values(flow)
    metadata = _metadata(experiment, cell, title, test, len(names))
    metadata["SERIES_META"] = {name: {"UNITS": "ms" if name == PING else "Mbits/s"} for name in results}
    return {"version": VERSION, "metadata": metadata,
            "x_values": [round(number * STEP_S, 3) for number in range(steps)], "results": results, "raw_values": raw}


def _names(params, stations):
    if params["proto"] == "udp":
        return "udp_flood", ["UDP upload"]
    word = "upload" if params["direction"] == "up" else "download"
    return f"tcp_n{word[:-4]}", [f"TCP {word}::{number}" for number in range(1, stations + 1)]


def _points(times_ms, values):
    return [(time / 1000, value) for time, value in zip(times_ms, values)]


def _sum(lists):
    return [(found[0][0], sum(value for _, value in found)) for found in zip(*lists)]


def _resampled(points, steps):
    """Linear between points, as flent does it; nothing outside of them."""
    found, place = [], 0
    for number in range(steps):
        time = number * STEP_S
        while place + 1 < len(points) and points[place + 1][0] < time:
            place += 1
        found.append(_between(points, place, time))
    return found


def _between(points, place, time):
    if not points or time < points[0][0] or time > points[-1][0]:
        return None
    if place + 1 == len(points) or points[place][0] == time:
        return points[place][1]
    (before, low), (after, high) = points[place], points[place + 1]
    return round(low + (high - low) * (time - before) / (after - before), 4)


def _totals(test, streams):
    """The series that flent computes itself when it runs such a test."""
    if not test.startswith("tcp_n"):
        return {}
    word = "upload" if test == "tcp_nup" else "download"
    columns = [[value for value in values if value is not None] for values in zip(*streams.values())]
    return {f"TCP {word} sum": [round(sum(values), 4) if values else None for values in columns],
            f"TCP {word} avg": [round(sum(values) / len(values), 4) if values else None for values in columns]}


def _socket_values(flow):
    return [{"t": EPOCH_S + time / 1000, "tcp_cwnd": cwnd, "tcp_rtt": srtt / 1000,
             **({} if pacing is None else {"tcp_pacing_rate": pacing / 1000})}
            for time, cwnd, srtt, pacing in zip(flow["t_ms"], flow["cwnd_segs"], flow["srtt_us"], flow["pacing_kbps"])]


def _metadata(experiment, cell, title, test, streams):
    params = cell["params"]
    return {
        "NAME": test, "TITLE": title, "NOTE": f"hwsim-ext, virtual time, digest {cell['digest']}",
        "HOST": "far end", "HOSTS": ["far end"], "LOCAL_HOST": experiment, "TIME": EPOCH, "T0": EPOCH,
        "LENGTH": params["duration_s"], "TOTAL_LENGTH": params["duration_s"], "STEP_SIZE": STEP_S, "DELAY": 0,
        "FLENT_VERSION": "", "IP_VERSION": 4, "DATA_FILENAME": None, "KERNEL_NAME": "Linux",
        "KERNEL_RELEASE": cell["env"]["kernel"],
        "TEST_PARAMETERS": {"upload_streams": str(streams), "download_streams": str(streams),
                            **{key: str(value) for key, value in params.items()}},
    }


def write(sheet, folder: Path) -> list:
    """Write a file for each cell of a run; returns their paths.

    The seeds of one combination have the same title, so that flent's combining plots take them for repetitions.
    """
    experiment = sheet.document["experiment"]
    folder.mkdir(parents=True, exist_ok=True)
    paths = []
    for row, indices in enumerate(sheet.rows):
        label = sheet.label(row) if sheet.axes else experiment
        for index in indices:
            cell = sheet.cells[index]
            made = document(experiment, cell, label)
            name = re.sub(r"[^A-Za-z0-9.=_-]", "_", f"{experiment}-{label}-seed={cell['params'].get('seed', 1)}")
            made["metadata"]["DATA_FILENAME"] = f"{name}.flent.gz"
            path = folder / f"{name}.flent.gz"
            # No time in the file: the same cells give the same bytes.
            path.write_bytes(gzip.compress(json.dumps(made, allow_nan=False).encode(), mtime=0))
            paths.append(path)
    return paths
