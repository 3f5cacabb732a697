# SPDX-License-Identifier: GPL-2.0
"""results.json and the files of single cells: canonical JSON, digests, atomic writing, checked reading."""

import hashlib
import json
import os
import re
import tempfile
from pathlib import Path

from .errors import InputError

SCHEMA = 1


def canonical(value) -> bytes:
    """The one JSON spelling of a value: keys sorted, no spaces, ASCII, no NaN."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=True, allow_nan=False).encode()


def digest(params: dict, metrics: dict) -> str:
    """sha256 over the canonical JSON of what was asked and what was measured."""
    return hashlib.sha256(canonical({"params": params, "metrics": metrics})).hexdigest()


def series_digest(series) -> str:
    """sha256 over the canonical JSON of the time series."""
    return hashlib.sha256(canonical({"series": series})).hexdigest()


def cell_result(params: dict, metrics: dict, env: dict, series=None) -> dict:
    """One entry of ``cells``. The series have a digest of their own, so that the one of params and metrics stays what
    it was before there were any."""
    return {"params": params, "metrics": metrics, "env": env, "digest": digest(params, metrics), "series": series,
            "series_digest": series_digest(series)}


def is_sound(cell: dict) -> bool:
    """Whether a cell's digests fit; the one of the series may be missing."""
    return (cell.get("digest") == digest(cell.get("params"), cell.get("metrics"))
            and cell.get("series_digest", series_digest(cell.get("series"))) == series_digest(cell.get("series")))


def text(value) -> str:
    """Readable JSON: one key a line, an array of plain values on one line."""
    # A line break inside the brackets cannot be part of a JSON string.
    return re.sub(r'\[\n([^\[\]{}"]*?)\n *\]', lambda match: f"[{' '.join(match[1].split())}]",
                  json.dumps(value, indent=1, allow_nan=False)) + "\n"


def write_json(path: Path, value) -> None:
    """Write readable JSON so that a reader, or a crash, sees the old file or the new one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text(value))
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def read_cell(path: Path):
    """A stored cell, or None when there is none or its bytes are not what was written."""
    try:
        cell = json.loads(path.read_bytes())
        return cell if is_sound(cell) else None
    except (OSError, ValueError, AttributeError):
        return None


def read_results(directory: Path) -> dict:
    """The results.json of one finished run; raises InputError when it is not one."""
    path = directory / "results.json" if directory.is_dir() else directory
    try:
        document = json.loads(path.read_bytes())
    except OSError as error:
        raise InputError(f"report: cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        raise InputError(f"report: {path} is not JSON: {error}") from None
    if not isinstance(document, dict) or document.get("schema") != SCHEMA:
        raise InputError(f"report: {path} is not a results file of schema {SCHEMA}")
    for index, cell in enumerate(document.get("cells", [])):
        if not is_sound(cell):
            raise InputError(f"report: {path}: cell {index} was changed after it was measured (its digest differs)")
    return document
