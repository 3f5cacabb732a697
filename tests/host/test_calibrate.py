# SPDX-License-Identifier: GPL-2.0
"""Calibration against made-up rigs whose parameters are known: what is found, what is said about the rest."""

import argparse
import contextlib
import importlib.util
import io
import json
import math
import random
import shutil
import sys
import tempfile
import types
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from calibrate import cli, identify, report, search, space
from lab import guest
from lab.errors import LabError

FIXTURE = Path(__file__).with_name("fixtures") / "cell-tcp"
HAS_SCIPY = importlib.util.find_spec("scipy") is not None
NEEDS_SCIPY = unittest.skipUnless(HAS_SCIPY, "python3-scipy is not installed")
BUDGETS_MS = tuple(share * budget for share in (0.3, 1, 2.5) for budget in (1, 2, 4, 8))
PPDU_MBPS = 600


def goodput(budget_ms, completion_us, bus_kbps):
    """A rig with the shape of the real one: what the budget holds beyond what waits for its report fills the air, up to
    the cap of the bus, with a soft knee."""
    air = PPDU_MBPS * (1 - math.exp(-budget_ms / (0.3 + completion_us / 1000)))
    return (air ** -12 + (bus_kbps / 1000) ** -12) ** (-1 / 12)


def relative(values):
    """Each value over the largest."""
    return [value / max(values) for value in values]


class Rig:
    """An evaluator: residuals of a model against its own hidden parameters, with some noise."""

    def __init__(self, model, hidden, noise):
        self.model, self.noise, self.calls = model, noise, 0
        self.wanted = relative(model(*hidden))

    def __call__(self, values):
        self.calls += 1
        draw = random.Random(repr(values))
        measured = relative([value * (1 + draw.gauss(0, self.noise)) for value in self.model(*values)])
        return search.Evaluation(values, tuple(a - b for a, b in zip(measured, self.wanted)), self.noise)


DIMENSIONS = [space.Dimension("completion_us", 100, 8000, True), space.Dimension("bus_kbps", 100000, 900000, False),
              space.Dimension("tx_desc", 64, 4096, True)]


def fit(model, hidden, dimensions, budget=60, noise=0.002):
    """(search, best, identification) of a rig."""
    rig = Rig(model, hidden, noise)
    made = search.Search(dimensions, rig, budget)
    best = made.run()
    found = identify.identify(made, best)
    assert rig.calls == len(made.known) <= budget
    return made, best, found


