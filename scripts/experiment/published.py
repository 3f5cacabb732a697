# SPDX-License-Identifier: GPL-2.0
"""The published table an experiment is shown beside (docs/data-format.md, "Published table")."""

import csv
from dataclasses import asdict, dataclass, field
from pathlib import Path

from . import keys, tables
from .errors import InputError, one_of
from .metrics import NUMBERS

KEYS = ("table", "source", "note", "where", "match", "group_by", "order", "tie_ratio", "compare", "check", "except")
COMPARE_KEYS = ("metric", "column", "scale", "judged")
COLUMN_KEYS = ("column", "values")
CHECK_KEYS = ("name", "metric", "of", "over", "low", "high")
EXCEPT_KEYS = ("where", "reason")
_HUGE = 1e18


@dataclass(frozen=True)
class Comparison:
    """One metric beside one column; the column times scale is in the metric's unit.

    Only a judged one is held against the bounds of report.agreement; the others are shown.
    """

    metric: str
    column: str
    scale: float = 1.0
    judged: bool = True


@dataclass(frozen=True)
class Column:
    """The column that holds a parameter, and what its values are called there (parameter's text -> column's text)."""

    column: str
    values: dict = field(default_factory=dict)

    def holds(self, row: dict, value) -> bool:
        """Whether a row of the table is about this value of the parameter."""
        return _same(row[self.column], self.values.get(str(value), value))


@dataclass(frozen=True)
class Check:
    """One figure of the cells ``of``, or its ratio to that of the cells ``over``, must be in low..high."""

    name: str
    metric: str
    of: dict
    over: dict
    low: float | None
    high: float | None


@dataclass(frozen=True)
class Published:
    """A table, which cells have a row in it, and which of their metrics it holds.

    rows are dicts of text as read from the CSV. A cell belongs to the table when its parameters equal ``where``; its
    row is the one whose columns equal the parameters named in ``match`` (parameter -> Column).
    """

    path: Path
    source: str
    note: str
    where: dict
    match: dict
    group_by: tuple
    order: str | None
    tie_ratio: float
    compare: tuple
    checks: tuple
    exceptions: tuple
    rows: tuple = field(repr=False)

    def values(self, params: dict) -> dict:
        """Metric -> published value in the metric's unit, None when it was not reported; {} for a cell without row."""
        row = self._row(params)
        if row is None:
            return {}
        return {item.metric: None if row[item.column] == "" else round(float(row[item.column]) * item.scale, 9)
                for item in self.compare}

    def value(self, params: dict, metric: str):
        """The published value of a metric for a cell; None when nobody reported it."""
        return self.values(params).get(metric)

    def exception(self, params: dict):
        """The reason why a cell is not compared, None when it is."""
        return next((reason for where, reason in self.exceptions if fits(params, where)), None)

    def document(self, cells: list) -> dict:
        """The entry ``published`` of results.json."""
        return {
            "table": self.path.name, "source": self.source, "note": self.note,
            "metrics": [item.metric for item in self.compare],
            "judged": [item.metric for item in self.compare if item.judged],
            "group_by": list(self.group_by), "order": self.order, "tie_ratio": self.tie_ratio,
            "checks": [asdict(check) for check in self.checks],
            "except": [{"where": where, "reason": reason} for where, reason in self.exceptions],
            "cells": [self.values(cell["params"]) for cell in cells],
        }

    def _row(self, params):
        if not fits(params, self.where):
            return None
        for row in self.rows:
            if all(column.holds(row, params.get(key)) for key, column in self.match.items()):
                return row
        return None


def fits(params: dict, where: dict) -> bool:
    """Whether a cell has the parameters that ``where`` names."""
    return all(str(params.get(key)) == str(value) for key, value in where.items())


def _same(text, value):
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        try:
            return float(text) == float(value)
        except ValueError:
            return False
    return text == str(value)


