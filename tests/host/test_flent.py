# SPDX-License-Identifier: GPL-2.0
"""Cells in flent's data format: the figures are there, and flent, where it is installed, reads and plots them."""

import argparse
import contextlib
import gzip
import io
import json
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from experiment import results
from lab.errors import LabError
from report import cli, flent


def cell(seed=1, proto="tcp", direction="up", stations=2):
    params = {"proto": proto, "direction": direction, "cc": "bbr", "duration_s": 3, "seed": seed}
    series = {"sockets": [{"flow": "192.0.2.10:1", "t_ms": [0, 500], "cwnd_segs": [10, 20], "pacing_kbps": [None, 5000],
                           "srtt_us": [1500, 2500], "held_bytes": [1, 2]}],
              "probe": {"t_ms": [0, 200, 2900], "rtt_ms": [1.0, 2.0, 4.0]},
              "stations": [{"station": number, "t_ms": [1000, 2000, 3000],
                            "sent_mbps": [100 + number, 200 + number, 300 + number]} for number in range(stations)]}
    return results.cell_result(params, {"goodput_mbps": 200.0}, {"kernel": "6.1", "seed": seed}, series)


class Documents(unittest.TestCase):
    def test_series(self):
        made = flent.document("x", cell(), "title")
        self.assertEqual(made["version"], 4)
        self.assertEqual((made["metadata"]["NAME"], made["metadata"]["TITLE"]), ("tcp_nup", "title"))
        self.assertEqual(made["metadata"]["TEST_PARAMETERS"]["upload_streams"], "2")
        self.assertEqual({len(values) for values in made["results"].values()}, {len(made["x_values"])})
        at = {round(x, 1): number for number, x in enumerate(made["x_values"])}
        streams = [made["results"][f"TCP upload::{number}"] for number in (1, 2)]
        # Between two seconds it is linear, before the first there is nothing.
        self.assertEqual([stream[at[1.5]] for stream in streams], [150, 151])
        self.assertIsNone(streams[0][at[0.9]])
        self.assertEqual(made["results"]["TCP upload sum"][at[2.0]], 401)
        self.assertEqual(made["results"]["TCP upload avg"][at[2.0]], 200.5)
        self.assertEqual(made["results"]["Ping (ms) ICMP"][at[0.1]], 1.5)

    def test_raw_values(self):
        raw = flent.document("x", cell(), "t")["raw_values"]
        self.assertEqual(raw["Ping (ms) ICMP"][1], {"t": flent.EPOCH_S + 0.2, "val": 2.0})
        sampled = [entry for entry in raw["TCP upload::1"] if "tcp_cwnd" in entry]
        self.assertEqual(sampled, [{"t": flent.EPOCH_S, "tcp_cwnd": 10, "tcp_rtt": 1.5},
                                   {"t": flent.EPOCH_S + 0.5, "tcp_cwnd": 20, "tcp_rtt": 2.5, "tcp_pacing_rate": 5.0}])

    def test_directions_and_udp(self):
        self.assertIn("TCP download::2", flent.document("x", cell(direction="down"), "t")["results"])
        udp = flent.document("x", cell(proto="udp"), "t")
        self.assertEqual(udp["metadata"]["NAME"], "udp_flood")
        self.assertEqual(udp["raw_values"]["UDP upload"][0]["val"], 201)

    def test_no_series(self):
        with self.assertRaises(LabError) as caught:
            flent.document("x", {**cell(), "series": None}, "t")
        self.assertIn("no time series", str(caught.exception))


class Command(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        document = {"schema": 1, "experiment": "x", "title": "x", "description": "", "published": None,
                    "axes": {"direction": ["up", "down"], "seed": [1, 2]},
                    "cells": [cell(seed, direction=way) for way in ("up", "down") for seed in (1, 2)]}
        results.write_json(self.folder / "run" / "results.json", document)

    def export(self):
        parser = argparse.ArgumentParser()
        cli.add_export_arguments(parser)
        with contextlib.redirect_stdout(io.StringIO()) as stdout:
            self.assertEqual(cli.export(parser.parse_args([str(self.folder / "run")])), 0)
        return [Path(line) for line in stdout.getvalue().splitlines()]

    def test_a_file_per_cell_always_the_same(self):
        paths = self.export()
        self.assertEqual([path.name for path in paths], [
            f"x-direction={way}-seed={seed}.flent.gz" for way in ("up", "down") for seed in (1, 2)])
        first = [path.read_bytes() for path in paths]
        self.assertEqual(first, [path.read_bytes() for path in self.export()])
        titles = [json.loads(gzip.decompress(content))["metadata"]["TITLE"] for content in first]
        self.assertEqual(titles, ["direction=up", "direction=up", "direction=down", "direction=down"])

    @unittest.skipUnless(shutil.which("flent"), "flent is not installed")
    def test_flent_reads_and_plots(self):
        paths = self.export()
        done = subprocess.run(["flent", "-f", "summary", *paths], capture_output=True, text=True, check=True)
        self.assertRegex(done.stdout, r"TCP upload::2 +: +201\.00 +201\.00 .*Mbits/s +3")
        self.assertRegex(done.stdout, r"Ping \(ms\) ICMP +: +2\.33 +2\.00 .*ms +3")
        for plot in ("upload_with_ping", "tcp_cwnd"):
            drawn = self.folder / f"{plot}.png"
            subprocess.run(["flent", paths[0], "-p", plot, "-o", drawn], capture_output=True, check=True)
            self.assertGreater(drawn.stat().st_size, 5000)


if __name__ == "__main__":
    unittest.main()
