# SPDX-License-Identifier: GPL-2.0
"""QEMU counting instructions: one instruction is one nanosecond on one CPU.

The guest's time is a function of what it executes, never of the host, so two
runs are the same to the byte, and CPU work costs time as it does in reality.
"""

from lab import inventory, kernels, supervise

_MEMORY_MB = 1024
# The disk that takes the results is sparse; this is only its upper bound.
_RESULTS_BYTES = 4 << 30

# The same for every guest; what differs travels in the job.
_COMMAND_LINE = (
    # Without them the boot, and so every later moment, is not the same twice or
    # depends on the host's processor.
    "nokaslr norandmaps tsc=reliable mitigations=off "
    # RDRAND is QEMU's seeded generator: trusted, programs need not wait for it.
    "random.trust_cpu=on "
    # Calibrating the APIC timer takes 2.7 s of emulation, testing the ciphers 0.3 s.
    "nolapic_timer cryptomgr.notests "
    "console=ttyS0,115200 printk.time=1 oops=panic panic=-1 "
    "hwx_channel=/dev/ttyS1 hwx_results=/dev/vda"
)


def _command(image, *, console, log_words):
    return [
        inventory.require("qemu-system-x86_64", "qemu-system-x86"),
        "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
        "-machine", "pc", "-cpu", "qemu64,+rdrand", "-smp", "1", "-m", str(_MEMORY_MB),
        "-icount", "shift=0,sleep=off,align=off",
        "-rtc", "base=2020-01-01T00:00:00,clock=vm", "-seed", "1",
        "-kernel", str(image), "-initrd", "guest.cpio",
        "-append", f"{_COMMAND_LINE} {log_words}",
        "-serial", console, "-serial", "file:channel",
        "-drive", "file=results,format=raw,if=virtio,cache=unsafe",
    ]


def kernel(name, progress):
    """An installed kernel, unmodified, or the one built in a tree."""
    del progress  # nothing is built
    return kernels.packaged_or_tree(name)


def boot(kernel_used, image, job, timeout_s, dest):
    """Run one job; see lab.supervise.boot."""
    with supervise.workdir() as workdir:
        _lay_out(workdir, image, job)
        argv = _command(kernels.unpacked_image(kernel_used), console="stdio",
                        log_words="ignore_loglevel")
        return supervise.boot(argv, workdir, timeout_s, dest, workdir / "results")


def shell(kernel_used, image, job, dest):
    """Run an interactive job on this terminal; see lab.supervise.interactive."""
    with supervise.workdir() as workdir:
        _lay_out(workdir, image, job)
        argv = _command(kernels.unpacked_image(kernel_used), console="chardev:terminal",
                        log_words="loglevel=3")
        # Ctrl-C belongs to the guest.
        argv += ["-chardev", "stdio,id=terminal,signal=off"]
        return supervise.interactive(argv, workdir, dest, workdir / "results")


def _lay_out(workdir, image, job):
    image.write(workdir / "guest.cpio", job)
    with open(workdir / "results", "wb") as disk:
        disk.truncate(_RESULTS_BYTES)
