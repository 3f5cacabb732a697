# SPDX-License-Identifier: GPL-2.0
"""The runner of the guest tests, tested without a guest: what it counts as a failure.

Each case is a test file in a scratch folder; the kernel log is a plain file.
"""

import importlib.machinery
import importlib.util
import os
import pathlib
import subprocess
import tempfile
import textwrap
import unittest
from types import SimpleNamespace

ROOT = pathlib.Path(__file__).resolve().parents[2]
GUEST = ROOT / "tests/guest"


class RunnerCase(unittest.TestCase):
    """A scratch folder with test files, a fake kernel log and a fake dmesg."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)
        self.log = self.dir / "kernel.log"
        self.log.write_text("")
        tools = self.dir / "bin"
        tools.mkdir()
        self.write(tools / "dmesg", f'#!/bin/bash\ncat "{self.log}"\n')
        self.env = {"PATH": f"{tools}:{os.environ['PATH']}", "HWX_KMSG": str(self.log),
                    "HWX_TESTS_DIR": str(self.dir), "HWX_TEST_BOUND_S": "5",
                    "HWX_RUN_DIR": str(self.dir / "run")}

    @staticmethod
    def write(path, text):
        path.write_text(text)
        path.chmod(0o755)

    def file(self, name, body):
        """A test file whose topology does nothing."""
        head = f'. "{GUEST}/lib.sh" || exit 1\ntopology_down() {{ :; }}\n'
        self.write(self.dir / f"{name}.test.sh",
                   f"#!/bin/bash\n{head}{textwrap.dedent(body)}\ntest_main\n")

    def run_tests(self, *words):
        return subprocess.run([GUEST / "run", *words], env=self.env, capture_output=True,
                              text=True, timeout=60, check=False)

    def assert_points(self, result, status, *lines):
        points = [line for line in result.stdout.splitlines() if not line.startswith("#")]
        self.assertEqual(points, ["TAP version 14", *lines, f"1..{len(lines)}"], result.stdout)
        self.assertEqual(result.returncode, status)


class Verdicts(RunnerCase):
    def test_pass_fail_skip_in_order_of_the_file(self):
        self.file("one", """
            b_test()
            {
            	note 'a figure'
            }

            a_test()
            {
            	fail 'the reason'
            }

            c_test()
            {
            	skip 'not here'
            }
            """)
        result = self.run_tests("one")
        self.assert_points(result, 1, "ok 1 - one: b", "not ok 2 - one: a",
                           "ok 3 - one: c # SKIP not here")
        self.assertIn("# a figure", result.stdout)
        self.assertIn("# the reason", result.stdout)

    def test_an_unchecked_command_fails_the_test(self):
        self.file("one", """
            a_test()
            {
            	false
            	true
            }
            """)
        self.assert_points(self.run_tests("one"), 1, "not ok 1 - one: a")

    def test_an_unchecked_pipe_fails_the_test(self):
        self.file("one", """
            a_test()
            {
            	false | cat
            }
            """)
        self.assert_points(self.run_tests("one"), 1, "not ok 1 - one: a")

    def test_a_splat_demotes_a_pass_and_only_that(self):
        self.file("one", """
            a_test()
            {
            	echo '[    1.0] WARNING: CPU: 0 PID: 1 at net/core/dev.c' >>"$KMSG"
            }

            b_test()
            {
            	true
            }
            """)
        self.assert_points(self.run_tests("one"), 1, "not ok 1 - one: a", "ok 2 - one: b")

    def test_a_splat_of_the_cleanup_fails_the_file(self):
        self.file("one", """
            cleanup()
            {
            	echo 'BUG: KASAN: use-after-free' >>"$KMSG"
            }

            a_test()
            {
            	true
            }
            """)
        self.assert_points(self.run_tests("one"), 1, "ok 1 - one: a",
                           "not ok 2 - one: the kernel log is clean")

    def test_a_log_that_lost_the_mark_is_no_pass(self):
        self.file("one", """
            a_test()
            {
            	: >"$KMSG"
            }
            """)
        self.assert_points(self.run_tests("one"), 1, "not ok 1 - one: a")

    def test_a_failing_setup_fails_the_file(self):
        self.file("one", """
            setup()
            {
            	false
            	true
            }

            a_test()
            {
            	true
            }
            """)
        self.assert_points(self.run_tests("one"), 1, "not ok 1 - one: setup")

    def test_a_failing_cleanup_fails_the_file(self):
        self.file("one", """
            cleanup()
            {
            	false
            }

            a_test()
            {
            	true
            }
            """)
        self.assert_points(self.run_tests("one"), 1, "ok 1 - one: a",
                           "not ok 2 - one: cleaning up failed")

    def test_a_file_without_tests_fails(self):
        self.file("one", "")
        self.assert_points(self.run_tests("one"), 1, "not ok 1 - one: no test was run")

    def test_a_file_that_dies_fails(self):
        self.file("one", """
            a_test()
            {
            	kill -KILL $$
            }
            """)
        result = self.run_tests("one")
        self.assertEqual(result.returncode, 1)
        self.assertIn("not ok 1 - one: ended", result.stdout)

    def test_a_file_that_hangs_is_ended(self):
        self.env["HWX_TEST_BOUND_S"] = "1"
        self.file("one", """
            a_test()
            {
            	sleep 30
            }
            """)
        result = self.run_tests("one")
        self.assertEqual(result.returncode, 1)
        self.assertIn("one: ended after the time limit of 1 s", result.stdout)

    def test_only_skips_are_no_failure(self):
        self.file("one", """
            a_test()
            {
            	skip 'not here'
            }
            """)
        self.assert_points(self.run_tests("one"), 0, "ok 1 - one: a # SKIP not here")


class Choice(RunnerCase):
    BODY = """
        a_test()
        {
        	true
        }
        """

    def test_exact_name_wins_over_part_of_a_name(self):
        for name in ("one", "one-more", "two"):
            self.file(name, self.BODY)
        self.assert_points(self.run_tests("one"), 0, "ok 1 - one: a")
        self.assert_points(self.run_tests("on"), 0, "ok 1 - one-more: a", "ok 2 - one: a")
        self.assert_points(self.run_tests(), 0, "ok 1 - one-more: a", "ok 2 - one: a",
                           "ok 3 - two: a")

    def test_bad_words(self):
        self.file("one", self.BODY)
        for words in (["three"], ["one", "two"], ["--all"]):
            result = self.run_tests(*words)
            self.assertEqual((result.returncode, result.stdout), (2, ""))
            self.assertEqual(result.stderr.count("\n"), 1)


def load_suite():
    """tests/guest-suite as a module."""
    loader = importlib.machinery.SourceFileLoader("guest_suite", str(ROOT / "tests/guest-suite"))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("guest_suite", loader))
    loader.exec_module(module)
    return module


class SuiteVerdicts(unittest.TestCase):
    """What guest-suite makes of a guest's TAP and end."""

    def setUp(self):
        self.suite = load_suite()
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.dir = pathlib.Path(folder.name)

    def judge(self, tap, status="ok", exit_status=0):
        (self.dir / "stdout").write_text(tap)
        outcome = SimpleNamespace(out_dir=self.dir, status=status, exit_status=exit_status,
                                  reason="the reason")
        return [(point.name, point.result) for point in self.suite.judge("one", outcome)]

    def test_results_come_through(self):
        tap = "TAP version 14\nok 1 - one: a\n# x\nnot ok 2 - one: b\nok 3 - one: c # SKIP no\n1..3\n"
        self.assertEqual(self.judge(tap, exit_status=1),
                         [("one: a", "passed"), ("one: b", "failed"), ("one: c", "skipped")])

    def test_a_crash_is_a_failure_whatever_was_said(self):
        self.assertIn(("one: the guest ends well", "failed"),
                      self.judge("ok 1 - one: a\n1..1\n", "crash", 125))

    def test_silence_is_a_failure(self):
        self.assertEqual(self.judge(""), [("one: all results arrive", "failed")])

    def test_a_cut_off_output_is_a_failure(self):
        self.assertEqual(self.judge("ok 1 - one: a\n"),
                         [("one: a", "passed"), ("one: all results arrive", "failed")])

    def test_a_status_without_a_failed_line_is_a_failure(self):
        self.assertIn(("one: results and exit status agree", "failed"),
                      self.judge("ok 1 - one: a\n1..1\n", exit_status=1))


if __name__ == "__main__":
    unittest.main()
