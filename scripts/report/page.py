# SPDX-License-Identifier: GPL-2.0
"""report.html: one self-contained page for one run."""

from html import escape

from . import overtime, svg, table
from .sheet import Sheet
from .style import SHEET

CLOSE_REASONS = ("window", "frames", "bytes", "duration", "empty")
STARVED_BY = ("desc", "aql", "cwnd", "pacing", "tsq", "app")

# (heading, metric, y axis, caption); drawn when any cell has the figure.
TRENDS = (
    ("Aggregate size", "ampdu_mean", "MPDUs per PPDU", "Mean over the senders' data PPDUs."),
    ("Aggregates starved by TSQ", "tsq_starved_ratio", "share of PPDUs",
     "Closed for want of frames while the sending socket was throttled by TCP Small Queues."),
    ("CPU", "cpu_busy_ratio", "busy share", "Share of the window in which the guest's one CPU was busy."),
)


def html(title: str, body: list) -> str:
    """A whole document around the parts of a page."""
    return "\n".join([
        "<!DOCTYPE html>", '<html lang="en">', "<head>", '<meta charset="utf-8">',
        '<meta name="viewport" content="width=device-width, initial-scale=1">', f"<title>{escape(title)}</title>",
        f"<style>{SHEET}</style>", "</head>", "<body>", *body, "</body>", "</html>", ""])


def results(sheet: Sheet) -> str:
    """The page of one run."""
    document = sheet.document
    body = [f"<h1>{escape(document['title'])}</h1>"]
    body += [f"<p>{escape(paragraph)}</p>" for paragraph in document["description"].split("\n\n") if paragraph]
    body += [f"<p>{escape(sentence)}</p>" for sentence in table.notes(sheet)]
    body += _published_note(document)
    body += ['<div class="charts pair">', goodput_chart([(sheet, "")]), *_latency(sheet), *_trends(sheet), "</div>"]
    body += ["<h2>Why aggregates ended</h2>", '<div class="charts">',
             *_shares(sheet, "close_reason", CLOSE_REASONS, "Share of the senders' aggregates"), "</div>"]
    if sheet.has("starved"):
        body += ["<h2>What was missing when they ended empty</h2>", '<div class="charts">',
                 *_shares(sheet, "starved", STARVED_BY, "Share of the aggregates that found no more frames"), "</div>"]
    body += ["<h2>How large aggregates were</h2>", '<div class="charts">', *_histograms(sheet), "</div>"]
    body += _over_time(sheet)
    body += ["<h2>All cells</h2>", html_table(table.results(sheet), len(sheet.axes)), "<h2>Measured with</h2>",
             environment(sheet)]
    return html(document["title"], body)


def environment(sheet: Sheet) -> str:
    """What the cells were measured with, as a definition list."""
    rows = [f"<dt>{escape(name)}</dt><dd>{escape(text)}</dd>" for name, text in sheet.environment()]
    return "\n".join(["<dl>", *rows, "</dl>"])


def html_table(markdown: str, left: int) -> str:
    """The Markdown table of report.table as HTML; what follows the table is left out."""
    lines = [line for line in markdown.splitlines() if line.startswith("|")]
    rows = [[text.strip() for text in line.strip("|").split("|")] for line in (lines[0], *lines[2:])]

    def row(texts, tag):
        cells = [f'<{tag}{" class=left" if column < left else ""}>{escape(text)}</{tag}>'
                 for column, text in enumerate(texts)]
        return f"<tr>{''.join(cells)}</tr>"

    return "\n".join(['<div class="wide"><table>', row(rows[0], "th"), *(row(texts, "td") for texts in rows[1:]),
                      "</table></div>"])


def figure(heading: str, drawing: str, key: str, caption: str) -> str:
    """One chart with its heading, colour key and caption."""
    return (f"<figure><h3>{escape(heading)}</h3>\n{drawing}\n{key}"
            f"<figcaption>{escape(caption)}</figcaption></figure>")


def key(entries: list) -> str:
    """A colour key; entries are (classes, label)."""
    items = [f'<span><i class="{classes}"></i>{escape(label)}</span>' for classes, label in entries]
    return f'<div class="key">{"".join(items)}</div>'


