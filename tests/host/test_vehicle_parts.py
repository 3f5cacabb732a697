# SPDX-License-Identifier: GPL-2.0
"""The parts of lab that need no guest: verdicts, archives, cache, settings."""

import io
import os
import pathlib
import subprocess
import sys
import tarfile
import tempfile
import unittest
from unittest import mock

from testbed_program import REPO
from lab import cache, cpio, image, inventory, outcome, params, topology
from lab.errors import LabError


class Splats(unittest.TestCase):
    FAULTS = (
        "[    1.000000] BUG: kernel NULL pointer dereference, address: 0000000000000068",
        "[   12.345678] WARNING: CPU: 0 PID: 1 at net/core/dev.c:1 f+0x1/0x2",
        "[    1.000000] WARNING: possible circular locking dependency detected",
        "[    1.000000] BUG: KASAN: use-after-free in f+0x1/0x2",
        "[    1.000000] UBSAN: shift-out-of-bounds in a.c:1:2",
        "[    1.000000] kmemleak: 3 new suspected memory leaks (see /sys/kernel/debug/kmemleak)",
        "[    1.000000] refcount_t: underflow; use-after-free.",
        "[    1.000000] ODEBUG: free active (active state 0) object type: timer_list",
        "[    1.000000] rcu: INFO: rcu_sched self-detected stall on CPU",
        "[    1.000000] unregister_netdevice: waiting for wlan0 to become free. Usage count = 1",
        "[    1.000000] general protection fault, probably for non-canonical address",
        "[    1.000000] Kernel panic - not syncing: Kernel mode fault at addr 0x68",
        "[    1.000000] INFO: task kworker/0:1:7 blocked for more than 120 seconds.",
    )
    HARMLESS = (
        "WARNING: printed by a program on the console",
        "[    1.000000] random: crng init done",
        "[    1.000000] hwsim_ext: loading out-of-tree module taints kernel.",
        "[    1.000000] kmemleak: Kernel memory leak detector initialized",
        "[    1.000000] rcu: Hierarchical RCU implementation.",
        "[    1.000000] debug: ignoring loglevel setting.",
    )

    def splat(self, line):
        with tempfile.TemporaryDirectory() as folder:
            log = pathlib.Path(folder) / "console.log"
            log.write_text(f"[    0.000000] Linux version 6.1\r\n{line}\r\n[    2.0] end\n")
            return outcome.first_splat(log)

    def test_faults_are_found(self):
        for line in self.FAULTS:
            with self.subTest(line):
                self.assertEqual(self.splat(line), line)

    def test_other_lines_are_not(self):
        for line in self.HARMLESS:
            with self.subTest(line):
                self.assertIsNone(self.splat(line))


class Verdicts(unittest.TestCase):
    def test_whole_run(self):
        verdict = outcome.read_verdict("up\r\njob\r\nend 7 1.50 4.25\r\n")
        self.assertEqual((verdict.job, verdict.exit_status, verdict.virtual_s), (True, 7, 2.75))

    def test_a_line_being_written_does_not_count(self):
        self.assertIsNone(outcome.read_verdict("up\njob\nend 1").exit_status)
        self.assertFalse(outcome.read_verdict("up\njo").job)

    def test_second_start(self):
        self.assertTrue(outcome.read_verdict("up\njob\nup\n").rebooted)

    def judge(self, text, console="", ended=None):
        with tempfile.TemporaryDirectory() as folder:
            dest = pathlib.Path(folder)
            (dest / "console.log").write_text(console)
            with tarfile.open(dest / "results", "w") as tar:
                tar.addfile(tarfile.TarInfo("stdout"))
            result = outcome.judge(outcome.read_verdict(text), ended, dest / "results", dest)
            return result.status, result.exit_status

    def test_judgements(self):
        done = "up\njob\nend 3 0 1\n"
        self.assertEqual(self.judge(done), ("ok", 3))
        self.assertEqual(self.judge(done, "[    1.000000] BUG: x\n"), ("crash", 125))
        self.assertEqual(self.judge(done, ended="stuck"), ("crash", 125))
        self.assertEqual(self.judge("up\njob\nexpired\nend 124 0 1\n"), ("timeout", 124))
        self.assertEqual(self.judge("up\njob\n", ended="timeout"), ("timeout", 124))
        self.assertEqual(self.judge("up\njob\n"), ("crash", 125))
        self.assertEqual(self.judge("up\n"), ("no-boot", 125))
        self.assertEqual(self.judge("", ended="no-boot"), ("no-boot", 125))


class Unpacking(unittest.TestCase):
    def test_only_files_and_folders_inside(self):
        with tempfile.TemporaryDirectory() as folder:
            top = pathlib.Path(folder)
            archive, out = top / "a.tar", top / "out"
            out.mkdir()
            with tarfile.open(archive, "w") as tar:
                for name in ("../outside", "/absolute", "sub/fine", "x/../../up"):
                    info = tarfile.TarInfo(name)
                    info.size = 2
                    tar.addfile(info, io.BytesIO(b"hi"))
                link = tarfile.TarInfo("link")
                link.type, link.linkname = tarfile.SYMTYPE, "/etc"
                tar.addfile(link)
            self.assertTrue(outcome.unpack(archive, out))
            self.assertEqual((out / "sub/fine").read_bytes(), b"hi")
            self.assertEqual(sorted(os.listdir(top)), ["a.tar", "out"])
            self.assertEqual(os.listdir(out), ["sub"])

    def test_a_disk_without_an_archive(self):
        with tempfile.TemporaryDirectory() as folder:
            disk = pathlib.Path(folder) / "disk"
            disk.write_bytes(b"\xff" * 4096)
            self.assertFalse(outcome.unpack(disk, pathlib.Path(folder)))


