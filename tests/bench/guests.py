# SPDX-License-Identifier: GPL-2.0
"""Runs guests and reads what they left."""

import pathlib
import resource
import tempfile

import figures
from lab import guest
from lab.errors import LabError

HERE = pathlib.Path(__file__).resolve().parent
_FILES = ("crowd.sh", "flow.sh", "hwsim-pair.sh", "radios.sh")
# Far beyond what a guest takes on a busy machine; one that hangs must still end.
_LIMIT_S = 600


def run_flow(prepared, settings, *, warmup_s, duration_s, load_mbps, stock=False):
    """Run flow.sh; returns the Cost of its window and the guest's Outcome, whose files are gone.

    settings   of topology ap-sta; with stock=True there are none, the nodes are hwsim-pair.sh's
    load_mbps  what the sender offers, 0 for all it can
    Raises LabError when the guest or something in it failed.
    """
    up = "./hwsim-pair.sh up || exit\n" if stock else ""
    texts, outcome = _run(prepared, f"{up}./flow.sh {warmup_s} {duration_s} {load_mbps}\n", ("before", "after"),
                          settings, None if stock else "ap-sta")
    return _figure(lambda: figures.cost(*map(figures.read_snapshot, texts))), outcome


def run_in_crowd(prepared, settings, *, radios, warmup_s, duration_s, load_mbps, stock=False):
    """As run_flow, with so many radios on the channel; what they cost without the flow is not counted."""
    crowd = radios - 2
    up = f"HWX_CROWD={crowd} ./hwsim-pair.sh up || exit\n" if stock else ""
    texts, _ = _run(prepared, f"{up}./crowd.sh {0 if stock else crowd} || exit\n"
                    f"./flow.sh {warmup_s} {duration_s} {load_mbps} {duration_s}\n",
                    ("quiet", "quiet-after", "before", "after"), settings, None if stock else "ap-sta")
    return _figure(lambda: figures.cost_beyond(*map(figures.read_clock, texts[:2]),
                                               *map(figures.read_snapshot, texts[2:])))


def run_radios(prepared, radios, *, stock=False):
    """Run radios.sh; returns the seconds of the guest in which so many radios are made, brought up, taken away."""
    texts, _ = _run(prepared, f"./radios.sh {radios}{' stock' if stock else ''}\n", ("radios",), {}, None)
    return _figure(lambda: figures.read_moments(texts[0]))


def _run(prepared, script, names, settings, topology):
    """Run a script in a guest; returns the texts of these files that it left, and the Outcome."""
    files = {"run": f"#!/bin/bash\n{script}".encode(), **{name: (HERE / name).read_bytes() for name in _FILES}}
    with tempfile.TemporaryDirectory(prefix="hwx-bench-") as folder:
        outcome = guest.run_job(prepared, files, settings, topology, _LIMIT_S, dest=pathlib.Path(folder))
        if outcome.status != "ok" or outcome.exit_status:
            raise LabError(_complaint(outcome), outcome.exit_status)
        return [(outcome.out_dir / name).read_text(encoding="ascii") for name in names], outcome


def _figure(compute):
    """What it computes; figures that cannot be are an error of the guest."""
    try:
        return compute()
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