@NEEDS_SCIPY
class Recovery(unittest.TestCase):
    def test_hidden_parameters_are_found_and_the_idle_one_is_named(self):
        def model(completion_us, bus_kbps, _tx_desc):
            return [goodput(budget, completion_us, bus_kbps) for budget in BUDGETS_MS]

        for hidden in ((1800, 420000, 500), (4000, 380000, 100)):
            with self.subTest(hidden):
                _, best, found = fit(model, hidden, DIMENSIONS)
                self.assertEqual([parameter.is_identified for parameter in found.parameters], [True, True, False])
                self.assertEqual([list(weights) for weights, _ in found.blind], [["tx_desc"]])
                for value, wanted in list(zip(best.values, hidden))[:2]:
                    self.assertAlmostEqual(value / wanted, 1, delta=0.15)

    def test_what_is_called_identified_is_right(self):
        def model(completion_us, bus_kbps):
            return [goodput(budget, completion_us, bus_kbps) for budget in BUDGETS_MS]

        told = 0
        for noise in (0.002, 0.005, 0.01):
            for hidden in ((600, 300000), (1800, 420000), (4000, 380000)):
                with self.subTest(noise=noise, hidden=hidden):
                    _, _, found = fit(model, hidden, DIMENSIONS[:2], 36, noise)
                    for parameter, wanted in zip(found.parameters, hidden):
                        if parameter.is_identified:
                            told += 1
                            self.assertAlmostEqual(parameter.value / wanted, 1, delta=0.15)
        self.assertGreaterEqual(told, 4)

    def test_a_sum_cannot_be_taken_apart(self):
        dimensions = [space.Dimension("completion_us", 0, 4000, False), space.Dimension("rx_us", 0, 4000, False),
                      DIMENSIONS[1]]

        def model(completion_us, rx_us, bus_kbps):
            return [goodput(budget, completion_us + rx_us, bus_kbps) for budget in BUDGETS_MS]

        _, best, found = fit(model, (1500, 1000, 420000), dimensions)
        self.assertAlmostEqual((best.values[0] + best.values[1]) / 2500, 1, delta=0.15)
        self.assertAlmostEqual(best.values[2] / 420000, 1, delta=0.15)
        self.assertEqual([parameter.is_identified for parameter in found.parameters][:2], [False, False])
        (weights, _), = found.blind
        self.assertEqual(set(weights), {"completion_us", "rx_us"})
        self.assertLess(weights["completion_us"] * weights["rx_us"], 0)

    def test_one_parameter_with_few_values(self):
        dimension = space.Dimension("pacing_shift", 6, 10, False)
        _, best, found = fit(lambda shift: [goodput(2 ** (10 - shift) * n, 2000, 900000) for n in (1, 2, 4)], (8,),
                             [dimension], budget=12)
        self.assertEqual(best.values, (8,))
        self.assertTrue(found.parameters[0].is_identified)

    def test_noise_beyond_all_signal_identifies_nothing(self):
        _, _, found = fit(lambda *values: [100 + values[0] * 1e-4 * n for n in BUDGETS_MS], (1800, 1, 1), DIMENSIONS,
                          noise=0.2)
        self.assertFalse(any(parameter.is_identified for parameter in found.parameters))

    def test_the_search_repeats_itself(self):
        runs = [fit(lambda a, b, _c: [goodput(n, a, b) for n in BUDGETS_MS], (1800, 420000, 500), DIMENSIONS, 30)
                for _ in range(2)]
        self.assertEqual(*[list(made.known) for made, *_ in runs])

    def test_text(self):
        made, best, found = fit(lambda a, b, _c: [goodput(n, a, b) for n in BUDGETS_MS], (1800, 420000, 500),
                                DIMENSIONS, 30)
        experiment = types.SimpleNamespace(name="x", axes={"seed": [1, 2]}, fixed={},
                                           published=types.SimpleNamespace(path=Path("t.csv")))
        outcome = report.document(experiment, made, best, found)
        self.assertEqual(json.loads(json.dumps(outcome, allow_nan=False)), outcome)
        text = report.text(outcome)
        self.assertIn("The data say nothing about tx_desc", text)
        self.assertIn(f"completion_us = {best.values[0]}\n", text)
        self.assertLess(outcome["rms_error"], outcome["parameters"][0]["below"]["rms_error"])


class Space(unittest.TestCase):
    def setUp(self):
        self.experiment = types.SimpleNamespace(axes={"cc": ["bbr"], "flows": [1]})

    def test_parse(self):
        self.assertEqual(space.parse("completion_us=100..8000:log", self.experiment), DIMENSIONS[0])
        self.assertEqual(space.parse("sta.bus_kbps=0..900000", self.experiment),
                         space.Dimension("sta.bus_kbps", 0, 900000, False))

    def test_refuse(self):
        for text, *words in (("completion_us", "KEY=LOW..HIGH"), ("completion_us=1-2", "KEY=LOW..HIGH"),
                             ("nothing=1..2", "nothing"), ("completion_us=5..5", "below"),
                             ("completion_us=0..5:log", ":log"), ("cc=1..2", "cc: '1'"), ("pacing_shift=1..99", "99"),
                             ("flows=1..4", "swept"),
                             ("rate=0..1", "rate")):
            with self.subTest(text), self.assertRaises(LabError) as caught:
                space.parse(text, self.experiment)
            for word in words:
                self.assertIn(word, str(caught.exception))
            self.assertEqual(caught.exception.exit_status, 2)

    def test_values_and_places(self):
        for dimension in DIMENSIONS:
            self.assertEqual((dimension.value(0), dimension.value(1)), (dimension.low, dimension.high))
            self.assertEqual((dimension.value(-1), dimension.value(2)), (dimension.low, dimension.high))
            for value in (dimension.low, dimension.low + 7, dimension.high):
                self.assertEqual(dimension.value(dimension.place(value)), value)

    def test_beside(self):
        self.assertEqual(DIMENSIONS[0].beside(1000, 0.1), (900, 1100))
        self.assertEqual(DIMENSIONS[0].beside(100, 0.1), (100, 110))
        self.assertEqual(space.Dimension("x", 0, 50, False).beside(0, 0.1), (0, 5))
        self.assertEqual(space.Dimension("x", 1, 3, False).beside(2, 0.1), (1, 3))
        self.assertEqual(DIMENSIONS[1].around(500000, 0.1), (420000, 580000))
        self.assertEqual(space.Dimension("x", 1, 3, False).around(1, 0.1), (1, 2))


TEXT = """
schema = 1
title = "t"
[settings]
profile = "ath10k"
[sweep]
pacing_shift = [11, 10, 9, 8, 7, 6]
[published]
table = "t.csv"
match = { pacing_shift = "shift" }
compare = [{ metric = "goodput_mbps", column = "mbps" }, { metric = "retransmits", column = "none", judged = false }]
"""


