# SPDX-License-Identifier: GPL-2.0
"""testbed doctor: tells the truth about this machine, in bounded time."""

import contextlib
import io
import json
import time
import types
import unittest
from unittest import mock

from testbed_program import testbed
from lab import doctor, inventory, kvm


class Doctor(unittest.TestCase):
    def test_json_and_text_agree(self):
        started = time.monotonic()
        found = json.loads(testbed("doctor", "-j").stdout)
        self.assertLess(time.monotonic() - started, kvm.TRIAL_LIMIT_S + 30)
        text = testbed("doctor")
        self.assertEqual(text.returncode, 0 if found["ok"] else 1, text.stderr)
        for check in found["checks"]:
            self.assertRegex(text.stdout.decode(), rf"(?m)^(ok|missing|no) +{check['name']} ")
        names = [check["name"] for check in found["checks"]]
        self.assertEqual(len(names), len(set(names)))
        for name in ("hostapd", "qemu-system-x86_64", "KVM", "virtme-ng", "python3-scipy"):
            self.assertIn(name, names)

    def report(self, missing, as_json):
        """Exit status and output on a machine without the programs `missing`."""
        really = inventory.which
        shown = io.StringIO()
        with mock.patch.object(inventory, "which",
                               lambda name: None if name in missing else really(name)), \
                mock.patch.object(kvm, "trial", lambda: (False, "not tried")), \
                contextlib.redirect_stdout(shown):
            status = doctor.main(types.SimpleNamespace(json=as_json))
        return status, shown.getvalue()

    def test_something_necessary_is_missing(self):
        status, text = self.report({"iperf3", "hostapd"}, False)
        self.assertEqual(status, 1)
        self.assertRegex(text, r"(?m)^missing +iperf3 .*apt-get install iperf3$")
        self.assertIn("apt-get install hostapd iperf3", text)
        status, told = self.report({"iperf3"}, True)
        self.assertEqual((status, json.loads(told)["ok"]), (1, False))

    def test_something_optional_is_missing(self):
        with_all, _ = self.report(set(), False)
        without, text = self.report({"vng"}, False)
        self.assertEqual(without, with_all)
        self.assertRegex(text, r"(?m)^no +virtme-ng ")


class Kvm(unittest.TestCase):
    def test_the_device_alone_proves_nothing(self):
        with mock.patch.object(kvm, "_refusal", lambda _node: "no"):
            self.assertEqual(kvm.trial(), (False, "no"))
        self.assertIn("does not exist", kvm._refusal("/dev/no-such-node"))
        self.assertIsNone(kvm._refusal("/dev/null"))

    def test_a_guest_that_never_comes_up_is_ended(self):
        with mock.patch.object(kvm, "_refusal", lambda _node: None), \
                mock.patch.object(kvm, "TRIAL_LIMIT_S", 1), \
                mock.patch.object(kvm, "_command", lambda *_args: ["sleep", "1000"]):
            started = time.monotonic()
            works, sentence = kvm.trial()
        self.assertFalse(works)
        self.assertIn("did not come up in 1 s", sentence)
        self.assertLess(time.monotonic() - started, 30)


if __name__ == "__main__":
    unittest.main()
