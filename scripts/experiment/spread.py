# SPDX-License-Identifier: GPL-2.0
"""What several seeds say about one figure: its mean, and how far that is to be trusted."""

import itertools
import math
import random
from dataclasses import dataclass
from statistics import NormalDist, fmean, stdev

# 97.5 % quantiles of Student's t for 1 to 30 degrees of freedom.
_T = (12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
      2.110, 2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064, 2.060, 2.056, 2.052, 2.048, 2.045, 2.042)
# Splits that are counted one by one; of more, as many are drawn, always the same.
_SPLITS = 20000


def t_975(degrees: int) -> float:
    """The value that Student's t exceeds in 2.5 of 100 cases."""
    if degrees <= len(_T):
        return _T[degrees - 1]
    z = NormalDist().inv_cdf(0.975)
    return z + (z ** 3 + z) / (4 * degrees) + (5 * z ** 5 + 16 * z ** 3 + 3 * z) / (96 * degrees ** 2)


def mean(values: list):
    """The mean; None for no values, the value itself for one."""
    if len(values) < 2:
        return values[0] if values else None
    return fmean(values)


def half_width(values: list):
    """Half the width of the 95 % confidence interval of the mean (Student's t); None for fewer than two values."""
    if len(values) < 2:
        return None
    return t_975(len(values) - 1) * standard_error(values)


def standard_error(values: list) -> float:
    """The standard error of the mean of at least two values."""
    return stdev(values) / math.sqrt(len(values))


@dataclass(frozen=True)
class Chance:
    """How often chance alone would tell two sets of seeds apart as much as they are.

    low, high: with the second set lower, or higher, by at least as much; either: in any direction. least is the
    smallest value that low or high could have had with so many seeds.
    """

    low: float
    high: float
    either: float
    least: float


def permutation_test(first: list, second: list) -> Chance:
    """Whether the means of two sets differ by more than chance: a permutation test of the difference.

    It assumes nothing about how the values are distributed, and is exact for up to _SPLITS ways to deal them to the
    two sets.
    """
    pool = [*first, *second]
    ways = math.comb(len(pool), len(second))
    seen = sum(second)
    if ways <= _SPLITS:
        sums, extra = [sum(chosen) for chosen in itertools.combinations(pool, len(second))], 0
    else:
        # The split that was seen is one of those drawn, so that no result is impossible.
        draw = random.Random(1)
        sums, extra = [sum(draw.sample(pool, len(second))) for _ in range(_SPLITS)], 1
    middle = sum(pool) * len(second) / len(pool)
    slack = 1e-9 * sum(map(abs, pool))
    total = len(sums) + extra
    return Chance(low=(sum(value <= seen + slack for value in sums) + extra) / total,
                  high=(sum(value >= seen - slack for value in sums) + extra) / total,
                  either=(sum(abs(value - middle) >= abs(seen - middle) - slack for value in sums) + extra) / total,
                  least=1 / ways if ways <= _SPLITS else 1 / total)
