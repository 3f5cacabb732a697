# SPDX-License-Identifier: GPL-2.0
"""What a fit is worth: how much the error grows beside it, how far each parameter is known, and which ones the data
cannot tell apart.

The derivatives of all residuals by all parameters (Jacobian J, in units of each parameter's range) say how the compared
cells change near the fit. They are differences over steps that are wide beside the noise. With the scatter s of the
residuals, the covariance of the parameters is s^2 (J^T J)^-1. An eigenvector of J^T J with a small eigenvalue is a way
to change the parameters together that the table hardly notices.
"""

import math
from dataclasses import dataclass

# The error is told for this far below and above the fit.
SHARE = 0.10
# Derivatives are taken this share of the range below and above.
WIDE = 0.15
# A parameter is identified when two standard errors are at most this share of its value.
KNOWN_SHARE = 0.15
# A direction is blind when its standard error is more than this share of the ranges.
BLIND_SHARE = 0.25
# Values that were measured, not guessed, scatter at least this much.
LEAST_SCATTER = 0.002
# Parameters with less weight in a direction are not named.
NAMED_WEIGHT = 0.3


@dataclass(frozen=True)
class Parameter:
    """One fitted parameter: its value and standard error, (value, error) a tenth below and above, and what else fits
    about as well."""

    dimension: object
    value: int
    standard_error: float
    below: tuple
    above: tuple
    also_fits: tuple

    @property
    def is_identified(self) -> bool:
        """Whether the data tell the value."""
        return 2 * self.standard_error <= KNOWN_SHARE * self.value


@dataclass(frozen=True)
class Identification:
    """parameters in the order of the search; blind: (weights by key, standard error in ranges) per direction."""

    parameters: list
    blind: list


def identify(search, best) -> Identification:
    """Spend the rest of the search's budget on the neighbours of its best evaluation."""
    import numpy
    sides = [_beside(search, best, number, dimension.beside(best.values[number], SHARE))
             for number, dimension in enumerate(search.dimensions)]
    jacobian, unsure = _jacobian(search, best)
    scatter = _scatter(best, len(search.dimensions))
    # What the derivatives owe to noise is no information.
    information = jacobian.T @ jacobian - len(best.residuals) * numpy.diag(unsure)
    eigenvalues, vectors = numpy.linalg.eigh(information)
    # A range and more is nothing known.
    errors = numpy.minimum(scatter / numpy.sqrt(numpy.maximum(eigenvalues, 1e-12)), 1.0)
    blind = [(_named(search.dimensions, vector), float(error)) for vector, error in zip(vectors.T, errors)
             if error > BLIND_SHARE]
    parameters = []
    for number, (dimension, pair) in enumerate(zip(search.dimensions, sides)):
        below, above = ((side.values[number], side.rms) for side in pair)
        places = math.sqrt(float(numpy.sum((vectors[number] * errors) ** 2)))
        parameters.append(Parameter(dimension, best.values[number], dimension.width(best.values[number], places), below,
                                    above, _also_fits(search, best, number, scatter)))
    return Identification(parameters, blind)


def _beside(search, best, number, values):
    """The evaluations with one parameter changed."""
    return [search.at_values((*best.values[:number], value, *best.values[number + 1:])) for value in values]


def _jacobian(search, best):
    """The derivatives, and the variance of those by each parameter."""
    import numpy
    columns, variances = [], []
    for number, dimension in enumerate(search.dimensions):
        low, high = _beside(search, best, number, dimension.around(best.values[number], WIDE))
        width = dimension.place(high.values[number]) - dimension.place(low.values[number])
        columns.append(numpy.subtract(high.residuals, low.residuals) / width)
        variances.append((low.noise ** 2 + high.noise ** 2) / width ** 2)
    return numpy.column_stack(columns), variances


def _scatter(best, count):
    """The standard error of one residual: that over the seeds, or what the fit leaves when that is more."""
    free = max(1, len(best.residuals) - count)
    return max(LEAST_SCATTER, best.noise, best.rms * math.sqrt(len(best.residuals) / free))


def _named(dimensions, vector):
    """The parameters of a direction with their weights, the first positive."""
    weights = {dimension.key: float(weight) for dimension, weight in zip(dimensions, vector)
               if abs(weight) >= NAMED_WEIGHT}
    sign = -1 if next(iter(weights.values())) < 0 else 1
    return {key: sign * weight for key, weight in weights.items()}


def _also_fits(search, best, number, scatter):
    near = [evaluation.values[number] for evaluation in search.known.values()
            if evaluation.rms <= best.rms + 0.5 * scatter]
    return min([best.values[number], *near]), max([best.values[number], *near])
