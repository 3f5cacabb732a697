# SPDX-License-Identifier: GPL-2.0
"""Progress of a sweep on stderr: a bar below the finished cells on a terminal, plain lines elsewhere."""

import shutil
import threading
import time

BAR_WIDTH = 24


class Progress:
    """Counts cells and prints about finished ones, unless has_lines is false: then there is the bar only. Safe to call
    from several threads."""

    def __init__(self, stream, total: int, has_lines: bool = True):
        self._stream = stream
        self._has_lines = has_lines
        self._total = total
        self._done = 0
        self._running = {}
        self._started = time.monotonic()
        self._lock = threading.Lock()
        self._is_terminal = stream.isatty()

    def start(self, label: str) -> None:
        """A cell begins."""
        with self._lock:
            self._running[label] = time.monotonic()
            self._draw()

    def finish(self, label: str, figure: str) -> None:
        """A cell ended; figure is what to say about it."""
        with self._lock:
            took_s = time.monotonic() - self._running.pop(label, time.monotonic())
            self._done += 1
            width = len(str(self._total))
            self._print(f"[{self._done:{width}}/{self._total}] {label}: {figure} ({took_s:.1f} s)")

    def skip(self, count: int) -> None:
        """Some cells are done already, from an earlier run."""
        with self._lock:
            self._done += count
            if count:
                self._print(f"{count} of {self._total} cells are there from an earlier run")

    def close(self) -> None:
        """Remove the bar."""
        with self._lock:
            self._running.clear()
            self._erase()

    def _print(self, text):
        self._erase()
        if self._has_lines:
            print(text, file=self._stream, flush=True)
        self._draw()

    def _erase(self):
        if self._is_terminal:
            self._stream.write("\r\x1b[K")
            self._stream.flush()

    def _draw(self):
        if not self._is_terminal or not self._running:
            return
        full = BAR_WIDTH * self._done // self._total
        elapsed_s = time.monotonic() - self._started
        line = (f"[{'#' * full}{'.' * (BAR_WIDTH - full)}] {self._done}/{self._total} {elapsed_s:.0f} s, running: "
                + "; ".join(self._running))
        self._stream.write("\r\x1b[K" + line[:shutil.get_terminal_size().columns - 1])
        self._stream.flush()
