# SPDX-License-Identifier: GPL-2.0
"""Measured against published: normalisation, bounds, the order of rows, checks, exceptions, several seeds."""

import argparse
import contextlib
import io
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from experiment import metrics, results, spec, spread
from lab.errors import LabError
from report import agreement, cli, page, table
from report.sheet import Sheet

FOLDER = spec.shipped_directory() / "published"


def document(cells, axes, **published):
    """A results document; cells are (params, {metric path: value}, published entry)."""
    made = []
    for params, figures, _ in cells:
        flat = {**dict.fromkeys(metrics.METRICS), "ampdu_hist": {"1": 1}, "close_reason": {"empty": 1}, **figures}
        env = {"kernel": "6.1", "vehicle": "uml", "seed": params.get("seed", 1), "source_commit": None,
               "versions": {"iperf3": "3.12"}}
        made.append(results.cell_result(params, flat, env))
    return {"schema": 1, "experiment": "x", "title": "x", "description": "", "axes": axes, "cells": made,
            "published": {"table": "t.csv", "source": "", "note": "", "metrics": ["goodput_mbps"],
                          "judged": ["goodput_mbps"], "group_by": [], "order": None, "tie_ratio": 0.0, "checks": [],
                          "except": [], "cells": [entry for *_, entry in cells], **published}}


def by_shift(measured, reported, **published):
    """One line of cells over pacing_shift."""
    cells = [({"pacing_shift": shift}, {"goodput_mbps": value}, {"goodput_mbps": wanted})
             for shift, (value, wanted) in enumerate(zip(measured, reported))]
    return Sheet(document(cells, {"pacing_shift": list(range(len(cells)))}, **published))


class Spread(unittest.TestCase):
    def test_half_width(self):
        # mean 10, standard deviation 1, t of two degrees 4.303
        self.assertAlmostEqual(spread.half_width([9, 10, 11]), 4.303 / 3 ** 0.5, places=6)
        self.assertIsNone(spread.half_width([9]))
        self.assertEqual(spread.half_width([7, 7]), 0)

    def test_quantiles(self):
        for degrees, value in ((1, 12.706), (30, 2.042), (40, 2.0211), (100, 1.9840), (1000, 1.9623)):
            self.assertAlmostEqual(spread.t_975(degrees), value, delta=0.0005)

    def test_mean(self):
        self.assertIsNone(spread.mean([]))
        self.assertEqual(spread.mean([3]), 3)
        self.assertEqual(spread.mean([1, 2]), 1.5)