def goodput_chart(runs: list) -> str:
    """Goodput over the x axis; runs are (sheet, name), the published values are drawn for the first run."""
    lines, entries = [], []
    for sheet, name in runs:
        for series in sheet.series:
            lines.append(_line(sheet, series, "goodput_mbps", len(lines), f"{name} {series.label}".strip()))
            entries.append((f"s{lines[-1].colour % svg.SERIES_COLOURS}", lines[-1].label))
    first = runs[0][0]
    for number, series in enumerate(first.series):
        values = first.published_values(series, "goodput_mbps")
        if any(value is not None for value in values):
            lines.append(svg.Line(f"published {series.label}", tuple(enumerate(values)), number, is_published=True))
            entries.append((f"s{number % svg.SERIES_COLOURS} published", lines[-1].label))
    drawing = svg.over_categories("Goodput", first.x_name, "Mb/s", first.x_values, lines)
    return figure("Goodput", drawing, key(entries), "Payload at the receiving application.")


def _line(sheet, series, metric, colour, label=None):
    return svg.Line(label or series.label, tuple(enumerate(sheet.values(series, metric))), colour,
                    tuple(sheet.half_widths(series, metric)))


def _latency(sheet):
    if not sheet.has("rtt_ms.p95"):
        return []
    lines = [svg.Line(series.label, tuple(zip(sheet.values(series, "goodput_mbps"),
                                              sheet.values(series, "rtt_ms.p95"))), number)
             for number, series in enumerate(sheet.series)]
    drawing = svg.trade_off("Goodput against latency", "goodput, Mb/s", "probe p95, ms", lines,
                            [sheet.x_values] * len(lines))
    return [figure("Goodput against latency", drawing, _series_key(sheet),
                   f"95th percentile round trip of a ping beside the flows; {sheet.x_name} at the lines' ends.")]


def _trends(sheet):
    found = []
    for heading, metric, y_title, caption in TRENDS:
        if sheet.has(metric):
            lines = [_line(sheet, series, metric, number) for number, series in enumerate(sheet.series)]
            drawing = svg.over_categories(heading, sheet.x_name, y_title, sheet.x_values, lines)
            found.append(figure(heading, drawing, _series_key(sheet), caption))
    return found


def _series_key(sheet):
    return key([(f"s{number % svg.SERIES_COLOURS}", series.label) for number, series in enumerate(sheet.series)])


def _shares(sheet, metric, parts, caption):
    entries = key([(f"part p{number}", part) for number, part in enumerate(parts)])
    found = []
    for series, rows in _by_series(sheet, metric):
        found.append(figure(series.label, svg.stacked_bars(f"{caption}, {series.label}", rows, parts), entries,
                            f"{caption}, by {sheet.x_name}."))
    return found


def _histograms(sheet):
    sizes = [int(size) for cell in sheet.cells for size in cell["metrics"]["ampdu_hist"]]
    top = max([64, *sizes])
    found = []
    for series, rows in _by_series(sheet, "ampdu_hist"):
        strips = [(label, _carried(hist)) for label, hist in rows]
        drawing = svg.heat_rows(f"Aggregate sizes, {series.label}", "MPDUs in the PPDU", strips, top)
        found.append(figure(series.label, drawing, "",
                            f"Share of MPDUs that travelled in PPDUs of each size, by {sheet.x_name}."))
    return found


def _over_time(sheet):
    found = [(row, overtime.traces(sheet, row)) for row in range(len(sheet.rows))]
    figures = [_time_figure(sheet, row, traces) for row, traces in found if traces]
    if not figures:
        return []
    state = " open" if len(figures) <= overtime.OPEN_ROWS else ""
    return ["<h2>How the first sender's flows went</h2>",
            f"<details{state}><summary>{len(figures)} cells: congestion window, pacing rate, round trip time, bytes "
            'held</summary>', '<div class="charts">', *figures, "</div></details>"]


def _time_figure(sheet, row, traces):
    entries = key([(f"s{number % svg.SERIES_COLOURS}", trace.label) for number, trace in enumerate(traces)])
    return figure(sheet.label(row), overtime.drawing(f"Over time, {sheet.label(row)}", traces),
                  entries if len(traces) > 1 else "",
                  "Congestion window, pacing rate, TCP's smoothed round trip time, and the bytes charged to the socket "
                  "below TCP (held).")


def _carried(hist):
    total = sum(int(size) * count for size, count in hist.items())
    return {int(size): int(size) * count / total for size, count in hist.items() if size != "0" and count}


def _by_series(sheet, metric):
    for series in sheet.series:
        rows = [(str(x), sheet.metric(row, metric)) for x, row in zip(sheet.x_values, series.indices)
                if row is not None]
        if rows:
            yield series, rows


def _published_note(document):
    published = document.get("published")
    if published is None:
        return []
    text = " ".join(part for part in (f"Published: {published['source']}." if published["source"] else "",
                                      published["note"]) if part)
    return [f'<p class="quiet">{escape(text)}</p>'] if text else []
