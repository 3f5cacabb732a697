# SPDX-License-Identifier: GPL-2.0
"""``testbed run`` and ``testbed jobs``."""

import argparse
import os
import shlex
import subprocess
import sys
from pathlib import Path

import vehicles
from lab import guest, kernels
from lab.topology import is_whole_number
from report import agreement, render
from report.sheet import Sheet

from . import slurm, spec
from .cells import expand
from .errors import InputError
from .progress import Progress
from .results import SCHEMA, write_json
from .results import text as results_text
from .runner import Sweep

ROOT = Path(__file__).resolve().parents[2]


def add_run_arguments(parser) -> None:
    """The words of ``testbed run``."""
    parser.description = ("Runs every cell of an experiment in a guest of its own and reports the results. Cells that "
                          "DIR has already are not run again.")
    add_common_arguments(parser)
    add_parallel_argument(parser)
    parser.add_argument("--cells-only", action="store_true",
                        help="store the cells in DIR/cells and stop: no results.json, no report")
    parser.add_argument("-j", "--json", action="store_true", help="print results.json instead of the table")


def add_jobs_arguments(parser) -> None:
    """The words of ``testbed jobs``."""
    parser.description = ("Prints one command per cell of an experiment. Each runs anywhere the checkout and DIR are, "
                          "and writes one file; testbed run with the same words then merges them. A cell that DIR has "
                          "is not run again.")
    parser.epilog = ("testbed jobs NAME | parallel --jobs 2 (with --sshlogin HOST,... on several machines that share "
                     "the folders), or testbed jobs NAME --slurm | sbatch.")
    add_common_arguments(parser)
    parser.add_argument("--slurm", action="store_true", help="print a batch script with one array task per cell")


def add_common_arguments(parser, out: str = "results/NAME", seed: str = "1") -> None:
    """The words of every command that measures cells of an experiment; out is where they go by default, seed what is
    used when neither the words nor the experiment have one."""
    parser.add_argument("experiment", metavar="EXPERIMENT", help="a .toml file, or the name of one in experiments/")
    parser.add_argument("--vehicle", metavar="V", default=vehicles.DEFAULT,
                        help=f"how guests are booted: {', '.join(vehicles.NAMES)} (default: %(default)s)")
    parser.add_argument("--kernel", metavar="K", default=kernels.DEFAULT,
                        help="a version, the release of an installed kernel, or the path of a kernel tree "
                        "(default: %(default)s)")
    parser.add_argument("--seed", metavar="N", help="start of the media's random sequences, the same as --set seed=N "
                        f"(default: the experiment's, else {seed})")
    parser.add_argument("--out", metavar="DIR", type=Path, help=f"results directory (default: {out})")
    parser.add_argument("--set", metavar="KEY=VALUE", dest="settings", action="append", default=[],
                        help="override a parameter; VALUE,VALUE,... sweeps it; can be repeated")


def add_parallel_argument(parser) -> None:
    """--jobs"""
    parser.add_argument("--jobs", metavar="N", type=_positive, default=os.cpu_count() or 1,
                        help="guests at once (default: one per core)")


def _positive(text):
    if not is_whole_number(text, 1, 1024):
        raise argparse.ArgumentTypeError(f"'{text}' is not accepted: use a whole number in 1..1024")
    return int(text)


def run(args) -> int:
    """Run an experiment; returns the exit status. Raises LabError."""
    experiment = chosen_experiment(args)
    out = args.out or Path("results") / experiment.name
    if not args.cells_only:
        render.require()
    prepared = guest.prepare(vehicle=args.vehicle, kernel=args.kernel, progress=sys.stderr)
    cells = expand(experiment, prepared, args.vehicle)
    sweep = Sweep(prepared, args.vehicle, tuple(experiment.axes), out, source_commit(),
                  Progress(sys.stderr, len(cells)))
    results = sweep.run(cells, args.jobs)
    if args.cells_only:
        return 0
    document = _document(experiment, results)
    document["agreement"] = agreement.of_sheet(Sheet(document))
    write_json(out / "results.json", document)
    write_json(out / "run.json", _run_facts(sweep, len(cells), args.jobs))
    table = render.write_all(document, out)
    print((results_text(document) if args.json else table).rstrip())
    print(f"wrote {out}/results.json, table.md, plot.png, report.html", file=sys.stderr)
    return 0


def jobs(args) -> int:
    """Print one self-contained command per cell; each writes one file in DIR/cells. Raises LabError."""
    experiment = chosen_experiment(args)
    out = (args.out or Path("results") / experiment.name).resolve()
    prepared = guest.prepare(vehicle=args.vehicle, kernel=args.kernel, progress=sys.stderr)
    commands = [_command(args, experiment, out, cell) for cell in expand(experiment, prepared, args.vehicle)]
    print(slurm.script(experiment.name, commands, out) if args.slurm else "\n".join(commands))
    return 0


def _command(args, experiment, out, cell):
    words = [str(ROOT / "scripts" / "testbed"), "run", str(experiment.path.resolve()), "--vehicle", args.vehicle,
             "--kernel", args.kernel, "--jobs", "1", "--out", str(out), "--cells-only"]
    for key in dict.fromkeys([*experiment.axes, *dict(_overrides(args))]):
        words += ["--set", f"{key}={cell.params[key]}"]
    return shlex.join(words)


def chosen_experiment(args):
    """The experiment that the words name, with their settings applied. Raises LabError."""
    return spec.load(spec.find(args.experiment)).override(_overrides(args))


def _overrides(args):
    pairs = [("seed", args.seed)] if args.seed is not None else []
    for word in args.settings:
        key, equals, value = word.partition("=")
        if not equals or not key:
            raise InputError(f"--set: {word!r} is not accepted; use KEY=VALUE")
        pairs.append((key, value))
    return pairs


def sets_seed(args) -> bool:
    """Whether the words give the seed."""
    return "seed" in dict(_overrides(args))


def _document(experiment, results):
    return {
        "schema": SCHEMA,
        "experiment": experiment.name,
        "title": experiment.title,
        "description": experiment.description,
        "axes": experiment.axes,
        "published": experiment.published and experiment.published.document(results),
        "cells": results,
    }


def _run_facts(sweep, count, jobs_at_once):
    """What depends on the host and on the clock on the wall: in a file of its own, so that results.json does not."""
    return {"cells_measured": sweep.measured, "cells_reused": count - sweep.measured, "jobs": jobs_at_once,
            "real_s": round(sweep.real_s, 1), "simulated_s": round(sweep.simulated_s, 1)}


def source_commit():
    """The checkout's commit, with "-modified" when tracked files differ from it; None outside a git checkout."""
    commit = _git("rev-parse", "HEAD")
    if commit and _git("status", "--porcelain", "--untracked-files=no"):
        commit += "-modified"
    return commit


def _git(*words):
    try:
        done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return None
    return done.stdout.strip()
