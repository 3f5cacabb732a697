# SPDX-License-Identifier: GPL-2.0
"""testbed doctor: what is here, what is missing, and how to get it."""

import dataclasses
import glob
import json
import os
import re
import subprocess

from lab import cache, inventory, kernels, kvm
from lab.errors import LabError
from vehicles import uml

# program: (Debian package, what for)
_HOST_PROGRAMS = {
    "qemu-system-x86_64": ("qemu-system-x86", "vehicle qemu"),
    "setarch": ("util-linux", "vehicle uml"),
    "busybox": ("busybox-static", "guest image"),
    "depmod": ("kmod", "guest image"),
    "gcc": ("gcc", "builds"),
    "make": ("make", "builds"),
    "objcopy": ("binutils", "builds"),
    "flex": ("flex", "UML kernel"),
    "bison": ("bison", "UML kernel"),
    "bc": ("bc", "UML kernel"),
    "patch": ("patch", "UML kernel"),
    "pkg-config": ("pkg-config", "hwsimctl"),
    "xz": ("xz-utils", "UML kernel"),
}

# file pattern: (Debian package, what for)
_HOST_FILES = {
    "/usr/src/linux-source-6.1.tar.xz": ("linux-source-6.1", "UML kernel"),
    "/usr/include/libnl3/netlink/netlink.h": ("libnl-3-dev", "hwsimctl"),
    "/usr/include/libnl3/netlink/genl/genl.h": ("libnl-genl-3-dev", "hwsimctl"),
    "/usr/lib/python3/dist-packages/matplotlib/__init__.py": ("python3-matplotlib", "plots"),
}

# The same for what one command alone uses.
_OPTIONAL_FILES = {
    "/usr/lib/python3/dist-packages/scipy/__init__.py": ("python3-scipy", "testbed calibrate"),
}

# program: option that prints its version
_VERSIONS = {"qemu-system-x86_64": "--version", "gcc": "--version", "hostapd": "-v",
             "wpa_supplicant": "-v", "iperf3": "--version", "iw": "--version"}
_VERSION = re.compile(r"\d+(?:\.\d+)+")


@dataclasses.dataclass(frozen=True)
class Check:
    """One line of the doctor's report."""

    name: str
    ok: bool
    necessary: bool
    detail: str  # a version, a path, or what to do


def checks():
    """All checks, in the order of the report.  The one for KVM may take
    kvm.TRIAL_LIMIT_S seconds."""
    programs = {name: (package, "guest image") for name, package in inventory.PROGRAMS.items()}
    found = [_program(name, *entry) for name, entry in sorted((programs | _HOST_PROGRAMS).items())]
    found += [_file(pattern, *entry) for pattern, entry in _HOST_FILES.items()]
    found += [_optional_file(pattern, *entry) for pattern, entry in _OPTIONAL_FILES.items()]
    found += [_memory_folder(), _packaged_kernel(), _cached_kernels(), _kvm(), _virtme()]
    return found


def main(args):
    """Print the report; 1 when something necessary is missing."""
    found = checks()
    ok = all(check.ok or not check.necessary for check in found)
    if args.json:
        print(json.dumps({"ok": ok, "checks": [dataclasses.asdict(c) for c in found]}, indent=1))
    else:
        _print(found, ok)
    return 0 if ok else 1


def _print(found, ok):
    width = max(len(check.name) for check in found)
    for check in found:
        mark = "ok" if check.ok else "missing" if check.necessary else "no"
        print(f"{mark:7}  {check.name:{width}}  {check.detail}".rstrip())
    packages = sorted({check.detail.rpartition(" ")[2] for check in found
                       if check.necessary and not check.ok and "apt-get install" in check.detail})
    if packages:
        print(f"\napt-get install {' '.join(packages)}")
    print("\nEverything necessary is here." if ok else "\nSomething necessary is missing.")


def _install(package, purpose):
    return f"for {purpose}: apt-get install {package}"


def _program(name, package, purpose):
    path = inventory.which(name)
    if path is None:
        return Check(name, False, True, _install(package, purpose))
    option = _VERSIONS.get(name)
    return Check(name, True, True, version(path, option) if option else path)


def version(path, option):
    """The version a program tells about itself, else its path."""
    try:
        told = subprocess.run([path, option], stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, check=False, timeout=10)
    except (OSError, subprocess.TimeoutExpired):
        return path
    match = _VERSION.search(told.stdout + told.stderr)
    return match.group(0) if match else path


def _file(pattern, package, purpose):
    matching = sorted(glob.glob(pattern))
    detail = matching[-1] if matching else _install(package, purpose)
    return Check(package, bool(matching), True, detail)


def _optional_file(pattern, package, purpose):
    return dataclasses.replace(_file(pattern, package, purpose), necessary=False)


def _memory_folder():
    """UML keeps a guest's memory in a file there and runs code from it."""
    info = os.statvfs("/dev/shm")
    free_mb = info.f_bavail * info.f_frsize >> 20
    if info.f_flag & os.ST_NOEXEC:
        return Check("/dev/shm", False, True, "mounted noexec: mount -o remount,exec /dev/shm")
    return Check("/dev/shm", free_mb >= uml.MEMORY_MB, True,
                 f"{free_mb} MB free; each guest of vehicle uml takes up to {uml.MEMORY_MB} MB")


def _packaged_kernel():
    name = "kernel for vehicle qemu"
    try:
        return Check(name, True, True, kernels.packaged(kernels.DEFAULT).release)
    except LabError as error:
        return Check(name, False, True, str(error))


def _cached_kernels():
    folders = sorted((cache.root() / "kernels").glob("*/release"))
    releases = sorted({path.read_text(encoding="ascii").strip() for path in folders})
    detail = ", ".join(releases) or "none yet: scripts/build-kernel makes one when it is needed"
    return Check("kernels for vehicle uml", bool(releases), False, detail)


def _kvm():
    works, detail = kvm.trial()
    return Check("KVM", works, False, detail)


def _virtme():
    path = inventory.which("vng")
    if path is None:
        return Check("virtme-ng", False, False, "for vehicle vng: in Debian since trixie")
    return Check("virtme-ng", True, False, version(path, "--version"))
