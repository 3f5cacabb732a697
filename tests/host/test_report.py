# SPDX-License-Identifier: GPL-2.0
"""Renderings of made-up results: every cell is there, the page needs nothing from outside, the figures are right."""

import argparse
import contextlib
import copy
import importlib.util
import io
import re
import sys
import tempfile
import unittest
from html.parser import HTMLParser
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from experiment import metrics, results
from lab.errors import LabError
from report import cli, compare, overtime, page, render, svg, table
from report.sheet import Sheet

VOID = {"meta"}
GOODPUTS = {("reno", 10): 50.0, ("reno", 7): 100.0, ("bbr", 10): 20.0, ("bbr", 7): 80.0}
PUBLISHED = {("bbr", 10): 10.0, ("bbr", 7): 100.0}


def cell(cc, shift, goodput, commit="c0ffee"):
    figures = dict.fromkeys(metrics.METRICS)
    figures.update(goodput_mbps=goodput, retransmits=3, rtt_ms={"p50": 1.0, "p95": 2.5, "p99": 9.0}, ampdu_mean=12.0,
                   ampdu_hist={"1": 4, "12": 8}, tsq_starved_ratio=0.25, airtime_busy_ratio=0.5,
                   close_reason={"window": 1, "frames": 0, "bytes": 0, "duration": 0, "empty": 3},
                   starved={"desc": 0, "aql": 0, "tsq": 2, "cwnd": 0, "pacing": 1, "app": 0})
    env = {"kernel": "6.1.192", "vehicle": "uml", "seed": 1, "source_commit": commit,
           "versions": {"kernel": "6.1.192", "iperf3": "3.12"}}
    flow = {"flow": "192.0.2.10:40000", "t_ms": [0, 500, 1000], "cwnd_segs": [10, 20, 40], "pacing_kbps": [None, 1, 2],
            "srtt_us": [1, 2, 3], "held_bytes": [0, 2048, 1024]}
    series = {"sockets": [flow], "probe": None, "stations": []}
    return results.cell_result({"cc": cc, "pacing_shift": shift}, figures, env, series)


def document(goodputs=None, commit="c0ffee"):
    points = goodputs or GOODPUTS
    return {"schema": 1, "experiment": "made-up", "title": "Made <up> & tested", "description": "1.\n\nTwo & <three>.",
            "axes": {"cc": ["reno", "bbr"], "pacing_shift": [10, 7]},
            "published": {"table": "some.csv", "source": "a list", "note": "", "metrics": ["goodput_mbps"],
                          "cells": [{"goodput_mbps": PUBLISHED.get(point)} for point in points]},
            "cells": [cell(*point, goodput, commit) for point, goodput in points.items()]}


class Strict(HTMLParser):
    """Fails on a tag that is not closed; collects text, attributes and tags."""

    def __init__(self, text):
        super().__init__()
        self.open, self.words, self.attributes, self.tags = [], [], [], []
        self.feed(text)
        self.close()
        if self.open:
            raise AssertionError(f"not closed: {self.open}")

    def handle_starttag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.tags.append(tag)
        self.attributes += attrs

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            raise AssertionError(f"unexpected </{tag}>")

    def handle_data(self, data):
        self.words.append(data)


class Tables(unittest.TestCase):
    def test_every_line_is_equally_wide(self):
        lines = [line for line in table.results(Sheet(document())).splitlines() if line.startswith("|")]
        self.assertEqual(len(lines), 2 + len(GOODPUTS))
        self.assertEqual(len({len(line) for line in lines}), 1)

    def test_measured_beside_published(self):
        lines = table.results(Sheet(document())).splitlines()
        row = [text.strip() for text in lines[4].strip("|").split("|")]
        self.assertEqual(row[:6], ["bbr", "10", "20.0", "10", "0.25", "0.10"])
        self.assertEqual([text.strip() for text in lines[2].strip("|").split("|")][:6],
                         ["reno", "10", "50.0", "n.r.", "-", "-"])

    def test_columns_nobody_has_are_left_out(self):
        head = table.results(Sheet(document())).splitlines()[0]
        self.assertNotIn("CPU %", head)
        self.assertIn("air %", head)

    def test_without_published(self):
        plain = {**document(), "published": None}
        text = table.results(Sheet(plain))
        self.assertNotIn("published", text)
        self.assertTrue(text.endswith("|\n"))

    def test_numbers(self):
        self.assertEqual(table.number(None, 2), "-")
        self.assertEqual(table.number(0.256, 1, 100), "25.6")


