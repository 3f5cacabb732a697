# SPDX-License-Identifier: GPL-2.0
"""tests/bench: its arithmetic and its command line, without guests."""

import pathlib
import subprocess
import sys
import unittest

BENCH = pathlib.Path(__file__).resolve().parents[1] / "bench"
sys.path.insert(0, str(BENCH))

import figures  # noqa: E402 (the path must be known first)

SNAPSHOT = """cpu  3 0 84 150 30 0 7 0 0 0
3.58 1.50
0      0      [::ffff:192.0.2.1]:5201 [::ffff:192.0.2.10]:47600
\t cubic wscale:7,7 mss:1448 bytes_received:14480000 segs_out:86 segs_in:2369
0      1      [::ffff:192.0.2.1]:5201 [::ffff:192.0.2.10]:47590
\t cubic wscale:7,7 bytes_sent:4 bytes_acked:3 bytes_received:186 segs_out:6
"""


def cost(busy_s, msdus, window_s=2.0):
    """The Cost of a window with so much in it."""
    before = figures.Snapshot(uptime_s=5.0, idle_s=1.0, received_bytes=1000)
    after = figures.Snapshot(5.0 + window_s, 1.0 + window_s - busy_s, 1000 + msdus * figures.MSS_BYTES)
    return figures.cost(before, after)


def row(driver, ratio):
    """What all_below() looks at in a row."""
    return {"driver": driver, "ratio_to_stock": ratio}


class Arithmetic(unittest.TestCase):
    def test_a_snapshot_has_clock_idle_time_and_bytes_of_all_sockets(self):
        self.assertEqual(figures.read_snapshot(SNAPSHOT), figures.Snapshot(3.58, 1.80, 14480186))

    def test_half_a_snapshot_is_refused(self):
        lines = SNAPSHOT.splitlines(keepends=True)
        for kept in (0, 1, 2, 3):
            with self.subTest(kept), self.assertRaisesRegex(ValueError, "not complete"):
                figures.read_snapshot("".join(lines[:kept]))
        with self.assertRaisesRegex(ValueError, "not complete"):
            figures.read_snapshot("intr 1 2 3 4 5 6\n" + "".join(lines[1:]))

    def test_busy_nanoseconds_are_instructions(self):
        found = cost(busy_s=0.5, msdus=50_000)
        self.assertAlmostEqual(found.instructions_per_msdu, 10_000)
        self.assertAlmostEqual(found.cpu_busy_ratio, 0.25)
        self.assertAlmostEqual(found.goodput_mbps, 289.6)

    def test_what_does_not_depend_on_the_window(self):
        self.assertAlmostEqual(cost(0.5, 50_000, window_s=4.0).instructions_per_msdu, 10_000)

    def test_busy_time_stays_within_the_window(self):
        self.assertEqual(cost(busy_s=2.01, msdus=1000).cpu_busy_ratio, 1)
        self.assertEqual(cost(busy_s=-0.01, msdus=1000).instructions_per_msdu, 0)

    def test_a_window_without_traffic_is_no_result(self):
        for arguments in ({"msdus": 0}, {"msdus": 10, "window_s": 0.0}):
            with self.subTest(arguments), self.assertRaisesRegex(ValueError, "nothing arrived"):
                cost(busy_s=0, **arguments)

    def test_ratio_is_ours_over_stock(self):
        self.assertAlmostEqual(figures.ratio(cost(0.5, 50_000), cost(1.0, 50_000)), 0.5)

    def test_every_row_of_ours_has_to_be_below(self):
        stock = row("stock", 1.0)
        self.assertTrue(figures.all_below([stock, row("a", 0.5), row("b", 0.99)], "stock"))
        self.assertFalse(figures.all_below([stock, row("a", 0.5), row("b", 1.0)], "stock"))
        self.assertFalse(figures.all_below([stock, row("a", 1.5)], "stock"))
        self.assertFalse(figures.all_below([stock], "stock"), "nothing of ours was measured")

    def test_what_a_window_without_traffic_costs_is_taken_off(self):
        quiet = (figures.Clock(1.0, 0.5), figures.Clock(2.0, 1.3))  # busy for 0.2 s of a second
        before, after = figures.Snapshot(5.0, 1.0, 0), figures.Snapshot(7.0, 2.0, 10_000 * figures.MSS_BYTES)
        found = figures.cost_beyond(*quiet, before, after)
        self.assertAlmostEqual(found.instructions_per_msdu, (1.0 - 2 * 0.2) * 1e9 / 10_000)
        self.assertAlmostEqual(found.cpu_busy_ratio, 0.5)

    def test_growth_is_a_ratio_less_one(self):
        self.assertAlmostEqual(figures.growth(cost(0.5, 50_000), cost(0.6, 50_000)), 0.2)

    def test_moments_are_four(self):
        for found, wanted in zip(figures.read_moments("1.0\n2.5\n2.6\n9\n"), (1.5, 0.1, 6.4)):
            self.assertAlmostEqual(found, wanted)
        for text in ("", "1\n2\n3\n", "1\n2\n3\n4\n5\n"):
            with self.subTest(text), self.assertRaisesRegex(ValueError, "not complete"):
                figures.read_moments(text)

    def test_speed_is_that_of_the_traffic_alone(self):
        found = figures.speed((3.0, 2.0, 1.5), (5.75, 3.0, 11.5))
        self.assertEqual(found, {"simulated_s_per_cpu_s": 10.0, "guest_simulated_s": 11.5, "guest_real_s": 5.75,
                                 "guest_cpu_s": 3.0, "guest_simulated_s_per_real_s": 2.0})

    def test_a_longer_guest_that_took_no_longer_has_no_speed(self):
        self.assertIsNone(figures.speed((3.0, 2.0, 1.5), (4.0, 2.0, 11.5))["simulated_s_per_cpu_s"])


class CommandLine(unittest.TestCase):
    def run_bench(self, *words):
        return subprocess.run([BENCH / "bench", *words], capture_output=True, text=True, timeout=60, check=False)

    def test_wrong_words_get_one_sentence(self):
        for words, named in ((["nosuch"], "nosuch"), (["--nosuch"], "--nosuch"),
                             (["--duration", "0"], "1..60"), (["--duration", "61"], "1..60"),
                             (["cost", "--kernel", "0.1"], "0.1"), (["speed", "--kernel", "0.1"], "0.1")):
            with self.subTest(words):
                done = self.run_bench(*words)
                self.assertEqual(done.returncode, 2)
                self.assertEqual(done.stdout, "")
                self.assertEqual(len(done.stderr.splitlines()), 1, done.stderr)
                self.assertIn(named, done.stderr)

    def test_help(self):
        done = self.run_bench("--help")
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        for word in ("cost", "speed", "--kernel", "--duration", "--brief", "--json"):
            self.assertIn(word, done.stdout)


if __name__ == "__main__":
    unittest.main()
