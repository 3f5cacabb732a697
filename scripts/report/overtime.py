# SPDX-License-Identifier: GPL-2.0
"""How the cells went over time: one drawing a row, with panels above each other on one time axis."""

from dataclasses import dataclass
from html import escape

from . import svg

# (array of a cell's socket series, factor, title of the y axis)
PANELS = (("cwnd_segs", 1, "cwnd, segs"), ("pacing_kbps", 1e-3, "pacing, Mb/s"), ("srtt_us", 1e-3, "srtt, ms"),
          ("held_bytes", 1 / 1024, "held, KiB"))
# Lines of one drawing; a cell may have many flows.
MAX_LINES = 6
# Points of one line that a drawing of this size can show.
MAX_POINTS = 240
PITCH, PLOT = 84, 60
# Cells that a page shows unfolded.
OPEN_ROWS = 12


@dataclass(frozen=True)
class Trace:
    """The samples of one flow in one cell."""

    label: str
    arrays: dict


def traces(sheet, row: int) -> list:
    """The flows of a row's cells, at most MAX_LINES: of each seed first the first flow, then the second."""
    found = []
    for index in sheet.rows[row]:
        cell = sheet.cells[index]
        for number, arrays in enumerate((cell.get("series") or {}).get("sockets", []), 1):
            seed = f"seed {cell['env'].get('seed')}" if len(sheet.rows[row]) > 1 else ""
            found.append((number, Trace(f"{seed} flow {number}".strip(), arrays)))
    return [trace for _, trace in sorted(found, key=lambda entry: entry[0])][:MAX_LINES]


def drawing(title: str, shown: list) -> str:
    """The panels of one row as SVG."""
    height = PITCH * len(PANELS) + 30
    ended_ms = 1000 * svg.nice_top(max((trace.arrays["t_ms"][-1] / 1000 for trace in shown if trace.arrays["t_ms"]),
                                       default=1))
    body = [f'<svg viewBox="0 0 {svg.WIDTH} {height}" role="img" aria-label="{escape(title)}">']
    for number, (name, factor, y_title) in enumerate(PANELS):
        body += _panel(shown, name, factor, y_title, 20 + PITCH * number, ended_ms)
    width = svg.WIDTH - svg.LEFT - svg.RIGHT
    for step in range(5):
        anchor = "end" if step == 4 else "middle"
        body.append(f'<text class="tick" x="{svg.LEFT + width * step / 4:.1f}" y="{height - 18}" '
                    f'text-anchor="{anchor}">{ended_ms / 1000 * step / 4:.3g}</text>')
    body.append(f'<text class="axis" x="{svg.LEFT + width / 2:.1f}" y="{height - 3}" text-anchor="middle">'
                "simulated s of the window</text>")
    return "\n".join([*body, "</svg>"])


def _panel(shown, name, factor, y_title, top, ended_ms):
    lines = [_thinned([(t, value * factor) for t, value in zip(trace.arrays["t_ms"], trace.arrays[name])
                       if value is not None]) for trace in shown]
    y_top = svg.nice_top(max((y for line in lines for _, y in line), default=1))
    body = []
    for step in range(3):
        y = top + PLOT * step / 2
        body.append(f'<line class="grid" x1="{svg.LEFT}" x2="{svg.WIDTH - svg.RIGHT}" y1="{y:.1f}" y2="{y:.1f}"/>')
        body.append(f'<text class="tick" x="{svg.LEFT - 6}" y="{y + 4:.1f}" text-anchor="end">'
                    f'{svg.tick(y_top * (2 - step) / 2)}</text>')
    body.append(f'<text class="note" x="{svg.LEFT}" y="{top - 6}">{escape(y_title)}</text>')
    width = svg.WIDTH - svg.LEFT - svg.RIGHT
    for number, (trace, line) in enumerate(zip(shown, lines)):
        path = " ".join(f"{svg.LEFT + width * t / ended_ms:.1f},{top + PLOT - PLOT * y / y_top:.1f}" for t, y in line)
        body.append(f'<polyline class="thin s{number % svg.SERIES_COLOURS}" points="{path}">'
                    f"<title>{escape(f'{trace.label}: {y_title}')}</title></polyline>")
    return body


def _thinned(points):
    """Every n-th point, so that at most MAX_POINTS are left."""
    return points[::-(-len(points) // MAX_POINTS) or 1]
