# SPDX-License-Identifier: GPL-2.0
"""The words of scripts/testbed and what they do."""

import contextlib
import pathlib
import shlex
import shutil
import sys
import tempfile
import time

import vehicles
from lab import arguments, cache, doctor, guest, params
from lab.errors import LabError

_KEPT_LOGS = 20


def main(argv=None):
    """Run one command line; returns the exit status."""
    argv = sys.argv[1:] if argv is None else argv
    # What follows -- is the guest's and is never looked into.
    split = argv.index("--") if "--" in argv else len(argv)
    own, command = argv[:split], argv[split + 1:]
    args = parser(own).parse_args(own)
    if args.main is run_exec and not command:
        raise LabError("exec needs a command: testbed exec [OPTION]... -- COMMAND [ARG]...")
    if args.main is not run_exec and split < len(argv):
        raise LabError("only exec takes a command after --")
    args.command = command
    return args.main(args)


def parser(argv):
    """The parser of a command line.  The parts that experiments and reports bring
    are loaded only for their own words, so that exec starts fast."""
    top = arguments.Parser(prog="testbed", description="Boots guests with emulated Wi-Fi and runs "
                 "commands and experiments in them.",
                 epilog="testbed COMMAND --help tells more.")
    words = top.add_subparsers(metavar="COMMAND", required=True, parser_class=arguments.Parser)
    lazy = set(argv[:1]) & {"run", "jobs", "report", "calibrate", "export"} or "--help" in argv[:1] or "-h" in argv[:1]

    run = words.add_parser("run", help="run an experiment and report it")
    run.set_defaults(main=lambda args: _experiment().run(args))
    execute = words.add_parser("exec", help="run one command in a guest")
    _add_exec_arguments(execute)
    execute.set_defaults(main=run_exec)
    shell = words.add_parser("shell", help="an interactive shell in a guest")
    _add_shell_arguments(shell)
    shell.set_defaults(main=run_shell)
    report = words.add_parser("report", help="render the results of a run again, or compare runs")
    report.set_defaults(main=lambda args: _report().report(args))
    jobs = words.add_parser("jobs", help="print an experiment as one command per line")
    jobs.set_defaults(main=lambda args: _experiment().jobs(args))
    calibrate = words.add_parser("calibrate", help="fit parameters to an experiment's published table")
    calibrate.set_defaults(main=lambda args: _calibrate().calibrate(args))
    export = words.add_parser("export", help="write results for another program (flent)")
    export.set_defaults(main=lambda args: _report().export(args))
    check = words.add_parser("doctor", help="say what is missing and how to get it",
                             description="Looks for everything that testbed uses; exit status 1 "
                             "when something necessary is missing.")
    check.add_argument("-j", "--json", action="store_true", help="print JSON")
    check.set_defaults(main=doctor.main)
    if lazy:
        _experiment().add_run_arguments(run)
        _experiment().add_jobs_arguments(jobs)
        _report().add_report_arguments(report)
        _report().add_export_arguments(export)
        _calibrate().add_calibrate_arguments(calibrate)
    return top


def _experiment():
    from experiment import cli
    return cli


def _report():
    from report import cli
    return cli


def _calibrate():
    from calibrate import cli
    return cli


def _add_exec_arguments(sub):
    sub.usage = ("testbed exec [--vehicle V] [--kernel K] [--topology T] [--set KEY=VALUE]... "
                 "[--timeout S] -- COMMAND [ARG]...")
    sub.description = ("Boots a guest, brings a topology up and runs COMMAND in it as root. "
                       "Its output and its exit status come through unchanged. Exit status 124: "
                       "it ran longer than the limit. 125: the guest did not come up, or crashed.")
    arguments.add_kernel(sub)
    arguments.add_topology(sub, "topology around the command")
    sub.add_argument("--timeout", metavar="S", type=arguments.seconds,
                     default=guest.DEFAULT_TIMEOUT_S,
                     help="limit in whole seconds for topology and command, by the guest's "
                     "clock and by the host's (default: %(default)s)")


def _add_shell_arguments(sub):
    sub.usage = "testbed shell [--vehicle V] [--kernel K] [--topology T] [--set KEY=VALUE]..."
    sub.description = ("Boots a guest, brings a topology up and gives you a root shell in it. "
                       "Its exit status is the shell's.")
    arguments.add_kernel(sub)
    arguments.add_topology(sub, "topology around the shell")


def _prepare(args):
    """(prepared, settings, topology name or None) of exec's and shell's arguments."""
    name = None if args.topology == "none" else args.topology
    settings = params.check_settings(params.parse_assignments(args.settings), name)
    vehicles.get(args.vehicle)
    return guest.prepare(args.vehicle, args.kernel), settings, name


def run_exec(args):
    """testbed exec"""
    prepared, settings, name = _prepare(args)
    script = f"#!/bin/bash\ncd / && exec {shlex.join(args.command)}\n".encode()
    with _folder() as dest:
        outcome = guest.run_job(prepared, {"run": script}, settings, name, args.timeout, dest=dest)
        _copy_out(outcome.out_dir / "stdout", sys.stdout.buffer)
        _copy_out(outcome.out_dir / "stderr", sys.stderr.buffer)
        return _finish(outcome)


def run_shell(args):
    """testbed shell"""
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise LabError("shell needs a terminal: use exec for scripts")
    prepared, settings, name = _prepare(args)
    script = b"#!/bin/bash\ncd /root && exec /bin/bash\n"
    with _folder() as dest:
        return _finish(guest.run_shell(prepared, {"run": script}, settings, name, dest=dest))


@contextlib.contextmanager
def _folder():
    with tempfile.TemporaryDirectory(prefix="hwx-exec-") as folder:
        yield pathlib.Path(folder)


def _finish(outcome):
    """The exit status of an outcome, explained on stderr when the guest failed."""
    if outcome.status != "ok":
        _explain(outcome)
    return outcome.exit_status


def _copy_out(path, stream):
    if path.exists():
        with open(path, "rb") as source:
            shutil.copyfileobj(source, stream)
        stream.flush()


def _explain(outcome):
    """Say on stderr what became of the guest and keep its log for the user."""
    _copy_out(outcome.out_dir / "topology.log", sys.stderr.buffer)
    print(f"testbed: {outcome.reason}; kernel log: {_keep_log(outcome.console_log)}",
          file=sys.stderr)


def _keep_log(console_log):
    folder = cache.writable("logs")
    stamp = time.strftime("%Y%m%d-%H%M%S")
    handle, kept = tempfile.mkstemp(prefix=f"console-{stamp}-", suffix=".log", dir=folder)
    with open(handle, "wb") as target, open(console_log, "rb") as source:
        shutil.copyfileobj(source, target)
    for old in sorted(folder.glob("console-*.log"))[:-_KEPT_LOGS]:
        old.unlink(missing_ok=True)
    return kept
