# SPDX-License-Identifier: GPL-2.0
"""Aligned Markdown tables: the same text in a terminal and in table.md."""

from experiment.published import errors

from .sheet import Sheet

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
    """The cells of one run, measured beside published, and how far the two are apart."""
    columns = [column for column in COLUMNS if sheet.has(column[1])]
    head = [*sheet.axes, "Mb/s"]
    compared = _compared(sheet)
    for metric in compared:
        head += ["published" if metric == "goodput_mbps" else f"published {metric}", "rel.", "publ. rel."]
    head += [title for title, *_ in columns]
    rows = []
    for index, cell in enumerate(sheet.cells):
        row = [str(cell["params"][name]) for name in sheet.axes]
        row.append(number(sheet.metric(index, "goodput_mbps"), 1))
        for metric, best in compared.items():
            row += _published_texts(sheet, index, metric, best)
        rows.append(row + [number(sheet.metric(index, path), digits, factor) for _, path, digits, factor in columns])
    return "\n".join([markdown(head, rows, len(sheet.axes)), "", *verdicts(sheet)]).rstrip() + "\n"


def _compared(sheet):
    table = sheet.document.get("published")
    found = {}
    for metric in table["metrics"] if table else []:
        pairs = _pairs(sheet, metric)
        if pairs:
            found[metric] = (max(pair[1] for pair in pairs), max(pair[2] for pair in pairs))
    return found


def _pairs(sheet, metric):
    pairs = [(index, sheet.metric(index, metric), sheet.published(index, metric)) for index in range(len(sheet.cells))]
    return [pair for pair in pairs if pair[1] is not None and pair[2] is not None]


def _published_texts(sheet, index, metric, best):
    measured, published = sheet.metric(index, metric), sheet.published(index, metric)
    if measured is None or published is None:
        return ["-", "-", "-"]
    return [f"{published:g}", number(measured / best[0] if best[0] else None, 2),
            number(published / best[1] if best[1] else None, 2)]


def verdicts(sheet: Sheet) -> list:
    """One sentence per compared metric: how far measured and published are apart."""
    table = sheet.document.get("published")
    sentences = []
    for metric in table["metrics"] if table else []:
        pairs = _pairs(sheet, metric)
        apart = errors([pair[1:] for pair in pairs])
        if not apart:
            continue
        worst = max(range(len(apart)), key=lambda position: abs(apart[position]))
        mean = sum(abs(value) for value in apart) / len(apart)
        sentences.append(
            f"Against {table['table']}, {metric} of {len(apart)} cells, each side relative to its own best: mean "
            f"absolute difference {mean:.2f}, largest {apart[worst]:+.2f} at {sheet.label(pairs[worst][0])}.")
    return sentences
