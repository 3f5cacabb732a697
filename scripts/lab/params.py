# SPDX-License-Identifier: GPL-2.0
"""Settings and what they accept, read from the files that define them.

Radio, medium and link parameters are the entries of hwsim-ext/core/params.h, the keys
of a topology its `declare_setting` lines (see lab.topology).  A key of a radio
or link may name whom it is for: `ap.rate`, `sta.rate`, `sta0.rate`.
"""

import dataclasses
import functools
import pathlib
import re

from lab import topology as topologies
from lab.errors import LabError, choices

_HEADER = pathlib.Path(__file__).resolve().parents[2] / "hwsim-ext/core/params.h"
_ENTRY = re.compile(r'X\((\w+), (\w+), (\w+), (\d+), (\d+), (\d+), (\w+), "([^"]*)", "([^"]*)"\)')
_PREFIXED = re.compile(r"[a-z]+\d*\.(\w+)\Z")
_BOOL_WORDS = {"0": "0", "1": "1", "off": "0", "on": "1"}
_RATE = re.compile(r"auto|legacy-(?:1|2|5\.5|11|6|9|12|18|24|36|48|54)"
                   r"|ht(?:20|40)-mcs(?:[12]?\d|3[01])(?:-sgi)?"
                   r"|vht(?:20|40|80|160)-nss[1-8]-mcs\d(?:-sgi)?"
                   r"|he(?:20|40|80|160)-nss[1-8]-mcs(?:\d|1[01])-gi(?:800|1600|3200)")


@dataclasses.dataclass(frozen=True)
class Parameter:
    """One X() entry of params.h."""

    name: str
    kind: str  # U32, U64, BOOL, ENUM or RATE
    low: int
    high: int
    default: int
    life: str  # NEW or RUN
    unit: str
    help: str

    @property
    def words(self):
        """The words of an ENUM."""
        return self.unit.split("|")

    @property
    def accepted(self):
        """What a value may be, for people."""
        if self.kind == "RATE":
            return ("auto or a rate named like legacy-54, ht20-mcs15-sgi, vht80-nss2-mcs9-sgi "
                    "or he80-nss2-mcs11-gi800")
        if self.kind == "ENUM":
            return "one of " + ", ".join(self.words)
        if self.kind == "BOOL":
            return "one of 0, 1, off, on"
        return f"a whole number in {self.low}..{self.high}"

    def accepts(self, value):
        """Whether the text `value` is one."""
        if self.kind == "RATE":
            return _RATE.fullmatch(value) is not None
        if self.kind == "ENUM":
            return value in self.words
        if self.kind == "BOOL":
            return value in _BOOL_WORDS
        return topologies.is_whole_number(value, self.low, self.high)


@functools.cache
def _section(macro):
    """{name: Parameter} of one X-macro list."""
    text = _HEADER.read_text(encoding="utf-8")
    body = text.split(f"#define {macro}(X)", 1)[1].split("\n\n", 1)[0]
    found = {}
    for _, name, kind, low, high, default, life, unit, help_text in _ENTRY.findall(body):
        found[name] = Parameter(name, kind, int(low), int(high), int(default), life, unit,
                                help_text)
    return found


def radio():
    """{name: Parameter} of a radio."""
    return _section("HWX_RADIO_PARAMS")


def medium():
    """{name: Parameter} of a medium."""
    return _section("HWX_MEDIUM_PARAMS")


def link():
    """{name: Parameter} of a link; as a setting, of what the named node sends.

    Who hears whom is no such setting: topologies have words of their own for it.
    """
    return {name: parameter for name, parameter in _section("HWX_LINK_PARAMS").items() if name != "heard"}


def check_settings(settings, topology=None):
    """The same settings with values as text, or a LabError naming the first
    wrong one and what is accepted.

    settings  {key: value}; booleans and numbers are accepted for text
    topology  name whose keys are known; None means the keys of all topologies
    """
    own = topologies.settings(topology)
    per_node = radio() | link()
    known = per_node | medium() | own
    checked = {}
    for key, value in settings.items():
        text = {True: "1", False: "0"}[value] if isinstance(value, bool) else str(value)
        # A topology may have a key of its own for one of its nodes.
        prefixed = None if key in own else _PREFIXED.match(key)
        name = prefixed.group(1) if prefixed else key
        if name not in known or (prefixed and name != "profile" and name not in per_node):
            raise choices("setting", key, sorted(known))
        if not known[name].accepts(text):
            raise LabError(f"{key}: '{text}' is not accepted: use {known[name].accepted}")
        checked[key] = text
    return checked


def parse_assignments(texts):
    """{key: value} of KEY=VALUE words; the last of one key counts."""
    settings = {}
    for text in texts:
        key, equals, value = text.partition("=")
        if not equals or not key:
            raise LabError(f"'{text}' is not KEY=VALUE")
        settings.pop(key, None)
        settings[key] = value
    return settings
