# SPDX-License-Identifier: GPL-2.0
"""testbed exec: what goes in comes out, and every ending has its exit status."""

import pathlib
import re
import time
import unittest

from testbed_program import in_guest, in_shell, testbed


def log_of(done):
    """Path of the kernel log that a run named on stderr."""
    return pathlib.Path(re.search(rb"kernel log: (.*)", done.stderr).group(1).decode())


class Passing(unittest.TestCase):
    def test_status_output_and_errors_come_through(self):
        done = in_shell("echo out; echo err >&2; exit 77")
        self.assertEqual((done.returncode, done.stdout, done.stderr), (77, b"out\n", b"err\n"))

    def test_bytes_are_unchanged(self):
        done = in_shell(r"for i in {0..255}; do printf \\x$(printf %02x $i); done; "
                        "head -c 300000 /dev/zero")
        self.assertEqual(done.stdout, bytes(range(256)) + bytes(300000))
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_words_are_unchanged(self):
        words = ["a b", "", "--", "-x", "$HOME", "'", '"', "\\n", "two\nlines", "é", "*"]
        done = in_guest("printf", "[%s]", *words)
        self.assertEqual(done.stdout.decode(), "".join(f"[{word}]" for word in words))

    def test_death_by_signal_is_128_plus_its_number(self):
        self.assertEqual(in_shell("kill -SEGV $$").returncode, 139)

    def test_unknown_command_is_127(self):
        done = in_guest("no-such-program")
        self.assertEqual(done.returncode, 127)
        self.assertIn(b"no-such-program", done.stderr)

    def test_the_command_is_root_in_a_plain_environment(self):
        done = in_shell("id -u; pwd; env | sort", env={"LEAK": "from the host"})
        lines = done.stdout.decode().split("\n")
        self.assertEqual(lines[:2], ["0", "/"])
        self.assertIn("HOME=/root", lines)
        self.assertNotIn("LEAK=from the host", lines)

    def test_background_processes_do_not_hold_the_guest(self):
        done = in_shell("sleep 100000 & echo started")
        self.assertEqual((done.returncode, done.stdout), (0, b"started\n"))


class Endings(unittest.TestCase):
    def test_limit_in_guest_time(self):
        started = time.monotonic()
        done = in_shell("echo before; sleep 10000; echo after",
                        options=("--topology", "none", "--timeout", "5000"))
        self.assertEqual((done.returncode, done.stdout), (124, b"before\n"))
        self.assertIn(b"limit in guest time", done.stderr)
        self.assertTrue(log_of(done).exists())
        self.assertLess(time.monotonic() - started, 200, "5000 s of a guest's sleep are skipped")

    def test_limit_in_real_time(self):
        # Computing takes no guest time on uml, so only the host can end this.
        done = in_shell("while :; do :; done", options=("--topology", "none", "--timeout", "3"))
        self.assertEqual(done.returncode, 124)
        self.assertIn(b"limit in real time", done.stderr)

    def test_crash(self):
        done = in_shell("echo c >/proc/sysrq-trigger; sleep 1")
        self.assertEqual(done.returncode, 125)
        self.assertIn("sysrq", log_of(done).read_text())

    def test_a_kernel_warning_spoils_a_success(self):
        done = in_shell("echo fine; echo '<4>WARNING: CPU: 0 planted' >/dev/kmsg")
        self.assertEqual((done.returncode, done.stdout), (125, b"fine\n"))
        self.assertIn(b"planted", done.stderr)

    def test_a_warning_of_a_program_does_not(self):
        done = in_shell("echo 'WARNING: mine' | tee /dev/console; dmesg -n 1")
        self.assertEqual((done.returncode, done.stdout), (0, b"WARNING: mine\n"))

    def test_a_quiet_console_hides_nothing(self):
        done = in_shell("dmesg -n 1; echo '<4>BUG: planted' >/dev/kmsg")
        self.assertEqual(done.returncode, 125)

    def test_guest_that_switches_itself_off(self):
        for way in ("poweroff -f", "reboot -f"):
            with self.subTest(way):
                self.assertEqual(in_shell(f"{way}; sleep 9").returncode, 125)


class WrongWords(unittest.TestCase):
    CASES = {
        ("exec", "--vehicle", "car", "--", "true"): "uml, qemu, vng",
        ("exec", "--kernel", "9.99", "--", "true"): "6.1",
        ("exec", "--vehicle", "qemu", "--kernel", "9.99", "--", "true"): "6.1",
        ("exec", "--vehicle", "qemu", "--kernel", "/", "--", "true"): "is not built",
        ("exec", "--topology", "ring", "--", "true"): "ap-sta, two-bss, none",
        ("exec", "--set", "stations=0", "--", "true"): "1..64",
        ("exec", "--set", "stations", "--", "true"): "KEY=VALUE",
        ("exec", "--set", "rate=fast", "--", "true"): "vht80-nss2-mcs9-sgi",
        ("exec", "--set", "pacing_shift=32", "--", "true"): "0..31",
        ("exec", "--set", "contention=none", "--", "true"): "edca, fifo",
        ("exec", "--set", "sta0.stations=2", "--", "true"): "stations",
        ("exec", "--set", "colour=red", "--", "true"): "pacing_shift",
        ("exec", "--timeout", "0", "--", "true"): "1..86400",
        ("exec", "--timeout", "1.5", "--", "true"): "1..86400",
        ("exec", "--top", "none", "--", "true"): "--top",
        ("exec",): "-- COMMAND",
        ("exec", "true"): "true",
        ("doctor", "--", "true"): "exec",
        ("dance",): "doctor",
        (): "COMMAND",
        ("shell",): "terminal",
    }

    def test_one_sentence_and_exit_2(self):
        for words, accepted in self.CASES.items():
            with self.subTest(words=words):
                done = testbed(*words)
                self.assertEqual((done.returncode, done.stdout), (2, b""))
                message = done.stderr.decode()
                self.assertEqual(message.count("\n"), 1, message)
                self.assertIn(accepted, message)


class Help(unittest.TestCase):
    def test_each_word_has_help(self):
        top = testbed("--help").stdout.decode()
        for word in ("run", "exec", "shell", "report", "jobs", "calibrate", "export", "doctor"):
            with self.subTest(word):
                self.assertRegex(top, rf"\n    {word}\s")
                done = testbed(word, "--help")
                self.assertEqual((done.returncode, done.stderr), (0, b""))
                self.assertTrue(done.stdout.startswith(f"usage: testbed {word}".encode()))


if __name__ == "__main__":
    unittest.main()
