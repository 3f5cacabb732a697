# SPDX-License-Identifier: GPL-2.0
"""bisect-step under git bisect itself, with a stand-in for testbed."""

import os
import shutil
import subprocess
import tempfile
import unittest
from pathlib import Path

STEP = Path(__file__).resolve().parents[2] / "scripts" / "bisect-step"
# A "kernel" is a file with a number: what it carries, or a word when it does not build.
TESTBED = """#!/bin/bash
word=$1
shift
if [[ $word = run ]]; then
    [[ $1 = exp && $2 = --set && $3 = duration_s=2 && $4 = --kernel && $5 = "$PWD" && $6 = --out ]] || exit 2
    mkdir -p "$7" && cp speed "$7/results.json" && [[ $(<speed) != broken ]]
else
    [[ $3 = --fail-if && $4 = 'goodput_mbps<-10%' && -e $1/results.json ]] || exit 2
    (($(<"$2/results.json") * 10 >= $(<"$1/results.json") * 9))
fi
"""


class Bisection(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        scripts = self.folder / "scripts"
        scripts.mkdir()
        shutil.copy(STEP, scripts)
        (scripts / "testbed").write_text(TESTBED)
        (scripts / "testbed").chmod(0o755)
        (self.folder / "good").mkdir()
        (self.folder / "good" / "results.json").write_text("400")
        self.tree = self.folder / "linux"
        self.tree.mkdir()
        self.git("init", "-q")

    def git(self, *words):
        env = {**os.environ, "GIT_CONFIG_GLOBAL": "/dev/null", "GIT_CONFIG_NOSYSTEM": "1"}
        for role in ("AUTHOR", "COMMITTER"):
            env.update({f"GIT_{role}_NAME": "a", f"GIT_{role}_EMAIL": "a@example.invalid"})
        return subprocess.run(["git", *words], cwd=self.tree, env=env, capture_output=True, text=True, check=False)

    def bisect(self, speeds, *words):
        """The run's output for commits with these speeds, the first known to be good, the last bad."""
        for number, speed in enumerate(speeds):
            (self.tree / "speed").write_text(f"{speed}\n")
            (self.tree / "other").write_text(str(number))
            self.git("add", "-A")
            self.git("commit", "-qm", f"commit {number}")
        self.git("bisect", "start", "HEAD", f"HEAD~{len(speeds) - 1}")
        return self.git("bisect", "run", self.folder / "scripts" / "bisect-step", *words)

    def words(self):
        return self.folder / "good", "goodput_mbps<-10%", "exp", "--set", "duration_s=2"

    def test_the_planted_commit_is_found(self):
        done = self.bisect([400, 405, 390, "broken", 398, 250, 255, 250, 251], *self.words())
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("is the first bad commit", done.stdout)
        self.assertIn("commit 5", done.stdout)
        self.assertTrue((self.tree / ".git" / "hwsim-ext-bisect" / "results.json").exists())

    def test_a_commit_that_does_not_build_is_not_blamed(self):
        done = self.bisect([400, 400, "broken", 250, 250], *self.words())
        self.assertNotIn("is the first bad commit", done.stdout)
        self.assertIn("could be any of", done.stdout + done.stderr)

    def test_wrong_words_stop_the_bisection(self):
        for words in (self.words()[:2], (self.folder / "nothing", *self.words()[1:])):
            with self.subTest(words):
                done = self.bisect([400, 400, 250, 250], *words)
                self.assertNotEqual(done.returncode, 0)
                self.assertNotIn("first bad commit", done.stdout)
                self.git("bisect", "reset")


if __name__ == "__main__":
    unittest.main()
