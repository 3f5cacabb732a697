# SPDX-License-Identifier: GPL-2.0
"""One evaluation: the cells of an experiment that its table has a value for, measured in guests."""

import math
import sys

from experiment import spread
from experiment.cells import expand
from experiment.errors import InputError
from experiment.progress import Progress
from experiment.runner import Sweep
from report import agreement
from report.sheet import Sheet

from .search import Evaluation


class Guests:
    """Calling it with values of the fitted keys gives an Evaluation. Cells are kept in out, as those of a run."""

    def __init__(self, experiment, keys: list, prepared, vehicle: str, out, jobs: int, source_commit):
        self._experiment, self._keys, self._prepared = experiment, keys, prepared
        self._vehicle, self._out, self._jobs, self._source_commit = vehicle, out, jobs, source_commit
        if not self._cells([]):
            raise InputError(f"{experiment.path}: no cell of this experiment has a judged value in its published table")

    def __call__(self, values: tuple) -> Evaluation:
        cells = self._cells([(key, str(value)) for key, value in zip(self._keys, values)])
        sweep = Sweep(self._prepared, self._vehicle, tuple(self._experiment.axes), self._out, self._source_commit,
                      Progress(sys.stderr, len(cells), has_lines=False))
        results = sweep.run(cells, self._jobs)
        return evaluation(values, Sheet({"cells": results, "axes": self._experiment.axes,
                                         "published": self._experiment.published.document(results)}))

    @property
    def cells_at_once(self) -> int:
        """How many cells one evaluation has."""
        return len(self._cells([]))

    def _cells(self, settings):
        experiment = self._experiment.override(settings)
        return [cell for cell in expand(experiment, self._prepared, self._vehicle)
                if is_compared(experiment.published, cell.params)]


def is_compared(published, params: dict) -> bool:
    """Whether a cell has a value to be judged by."""
    values = published.values(params)
    return (any(values.get(item.metric) is not None for item in published.compare if item.judged)
            and not published.exception(params))


def evaluation(values: tuple, sheet) -> Evaluation:
    """The residuals of a sheet of compared cells."""
    residuals, errors = [], []
    for metric in sheet.document["published"]["judged"]:
        points = agreement.compared(sheet, metric)
        near = agreement.relatives(points)
        for point in points:
            if point.row in near:
                measured, published = near[point.row]
                residuals.append(measured - published)
                errors.append(_standard_error(sheet, point, metric) * measured)
    if not residuals:
        raise InputError("calibrate: nothing can be compared: every measured value is zero")
    return Evaluation(values, tuple(residuals), math.sqrt(sum(error ** 2 for error in errors) / len(errors)))


def _standard_error(sheet, point, metric):
    """The standard error of a row's mean over its mean."""
    samples = sheet.samples(point.row, metric)
    return spread.standard_error(samples) / point.measured if len(samples) > 1 and point.measured else 0.0
