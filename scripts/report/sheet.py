# SPDX-License-Identifier: GPL-2.0
"""A results document as series over one axis."""

import itertools
from dataclasses import dataclass


@dataclass(frozen=True)
class Series:
    """Cells that differ in the x value only; indices has one cell number, or None, per x value."""

    label: str
    indices: tuple


class Sheet:
    """View of one results document.

    The x axis is the last swept parameter with more than one value; every combination of the others is a series.
    """

    def __init__(self, document: dict):
        self.document = document
        self.cells = document["cells"]
        self.axes = document["axes"]
        varying = [name for name, values in self.axes.items() if len(values) > 1]
        self.x_name = varying[-1] if varying else next(reversed(self.axes), "cell")
        self.x_values = self.axes.get(self.x_name, [""])
        self.series = self._series()

    def _series(self):
        others = [name for name in self.axes if name != self.x_name]
        where = {tuple(cell["params"].get(name) for name in [*others, self.x_name]): index
                 for index, cell in enumerate(self.cells)}
        if not self.axes:
            where = {("",): 0}
        shown = [len(self.axes[name]) > 1 for name in others]
        found = []
        for point in itertools.product(*(self.axes[name] for name in others)):
            label = ", ".join(str(value) for value, is_shown in zip(point, shown) if is_shown)
            found.append(Series(label or "measured", tuple(where.get((*point, x)) for x in self.x_values)))
        return found

    def label(self, index: int) -> str:
        """A cell's swept parameters as text."""
        params = self.cells[index]["params"]
        return " ".join(f"{name}={params[name]}" for name in self.axes) or "the only cell"

    def metric(self, index, path: str):
        """A cell's figure by its dotted name (``rtt_ms.p95``), None when it has none or there is no such cell."""
        value = None if index is None else self.cells[index]["metrics"]
        for name in path.split("."):
            value = value.get(name) if isinstance(value, dict) else None
        return value

    def values(self, series: Series, path: str) -> list:
        """One figure of a series, per x value."""
        return [self.metric(index, path) for index in series.indices]

    def published(self, index, metric: str):
        """The published value beside a cell's figure, or None."""
        table = self.document.get("published")
        if table is None or index is None:
            return None
        return table["cells"][index].get(metric)

    def published_values(self, series: Series, metric: str) -> list:
        """The published values beside a series, per x value."""
        return [self.published(index, metric) for index in series.indices]

    def has(self, path: str) -> bool:
        """Whether any cell has this figure."""
        return any(self.metric(index, path) is not None for index in range(len(self.cells)))

    def environment(self) -> list:
        """(name, text) of what the cells were measured with, values joined where cells differ."""
        names = ("vehicle", "kernel", "seed", "source_commit")
        rows = [(name.replace("_", " "), _joined(cell["env"].get(name) for cell in self.cells)) for name in names]
        tools = {tool for cell in self.cells for tool in cell["env"]["versions"]} - {"kernel"}
        rows += [(tool, _joined(cell["env"]["versions"].get(tool) for cell in self.cells)) for tool in sorted(tools)]
        return rows


def _joined(values):
    return ", ".join(dict.fromkeys("unknown" if value is None else str(value) for value in values))
