# SPDX-License-Identifier: GPL-2.0
"""Find the smallest error with a fixed number of evaluations.

A third of the budget is spread over the whole space (a Halton sequence), so that no valley is missed. The rest goes,
one after the other, alternately to where a smooth surface through the residuals of all that was measured is lowest
(scipy's thin-plate splines, searched by its differential evolution) and to where the slopes around the lowest
evaluations lead (scipy's bounded linear least squares). Both use many evaluations, so no single one with its noise
decides where to go, and none is spent on derivatives. Now and then one goes where little is known. Nothing is drawn
from the clock: the same words repeat the same search, which is how an interrupted one goes on.
"""

import importlib.util
import math
from dataclasses import dataclass, field

from experiment.errors import InputError
from lab.errors import missing_tool

from . import slopes, space

# How far the surface may miss a measured value: thin-plate splines' smoothing.
SMOOTHING = 1e-3
EXPLORE_EVERY = 6
# Valleys that are followed side by side, and how far apart (the cube's side is 1) they are at least.
VALLEYS, APART = 3, 0.3


@dataclass(frozen=True)
class Evaluation:
    """One point: the normalised measured minus published value of each compared cell, and the standard error of these
    over the seeds."""

    values: tuple
    residuals: tuple
    noise: float = 0.0

    @property
    def rms(self) -> float:
        """Root mean square of the residuals: what the search minimises."""
        return math.sqrt(sum(value * value for value in self.residuals) / len(self.residuals))

    @property
    def mean_error(self) -> float:
        """Mean of the residuals' absolute values."""
        return sum(map(abs, self.residuals)) / len(self.residuals)


@dataclass
class Search:
    """evaluate(values) returns an Evaluation; told(evaluation, number, best) is called after each new one."""

    dimensions: list
    evaluate: object
    budget: int
    told: object = None
    known: dict = field(default_factory=dict)

    def __post_init__(self):
        least = least_budget(len(self.dimensions))
        if self.budget < least:
            raise InputError(f"--budget: {self.budget} is not accepted; {len(self.dimensions)} parameters need at "
                             f"least {least} evaluations")

    @property
    def lowest(self) -> Evaluation:
        """The evaluation with the smallest error so far."""
        return min(self.known.values(), key=lambda evaluation: evaluation.rms)

    def run(self) -> Evaluation:
        """Spend the budget, all but what the sensitivities need; returns the evaluation where the surface is lowest."""
        count = len(self.dimensions)
        # What identify needs.
        limit = self.budget - 4 * count
        points = self._spread_points(max(2 * count + 1, limit // 3))
        for point in points:
            self.at_values(space.values(self.dimensions, point))
        while len(self.known) < limit:
            values = self._next()
            if values is None:
                break
            self.at_values(values)
        surface = self.surface()
        return min(self.known.values(), key=lambda evaluation: surface.rms(
            [space.point(self.dimensions, evaluation.values)])[0])

    def at_values(self, values: tuple) -> Evaluation:
        """Evaluate once; what is known costs nothing."""
        if values not in self.known:
            self.known[values] = self.evaluate(values)
            if self.told:
                self.told(self.known[values], len(self.known), self.lowest)
        return self.known[values]

    def surface(self):
        """The smooth surface through all that is known."""
        return Surface([space.point(self.dimensions, values) for values in self.known],
                       [evaluation.residuals for evaluation in self.known.values()])

    def _spread_points(self, count):
        from scipy.stats import qmc
        # The first point of the sequence is a corner.
        return [[0.5] * len(self.dimensions), *qmc.Halton(len(self.dimensions), scramble=False).random(count)[1:]]

    def _valleys(self):
        """The lowest evaluations that are far from each other; in the last third of the budget the lowest alone."""
        from numpy import linalg, subtract
        found = []
        for evaluation in sorted(self.known.values(), key=lambda evaluation: evaluation.rms):
            here = space.point(self.dimensions, evaluation.values)
            if all(linalg.norm(subtract(here, space.point(self.dimensions, other.values))) > APART for other in found):
                found.append(evaluation)
        return found[:1 if len(self.known) > self.budget * 2 // 3 else VALLEYS]

    def _next(self):
        """Values to measure next, None when there are no others."""
        if len(self.known) % 2:
            valleys = self._valleys()
            values = space.values(self.dimensions, slopes.step(self, valleys[len(self.known) // 2 % len(valleys)]))
            if values not in self.known:
                return values
        surface = self.surface()
        is_far = len(self.known) % EXPLORE_EVERY == 0
        for bonus in ((0.5, 0.0, 2.0) if is_far else (0.0, 0.5, 2.0)):
            values = space.values(self.dimensions, surface.lowest(bonus, len(self.known)))
            if values not in self.known:
                return values
        unseen = (space.values(self.dimensions, point) for point in self._spread_points(4 * self.budget))
        return next((values for values in unseen if values not in self.known), None)


class Surface:
    """Residuals as smooth functions of the point in the cube."""

    def __init__(self, points: list, residuals: list):
        import numpy
        from scipy.interpolate import RBFInterpolator
        self._points = numpy.array(points, dtype=float)
        self._residuals = numpy.array(residuals, dtype=float)
        # With fewer points than a plane needs, a constant has to do.
        degree = 1 if len(points) > self._points.shape[1] + 1 and self._spans() else 0
        kernel = "thin_plate_spline" if degree else "linear"
        self._fitted = RBFInterpolator(self._points, self._residuals, kernel=kernel, smoothing=SMOOTHING, degree=degree)

    def _spans(self):
        import numpy
        return numpy.linalg.matrix_rank(self._points - self._points[0]) == self._points.shape[1]

    def rms(self, points):
        """The error at each of the points."""
        import numpy
        return numpy.sqrt(numpy.mean(self._fitted(numpy.asarray(points, dtype=float)) ** 2, axis=1))

    def lowest(self, bonus: float, seed: int) -> list:
        """Where the error, less a bonus for being far from all that is known, is smallest; the bonus is in units of the
        errors' scatter."""
        import numpy
        from scipy.optimize import differential_evolution
        scatter = float(numpy.std(numpy.sqrt(numpy.mean(self._residuals ** 2, axis=1))))

        def cost(columns):
            points = columns.T
            nearest = numpy.linalg.norm(points[:, None, :] - self._points[None, :, :], axis=2).min(axis=1)
            return self.rms(points) - bonus * scatter * nearest

        found = differential_evolution(cost, [(0, 1)] * self._points.shape[1], seed=seed, vectorized=True, polish=False,
                                       updating="deferred", maxiter=60, popsize=12, init="sobol")
        return list(found.x)


def least_budget(count: int) -> int:
    """The smallest budget for so many parameters: a spread, some steps downhill, the sensitivities."""
    return 8 * count + 4


def require() -> None:
    """Raise LabError naming the package when scipy is missing."""
    if importlib.util.find_spec("scipy") is None:
        raise missing_tool("scipy", "python3-scipy")
