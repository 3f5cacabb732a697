# SPDX-License-Identifier: GPL-2.0
"""The published table an experiment is shown beside."""

import csv
from dataclasses import dataclass, field
from pathlib import Path

from .errors import InputError, one_of


@dataclass(frozen=True)
class Comparison:
    """One metric beside one column; the column times scale is in the metric's unit."""

    metric: str
    column: str
    scale: float = 1.0


@dataclass(frozen=True)
class Published:
    """A table, which cells have a row in it, and which of their metrics it holds.

    rows are dicts of text as read from the CSV. A cell belongs to the table when its parameters equal ``where``; its
    row is the one whose columns equal the parameters named in ``match`` (parameter -> column).
    """

    path: Path
    source: str
    note: str
    where: dict
    match: dict
    compare: tuple
    rows: tuple = field(repr=False)

    def value(self, params: dict, metric: str):
        """The published value of a metric for a cell, in the metric's unit; None when nobody reported it."""
        row = self._row(params)
        for comparison in self.compare:
            if row is not None and comparison.metric == metric and row[comparison.column] != "":
                return float(row[comparison.column]) * comparison.scale
        return None

    def _row(self, params):
        if any(str(params.get(key)) != str(value) for key, value in self.where.items()):
            return None
        for row in self.rows:
            if all(_same(row[column], params.get(key)) for key, column in self.match.items()):
                return row
        return None


def _same(text, value):
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        try:
            return float(text) == float(value)
        except ValueError:
            return False
    return text == str(value)


def load(path: Path, source: str, note: str, where: dict, match: dict, compare: tuple) -> Published:
    """Read a table; raises InputError when the file or one of the named columns is not there."""
    try:
        with open(path, newline="", encoding="utf-8") as stream:
            reader = csv.DictReader(stream)
            rows = tuple(reader)
            columns = reader.fieldnames or []
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"published.table: cannot read {path}: {getattr(error, 'strerror', None) or error}") from None
    for column in [*match.values(), *(item.column for item in compare)]:
        if column not in columns:
            raise InputError(f"published: {path.name} has no column {column!r}; it has {one_of(columns)}")
    return Published(path, source, note, where, match, compare, rows)


def errors(pairs: list) -> list:
    """Differences of measured and published values, each normalised to the best of its own kind.

    pairs is a list of (measured, published), without Nones; the result has one signed difference per pair.
    """
    best_measured = max((measured for measured, _ in pairs), default=0)
    best_published = max((published for _, published in pairs), default=0)
    if best_measured <= 0 or best_published <= 0:
        return []
    return [measured / best_measured - published / best_published for measured, published in pairs]