class Pages(unittest.TestCase):
    def setUp(self):
        self.text = page.results(Sheet(document()))
        self.parsed = Strict(self.text)

    def test_nothing_from_outside(self):
        self.assertFalse({"script", "link", "iframe", "img", "object"} & set(self.parsed.tags))
        for name, value in self.parsed.attributes:
            self.assertNotIn(name, ("src", "href", "srcset", "action"))
            self.assertNotRegex(value or "", r"url\(|https?:|//")
        self.assertNotRegex(self.text, r"@import|url\(|https?://")

    def test_text_is_escaped(self):
        self.assertIn("Made &lt;up&gt; &amp; tested", self.text)
        self.assertIn("Two & <three>.", self.parsed.words)

    def test_every_cell(self):
        rows = re.findall(r"<tr>(.*?)</tr>", self.text)
        self.assertEqual(len(rows), 1 + len(GOODPUTS))
        for (cc, shift), goodput in GOODPUTS.items():
            wanted = f"<td class=left>{cc}</td><td class=left>{shift}</td><td>{goodput:.1f}</td>"
            self.assertTrue(any(row.startswith(wanted) for row in rows), wanted)

    def test_every_point_has_its_figure(self):
        titles = re.findall(r"<title>([^<]*)</title>", self.text)
        for (cc, _), goodput in GOODPUTS.items():
            self.assertIn(f"{cc}: {goodput:.4g}", titles)
        for (cc, _), goodput in PUBLISHED.items():
            self.assertIn(f"published {cc}: {goodput:.4g}", titles)
        self.assertIn("7: empty 75.0%", titles)
        self.assertIn("10: 12 MPDUs, 96.0%", titles)

    def test_drawings_stay_inside(self):
        for width, height, body in re.findall(r'<svg viewBox="0 0 (\d+) (\d+)".*?>(.*?)</svg>', self.text, re.DOTALL):
            for x, y in re.findall(r'cx="(-?[\d.]+)" cy="(-?[\d.]+)"', body):
                self.assertTrue(0 <= float(x) <= int(width) and 0 <= float(y) <= int(height))
            for x, w in re.findall(r'<rect [^>]*x="(-?[\d.]+)" [^>]*width="([\d.]+)"', body):
                self.assertLessEqual(float(x) + float(w), int(width) + 2)

    def test_time_series(self):
        self.assertEqual(self.text.count('<polyline class="thin'), len(GOODPUTS) * len(overtime.PANELS))
        drawing = overtime.drawing("t", overtime.traces(Sheet(document()), 0))
        lines = re.findall(r'points="([^"]*)"', drawing)
        self.assertEqual([len(line.split()) for line in lines], [3, 2, 3, 3])
        # The top of the first panel is 40 segments, the end of the time axis one second.
        self.assertTrue(lines[0].endswith(f"{svg.WIDTH - svg.RIGHT}.0,20.0"), lines[0])

    def test_time_series_are_bounded(self):
        busy = document()
        flow = busy["cells"][0]["series"]["sockets"][0]
        for name in flow:
            flow[name] = flow["flow"] if name == "flow" else list(range(10000))
        busy["cells"][0]["series"]["sockets"] = [flow] * 64
        traces = overtime.traces(Sheet(busy), 0)
        self.assertEqual(len(traces), overtime.MAX_LINES)
        for line in re.findall(r'points="([^"]*)"', overtime.drawing("t", traces)):
            self.assertLessEqual(len(line.split()), overtime.MAX_POINTS)

    def test_without_time_series(self):
        plain = document()
        for entry in plain["cells"]:
            entry["series"] = None
        self.assertNotIn("<details", page.results(Sheet(plain)))

    def test_environment(self):
        for word in ("6.1.192", "uml", "c0ffee", "3.12"):
            self.assertIn(word, self.parsed.words)

    def test_missing_figures_are_gaps(self):
        gaps = document()
        for entry in gaps["cells"]:
            entry["metrics"].update(rtt_ms=None, ampdu_mean=None, tsq_starved_ratio=None, ampdu_hist={})
        text = page.results(Sheet(gaps))
        Strict(text)
        self.assertNotIn("against latency", text)

    def test_one_cell_without_axes(self):
        single = document({("reno", 10): 50.0})
        single["axes"] = {}
        text = page.results(Sheet(single))
        Strict(text)
        self.assertIn("measured: 50", text)


