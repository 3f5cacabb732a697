# SPDX-License-Identifier: GPL-2.0
"""Ways to boot a guest, one module each.

A vehicle module has
  kernel(name, progress)      the lab.kernels.Kernel of that name for this vehicle
  boot(kernel, image, job, timeout_s, dest) -> lab.outcome.Outcome
  shell(kernel, image, job, dest) -> Outcome, the terminal being the guest's console
"""

import importlib

from lab.errors import choices

NAMES = ("uml", "qemu", "vng")
DEFAULT = "uml"


def get(name):
    """The module of vehicle `name`."""
    if name not in NAMES:
        raise choices("vehicle", name, NAMES)
    return importlib.import_module(f"vehicles.{name}")
