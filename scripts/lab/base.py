# SPDX-License-Identifier: GPL-2.0
"""The big layer of the guest image: programs, libraries and a few /etc files.

Its key is the contents of all that goes in.  Hashing tens of megabytes at each
boot would be felt, so a memo remembers the key by the files' stat signature.
"""

import pathlib

from lab import cache, cpio, inventory

# Raised when the layout below changes.
_LAYOUT = "1"

_LINKS = {"/usr/bin": "../bin", "/usr/sbin": "../bin", "/sbin": "bin",
          "/usr/lib": "../lib", "/usr/lib64": "../lib64"}

_ETC = {
    "/etc/passwd": "root:x:0:0:root:/root:/bin/bash\n"
                   "tcpdump:x:100:100::/:/bin/false\n"
                   "nobody:x:65534:65534:nobody:/:/bin/false\n",
    "/etc/group": "root:x:0:\ntcpdump:x:100:\nnogroup:x:65534:\n",
    "/etc/hosts": "127.0.0.1 localhost\n::1 localhost\n",
    "/etc/nsswitch.conf": "passwd: files\ngroup: files\nhosts: files\n",
    "/etc/protocols": "ip 0 IP\nicmp 1 ICMP\ntcp 6 TCP\nudp 17 UDP\nipv6-icmp 58 IPv6-ICMP\n",
    "/etc/services": "domain 53/udp\nhttp 80/tcp\niperf3 5201/tcp\n",
    "/etc/hostname": "guest\n",
}


def layer():
    """Path of the base layer's archive."""
    programs = _programs()
    memo = "base-" + cache.key(_LAYOUT, inventory.stat_signature(sorted(programs.values())))
    known = cache.recall(memo)
    if known and known["signature"] == _signature(known["sources"]):
        return _build(known["layer"], known["sources"])
    sources = programs | _libraries(programs)
    name = cache.key(_LAYOUT, *(part for guest, host in sorted(sources.items())
                                for part in (guest, pathlib.Path(host).read_bytes())))
    path = _build(name, sources)
    cache.remember(memo, {"sources": sources, "signature": _signature(sources), "layer": name})
    return path


def _signature(sources):
    return cache.key(inventory.stat_signature(sorted(sources.values())))


def _programs():
    """{guest path: host path} of the programs."""
    programs = {f"/bin/{name}": host for name, host in inventory.programs()}
    programs["/bin/busybox"] = inventory.require("busybox", "busybox-static")
    programs.update({_unmerged(path): path for path in inventory.EXTRA_LIBRARIES})
    return programs


def _libraries(programs):
    """{guest path: host path} of the libraries that the programs load."""
    return {_unmerged(path): path for path in inventory.libraries(*programs.values())}


def _unmerged(path):
    """The image has /lib and links /usr/lib to it."""
    return path.removeprefix("/usr") if path.startswith("/usr/lib") else path


def _build(name, sources):
    return cache.entry("base", name, lambda folder: _write(folder, sources)) / "base.cpio"


def _write(folder, sources):
    archive = cpio.Archive()
    for path in ("/proc", "/sys", "/dev", "/run", "/tmp", "/root", "/var/run", "/etc"):
        archive.directory(path)
    archive.directory("/tmp", 0o1777)
    # The kernel opens the console for /init before anything is mounted.
    archive.chardev("/dev/console", 5, 1)
    archive.chardev("/dev/null", 1, 3, 0o666)
    for path, target in _LINKS.items():
        archive.symlink(path, target)
    for path, text in _ETC.items():
        archive.file(path, text.encode())
    for applet in inventory.busybox_applets(sources["/bin/busybox"]):
        archive.symlink(f"/bin/{applet}", "busybox")
    for name in inventory.KMOD_NAMES:
        archive.symlink(f"/bin/{name}", "kmod")
    for guest, host in sources.items():
        archive.file(guest, pathlib.Path(host).read_bytes(), 0o755)
    (folder / "base.cpio").write_bytes(archive.to_bytes())
