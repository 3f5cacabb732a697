# SPDX-License-Identifier: GPL-2.0
"""Two runs beside each other: change, chance, and the gate."""

import argparse
import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from experiment import metrics, results, spread
from lab.errors import LabError
from report import cli, compare, gate


def run(points, seeds=1):
    """A results document of a sweep over ms; points are {ms: [goodput per seed]}."""
    cells = []
    for ms, goodputs in points.items():
        for seed, goodput in enumerate(goodputs, 1):
            figures = {**dict.fromkeys(metrics.METRICS), "ampdu_hist": {"1": 1}, "close_reason": {"empty": 1},
                       "goodput_mbps": goodput, "retransmits": 0, "rtt_ms": {"p95": 1000 / goodput}}
            env = {"kernel": "6.1", "vehicle": "uml", "seed": seed, "source_commit": "c", "versions": {}}
            cells.append(results.cell_result({"ms": ms, "seed": seed}, figures, env))
    return {"schema": 1, "experiment": "x", "title": "x", "description": "", "published": None, "cells": cells,
            "axes": {"ms": list(points), "seed": list(range(1, seeds + 1))}}


class Chance(unittest.TestCase):
    def test_three_against_three_apart(self):
        chance = spread.permutation_test([10, 11, 12], [1, 2, 3])
        self.assertEqual((chance.low, chance.high, chance.either, chance.least), (1 / 20, 1.0, 2 / 20, 1 / 20))

    def test_equal_runs(self):
        self.assertEqual(spread.permutation_test([5, 5], [5, 5]).either, 1)

    def test_by_hand(self):
        # second {2, 4} of {1, 2, 3, 4}: of the six pairs 1+2, 1+3, 1+4, 2+3 are at most 6, 2+4 and 3+4 at least 6
        chance = spread.permutation_test([1, 3], [2, 4])
        self.assertAlmostEqual(chance.high, 2 / 6)
        self.assertAlmostEqual(chance.low, 5 / 6)
        self.assertAlmostEqual(chance.either, 4 / 6)

    def test_many_seeds_are_drawn_always_the_same(self):
        first, second = list(range(20)), list(range(5, 25))
        chance = spread.permutation_test(first, second)
        self.assertEqual(chance, spread.permutation_test(first, second))
        # Student's t says 0.0101
        self.assertAlmostEqual(chance.either, 0.0101, delta=0.003)
        self.assertGreater(spread.permutation_test(first, [value + 1000 for value in first]).either, 0)


class Changes(unittest.TestCase):
    def test_change(self):
        for before, after, ratio in ((10, 9, -0.1), (-10, -9, 0.1), (0, 0, 0), (0, 1, float("inf")), (None, 1, None),
                                     (1, None, None)):
            self.assertEqual(compare.change(before, after), ratio)


