# SPDX-License-Identifier: GPL-2.0
"""The parts of topologies/ that need no guest: channels and profiles."""

import pathlib
import re
import subprocess
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]


def shell(script):
    """The output of a bash script that has topologies/lib.sh."""
    return subprocess.run(["bash", "-c", f'. "{ROOT}/topologies/lib.sh"; {script}'],
                          capture_output=True, text=True, check=True).stdout


class Channels(unittest.TestCase):
    def test_centres_of_wide_channels(self):
        # Primary channel, width: centre (IEEE 802.11-2020, table E-4, classes 116 to 129).
        for primary, width, centre in (
                (36, 40, 38), (40, 40, 38), (44, 40, 46), (149, 40, 151), (153, 40, 151), (157, 40, 159),
                (36, 80, 42), (48, 80, 42), (52, 80, 58), (64, 80, 58), (100, 80, 106), (144, 80, 138),
                (149, 80, 155), (161, 80, 155), (165, 80, 171),
                (36, 160, 50), (64, 160, 50), (100, 160, 114), (128, 160, 114), (149, 160, 163)):
            self.assertEqual(shell(f"channel_center {primary} {width}"), str(centre), (primary, width))

    def test_side_of_the_secondary_channel(self):
        for band, primary, side in ((5, 36, "+"), (5, 40, "-"), (5, 149, "+"), (5, 153, "-"), (5, 100, "+"),
                                    (5, 104, "-"), ("2.4", 1, "+"), ("2.4", 9, "+"), ("2.4", 13, "-")):
            self.assertEqual(shell(f"channel_ht40_side {band} {primary}"), side, (band, primary))


class Profiles(unittest.TestCase):
    def test_every_value_has_a_reason_and_a_known_key(self):
        known = set(re.findall(r"X\(\w+, (\w+),", (ROOT / "hwsim-ext/core/params.h").read_text()))
        files = sorted((ROOT / "topologies/profiles").glob("*.conf"))
        self.assertGreaterEqual(len(files), 2)
        for path in files:
            explained = False
            for line in path.read_text().splitlines():
                if line.startswith("#"):
                    explained = True
                elif line:
                    self.assertRegex(line, r"^[a-z0-9_]+ = \S+$", path.name)
                    self.assertIn(line.split()[0], known, path.name)
                    self.assertTrue(explained, f"{path.name}: {line} has no reason above it")
                else:
                    explained = False


if __name__ == "__main__":
    unittest.main()