def parse(folder: Path, document: dict, params: dict):
    """The [published] table of an experiment in folder, None without one.

    params are the experiment's own. Raises InputError.
    """
    if not document:
        return None
    tables.only(document, KEYS, "[published]")
    match = {key: _column(key, value) for key, value in tables.subtable(document, "match").items()}
    compare = tuple(_comparison(item) for item in tables.tables(document, "compare"))
    group_by = document.get("group_by", [])
    order = document.get("order")
    if not match or not compare:
        raise InputError("published: a [published.match] table and at least one [[published.compare]] are wanted")
    if not isinstance(group_by, list):
        raise InputError("published.group_by: a list of parameters is wanted")
    _known([*match, *group_by, *([] if order is None else [order])], params)
    path = folder / tables.text(document, "table", "")
    return Published(
        path=path, source=tables.text(document, "source", ""), note=tables.text(document, "note", ""),
        where=_where(document, "where", params), match=match, group_by=tuple(group_by), order=order,
        tie_ratio=tables.number(document, "tie_ratio", 0.0, 0, 1), compare=compare,
        checks=tuple(_check(item, params) for item in tables.tables(document, "check")),
        exceptions=tuple(_exception(item, params) for item in tables.tables(document, "except")),
        rows=_read(path, match, compare))


def _known(names, params):
    for name in names:
        if name not in params:
            raise InputError(f"published: {name!r} is no parameter of this experiment; use {one_of(sorted(params))}")


def _where(table, name, params):
    where = {key: keys.check(key, value) for key, value in tables.subtable(table, name).items()}
    _known(where, params)
    return where


def _column(key, value):
    if isinstance(value, str):
        return Column(value)
    if not isinstance(value, dict):
        raise InputError(f"published.match.{key}: the name of a column, or a table with column and values, is wanted")
    tables.only(value, COLUMN_KEYS, f"published.match.{key}")
    values = tables.subtable(value, "values")
    return Column(tables.text(value, "column", ""), {str(keys.check(key, name)): str(text)
                                                     for name, text in values.items()})


def _metric(item, where):
    metric = item.get("metric")
    if metric not in NUMBERS:
        raise InputError(f"{where}.metric: {metric!r} is not known; use {one_of(NUMBERS)}")
    return metric


def _comparison(item):
    tables.only(item, COMPARE_KEYS, "[[published.compare]]")
    scale = item.get("scale", 1.0)
    if isinstance(scale, bool) or not isinstance(scale, (int, float)) or scale <= 0:
        raise InputError(f"published.compare.scale: {scale!r} is not accepted; use a number above 0")
    return Comparison(_metric(item, "published.compare"), tables.text(item, "column", ""), float(scale),
                      tables.switch(item, "judged", True))


def _check(item, params):
    tables.only(item, CHECK_KEYS, "[[published.check]]")
    low, high = (tables.number(item, name, None, -_HUGE, _HUGE) for name in ("low", "high"))
    check = Check(tables.text(item, "name", ""), _metric(item, "published.check"), _where(item, "of", params),
                  _where(item, "over", params), low, high)
    if not check.name or not check.of or (low is None and high is None):
        raise InputError("published.check: a name, the cells 'of', and low, high or both are wanted")
    return check


def _exception(item, params):
    tables.only(item, EXCEPT_KEYS, "[[published.except]]")
    where, reason = _where(item, "where", params), tables.text(item, "reason", "")
    if not where or not reason:
        raise InputError("published.except: the cells 'where' and a reason are wanted")
    return where, reason


def _read(path, match, compare):
    try:
        with open(path, newline="", encoding="utf-8") as stream:
            reader = csv.DictReader(stream)
            rows = tuple(reader)
            columns = reader.fieldnames or []
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise InputError(f"published.table: cannot read {path}: {getattr(error, 'strerror', None) or error}") from None
    for column in [*(item.column for item in match.values()), *(item.column for item in compare)]:
        if column not in columns:
            raise InputError(f"published: {path.name} has no column {column!r}; it has {one_of(columns)}")
    for item in compare:
        for row in rows:
            _check_number(path, item.column, row[item.column])
    return rows


def _check_number(path, column, text):
    try:
        if text != "":
            float(text)
    except (TypeError, ValueError):
        raise InputError(f"published: {path.name}: {text!r} in column {column!r} is no number; leave the field empty "
                         "where nothing was reported") from None
