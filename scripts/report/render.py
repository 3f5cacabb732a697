# SPDX-License-Identifier: GPL-2.0
"""All files of one run."""

from pathlib import Path

from . import page, plot, table
from .sheet import Sheet


def require() -> None:
    """Raise LabError now rather than after the sweep when a rendering lacks its tool."""
    plot.require()


def write_all(document: dict, directory: Path) -> str:
    """Write table.md, plot.png and report.html of a results document; returns the table's text."""
    sheet = Sheet(document)
    text = table.results(sheet)
    directory.mkdir(parents=True, exist_ok=True)
    (directory / "table.md").write_text(f"# {document['title']}\n\n{text}", encoding="utf-8")
    (directory / "report.html").write_text(page.results(sheet), encoding="utf-8")
    plot.write(sheet, directory / "plot.png")
    return text
