# SPDX-License-Identifier: GPL-2.0
"""Small inline SVG charts. Colours are CSS classes of report.style, so that they follow light and dark."""

import math
from dataclasses import dataclass
from html import escape

WIDTH, HEIGHT = 400, 270
LEFT, RIGHT, TOP, BOTTOM = 54, 12, 14, 40
SERIES_COLOURS = 6


@dataclass(frozen=True)
class Line:
    """One line of a chart: points are (x, y) in data units, y None where there is no figure; spreads are the
    half-lengths of the whiskers on y, None or left out for none."""

    label: str
    points: tuple
    colour: int
    spreads: tuple = ()
    is_published: bool = False

    def spread(self, number: int):
        """The half-length of the whisker on one point, None for none."""
        return self.spreads[number] if number < len(self.spreads) else None


def nice_top(value: float) -> float:
    """The smallest round number not below value whose quarters are round too."""
    if value <= 0:
        return 1.0
    power = 10 ** math.floor(math.log10(value))
    return next(step * power for step in (1, 1.2, 1.6, 2, 2.4, 3, 4, 5, 6, 8, 10) if step * power >= value * 0.999999)


def tick(value: float) -> str:
    """A number short enough for an axis."""
    return f"{value / 1000:.4g}k" if abs(value) >= 10000 else f"{value:.4g}"


def _frame(title, x_title, y_title, y_top, body):
    parts = [f'<svg viewBox="0 0 {WIDTH} {HEIGHT}" role="img" aria-label="{escape(title)}">']
    for step in range(5):
        y = TOP + (HEIGHT - TOP - BOTTOM) * step / 4
        parts.append(f'<line class="grid" x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        parts.append(f'<text class="tick" x="{LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">'
                     f'{tick(y_top * (4 - step) / 4)}</text>')
    middle = (TOP + HEIGHT - BOTTOM) / 2
    parts.append(f'<text class="axis" x="{(LEFT + WIDTH - RIGHT) / 2:.1f}" y="{HEIGHT - 5}" text-anchor="middle">'
                 f'{escape(x_title)}</text>')
    parts.append(f'<text class="axis" transform="translate(11 {middle:.1f}) rotate(-90)" text-anchor="middle">'
                 f'{escape(y_title)}</text>')
    return "\n".join([*parts, *body, "</svg>"])


def _y(value, y_top):
    return HEIGHT - BOTTOM - (HEIGHT - TOP - BOTTOM) * value / y_top


def over_categories(title: str, x_title: str, y_title: str, categories: list, lines: list) -> str:
    """Lines over named x positions; a point's x is the position's number."""
    y_top = nice_top(max((y + (line.spread(number) or 0) for line in lines for number, (_, y) in enumerate(line.points)
                          if y is not None), default=1))
    step = (WIDTH - LEFT - RIGHT) / max(1, len(categories))
    places = [LEFT + step * (number + 0.5) for number in range(len(categories))]
    body = [f'<text class="tick" x="{x:.1f}" y="{HEIGHT - BOTTOM + 15}" text-anchor="middle">{escape(str(name))}</text>'
            for x, name in zip(places, categories)]
    for line in lines:
        body += _whiskers(line, places, y_top)
        body += _polyline(line, [(places[x], _y(y, y_top), y) for x, y in line.points if y is not None])
    return _frame(title, x_title, y_title, y_top, body)


def _whiskers(line, places, y_top):
    body = []
    for number, (x, y) in enumerate(line.points):
        spread = line.spread(number)
        if y is not None and spread is not None:
            place = f"{places[x]:.1f}"
            body.append(f'<line class="whisker s{line.colour % SERIES_COLOURS}" x1="{place}" x2="{place}" '
                        f'y1="{_y(max(0, y - spread), y_top):.1f}" y2="{_y(y + spread, y_top):.1f}"/>')
    return body


