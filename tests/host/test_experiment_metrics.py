# SPDX-License-Identifier: GPL-2.0
"""Figures from hand-made raw files whose answers are known."""

import shutil
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from experiment import metrics, rawfiles, series

FIXTURES = Path(__file__).with_name("fixtures")
TCP = {"proto": "tcp", "direction": "up", "ping_ms": 100, "sample_ms": 500}
UDP = {"proto": "udp", "direction": "down", "ping_ms": 0, "sample_ms": 500}


class TcpCell(unittest.TestCase):
    """One station uploads two flows; sta0 sends 10 PPDUs of 2 x 1, 6 x 10 and 2 x 64 MPDUs."""

    @classmethod
    def setUpClass(cls):
        cls.figures = metrics.compute(FIXTURES / "cell-tcp", TCP, "qemu")

    def test_names_and_order(self):
        self.assertEqual(list(self.figures), list(metrics.METRICS))

    def test_traffic(self):
        self.assertEqual(self.figures["goodput_mbps"], 100.0)
        self.assertEqual(self.figures["goodput_each_mbps"], [100.0])
        self.assertIsNone(self.figures["fairness"])
        self.assertEqual(self.figures["retransmits"], 7)
        self.assertIsNone(self.figures["udp_lost_ratio"])
        self.assertEqual(self.figures["tcp_rtt_ms"], {"min": 0.5, "mean": 4.0, "max": 9.0})

    def test_latency_is_sorted_before_ranking(self):
        # 20 answers, 0.5 to 10 ms, arriving in falling order.
        self.assertEqual(self.figures["rtt_ms"], {"min": 0.5, "p50": 5.0, "p95": 9.5, "p99": 10.0, "max": 10.0})
        self.assertEqual(self.figures["ping_lost"], 2)

    def test_segments_per_ack(self):
        self.assertEqual(self.figures["segs_per_ack"], 40.0)

    def test_socket_samples_leave_out_the_control_connection(self):
        self.assertEqual(self.figures["cwnd_mean"], 200)
        self.assertEqual(self.figures["pacing_mbps_mean"], 180)
        self.assertEqual(self.figures["socket_held_bytes_mean"], 6000)

    def test_radio(self):
        self.assertEqual(self.figures["ampdu_mean"], 19.0)
        self.assertEqual(self.figures["ampdu_hist"], {"1": 2, "10": 6, "64": 2})
        self.assertEqual(self.figures["close_reason"],
                         {"window": 2, "frames": 0, "bytes": 1, "duration": 0, "empty": 7})
        self.assertEqual(sum(self.figures["starved"].values()), 0)
        self.assertEqual(self.figures["starved_tsq"], 4)
        self.assertEqual(self.figures["tsq_starved_ratio"], 0.4)
        self.assertEqual(self.figures["msdus_per_completion"], 10.0)
        self.assertEqual(self.figures["collision_ratio"], 0.1)
        self.assertEqual(self.figures["desc_used_max"], 120)
        self.assertEqual(self.figures["airtime_busy_ratio"], 0.75)

    def test_cpu(self):
        # 1.4 s idle and 0.1 s waiting out of 2 s.
        self.assertEqual(self.figures["cpu_busy_ratio"], 0.25)
        self.assertIsNone(metrics.compute(FIXTURES / "cell-tcp", TCP, "uml")["cpu_busy_ratio"])


class Series(unittest.TestCase):
    def test_tcp(self):
        found = series.compute(FIXTURES / "cell-tcp", TCP)
        self.assertEqual(found["sockets"], [{
            "flow": "192.0.2.10:40000", "t_ms": [0, 500, 999], "cwnd_segs": [100, 300, 200],
            "pacing_kbps": [120000, 240000, None], "srtt_us": [2000, 3500, 3000], "held_bytes": [4000, 8000, 6000]}])
        self.assertEqual(found["probe"]["t_ms"][:3], [100, 200, 300])
        self.assertEqual(found["probe"]["rtt_ms"][:3], [10, 9.5, 9])
        # The warm-up is left out, and the clock starts after it.
        self.assertEqual(found["stations"], [{"station": 0, "t_ms": [1000, 2000], "sent_mbps": [90, 110]}])

    def test_udp(self):
        found = series.compute(FIXTURES / "cell-udp", UDP)
        self.assertEqual((found["sockets"], found["probe"]), ([], None))
        self.assertEqual([entry["station"] for entry in found["stations"]], [0, 1])

    def test_missing_file(self):
        with self.assertRaises(metrics.RawError) as caught:
            series.compute(FIXTURES, TCP)
        self.assertIn("sockets: No such file", str(caught.exception))


