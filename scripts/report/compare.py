# SPDX-License-Identifier: GPL-2.0
"""Two or more runs beside each other; the first is what the others are compared with."""

from html import escape

from . import page, table

# (column title, metric, digits, factor)
FIGURES = (("Mb/s", "goodput_mbps", 1, 1), ("p95 ms", "rtt_ms.p95", 2, 1), ("starved", "tsq_starved_ratio", 3, 1))


def _axes(sheets):
    return list(dict.fromkeys(name for sheet in sheets for name in sheet.axes))


def _points(sheets, axes):
    """Swept values -> cell number per run, in the order in which the runs name them."""
    points = {}
    for place, sheet in enumerate(sheets):
        for row in range(len(sheet.rows)):
            point = tuple(str(sheet.params(row).get(name, "-")) for name in axes)
            points.setdefault(point, [None] * len(sheets))[place] = row
    return points


def text(sheets: list, names: list) -> str:
    """Cells of the runs matched by their swept parameters, with the change of goodput in percent."""
    axes = _axes(sheets)
    head = list(axes)
    for title, *_ in FIGURES:
        head += [f"{title} {name}" for name in names]
        if title == "Mb/s":
            head += [f"change {name}" for name in names[1:]]
    rows = []
    for point, indices in _points(sheets, axes).items():
        row = list(point)
        for title, metric, digits, factor in FIGURES:
            values = [sheet.metric(index, metric) for sheet, index in zip(sheets, indices)]
            row += [table.number(value, digits, factor) for value in values]
            if title == "Mb/s":
                row += [_change(values[0], value) for value in values[1:]]
        rows.append(row)
    return "\n".join([table.markdown(head, rows, len(axes)), "", *differences(sheets, names)]).rstrip() + "\n"


def _change(before, after):
    return f"{(after / before - 1):+.1%}" if before and after is not None else "-"


def differences(sheets: list, names: list) -> list:
    """One sentence per fact of the environment in which a run differs from the first."""
    first = dict(sheets[0].environment())
    sentences = []
    for sheet, name in zip(sheets[1:], names[1:]):
        for fact, value in sheet.environment():
            if first.get(fact) != value:
                sentences.append(f"{fact}: {first.get(fact, 'unknown')} in {names[0]}, {value} in {name}.")
    return sentences


def html(sheets: list, names: list) -> str:
    """The comparison as a self-contained page."""
    title = "Comparison of " + ", ".join(names)
    same_axis = [(sheet, name) for sheet, name in zip(sheets, names) if sheet.x_values == sheets[0].x_values]
    body = [f"<h1>{escape(title)}</h1>"]
    body += [f"<p>{escape(f'{name}: ' + sheet.document['title'])}</p>" for sheet, name in zip(sheets, names)]
    body += [f"<p>{escape(sentence)}</p>" for sentence in differences(sheets, names)]
    body += ['<div class="charts">', page.goodput_chart(same_axis), "</div>", "<h2>All cells</h2>",
             page.html_table(text(sheets, names), len(_axes(sheets)))]
    return page.html(title, body)
