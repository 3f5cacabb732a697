# SPDX-License-Identifier: GPL-2.0
"""tests/bench in real guests: a frame costs less with our driver than with the stock one."""

import json
import os
import pathlib
import subprocess
import tempfile
import unittest

BENCH = pathlib.Path(__file__).resolve().parents[1] / "bench/bench"
LIMIT_S = 900


class RealGuests(unittest.TestCase):
    def test_instructions_per_msdu_are_below_stock(self):
        with tempfile.TemporaryDirectory() as scratch:
            done = subprocess.run([BENCH, "cost", "--brief", "--duration", "1", "--json"], capture_output=True,
                                  text=True, timeout=LIMIT_S, check=False, env={**os.environ, "TMPDIR": scratch})
            self.assertEqual(os.listdir(scratch), [])
        self.assertEqual(done.returncode, 0, done.stderr)
        found = json.loads(done.stdout)
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
