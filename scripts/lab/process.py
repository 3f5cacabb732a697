# SPDX-License-Identifier: GPL-2.0
"""Child processes that never outlive us: started as a group, ended as a group."""

import contextlib
import os
import pathlib
import select
import signal
import subprocess
import sys
import termios
import threading
import time

from lab.errors import Cancelled

_POLL_S = 0.02
_PATIENCE_S = 10

_lock = threading.Lock()
_live = set()  # groups that cancel_all() must end; protected by _lock
_cancelled = threading.Event()


def _group_lives(group):
    """Whether the process group has a member that is more than a zombie."""
    for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            # pid (name) state parent group ...: a name may hold anything
            state, _, member_of = stat.read_text(errors="replace").rpartition(")")[2].split()[:3]
            if int(member_of) == group and state not in "ZX":
                return True
    return False


class Group:
    """A running command with all its descendants in one process group.

    The command also dies when we die without a chance to clean up, for
    `setpriv --pdeathsig` asks the kernel for that.
    """

    def __init__(self, argv, **popen):
        argv = ["setpriv", "--pdeathsig", "KILL", "--", *argv]
        with _lock:
            if _cancelled.is_set():
                raise Cancelled("stopped")
            self._process = subprocess.Popen(argv, start_new_session=True, **popen)
            _live.add(self)
        self._pidfd = os.pidfd_open(self._process.pid)

    def wait(self, watch, interval_s=_POLL_S):
        """Wait for the end; call `watch()` every `interval_s` meanwhile and end
        the group when it returns true.  Returns the exit status."""
        poller = select.poll()
        poller.register(self._pidfd, select.POLLIN)
        while not poller.poll(interval_s * 1000):
            if watch():
                self.kill()
        # Before the leader is collected its number cannot belong to others.
        self.kill()
        status = self._process.wait()
        self._see_off()
        if _cancelled.is_set():
            raise Cancelled("stopped")
        return status

    def kill(self):
        """End every process of the group now."""
        self._signal(signal.SIGKILL)

    def ask_to_end(self):
        """Let the group clean up after itself, for a few seconds at most."""
        if self._process.returncode is None:
            self._signal(signal.SIGTERM)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(_PATIENCE_S)

    def _see_off(self):
        """Wait until the killed descendants are gone: they die a little after the leader."""
        deadline_s = now_s() + _PATIENCE_S
        while _group_lives(self._process.pid) and now_s() < deadline_s:
            time.sleep(_POLL_S)

    def _signal(self, number):
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)

    def close(self):
        """End the group unless wait() has seen its end."""
        if self._process.returncode is None:
            self.kill()
            self._process.wait()
            self._see_off()
        os.close(self._pidfd)
        with _lock:
            _live.discard(self)

    def __enter__(self):
        return self

    def __exit__(self, *_exc):
        self.close()


def cancel_all():
    """End every live group; waiting threads raise Cancelled, new ones too."""
    with _lock:
        _cancelled.set()
        for group in _live:
            group.kill()


def run(argv, log, output=None):
    """Run a build step; returns its exit status.

    log     open file that takes what it says
    output  open file that takes its standard output instead of `log`
    """
    with Group(argv, stdin=subprocess.DEVNULL, stdout=output or log, stderr=log) as group:
        try:
            return group.wait(lambda: False)
        except BaseException:
            group.ask_to_end()
            raise


def run_in_foreground(argv, **popen):
    """Run a command that owns our terminal, so cannot be a group of its own.  When we
    are interrupted it is asked to end, which takes its descendants along."""
    terminal = termios.tcgetattr(sys.stdin)
    with subprocess.Popen(["setpriv", "--pdeathsig", "TERM", "--", *argv], **popen) as command:
        try:
            command.wait()
        except BaseException:
            command.terminate()
            with contextlib.suppress(subprocess.TimeoutExpired):
                command.wait(_PATIENCE_S)
            command.kill()
            raise
        finally:
            # A guest that was ended had no time to leave the terminal as it was.
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, terminal)


def now_s():
    """Seconds of the host's steady clock."""
    return time.monotonic()
