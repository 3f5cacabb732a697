# SPDX-License-Identifier: GPL-2.0
"""What can go wrong, as exceptions that carry one sentence and an exit status."""

import signal
import sys

EXIT_USAGE = 2
EXIT_TIMEOUT = 124
EXIT_GUEST = 125
EXIT_INTERRUPTED = 130


class LabError(Exception):
    """One sentence for the user; `exit_status` is what the process ends with."""

    def __init__(self, message, exit_status=EXIT_USAGE):
        super().__init__(message)
        self.exit_status = exit_status


class BuildError(LabError):
    """Something of ours did not build; the sentence names the log."""

    def __init__(self, message, exit_status=1):
        super().__init__(message, exit_status)


class Cancelled(LabError):
    """The guest was stopped because the program is ending."""

    def __init__(self, message):
        super().__init__(message, EXIT_INTERRUPTED)


def missing_tool(tool, package):
    """The one wording for a tool that is not installed."""
    return LabError(f"{tool} is not installed: apt-get install {package}")


def choices(what, given, accepted):
    """A LabError that names a wrong word and the accepted ones."""
    return LabError(f"unknown {what} '{given}': use one of {', '.join(accepted)}")


def run_main(main, name="testbed"):
    """Run `main()` as program `name`: its int is the exit status, a LabError becomes
    one line on stderr; Ctrl-C, SIGTERM and a closed terminal end with 130.  Never a
    traceback."""
    _interrupt_on(signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
    try:
        return main()
    except LabError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return error.exit_status
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except BrokenPipeError:
        # The reader of our output went away; nothing is left to tell it.
        sys.stderr.close()
        return 1
    except OSError as error:
        print(f"{name}: {error.strerror}: {error.filename}" if error.filename
              else f"{name}: {error}", file=sys.stderr)
        return 1


def _interrupt_on(*numbers):
    """Turn the first of these signals into KeyboardInterrupt; later ones must not
    disturb the cleaning up.  A signal that our caller ignores stays ignored."""
    wanted = [number for number in numbers if signal.getsignal(number) != signal.SIG_IGN]

    def no_more(_signum, _frame):
        pass

    def interrupt(_signum, _frame):
        # Not SIG_IGN: Python complains about a signal that was on its way already.
        for number in wanted:
            signal.signal(number, no_more)
        raise KeyboardInterrupt

    for number in wanted:
        signal.signal(number, interrupt)
