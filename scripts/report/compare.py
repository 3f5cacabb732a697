# SPDX-License-Identifier: GPL-2.0
"""Two or more runs beside each other; the first is what the others are compared with."""

from html import escape

from experiment import keys, spread

from . import page, table

SCHEMA = 1
# metric: (column title, digits); others are titled by their name.
TITLES = {"goodput_mbps": ("Mb/s", 1), "rtt_ms.p95": ("p95 ms", 2), "tsq_starved_ratio": ("starved", 3)}
DEFAULT_METRICS = tuple(TITLES)
_DIGITS = 2


def axes_of(sheets: list) -> list:
    """The parameters that tell the rows of any of the runs apart."""
    return list(dict.fromkeys(name for sheet in sheets for name in sheet.axes))


def _points(sheets, axes):
    """Swept values -> row number per run, in the order in which the runs name them.

    A run from before a traffic key was there had what is its default today.
    """
    defaults = keys.traffic_defaults()
    points = {}
    for place, sheet in enumerate(sheets):
        for row in range(len(sheet.rows)):
            point = tuple(str(sheet.params(row).get(name, defaults.get(name, "-"))) for name in axes)
            points.setdefault(point, [None] * len(sheets))[place] = row
    return points


def change(before, after):
    """The relative change, None when there is none to tell; infinite from nothing to something."""
    if before is None or after is None:
        return None
    if before == 0:
        return 0.0 if after == 0 else float("inf") if after > 0 else float("-inf")
    return (after - before) / abs(before)


def figures(sheets: list, rows: list, metric: str) -> dict:
    """One metric of one row: per run the mean and the number of seeds, and against the first run the change and, with
    several seeds, what chance says (None for the first run itself)."""
    samples = [sheet.samples(row, metric) for sheet, row in zip(sheets, rows)]
    means = [spread.mean(values) for values in samples]
    chances = [None if min(len(samples[0]), len(values)) < 2 else spread.permutation_test(samples[0], values)
               for values in samples]
    return {"values": means, "seeds": [len(values) for values in samples],
            "change": [None, *(change(means[0], value) for value in means[1:])], "chance": [None, *chances[1:]]}


def rows(sheets: list, metrics: list) -> list:
    """(swept values as texts, {metric: figures}) of every row that any run has."""
    return [(point, {metric: figures(sheets, places, metric) for metric in metrics})
            for point, places in _points(sheets, axes_of(sheets)).items()]


def text(sheets: list, names: list, metrics: list = DEFAULT_METRICS) -> str:
    """The runs beside each other, matched by their swept parameters; change in percent and p are against the first."""
    axes = axes_of(sheets)
    has_seeds = max(sheet.seeds for sheet in sheets) > 1
    shown = [metric for metric in metrics if any(sheet.has(metric) for sheet in sheets)]
    head = list(axes)
    for metric in shown:
        title = TITLES.get(metric, (metric,))[0]
        head += [f"{title} {name}" for name in names]
        for name in names[1:]:
            head += [f"change {name}", *([f"p {name}"] if has_seeds else [])]
    lines = []
    for point, found in rows(sheets, shown):
        line = list(point)
        for metric in shown:
            digits = TITLES.get(metric, (metric, _DIGITS))[1]
            line += [table.number(value, digits) for value in found[metric]["values"]]
            for ratio, chance in zip(found[metric]["change"][1:], found[metric]["chance"][1:]):
                line += [_percent(ratio), *([table.number(chance and chance.either, 3)] if has_seeds else [])]
        lines.append(line)
    told = [_P_SENTENCE] if has_seeds else []
    return "\n".join([table.markdown(head, lines, len(axes)), "", *told, *differences(sheets, names)]).rstrip() + "\n"


_P_SENTENCE = ("Figures are means over the seeds; p is how often chance alone would tell two runs apart as much or "
               "more (permutation test of the means, two-sided, exact for few seeds).")


def _percent(ratio):
    return "-" if ratio is None else f"{ratio:+.1%}"


def document(sheets: list, names: list, metrics: list) -> dict:
    """The comparison as a JSON object (docs/data-format.md)."""
    shown = [metric for metric in metrics if any(sheet.has(metric) for sheet in sheets)]
    axes = axes_of(sheets)
    cells = [{"params": dict(zip(axes, point)), "figures": {metric: _plain(value) for metric, value in found.items()}}
             for point, found in rows(sheets, shown)]
    return {"schema": SCHEMA, "runs": names, "metrics": shown, "cells": cells,
            "differences": differences(sheets, names)}


def _plain(found):
    # JSON has no infinity: a change from nothing is null.
    finite = [None if ratio is None or abs(ratio) == float("inf") else round(ratio, 6) for ratio in found["change"]]
    return {"values": found["values"], "seeds": found["seeds"], "change_ratio": finite,
            "p": [None if chance is None else round(chance.either, 6) for chance in found["chance"]]}


def differences(sheets: list, names: list) -> list:
    """One sentence per fact of the environment in which a run differs from the first."""
    first = dict(sheets[0].environment())
    sentences = []
    for sheet, name in zip(sheets[1:], names[1:]):
        for fact, value in sheet.environment():
            if first.get(fact) != value:
                sentences.append(f"{fact}: {first.get(fact, 'unknown')} in {names[0]}, {value} in {name}.")
    return sentences


def html(sheets: list, names: list, metrics: list = DEFAULT_METRICS) -> str:
    """The comparison as a self-contained page."""
    title = "Comparison of " + ", ".join(names)
    same_axis = [(sheet, name) for sheet, name in zip(sheets, names) if sheet.x_values == sheets[0].x_values]
    body = [f"<h1>{escape(title)}</h1>"]
    body += [f"<p>{escape(f'{name}: ' + sheet.document['title'])}</p>" for sheet, name in zip(sheets, names)]
    body += [f"<p>{escape(sentence)}</p>" for sentence in differences(sheets, names)]
    body += ['<div class="charts">', page.goodput_chart(same_axis), "</div>", "<h2>All cells</h2>",
             page.html_table(text(sheets, names, metrics), len(axes_of(sheets)))]
    return page.html(title, body)
