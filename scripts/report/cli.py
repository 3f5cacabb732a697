# SPDX-License-Identifier: GPL-2.0
"""``testbed report``."""

import sys
from pathlib import Path

from experiment.errors import InputError
from experiment.results import read_results

from . import agreement, compare, render
from .sheet import Sheet


def add_report_arguments(parser) -> None:
    """The words of ``testbed report``."""
    parser.description = "Renders the results of one run again, or compares several runs."
    parser.add_argument("directories", metavar="DIR", type=Path, nargs="+",
                        help="results of one run: written anew; of several: compared with the first")
    parser.add_argument("--check", action="store_true",
                        help="exit status 1 when the run does not agree with its published table")
    parser.add_argument("--out", metavar="DIR", type=Path,
                        help="where to write (default: the run's own DIR; a comparison is only printed)")


def report(args) -> int:
    """Render one run again, or compare several; returns the exit status. Raises LabError."""
    documents = [read_results(directory) for directory in args.directories]
    if len(documents) == 1:
        directory = args.directories[0]
        out = args.out or (directory if directory.is_dir() else directory.parent)
        print(render.write_all(documents[0], out), end="")
        print(f"wrote {out}/table.md, plot.png, report.html", file=sys.stderr)
        return _checked(documents[0]) if args.check else 0
    if args.check:
        raise InputError("report: --check is about one run; leave it out or give one DIR")
    sheets = [Sheet(document) for document in documents]
    names = run_names(args.directories)
    text = compare.text(sheets, names)
    print(text, end="")
    if args.out:
        args.out.mkdir(parents=True, exist_ok=True)
        (args.out / "compare.md").write_text(text, encoding="utf-8")
        (args.out / "compare.html").write_text(compare.html(sheets, names), encoding="utf-8")
        print(f"wrote {args.out}/compare.md, compare.html", file=sys.stderr)
    return 0


def _checked(document):
    verdict = agreement.of_sheet(Sheet(document))
    if verdict is None:
        raise InputError("report: --check wants a run whose experiment has a [published] table")
    return 0 if verdict["holds"] else 1


def run_names(directories: list) -> list:
    """The shortest names that tell the directories apart: the last parts of their paths."""
    paths = [directory.resolve() for directory in directories]
    for count in range(1, max(len(path.parts) for path in paths)):
        names = ["/".join(path.parts[-count:]) for path in paths]
        if len(set(names)) == len(names):
            return names
    return [str(path) for path in directories]
