# SPDX-License-Identifier: GPL-2.0
"""A results document as series over one axis."""

import itertools
from dataclasses import dataclass

from experiment import spread

SEED = "seed"


@dataclass(frozen=True)
class Series:
    """Rows that differ in the x value only; indices has one row number, or None, per x value."""

    label: str
    indices: tuple


class Sheet:
    """View of one results document.

    A row is all cells that differ in the seed only; its figures are the means over them, its counts the sums. axes are
    the swept parameters without the seed. The x axis is the last of them with more than one value; every combination
    of the others is a series.
    """

    def __init__(self, document: dict):
        self.document = document
        self.cells = document["cells"]
        self.axes = {name: values for name, values in document["axes"].items() if name != SEED}
        self.rows = self._rows()
        self.seeds = max((len(row) for row in self.rows), default=0)
        varying = [name for name, values in self.axes.items() if len(values) > 1]
        self.x_name = varying[-1] if varying else next(reversed(self.axes), "cell")
        self.x_values = self.axes.get(self.x_name, [""])
        self.series = self._series()

    def _rows(self):
        found = {}
        for index, cell in enumerate(self.cells):
            found.setdefault(tuple(cell["params"].get(name) for name in self.axes), []).append(index)
        return list(found.values())

    def _series(self):
        others = [name for name in self.axes if name != self.x_name]
        where = {tuple(self.params(row).get(name) for name in [*others, self.x_name]): row
                 for row in range(len(self.rows))}
        if not self.axes:
            where = {("",): 0}
        shown = [len(self.axes[name]) > 1 for name in others]
        found = []
        for point in itertools.product(*(self.axes[name] for name in others)):
            label = ", ".join(str(value) for value, is_shown in zip(point, shown) if is_shown)
            found.append(Series(label or "measured", tuple(where.get((*point, x)) for x in self.x_values)))
        return found

    def params(self, row: int) -> dict:
        """The parameters of a row, the seed being that of its first cell."""
        return self.cells[self.rows[row][0]]["params"]

    def label(self, row: int) -> str:
        """A row's swept parameters as text."""
        return " ".join(f"{name}={self.params(row)[name]}" for name in self.axes) or "the only cell"

    def samples(self, row, path: str) -> list:
        """A figure by its dotted name (``rtt_ms.p95``) in each cell of a row that has it."""
        found = [] if row is None else [self._figure(index, path) for index in self.rows[row]]
        return [value for value in found if value is not None]

    def _figure(self, index, path):
        value = self.cells[index]["metrics"]
        for name in path.split("."):
            value = value.get(name) if isinstance(value, dict) else None
        return value

    def metric(self, row, path: str):
        """A row's figure: the mean, for counts by key their sums; None when it has none or there is no such row."""
        values = self.samples(row, path)
        if values and isinstance(values[0], dict):
            names = dict.fromkeys(name for value in values for name in value)
            return {name: sum(value.get(name, 0) for value in values) for name in names}
        return spread.mean(values)

    def half_width(self, row, path: str):
        """Half the 95 % confidence interval of a row's mean, None with one seed."""
        return spread.half_width(self.samples(row, path))

    def values(self, series: Series, path: str) -> list:
        """One figure of a series, per x value."""
        return [self.metric(row, path) for row in series.indices]

    def half_widths(self, series: Series, path: str) -> list:
        """The half-widths beside ``values``."""
        return [self.half_width(row, path) for row in series.indices]

    def published_entry(self, row) -> dict:
        """Metric -> published value or None for those of a row; {} when the table has no row for it."""
        table = self.document.get("published")
        return {} if table is None or row is None else table["cells"][self.rows[row][0]]

    def published(self, row, metric: str):
        """The published value beside a row's figure, or None."""
        return self.published_entry(row).get(metric)

    def published_values(self, series: Series, metric: str) -> list:
        """The published values beside a series, per x value."""
        return [self.published(row, metric) for row in series.indices]

    def has(self, path: str) -> bool:
        """Whether any cell has this figure."""
        return any(self.samples(row, path) for row in range(len(self.rows)))

    def environment(self) -> list:
        """(name, text) of what the cells were measured with, values joined where cells differ."""
        names = ("vehicle", "kernel", "seed", "source_commit")
        rows = [(name.replace("_", " "), _joined(cell["env"].get(name) for cell in self.cells)) for name in names]
        tools = {tool for cell in self.cells for tool in cell["env"]["versions"]} - {"kernel"}
        rows += [(tool, _joined(cell["env"]["versions"].get(tool) for cell in self.cells)) for tool in sorted(tools)]
        return rows


def _joined(values):
    return ", ".join(dict.fromkeys("unknown" if value is None else str(value) for value in values))
