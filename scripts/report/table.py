# SPDX-License-Identifier: GPL-2.0
"""Aligned Markdown tables: the same text in a terminal and in table.md."""

from . import agreement
from .sheet import Sheet

SPREAD = "\u00b1"

# (column title, metric, digits, factor); shown when any cell has the figure.
COLUMNS = (
    ("retr.", "retransmits", 0, 1),
    ("lost %", "udp_lost_ratio", 2, 100),
    ("p50 ms", "rtt_ms.p50", 2, 1),
    ("p95 ms", "rtt_ms.p95", 2, 1),
    ("p99 ms", "rtt_ms.p99", 2, 1),
    ("A-MPDU", "ampdu_mean", 1, 1),
    ("starved", "tsq_starved_ratio", 3, 1),
    ("air %", "airtime_busy_ratio", 1, 100),
    ("CPU %", "cpu_busy_ratio", 1, 100),
    ("fair", "fairness", 3, 1),
)
# Figures whose spread over the seeds is shown.
WITH_SPREAD = ("goodput_mbps", "rtt_ms.p95")


def number(value, digits: int, factor: float = 1) -> str:
    """A figure as text, "-" for none."""
    return "-" if value is None else f"{value * factor:.{digits}f}"


def markdown(head: list, rows: list, left: int) -> str:
    """A Markdown table whose columns are aligned as text too; the first ``left`` columns are left-aligned."""
    widths = [max(len(row[column]) for row in [head, *rows]) for column in range(len(head))]
    rule = [("-" * width) if column < left else "-" * (width - 1) + ":" for column, width in enumerate(widths)]

    def line(row):
        cells = [text.ljust(width) if column < left else text.rjust(width)
                 for column, (text, width) in enumerate(zip(row, widths))]
        return "| " + " | ".join(cells) + " |"

    return "\n".join(line(row) for row in [head, rule, *rows])


def results(sheet: Sheet) -> str:
    """The rows of one run, measured beside published, and how far the two are apart."""
    columns = [column for column in COLUMNS if sheet.has(column[1])]
    head = [*sheet.axes, "Mb/s", *_spread_head(sheet)]
    compared = _compared(sheet)
    for metric in compared:
        head += ["published" if metric == "goodput_mbps" else f"published {metric}", "rel.", "publ. rel."]
    for title, path, *_ in columns:
        head += [title, *(_spread_head(sheet) if path in WITH_SPREAD else [])]
    rows = []
    for row in range(len(sheet.rows)):
        texts = [str(sheet.params(row)[name]) for name in sheet.axes]
        texts += _figure(sheet, row, "goodput_mbps", 1, 1)
        for metric, near in compared.items():
            texts += _published_texts(sheet, row, metric, near)
        for _, path, digits, factor in columns:
            texts += _figure(sheet, row, path, digits, factor)
        rows.append(texts)
    return "\n".join([markdown(head, rows, len(sheet.axes)), "", *notes(sheet)]).rstrip() + "\n"


def notes(sheet: Sheet) -> list:
    """What is to be said below the table: what a row is, and how far measured and published are apart."""
    told = []
    if sheet.seeds > 1:
        told.append(f"A row is the mean over {sheet.seeds} seeds; {SPREAD} is the half-width of the mean's 95 % "
                    "confidence interval (Student's t).")
    return told + agreement.sentences(sheet)


def _spread_head(sheet):
    return [SPREAD] if sheet.seeds > 1 else []


def _figure(sheet, row, path, digits, factor):
    texts = [number(sheet.metric(row, path), digits, factor)]
    if sheet.seeds > 1 and path in WITH_SPREAD:
        texts.append(number(sheet.half_width(row, path), digits, factor))
    return texts


def _compared(sheet):
    table = sheet.document.get("published") or {"metrics": []}
    found = {metric: agreement.relatives(agreement.compared(sheet, metric)) for metric in table["metrics"]}
    return {metric: near for metric, near in found.items() if near}


def _published_texts(sheet, row, metric, near):
    entry = sheet.published_entry(row)
    if metric not in entry:
        return ["-", "-", "-"]
    if entry[metric] is None:
        return ["n.r.", "-", "-"]
    measured, published = near.get(row, (None, None))
    return [f"{entry[metric]:g}", number(measured, 2), number(published, 2)]
