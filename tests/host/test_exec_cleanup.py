# SPDX-License-Identifier: GPL-2.0
"""testbed exec leaves nothing behind, whoever ends it, wherever it runs."""

import os
import pathlib
import shutil
import signal
import subprocess
import tempfile
import time
import unittest

from testbed_program import LIMIT_S, REPO, TESTBED, in_shell, processes_in
from lab import cache, kernels

_SPIN = ("exec", "--topology", "none", "--", "bash", "-c", "while :; do :; done")


def wait_until(condition, what):
    """Wait for a condition, not for a time."""
    deadline = time.monotonic() + LIMIT_S
    while not condition():
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} did not happen in {LIMIT_S} s")
        time.sleep(0.05)


class Interrupted(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def start(self):
        """testbed with a guest in which a job computes for ever."""
        running = subprocess.Popen([TESTBED, *_SPIN], stdin=subprocess.DEVNULL,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   env={**os.environ, "TMPDIR": str(self.folder)})
        self.addCleanup(running.kill)

        def job_runs():
            return any(b"job" in path.read_bytes() for path in self.folder.glob("*/channel"))

        wait_until(job_runs, "the job")
        self.assertTrue(processes_in(self.folder))
        return running

    def test_signals_end_everything(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(number.name):
                running = self.start()
                running.send_signal(number)
                running.send_signal(signal.SIGINT)  # an impatient user
                output = running.communicate(timeout=LIMIT_S)
                self.assertEqual((running.returncode, output), (130, (b"", b"")))
                self.assertEqual(processes_in(self.folder), [])
                self.assertEqual(list(self.folder.iterdir()), [])

    def test_a_killed_testbed_leaves_no_process(self):
        running = self.start()
        running.kill()
        running.communicate(timeout=LIMIT_S)
        wait_until(lambda: not processes_in(self.folder), "the end of the guest")


class Places(unittest.TestCase):
    def test_nothing_is_left_after_any_ending(self):
        scripts = ("true", "false", "poweroff -f; sleep 9", "echo c >/proc/sysrq-trigger")
        for script in scripts:
            with self.subTest(script), tempfile.TemporaryDirectory() as folder:
                in_shell(script, env={"TMPDIR": folder})
                self.assertEqual(os.listdir(folder), [])
                self.assertEqual(processes_in(folder), [])

    def test_from_another_directory_by_a_link(self):
        with tempfile.TemporaryDirectory() as folder:
            link = pathlib.Path(folder) / "tb"
            link.symlink_to(TESTBED)
            done = subprocess.run([link, "exec", "--topology", "none", "--", "echo", "hi"],
                                  cwd=folder, capture_output=True, timeout=LIMIT_S, check=False)
            self.assertEqual((done.returncode, done.stdout), (0, b"hi\n"))
            self.assertEqual(os.listdir(folder), ["tb"])

    def parts(self):
        """What of the cache a guest needs, relative to its root."""
        kernel = kernels.built(kernels.DEFAULT).image.parent
        return ["base", "memo", "module", "modules", "tools", kernel.relative_to(cache.root())]

    @unittest.skipUnless(os.geteuid() == 0, "only root can become nobody")
    def test_as_nobody_with_a_cache_of_its_own(self):
        become = ["setpriv", "--reuid", "nobody", "--regid", "nogroup", "--clear-groups", "--"]
        if subprocess.run([*become, "test", "-r", TESTBED], check=False).returncode:
            self.skipTest(f"nobody cannot read {REPO}")
        in_shell("true")  # the cache holds what a guest needs
        with tempfile.TemporaryDirectory() as folder:
            os.chmod(folder, 0o755)
            own = pathlib.Path(folder) / "hwsim-ext"
            for part in self.parts():
                shutil.copytree(cache.root() / part, own / part, symlinks=True)
            subprocess.run(["chown", "-R", "nobody:nogroup", folder], check=True)
            command = [*become, TESTBED, "exec", "--topology", "none", "--", "id", "-u"]
            done = subprocess.run(command, cwd="/", capture_output=True, timeout=LIMIT_S,
                                  env={"PATH": "/usr/bin:/bin", "XDG_CACHE_HOME": folder},
                                  check=False)
            self.assertEqual((done.returncode, done.stdout), (0, b"0\n"), done.stderr.decode())

    def test_a_cache_that_cannot_be_written_is_named(self):
        done = in_shell("true", env={"XDG_CACHE_HOME": "/proc/nowhere"})
        self.assertEqual((done.returncode, done.stdout), (2, b""))
        self.assertIn(b"XDG_CACHE_HOME", done.stderr)


if __name__ == "__main__":
    unittest.main()
