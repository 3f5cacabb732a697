# SPDX-License-Identifier: GPL-2.0
"""Runs one flow in one guest and reads what it left."""

import pathlib
import resource
import tempfile

import figures
from lab import guest
from lab.errors import LabError

HERE = pathlib.Path(__file__).resolve().parent
_FILES = ("flow.sh", "hwsim-pair.sh")
# Far beyond what a guest takes on a busy machine; one that hangs must still end.
_LIMIT_S = 600


def run_flow(prepared, settings, *, warmup_s, duration_s, load_mbps, stock=False):
    """Run flow.sh; returns the Cost of its window and the guest's Outcome, whose files are gone.

    settings   of topology ap-sta; with stock=True there are none, the nodes are hwsim-pair.sh's
    load_mbps  what the sender offers, 0 for all it can
    Raises LabError when the guest or something in it failed.
    """
    up = "./hwsim-pair.sh up || exit\n" if stock else ""
    script = f"#!/bin/bash\n{up}./flow.sh {warmup_s} {duration_s} {load_mbps}\n"
    files = {"run": script.encode(), **{name: (HERE / name).read_bytes() for name in _FILES}}
    with tempfile.TemporaryDirectory(prefix="hwx-bench-") as folder:
        outcome = guest.run_job(prepared, files, settings, None if stock else "ap-sta", _LIMIT_S,
                                dest=pathlib.Path(folder))
        if outcome.status != "ok" or outcome.exit_status:
            raise LabError(_complaint(outcome), outcome.exit_status)
        try:
            snapshots = [figures.read_snapshot((outcome.out_dir / name).read_text(encoding="ascii"))
                         for name in ("before", "after")]
            return figures.cost(*snapshots), outcome
        except ValueError as error:
            raise LabError(str(error), 1) from None


def _complaint(outcome):
    """One sentence: what became of the guest, and the last its tools said."""
    reason = outcome.reason or f"the flow ended with status {outcome.exit_status}"
    for name in ("topology.log", "stderr"):
        path = outcome.out_dir / name
        said = path.read_text(encoding="utf-8", errors="replace").strip() if path.exists() else ""
        if said:
            return f"{reason}: {said.splitlines()[-1]}"
    return reason


def children_cpu_s():
    """CPU seconds that all ended child processes have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
