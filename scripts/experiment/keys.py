# SPDX-License-Identifier: GPL-2.0
"""The words a cell may be given.

A cell's parameters are flat: traffic keys (this file), sysctls (any name that starts with ``net.``), and the topology,
radio and medium keys that lab.params knows. ``check`` turns a TOML value or a ``--set`` text into the one value that
both spellings stand for, so that a cell has the same name however it was asked for.
"""

import re
from dataclasses import dataclass

from lab import params as lab_params

from .errors import InputError, one_of

QDISCS = ("default", "noqueue", "pfifo", "pfifo_fast", "sfq", "fq", "fq_codel")


@dataclass(frozen=True)
class Choice:
    """A word out of a closed list."""

    words: tuple
    default: str
    help: str

    def check(self, name, value):
        if value not in self.words:
            raise InputError(f"{name}: {value!r} is not accepted; use {one_of(self.words)}")
        return value

    @property
    def accepted(self):
        return one_of(self.words)


@dataclass(frozen=True)
class Word:
    """A word whose list only the guest's kernel knows; the guest refuses what it does not have."""

    pattern: str
    default: str
    help: str

    def check(self, name, value):
        if not isinstance(value, str) or not re.fullmatch(self.pattern, value):
            raise InputError(f"{name}: {value!r} is not accepted; use {self.accepted}")
        return value

    @property
    def accepted(self):
        return "one lower-case word of letters, digits and _"


@dataclass(frozen=True)
class Number:
    """An integer between two bounds, both included."""

    low: int
    high: int
    default: int
    help: str

    def check(self, name, value):
        number = _integer(value)
        if number is None or not self.low <= number <= self.high:
            raise InputError(f"{name}: {value!r} is not accepted; use {self.accepted}")
        return number

    @property
    def accepted(self):
        return f"an integer from {self.low} to {self.high}"


TRAFFIC = {
    "proto": Choice(("tcp", "udp"), "tcp", "what the flows carry"),
    "direction": Choice(("up", "down"), "up", "up: stations send; down: the far end sends"),
    "cc": Word("[a-z][a-z0-9_]{0,14}", "cubic", "TCP congestion control"),
    "flows": Number(1, 64, 1, "parallel flows of each station"),
    "warmup_s": Number(0, 600, 1, "simulated seconds of traffic before measuring"),
    "duration_s": Number(1, 3600, 10, "simulated seconds measured"),
    "gso_max_segs": Number(0, 65535, 0, "segments the sender may put in one skb, 0: leave the kernel's"),
    "window_bytes": Number(0, 1 << 30, 0, "largest TCP window a receiver offers, 0: the kernel's choice"),
    "qdisc": Choice(QDISCS, "default", "queueing discipline on the sender's interface"),
    "udp_mbps": Number(1, 100000, 1000, "offered load of each UDP flow, Mb/s"),
    "udp_bytes": Number(16, 65507, 1472, "payload of one UDP datagram"),
    "ping_ms": Number(0, 60000, 20, "interval of the latency probe, 0: none"),
    "sample_ms": Number(0, 60000, 500, "interval of socket samples at the sender, 0: none"),
}


def is_sysctl(name: str) -> bool:
    """Whether a key names a sysctl, to be written in every namespace of the topology."""
    return re.fullmatch(r"net(\.[A-Za-z0-9_-]+)+", name) is not None


def is_traffic(name: str) -> bool:
    """Whether the guest's cell script reads this key; the topology reads the others."""
    return name in TRAFFIC or is_sysctl(name)


def traffic_defaults() -> dict:
    """Every traffic key with its default."""
    return {name: key.default for name, key in TRAFFIC.items()}


def check(name: str, value):
    """Return the canonical value of one key.

    value may be a TOML scalar or text from the command line. Raises InputError for a key nobody knows and for a value
    out of range.
    """
    if name in TRAFFIC:
        return TRAFFIC[name].check(name, value)
    if is_sysctl(name):
        return _sysctl(name, value)
    return _setting(name, value)


def _sysctl(name, value):
    text = str(value)
    if isinstance(value, bool) or not re.fullmatch(r"[A-Za-z0-9_.\-]+([ \t]+[A-Za-z0-9_.\-]+)*", text):
        raise InputError(f"{name}: {value!r} is not accepted; use the integers or words sysctl(8) would take")
    number = _integer(value)
    return text if number is None else number


def _setting(name, value):
    text = lab_params.check_settings({name: value})[name]
    parameter = lab_params.radio().get(name.rpartition(".")[2])
    if parameter is not None and parameter.kind == "BOOL":
        return {"on": 1, "1": 1, "off": 0, "0": 0}[text]
    number = _integer(text)
    return text if number is None else number


def _integer(value):
    if isinstance(value, bool):
        return None
    if isinstance(value, int):
        return value
    if isinstance(value, str) and re.fullmatch(r"-?(0|[1-9][0-9]*)", value):
        return int(value)
    return None
