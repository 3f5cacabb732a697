# SPDX-License-Identifier: GPL-2.0
"""testbed shell: a person at a terminal, played with a pseudo terminal."""

import os
import pty
import select
import signal
import tempfile
import time
import unittest

from testbed_program import LIMIT_S, TESTBED, processes_in


class Terminal:
    """A testbed shell whose terminal is ours."""

    def __init__(self, *words, tmpdir):
        self.pid, self._terminal = pty.fork()
        if self.pid == 0:
            os.environ["TMPDIR"] = tmpdir
            os.execv(TESTBED, [str(TESTBED), "shell", *words])
        self.seen = b""

    def read_until(self, text):
        """Read what is shown until `text` was."""
        deadline = time.monotonic() + LIMIT_S
        while text not in self.seen:
            ready, _, _ = select.select([self._terminal], [], [], deadline - time.monotonic())
            if not ready:
                raise AssertionError(f"{text!r} did not appear: {self.seen!r}")
            self.seen += self._read()

    def _read(self):
        try:
            return os.read(self._terminal, 4096)
        except OSError:  # the other side has closed
            return b""

    def type(self, text):
        """Type a line."""
        os.write(self._terminal, text + b"\n")

    def end(self):
        """Wait for the end; returns the exit status."""
        while chunk := self._read():
            self.seen += chunk
        return os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])


class Shell(unittest.TestCase):
    def check(self, vehicle):
        with tempfile.TemporaryDirectory() as folder:
            terminal = Terminal("--vehicle", vehicle, "--topology", "none", tmpdir=folder)
            terminal.read_until(b"# ")
            terminal.type(b"echo $((6*7))-$(id -u); tty; false | true; exit 9")
            self.assertEqual(terminal.end(), 9, terminal.seen)
            self.assertIn(b"42-0", terminal.seen)
            self.assertNotIn(b"not a tty", terminal.seen)
            self.assertNotIn(b"job control", terminal.seen)
            self.assertEqual(os.listdir(folder), [])

    def test_uml(self):
        self.check("uml")

    def test_qemu(self):
        self.check("qemu")

    def test_a_topology_that_does_not_come_up_is_explained(self):
        with tempfile.TemporaryDirectory() as folder:
            terminal = Terminal("--set", "rate=vht20-nss1-mcs9", tmpdir=folder)
            self.assertEqual(terminal.end(), 2, terminal.seen)
            self.assertIn(b"vht20-nss1-mcs9", terminal.seen)

    def test_a_signal_ends_guest_and_shell(self):
        with tempfile.TemporaryDirectory() as folder:
            terminal = Terminal("--topology", "none", tmpdir=folder)
            terminal.read_until(b"# ")
            os.kill(terminal.pid, signal.SIGTERM)
            self.assertEqual(terminal.end(), 130, terminal.seen)
            self.assertEqual((os.listdir(folder), processes_in(folder)), ([], []))


if __name__ == "__main__":
    unittest.main()
