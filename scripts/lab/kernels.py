# SPDX-License-Identifier: GPL-2.0
"""Which kernel a guest runs: the packaged one, or one from scripts/build-kernel."""

import dataclasses
import lzma
import pathlib
import subprocess
import sys
import tempfile

from lab import cache, inventory
from lab.errors import BuildError, LabError, choices
from lab.process import run

SCRIPTS = pathlib.Path(__file__).resolve().parent.parent
DEFAULT = "6.1"
# Versions scripts/build-kernel takes from the distribution's source packages, plain
# and with every check of the kernel's own switched on.
BUILT = {"6.1": ("6.1",), "6.12": ("6.12",),
         "6.1-debug": ("6.1", "--debug"), "6.12-debug": ("6.12", "--debug")}

_XZ_MAGIC = b"\xfd7zXZ\0"


@dataclasses.dataclass(frozen=True)
class Kernel:
    """A kernel that can be booted and that modules can be built for."""

    release: str
    arch: str  # "um" or "x86_64"
    image: pathlib.Path
    build: pathlib.Path  # KDIR of an out-of-tree build
    modules: pathlib.Path  # holds the .ko files below it
    id: str  # changes with anything that makes it another kernel


def built(name, progress=sys.stderr):
    """The UML kernel `name`: one of BUILT, or a path to a tree."""
    if name in BUILT:
        folder = _remembered(["--version", *BUILT[name]], progress)
    elif pathlib.Path(name).is_dir():
        folder = _build(["--ksrc", str(pathlib.Path(name).resolve())], progress)
    else:
        raise _unknown(name, BUILT)
    return Kernel(release=(folder / "release").read_text(encoding="ascii").strip(), arch="um",
                  image=folder / "linux", build=folder / "build", modules=folder / "modules",
                  id=folder.name)


def _remembered(words, progress):
    """The folder build-kernel names.  It reads all of the kernel's source to know that
    nothing changed; as long as the files it reads look the same, its answer is too."""
    recipe = sorted(path for path in (SCRIPTS.parent / "kconfig").rglob("*") if path.is_file())
    inputs = [SCRIPTS / "build-kernel", *recipe, inventory.require("gcc", "gcc"),
              f"/usr/src/linux-source-{words[1]}.tar.xz"]
    memo = "kernel-" + cache.key(*words, inventory.stat_signature(inputs))
    known = cache.root() / "kernels" / str(cache.recall(memo))
    if (known / "release").exists():
        return known
    folder = _build(words, progress)
    cache.remember(memo, folder.name)
    return folder


def _build(words, progress):
    """Have scripts/build-kernel make or find a kernel; returns its folder."""
    cache.writable("kernels")
    with tempfile.TemporaryFile("w+", encoding="utf-8") as output:
        status = run([str(SCRIPTS / "build-kernel"), "--arch", "um", *words], progress, output)
        if status:
            raise BuildError("there is no kernel to boot", status)
        output.seek(0)
        return pathlib.Path(output.read().strip())


def packaged_releases():
    """Releases of installed Debian kernels, newest last."""
    found = [path.name.removeprefix("vmlinuz-") for path in pathlib.Path("/boot").glob("vmlinuz-*")]
    return sorted(found, key=_version_key)


def packaged(name):
    """The installed Debian kernel `name`: a version like 6.1, or a full release."""
    releases = packaged_releases()
    matching = [r for r in releases if r == name or r.startswith(f"{name}.")]
    if not matching and name == DEFAULT:
        raise LabError("no Debian kernel 6.1 is installed: "
                       "apt-get install linux-image-amd64 linux-headers-amd64")
    if not matching:
        raise _unknown(name, [DEFAULT, *releases])
    release = matching[-1]
    build = pathlib.Path("/lib/modules") / release / "build"
    if not (build / "Makefile").exists():
        raise LabError(f"the headers of kernel {release} are not installed: "
                       f"apt-get install linux-headers-{release}")
    image = pathlib.Path("/boot") / f"vmlinuz-{release}"
    info = image.stat()
    return Kernel(release=release, arch="x86_64", image=image, build=build,
                  modules=pathlib.Path("/lib/modules") / release / "kernel",
                  id=cache.key(release, info.st_size, info.st_mtime_ns))


def tree(path):
    """The x86_64 kernel that was built in the tree `path`."""
    path = pathlib.Path(path).resolve()
    image = path / "arch/x86/boot/bzImage"
    for made in (image, path / "Module.symvers", path / "include/config/kernel.release"):
        if not made.exists():
            raise LabError(f"the kernel tree {path} is not built: {made.relative_to(path)} is "
                           "missing (make bzImage modules)")
    release = (path / "include/config/kernel.release").read_text(encoding="ascii").strip()
    info = image.stat()
    name = cache.key(path, release, info.st_size, info.st_mtime_ns)

    def install(folder):
        command = ["make", "-C", str(path), f"INSTALL_MOD_PATH={folder}", "INSTALL_MOD_STRIP=1",
                   "modules_install"]
        if run(command, subprocess.DEVNULL):
            raise BuildError(f"the modules of {path} cannot be installed")

    installed = cache.entry("tree", name, install)
    return Kernel(release=release, arch="x86_64", image=image, build=path,
                  modules=installed / "lib/modules" / release / "kernel", id=name)


def packaged_or_tree(name):
    """An installed kernel by version or release, or the one built in a tree."""
    return tree(name) if pathlib.Path(name).is_dir() else packaged(name)


def unpacked_image(kernel):
    """Path of the kernel's ELF image where a Debian kernel hides it behind xz.  An
    emulated CPU needs seconds to undo that at each boot; here it is undone once."""
    data = kernel.image.read_bytes()
    start = data.find(_XZ_MAGIC)
    if start < 0:
        return kernel.image

    def unpack(folder):
        (folder / "vmlinux").write_bytes(lzma.LZMADecompressor().decompress(data[start:]))

    return cache.entry("vmlinux", kernel.id, unpack) / "vmlinux"


def _version_key(release):
    return [int(part) if part.isdigit() else 0 for part in release.replace("-", ".").split(".")]


def _unknown(name, accepted):
    return choices("kernel", name, [*accepted, "a path to a kernel tree"])
