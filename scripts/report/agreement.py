# SPDX-License-Identifier: GPL-2.0
"""How well measured figures agree with the published ones.

Both sides are divided by the largest value of their own kind, in each group for itself (``group_by``), over the rows
that the table has a value for and that no exception names. What is compared is the mean over the seeds.
"""

from dataclasses import dataclass

from experiment.published import fits

# What a table has to keep to: mean absolute error, and that of the worst cell.
MEAN_BOUND = 0.10
LARGEST_BOUND = 0.20


@dataclass(frozen=True)
class Point:
    """One compared row: its number in the sheet, the group it is normalised in, its line of the table and its place
    there (None: no order), and the two values."""

    row: int
    group: tuple
    line: tuple
    place: object
    measured: float
    published: float


def relatives(points: list) -> dict:
    """Row -> (measured, published), each over the largest of its group; groups that are all zero are left out."""
    best = {}
    for point in points:
        measured, published = best.get(point.group, (0, 0))
        best[point.group] = (max(measured, point.measured), max(published, point.published))
    return {point.row: (point.measured / best[point.group][0], point.published / best[point.group][1])
            for point in points if min(best[point.group]) > 0}


def compared(sheet, metric: str) -> list:
    """The points of one metric."""
    table = sheet.document["published"]
    order = table.get("order") or sheet.x_name
    others = [name for name in sheet.axes if name != order]
    found = []
    for row in range(len(sheet.rows)):
        measured, published = sheet.metric(row, metric), sheet.published(row, metric)
        if measured is None or published is None or exception(sheet, row):
            continue
        params = sheet.params(row)
        found.append(Point(row, tuple(params.get(name) for name in table.get("group_by", [])),
                           tuple(params.get(name) for name in others), params.get(order), measured, published))
    return found


def exception(sheet, row: int):
    """The reason why a row is not compared, None when it is."""
    for entry in sheet.document["published"].get("except", []):
        if fits(sheet.params(row), entry["where"]):
            return entry["reason"]
    return None


def lines(points: list, tie_ratio: float) -> list:
    """For each line of the table with several places: the pairs of points whose order is not the published one.

    Published values whose difference is at most tie_ratio of the larger have no order.
    """
    found = {}
    for point in points:
        found.setdefault((point.group, point.line), []).append(point)
    return [[pair for index, first in enumerate(line) for pair in ((first, second) for second in line[index + 1:])
             if _is_turned(*pair, tie_ratio)] for line in found.values() if len(line) > 1]


def _is_turned(first, second, tie_ratio):
    if abs(first.published - second.published) <= tie_ratio * max(first.published, second.published):
        return False
    return (first.published - second.published) * (first.measured - second.measured) <= 0


def of_metric(sheet, metric: str):
    """The verdict on one metric as a JSON object, None when nothing can be compared."""
    table = sheet.document["published"]
    points = compared(sheet, metric)
    near = relatives(points)
    if not near:
        return None
    errors = {row: measured - published for row, (measured, published) in near.items()}
    worst = max(errors, key=lambda row: abs(errors[row]))
    turned = lines(points, table.get("tie_ratio", 0.0))
    verdict = {
        "metric": metric, "cells": len(errors), "judged": metric in table.get("judged", table["metrics"]),
        "mean_error": round(sum(map(abs, errors.values())) / len(errors), 4),
        "largest_error": round(errors[worst], 4), "largest_at": sheet.label(worst),
        "rows": len(turned), "rows_in_order": sum(not pairs for pairs in turned),
        "turned": [[sheet.label(first.row), sheet.label(second.row)] for pairs in turned for first, second in pairs],
    }
    verdict["holds"] = (verdict["mean_error"] <= MEAN_BOUND and abs(verdict["largest_error"]) <= LARGEST_BOUND
                        and not verdict["turned"])
    return verdict


def of_check(sheet, check: dict) -> dict:
    """The verdict on one check; value is None, and the check does not hold, when its cells were not measured."""
    value = _mean_where(sheet, check["metric"], check["of"])
    if check["over"]:
        below = _mean_where(sheet, check["metric"], check["over"])
        value = value / below if value is not None and below else None
    low, high = check["low"], check["high"]
    holds = value is not None and (low is None or value >= low) and (high is None or value <= high)
    return {"name": check["name"], "value": None if value is None else round(value, 4), "low": low, "high": high,
            "holds": holds}


def _mean_where(sheet, metric, where):
    values = [sheet.metric(row, metric) for row in range(len(sheet.rows)) if fits(sheet.params(row), where)]
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else None


def of_sheet(sheet):
    """All verdicts of a run, None without a published table."""
    table = sheet.document.get("published")
    if table is None:
        return None
    metrics = [verdict for verdict in (of_metric(sheet, metric) for metric in table["metrics"]) if verdict]
    checks = [of_check(sheet, check) for check in table.get("checks", [])]
    excepted = [{"cell": sheet.label(row), "reason": exception(sheet, row)} for row in range(len(sheet.rows))
                if sheet.published_entry(row) and exception(sheet, row)]
    judged = [verdict for verdict in metrics if verdict["judged"]] + checks
    return {"holds": bool(judged) and all(verdict["holds"] for verdict in judged), "metrics": metrics,
            "checks": checks, "excepted": excepted}


def sentences(sheet) -> list:
    """The verdicts as text, one sentence each."""
    found = of_sheet(sheet)
    if found is None:
        return []
    table = sheet.document["published"]
    told = [_metric_sentence(verdict, table) for verdict in found["metrics"]]
    told += [_check_sentence(verdict) for verdict in found["checks"]]
    told += [f"Not compared: {entry['cell']}: {entry['reason']}" for entry in found["excepted"]]
    return told


def _metric_sentence(verdict, table):
    per_group = f" in each {' and '.join(table['group_by'])}" if table.get("group_by") else ""
    text = (f"Against {table['table']}, {verdict['metric']} of {verdict['cells']} cells, each side relative to its own "
            f"largest{per_group}: mean absolute error {verdict['mean_error']:.2f}{_bound(verdict, MEAN_BOUND)}, "
            f"largest {verdict['largest_error']:+.2f}{_bound(verdict, LARGEST_BOUND)} at {verdict['largest_at']}")
    if verdict["rows"]:
        text += f"; order as published in {verdict['rows_in_order']} of {verdict['rows']} rows"
        text += "".join(f", turned: {first} and {second}" for first, second in verdict["turned"])
    if verdict["judged"]:
        text += ": agrees" if verdict["holds"] else ": does not agree"
    return text + "."


def _bound(verdict, bound):
    return f" (at most {bound:.2f})" if verdict["judged"] else ""


def _check_sentence(verdict):
    if verdict["value"] is None:
        return f"{verdict['name']}: not measured."
    low, high = verdict["low"], verdict["high"]
    wanted = f"at least {low:g}" if high is None else f"at most {high:g}" if low is None else f"{low:g} to {high:g}"
    told = "holds" if verdict["holds"] else "does not hold"
    return f"{verdict['name']}: {verdict['value']:.3g}, wanted {wanted}: {told}."
