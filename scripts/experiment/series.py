# SPDX-License-Identifier: GPL-2.0
"""A cell's raw files -> how it went over time: sockets, the latency probe, what each station's flows sent.

Arrays of equal length, times counted from the start of the measured window. Kept beside the metrics, under a digest of
its own (docs/data-format.md, "Time series").
"""

import json
from pathlib import Path

from . import rawfiles
from .metrics import RawError, stations

# array: key of sockmon
SOCKET_ARRAYS = {"cwnd_segs": "cwnd", "pacing_kbps": "pacing_kbps", "srtt_us": "rtt_us",
                 "held_bytes": "wmem_alloc_bytes"}


def compute(raw: Path, params: dict) -> dict:
    """All series of one cell; raises RawError when a file the cell must have left is missing or unreadable."""
    try:
        return {"sockets": _sockets(raw, params), "probe": _probe(raw, params),
                "stations": [_station(raw, number) for number in range(stations(raw))]}
    except OSError as error:
        raise RawError(f"{Path(error.filename).name}: {error.strerror}") from None
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise RawError(f"{type(error).__name__}: {error}") from None


def _sockets(raw, params):
    if not params["sample_ms"] or params["proto"] != "tcp":
        return []
    samples = rawfiles.socket_samples(raw / "sockets")
    began_us = min((sample["time_us"] for sample in samples), default=0)
    flows = {}
    for sample in samples:
        flow = flows.setdefault(sample["local"], {"t_ms": [], **{name: [] for name in SOCKET_ARRAYS}})
        flow["t_ms"].append((sample["time_us"] - began_us) // 1000)
        for name, source in SOCKET_ARRAYS.items():
            flow[name].append(sample.get(source))
    return [{"flow": name, **flows[name]} for name in sorted(flows)]


def _probe(raw, params):
    if params["ping_ms"] == 0:
        return None
    replies = sorted(rawfiles.ping_replies(raw / "ping"))
    return {"t_ms": [number * params["ping_ms"] for number, _ in replies], "rtt_ms": [time for _, time in replies]}


def _station(raw, number):
    document = json.loads((raw / f"iperf3-{number}.json").read_bytes())
    ended_s, times, rates = 0.0, [], []
    for interval in (entry["sum"] for entry in document.get("intervals", []) if not entry["sum"]["omitted"]):
        ended_s += interval["seconds"]
        times.append(round(ended_s * 1000))
        rates.append(round(interval["bits_per_second"] / 1e6, 3))
    return {"station": number, "t_ms": times, "sent_mbps": rates}
