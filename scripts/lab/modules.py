# SPDX-License-Identifier: GPL-2.0
"""The layer with kernel modules: the kernel's own that guests use, and ours."""

import fnmatch
import os
import pathlib
import shutil
import subprocess

from lab import cache, cpio, inventory
from lab.errors import BuildError
from lab.process import run

SOURCE = pathlib.Path(__file__).resolve().parents[2] / "hwsim-ext"

# Raised when the layout below changes.
_LAYOUT = "2"

# Which modules of a packaged kernel go into the guest, as paths below kernel/;
# what these need comes along.
_WANTED = (
    "net/wireless/*", "net/mac80211/*", "drivers/net/wireless/*mac80211_hwsim*",
    "net/sched/*", "net/ipv4/tcp_*", "net/ipv4/*_diag*", "net/netlink/*_diag*",
    "net/packet/*_diag*", "net/unix/*_diag*", "net/bridge/bridge.ko", "net/8021q/*",
    "drivers/net/veth.ko", "drivers/net/dummy.ko", "drivers/net/tun.ko", "drivers/net/ifb.ko",
    "crypto/ccm.ko", "crypto/gcm.ko", "crypto/cmac.ko", "crypto/ctr.ko", "crypto/arc4.ko",
    "crypto/ghash-generic.ko", "crypto/michael_mic.ko", "crypto/aes_generic.ko",
    "crypto/ecb.ko", "crypto/sha256_generic.ko", "lib/crypto/*",
    "drivers/virtio/virtio_pci*", "drivers/block/virtio_blk.ko",
)

_INDEX_FILES = ("modules.order", "modules.builtin", "modules.builtin.modinfo")


def layer(kernel):
    """Path of the archive with the modules for `kernel`."""
    module = built_module(kernel)
    name = cache.key(_LAYOUT, kernel.id, *_WANTED, module.read_bytes())
    folder = cache.entry("modules", name, lambda folder: _write(folder, kernel, module))
    return folder / "modules.cpio"


def built_module(kernel):
    """Path of hwsim_ext.ko for `kernel`, without debug information."""
    sources = [path for path in SOURCE.iterdir() if path.name != "tools"]
    name = cache.key(_LAYOUT, cache.files_key(*sources), kernel.id)
    return cache.entry("module", name, lambda folder: _compile(folder, kernel)) / "hwsim_ext.ko"


def _compile(folder, kernel):
    objects = folder / "build"
    # The same bytes wherever they are built: warnings carry the names of files.
    make = ["make", "-C", str(SOURCE), f"KDIR={kernel.build}", f"OUT={objects}",
            f"KCFLAGS=-ffile-prefix-map={objects}/=", "modules"]
    if kernel.arch == "um":
        make.append("ARCH=um")
    build(make, f"hwsim_ext for kernel {kernel.release}")
    strip = [inventory.require("objcopy", "binutils"), "--strip-debug",
             str(objects / "hwsim_ext.ko"), str(folder / "hwsim_ext.ko")]
    subprocess.run(strip, check=True)
    shutil.rmtree(objects)


def build(command, what):
    """Run one build; on failure keep the log and name it."""
    inventory.require("make", "make")
    log = cache.writable("logs") / f"build-{os.getpid()}.log"
    try:
        with open(log, "wb") as handle:
            status = run(command, handle)
    except BaseException:
        log.unlink()
        raise
    if status:
        raise BuildError(f"{what} did not build: see {log}")
    log.unlink()


def _write(folder, kernel, module):
    """Lay the modules out as the kernel's tools want them, index and pack."""
    stage = folder / "stage" / "lib/modules" / kernel.release
    for path in _selection(kernel):
        _copy(kernel.modules / path, stage / "kernel" / path)
    _copy(module, stage / "extra/hwsim_ext.ko")
    for name in _INDEX_FILES:
        if (kernel.modules.parent / name).exists():
            _copy(kernel.modules.parent / name, stage / name)
    depmod = inventory.require("depmod", "kmod")
    subprocess.run([depmod, "-b", str(folder / "stage"), kernel.release],
                   check=True, capture_output=True)

    archive = cpio.Archive()
    for path in sorted(p for p in stage.rglob("*") if p.is_file()):
        archive.file(f"/lib/modules/{kernel.release}/{path.relative_to(stage)}", path.read_bytes())
    archive.symlink(f"/lib/hwx/modules/{kernel.release}/hwsim_ext.ko",
                    f"/lib/modules/{kernel.release}/extra/hwsim_ext.ko")
    (folder / "modules.cpio").write_bytes(archive.to_bytes())
    shutil.rmtree(folder / "stage")


def _selection(kernel):
    """Sorted paths, relative to kernel.modules, of the kernel's modules to take."""
    if not (kernel.modules.parent / "modules.dep").exists():
        return sorted(p.relative_to(kernel.modules) for p in kernel.modules.rglob("*.ko"))
    needs = _dependencies(kernel)
    taken = {path for path in needs if any(fnmatch.fnmatch(path, want) for want in _WANTED)}
    for path in list(taken):
        taken.update(needs[path])
    return sorted(map(pathlib.Path, taken))


def _dependencies(kernel):
    """{module: [modules it needs]} with paths below kernel/."""
    needs = {}
    listing = (kernel.modules.parent / "modules.dep").read_text(encoding="utf-8")
    for line in listing.splitlines():
        module, _, others = line.partition(":")
        needs[module.removeprefix("kernel/")] = [o.removeprefix("kernel/") for o in others.split()]
    return {m: [o for o in others if o in needs] for m, others in needs.items()}


def _copy(source, target):
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_bytes(source.read_bytes())
