# SPDX-License-Identifier: GPL-2.0
"""Runs a vehicle's process with bounds on real time and reads the verdict."""

import contextlib
import os
import pathlib
import shutil
import subprocess
import tempfile

from lab import inventory, outcome, process

# A guest is up within seconds; this bound is for a machine that is very busy.
BOOT_LIMIT_S = 180
# From the last word about the job until the process is gone.
END_LIMIT_S = 60

# All that a vehicle's process gets of the host's environment.
_ENVIRONMENT = {"PATH": inventory.SYSTEM_PATH, "HOME": ".", "TMPDIR": "/dev/shm"}


@contextlib.contextmanager
def workdir():
    """A private folder for one guest, gone afterwards."""
    path = pathlib.Path(tempfile.mkdtemp(prefix="hwx-guest-"))
    try:
        yield path
    finally:
        shutil.rmtree(path, ignore_errors=True)


class Watch:
    """Decides, asked again and again, whether a guest must be ended."""

    def __init__(self, channel, timeout_s, boot_limit_s=BOOT_LIMIT_S):
        self._channel = channel
        self._boot_limit_s = boot_limit_s
        self._timeout_s = timeout_s
        self._started_s = process.now_s()
        self._job_s = None
        self._end_s = None
        self.ended = None

    def verdict(self):
        """What the guest has said so far."""
        try:
            text = self._channel.read_text(encoding="utf-8", errors="replace")
        except FileNotFoundError:
            text = ""
        return outcome.read_verdict(text)

    def __call__(self):
        now_s = process.now_s()
        verdict = self.verdict()
        if verdict.job and self._job_s is None:
            self._job_s = now_s
        if verdict.exit_status is not None and self._end_s is None:
            self._end_s = now_s
        if verdict.rebooted:
            self.ended = "rebooted"
        elif self._end_s is not None:
            self._check(now_s - self._end_s, END_LIMIT_S, "stuck")
        elif self._job_s is not None:
            self._check(now_s - self._job_s, self._timeout_s, "timeout")
        else:
            self._check(now_s - self._started_s, self._boot_limit_s, "no-boot")
        return self.ended is not None

    def _check(self, spent_s, limit_s, reason):
        if spent_s > limit_s:
            self.ended = reason


def boot(argv, folder, timeout_s, dest, archive, boot_limit_s=BOOT_LIMIT_S):
    """Run `argv` in `folder` until the guest has ended; returns its Outcome.

    The guest writes its verdict to folder/channel, its results to `archive`
    and its kernel log to dest/console.log, which argv's process finds as its
    standard output.  The environment is fixed: nothing of the host's leaks in.
    """
    watch = Watch(folder / "channel", timeout_s, boot_limit_s)
    started_s = process.now_s()
    with open(dest / "console.log", "wb") as console, \
            open(folder / "vehicle.log", "wb") as log, \
            process.Group(argv, cwd=folder, env=_ENVIRONMENT, stdin=subprocess.DEVNULL,
                          stdout=console, stderr=log) as group:
        group.wait(watch)
    result = outcome.judge(watch.verdict(), watch.ended, archive, dest)
    result.real_s = process.now_s() - started_s
    _explain(result, folder)
    return result


def interactive(argv, folder, dest, archive):
    """As boot, with our terminal as the guest's console, until its user leaves."""
    environment = _ENVIRONMENT | {"TERM": os.environ.get("TERM", "dumb")}
    (dest / "console.log").touch()
    with open(folder / "vehicle.log", "wb") as log:
        process.run_in_foreground(argv, cwd=folder, env=environment, stderr=log)
    result = outcome.judge(Watch(folder / "channel", 0).verdict(), None, archive, dest)
    _explain(result, folder)
    return result


def _explain(result, folder):
    """A kernel that did not get far, or a vehicle that refused, speaks in its own log."""
    if result.status == "no-boot":
        with open(result.console_log, "ab") as console:
            console.write((folder / "vehicle.log").read_bytes())
