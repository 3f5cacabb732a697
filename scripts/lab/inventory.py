# SPDX-License-Identifier: GPL-2.0
"""What the guest image is made of: programs of the host and their libraries."""

import os
import re
import shutil
import subprocess

from lab.errors import LabError, missing_tool

# program: Debian package
PROGRAMS = {
    "bash": "bash",
    "bridge": "iproute2",
    "date": "coreutils",
    "ethtool": "ethtool",
    "hostapd": "hostapd",
    "hostapd_cli": "hostapd",
    "ip": "iproute2",
    "iperf3": "iperf3",
    "irtt": "irtt",
    "iw": "iw",
    "jq": "jq",
    "kmod": "kmod",
    "nstat": "iproute2",
    "ping": "iputils-ping",
    "setpriv": "util-linux",
    "sort": "coreutils",
    "ss": "iproute2",
    "stat": "coreutils",
    "stdbuf": "coreutils",
    "tc": "iproute2",
    "tcpdump": "tcpdump",
    "timeout": "coreutils",
    "trace-cmd": "trace-cmd",
    "unshare": "util-linux",
    "wpa_cli": "wpasupplicant",
    "wpa_supplicant": "wpasupplicant",
}

KMOD_NAMES = ("depmod", "insmod", "lsmod", "modinfo", "modprobe", "rmmod")

# Loaded by name at run time, so no program's headers mention them.
EXTRA_LIBRARIES = {"/usr/libexec/coreutils/libstdbuf.so": "coreutils"}

SYSTEM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"

_LIBRARY = re.compile(r"(?:=> )?(/\S+) \(0x")


def which(program):
    """Path of a program, also of one only root has on its PATH; None if absent."""
    return shutil.which(program, path=os.environ.get("PATH", "") + ":" + SYSTEM_PATH)


def require(program, package):
    """Path of a program, or the sentence that says what to install."""
    path = which(program)
    if path is None:
        raise missing_tool(program, package)
    return path


def busybox_applets(path):
    """Names of the applets a busybox has; it must not need libraries."""
    if libraries(path):
        raise LabError("busybox is not static: apt-get install busybox-static")
    listing = subprocess.run([path, "--list"], capture_output=True, text=True, check=True)
    return listing.stdout.split()


def programs():
    """[(name, host path)] of everything but busybox, all found."""
    return [(name, require(name, package)) for name, package in sorted(PROGRAMS.items())]


def libraries(*paths):
    """Sorted paths of the shared libraries that programs need, as the loader
    finds them; the loader itself is among them."""
    listing = subprocess.run(["ldd", *paths], capture_output=True, text=True, check=False,
                             env={"PATH": SYSTEM_PATH, "LC_ALL": "C"})
    return sorted(set(_LIBRARY.findall(listing.stdout)))


def stat_signature(paths):
    """Text that changes when one of the files was replaced or rewritten."""
    lines = []
    for path in paths:
        try:
            info = os.stat(path)
        except FileNotFoundError:
            lines.append(f"{path} is gone")
            continue
        lines.append(f"{path} {info.st_size} {info.st_mtime_ns} {info.st_ino}")
    return "\n".join(lines)
