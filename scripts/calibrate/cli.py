# SPDX-License-Identifier: GPL-2.0
"""``testbed calibrate``."""

import sys
from pathlib import Path

from experiment import cli as experiment_cli
from experiment.errors import InputError
from experiment.results import text as json_text
from experiment.results import write_json
from lab import guest
from lab.topology import is_whole_number

from . import report, space
from .guests import Guests
from .identify import identify
from .search import Search, require

DEFAULT_BUDGET = 60
DEFAULT_SEEDS = "1,2,3"


def add_calibrate_arguments(parser) -> None:
    """The words of ``testbed calibrate``."""
    parser.description = ("Searches the values of parameters that bring an experiment nearest to its published table, "
                          "and says what the fit is worth. One evaluation measures every compared cell, over all "
                          "seeds. Cells that DIR has already are not run again, so an "
                          "interrupted search goes on when it is started with the same words.")
    experiment_cli.add_common_arguments(parser, "results/NAME-calibration", DEFAULT_SEEDS)
    parser.add_argument("--fit", metavar="KEY=LOW..HIGH", dest="fits", action="append", required=True,
                        help="a parameter to fit and its range, whole numbers; :log after it searches in powers; can "
                        "be repeated")
    parser.add_argument("--budget", metavar="N", type=int, default=DEFAULT_BUDGET,
                        help="evaluations to spend, those for the sensitivities included (default: %(default)s)")
    experiment_cli.add_parallel_argument(parser)
    parser.add_argument("-j", "--json", action="store_true", help="print calibration.json instead of the text")


def calibrate(args) -> int:
    """Fit and tell; returns the exit status. Raises LabError."""
    require()
    experiment = experiment_cli.chosen_experiment(args)
    if experiment.published is None:
        raise InputError(f"{experiment.path}: calibrate wants an experiment with a [published] table")
    if "seed" not in experiment.axes and not experiment_cli.sets_seed(args):
        experiment = experiment.override([("seed", DEFAULT_SEEDS)])
    dimensions = [space.parse(text, experiment) for text in args.fits]
    keys = [dimension.key for dimension in dimensions]
    if len(set(keys)) != len(keys):
        raise InputError("--fit: every parameter may be given once only")
    if not is_whole_number(str(args.budget), 1, 100000):
        raise InputError(f"--budget: {args.budget} is not accepted; use a whole number in 1..100000")
    search = Search(dimensions, None, args.budget, _teller(keys, args.budget))
    prepared = guest.prepare(vehicle=args.vehicle, kernel=args.kernel, progress=sys.stderr)
    out = args.out or Path("results") / f"{experiment.name}-calibration"
    search.evaluate = Guests(experiment, keys, prepared, args.vehicle, out, args.jobs, experiment_cli.source_commit())
    print(f"{args.budget} evaluations of {search.evaluate.cells_at_once} cells", file=sys.stderr)
    best = search.run()
    outcome = report.document(experiment, search, best, identify(search, best))
    write_json(out / "calibration.json", outcome)
    print((json_text(outcome) if args.json else report.text(outcome)).rstrip())
    print(f"wrote {out}/calibration.json", file=sys.stderr)
    return 0


def _teller(keys, budget):
    def tell(evaluation, number, best):
        settings = " ".join(f"{key}={value}" for key, value in zip(keys, evaluation.values))
        print(f"[{number:{len(str(budget))}}/{budget}] {settings}: error {evaluation.rms:.4f}, best {best.rms:.4f}",
              file=sys.stderr, flush=True)
    return tell