@NEEDS_SCIPY
class Command(unittest.TestCase):
    """The whole command, with a stand-in for the guest that has hidden parameters."""

    HIDDEN = {"completion_us": 2000, "bus_kbps": 400000}

    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "x.toml").write_text(TEXT)
        # 6 was not reported: it must not be booted.
        lines = [f"{shift},{self.model(shift, **self.HIDDEN):.2f}," for shift in (11, 10, 9, 8, 7)]
        (self.folder / "t.csv").write_text("\n".join(["shift,mbps,none", *lines, "6,,"]) + "\n")
        self.booted = []
        prepared = types.SimpleNamespace(kernel_id="k", image_id="i", kernel_release="6.1")
        self.enterContext(mock.patch.object(guest, "prepare", autospec=True, return_value=prepared))
        self.enterContext(mock.patch.object(guest, "run_job", autospec=True, side_effect=self.run_job))

    @staticmethod
    def model(shift, completion_us, bus_kbps):
        return goodput(2 ** (10 - shift), completion_us, bus_kbps)

    def run_job(self, _prepared, files, dest, settings=None, **_words):
        self.booted.append(settings)
        self.assertNotEqual(settings["pacing_shift"], "6")
        out = dest / "out"
        shutil.copytree(FIXTURE, out)
        document = json.loads((out / "iperf3-0.json").read_bytes())
        draw = random.Random(repr(sorted(settings.items())))
        document["end"]["sum_received"]["bits_per_second"] = 1e6 * (1 + draw.gauss(0, 0.003)) * self.model(
            int(settings["pacing_shift"]), int(settings["completion_us"]), int(settings["bus_kbps"]))
        (out / "iperf3-0.json").write_text(json.dumps(document))
        return types.SimpleNamespace(status="ok", exit_status=0, out_dir=out, reason="", virtual_s=1.0)

    def calibrate(self, *words):
        parser = argparse.ArgumentParser()
        cli.add_calibrate_arguments(parser)
        stdout, stderr = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
            status = cli.calibrate(parser.parse_args([
                str(self.folder / "x.toml"), "--fit", "completion_us=200..6000:log", "--fit", "bus_kbps=200000..600000",
                "--out", str(self.folder / "out"), *words]))
        self.assertEqual(status, 0)
        return stdout.getvalue(), stderr.getvalue()

    def test_finds_the_hidden_parameters_and_resumes(self):
        stdout, stderr = self.calibrate("--budget", "36", "-j")
        outcome = json.loads(stdout)
        self.assertEqual(outcome, json.loads((self.folder / "out" / "calibration.json").read_bytes()))
        self.assertEqual(outcome["seeds"], [1, 2, 3])
        for key, value in self.HIDDEN.items():
            self.assertAlmostEqual(outcome["fit"][key] / value, 1, delta=0.15)
        self.assertAlmostEqual(outcome["noise"], 0.003 / 3 ** 0.5, delta=0.001)
        self.assertIn("36 evaluations of 15 cells", stderr)
        self.assertIn("[36/36]", stderr)
        self.assertEqual(len(self.booted), 15 * outcome["evaluations"])
        self.booted.clear()
        again, _ = self.calibrate("--budget", "36", "-j")
        self.assertEqual((self.booted, again), ([], stdout))

    def test_bad_input(self):
        for words, said in ((("--budget", "9"), "at least 20"), (("--fit", "bus_kbps=1..2"), "once"),
                            (("--fit", "pacing_shift=7..10"), "swept")):
            with self.subTest(words), self.assertRaises(LabError) as caught:
                self.calibrate(*words)
            self.assertIn(said, str(caught.exception))
        (self.folder / "x.toml").write_text(TEXT[:TEXT.index("[published]")])
        with self.assertRaises(LabError) as caught:
            self.calibrate()
        self.assertIn("[published]", str(caught.exception))

    def test_nothing_to_compare(self):
        (self.folder / "t.csv").write_text("shift,mbps,none\n10,,5\n")
        with self.assertRaises(LabError) as caught:
            self.calibrate()
        self.assertIn("no cell", str(caught.exception))

    def test_missing_scipy_names_its_package(self):
        with mock.patch.object(importlib.util, "find_spec", return_value=None), self.assertRaises(LabError) as caught:
            self.calibrate()
        self.assertIn("apt-get install python3-scipy", str(caught.exception))


if __name__ == "__main__":
    unittest.main()
