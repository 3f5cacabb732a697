# SPDX-License-Identifier: GPL-2.0
"""What became of a guest, judged after it has ended."""

import dataclasses
import pathlib
import re
import tarfile

from lab.errors import EXIT_GUEST, EXIT_TIMEOUT, EXIT_USAGE

STATUSES = ("ok", "timeout", "crash", "no-boot")

# What the kernel says when it found a fault in itself.  A line of the kernel has
# its time stamp in front, so the same words from a program do not count.
_SPLATS = re.compile(
    r"^\[ *\d+\.\d+\](?:\[[^\]]*\])? *(?:"
    r"BUG:|kernel BUG at|WARNING:|Oops|Internal error|general protection fault|"
    r"Kernel panic|KASAN:|KFENCE:|KCSAN:|UBSAN:|kmemleak: \d+ new|ODEBUG:|refcount_t:|"
    r"INFO: (?:possible|suspicious|task \S+ blocked|rcu|lockdep|trying to register)|"
    r"(?:=+ )?possible (?:circular|recursive|irq|unsafe)|inconsistent lock state|"
    r"suspicious RCU usage|rcu: INFO:|rcu_\w+ (?:self-)?detected stall|"
    r"unregister_netdevice: waiting|Object .* leaked|.*\bleaked\b|"
    r"DEBUG_LOCKS_WARN_ON|list_(?:add|del) corruption|Slab corruption|"
    r"watchdog: BUG|sysrq: Trigger a crash|Unable to handle kernel)")


@dataclasses.dataclass
class Outcome:
    """Result of one guest; see the package's docstring for the fields."""

    status: str
    exit_status: int
    out_dir: pathlib.Path
    console_log: pathlib.Path
    reason: str = ""
    virtual_s: float | None = None
    real_s: float | None = None


@dataclasses.dataclass
class Verdict:
    """The lines of the verdict's channel."""

    up: bool = False
    job: bool = False
    rebooted: bool = False
    expired: bool = False
    exit_status: int | None = None
    virtual_s: float | None = None


def read_verdict(text):
    """Parse what the guest has said so far on its channel."""
    verdict = Verdict()
    # A last line without its end is still being written.
    for line in text.replace("\r", "").split("\n")[:-1]:
        word, *rest = line.split() or [""]
        if word == "up":
            verdict.rebooted = verdict.up
            verdict.up = True
        elif word == "job":
            verdict.job = True
        elif word == "expired":
            verdict.expired = True
        elif word == "end" and len(rest) == 3:
            verdict.exit_status = int(rest[0])
            verdict.virtual_s = round(float(rest[2]) - float(rest[1]), 2)
    return verdict


def first_splat(console_log):
    """The first line in which the kernel reports a fault of its own, or None."""
    try:
        text = console_log.read_text(encoding="utf-8", errors="replace")
    except FileNotFoundError:
        return None
    for line in text.splitlines():
        if _SPLATS.match(line):
            return line.strip()
    return None


def unpack(archive, out_dir):
    """Unpack the guest's results; only plain files and folders, only below
    `out_dir`.  The guest is not trusted to write wherever it names."""
    try:
        with tarfile.open(archive, "r:") as tar:
            for member in tar:
                name = pathlib.PurePosixPath(member.name)
                if name.is_absolute() or ".." in name.parts:
                    continue
                target = out_dir / name
                if member.isdir():
                    target.mkdir(parents=True, exist_ok=True)
                elif member.isfile():
                    target.parent.mkdir(parents=True, exist_ok=True)
                    with tar.extractfile(member) as source, open(target, "wb") as sink:
                        while chunk := source.read(1 << 20):
                            sink.write(chunk)
    except (tarfile.TarError, FileNotFoundError):
        return False
    return True


def judge(verdict, ended, archive, dest):
    """Make the Outcome of a guest that is gone.

    verdict   what it said
    ended     None, or why the host ended it: "timeout", "no-boot" or "stuck"
    archive   where its results are
    dest      folder for out/; console.log lies there already
    """
    out_dir, console = dest / "out", dest / "console.log"
    out_dir.mkdir()

    def outcome(status, exit_status, reason=""):
        return Outcome(status, exit_status, out_dir, console, reason, verdict.virtual_s)

    delivered = verdict.exit_status is not None and unpack(archive, out_dir)
    splat = first_splat(console)
    if splat:
        return outcome("crash", EXIT_GUEST, f"the guest's kernel reported: {splat}")
    if verdict.rebooted:
        return outcome("crash", EXIT_GUEST, "the guest restarted")
    if ended == "no-boot" or not verdict.job:
        return outcome("no-boot", EXIT_GUEST, "the guest did not come up")
    if ended == "timeout":
        return outcome("timeout", EXIT_TIMEOUT, "the job passed its limit in real time")
    if not delivered:
        return outcome("crash", EXIT_GUEST, "the guest ended without delivering results")
    if verdict.expired:
        return outcome("timeout", EXIT_TIMEOUT, "the job passed its limit in guest time")
    if ended:
        return outcome("crash", EXIT_GUEST, "the guest did not power off")
    failure = out_dir / "topology_status"
    if failure.exists():
        move, status = failure.read_text(encoding="ascii").split()
        bad_input = move == "up" and int(status) == EXIT_USAGE
        return outcome("no-boot", EXIT_USAGE if bad_input else EXIT_GUEST,
                       f"the topology did not come {move}")
    return outcome("ok", verdict.exit_status)