class Sheets(unittest.TestCase):
    def test_series(self):
        sheet = Sheet(document())
        self.assertEqual(sheet.x_name, "pacing_shift")
        self.assertEqual([(series.label, sheet.values(series, "goodput_mbps")) for series in sheet.series],
                         [("reno", [50.0, 100.0]), ("bbr", [20.0, 80.0])])

    def test_axes_of_one_value_are_no_series_names(self):
        pinned = document({("bbr", 10): 20.0, ("bbr", 7): 80.0})
        pinned["axes"]["cc"] = ["bbr"]
        self.assertEqual([series.label for series in Sheet(pinned).series], ["measured"])

    def test_x_is_the_last_axis_that_varies(self):
        pinned = document({("reno", 7): 100.0, ("bbr", 7): 80.0})
        pinned["axes"]["pacing_shift"] = [7]
        sheet = Sheet(pinned)
        self.assertEqual((sheet.x_name, sheet.x_values), ("cc", ["reno", "bbr"]))
        self.assertEqual(sheet.values(sheet.series[0], "goodput_mbps"), [100.0, 80.0])

    def test_round_tops(self):
        for value, top in ((0, 1), (0.7, 0.8), (1, 1), (404, 500), (61, 80), (24, 24), (1000, 1000)):
            self.assertAlmostEqual(svg.nice_top(value), top)


class Commands(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def store(self, name, content):
        results.write_json(self.folder / name / "results.json", content)
        return str(self.folder / name)

    def report(self, *words):
        parser = argparse.ArgumentParser()
        cli.add_report_arguments(parser)
        stdout = io.StringIO()
        with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(io.StringIO()):
            self.assertEqual(cli.report(parser.parse_args(words)), 0)
        return stdout.getvalue()

    def test_rendering_again_gives_the_same_bytes(self):
        directory = self.store("a", document())
        files = ("table.md", "report.html", "plot.png")
        self.report(directory)
        first = [(self.folder / "a" / name).read_bytes() for name in files]
        self.report(directory)
        self.assertEqual(first, [(self.folder / "a" / name).read_bytes() for name in files])
        self.assertTrue(first[2].startswith(b"\x89PNG"))

    def test_comparison(self):
        faster = {point: goodput * 1.5 for point, goodput in GOODPUTS.items()}
        text = self.report(self.store("a", document()), self.store("b", document(faster, "decaf")), "--out",
                           str(self.folder / "c"))
        rows = [[part.strip() for part in line.strip("|").split("|")] for line in text.splitlines()[2:6]]
        self.assertEqual(rows[0][:5], ["reno", "10", "50.0", "75.0", "+50.0%"])
        self.assertIn("source commit: c0ffee in a, decaf in b.", text)
        Strict((self.folder / "c" / "compare.html").read_text())
        self.assertEqual((self.folder / "c" / "compare.md").read_text(), text)

    def test_comparison_of_unequal_sweeps(self):
        part = document({("reno", 10): 60.0})
        part["axes"] = {"cc": ["reno"], "pacing_shift": [10]}
        text = compare.text([Sheet(document()), Sheet(part)], ["a", "b"])
        rows = [[word.strip() for word in line.strip("|").split("|")] for line in text.splitlines()[2:6]]
        self.assertEqual(rows[0][2:5], ["50.0", "60.0", "+20.0%"])
        self.assertEqual(rows[3][2:5], ["80.0", "-", "-"])

    def test_names_tell_runs_apart(self):
        self.assertEqual(cli.run_names([Path("/x/a/r"), Path("/x/b/r")]), ["a/r", "b/r"])
        self.assertEqual(cli.run_names([Path("/x/a"), Path("/x/b")]), ["a", "b"])

    def test_bad_input(self):
        changed = copy.deepcopy(document())
        changed["cells"][1]["metrics"]["goodput_mbps"] = 1e9
        (self.folder / "text").mkdir()
        (self.folder / "text" / "results.json").write_text("no")
        cases = {"No such file": str(self.folder / "none"), "not JSON": str(self.folder / "text"),
                 "cell 1 was changed": self.store("changed", changed),
                 "not a results file": self.store("other", {"schema": 9})}
        for words, directory in cases.items():
            with self.subTest(words), self.assertRaises(LabError) as caught:
                self.report(directory)
            self.assertIn(words, str(caught.exception))
            self.assertEqual(caught.exception.exit_status, 2)

    def test_missing_matplotlib_names_its_package(self):
        with mock.patch.object(importlib.util, "find_spec", return_value=None), self.assertRaises(LabError) as caught:
            render.require()
        self.assertIn("python3-matplotlib", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
