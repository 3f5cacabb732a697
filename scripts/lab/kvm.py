# SPDX-License-Identifier: GPL-2.0
"""Does KVM work here?  Only a guest that came up proves it.

/dev/kvm can exist, open and create a machine, and still never run a guest.
"""

import os
import pathlib
import subprocess

from lab import cache, cpio, inventory, kernels, process, supervise
from lab.errors import LabError

# A guest of this kernel is up within two seconds when KVM works.
TRIAL_LIMIT_S = 10

_INIT = b"#!/bin/busybox sh\necho up >/dev/ttyS1\nexec /bin/busybox poweroff -f\n"


def works():
    """Whether KVM works, asked once for each start of the host."""
    boot_id = pathlib.Path("/proc/sys/kernel/random/boot_id").read_text(encoding="ascii").strip()
    name = f"kvm-{boot_id}-{os.getuid()}"
    known = cache.recall(name)
    if known is None:
        known = trial()[0]
        cache.remember(name, known)
    return known


def trial():
    """(works, sentence) after at most TRIAL_LIMIT_S seconds."""
    refusal = _refusal("/dev/kvm")
    if refusal:
        return False, refusal
    try:
        vmlinux = kernels.unpacked_image(kernels.packaged(kernels.DEFAULT))
        qemu = inventory.require("qemu-system-x86_64", "qemu-system-x86")
        busybox = inventory.require("busybox", "busybox-static")
    except LabError as error:
        return False, f"no trial boot: {error}"
    with supervise.workdir() as folder:
        (folder / "guest.cpio").write_bytes(_initramfs(busybox))
        return _boot(_command(qemu, vmlinux), folder)


def _refusal(node):
    """Why a device node cannot be used, None when it can."""
    if not os.path.exists(node):
        return f"{node} does not exist"
    if not os.access(node, os.R_OK | os.W_OK):
        return f"{node} cannot be opened: add the user to the group kvm"
    return None


def _initramfs(busybox):
    archive = cpio.Archive()
    archive.file("/init", _INIT, 0o755)
    archive.file("/bin/busybox", pathlib.Path(busybox).read_bytes(), 0o755)
    archive.chardev("/dev/console", 5, 1)
    archive.chardev("/dev/ttyS1", 4, 65)
    return archive.to_bytes()


def _command(qemu, vmlinux):
    return [qemu, "-accel", "kvm", "-machine", "pc", "-cpu", "qemu64", "-m", "256",
            "-nodefaults", "-no-user-config", "-display", "none", "-no-reboot",
            "-kernel", str(vmlinux), "-initrd", "guest.cpio", "-append", "console=ttyS0 panic=-1",
            "-serial", "null", "-serial", "file:channel"]


def _boot(argv, folder):
    deadline_s = process.now_s() + TRIAL_LIMIT_S
    with open(folder / "log", "wb") as log, \
            process.Group(argv, cwd=folder, stdin=subprocess.DEVNULL, stdout=log,
                          stderr=log) as group:
        status = group.wait(lambda: process.now_s() > deadline_s)
    channel = folder / "channel"
    if channel.exists() and b"up" in channel.read_bytes():
        return True, "a trial guest came up"
    if status < 0:
        return False, f"/dev/kvm is there but a trial guest did not come up in {TRIAL_LIMIT_S} s"
    said = (folder / "log").read_text(encoding="utf-8", errors="replace").splitlines()
    return False, f"a trial guest did not start: {said[-1] if said else 'QEMU gave up'}"
