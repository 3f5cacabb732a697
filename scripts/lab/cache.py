# SPDX-License-Identifier: GPL-2.0
"""The cache: directories named by the hash of what made them, built once.

An entry appears by one rename and never changes afterwards, so readers need no
lock and a cache that can only be read still serves what it holds.
"""

import contextlib
import fcntl
import hashlib
import json
import os
import pathlib
import shutil
import tempfile
import time

from lab.errors import LabError

_KEPT_DAYS = 14


def root():
    """${XDG_CACHE_HOME:-~/.cache}/hwsim-ext, not necessarily existing."""
    base = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return pathlib.Path(base) / "hwsim-ext"


def writable(name):
    """The folder `name` of the cache, made if need be."""
    path = root() / name
    try:
        path.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise LabError(f"cannot make the cache folder {path} ({error.strerror}): "
                       "set XDG_CACHE_HOME to a folder you can write") from None
    return path


def key(*parts):
    """Hash of strings and bytes; the order and the borders of parts count."""
    digest = hashlib.sha256()
    for part in parts:
        data = part if isinstance(part, bytes) else str(part).encode()
        digest.update(len(data).to_bytes(8, "little"))
        digest.update(data)
    return digest.hexdigest()[:32]


def files_key(*paths):
    """Hash of the names, modes and contents of files and of all files in folders."""
    parts = []
    for path in sorted(paths):
        inside = [path] if path.is_file() else sorted(p for p in path.rglob("*") if p.is_file())
        for file in inside:
            if "__pycache__" not in file.parts:
                name = file.relative_to(path.parent)
                parts += [name, file.stat().st_mode & 0o111, file.read_bytes()]
    return key(*parts)


@contextlib.contextmanager
def locked(path):
    """Hold the lock file `path`; the kernel drops it when the holder dies."""
    with open(path, "w", encoding="ascii") as handle:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield


def entry(kind, name, build):
    """Path of entry `name` of `kind`; `build(folder)` fills it the first time.

    `build` gets a new empty folder.  When it raises, nothing is left behind.
    """
    final = root() / kind / name
    if final.is_dir():
        _mark_used(final)
        return final
    folder = writable(kind)
    with locked(folder / f".{name}.lock"):
        if final.is_dir():
            return final
        _prune(folder)
        partial = pathlib.Path(tempfile.mkdtemp(prefix=".partial-", dir=folder))
        try:
            build(partial)
            partial.chmod(0o755)
            partial.rename(final)
        except BaseException:
            shutil.rmtree(partial, ignore_errors=True)
            raise
        (folder / f".{name}.lock").unlink()
    return final


def _mark_used(path):
    """Entries that are in use stay; that nobody may write here costs nothing."""
    with contextlib.suppress(OSError):
        os.utime(path)


def _prune(folder):
    """Drop what nobody used for long, half-made entries of killed builds too."""
    oldest = time.time() - _KEPT_DAYS * 24 * 3600
    for path in folder.iterdir():
        with contextlib.suppress(OSError):
            if path.is_dir() and path.stat().st_mtime < oldest:
                shutil.rmtree(path)


def remember(name, value):
    """Keep a small JSON value under a name; losing it only costs time."""
    with contextlib.suppress(OSError, LabError):
        folder = writable("memo")
        descriptor, partial = tempfile.mkstemp(prefix=".partial-", dir=folder)
        with os.fdopen(descriptor, "w", encoding="utf-8") as handle:
            json.dump(value, handle)
        os.chmod(partial, 0o644)
        os.rename(partial, folder / name)


def recall(name):
    """The value kept under a name, None when there is none."""
    try:
        return json.loads((root() / "memo" / name).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return None
