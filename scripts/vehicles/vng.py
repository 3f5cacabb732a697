# SPDX-License-Identifier: GPL-2.0
"""virtme-ng, the habit of kernel developers: their kernel, our image in its RAM.

Functional checks only: time is the host's, nothing is the same twice.
"""

import os
import shlex
import shutil

from lab import inventory, kernels, kvm, supervise
from lab.errors import LabError

_STAGE = kernels.SCRIPTS / "guest/vng-stage"
# Without KVM the start of a whole host, udev and all, takes minutes on a busy machine.
_BOOT_LIMIT_S = 600
_MEMORY = "1G"
_CPUS = 2


def kernel(name, progress):
    """An installed kernel, or the one built in a tree."""
    del progress  # nothing is built
    if inventory.which("vng") is None:
        raise LabError("vng is not installed: apt-get install virtme-ng (in Debian since trixie)")
    return kernels.packaged_or_tree(name)


def boot(kernel_used, image, job, timeout_s, dest):
    """Run one job; see lab.supervise.boot."""
    with supervise.workdir() as workdir:
        argv = _command(kernel_used, workdir, image, job)
        # virtme-ng has the kernel's console on its standard error.
        merged = ["bash", "-c", 'exec "$@" 2>&1', "vng", *argv, "--verbose"]
        return supervise.boot(merged, workdir, timeout_s, dest, workdir / "out.tar",
                               _BOOT_LIMIT_S)


def shell(_kernel, _image, _job, _dest):
    """virtme-ng gives a command no terminal."""
    raise LabError("vehicle vng only runs commands: use uml or qemu for a shell")


def _command(kernel_used, workdir, image, job):
    image.write_parts(workdir, job)
    shutil.copy(_STAGE, workdir / "stage")
    accelerator = [] if kvm.works() else ["--disable-kvm"]
    return [inventory.require("vng", "virtme-ng"), "--run", str(kernel_used.image),
            "--user", "root", "--memory", _MEMORY, "--cpus", str(_CPUS), *accelerator,
            f"--rwdir={workdir}", "--append", "ignore_loglevel printk.time=1 oops=panic",
            "--exec", shlex.join(["sh", os.fspath(workdir / "stage"), os.fspath(workdir)])]