class UdpCell(unittest.TestCase):
    """The AP sends to two stations."""

    def test_figures(self):
        figures = metrics.compute(FIXTURES / "cell-udp", UDP, "uml")
        self.assertEqual(figures["goodput_mbps"], 40.0)
        self.assertEqual(figures["goodput_each_mbps"], [30.0, 10.0])
        self.assertEqual(figures["fairness"], 0.8)
        self.assertEqual(figures["udp_lost_ratio"], 0.25)
        self.assertEqual(figures["ampdu_mean"], 56.0)
        self.assertEqual(figures["tsq_starved_ratio"], 0.0)
        self.assertEqual(figures["airtime_busy_ratio"], 0.99)
        for name in ("retransmits", "rtt_ms", "ping_lost", "tcp_rtt_ms", "segs_per_ack", "cwnd_mean",
                     "msdus_per_completion", "cpu_busy_ratio"):
            self.assertIsNone(figures[name], name)


class BadRawFiles(unittest.TestCase):
    """A damaged or missing file is named, never taken for a figure."""

    def setUp(self):
        self.raw = Path(self.enterContext(tempfile.TemporaryDirectory())) / "raw"
        shutil.copytree(FIXTURES / "cell-tcp", self.raw)

    def check(self, words):
        with self.assertRaises(metrics.RawError) as caught:
            metrics.compute(self.raw, TCP, "uml")
        self.assertIn(words, str(caught.exception))

    def test_missing(self):
        for name in ("iperf3-0.json", "ping", "stats.json", "sockets", "counters-after-sta0"):
            with self.subTest(name):
                path = self.raw / name
                content = path.read_bytes()
                path.unlink()
                self.check(name)
                path.write_bytes(content)

    def test_iperf3_error(self):
        (self.raw / "iperf3-0.json").write_text('{"end": {}, "error": "connection refused"}')
        self.check("connection refused")

    def test_truncated_json(self):
        (self.raw / "stats.json").write_text('[{"name": "ap"')
        self.check("JSONDecodeError")

    def test_unknown_radio(self):
        (self.raw / "stats.json").write_text("[]")
        self.check("'ap'")

    def test_ping_cut_short(self):
        (self.raw / "ping").write_text("PING 192.0.2.1 (192.0.2.1) 56(84) bytes of data.\n")
        self.check("no summary line")


class Arithmetic(unittest.TestCase):
    def test_percentile_is_nearest_rank(self):
        self.assertIsNone(metrics.percentile([], 50))
        self.assertEqual(metrics.percentile([3], 99), 3)
        self.assertEqual(metrics.percentile([1, 2, 3, 4], 50), 2)
        self.assertEqual(metrics.percentile([1, 2, 3, 4, 5], 50), 3)
        self.assertEqual(metrics.percentile(list(range(1, 101)), 99), 99)
        self.assertEqual(metrics.percentile(list(range(1, 101)), 100), 100)

    def test_jain(self):
        self.assertIsNone(metrics.jain([5]))
        self.assertIsNone(metrics.jain([0, 0]))
        self.assertEqual(metrics.jain([2, 2, 2]), 1.0)
        self.assertEqual(metrics.jain([1, 0, 0, 0]), 0.25)

    def test_versions(self):
        found = rawfiles.versions(FIXTURES / "cell-tcp" / "versions")
        self.assertEqual(found["iperf3"], "3.12")
        self.assertEqual(found["kernel"], "6.1.192")


if __name__ == "__main__":
    unittest.main()
