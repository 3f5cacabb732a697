# SPDX-License-Identifier: GPL-2.0
"""Run cells: several guests at once, stored results taken over, a clean end on Ctrl-C."""

import concurrent.futures
import shutil
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from lab import guest
from lab.errors import EXIT_USAGE, Cancelled, LabError

from . import metrics, rawfiles, series
from .errors import CellError
from .results import cell_result, read_cell, write_json

# A guest may take this many host seconds for each simulated second, and this many more to set up, before it counts as
# hung; the slowest vehicle needs about a tenth of it on an idle machine.
HOST_S_PER_SIMULATED_S = 30
SETUP_S = 120


@dataclass
class Sweep:
    """One run over some cells of one experiment.

    out is the results directory; axes name the parameters that tell the cells apart; source_commit goes into env.
    """

    prepared: object
    vehicle: str
    axes: tuple
    out: Path
    source_commit: str | None
    progress: object
    simulated_s: float = 0.0
    measured: int = 0
    failures: list = field(default_factory=list)

    def run(self, cells: list, jobs: int) -> list:
        """Measure every cell that has no stored result yet, jobs at a time; returns all results in cell order.

        A cell that fails is told at once and the others go on, except when the guest refused its input: then all stop.
        Raises LabError for the first failure after the rest is done.
        """
        stored = [read_cell(self._path(cell)) for cell in cells]
        todo = [cell for cell, result in zip(cells, stored) if result is None]
        self.progress.skip(len(cells) - len(todo))
        started = time.monotonic()
        try:
            self._run_all(todo, jobs)
        finally:
            self.progress.close()
        self.real_s = time.monotonic() - started
        if self.failures:
            raise self.failures[0]
        return [self._refreshed(read_cell(self._path(cell))) for cell in cells]

    def label(self, params: dict) -> str:
        """A cell's swept parameters as text."""
        return " ".join(f"{name}={params[name]}" for name in self.axes) or "the only cell"

    def _path(self, cell):
        return self.out / "cells" / f"{cell.key}.json"

    def _refreshed(self, result):
        # The key vouches that this commit would measure the same, so every cell of a file names one commit.
        return {**result, "env": {**result["env"], "source_commit": self.source_commit}}

    def _run_all(self, cells, jobs):
        pool = concurrent.futures.ThreadPoolExecutor(max_workers=jobs)
        try:
            for future in concurrent.futures.as_completed([pool.submit(self._guarded, cell) for cell in cells]):
                failure = future.result()
                if failure is None:
                    continue
                self.failures.append(failure)
                if failure.exit_status == EXIT_USAGE:
                    raise failure
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            guest.cancel_all()
            raise
        finally:
            pool.shutdown(wait=True, cancel_futures=True)

    def _guarded(self, cell):
        label = self.label(cell.params)
        self.progress.start(label)
        try:
            figure = self._measure(cell)
        except Cancelled:
            return None
        except LabError as error:
            self.progress.finish(label, f"failed: {error}")
            return error
        self.progress.finish(label, figure)
        return None

    def _measure(self, cell):
        with tempfile.TemporaryDirectory(prefix="hwsim-ext-cell.") as scratch:
            dest = Path(scratch)
            outcome = self._boot(cell, dest)
            try:
                result = self._result(cell, outcome)
            except CellError as error:
                kept = self.out / "failed" / cell.key
                shutil.rmtree(kept, ignore_errors=True)
                shutil.copytree(dest, kept)
                raise CellError(f"{error} (kept in {kept})", error.exit_status) from None
            write_json(self._path(cell), result)
        self.simulated_s += outcome.virtual_s
        self.measured += 1
        return f"{result['metrics']['goodput_mbps']:.1f} Mb/s"

    def _boot(self, cell, dest):
        traffic_s = cell.params["warmup_s"] + cell.params["duration_s"]
        return guest.run_job(self.prepared, files=cell.files(), settings=cell.settings(),
                             topology=cell.params["topology"], dest=dest,
                             timeout_s=SETUP_S + HOST_S_PER_SIMULATED_S * traffic_s)

    def _result(self, cell, outcome):
        label = self.label(cell.params)
        if outcome.status != "ok":
            said = _last_line(outcome.out_dir / "topology.log")
            raise CellError(f"{label}: {outcome.reason}{': ' + said if said else ''}", outcome.exit_status)
        if outcome.exit_status != 0:
            said = _last_line(outcome.out_dir / "stderr") or "the cell failed without a word"
            raise CellError(f"{label}: {said}", outcome.exit_status)
        try:
            figures = metrics.compute(outcome.out_dir, cell.params, self.vehicle)
            over_time = series.compute(outcome.out_dir, cell.params)
            env = {"kernel": self.prepared.kernel_release, "vehicle": self.vehicle, "seed": cell.params["seed"],
                   "source_commit": self.source_commit, "versions": rawfiles.versions(outcome.out_dir / "versions")}
        except (metrics.RawError, OSError) as error:
            raise CellError(f"{label}: unusable raw file: {error}", 1) from None
        return cell_result(cell.params, figures, env, over_time)


def _last_line(path):
    """The last line a guest's tool left in a file, "" when it left none."""
    try:
        return path.read_text(encoding="utf-8", errors="replace").strip().rpartition("\n")[2]
    except FileNotFoundError:
        return ""
