# SPDX-License-Identifier: GPL-2.0
"""Cells: one combination of the swept values, and all that decides its outcome."""

import hashlib
import itertools
from dataclasses import dataclass
from pathlib import Path

from . import keys
from .results import canonical
from .spec import Experiment

GUEST_SCRIPT = Path(__file__).with_name("guest-cell.sh")


@dataclass(frozen=True)
class Cell:
    """One cell: its parameters, and its key, a hash of everything that its figures depend on."""

    params: dict
    key: str

    def settings(self) -> dict:
        """What the topology reads: names and texts."""
        return {name: str(value) for name, value in self.params.items()
                if name != "topology" and not keys.is_traffic(name)}

    def files(self) -> dict:
        """The guest job's files (lab.guest.run_job)."""
        traffic = "".join(f"{name}={value}\n" for name, value in self.params.items() if keys.is_traffic(name))
        return {"run": GUEST_SCRIPT.read_bytes(), "traffic": traffic.encode()}


def expand(experiment: Experiment, prepared, vehicle: str) -> list:
    """All cells in sweep order, the last axis fastest.

    prepared is lab.guest's (kernel_id and image_id are hashes of contents), so a changed kernel, module, topology or
    cell script gives other keys and stored results of the old ones are not taken for new ones.
    """
    axes = [[(name, value) for value in values] for name, values in experiment.axes.items()]
    return [_cell(experiment, dict(point), prepared, vehicle) for point in itertools.product(*axes)]


def _cell(experiment, point, prepared, vehicle):
    params = {"topology": experiment.topology, **dict(sorted({**experiment.fixed, **point}.items()))}
    inputs = {"params": params, "vehicle": vehicle, "kernel": prepared.kernel_id, "image": prepared.image_id,
              "script": hashlib.sha256(GUEST_SCRIPT.read_bytes()).hexdigest()}
    return Cell(params, hashlib.sha256(canonical(inputs)).hexdigest())
