# SPDX-License-Identifier: GPL-2.0
"""A cell's raw files -> its figures.

Every figure covers the measured window only (after the warm-up) and is rounded once, here. A figure that a cell cannot
have (round-trip times without a probe, retransmits of UDP) is None, never zero.
"""

import json
from pathlib import Path

from . import rawfiles

METRICS = {
    "goodput_mbps": ("Mb/s", "payload the receivers' applications got"),
    "goodput_each_mbps": ("Mb/s", "the same per station, in station order"),
    "fairness": ("", "Jain's index over the stations, null with one station"),
    "retransmits": ("segments", "TCP segments sent again"),
    "udp_lost_ratio": ("", "UDP datagrams that did not arrive"),
    "rtt_ms": ("ms", "round trip of the latency probe: min, p50, p95, p99, max"),
    "ping_lost": ("probes", "latency probes without an answer"),
    "tcp_rtt_ms": ("ms", "round trip as TCP saw it: min, mean, max over the flows"),
    "segs_per_ack": ("segments", "segments the senders sent per segment that came back"),
    "cwnd_mean": ("segments", "congestion window, mean of the samples"),
    "pacing_mbps_mean": ("Mb/s", "pacing rate, mean of the samples"),
    "socket_held_bytes_mean": ("bytes", "memory charged to the sending socket (sk_wmem_alloc), mean of the samples"),
    "ampdu_mean": ("MPDUs", "mean size of the senders' data PPDUs"),
    "ampdu_hist": ("PPDUs", "how many data PPDUs had the MPDUs of the key"),
    "close_reason": ("PPDUs", "why the senders' aggregates were closed"),
    "starved": ("PPDUs", "what was missing when the senders' aggregates were closed empty"),
    "starved_tsq": ("PPDUs", "aggregates closed empty while the socket was TSQ-throttled"),
    "tsq_starved_ratio": ("", "starved_tsq over the senders' PPDUs"),
    "completions": ("indications", "completion indications of the senders' radios"),
    "msdus_per_completion": ("frames", "frames per completion indication"),
    "completion_ksoftirqd": ("frames", "frames whose status ran in ksoftirqd"),
    "desc_used_max": ("frames", "most descriptors in use in one sender's radio"),
    "queue_stops": ("", "times a descriptor pool ran dry"),
    "mpdu_lost": ("MPDUs", "MPDUs that did not arrive"),
    "collisions": ("PPDUs", "PPDUs and RTS lost to collisions"),
    "collision_ratio": ("", "collisions over the times the senders won the medium"),
    "airtime_busy_ratio": ("", "share of the window in which the medium was busy, at the AP"),
    "cpu_busy_ratio": ("", "share of the window in which the guest's CPU was busy (vehicle qemu only)"),
}

# Metrics with parts, and those that are no single figure.
PARTS = {"rtt_ms": ("min", "p50", "p95", "p99", "max"), "tcp_rtt_ms": ("min", "mean", "max")}
_NO_NUMBERS = ("goodput_each_mbps", "ampdu_hist", "close_reason", "starved")
# Every single figure by its dotted name.
NUMBERS = tuple(path for name in METRICS if name not in _NO_NUMBERS
                for path in ([f"{name}.{part}" for part in PARTS[name]] if name in PARTS else [name]))


class RawError(ValueError):
    """A raw file is missing or is not what the cell script writes; the text names it."""


def compute(raw: Path, params: dict, vehicle: str) -> dict:
    """All figures of one cell, in the order of METRICS.

    raw is the guest's /job/out. Raises RawError when a file the cell must have left is missing or unreadable.
    """
    try:
        figures = {
            **_traffic(raw, params),
            **_latency(raw, params),
            **_counters(raw, params),
            **_sockets(raw, params),
            **_radios(raw, params),
            "cpu_busy_ratio": _rounded(rawfiles.cpu_busy_ratio(raw)) if vehicle == "qemu" else None,
        }
    except OSError as error:
        raise RawError(f"{Path(error.filename).name}: {error.strerror}") from None
    except (ValueError, KeyError, IndexError, TypeError) as error:
        raise RawError(f"{type(error).__name__}: {error}") from None
    return {name: figures[name] for name in METRICS}


def stations(raw: Path) -> int:
    """How many stations a cell had: the cell script leaves one client's file for each, or fails."""
    found = len(list(raw.glob("iperf3-*.json")))
    if found == 0:
        raise RawError("iperf3-0.json: No such file or directory")
    return found


