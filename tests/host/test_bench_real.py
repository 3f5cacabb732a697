# SPDX-License-Identifier: GPL-2.0
"""tests/bench in real guests: what a frame costs beside the stock driver, and among many radios."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

BENCH = pathlib.Path(__file__).resolve().parents[1] / "bench/bench"
LIMIT_S = 900


class RealGuests(unittest.TestCase):
    def bench(self, part, duration_s):
        """What a brief run of a part prints."""
        with tempfile.TemporaryDirectory() as scratch:
            done = subprocess.run([BENCH, part, "--brief", "--duration", str(duration_s), "--json"],
                                  capture_output=True, text=True, timeout=LIMIT_S, check=False,
                                  env={**os.environ, "TMPDIR": scratch})
            self.assertEqual(os.listdir(scratch), [])
        self.assertEqual(done.returncode, 0, done.stderr)
        return json.loads(done.stdout)

    def test_an_msdu_costs_the_same_among_256_radios(self):
        # The clock of this vehicle counts instructions: the figures are the same in every run.
        found = self.bench("crowd", 2)["crowd"]
        few, many = found["msdu"]
        self.assertEqual((few["radios"], many["radios"]), (2, 256))
        for row in (few, many):
            self.assertAlmostEqual(row["goodput_mbps"] / 300, 1, delta=0.05)
            self.assertTrue(0 < row["cpu_busy_ratio"] < 1, row)
        self.assertLessEqual(many["growth"], 0.05)
        life, = found["life"]
        self.assertEqual(life["radios"], 256)
        self.assertLess(life["create_s"] + life["delete_s"], 10)

    def test_instructions_per_msdu_are_below_stock(self):
        found = self.bench("cost", 1)
        stock, ours = found["cost"]
        self.assertEqual((stock["driver"], ours["driver"]), ("mac80211_hwsim", "hwsim_ext"))
        # Only with the same work done by both do the costs compare, and only with idle time left is it the load's.
        for row in (stock, ours):
            self.assertAlmostEqual(row["goodput_mbps"] / row["load_mbps"], 1, delta=0.05)
            self.assertTrue(0 < row["cpu_busy_ratio"] < 1, row)
        self.assertLess(ours["instructions_per_msdu"], stock["instructions_per_msdu"])
        self.assertLess(ours["ratio_to_stock"], 1)
        self.assertTrue(found["below_stock"])


if __name__ == "__main__":
    unittest.main()