class Agreement(unittest.TestCase):
    def test_each_side_is_relative_to_its_own_largest(self):
        verdict = agreement.of_metric(by_shift([50, 100], [100, 100]), "goodput_mbps")
        self.assertEqual((verdict["mean_error"], verdict["largest_error"]), (0.25, -0.5))
        self.assertEqual(verdict["largest_at"], "pacing_shift=0")
        self.assertFalse(verdict["holds"])

    def test_bounds(self):
        for value, holds in ((60, True), (69, True), (71, False)):
            verdict = agreement.of_metric(by_shift([value, 95, 100], [50, 95, 100]), "goodput_mbps")
            self.assertEqual(verdict["holds"], holds, value)
        # the mean alone
        self.assertFalse(agreement.of_metric(by_shift([35, 45, 60, 100], [50, 60, 75, 100]), "goodput_mbps")["holds"])

    def test_nothing_to_compare(self):
        self.assertIsNone(agreement.of_metric(by_shift([0, 0], [1, 2]), "goodput_mbps"))
        self.assertIsNone(agreement.of_metric(by_shift([1, 2], [None, None]), "goodput_mbps"))

    def test_order_of_each_row(self):
        cells = [({"cc": cc, "ms": ms}, {"goodput_mbps": value}, {"goodput_mbps": wanted})
                 for cc, ms, value, wanted in (("reno", 1, 60, 60), ("reno", 4, 98, 96), ("reno", 5, 97, 100),
                                               ("bbr", 1, 5, 4), ("bbr", 4, 80, 80), ("bbr", 5, 90, 90))]
        axes = {"cc": ["reno", "bbr"], "ms": [1, 4, 5]}
        verdict = agreement.of_metric(Sheet(document(cells, axes)), "goodput_mbps")
        self.assertEqual((verdict["rows"], verdict["rows_in_order"], verdict["holds"]), (2, 1, False))
        self.assertEqual(verdict["turned"], [["cc=reno ms=4", "cc=reno ms=5"]])
        tied = agreement.of_metric(Sheet(document(cells, axes, tie_ratio=0.05)), "goodput_mbps")
        self.assertTrue(tied["holds"])
        # The rows may be the other way round: the same budget, one congestion control after the other.
        self.assertEqual(agreement.of_metric(Sheet(document(cells, axes, order="cc")), "goodput_mbps")["rows"], 3)

    def test_equal_measured_values_have_no_order(self):
        verdict = agreement.of_metric(by_shift([50, 50], [50, 55]), "goodput_mbps")
        self.assertEqual(verdict["rows_in_order"], 0)

    def test_groups_have_their_own_normalisation(self):
        cells = [({"gso": gso, "ms": ms}, {"goodput_mbps": value}, {"goodput_mbps": wanted})
                 for gso, ms, value, wanted in ((0, 1, 10, 100), (0, 4, 20, 200), (1, 1, 300, 30), (1, 4, 600, 60))]
        axes = {"gso": [0, 1], "ms": [1, 4]}
        self.assertFalse(agreement.of_metric(Sheet(document(cells, axes)), "goodput_mbps")["holds"])
        verdict = agreement.of_metric(Sheet(document(cells, axes, group_by=["gso"])), "goodput_mbps")
        self.assertEqual((verdict["mean_error"], verdict["holds"]), (0, True))
        text = table.results(Sheet(document(cells, axes, group_by=["gso"])))
        self.assertIn("in each gso", text)

    def test_exceptions_are_shown_and_not_compared(self):
        sheet = by_shift([90, 50, 100], [10, 50, 100],
                         **{"except": [{"where": {"pacing_shift": 0}, "reason": "BBR of today"}]})
        verdict = agreement.of_sheet(sheet)
        self.assertTrue(verdict["holds"])
        self.assertEqual(verdict["metrics"][0]["cells"], 2)
        text = table.results(sheet)
        self.assertIn("Not compared: pacing_shift=0: BBR of today", text)
        self.assertRegex(text, r"\| 0 +\| +90.0 \| +10 \| +- \| +- \|")

    def test_not_reported_is_not_no_row(self):
        cells = [({"n": 1}, {"goodput_mbps": 10.0}, {"goodput_mbps": 5.0}),
                 ({"n": 2}, {"goodput_mbps": 20.0}, {"goodput_mbps": None}), ({"n": 3}, {"goodput_mbps": 30.0}, {})]
        lines = table.results(Sheet(document(cells, {"n": [1, 2, 3]}))).splitlines()
        texts = [[text.strip() for text in line.strip("|").split("|")][2] for line in lines[2:5]]
        self.assertEqual(texts, ["5", "n.r.", "-"])

    def test_what_is_shown_only_is_not_judged(self):
        sheet = by_shift([50, 100], [100, 100], judged=[])
        verdict = agreement.of_sheet(sheet)
        self.assertFalse(verdict["metrics"][0]["judged"])
        self.assertFalse(verdict["holds"], "nothing is judged, so nothing is shown to agree")
        self.assertNotIn("agree", agreement.sentences(sheet)[0])

    def test_checks(self):
        check = {"name": "5 over 200", "metric": "goodput_mbps", "of": {"pacing_shift": 0}, "over": {"pacing_shift": 1},
                 "low": 0.56, "high": 0.76}
        for value, holds in ((66, True), (50, False), (80, False)):
            sheet = by_shift([value, 100], [66, 100], checks=[check])
            self.assertEqual(agreement.of_check(sheet, check)["holds"], holds)
        self.assertIn("5 over 200: 0.66, wanted 0.56 to 0.76: holds.",
                      agreement.sentences(by_shift([66, 100], [66, 100], checks=[check])))
        alone = {**check, "over": {}, "low": None, "high": 70}
        self.assertEqual(agreement.of_check(by_shift([66, 100], [66, 100]), alone)["value"], 66)
        gone = {**check, "of": {"pacing_shift": 9}}
        self.assertFalse(agreement.of_check(by_shift([66, 100], [66, 100]), gone)["holds"])

    def test_results_of_before_are_read(self):
        old = by_shift([50, 100], [50, 100]).document
        old["published"] = {key: old["published"][key] for key in ("table", "source", "note", "metrics", "cells")}
        self.assertTrue(agreement.of_sheet(Sheet(old))["holds"])
        self.assertIsNone(agreement.of_sheet(Sheet({**old, "published": None})))


