# SPDX-License-Identifier: GPL-2.0
"""How the residuals change with the parameters: a regression over every evaluation nearby, so that no two noisy ones
decide alone."""

from . import space

# Evaluations of which every parameter is at most this share of its range away are nearby.
NEARBY = 0.12
# A step goes no farther than this.
REACH = 0.15


def _around(search, best):
    """The Jacobian at an evaluation."""
    import numpy
    here = numpy.array(space.point(search.dimensions, best.values))
    away = {values: numpy.array(space.point(search.dimensions, values)) - here for values in search.known}
    near = [values for values, way in away.items() if abs(way).max() <= NEARBY]
    for number in range(len(here)):
        # Whole numbers may leave nothing so near: then the nearest that differs.
        if not any(away[values][number] for values in near):
            near.append(min((values for values, way in away.items() if way[number]),
                            key=lambda values: abs(away[values]).max()))
    # The offset is free, for the evaluation itself has noise as well.
    design = numpy.column_stack([[away[values] for values in near], numpy.ones(len(near))])
    changes = numpy.array([numpy.subtract(search.known[values].residuals, best.residuals) for values in near])
    return numpy.linalg.lstsq(design, changes, rcond=None)[0][:-1].T


def step(search, best) -> list:
    """Where the residuals would be smallest if they went on as they do at an evaluation (Gauss and Newton's step)."""
    import numpy
    from scipy.optimize import lsq_linear
    jacobian = _around(search, best)
    here = numpy.array(space.point(search.dimensions, best.values))
    low, high = numpy.maximum(-here, -REACH), numpy.minimum(1 - here, REACH)
    # At the edge of the cube one bound is zero; the solver wants some room between the two.
    found = lsq_linear(jacobian, -numpy.array(best.residuals), bounds=(low - 1e-9, high + 1e-9))
    return list(here + found.x)
