# SPDX-License-Identifier: GPL-2.0
"""The fitted parameters. The search works in a cube of side 1; here its points become whole-numbered values."""

import math
import re
from dataclasses import dataclass

from experiment import keys
from experiment.errors import InputError

_FIT = re.compile(r"([^=]+)=(\d+)\.\.(\d+)(:log)?", re.ASCII)


@dataclass(frozen=True)
class Dimension:
    """One parameter: all whole numbers from low to high, evenly spaced in their value or in its logarithm."""

    key: str
    low: int
    high: int
    is_log: bool

    def value(self, place: float) -> int:
        """The value at a place in 0..1."""
        place = min(1.0, max(0.0, float(place)))
        if self.is_log:
            return round(self.low * (self.high / self.low) ** place)
        return round(self.low + place * (self.high - self.low))

    def place(self, value: float) -> float:
        """The place in 0..1 of a value."""
        if self.is_log:
            return math.log(value / self.low) / math.log(self.high / self.low)
        return (value - self.low) / (self.high - self.low)

    def width(self, value: float, places: float) -> float:
        """How far a value moves over so small a part of the range."""
        if self.is_log:
            return value * math.log(self.high / self.low) * places
        return (self.high - self.low) * places

    def beside(self, value: int, share: float) -> tuple:
        """The values a share below and above, at least 1 away where the range allows it."""
        away = max(1, round(share * (value or self.high - self.low)))
        return max(self.low, value - away), min(self.high, value + away)

    def around(self, value: int, places: float) -> tuple:
        """The values a part of the range below and above, at least 1 away where the range allows it."""
        here = self.place(value)
        return (max(self.low, min(value - 1, self.value(here - places))),
                min(self.high, max(value + 1, self.value(here + places))))


def parse(text: str, experiment) -> Dimension:
    """KEY=LOW..HIGH or KEY=LOW..HIGH:log as a Dimension; raises LabError."""
    match = _FIT.fullmatch(text)
    if not match:
        raise InputError(f"--fit: {text!r} is not accepted; use KEY=LOW..HIGH or KEY=LOW..HIGH:log with whole numbers")
    key = match[1]
    low, high = (_whole(key, number) for number in (match[2], match[3]))
    if key in experiment.axes:
        raise InputError(f"--fit: {key!r} is swept by the experiment; fit a parameter that all its cells share")
    if not low < high or (match[4] and low == 0):
        raise InputError(f"--fit: {text!r} is not accepted; LOW must be below HIGH, and above 0 with :log")
    return Dimension(key, low, high, bool(match[4]))


def _whole(key, text):
    value = keys.check(key, text)
    if not isinstance(value, int):
        raise InputError(f"--fit: {key!r} is no number; only numbers can be fitted")
    return value


def values(dimensions: list, point) -> tuple:
    """The values at a point of the cube."""
    return tuple(dimension.value(place) for dimension, place in zip(dimensions, point))


def point(dimensions: list, chosen: tuple) -> list:
    """The point of the cube where values are."""
    return [dimension.place(value) for dimension, value in zip(dimensions, chosen)]