class Seeds(unittest.TestCase):
    def setUp(self):
        cells = [({"ms": ms, "seed": seed}, {"goodput_mbps": base + 10.0 * seed, "rtt_ms": {"p95": 1.0 * seed},
                                             "ampdu_hist": {"1": 1, str(seed + 1): 2}}, {"goodput_mbps": base})
                 for ms, base in ((1, 80.0), (4, 180.0)) for seed in (1, 2, 3)]
        self.document = document(cells, {"ms": [1, 4], "seed": [1, 2, 3]})
        self.sheet = Sheet(self.document)

    def test_one_row_for_all_seeds(self):
        text = table.results(self.sheet)
        rows = [[part.strip() for part in line.strip("|").split("|")] for line in text.splitlines()[:4]]
        self.assertEqual(rows[0][:6], ["ms", "Mb/s", "\u00b1", "published", "rel.", "publ. rel."])
        self.assertEqual(rows[2][:6], ["1", "100.0", "24.8", "80", "0.50", "0.44"])
        self.assertIn("mean over 3 seeds", text)
        self.assertEqual(len([line for line in text.splitlines() if line.startswith("|")]), 4)

    def test_counts_are_summed(self):
        self.assertEqual(self.sheet.metric(0, "ampdu_hist"), {"1": 3, "2": 2, "3": 2, "4": 2})

    def test_page_has_whiskers(self):
        self.assertEqual(page.results(self.sheet).count('<line class="whisker'), 2)
        self.assertIn("<dt>seed</dt><dd>1, 2, 3</dd>", page.results(self.sheet))

    def test_seeds_alone_are_one_row(self):
        alone = document([({"seed": seed}, {"goodput_mbps": 1.0 * seed}, {}) for seed in (1, 2)], {"seed": [1, 2]})
        lines = table.results(Sheet(alone)).splitlines()
        self.assertRegex(lines[2], r"^\| +1.5 \| +6.4 \|")
        self.assertEqual(Sheet(alone).label(0), "the only cell")

    def test_one_seed_has_no_spread(self):
        one = document([({"ms": 1, "seed": 4}, {"goodput_mbps": 1.0}, {})], {"ms": [1], "seed": [4]})
        self.assertNotIn("\u00b1", table.results(Sheet(one)))


class Gate(unittest.TestCase):
    def report(self, sheets, *words):
        with tempfile.TemporaryDirectory() as folder:
            names = []
            for number, sheet in enumerate(sheets):
                names.append(f"{folder}/{number}")
                results.write_json(Path(names[-1]) / "results.json", sheet.document)
            parser = argparse.ArgumentParser()
            cli.add_report_arguments(parser)
            with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
                return cli.report(parser.parse_args([*names, *words]))

    def test_exit_status(self):
        self.assertEqual(self.report([by_shift([50, 100], [50, 100])], "--check"), 0)
        self.assertEqual(self.report([by_shift([5, 100], [50, 100])], "--check"), 1)
        self.assertEqual(self.report([by_shift([5, 100], [50, 100])]), 0)

    def test_bad_input(self):
        plain = by_shift([50, 100], [50, 100])
        plain.document["published"] = None
        for sheets in ([plain], [plain, plain]):
            with self.assertRaises(LabError) as caught:
                self.report(sheets, "--check")
            self.assertEqual(caught.exception.exit_status, 2)