def trade_off(title: str, x_title: str, y_title: str, lines: list, names: list) -> str:
    """Two figures against each other; names are those of each line's points, written at its two ends."""
    known = [point for line in lines for point in line.points if None not in point]
    x_top = nice_top(max((x for x, _ in known), default=1))
    y_top = nice_top(max((y for _, y in known), default=1))
    width = WIDTH - LEFT - RIGHT
    body = [f'<text class="tick" x="{LEFT + width * step / 4:.1f}" y="{HEIGHT - BOTTOM + 15}" '
            f'text-anchor="{"end" if step == 4 else "middle"}">{tick(x_top * step / 4)}</text>' for step in range(5)]
    for line, line_names in zip(lines, names):
        placed = [(LEFT + width * x / x_top, _y(y, y_top), f"{line.label} {name}: {x:.4g}, {y:.4g}", name)
                  for (x, y), name in zip(line.points, line_names) if x is not None and y is not None]
        body += _polyline(line, [point[:3] for point in placed])
        body += [f'<text class="note" x="{x + 5:.1f}" y="{y - 5:.1f}">{escape(str(name))}</text>'
                 for x, y, _, name in (placed[:1] + placed[1:][-1:])]
    return _frame(title, x_title, y_title, y_top, body)


def _polyline(line, placed):
    kind = f"s{line.colour % SERIES_COLOURS}" + (" published" if line.is_published else "")
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y, _ in placed)
    body = [f'<polyline class="{kind}" points="{path}"/>']
    for x, y, tip in placed:
        text = tip if isinstance(tip, str) else f"{line.label}: {tip:.4g}"
        body.append(f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="3"><title>{escape(text)}</title></circle>')
    return body


def stacked_bars(title: str, rows: list, parts: list) -> str:
    """Rows of (label, {part: count}) as bars of full length, split by share; parts are in drawing order."""
    pitch, label_width = 20, LEFT
    width = WIDTH - label_width - RIGHT
    height = pitch * len(rows) + 6
    body = [f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">']
    for number, (label, counts) in enumerate(rows):
        y = 3 + pitch * number
        body.append(f'<text class="tick" x="{label_width - 6}" y="{y + 12}" text-anchor="end">{escape(label)}</text>')
        total, x = sum(counts.values()), float(label_width)
        for place, part in enumerate(parts):
            share = counts.get(part, 0) / total if total else 0
            body.append(f'<rect class="p{place}" x="{x:.1f}" y="{y}" width="{width * share:.1f}" height="{pitch - 5}">'
                        f'<title>{escape(label)}: {escape(part)} {share:.1%}</title></rect>')
            x += width * share
    return "\n".join([*body, "</svg>"])


def heat_rows(title: str, x_title: str, rows: list, x_top: int) -> str:
    """Rows of (label, {size: share}): one strip each from 1 to x_top, the darker the larger the share."""
    pitch, label_width = 20, LEFT
    width = WIDTH - label_width - RIGHT
    height = pitch * len(rows) + 36
    body = [f'<svg viewBox="0 0 {WIDTH} {height}" role="img" aria-label="{escape(title)}">']
    for number, (label, shares) in enumerate(rows):
        y = 3 + pitch * number
        body.append(f'<text class="tick" x="{label_width - 6}" y="{y + 12}" text-anchor="end">{escape(label)}</text>')
        body.append(f'<rect class="strip" x="{label_width}" y="{y}" width="{width}" height="{pitch - 5}"/>')
        strongest = max(shares.values(), default=1)
        for size, share in sorted(shares.items()):
            body.append(f'<rect class="heat" x="{label_width + width * (size - 1) / x_top:.1f}" y="{y}" '
                        f'width="{max(1.5, width / x_top):.1f}" height="{pitch - 5}" '
                        f'fill-opacity="{0.12 + 0.88 * share / strongest:.2f}">'
                        f'<title>{escape(label)}: {size} MPDUs, {share:.1%}</title></rect>')
    base = 3 + pitch * len(rows)
    for size in sorted({1, x_top // 4, x_top // 2, 3 * x_top // 4, x_top} - {0}):
        x = label_width + width * (size - 0.5) / x_top
        body.append(f'<text class="tick" x="{x:.1f}" y="{base + 12}" text-anchor="middle">{size}</text>')
    body.append(f'<text class="axis" x="{label_width + width / 2:.1f}" y="{base + 29}" text-anchor="middle">'
                f'{escape(x_title)}</text>')
    return "\n".join([*body, "</svg>"])
