# SPDX-License-Identifier: GPL-2.0
"""How the tests call scripts/testbed: as a program, never as a library."""

import os
import pathlib
import subprocess
import sys

REPO = pathlib.Path(__file__).resolve().parents[2]
TESTBED = REPO / "scripts/testbed"
sys.path.insert(0, str(REPO / "scripts"))

# Far beyond what any of these guests takes; a test that hangs must still end.
LIMIT_S = 900


def testbed(*words, env=None, **options):
    """Run testbed with `words`; the CompletedProcess has bytes."""
    return subprocess.run([TESTBED, *words], stdin=subprocess.DEVNULL, capture_output=True,
                          env={**os.environ, **(env or {})}, timeout=LIMIT_S, check=False,
                          **options)


def in_guest(*command, options=("--topology", "none"), **others):
    """Run a command in a guest without a topology, unless `options` say otherwise."""
    return testbed("exec", *options, "--", *command, **others)


def in_shell(script, **others):
    """Run a bash script in a guest."""
    return in_guest("bash", "-c", script, **others)


def processes_in(folder):
    """Command lines of the processes whose working directory is below `folder`."""
    found = []
    for entry in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if os.readlink(entry / "cwd").startswith(str(folder)):
                found.append((entry / "cmdline").read_bytes())
        except OSError:
            continue
    return found