HEAD = 'schema = 1\ntitle = "t"\n'
# Every shipped table as an experiment can name it: text, parameters of a cell, what the table says of that cell.
TABLES = {
    "ath10k_tsq_interval": ("""
[sweep]
cc = ["reno", "cubic", "bbr"]
"net.ipv4.tcp_tsq_limit_output_interval" = [1, 4, 5]
[published]
table = "TABLE"
match = { cc = "cc", "net.ipv4.tcp_tsq_limit_output_interval" = "tsq_interval_ms" }
compare = [{ metric = "goodput_mbps", column = "goodput_mbps" },
           { metric = "retransmits", column = "retransmits", judged = false }]
""", {"cc": "bbr", "net.ipv4.tcp_tsq_limit_output_interval": 1}, {"goodput_mbps": 14.4, "retransmits": 0}),
    "iwlwifi_tsq_interval": ("""
[sweep]
gso_max_segs = [1, 0]
cc = ["reno", "cubic", "bbr"]
"net.ipv4.tcp_tsq_limit_output_interval" = [1, 4]
[published]
table = "TABLE"
group_by = ["gso_max_segs"]
compare = [{ metric = "goodput_mbps", column = "goodput_mbps" }]
[published.match]
cc = "cc"
"net.ipv4.tcp_tsq_limit_output_interval" = "tsq_interval_ms"
gso_max_segs = { column = "gso", values = { 1 = "off", 0 = "on" } }
""", {"gso_max_segs": 0, "cc": "cubic", "net.ipv4.tcp_tsq_limit_output_interval": 4}, {"goodput_mbps": 280}),
    "ath10k_many_stations": ("""
[sweep]
stations = [1, 3, 6, 15]
"net.ipv4.tcp_tsq_limit_output_interval" = [5, 200]
[published]
table = "TABLE"
match = { stations = "stations", "net.ipv4.tcp_tsq_limit_output_interval" = "tsq_interval_ms" }
compare = [{ metric = "goodput_mbps", column = "total_goodput_mbps" }]
[[published.check]]
name = "15 stations, total at 5 ms over 200 ms"
metric = "goodput_mbps"
of = { stations = 15, "net.ipv4.tcp_tsq_limit_output_interval" = 5 }
over = { stations = 15, "net.ipv4.tcp_tsq_limit_output_interval" = 200 }
low = 0.56
high = 0.76
[[published.check]]
name = "15 stations at 200 ms are fair"
metric = "fairness"
of = { stations = 15, "net.ipv4.tcp_tsq_limit_output_interval" = 200 }
low = 0.95
""", {"stations": 15, "net.ipv4.tcp_tsq_limit_output_interval": 200}, {"goodput_mbps": 680}),
    "ath10k_tso_autosizing": ("""
[sweep]
proto = ["udp", "tcp"]
direction = ["up", "down"]
pacing_shift = [7, 10]
[published]
table = "TABLE"
tie_ratio = 0.02
compare = [{ metric = "goodput_mbps", column = "goodput_mbps" }]
[published.match]
proto = "proto"
direction = { column = "direction", values = { up = "sta_to_ap", down = "ap_to_sta" } }
pacing_shift = { column = "tso_autosizing_1ms", values = { 7 = "no", 10 = "yes" } }
""", {"proto": "tcp", "direction": "up", "pacing_shift": 10}, {"goodput_mbps": 240}),
    "ath9k_pacing_shift": ("""
[sweep]
pacing_shift = [10, 9, 8, 7]
[published]
table = "TABLE"
match = { pacing_shift = "pacing_shift" }
compare = [{ metric = "goodput_mbps", column = "goodput_mbps" }]
[[published.check]]
name = "latency of the competing flow, shift 8 over 10"
metric = "rtt_ms.p50"
of = { pacing_shift = 8 }
over = { pacing_shift = 10 }
low = 2
""", {"pacing_shift": 9}, {"goodput_mbps": 78.17}),
    "ath10k_pacing_shift": ("""
[sweep]
pacing_shift = [10, 9, 8, 7, 6, 5]
[published]
table = "TABLE"
match = { pacing_shift = "pacing_shift" }
compare = [{ metric = "goodput_mbps", column = "goodput_mbps" },
           { metric = "cpu_busy_ratio", column = "cpu_pct", scale = 0.01, judged = false }]
""", {"pacing_shift": 5}, {"goodput_mbps": 404, "cpu_busy_ratio": 0.285}),
    "bql_100mbit": ("""
[sweep]
qdisc = ["pfifo_fast", "sfq"]
udp_mbps = [1, 2]
[published]
table = "TABLE"
match = { qdisc = "qdisc", udp_mbps = { column = "bql_limit_bytes", values = { 1 = "", 2 = "4542" } } }
compare = [{ metric = "rtt_ms.min", column = "latency_under_load_ms_min" },
           { metric = "rtt_ms.p50", column = "latency_under_load_ms_median" }]
""", {"qdisc": "pfifo_fast", "udp_mbps": 1}, {"rtt_ms.min": None, "rtt_ms.p50": 130}),
    "tso_rtt_log": ("""
[sweep]
"net.ipv4.tcp_tso_rtt_log" = [0, 9]
[published]
table = "TABLE"
match = { "net.ipv4.tcp_tso_rtt_log" = "tcp_tso_rtt_log" }
compare = [{ metric = "goodput_mbps", column = "goodput_total_mbps" },
           { metric = "segs_per_ack", column = "segs_per_tso_packet" }]
""", {"net.ipv4.tcp_tso_rtt_log": 9}, {"goodput_mbps": 96046, "segs_per_ack": 41}),
}


