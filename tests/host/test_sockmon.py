#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""sockmon on real connections of this machine, over the loopback interface."""

import json
import re
import signal
import socket
import subprocess
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOLS = ROOT / "hwsim-ext" / "tools"
OUT = ROOT / "build" / "test-tools"
TOOL = OUT / "sockmon"


def setUpModule():
    """Build the tool once, with sanitizers."""
    built = subprocess.run(
        ["make", "-s", "-C", TOOLS, f"OUT={OUT}",
         "CFLAGS=-O1 -g -fsanitize=address,undefined -fno-sanitize-recover=all",
         str(TOOL)],
        capture_output=True, text=True, check=False)
    if built.returncode:
        raise AssertionError(built.stdout + built.stderr)


def sockmon(*words):
    """Run the tool; returns the finished process."""
    return subprocess.run([TOOL, *words], capture_output=True, text=True, timeout=60, check=False)


class Connection:
    """A TCP connection to ourselves; reads nothing unless told."""

    def __init__(self, family, listen, connect):
        with socket.socket(family) as server:
            server.bind((listen, 0))
            server.listen()
            self.port = server.getsockname()[1]
            self.client = socket.create_connection((connect, self.port))
            self.server, _ = server.accept()

    def close(self):
        """Both ends."""
        self.client.close()
        self.server.close()


class Misuse(unittest.TestCase):
    """One sentence, exit 2."""

    def test_words(self):
        for words, part in ((["-i", "0"], "1 to 3600000"), (["-i"], "missing"),
                            (["-i", "1.5"], '"1.5"'), (["-t", "604801"], "1 to 604800"),
                            (["-p", "65536"], "1 to 65535"), (["-p", "http"], '"http"'),
                            (["5201"], '"5201"'), (["--jso"], "accepted"),
                            (["-h", "-j"], '"-h"')):
            with self.subTest(words=words):
                done = sockmon(*words)
                self.assertEqual((done.returncode, done.stdout), (2, ""))
                self.assertRegex(done.stderr, r"\Asockmon: [^\n]+\n\Z")
                self.assertIn(part, done.stderr)

    def test_unwritable_output(self):
        with open("/dev/full", "w", encoding="utf-8") as full:
            done = subprocess.run([TOOL, "-h"], stdout=full, stderr=subprocess.PIPE, text=True,
                                  check=False)
        self.assertEqual((done.returncode, done.stderr), (1, "sockmon: writing the output failed\n"))