class Commands(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def report(self, a, b, *words):
        """(exit status, stdout, stderr)"""
        for name, content in (("a", a), ("b", b)):
            results.write_json(self.folder / name / "results.json", content)
        parser = argparse.ArgumentParser()
        cli.add_report_arguments(parser)
        parser.format_help()
        stdout, stderr = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
            status = cli.report(parser.parse_args([str(self.folder / "a"), str(self.folder / "b" / "results.json"),
                                                   *words]))
        return status, stdout.getvalue(), stderr.getvalue()

    def test_table(self):
        _, text, _ = self.report(run({1: [98, 100, 102], 4: [200, 200, 200]}, 3),
                                 run({1: [88, 90, 92], 4: [200, 200, 200]}, 3))
        rows = [[part.strip() for part in line.strip("|").split("|")] for line in text.splitlines()[:4]]
        self.assertEqual(rows[0][:5], ["ms", "Mb/s a", "Mb/s b", "change b", "p b"])
        self.assertEqual(rows[2][:5], ["1", "100.0", "90.0", "-10.0%", "0.100"])
        self.assertEqual(rows[3][:5], ["4", "200.0", "200.0", "+0.0%", "1.000"])
        self.assertIn("permutation test", text)

    def test_one_seed_has_no_p(self):
        _, text, _ = self.report(run({1: [100]}), run({1: [90]}), "--metric", "retransmits")
        self.assertEqual(text.splitlines()[0].count("|"), 5)
        self.assertIn("retransmits a", text)
        self.assertNotIn("permutation", text)

    def test_json(self):
        status, text, _ = self.report(run({1: [100]}), run({1: [90], 4: [5]}), "-j", "--fail-if", "goodput_mbps<-5%")
        found = json.loads(text)
        self.assertEqual(status, 1)
        self.assertEqual(len(found["failed"]), 2)
        self.assertIn("rtt_ms.p95", found["metrics"])
        figures = found["cells"][0]["figures"]["goodput_mbps"]
        self.assertEqual(figures, {"values": [100, 90], "seeds": [1, 1], "change_ratio": [None, -0.1],
                                   "p": [None, None]})
        self.assertEqual(found["cells"][1]["params"], {"ms": "4"})
        self.assertEqual(found["cells"][1]["figures"]["goodput_mbps"]["values"], [None, 5])

    def test_gate(self):
        fine, worse = run({1: [100], 4: [200]}), run({1: [100], 4: [188]})
        self.assertEqual(self.report(fine, worse, "--fail-if", "goodput_mbps<-7%")[0], 0)
        status, _, stderr = self.report(fine, worse, "--fail-if", "goodput_mbps<-5%")
        self.assertEqual(status, 1)
        self.assertEqual(stderr, "failed: goodput_mbps<-5%: ms=4: -6.0% in b\n")
        self.assertEqual(self.report(fine, worse, "--fail-if", "rtt_ms.p95>5%")[0], 1)
        self.assertEqual(self.report(worse, fine, "--fail-if", "goodput_mbps<-5%", "--fail-if", "rtt_ms.p95>5%")[0], 0)
        self.assertEqual(self.report(fine, worse)[0], 0)

    def test_a_change_that_may_be_chance_does_not_count(self):
        before = run({1: [100, 140, 60]}, 3)
        noisy, clear = run({1: [90, 120, 65]}, 3), run({1: [50, 40, 30]}, 3)
        self.assertEqual(self.report(before, noisy, "--fail-if", "goodput_mbps<-5%")[0], 0)
        self.assertEqual(self.report(before, clear, "--fail-if", "goodput_mbps<-5%")[0], 1)
        # Two seeds could never be significant: the change decides.
        self.assertEqual(self.report(run({1: [100, 140]}, 2), run({1: [90, 120]}, 2), "--fail-if",
                                     "goodput_mbps<-5%")[0], 1)

    def test_missing_cells_break_the_gate(self):
        status, _, stderr = self.report(run({1: [100], 4: [200]}), run({1: [100]}), "--fail-if", "goodput_mbps<-5%")
        self.assertEqual(status, 1)
        self.assertIn("ms=4: a and b do not both have goodput_mbps", stderr)

    def test_a_run_without_a_key_had_its_default(self):
        before, after = run({1: [100]}), run({1: [90]})
        for cell in after["cells"]:
            cell["params"].update(flows=1)
            cell.update(results.cell_result(cell["params"], cell["metrics"], cell["env"]))
        after["axes"]["flows"] = [1]
        _, text, _ = self.report(before, after)
        self.assertRegex(text.splitlines()[2], r"^\| 1 +\| 1 +\| +100\.0 \| +90\.0 \|")
        self.assertEqual(len(text.splitlines()), 3)

    def test_bad_input(self):
        for words, said in ((("--fail-if", "goodput_mbps<5"), "METRIC<-N%"),
                            (("--fail-if", "goodput<-5%"), "'goodput'"),
                            (("--metric", "rtt_ms"), "'rtt_ms'"), (("--check",), "--check")):
            with self.subTest(words), self.assertRaises(LabError) as caught:
                self.report(run({1: [1]}), run({1: [1]}), *words)
            self.assertIn(said, str(caught.exception))
            self.assertEqual(caught.exception.exit_status, 2)

    def test_limits(self):
        self.assertEqual(gate.parse("rtt_ms.p95>2.5%"), gate.Limit("rtt_ms.p95>2.5%", "rtt_ms.p95", False, 0.025))


if __name__ == "__main__":
    unittest.main()
