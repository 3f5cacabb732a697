# SPDX-License-Identifier: GPL-2.0
"""The guest image: archives laid one after the other.

base     programs and libraries          rebuilt when one of them changes
modules  per kernel, with hwsim_ext.ko   rebuilt when the driver changes
repo     init, topologies, guest tests, hwsimctl: small, packed at each use
job      what differs between two guests of one image (see job_layer)

They are not compressed: a host copies 40 MB faster than it unpacks them, and an
emulated CPU much faster.
"""

import dataclasses
import pathlib
import posixpath
import shutil

from lab import base, cache, cpio, modules
from lab.errors import LabError

REPO = pathlib.Path(__file__).resolve().parents[2]
TOOLS = REPO / "hwsim-ext/tools"
_TOOLS = ("hwsimctl", "sockmon")

# guest folder: folder of the repository
_COPIED = {
    "/lib/hwx/guest": REPO / "scripts/guest",
    "/lib/hwx/topologies": REPO / "topologies",
    "/lib/hwx/tests": REPO / "tests/guest",
}


@dataclasses.dataclass(frozen=True)
class Image:
    """Everything of a guest's file system but the job."""

    layers: tuple  # paths of archives in the cache
    repo: bytes  # the archive of the repository's own files
    id: str

    def write(self, path, job=b""):
        """Write the initramfs with the archive `job` on top to `path`."""
        with open(path, "wb") as target:
            for layer in self.layers:
                with open(layer, "rb") as source:
                    shutil.copyfileobj(source, target, 1 << 20)
            target.write(self.repo)
            target.write(job)

    def write_parts(self, folder, job):
        """Write the archives, to be unpacked in the order of their names."""
        for number, layer in enumerate(self.layers):
            shutil.copyfile(layer, folder / f"{number}.cpio")
        (folder / "8.cpio").write_bytes(self.repo)
        (folder / "9.cpio").write_bytes(job)


def make(kernel):
    """The image for guests of `kernel`, its parts built where they are missing."""
    layers = (base.layer(), modules.layer(kernel))
    repo = _repo_layer()
    # A layer lies in a folder whose name is the hash of its contents.
    return Image(layers, repo, cache.key(*(layer.parent.name for layer in layers), repo))


def tools():
    """Paths of our own programs, built where they are missing."""
    name = cache.key(cache.files_key(TOOLS, *(REPO / "hwsim-ext" / part
                                              for part in ("core", "include"))))

    def compile_into(folder):
        modules.build(["make", "-C", str(TOOLS), f"OUT={folder}/build"], "hwsimctl")
        for program in _TOOLS:
            shutil.copy(folder / "build" / program, folder / program)
        shutil.rmtree(folder / "build")

    folder = cache.entry("tools", name, compile_into)
    return [folder / program for program in _TOOLS]


def _repo_layer():
    archive = cpio.Archive()
    for guest, folder in _COPIED.items():
        archive.directory(guest)
        for path in sorted(p for p in folder.rglob("*") if p.is_file()):
            mode = 0o755 if path.stat().st_mode & 0o100 else 0o644
            archive.file(f"{guest}/{path.relative_to(folder)}", path.read_bytes(), mode)
    archive.symlink("/init", "lib/hwx/guest/init")
    for program in tools():
        archive.file(f"/bin/{program.name}", program.read_bytes(), 0o755)
    return archive.to_bytes()


def job_layer(files, settings, topology, limit_s, interactive=False):
    """The archive with /job.

    files        {name: bytes}, relative names; "run" is what the guest executes
    settings     {key: value}, becomes /job/settings in the order given
    topology     name, or None for none
    limit_s      bound for the job in seconds of the guest's clock
    interactive  whether the job owns the console
    """
    if "run" not in files:
        raise LabError("a job needs a file named run")
    archive = cpio.Archive()
    archive.directory("/job/out")
    for name, data in files.items():
        if posixpath.isabs(name) or ".." in name.split("/"):
            raise LabError(f"'{name}' is not a name inside the job's folder")
        archive.file(f"/job/{name}", data, 0o755 if data.startswith(b"#!") else 0o644)
    lines = "".join(f"{key}={value}\n" for key, value in settings.items())
    archive.file("/job/settings", lines.encode())
    archive.file("/job/limit_s", f"{limit_s}\n".encode())
    if topology is not None:
        archive.file("/job/topology", f"{topology}\n".encode())
    if interactive:
        archive.file("/job/interactive", b"")
    return archive.to_bytes()