class Samples(unittest.TestCase):
    """What is printed about a connection whose state is known."""

    def connect(self, *where):
        connection = Connection(*where)
        self.addCleanup(connection.close)
        return connection

    def samples(self, connection, *words):
        done = sockmon("-j", "-p", str(connection.port), *words)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return [json.loads(line) for line in done.stdout.splitlines()]

    def test_bytes_are_counted(self):
        connection = self.connect(socket.AF_INET, "127.0.0.1", "127.0.0.1")
        connection.client.sendall(b"x" * 10000)
        connection.server.recv(10000, socket.MSG_WAITALL)
        connection.server.sendall(b"y" * 300)
        ends = {s["local"]: s for s in self.samples(connection, "-t", "1", "-i", "1000")}
        self.assertEqual(len(ends), 2)
        server = ends[f"127.0.0.1:{connection.port}"]
        client = ends[server["remote"]]
        self.assertEqual(client["remote"], server["local"])
        self.assertEqual((client["state"], server["state"]), ("established", "established"))
        self.assertEqual((client["bytes_sent"], server["bytes_received"]), (10000, 10000))
        self.assertEqual((server["bytes_sent"], client["rmem_alloc_bytes"] >= 300), (300, True))
        size = connection.client.getsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF)
        self.assertEqual(client["sndbuf_bytes"], size)
        algorithm = connection.client.getsockopt(socket.IPPROTO_TCP, socket.TCP_CONGESTION, 16)
        self.assertEqual(client["congestion"], algorithm.rstrip(b"\0").decode())

    def test_full_buffers(self):
        connection = self.connect(socket.AF_INET, "127.0.0.1", "127.0.0.1")
        connection.client.setblocking(False)
        sent = 0
        try:
            while True:
                sent += connection.client.send(b"x" * 65536)
        except BlockingIOError:
            pass
        ends = {s["local"]: s for s in self.samples(connection, "-t", "1", "-i", "1000")}
        server = ends[f"127.0.0.1:{connection.port}"]
        client = ends[server["remote"]]
        self.assertGreater(client["wmem_queued_bytes"], 0)
        self.assertGreater(client["notsent_bytes"], 0)
        self.assertLessEqual(client["notsent_bytes"], sent)

    def test_times_do_not_drift(self):
        connection = self.connect(socket.AF_INET, "127.0.0.1", "127.0.0.1")
        times = [s["time_us"] for s in self.samples(connection, "-t", "2", "-i", "100")]
        self.assertEqual(times, sorted(times))
        self.assertGreater(len(set(times)), 10)
        self.assertLess(times[-1], 2000000 + 100000)
        # on an idle machine late by some 50 us; a sleep "from now on" would add up
        late = [t % 100000 for t in times]
        self.assertLess(sorted(late)[len(late) // 2], 20000)

    def test_families(self):
        six = self.connect(socket.AF_INET6, "::1", "::1")
        self.assertEqual({s["local"].rsplit(":", 1)[0] for s in self.samples(six, "-t", "1")},
                         {"[::1]"})
        mapped = self.connect(socket.AF_INET6, "::", "127.0.0.1")
        self.assertEqual({s["local"].rsplit(":", 1)[0] for s in self.samples(mapped, "-t", "1")},
                         {"127.0.0.1"})

    def test_order(self):
        connections = [self.connect(socket.AF_INET, "127.0.0.1", "127.0.0.1") for _ in range(5)]
        done = sockmon("-t", "1", "-i", "1000", "-j")
        shown = [json.loads(line)["local"] for line in done.stdout.splitlines()]
        ports = [int(s.rsplit(":", 1)[1]) for s in shown if s.startswith("127.0.0.1:")]
        self.assertEqual(ports, sorted(ports))
        self.assertTrue({c.port for c in connections} <= set(ports))

    def test_text_has_the_same_words(self):
        connection = self.connect(socket.AF_INET, "127.0.0.1", "127.0.0.1")
        words = sockmon("-p", str(connection.port), "-t", "1", "-i", "1000").stdout
        sample = self.samples(connection, "-t", "1", "-i", "1000")[0]
        for key in sample:
            self.assertRegex(words, rf"(?m)(^| ){key}[ :]")
        self.assertTrue(all(len(line) <= 79 for line in words.splitlines()))

    def test_every_number_is_explained(self):
        connection = self.connect(socket.AF_INET, "127.0.0.1", "127.0.0.1")
        shown = set(re.findall(r"(?m)^  (\w+) ", sockmon("-h").stdout))
        sample = self.samples(connection, "-t", "1", "-i", "1000")[0]
        keys = {k for k, v in sample.items() if isinstance(v, int)}
        self.assertEqual(keys - shown, {"time_us", "app_limited"})

    def test_signals_end_it(self):
        for sig in (signal.SIGINT, signal.SIGTERM):
            with self.subTest(sig=sig), subprocess.Popen(
                    [TOOL, "-i", "3600000", "-j"], stdout=subprocess.PIPE,
                    stderr=subprocess.PIPE) as process:
                connection = self.connect(socket.AF_INET, "127.0.0.1", "127.0.0.1")
                with self.assertRaises(subprocess.TimeoutExpired):
                    process.wait(0.5)
                process.send_signal(sig)
                self.assertEqual(process.wait(20), 0)
                self.assertEqual(process.stderr.read(), b"")
                connection.close()


if __name__ == "__main__":
    unittest.main()
