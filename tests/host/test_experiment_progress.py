# SPDX-License-Identifier: GPL-2.0
"""What a sweep tells on stderr, on a terminal and elsewhere."""

import io
import os
import sys
import unittest
from pathlib import Path
from unittest import mock

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from experiment.progress import Progress


class Terminal(io.StringIO):
    def isatty(self):
        return True


def screen(text):
    """What is left on a terminal after carriage returns and erasing, line by line."""
    lines = []
    for line in text.split("\n"):
        lines.append(line.rpartition("\r\x1b[K")[2])
    return lines


class Sweep(unittest.TestCase):
    def run_two_of_three(self, stream):
        progress = Progress(stream, 3)
        progress.skip(1)
        progress.start("a=1")
        progress.start("a=2")
        progress.finish("a=1", "9.0 Mb/s")
        return progress

    def test_plain_lines(self):
        stream = io.StringIO()
        self.run_two_of_three(stream).close()
        lines = stream.getvalue().splitlines()
        self.assertEqual(lines[0], "1 of 3 cells are there from an earlier run")
        self.assertRegex(lines[1], r"^\[2/3\] a=1: 9\.0 Mb/s \(\d+\.\d s\)$")
        self.assertEqual(len(lines), 2)
        self.assertNotIn("\x1b", stream.getvalue())

    def test_bar_stays_below_the_lines_and_goes_at_the_end(self):
        stream = Terminal()
        progress = self.run_two_of_three(stream)
        bar = screen(stream.getvalue())[-1]
        self.assertTrue(bar.startswith("[################........] 2/3 "), bar)
        self.assertTrue(bar.endswith("running: a=2"), bar)
        progress.close()
        lines = screen(stream.getvalue())
        self.assertTrue(lines[1].startswith("[2/3] a=1"))
        self.assertEqual(lines[-1], "")

    def test_bar_fits_a_narrow_terminal(self):
        stream = Terminal()
        with mock.patch("shutil.get_terminal_size", return_value=os.terminal_size((40, 20))):
            self.run_two_of_three(stream)
        self.assertLess(len(screen(stream.getvalue())[-1]), 40)


if __name__ == "__main__":
    unittest.main()
