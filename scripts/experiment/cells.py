# SPDX-License-Identifier: GPL-2.0
"""Cells: one combination of the swept values, and all that decides its outcome."""

import hashlib
import itertools
from dataclasses import dataclass, field
from pathlib import Path

from . import keys
from .results import canonical
from .spec import Experiment

_HERE = Path(__file__).parent
# What turns a booted guest into figures; a change of any of them makes other cells.
_MAKERS = ("guest-cell.sh", "metrics.py", "rawfiles.py", "series.py")


@dataclass(frozen=True)
class Cell:
    """One cell: its parameters, its key, a hash of everything that its figures depend on, and the guest's script."""

    params: dict
    key: str
    script: bytes = field(repr=False)

    def settings(self) -> dict:
        """What the topology reads: names and texts."""
        return {name: str(value) for name, value in self.params.items()
                if name != "topology" and not keys.is_traffic(name)}

    def files(self) -> dict:
        """The guest job's files (lab.guest.run_job)."""
        traffic = "".join(f"{name}={value}\n" for name, value in self.params.items() if keys.is_traffic(name))
        return {"run": self.script, "traffic": traffic.encode()}


def expand(experiment: Experiment, prepared, vehicle: str) -> list:
    """All cells in sweep order, the last axis fastest.

    prepared is lab.guest's (kernel_id and image_id are hashes of contents), so a changed kernel, module, topology or
    cell script gives other keys and stored results of the old ones are not taken for new ones.
    """
    makers = [(_HERE / name).read_bytes() for name in _MAKERS]
    fixed = {"vehicle": vehicle, "kernel": prepared.kernel_id, "image": prepared.image_id,
             "makers": [hashlib.sha256(content).hexdigest() for content in makers]}
    axes = [[(name, value) for value in values] for name, values in experiment.axes.items()]
    return [_cell(experiment, dict(point), fixed, makers[0]) for point in itertools.product(*axes)]


def _cell(experiment, point, fixed, script):
    params = {"topology": experiment.topology, **dict(sorted({**experiment.fixed, **point}.items()))}
    return Cell(params, hashlib.sha256(canonical({"params": params, **fixed})).hexdigest(), script)