class EveryTable(unittest.TestCase):
    def load(self, text):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "x.toml"
            path.write_text(HEAD + text)
            return spec.load(path)

    def test_can_be_named(self):
        self.assertEqual(set(TABLES), {path.stem for path in FOLDER.glob("*.csv")})
        for name, (text, params, wanted) in TABLES.items():
            with self.subTest(name):
                published = self.load(text.replace("TABLE", f"{FOLDER}/{name}.csv")).published
                self.assertEqual(published.values(params), wanted)

    def test_bad_input(self):
        good = TABLES["ath10k_many_stations"][0].replace("TABLE", f"{FOLDER}/ath10k_many_stations.csv")
        for old, new, *words in (
                ('low = 0.95\n', "", "low, high or both"),
                ('"15 stations at 200 ms are fair"', '""', "a name"),
                ('metric = "fairness"', 'metric = "rtt_ms"', "'rtt_ms'", "rtt_ms.p95"),
                ("low = 0.56", 'low = "a"', "'a'"),
                ("over = { stations = 15", "over = { sg = 1", "'sg'"),
                ('column = "total_goodput_mbps"', 'column = "fair"', "'no'", "leave the field empty"),
                ('[published]\n', '[published]\ngroup_by = "stations"\n', "list"),
                ('[published]\n', '[published]\ngroup_by = ["sg"]\n', "'sg'"),
                ('[published]\n', '[published]\norder = "sg"\n', "'sg'"),
                ('[published]\n', '[published]\ntie_ratio = 2\n', "2", "from 0 to 1"),
                ('stations = "stations",', 'stations = { colum = "stations" },', "'colum'", "column"),
                ('stations = "stations",', 'stations = 3,', "published.match.stations"),
                ('column = "total_goodput_mbps" }', 'column = "total_goodput_mbps", judged = 1 }', "true or false"),
                ('[[published.check]]\n', '[[published.except]]\nwhere = { stations = 3 }\n[[published.check]]\n',
                 "reason")):
            with self.subTest(new), self.assertRaises(LabError) as caught:
                self.load(good.replace(old, new, 1))
            for word in words:
                self.assertIn(word, str(caught.exception))
            self.assertEqual(caught.exception.exit_status, 2)


if __name__ == "__main__":
    unittest.main()