class Archives(unittest.TestCase):
    def archive(self, reverse):
        made = cpio.Archive()
        for path in sorted(("/a/b/c", "/a/d", "/z"), reverse=reverse):
            made.file(path, path.encode(), 0o755)
        made.symlink("/link", "z")
        made.chardev("/dev/console", 5, 1)
        return made.to_bytes()

    def test_bytes_do_not_depend_on_order(self):
        self.assertEqual(self.archive(False), self.archive(True))
        self.assertEqual(len(self.archive(False)) % 512, 0)

    def test_other_programs_read_it(self):
        listing = subprocess.run([inventory.require("busybox", "busybox-static"), "cpio", "-t"],
                                 input=self.archive(False), capture_output=True, check=True)
        self.assertEqual(listing.stdout.decode().split(),
                         ["a", "a/b", "a/b/c", "a/d", "dev", "dev/console", "link", "z"])

    def test_a_job_stays_in_its_folder(self):
        for name in ("../init", "/init", "a/../../init"):
            with self.subTest(name), self.assertRaises(LabError):
                image.job_layer({"run": b"", name: b""}, {}, None, 1)


class Cache(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        patch = mock.patch.dict(os.environ, {"XDG_CACHE_HOME": folder.name})
        patch.start()
        self.addCleanup(patch.stop)

    def test_an_entry_is_made_once(self):
        made = []

        def build(folder):
            made.append(folder)
            (folder / "file").write_text("x")

        first = cache.entry("kind", "name", build)
        self.assertEqual(cache.entry("kind", "name", build), first)
        self.assertEqual((len(made), (first / "file").read_text()), (1, "x"))
        self.assertEqual([p.name for p in (cache.root() / "kind").iterdir()], ["name"])

    def test_a_failed_build_leaves_no_entry(self):
        def fail(folder):
            (folder / "half").write_text("x")
            raise KeyboardInterrupt

        with self.assertRaises(KeyboardInterrupt):
            cache.entry("kind", "name", fail)
        self.assertEqual([p for p in (cache.root() / "kind").iterdir() if p.is_dir()], [])

    def test_keys_know_where_a_part_ends(self):
        self.assertNotEqual(cache.key("ab", "c"), cache.key("a", "bc"))


class Settings(unittest.TestCase):
    def test_every_default_is_accepted(self):
        for name, parameter in (params.radio() | params.medium()).items():
            with self.subTest(name):
                value = {"RATE": "auto", "ENUM": parameter.words[parameter.default]
                         if parameter.kind == "ENUM" else ""}.get(parameter.kind, parameter.default)
                self.assertEqual(params.check_settings({name: value}), {name: str(value)})
        for name, setting in topology.settings("ap-sta").items():
            if setting.default:
                self.assertEqual(params.check_settings({name: setting.default}, "ap-sta"),
                                 {name: setting.default})

    def test_every_number_has_its_borders(self):
        for name, parameter in (params.radio() | params.medium()).items():
            if parameter.kind in ("U32", "U64"):
                with self.subTest(name):
                    params.check_settings({name: parameter.low, f"{name}": parameter.high})
                    for wrong in (parameter.high + 1, -1, "", "1.0", "0x1", " 1", "01"):
                        with self.assertRaises(LabError):
                            params.check_settings({name: wrong})

    def test_topologies_are_programs(self):
        self.assertIn("ap-sta", topology.names())
        for name in topology.names():
            with self.subTest(name):
                self.assertTrue(os.access(REPO / "topologies" / f"{name}.sh", os.X_OK))

    def test_whom_a_setting_is_for(self):
        good = {"ap.rate": "legacy-54", "sta.pacing_shift": "8", "sta12.profile": "ideal"}
        self.assertEqual(params.check_settings(good), good)
        for wrong in ("sta0.stations", "ap.seed", ".rate", "ap.", "AP.rate"):
            with self.subTest(wrong), self.assertRaises(LabError):
                params.check_settings({wrong: "1"})

    def test_assignments(self):
        self.assertEqual(params.parse_assignments(["a=1", "b=x=y", "a=2"]), {"b": "x=y", "a": "2"})


class Programs(unittest.TestCase):
    def test_a_missing_one_names_its_package(self):
        with self.assertRaises(LabError) as caught:
            inventory.require("no-such-program", "its-package")
        self.assertEqual(str(caught.exception),
                         "no-such-program is not installed: apt-get install its-package")

    def test_libraries_are_found_with_their_loader(self):
        found = inventory.libraries(sys.executable, inventory.require("bash", "bash"))
        self.assertTrue(any("libtinfo" in path for path in found), found)
        self.assertTrue(any("ld-linux" in path for path in found), found)


if __name__ == "__main__":
    unittest.main()