def percentile(ordered: list, percent: int):
    """Nearest-rank percentile of a sorted list: the smallest value that percent of the list does not exceed."""
    if not ordered:
        return None
    return ordered[max(1, -(-percent * len(ordered) // 100)) - 1]


def jain(values: list):
    """Jain's fairness index, None for fewer than two values or when all are zero."""
    squares = sum(value * value for value in values)
    if len(values) < 2 or squares == 0:
        return None
    return sum(values) ** 2 / (len(values) * squares)


def _traffic(raw, params):
    ends = [rawfiles.iperf3_end(raw / f"iperf3-{index}.json") for index in range(stations(raw))]
    each = [end["sum_received"]["bits_per_second"] / 1e6 for end in ends]
    figures = {"goodput_mbps": _rounded(sum(each)), "goodput_each_mbps": [_rounded(value) for value in each],
               "fairness": _rounded(jain(each)), "retransmits": None, "udp_lost_ratio": None, "tcp_rtt_ms": None}
    if params["proto"] == "udp":
        sent = sum(end["sum"]["packets"] for end in ends)
        lost = sum(end["sum"]["lost_packets"] for end in ends)
        figures["udp_lost_ratio"] = _ratio(lost, sent)
        return figures
    flows = [stream["sender"] for end in ends for stream in end["streams"]]
    figures["retransmits"] = sum(end["sum_sent"]["retransmits"] for end in ends)
    figures["tcp_rtt_ms"] = {"min": _rounded(min(flow["min_rtt"] for flow in flows) / 1e3),
                             "mean": _rounded(_mean([flow["mean_rtt"] for flow in flows]) / 1e3),
                             "max": _rounded(max(flow["max_rtt"] for flow in flows) / 1e3)}
    return figures


def _latency(raw, params):
    if params["ping_ms"] == 0:
        return {"rtt_ms": None, "ping_lost": None}
    times, lost = rawfiles.ping(raw / "ping")
    times.sort()
    ranks = {f"p{percent}": percentile(times, percent) for percent in (50, 95, 99)}
    return {"rtt_ms": {"min": min(times, default=None), **ranks, "max": max(times, default=None)}, "ping_lost": lost}


def _counters(raw, params):
    if params["proto"] == "udp":
        return {"segs_per_ack": None}
    sent = back = 0
    for name in sender_namespaces(raw, params):
        change = rawfiles.counter_change(raw, name)
        sent += change["Tcp.OutSegs"]
        back += change["Tcp.InSegs"]
    return {"segs_per_ack": _ratio(sent, back)}


def sender_namespaces(raw: Path, params: dict) -> list:
    """The network namespaces whose sockets send the flows."""
    if params["direction"] == "up":
        return [f"sta{index}" for index in range(stations(raw))]
    return ["server" if (raw / "counters-after-server").exists() else "ap"]


def _sockets(raw, params):
    samples = []
    if params["sample_ms"] and params["proto"] == "tcp":
        samples = rawfiles.socket_samples(raw / "sockets")
    return {"cwnd_mean": _mean_of(samples, "cwnd"),
            "pacing_mbps_mean": _mean_of(samples, "pacing_kbps", 1e-3),
            "socket_held_bytes_mean": _mean_of(samples, "wmem_alloc_bytes")}


def _radios(raw, params):
    radios = {radio["name"]: radio for radio in json.loads((raw / "stats.json").read_bytes())}
    access_point = radios["ap"]
    senders = [access_point]
    if params["direction"] == "up":
        senders = [radios[f"sta{index}"] for index in range(stations(raw))]
    total = {name: sum(radio[name] for radio in senders) for name in (
        "tx_ppdus", "tx_msdus", "starved_tsq", "completions", "completion_ksoftirqd", "queue_stops", "mpdu_lost",
        "collisions", "tx_accesses", "tx_acked", "tx_failed")}
    hist = [sum(counts) for counts in zip(*(radio["ampdu_hist"] for radio in senders))]
    air = access_point["airtime_us"]
    return {
        "ampdu_mean": _ratio(sum(size * count for size, count in enumerate(hist)), sum(hist)),
        "ampdu_hist": {str(size): count for size, count in enumerate(hist) if count},
        "close_reason": {reason: sum(radio["close_reason"][reason] for radio in senders)
                         for reason in ("window", "frames", "bytes", "duration", "empty")},
        "starved": {cause: sum(radio["starved"][cause] for radio in senders)
                    for cause in ("desc", "aql", "tsq", "cwnd", "pacing", "app")},
        "starved_tsq": total["starved_tsq"],
        "tsq_starved_ratio": _ratio(total["starved_tsq"], total["tx_ppdus"]),
        "completions": total["completions"],
        "msdus_per_completion": _ratio(total["tx_acked"] + total["tx_failed"], total["completions"]),
        "completion_ksoftirqd": total["completion_ksoftirqd"],
        "desc_used_max": max(radio["desc_used_max"] for radio in senders),
        "queue_stops": total["queue_stops"], "mpdu_lost": total["mpdu_lost"], "collisions": total["collisions"],
        "collision_ratio": _ratio(total["collisions"], total["tx_accesses"]),
        "airtime_busy_ratio": _ratio(air["busy"], air["busy"] + air["idle"]),
    }


def _mean(values):
    return sum(values) / len(values)


def _mean_of(samples, name, scale=1):
    values = [sample[name] * scale for sample in samples if name in sample]
    return _rounded(_mean(values)) if values else None


def _ratio(part, whole):
    return _rounded(part / whole) if whole else None


def _rounded(value):
    return None if value is None else round(value, 4)
