# SPDX-License-Identifier: GPL-2.0
"""Sweeps with a stand-in for the guest: order, resume, failures, a clean stop. Real guests: test_experiment_real.py."""

import argparse
import contextlib
import io
import json
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
import time
import types
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from experiment import cli, results
from experiment.errors import CellError
from lab import guest
from lab.errors import Cancelled

FIXTURE = Path(__file__).with_name("fixtures") / "cell-tcp"
TEXT = """
schema = 1
title = "t"
[traffic]
duration_s = 2
[sweep]
cc = ["reno", "cubic"]
pacing_shift = [10, 7]
"""


class FakeGuest:
    """Boots nothing: hands out the fixture's raw files with a goodput that depends on the cell alone."""

    def __init__(self):
        self.booted = []
        self.refuse = None
        self.block_after = None
        self.cancelled = threading.Event()

    def prepare(self, vehicle, kernel, progress):
        return types.SimpleNamespace(kernel_id=kernel, image_id="image", kernel_release="6.1.192")

    def run_job(self, prepared, files, dest, settings=None, topology=None, timeout_s=0):
        traffic = dict(line.split("=", 1) for line in files["traffic"].decode().splitlines())
        point = (traffic["cc"], int(settings["pacing_shift"]))
        self.booted.append(point)
        if self.block_after is not None and len(self.booted) > self.block_after:
            self.cancelled.wait(30)
            raise Cancelled("stopped")
        out = dest / "out"
        shutil.copytree(FIXTURE, out)
        (dest / "console.log").write_text("console\n")
        if point == self.refuse:
            (out / "stderr").write_text("cc: no such thing\n")
            return self._outcome("ok", 2, out)
        document = json.loads((out / "iperf3-0.json").read_bytes())
        document["end"]["sum_received"]["bits_per_second"] = 1e6 * (point[1] + len(point[0]) * 100)
        (out / "iperf3-0.json").write_text(json.dumps(document))
        return self._outcome("ok", 0, out)

    def cancel_all(self):
        self.cancelled.set()

    @staticmethod
    def _outcome(status, exit_status, out, reason=""):
        return types.SimpleNamespace(status=status, exit_status=exit_status, out_dir=out, reason=reason, virtual_s=4.0,
                                     real_s=time.monotonic())


