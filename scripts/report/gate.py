# SPDX-License-Identifier: GPL-2.0
"""Limits on how far a run may be from another: ``--fail-if METRIC<-N%``."""

import re
from dataclasses import dataclass

from experiment.errors import InputError, one_of
from experiment.metrics import NUMBERS

from . import compare

# A change that chance alone would show at least as often does not count.
ALPHA = 0.05
_LIMIT = re.compile(r"([a-z0-9_.]+)([<>])([+-]?\d+(?:\.\d+)?)%", re.ASCII)


@dataclass(frozen=True)
class Limit:
    """A run fails when the change of a metric in any row is below (or above) a number of percent."""

    text: str
    metric: str
    is_floor: bool
    ratio: float

    def is_broken(self, ratio, chance) -> bool:
        """Whether a change breaks the limit and is more than chance.

        Where so few seeds were run that no result could be less likely than ALPHA, the change alone decides.
        """
        if not (ratio < self.ratio if self.is_floor else ratio > self.ratio):
            return False
        if chance is None or chance.least > ALPHA:
            return True
        return (chance.low if self.is_floor else chance.high) <= ALPHA


def parse(text: str) -> Limit:
    """METRIC<-N% or METRIC>N% as a Limit; raises InputError."""
    match = _LIMIT.fullmatch(text)
    if not match:
        raise InputError(f"--fail-if: {text!r} is not accepted; use METRIC<-N% or METRIC>N%, as in goodput_mbps<-5%")
    if match[1] not in NUMBERS:
        raise InputError(f"--fail-if: the metric {match[1]!r} is not known; use {one_of(NUMBERS)}")
    return Limit(text, match[1], match[2] == "<", float(match[3]) / 100)


def broken(sheets: list, names: list, limits: list) -> list:
    """One sentence per row, run and limit that is broken; a row that one run lacks breaks all of them."""
    axes = compare.axes_of(sheets)
    sentences = []
    for point, found in compare.rows(sheets, [limit.metric for limit in limits]):
        cell = " ".join(f"{name}={value}" for name, value in zip(axes, point)) or "the only cell"
        for limit in limits:
            figures = found[limit.metric]
            for name, ratio, chance in list(zip(names, figures["change"], figures["chance"]))[1:]:
                if ratio is None:
                    sentences.append(f"{limit.text}: {cell}: {names[0]} and {name} do not both have {limit.metric}")
                elif limit.is_broken(ratio, chance):
                    sentences.append(f"{limit.text}: {cell}: {ratio:+.1%} in {name}")
    return sentences
