# SPDX-License-Identifier: GPL-2.0
"""Vehicles: the same image everywhere, the same bytes twice."""

import filecmp
import os
import subprocess
import tempfile
import unittest
from unittest import mock

from testbed_program import REPO, in_guest, in_shell
from lab import base, inventory, kernels, modules

# Time, memory, randomness, scheduling and the network, all that could differ.
_FINGERPRINT = """
cat /proc/sys/kernel/random/uuid /proc/uptime /proc/meminfo /proc/interrupts /proc/stat
cat /proc/sys/net/ipv4/tcp_mem /proc/cmdline
date +%s.%N
ping -c 20 -i 0.01 127.0.0.1
iperf3 -s -D; until ss -Hltn | grep -q :5201; do sleep 0.1; done
iperf3 -J -c 127.0.0.1 -t 1 -b 50M
dmesg
"""

_TRAFFIC = """
ip netns exec ap iperf3 -s -D; until ip netns exec ap ss -Hltn | grep -q :5201; do sleep 0.1; done
ip netns exec sta0 iperf3 -J -c 192.0.2.1 -t 1 || exit
hwsimctl -j stats show
ip netns exec sta0 iw dev wlan0 station dump
dmesg
"""


def on(vehicle):
    """Options of exec for a vehicle without a topology."""
    return ("--vehicle", vehicle, "--topology", "none")


class Determinism(unittest.TestCase):
    def check(self, vehicle):
        first = in_shell(_FINGERPRINT, options=on(vehicle))
        self.assertEqual(first.returncode, 0, first.stderr.decode())
        with tempfile.TemporaryDirectory() as folder:
            # Another folder, environment and load, and a much longer path.
            deep = os.path.join(folder, "d" * 100)
            os.mkdir(deep)
            busy = subprocess.Popen(["sh", "-c", "while :; do :; done"])
            try:
                second = in_shell(_FINGERPRINT, options=on(vehicle), cwd=deep,
                                  env={"TMPDIR": deep, "LANG": "tr_TR", "EXTRA": "x" * 5000})
            finally:
                busy.kill()
                busy.wait()
        self.assertEqual(first.stdout.decode().splitlines(), second.stdout.decode().splitlines())

    def test_uml_is_the_same_twice(self):
        self.check("uml")

    def test_qemu_is_the_same_twice(self):
        self.check("qemu")

    def test_air_is_the_same_twice(self):
        runs = [in_shell(_TRAFFIC, options=("--set", "rate=vht80-nss2-mcs9-sgi"))
                for _ in range(2)]
        self.assertEqual(runs[0].returncode, 0, runs[0].stderr.decode())
        self.assertEqual(runs[0].stdout, runs[1].stdout)

    def test_jobs_differ_in_nothing_but_the_job(self):
        # A longer command makes a larger image; memory and time must not show it.
        show = "cat /proc/sys/net/ipv4/tcp_mem /proc/cmdline /proc/sys/kernel/random/uuid"
        short = in_shell(show)
        long = in_shell(f"{show} # {'x' * 3000}")
        self.assertEqual(short.stdout, long.stdout)


class Parity(unittest.TestCase):
    def check(self, vehicle):
        """What each vehicle must do, functional ones too."""
        done = in_shell("modprobe hwsim_ext radios=2; iw dev | grep -c Interface; "
                        "test -e /lib/hwx/modules/$(uname -r)/hwsim_ext.ko; echo $?; "
                        "printf 'a\\0b' >&2; exit 5", options=on(vehicle))
        self.assertEqual((done.returncode, done.stdout, done.stderr), (5, b"2\n0\n", b"a\0b"))

    def test_uml(self):
        self.check("uml")

    def test_qemu(self):
        self.check("qemu")

    def test_qemu_crash_and_limit(self):
        crash = in_shell("echo c >/proc/sysrq-trigger; sleep 1", options=on("qemu"))
        self.assertEqual(crash.returncode, 125)
        limit = in_guest("sleep", "1000", options=(*on("qemu"), "--timeout", "100"))
        self.assertEqual(limit.returncode, 124)

    def test_vng(self):
        if inventory.which("vng") is None:
            self.skipTest("virtme-ng is not installed")
        self.check("vng")


class Reproducible(unittest.TestCase):
    """A guest's image is a function of what it is made of, not of where it is made."""

    def again(self, make):
        """The bytes of a file from `make()`, from the cache and from a new one."""
        first = make().read_bytes()
        with tempfile.TemporaryDirectory() as folder, \
                mock.patch.dict(os.environ, {"XDG_CACHE_HOME": folder}):
            return first, make().read_bytes()

    def test_programs(self):
        first, second = self.again(base.layer)
        self.assertTrue(first == second)

    def test_module(self):
        kernel = kernels.packaged(kernels.DEFAULT)
        first, second = self.again(lambda: modules.built_module(kernel))
        self.assertTrue(first == second)

    def test_image_written_by_hand(self):
        with tempfile.TemporaryDirectory() as folder:
            told = []
            for name in ("a", "b"):
                done = subprocess.run([REPO / "scripts/mkguest", "--vehicle", "qemu", "--out", name],
                                      cwd=folder, capture_output=True, check=True)
                told.append(done.stdout)
            self.assertEqual(told[0], told[1])
            self.assertTrue(filecmp.cmp(f"{folder}/a", f"{folder}/b", shallow=False))


class Topology(unittest.TestCase):
    _PING = ("ip", "netns", "exec", "sta1", "ping", "-c", "2", "192.0.2.1")

    def test_stations_reach_the_access_point(self):
        done = in_guest(*self._PING, options=("--set", "stations=2", "--set", "security=wpa2"))
        self.assertEqual(done.returncode, 0, done.stderr.decode())
        self.assertIn(b"2 received", done.stdout)

    def test_settings_that_only_the_guest_can_judge(self):
        # A rate that is well-formed but does not exist.
        done = in_guest("true", options=("--set", "rate=vht20-nss1-mcs9"))
        self.assertEqual(done.returncode, 2, done.stderr.decode())
        self.assertEqual(done.stdout, b"")
        self.assertIn(b"vht20-nss1-mcs9", done.stderr)


if __name__ == "__main__":
    unittest.main()
