# SPDX-License-Identifier: GPL-2.0
"""plot.png: four panels of one run, with matplotlib."""

import importlib.util
from pathlib import Path

from lab.errors import missing_tool

from .sheet import Sheet

COLOURS = ("#0067a5", "#c8490b", "#00805e", "#a0508c", "#a87400", "#2f8fc4")
MARKERS = "osD^vP"


def require() -> None:
    """Raise LabError naming the package when matplotlib is missing."""
    if importlib.util.find_spec("matplotlib") is None:
        raise missing_tool("matplotlib", "python3-matplotlib")


def write(sheet: Sheet, path: Path) -> None:
    """Draw a run and write it as PNG."""
    require()
    import matplotlib
    matplotlib.use("Agg")
    from matplotlib import pyplot

    pyplot.rcParams.update({"font.size": 9, "axes.spines.top": False, "axes.spines.right": False,
                            "axes.grid": True, "grid.color": "#dddddd", "axes.axisbelow": True})
    drawing, ((goodput, latency), (size, starved)) = pyplot.subplots(2, 2, figsize=(10, 7.4), dpi=130,
                                                                      layout="constrained")
    drawing.suptitle(sheet.document["title"], fontsize=11)
    _over_x(goodput, sheet, "goodput_mbps", "goodput, Mb/s")
    _published(goodput, sheet)
    _trade_off(latency, sheet)
    _over_x(size, sheet, "ampdu_mean", "mean A-MPDU, MPDUs")
    _over_x(starved, sheet, "tsq_starved_ratio", "share of PPDUs starved by TSQ")
    for axes in (goodput, latency, size, starved):
        axes.set_ylim(bottom=0)
    goodput.legend(frameon=False)
    # No software version in the file: the same results give the same bytes.
    drawing.savefig(path, metadata={"Software": None})
    pyplot.close(drawing)


def _style(number):
    return {"color": COLOURS[number % len(COLOURS)], "marker": MARKERS[number % len(MARKERS)], "markersize": 5}


def _over_x(axes, sheet, metric, y_title):
    axes.set(xlabel=sheet.x_name, ylabel=y_title)
    axes.set_xticks(range(len(sheet.x_values)), [str(value) for value in sheet.x_values])
    for number, series in enumerate(sheet.series):
        places, values = _known(enumerate(sheet.values(series, metric)))
        widths = sheet.half_widths(series, metric)
        axes.errorbar(places, values, yerr=[widths[place] or 0 for place in places] if sheet.seeds > 1 else None,
                      capsize=2, label=series.label, **_style(number))


def _published(axes, sheet):
    for number, series in enumerate(sheet.series):
        places, values = _known(enumerate(sheet.published_values(series, "goodput_mbps")))
        if values:
            axes.plot(places, values, label=f"published {series.label}", linestyle="--", markerfacecolor="white",
                      **_style(number))


def _trade_off(axes, sheet):
    axes.set(xlabel="goodput, Mb/s", ylabel="latency probe p95, ms")
    for number, series in enumerate(sheet.series):
        pairs = list(zip(sheet.values(series, "goodput_mbps"), sheet.values(series, "rtt_ms.p95")))
        axes.plot(*_known(pairs), **_style(number))
        named = [(name, pair) for name, pair in zip(sheet.x_values, pairs) if None not in pair]
        for name, pair in named[:1] + named[1:][-1:]:
            axes.annotate(str(name), pair, textcoords="offset points", xytext=(5, 4), fontsize=7, color="#555555")
    axes.set_xlim(left=0)


def _known(pairs):
    known = [(x, y) for x, y in pairs if x is not None and y is not None]
    return [x for x, _ in known], [y for _, y in known]
