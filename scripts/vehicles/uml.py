# SPDX-License-Identifier: GPL-2.0
"""User Mode Linux with time travel: CPU work takes no time, idle time is skipped.

What makes two runs equal to the byte, each of it needed: a constant command line
(the kernel mixes its text into its random numbers, so paths are relative to a
private folder), no address randomisation on the host (`setarch -R`; the gap
before the heap changes the memory size), a fixed start of time, a seeded source
of randomness, and consoles that are files (a pipe would signal).
"""

from lab import inventory, kernels, supervise

MEMORY_MB = 1024

# The same for every guest; what differs travels in the job.
_COMMAND_LINE = (
    f"mem={MEMORY_MB}M", "initrd=guest.cpio", "hostfs=results", "uml_dir=.", "umid=guest",
    "time-travel=inf-cpu", "time-travel-start=1577836800000000000",
    "norandmaps", "noreboot", "con=null", "ssl=null", "oops=panic", "printk.time=1",
    "hwx_channel=/dev/tty1", "hwx_results=hostfs",
)
_CHANNEL = "con1=null,fd:3"


def kernel(name, progress):
    """A UML kernel, built when it is not in the cache."""
    return kernels.built(name, progress)


def boot(kernel_used, image, job, timeout_s, dest):
    """Run one job; see lab.supervise.boot."""
    with supervise.workdir() as workdir:
        _lay_out(workdir, image, job)
        argv = _command(kernel_used, "con0=null,fd:1", "ignore_loglevel")
        return supervise.boot(argv, workdir, timeout_s, dest, workdir / "results/out.tar")


def shell(kernel_used, image, job, dest):
    """Run an interactive job on this terminal; see lab.supervise.interactive."""
    with supervise.workdir() as workdir:
        _lay_out(workdir, image, job)
        argv = _command(kernel_used, "con0=fd:0,fd:1", "loglevel=3")
        return supervise.interactive(argv, workdir, dest, workdir / "results/out.tar")


def _command(kernel_used, console, log_words):
    # UML takes open files by number, and the number is part of the command line:
    # the shell gives the channel the same one each time. A panic dumps core.
    with_channel = ["bash", "-c", 'ulimit -c 0 && exec "$@" 3>channel', "uml"]
    return [*with_channel, inventory.require("setarch", "util-linux"), "-R",
            str(kernel_used.image), *_COMMAND_LINE, console, _CHANNEL, log_words]


def _lay_out(workdir, image, job):
    image.write(workdir / "guest.cpio", job)
    (workdir / "results").mkdir()
