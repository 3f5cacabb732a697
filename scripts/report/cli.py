# SPDX-License-Identifier: GPL-2.0
"""``testbed report`` and ``testbed export``."""

import sys
from pathlib import Path

from experiment.errors import InputError, one_of
from experiment.metrics import NUMBERS
from experiment.results import read_results
from experiment.results import text as json_text

from . import agreement, compare, flent, gate, render
from .sheet import Sheet


def add_report_arguments(parser) -> None:
    """The words of ``testbed report``."""
    parser.description = ("Renders the results of one run again, or compares several runs with the first, cell by "
                          "cell: figures, change in percent and, over several seeds, the p of a permutation test.")
    parser.epilog = ("Exit status 1: --check or a --fail-if found something. A change counts only when it is not "
                     "chance (one-sided p at most 0.05), or when the seeds are too few for any such p: give three or "
                     "more to each run.")
    parser.add_argument("directories", metavar="DIR", type=Path, nargs="+",
                        help="results of one run (a directory or a results.json): written anew; of several: compared "
                        "with the first")
    parser.add_argument("-j", "--json", action="store_true",
                        help="print JSON: one run's results.json, or the comparison with every metric")
    parser.add_argument("--check", action="store_true",
                        help="exit status 1 when the run does not agree with its published table")
    parser.add_argument("--metric", metavar="NAME", dest="metrics", action="append",
                        help=f"what to compare, can be repeated (default: {', '.join(compare.DEFAULT_METRICS)}, in "
                        "JSON all)")
    parser.add_argument("--fail-if", metavar="LIMIT", dest="limits", action="append", default=[],
                        help="exit status 1 when any cell's change against the first run breaks LIMIT: 'METRIC<-N%%' "
                        "or 'METRIC>N%%', as in 'goodput_mbps<-5%%'; can be repeated")
    parser.add_argument("--out", metavar="DIR", type=Path,
                        help="where to write (default: the run's own DIR; a comparison is only printed)")


def add_export_arguments(parser) -> None:
    """The words of ``testbed export``."""
    parser.description = ("Writes the cells of runs in the format of another program. flent: a .flent.gz per cell, for "
                          "flent(1) and flent-gui.")
    parser.add_argument("directories", metavar="DIR", type=Path, nargs="+",
                        help="results of a run (a directory or a results.json)")
    parser.add_argument("--format", choices=("flent",), default="flent", help="the format (default: %(default)s)")
    parser.add_argument("--out", metavar="DIR", type=Path, help="where to write (default: each run's DIR/flent)")


def export(args) -> int:
    """Write the cells of runs for another program; returns the exit status. Raises LabError."""
    for directory in args.directories:
        home = directory if directory.is_dir() else directory.parent
        for path in flent.write(Sheet(read_results(directory)), args.out or home / args.format):
            print(path)
    return 0


def report(args) -> int:
    """Render one run again, or compare several; returns the exit status. Raises LabError."""
    limits = [gate.parse(text) for text in args.limits]
    for metric in args.metrics or []:
        if metric not in NUMBERS:
            raise InputError(f"--metric: {metric!r} is not known; use {one_of(NUMBERS)}")
    documents = [read_results(directory) for directory in args.directories]
    if len(documents) == 1:
        if args.metrics or limits:
            raise InputError("report: --metric and --fail-if compare runs; give at least two DIRs")
        return _one(args, documents[0])
    if args.check:
        raise InputError("report: --check is about one run; leave it out or give one DIR")
    return _several(args, [Sheet(document) for document in documents], limits)


def _one(args, document):
    directory = args.directories[0]
    out = args.out or (directory if directory.is_dir() else directory.parent)
    verdict = agreement.of_sheet(Sheet(document))
    if args.check and verdict is None:
        raise InputError("report: --check wants a run whose experiment has a [published] table")
    table = render.write_all(document, out)
    print((json_text({**document, "agreement": verdict}) if args.json else table).rstrip())
    print(f"wrote {out}/table.md, plot.png, report.html", file=sys.stderr)
    return 1 if args.check and not verdict["holds"] else 0


def _several(args, sheets, limits):
    names = run_names(args.directories)
    metrics = args.metrics or list(compare.DEFAULT_METRICS)
    text = compare.text(sheets, names, metrics)
    failed = gate.broken(sheets, names, limits)
    if args.json:
        found = compare.document(sheets, names, args.metrics or NUMBERS)
        print(json_text({**found, "failed": failed}).rstrip())
    else:
        print(text, end="")
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
        (args.out / "compare.md").write_text(text, encoding="utf-8")
        (args.out / "compare.html").write_text(compare.html(sheets, names, metrics), encoding="utf-8")
        print(f"wrote {args.out}/compare.md, compare.html", file=sys.stderr)
    for sentence in failed:
        print(f"failed: {sentence}", file=sys.stderr)
    return 1 if failed else 0


def run_names(directories: list) -> list:
    """The shortest names that tell the directories apart: the last parts of their paths."""
    paths = [directory.resolve() for directory in directories]
    paths = [path.parent if path.name == "results.json" else path for path in paths]
    for count in range(1, max(len(path.parts) for path in paths)):
        names = ["/".join(path.parts[-count:]) for path in paths]
        if len(set(names)) == len(names):
            return names
    return [str(path) for path in directories]
