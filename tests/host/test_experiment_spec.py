# SPDX-License-Identifier: GPL-2.0
"""Experiment files: what is accepted, and the sentence for what is not."""

import sys
import tempfile
import types
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "scripts"))

from experiment import cells, keys, spec
from experiment.errors import InputError
from lab.errors import LabError

GOOD = """
schema = 1
title = "t"
[settings]
rate = "vht80-nss2-mcs9-sgi"
[traffic]
duration_s = 3
"net.ipv4.tcp_tso_rtt_log" = 9
[sweep]
cc = ["reno", "bbr"]
pacing_shift = [10, 7]
[published]
table = "table.csv"
where = { cc = "bbr" }
match = { pacing_shift = "shift" }
[[published.compare]]
metric = "goodput_mbps"
column = "mbps"
"""
PREPARED = types.SimpleNamespace(kernel_id="k", image_id="i", kernel_release="6.1.0")


class Files(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        (self.folder / "table.csv").write_text("shift,mbps\n10,20\n7,\n")

    def load(self, text):
        path = self.folder / "x.toml"
        path.write_text(text)
        return spec.load(path)

    def refuse(self, text, *words):
        with self.assertRaises(InputError) as caught:
            self.load(text)
        sentence = str(caught.exception)
        for word in ("x.toml", *words):
            self.assertIn(word, sentence)
        self.assertNotIn("\n", sentence)
        self.assertEqual(caught.exception.exit_status, 2)


class Loading(Files):
    def test_good(self):
        experiment = self.load(GOOD)
        self.assertEqual(experiment.name, "x")
        self.assertEqual(experiment.topology, "ap-sta")
        self.assertEqual(experiment.axes, {"cc": ["reno", "bbr"], "pacing_shift": [10, 7]})
        self.assertEqual(experiment.fixed["duration_s"], 3)
        self.assertEqual(experiment.fixed["seed"], 1)
        self.assertEqual(experiment.fixed["net.ipv4.tcp_tso_rtt_log"], 9)
        self.assertNotIn("cc", experiment.fixed)

    def test_shipped_experiments_load(self):
        files = sorted(spec.shipped_directory().glob("*.toml"))
        self.assertGreaterEqual(len(files), 2)
        for path in files:
            with self.subTest(path.name):
                self.assertTrue(spec.load(path).title)

    def test_published_values(self):
        table = self.load(GOOD).published
        self.assertEqual(table.value({"cc": "bbr", "pacing_shift": 10}, "goodput_mbps"), 20.0)
        self.assertIsNone(table.value({"cc": "bbr", "pacing_shift": 7}, "goodput_mbps"))
        self.assertIsNone(table.value({"cc": "bbr", "pacing_shift": 5}, "goodput_mbps"))
        self.assertIsNone(table.value({"cc": "reno", "pacing_shift": 10}, "goodput_mbps"))

    def test_find(self):
        self.assertEqual(spec.find("smoke").name, "smoke.toml")
        with self.assertRaises(InputError) as caught:
            spec.find("nothing-like-it")
        self.assertIn("ath10k-tsq", str(caught.exception))


class Refusing(Files):
    def test_not_toml(self):
        self.refuse("a = = 1", "is not TOML", "line 1")

    def test_no_file(self):
        with self.assertRaises(InputError) as caught:
            spec.load(self.folder / "none.toml")
        self.assertIn("No such file", str(caught.exception))

    def test_unknown_keys(self):
        self.refuse(GOOD.replace('title = "t"', 'titel = "t"'), "'titel'", "title")
        self.refuse(GOOD.replace("duration_s", "duration"), "duration", "duration_s")
        self.refuse(GOOD.replace("rate =", "rat ="), "'rat'", "rate")
        self.refuse(GOOD.replace("cc = [", "ccc = ["), "'ccc'")
        self.refuse(GOOD.replace("column =", "colum ="), "'colum'", "column")

    def test_keys_in_the_wrong_table(self):
        self.refuse(GOOD.replace("[settings]", '[settings]\ncc = "bbr"'), "settings.cc", "[traffic]")
        self.refuse(GOOD.replace("[traffic]", "[traffic]\ngro = 1"), "traffic.gro", "[settings]")

    def test_values(self):
        self.refuse(GOOD.replace("duration_s = 3", "duration_s = 0"), "duration_s", "from 1 to 3600")
        self.refuse(GOOD.replace("duration_s = 3", "duration_s = 1.5"), "duration_s", "1.5")
        self.refuse(GOOD.replace("duration_s = 3", "duration_s = true"), "duration_s")
        self.refuse(GOOD.replace("[10, 7]", "[10, 32]"), "pacing_shift", "32", "0..31")
        self.refuse(GOOD.replace("vht80-nss2-mcs9-sgi", "vht80"), "rate", "vht80")
        self.refuse(GOOD.replace("[traffic]", '[traffic]\nqdisc = "codl"'), "qdisc", "'codl'", "fq_codel")
        self.refuse(GOOD.replace("schema = 1", "schema = 2"), "schema", "2")

    def test_topology(self):
        self.refuse('topology = "moon"\n' + GOOD, "topology", "moon", "ap-sta")

    def test_sweep(self):
        self.refuse(GOOD.replace("[10, 7]", "[]"), "pacing_shift", "at least one")
        self.refuse(GOOD.replace("[10, 7]", "7"), "pacing_shift", "list")
        self.refuse(GOOD.replace("[10, 7]", "[7, 7]"), "pacing_shift", "once")
        self.refuse(GOOD.replace("duration_s = 3", "duration_s = [3]"), "duration_s", "[sweep]")

    def test_published(self):
        self.refuse(GOOD.replace("table.csv", "other.csv"), "other.csv", "No such file")
        self.refuse(GOOD.replace('"mbps"', '"gbps"'), "'gbps'", "mbps")
        self.refuse(GOOD.replace('"goodput_mbps"', '"goodput"'), "'goodput'", "goodput_mbps")
        self.refuse(GOOD.replace("{ pacing_shift =", "{ pacing =") , "'pacing'")
        self.refuse(GOOD.replace('cc = "bbr"', 'sg = 1'), "'sg'")


class Keys(unittest.TestCase):
    def test_both_spellings_of_a_value_are_one(self):
        for name, value, text in (("pacing_shift", 7, "7"), ("duration_s", 3, "3"), ("cc", "bbr", "bbr"),
                                  ("gro", True, "on"), ("sta.gro", False, "0"), ("net.core.x", 1, "1")):
            with self.subTest(name):
                self.assertEqual(keys.check(name, value), keys.check(name, text))

    def test_unknown(self):
        with self.assertRaises(LabError):
            keys.check("pacing", "7")

    def test_sysctl_values_cannot_smuggle_lines(self):
        for value in ("1\n2", "", "a;b", "$(x)"):
            with self.subTest(value), self.assertRaises(InputError):
                keys.check("net.ipv4.tcp_x", value)

    def test_defaults_are_accepted(self):
        for name, value in keys.traffic_defaults().items():
            self.assertEqual(keys.check(name, value), value)


class Expansion(Files):
    def cells(self, *settings, vehicle="uml", prepared=PREPARED):
        return cells.expand(self.load(GOOD).override(list(settings)), prepared, vehicle)

    def test_last_axis_is_fastest(self):
        points = [(cell.params["cc"], cell.params["pacing_shift"]) for cell in self.cells()]
        self.assertEqual(points, [("reno", 10), ("reno", 7), ("bbr", 10), ("bbr", 7)])

    def test_keys_are_stable_and_distinct(self):
        first, second = self.cells(), self.cells()
        self.assertEqual([cell.key for cell in first], [cell.key for cell in second])
        self.assertEqual(len({cell.key for cell in first}), 4)

    def test_everything_that_matters_changes_the_key(self):
        first = self.cells()[0].key
        other_kernel = types.SimpleNamespace(kernel_id="K", image_id="i", kernel_release="6.1.0")
        other_image = types.SimpleNamespace(kernel_id="k", image_id="I", kernel_release="6.1.0")
        for changed in (self.cells(("seed", "2")), self.cells(("duration_s", "4")), self.cells(vehicle="qemu"),
                        self.cells(prepared=other_kernel), self.cells(prepared=other_image)):
            self.assertNotEqual(changed[0].key, first)

    def test_override_fixes_and_sweeps(self):
        self.assertEqual(len(self.cells(("cc", "bbr"))), 2)
        self.assertEqual(len(self.cells(("seed", "1,2,3"))), 12)
        # A pinned cell is the cell of the whole sweep.
        pinned = self.cells(("cc", "bbr"), ("pacing_shift", "7"))
        self.assertEqual(pinned[0].key, self.cells()[3].key)

    def test_override_is_checked(self):
        for pair in (("pacing_shift", "99"), ("nothing", "1"), ("duration_s", "")):
            with self.subTest(pair), self.assertRaises(LabError) as caught:
                self.cells(pair)
            self.assertEqual(caught.exception.exit_status, 2)

    def test_files_and_settings_share_the_parameters(self):
        cell = self.cells()[0]
        traffic = dict(line.split("=", 1) for line in cell.files()["traffic"].decode().splitlines())
        settings = cell.settings()
        self.assertEqual(traffic["cc"], "reno")
        self.assertEqual(traffic["net.ipv4.tcp_tso_rtt_log"], "9")
        self.assertEqual(settings["pacing_shift"], "10")
        self.assertEqual(settings["seed"], "1")
        self.assertEqual({*traffic, *settings, "topology"}, set(cell.params))
        self.assertFalse(set(traffic) & set(settings))


if __name__ == "__main__":
    unittest.main()
