#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""hwsimctl without a kernel module: words, values, profiles, help, manual.

The tool is built with address and undefined behaviour sanitizers, whose
findings make a run end with a status that no test expects.
"""

import json
import os
import re
import subprocess
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "hwsim-ext" / "tools"
OUT = ROOT / "build" / "test-tools"
TOOL = OUT / "hwsimctl"
CORE = ROOT / "hwsim-ext" / "core"
LOADED = Path("/sys/module/hwsim_ext").exists()

PARAM = re.compile(r'X\((\w+), (\w+), (U32|U64|BOOL|ENUM|RATE), (\d+), (\d+), (\d+), '
                   r'(NEW|RUN), "([^"]*)", "([^"]*)"\)')


def setUpModule():
    """Build the tool once."""
    built = subprocess.run(
        ["make", "-s", "-C", TOOLS, f"OUT={OUT}",
         "CFLAGS=-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all",
         str(TOOL)],
        capture_output=True, text=True, check=False)
    if built.returncode:
        raise AssertionError(built.stdout + built.stderr)


def ctl(*words, **options):
    """Run the tool; returns the finished process."""
    return subprocess.run([TOOL, *words], capture_output=True, text=True,
                          timeout=60, check=False, **options)


def declared(table):
    """The entries of one list of params.h, as tuples of text."""
    text = (CORE / "params.h").read_text(encoding="utf-8")
    body = text.split(f"#define {table}(X)", 1)[1].split("\n\n", 1)[0]
    return PARAM.findall(body)


class ToolCase(unittest.TestCase):
    """Assertions on runs of the tool."""

    def assert_misuse(self, words, *parts):
        """Exit 2, nothing on stdout, one line on stderr holding all parts."""
        done = ctl(*words)
        self.assertEqual((done.returncode, done.stdout), (2, ""), (words, done.stderr))
        self.assertRegex(done.stderr, r"\Ahwsimctl: [^\n]+\n\Z")
        for part in parts:
            self.assertIn(part, done.stderr)

    def assert_reaches_kernel(self, words):
        """The words are accepted: what stops the tool is the missing module."""
        if LOADED:
            self.skipTest("hwsim_ext is loaded on this machine")
        done = ctl(*words)
        self.assertEqual((done.returncode, done.stdout), (1, ""), (words, done.stderr))
        self.assertEqual(done.stderr,
                         "hwsimctl: the kernel module hwsim_ext is not loaded "
                         "(modprobe hwsim_ext)\n")


class Words(ToolCase):
    """Objects, commands, options."""

    def test_exact_words(self):
        objects = ("radio", "medium", "link", "stats", "station", "trace", "help")
        self.assert_misuse([], "no object", *objects)
        self.assert_misuse(["rad"], '"rad"', *objects)
        self.assert_misuse(["radio"], "no command", "add", "del", "show", "set")
        self.assert_misuse(["radio", "sho"], '"sho"', "add", "del", "show", "set")
        self.assert_misuse(["medium", "add"], '"add"', "show, set")
        self.assert_misuse(["stats", "set"], '"set"', "show, reset")
        self.assert_misuse(["station", "sho"], '"sho"', "show")
        self.assert_misuse(["trac"], '"trac"', *objects)
        self.assert_misuse(["trace", "count", "1", "coun", "2"], '"coun"', "count, ms")

    def test_options(self):
        self.assert_misuse(["--js", "radio", "show"], '"--js"', "-j, -V, -h")
        self.assert_misuse(["-x"], '"-x"')
        self.assert_misuse(["radio", "show", "-j", "x"], "at most one word")
        self.assertRegex(ctl("-V").stdout, r"\Ahwsimctl, .*HWSIM_EXT version 1\n\Z")

    def test_argument_counts(self):
        self.assert_misuse(["radio", "del"], "RADIO")
        self.assert_misuse(["radio", "del", "0", "1"], "RADIO")
        self.assert_misuse(["radio", "set", "0"], "KEY VALUE")
        self.assert_misuse(["radio", "set"], "KEY VALUE")
        self.assert_misuse(["medium", "set", "0"], "KEY VALUE")
        self.assert_misuse(["medium", "show", "0", "1"], "ID")
        self.assert_misuse(["stats", "reset", "0", "1"], "RADIO")
        self.assert_misuse(["station"], "no command", "show")
        self.assert_misuse(["station", "show", "0", "1"], "RADIO")
        self.assert_misuse(["trace", "0", "1"], '"1"', "count, ms")
        self.assert_misuse(["radio", "del", "--all", "0"], "--all")
        self.assert_misuse(["help", "x"], "words, keys or rates")
        self.assert_misuse(["radio", "help", "x"], "no more words")

    def test_control_characters_do_not_reach_the_terminal(self):
        done = ctl("radio", "add", "\x1b[31m" + "x" * 200, "1")
        self.assertEqual(done.returncode, 2)
        self.assertNotIn("\x1b", done.stderr)
        self.assertIn('..."', done.stderr)

    def test_trace_ends_where_it_is_told_to(self):
        for key, most in (("count", 1000000000), ("ms", 86400000)):
            self.assert_misuse(["trace", key], key, "missing")
            for bad in ("0", str(most + 1), "-1", "1x", ""):
                self.assert_misuse(["trace", "0", key, bad], f'{key} "{bad}"', f"1 to {most}")
            self.assert_reaches_kernel(["trace", key, str(most)])

    def test_accepted(self):
        for words in (["radio", "del", "--all"], ["station", "show"], ["-j", "station", "show", "hwx0"],
                      ["trace"], ["-j", "trace", "hwx0", "ms", "1", "count", "1"],
                      ["radio", "show"], ["-j", "radio", "show", "hwx0"], ["radio", "del", "7"],
                      ["radio", "add"], ["radio", "add", "name", "x" * 31],
                      ["radio", "set", "hwx0", "rate", "auto", "gro", "false"],
                      ["medium", "show"], ["medium", "show", "65535"],
                      ["medium", "set", "0", "seed", "18446744073709551615",
                       "contention", "fifo"],
                      ["stats", "show"], ["stats", "reset"], ["stats", "reset", "0"]):
            with self.subTest(words=words):
                self.assert_reaches_kernel(words)


class Values(ToolCase):
    """Every parameter of params.h: both ends of its range, and just outside."""

    TABLES = (("HWX_RADIO_PARAMS", ["radio", "add"], ["radio", "set", "0"]),
              ("HWX_MEDIUM_PARAMS", ["medium", "set", "0"], ["medium", "set", "0"]),
              ("HWX_LINK_PARAMS", ["link", "set", "0", "1"], ["link", "set", "0", "1"]))

    def good_and_bad(self, kind, low, high, unit):
        low, high = int(low), int(high)
        if kind in ("U32", "U64"):
            bad = [str(high + 1), "-1", "", "0x1", "1k", " 1", "1.0", "9" * 40]
            return [str(low), str(high)], bad + ([str(low - 1)] if low else [])
        if kind == "BOOL":
            return ["on", "off", "0", "1", "true", "false"], ["2", "yes", "On", ""]
        if kind == "ENUM":
            return unit.split("|"), ["0", "", unit, unit.split("|")[0][:-1]]
        return (["auto", "legacy-5.5", "ht20-mcs15-sgi", "vht80-nss2-mcs9-sgi",
                 "he80-nss2-mcs11-gi800"],
                ["vht20-nss1-mcs9", "HT20-mcs0", "ht20-mcs32", "legacy-7", ""])

    def test_ranges(self):
        seen = 0
        for table, make, change in self.TABLES:
            for _, name, kind, low, high, _, life, unit, _ in declared(table):
                seen += 1
                good, bad = self.good_and_bad(kind, low, high, unit)
                for value in good:
                    with self.subTest(name=name, good=value):
                        self.assert_reaches_kernel([*make, name, value])
                for value in bad:
                    with self.subTest(name=name, bad=value):
                        self.assert_misuse([*make, name, value], name, "accepted:")
                with self.subTest(name=name, life=life):
                    if life == "NEW":
                        self.assert_misuse([*change, name, good[0]], "fixed", name)
                    else:
                        self.assert_reaches_kernel([*change, name, good[0]])
        self.assertGreater(seen, 20)

    def test_missing_and_unknown(self):
        self.assert_misuse(["radio", "add", "ampdu_frames"], "missing", "1 to 256")
        self.assert_misuse(["radio", "add", "name"], "missing")
        self.assert_misuse(["radio", "add", "colour", "red"], '"colour"', "pacing_shift")
        self.assert_misuse(["radio", "add", "seed", "1"], "belongs to a medium")
        self.assert_misuse(["medium", "set", "0", "rate", "auto"], "belongs to a radio")

    def test_one_bad_value_among_good_ones(self):
        self.assert_misuse(["radio", "set", "0", "rate", "auto", "gro", "x", "rx_us", "1"], "gro")

    def test_names(self):
        for name in ("", "x" * 32, "a/b", "a b", "12", "\u00e9", "a\n"):
            with self.subTest(name=name):
                self.assert_misuse(["radio", "add", "name", name], "name")
        self.assert_misuse(["radio", "del", "4294967296"], "4294967296")
        self.assert_misuse(["medium", "show", "65536"], "0 to 65535")


class Profiles(ToolCase):
    """radio add --profile FILE."""

    def setUp(self):
        self.dir = tempfile.TemporaryDirectory()
        self.addCleanup(self.dir.cleanup)

    def profile(self, data):
        path = Path(self.dir.name) / "some.conf"
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return str(path)

    def add(self, data, *words):
        return ["radio", "add", "--profile", self.profile(data), *words]

    def test_accepted(self):
        for data in ("", "\n\n# nothing\n", "rate = vht80-nss2-mcs9-sgi # fast\n\tsg=on\r\n",
                     "tx_desc = 1424", "#" * 255 + "\n"):
            with self.subTest(data=data):
                self.assert_reaches_kernel(self.add(data, "rate", "auto"))
        twice = self.add("sg = on\n")
        self.assert_reaches_kernel(twice + twice[2:])

    def test_refused(self):
        for data, line, part in (("sg = on\nampdu_frames = 300\n", 2, "1 to 256"),
                                 ("\n# x\nspeed = 1\n", 3, '"speed"'),
                                 ("sg = on\nsg = on\n", 2, "second time"),
                                 ("seed = 1", 1, "belongs to a medium"),
                                 ("rate\n", 1, "key = value"),
                                 ("rate =   # none\n", 1, "missing"),
                                 ("= 3\n", 1, '""'),
                                 ("name = x\n", 1, '"name"'),
                                 (b"sg=\0on\n", 1, "zero byte"),
                                 ("\nsg = on" + " " * 256, 2, "255")):
            with self.subTest(data=data):
                self.assert_misuse(self.add(data), f"some.conf:{line}: ", part)

    def test_files(self):
        self.assert_misuse(self.add("\n" * 65537), "65536")
        self.assert_misuse(["radio", "add", "--profile", "/nonexistent/x"],
                           "/nonexistent/x", "No such file")
        self.assert_misuse(["radio", "add", "--profile", self.dir.name], "directory")
        self.assert_misuse(["radio", "add", "--profile"], "missing")
        self.assert_misuse(["radio", "set", "0", "--profile", "x"], '"--profile"')


class Help(ToolCase):
    """Help, word lists, manual, completion."""

    def test_help_goes_to_stdout(self):
        for words in (["help"], ["-h"], ["--help"], ["radio", "help"], ["medium", "help"],
                      ["stats", "help"], ["radio", "-h"], ["stats", "--help"], ["station", "help"],
                      ["trace", "help"], ["trace", "-h"]):
            with self.subTest(words=words):
                done = ctl(*words)
                self.assertEqual((done.returncode, done.stderr), (0, ""))
                self.assertIn("hwsimctl [-j] ", done.stdout)

    def test_keys_are_those_of_the_module(self):
        keys = json.loads(ctl("-j", "help", "keys").stdout)
        wanted = [("radio", p) for p in declared("HWX_RADIO_PARAMS")]
        wanted += [("medium", p) for p in declared("HWX_MEDIUM_PARAMS")]
        wanted += [("link", p) for p in declared("HWX_LINK_PARAMS")]
        self.assertEqual(
            [(k["object"], k["key"], k["when"], k["unit"], k["help"]) for k in keys],
            [(o, p[1], p[6].lower(), p[7], p[8]) for o, p in wanted])
        text = ctl("help", "keys").stdout.splitlines()
        self.assertEqual([line.split() for line in text],
                         [[k["object"], k["key"], k["values"], k["default"], k["when"], k["unit"]]
                          for k in keys])

    def test_counters_are_explained(self):
        text = (CORE / "counters.h").read_text(encoding="utf-8")
        names = re.findall(r"X\([A-Z_]+, (\w+), .*\"", text)
        self.assertGreater(len(names), 25)
        shown = ctl("stats", "help").stdout
        for name in names:
            self.assertRegex(shown, rf"(?m)^  {name} +\S")

    def test_values_of_stations_are_explained(self):
        text = (CORE / "station.h").read_text(encoding="utf-8")
        names = re.findall(r"X\([A-Z_]+, (\w+), .*\"", text)
        self.assertEqual(len(names), 8)
        shown = ctl("station", "help").stdout
        for name in names:
            self.assertRegex(shown, rf"(?m)^  {name} +\S")

    def test_rates(self):
        rates = {r["rate"]: r["kbps"] for r in json.loads(ctl("-j", "help", "rates").stdout)}
        self.assertEqual(rates["vht80-nss2-mcs9-sgi"], 866666)
        self.assertEqual(rates["legacy-5.5"], 5500)
        self.assertEqual(rates["ht20-mcs15-sgi"], 144444)
        self.assertNotIn("vht20-nss1-mcs9", rates)
        self.assertEqual(len([r for r in rates if r.startswith("ht")]), 2 * 2 * 32)
        self.assertEqual(len([r for r in rates if r.startswith("he")]), 4 * 8 * 12 * 3)

    def test_unwritable_output(self):
        for words in (["help"], ["help", "keys"], ["-j", "help", "rates"]):
            with self.subTest(words=words), open("/dev/full", "w", encoding="utf-8") as full:
                done = subprocess.run([TOOL, *words], stdout=full, stderr=subprocess.PIPE,
                                      text=True, check=False)
                self.assertEqual((done.returncode, done.stderr),
                                 (1, "hwsimctl: writing the output failed\n"))

    def test_manual_names_every_command(self):
        manual = (TOOLS / "man" / "hwsimctl.8").read_text(encoding="utf-8")
        for words in ctl("help", "words").stdout.splitlines():
            self.assertIn(f"\\fB{words}\\fR", manual)
            self.assertIn(f".B {words}\n", manual)

    def test_example_of_the_documentation_compiles(self):
        text = (ROOT / "docs" / "netlink.md").read_text(encoding="utf-8")
        source = text.split("```c\n", 1)[1].split("```", 1)[0]
        flags = subprocess.run(["pkg-config", "--cflags", "libnl-genl-3.0"], text=True,
                               capture_output=True, check=True).stdout.split()
        done = subprocess.run(["cc", "-Wall", "-Werror", "-fsyntax-only", "-x", "c", "-",
                               "-I", ROOT / "hwsim-ext/include/uapi", *flags],
                              input=source, text=True, capture_output=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)


class Completion(ToolCase):
    """completion/hwsimctl.bash, asked as the shell asks it."""

    def complete(self, *words):
        script = (f"source {TOOLS}/completion/hwsimctl.bash; COMP_WORDS=(hwsimctl \"$@\"); "
                  "COMP_CWORD=$#; _hwsimctl; printf '%s\\n' \"${COMPREPLY[@]}\"")
        done = subprocess.run(["bash", "-c", script, "bash", *words], text=True,
                              capture_output=True, check=True,
                              env={**os.environ, "PATH": f"{OUT}:{os.environ['PATH']}"})
        return set(done.stdout.split())

    def test_words(self):
        self.assertEqual(self.complete("m"), {"medium"})
        self.assertEqual(self.complete("-j", "stats", ""), {"show", "reset", "help"})
        self.assertEqual(self.complete("sta"), {"stats", "station"})
        self.assertEqual(self.complete("station", ""), {"show", "help"})
        self.assertEqual(self.complete("radio", "del", ""), {"--all"})
        self.assertEqual(self.complete("trace", ""), {"count", "ms", "help"})
        self.assertEqual(self.complete("-j", "trace", "hwx0", ""), {"count", "ms"})
        self.assertEqual(self.complete("trace", "hwx0", "count", ""), set())
        self.assertEqual(self.complete("trace", "hwx0", "count", "9", "m"), {"ms"})
        self.assertEqual(self.complete("radio", "add", "orphan", ""), {"completion", "early"})
        self.assertEqual(self.complete("medium", "set", "0", ""), {"seed", "contention"})
        self.assertEqual(self.complete("radio", "add", "rate", "he20-nss1-mcs11-"),
                         {f"he20-nss1-mcs11-gi{gi}" for gi in (800, 1600, 3200)})

    def test_set_offers_only_what_can_be_set(self):
        offered = self.complete("radio", "set", "hwx0", "")
        self.assertIn("pacing_shift", offered)
        self.assertNotIn("medium", offered)
        self.assertIn("medium", self.complete("radio", "add", ""))


if __name__ == "__main__":
    unittest.main()
