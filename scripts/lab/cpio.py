# SPDX-License-Identifier: GPL-2.0
"""A writer for initramfs archives (cpio "newc") with reproducible bytes.

Every entry belongs to root, has time 0 and an inode number by its order, so the
archive is a function of names, modes and contents.  Archives may be
concatenated: the kernel unpacks one after the other.
"""

import posixpath

DIRECTORY, REGULAR, SYMLINK, CHARDEV = 0o040000, 0o100000, 0o120000, 0o020000
_BLOCK = 512


class Archive:
    """Collects entries by absolute guest path; later entries replace earlier."""

    def __init__(self):
        self._entries = {}

    def directory(self, path, mode=0o755):
        self._put(path, DIRECTORY | mode, b"")

    def file(self, path, data, mode=0o644):
        self._put(path, REGULAR | mode, data)

    def symlink(self, path, target):
        self._put(path, SYMLINK | 0o777, target.encode())

    def chardev(self, path, major, minor, mode=0o600):
        self._put(path, CHARDEV | mode, b"", (major, minor))

    def _put(self, path, mode, data, device=(0, 0)):
        name = posixpath.normpath(path).lstrip("/")
        parent = posixpath.dirname(name)
        if parent and parent not in self._entries:
            self.directory(parent)
        self._entries[name] = (mode, data, device)

    def to_bytes(self):
        """The archive, padded to whole blocks."""
        chunks = []
        for inode, name in enumerate(sorted(self._entries), start=1):
            mode, data, device = self._entries[name]
            chunks += _record(name, inode, mode, data, device)
        chunks += _record("TRAILER!!!", 0, 0, b"", (0, 0))
        size = sum(map(len, chunks))
        chunks.append(bytes(-size % _BLOCK))
        return b"".join(chunks)


def _record(name, inode, mode, data, device):
    links = 2 if mode & 0o170000 == DIRECTORY else 1
    encoded = name.encode() + b"\0"
    fields = (inode, mode, 0, 0, links, 0, len(data), 0, 0, *device, len(encoded), 0)
    header = b"070701" + b"".join(b"%08X" % field for field in fields)
    head = header + encoded
    return [head, bytes(-len(head) % 4), data, bytes(-len(data) % 4)]
