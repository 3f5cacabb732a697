# SPDX-License-Identifier: GPL-2.0
"""Experiments in real guests: the promises of ``testbed run`` on the vehicles uml and qemu."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHORT = ("--set", "duration_s=1", "--set", "warmup_s=1")


class RealGuests(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.scratch = self.folder / "scratch"
        self.scratch.mkdir()

    def start(self, out, *words, cwd="/", experiment="smoke"):
        return subprocess.Popen(
            [ROOT / "scripts" / "testbed", "run", experiment, "--out", self.folder / out, *words], cwd=cwd, text=True,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True,
            env={**os.environ, "TMPDIR": str(self.scratch)})

    def run_it(self, out, *words, status=0, **where):
        """(stdout, stderr) of a run that ends with status and leaves nothing in the temporary directory."""
        process = self.start(out, *words, **where)
        stdout, stderr = process.communicate(timeout=600)
        self.assertEqual(process.returncode, status, stderr)
        self.assertNotIn("Traceback", stderr)
        self.assertEqual(list(self.scratch.iterdir()), [])
        return stdout, stderr

    def document(self, out):
        return json.loads((self.folder / out / "results.json").read_bytes())

    def results_text(self, out):
        text = (self.folder / out / "results.json").read_text()
        # Somebody may commit between two runs; all else has to be the same.
        return re.sub(r'"source_commit": "[^"]*"', "", text)

    def check_same(self, first, second):
        names = [sorted(path.name for path in (self.folder / out / "cells").iterdir()) for out in (first, second)]
        self.assertEqual(*names, "the checkout changed between the two runs")
        self.assertEqual(self.results_text(first), self.results_text(second))

    def test_uml_twice_is_identical_and_shows_the_effect(self):
        stdout, _ = self.run_it("a")
        self.run_it("b", "--jobs", "1", cwd=self.folder)
        self.check_same("a", "b")
        small, large = (cell["metrics"] for cell in self.document("a")["cells"])
        self.assertLess(0, small["goodput_mbps"])
        self.assertLess(small["goodput_mbps"], large["goodput_mbps"])
        self.assertLess(large["goodput_mbps"], 866.7)
        self.assertLess(large["tsq_starved_ratio"], small["tsq_starved_ratio"])
        self.assertLess(small["ampdu_mean"], large["ampdu_mean"])
        for figures in (small, large):
            self.assertIsNone(figures["cpu_busy_ratio"])
            self.assertLess(0, figures["airtime_busy_ratio"])
            self.assertLessEqual(figures["airtime_busy_ratio"], 1)
            self.assertLessEqual(figures["rtt_ms"]["p50"], figures["rtt_ms"]["p95"])
        self.assertIn(f"{large['goodput_mbps']:.1f}", stdout)
        for cell in self.document("a")["cells"]:
            (flow,), (station,) = cell["series"]["sockets"], cell["series"]["stations"]
            self.assertEqual(flow["t_ms"], [0, 500, 1000, 1500])
            self.assertEqual({len(flow[name]) for name in flow if name != "flow"}, {4})
            self.assertEqual(station["t_ms"], [1000, 2000])
            mean = sum(station["sent_mbps"]) / 2
            self.assertAlmostEqual(mean / cell["metrics"]["goodput_mbps"], 1, delta=0.1)
            self.assertEqual(len(cell["series"]["probe"]["rtt_ms"]) + cell["metrics"]["ping_lost"], 100)

    def test_other_seed_is_another_run(self):
        self.run_it("a", *SHORT, "--set", "seed=1,2", "--set", "pacing_shift=7")
        first, second = self.document("a")["cells"]
        self.assertEqual([first["env"]["seed"], second["env"]["seed"]], [1, 2])
        self.assertNotEqual(first["metrics"], second["metrics"])

    def test_interrupt_leaves_nothing_and_resumes(self):
        words = (*SHORT, "--set", "pacing_shift=10,9,8,7,6,5")
        self.run_it("whole", *words)
        process = self.start("a", *words, "--jobs", "1")
        cells = self.folder / "a" / "cells"
        deadline = time.monotonic() + 300
        while not (cells.is_dir() and any(cells.glob("*.json"))) and time.monotonic() < deadline:
            time.sleep(0.02)
        process.send_signal(signal.SIGINT)
        _, stderr = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 130, stderr)
        self.assertNotIn("Traceback", stderr)
        self.assertEqual(list(self.scratch.iterdir()), [])
        self.assertEqual(self.processes_in_scratch(), [])
        self.assertFalse((self.folder / "a" / "results.json").exists())
        self.kill_at_random(words)
        _, stderr = self.run_it("a", *words)
        self.assertRegex(stderr, r"\d of 6 cells are there from an earlier run")
        self.check_same("a", "whole")

    def kill_at_random(self, words):
        """Start the sweep, give it no chance to clean up, and see its guests go with it."""
        process = self.start("a", *words)
        time.sleep(random.uniform(0, 6))
        process.kill()
        process.communicate()
        deadline = time.monotonic() + 30
        while self.processes_in_scratch() and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual(self.processes_in_scratch(), [])
        # Its temporary files are all that it left.
        for path in self.scratch.iterdir():
            shutil.rmtree(path)

    def processes_in_scratch(self):
        found = []
        for entry in Path("/proc").glob("[0-9]*/cwd"):
            try:
                if os.readlink(entry).startswith(str(self.scratch)):
                    found.append(entry.parent.name)
            except OSError:
                continue
        return found

    def test_the_guest_refuses_what_its_kernel_lacks(self):
        for setting, words in (("cc=nosuch", "this guest's kernel has no 'nosuch'"),
                               ("net.ipv4.no_such=1", "net.ipv4.no_such: this guest's kernel does not take 1")):
            with self.subTest(setting):
                _, stderr = self.run_it("a", *SHORT, "--set", "pacing_shift=7", "--set", setting, status=2)
                self.assertIn(words, stderr)
                self.assertFalse((self.folder / "a" / "results.json").exists())

    def published_rig(self, out, *words):
        """{(cc, pacing_shift): metrics} of a short run of the main experiment with these settings."""
        self.run_it(out, *words, "--set", "warmup_s=2", "--set", "duration_s=4", experiment="ath10k-tsq")
        return {(cell["params"]["cc"], cell["params"]["pacing_shift"]): cell["metrics"]
                for cell in self.document(out)["cells"]}

    def test_a_small_budget_starves_aggregation(self):
        cells = self.published_rig("a", "--set", "cc=bbr", "--set", "pacing_shift=10,7")
        small, large = cells["bbr", 10], cells["bbr", 7]
        self.assertLessEqual(small["goodput_mbps"] / large["goodput_mbps"], 0.15)
        self.assertGreater(small["tsq_starved_ratio"], 0.3)
        self.assertLess(large["tsq_starved_ratio"], 0.05)
        self.assertLess(small["ampdu_mean"], large["ampdu_mean"] / 2)

    def test_a_small_budget_costs_cubic_too(self):
        # How much depends on where its slow start ended, without loss another place with every seed: 0.54 of the
        # goodput on average, 0.12 its standard deviation (eight seeds). Three seeds and three deviations of their mean.
        self.run_it("a", "--set", "warmup_s=2", "--set", "duration_s=4", "--set", "cc=cubic", "--set",
                    "pacing_shift=10,7", "--set", "seed=1,2,3", experiment="ath10k-tsq")
        goodput, starved = {10: [], 7: []}, {10: [], 7: []}
        for cell in self.document("a")["cells"]:
            goodput[cell["params"]["pacing_shift"]].append(cell["metrics"]["goodput_mbps"])
            starved[cell["params"]["pacing_shift"]].append(cell["metrics"]["tsq_starved_ratio"])
        self.assertLessEqual(sum(goodput[10]) / sum(goodput[7]), 0.75)
        self.assertGreater(min(starved[10]), 0.1)
        self.assertLess(max(starved[7]), 0.05)

    def test_completions_at_ppdu_end_need_less_budget(self):
        for bus_kbps in (450000, 0):
            with self.subTest(bus_kbps=bus_kbps):
                cells = self.published_rig(f"bus-{bus_kbps}", "--set", "cc=cubic", "--set", "pacing_shift=9,7", "--set",
                                           "completion_frames=1", "--set", f"bus_kbps={bus_kbps}")
                nine, seven = (cells["cubic", shift]["goodput_mbps"] for shift in (9, 7))
                self.assertAlmostEqual(nine / seven, 1, delta=0.03)

    def test_jobs_merge(self):
        words = ("smoke", *SHORT, "--out", str(self.folder / "a"))
        listed = subprocess.run([ROOT / "scripts" / "testbed", "jobs", *words], capture_output=True, text=True,
                                check=True)
        if shutil.which("parallel"):
            subprocess.run(["parallel", "--will-cite", "--jobs", "2"], input=listed.stdout, check=True,
                           capture_output=True, text=True, cwd="/")
        else:
            for line in listed.stdout.splitlines():
                subprocess.run(["sh", "-c", line], check=True, capture_output=True, cwd="/")
        _, stderr = self.run_it("a", *SHORT)
        self.assertIn("2 of 2 cells are there", stderr)
        self.run_it("b", *SHORT)
        self.check_same("a", "b")

    def test_udp_down_to_two_stations(self):
        self.run_it("a", *SHORT, "--set", "proto=udp", "--set", "direction=down", "--set", "stations=2", "--set",
                    "pacing_shift=7", "--set", "udp_mbps=100")
        figures = self.document("a")["cells"][0]["metrics"]
        self.assertEqual(len(figures["goodput_each_mbps"]), 2)
        for goodput in figures["goodput_each_mbps"]:
            self.assertAlmostEqual(goodput, 100, delta=2)
        self.assertIsNone(figures["retransmits"])

    def test_qemu_twice_is_identical(self):
        words = ("--vehicle", "qemu", "--set", "pacing_shift=10", "--set", "duration_s=1", "--set", "warmup_s=0")
        self.run_it("a", *words)
        self.run_it("b", *words)
        self.check_same("a", "b")
        busy = self.document("a")["cells"][0]["metrics"]["cpu_busy_ratio"]
        self.assertTrue(0 < busy <= 1)


if __name__ == "__main__":
    unittest.main()