class Sweeps(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.file = self.folder / "x.toml"
        self.file.write_text(TEXT)
        self.guest = FakeGuest()
        for name in ("prepare", "run_job", "cancel_all"):
            # autospec: a call the real one would not take fails here too.
            self.enterContext(mock.patch.object(guest, name, autospec=True, side_effect=getattr(self.guest, name)))

    def args(self, *words):
        parser = argparse.ArgumentParser()
        cli.add_run_arguments(parser)
        return parser.parse_args([str(self.file), "--jobs", "2", *words])

    def run_it(self, out, *words):
        """(exit status, stdout, stderr)"""
        stdout, stderr = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
            status = cli.run(self.args("--out", str(self.folder / out), *words))
        return status, stdout.getvalue(), stderr.getvalue()

    def document(self, out):
        return json.loads((self.folder / out / "results.json").read_bytes())

    def test_results(self):
        status, stdout, stderr = self.run_it("a")
        self.assertEqual(status, 0)
        document = self.document("a")
        self.assertEqual((document["schema"], document["experiment"]), (1, "x"))
        self.assertEqual([cell["metrics"]["goodput_mbps"] for cell in document["cells"]], [410, 407, 510, 507])
        for cell in document["cells"]:
            self.assertEqual(cell["digest"], results.digest(cell["params"], cell["metrics"]))
            self.assertEqual(cell["env"]["seed"], 1)
            self.assertEqual(cell["env"]["versions"]["iperf3"], "3.12")
            self.assertEqual(cell["series"]["sockets"][0]["cwnd_segs"], [100, 300, 200])
            self.assertTrue(results.is_sound(cell))
        for name in ("table.md", "plot.png", "report.html"):
            self.assertTrue((self.folder / "a" / name).stat().st_size > 200, name)
        self.assertIn("| reno ", stdout)
        self.assertIn("[4/4]", stderr)
        self.assertNotIn("\x1b", stderr)

    def test_two_runs_have_the_same_bytes(self):
        self.run_it("a")
        self.run_it("b", "--jobs", "1")
        self.run_it("b")
        first, second = ((self.folder / name / "results.json").read_bytes() for name in ("a", "b"))
        self.assertEqual(first, second)
        facts = json.loads((self.folder / "b" / "run.json").read_bytes())
        self.assertEqual((facts["cells_measured"], facts["cells_reused"], facts["jobs"]), (0, 4, 2))

    def test_json_is_the_file(self):
        _, stdout, _ = self.run_it("a", "--json")
        self.assertEqual(json.loads(stdout), self.document("a"))

    def test_second_run_boots_nothing(self):
        self.run_it("a")
        before = self.document("a")["cells"]
        self.guest.booted.clear()
        _, _, stderr = self.run_it("a")
        self.assertEqual(self.guest.booted, [])
        self.assertEqual(self.document("a")["cells"], before)
        self.assertIn("4 of 4 cells are there", stderr)

    def test_other_inputs_are_measured_again(self):
        self.run_it("a")
        self.guest.booted.clear()
        self.run_it("a", "--seed", "2")
        self.assertEqual(len(self.guest.booted), 4)
        self.assertEqual({cell["env"]["seed"] for cell in self.document("a")["cells"]}, {2})

    def test_damaged_cell_is_measured_again(self):
        self.run_it("a")
        before = self.document("a")["cells"]
        files = sorted((self.folder / "a" / "cells").iterdir())
        files[0].write_text(files[0].read_text().replace('"goodput_mbps": ', '"goodput_mbps": 1'))
        files[1].write_text("{")
        files[2].write_text(files[2].read_text().replace('"cwnd_segs": [100', '"cwnd_segs": [101'))
        self.guest.booted.clear()
        self.run_it("a")
        self.assertEqual(len(self.guest.booted), 3)
        self.assertEqual(self.document("a")["cells"], before)

    def test_interrupt_then_resume(self):
        self.run_it("whole")
        self.guest.booted.clear()
        self.guest.block_after = 2
        main = threading.get_ident()

        def interrupt():
            while len(self.guest.booted) < 4:
                time.sleep(0.01)
            signal.pthread_kill(main, signal.SIGINT)

        thread = threading.Thread(target=interrupt)
        thread.start()
        with self.assertRaises(KeyboardInterrupt):
            self.run_it("a")
        thread.join()
        self.assertTrue(self.guest.cancelled.is_set())
        self.assertFalse((self.folder / "a" / "results.json").exists())
        self.assertEqual(len(list((self.folder / "a" / "cells").iterdir())), 2)
        self.guest.block_after = None
        self.guest.booted.clear()
        self.run_it("a")
        self.assertEqual(len(self.guest.booted), 2)
        self.assertEqual(self.document("a")["cells"], self.document("whole")["cells"])

    def test_crash_lets_the_others_finish(self):
        fake = self.guest.run_job

        def crash_one(prepared, files, dest, settings=None, **words):
            if settings["pacing_shift"] == "10" and b"cc=reno" in files["traffic"]:
                (dest / "out").mkdir()
                (dest / "console.log").write_text("Oops\n")
                return self.guest._outcome("crash", 125, dest / "out", "the guest's kernel reported: Oops")
            return fake(prepared, files, dest, settings, **words)

        guest.run_job.side_effect = crash_one
        with self.assertRaises(CellError) as caught:
            self.run_it("a")
        self.assertEqual(caught.exception.exit_status, 125)
        self.assertIn("cc=reno pacing_shift=10: the guest's kernel reported: Oops", str(caught.exception))
        kept = Path(str(caught.exception).rpartition("(kept in ")[2].rstrip(")"))
        self.assertEqual((kept / "console.log").read_text(), "Oops\n")
        self.assertEqual(len(list((self.folder / "a" / "cells").iterdir())), 3)
        self.assertFalse((self.folder / "a" / "results.json").exists())

    def test_refused_input_stops_the_sweep(self):
        self.guest.refuse = ("reno", 10)
        with self.assertRaises(CellError) as caught:
            self.run_it("a", "--jobs", "1")
        self.assertEqual(caught.exception.exit_status, 2)
        self.assertIn("cc: no such thing", str(caught.exception))
        self.assertLess(len(self.guest.booted), 4)

    def test_no_temporary_directory_survives(self):
        scratch = self.folder / "tmp"
        scratch.mkdir()
        with mock.patch.object(tempfile, "tempdir", str(scratch)):
            self.run_it("a")
        self.assertEqual(list(scratch.iterdir()), [])

    def test_jobs_are_the_cells(self):
        parser = argparse.ArgumentParser()
        cli.add_jobs_arguments(parser)
        stdout = io.StringIO()
        with contextlib.redirect_stdout(stdout):
            cli.jobs(parser.parse_args([str(self.file), "--set", "duration_s=5", "--out", str(self.folder / "a")]))
        lines = stdout.getvalue().splitlines()
        self.assertEqual(len(lines), 4)
        parser = argparse.ArgumentParser()
        cli.add_run_arguments(parser)
        for number, line in enumerate(lines, 1):
            program, word, *words = shlex.split(line)
            self.assertTrue(os.access(program, os.X_OK))
            self.assertEqual(word, "run")
            with contextlib.redirect_stderr(io.StringIO()):
                self.assertEqual(cli.run(parser.parse_args(words)), 0)
            self.assertEqual(len(list((self.folder / "a" / "cells").iterdir())), number)
        self.assertFalse((self.folder / "a" / "results.json").exists())
        self.guest.booted.clear()
        self.run_it("a", "--set", "duration_s=5")
        self.assertEqual(self.guest.booted, [])

    def test_slurm_tasks_are_the_jobs(self):
        texts = []
        for words in ((), ("--slurm",)):
            parser = argparse.ArgumentParser()
            cli.add_jobs_arguments(parser)
            stdout = io.StringIO()
            with contextlib.redirect_stdout(stdout):
                cli.jobs(parser.parse_args([str(self.file), "--out", str(self.folder / "with space"), *words]))
            texts.append(stdout.getvalue())
        lines, script = texts[0].splitlines(), texts[1]
        self.assertIn("#SBATCH --array=0-3\n", script)
        # What each task would run, told instead of run.
        told = script.replace(") exec ", ") printf '%s\\n' ")
        for number, line in enumerate(lines):
            done = subprocess.run(["bash", "-c", told], env={"SLURM_ARRAY_TASK_ID": str(number)}, capture_output=True,
                                  text=True, check=True)
            self.assertEqual(done.stdout.splitlines(), shlex.split(line))
        for task in ({}, {"SLURM_ARRAY_TASK_ID": "4"}):
            self.assertNotEqual(subprocess.run(["bash", "-c", script], env=task, capture_output=True,
                                               check=False).returncode, 0)


class Killed(unittest.TestCase):
    """The runner killed at any moment, in a process of its own, with a stand-in for the guest."""

    PROGRAM = """
import sys, time
sys.path[:0] = sys.argv[1:3]
import test_experiment_runner as t
fake = t.FakeGuest()
def slow(*words, **named):
    time.sleep(0.02)
    return fake.run_job(*words, **named)
t.guest.prepare, t.guest.run_job, t.guest.cancel_all = fake.prepare, slow, fake.cancel_all
parser = t.argparse.ArgumentParser()
t.cli.add_run_arguments(parser)
print("ready", flush=True)
sys.exit(t.cli.run(parser.parse_args(sys.argv[3:])))
"""

    def test_same_bytes_after_a_kill_at_any_moment(self):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            (folder / "x.toml").write_text(TEXT)
            self.start(folder, "whole").communicate()
            whole = (folder / "whole" / "results.json").read_bytes()
            draw = random.Random(os.getpid())
            killed = 0
            while not (folder / "a" / "results.json").exists():
                process = self.start(folder, "a")
                process.stdout.readline()
                time.sleep(draw.uniform(0, 0.1))
                process.kill()
                killed += process.wait() == -signal.SIGKILL
                process.stdout.close()
                if killed == 12:
                    self.start(folder, "a").communicate()
            self.assertGreater(killed, 0)
            self.assertEqual((folder / "a" / "results.json").read_bytes(), whole)

    def start(self, folder, out):
        here = Path(__file__).resolve()
        return subprocess.Popen([sys.executable, "-c", self.PROGRAM, here.parents[2] / "scripts", here.parent,
                                 str(folder / "x.toml"), "--jobs", "2", "--out", str(folder / out)], cwd=folder,
                                stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env={**os.environ, "TMPDIR": folder})


class CanonicalJson(unittest.TestCase):
    def test_digest_is_a_known_one(self):
        # printf '{"metrics":{"b":1},"params":{"a":"x"}}' | sha256sum
        self.assertEqual(results.digest({"a": "x"}, {"b": 1}),
                         "9b3b8da3a6319bbde089423018ad37ece4c3acc907235172507ea7722c57001a")

    def test_the_text_is_the_value(self):
        value = {"a": [1, 2.5, None, -1e-9], "b": ["[ 1 ]", "x"], "c": [], "d": [{"e": [True]}], "f": "[\n1\n]"}
        self.assertEqual(json.loads(results.text(value)), value)
        self.assertIn('"a": [1, 2.5, null, -1e-09]', results.text(value))

    def test_cells_without_series_are_sound(self):
        cell = results.cell_result({"a": 1}, {"b": 2}, {})
        self.assertTrue(results.is_sound(cell))
        self.assertTrue(results.is_sound({key: cell[key] for key in ("params", "metrics", "env", "digest")}))
        self.assertFalse(results.is_sound({**cell, "series": {}}))

    def test_order_and_spelling(self):
        self.assertEqual(results.canonical({"b": 1.5, "a": [None, "\u00e9"]}), b'{"a":[null,"\\u00e9"],"b":1.5}')
        with self.assertRaises(ValueError):
            results.canonical({"a": float("nan")})


if __name__ == "__main__":
    unittest.main()
