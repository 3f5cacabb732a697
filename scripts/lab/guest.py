# SPDX-License-Identifier: GPL-2.0
"""Run a job in a guest: the one way from a script to an Outcome."""

import dataclasses
import sys

import vehicles
from lab import image, kernels, params, process

cancel_all = process.cancel_all

DEFAULT_TIMEOUT_S = 600
# A shell ends when its user leaves; this only keeps the job's form the same.
_SHELL_LIMIT_S = 30 * 24 * 3600


@dataclasses.dataclass(frozen=True)
class Prepared:
    """A vehicle with a kernel and an image, ready to boot any number of jobs."""

    vehicle: str
    kernel: kernels.Kernel
    image: image.Image

    @property
    def kernel_release(self):
        """The release as `uname -r` tells it in the guest."""
        return self.kernel.release

    @property
    def kernel_id(self):
        """Hash that changes with the kernel."""
        return self.kernel.id

    @property
    def image_id(self):
        """Hash of the contents of the guest's image."""
        return self.image.id


def prepare(vehicle=vehicles.DEFAULT, kernel=kernels.DEFAULT, progress=sys.stderr):
    """Build what is missing for guests of a vehicle and a kernel, by name.

    progress  open file that takes the builds' progress
    """
    kernel_used = vehicles.get(vehicle).kernel(kernel, progress)
    return Prepared(vehicle, kernel_used, image.make(kernel_used))


def run_job(prepared, files, settings=None, topology=None, timeout_s=DEFAULT_TIMEOUT_S, *, dest):
    """Boot one guest for one job and return its Outcome.

    prepared   from prepare()
    files      {name: bytes} for /job; "run" is executed
    settings   {key: value} of topology, medium and radios, for /job/settings
    topology   brought up before and down after the job; None for none
    timeout_s  whole seconds, bound by the guest's clock and by the host's
    dest       existing empty folder: gets out/ and console.log
    """
    settings = params.check_settings(settings or {}, topology)
    job = image.job_layer(files, settings, topology, timeout_s)
    return vehicles.get(prepared.vehicle).boot(prepared.kernel, prepared.image, job,
                                               timeout_s, dest)


def run_shell(prepared, files, settings=None, topology=None, *, dest):
    """As run_job, with our terminal as the guest's console and no limit."""
    settings = params.check_settings(settings or {}, topology)
    job = image.job_layer(files, settings, topology, _SHELL_LIMIT_S, interactive=True)
    return vehicles.get(prepared.vehicle).shell(prepared.kernel, prepared.image, job, dest)
