# SPDX-License-Identifier: GPL-2.0
"""Everything between a script and a guest that runs it.

    from lab import guest
    prepared = guest.prepare("uml", "6.1")
    outcome = guest.run_job(prepared, {"run": b"#!/bin/bash\\nuname -r\\n"}, dest=folder)

guest.prepare(vehicle, kernel, progress) builds what is missing and is cheap when
nothing is.  Its result serves any number of jobs and has

    kernel_release   as `uname -r` in the guest
    kernel_id        hash that changes with the kernel
    image_id         hash of the contents of the guest's image

guest.run_job(prepared, files, settings, topology, timeout_s, dest=...) boots one
guest.  It may be called from several threads; guest.cancel_all() ends all guests
and lets those calls raise errors.Cancelled.  Its result has

    status           "ok": the job ran to its end, whatever its exit status
                     "timeout": it passed its limit
                     "crash": the kernel reported a fault, or the guest vanished
                     "no-boot": the guest or its topology did not come up
    exit_status      the job's when "ok"; 124 for "timeout", 125 for the others,
                     2 when the topology refused its settings
    reason           one sentence unless "ok"
    out_dir          dest/out: stdout, stderr, status, and all the job wrote to
                     /job/out; empty when the guest could not deliver it
    console_log      dest/console.log, the kernel's log
    virtual_s        seconds of the guest's clock that the job took, or None
    real_s           seconds of the host's clock from start to end

What goes wrong before a guest starts is an errors.LabError: one sentence, and the
exit status for the program.

Modules: guest (this interface), image base modules cpio inventory (what a guest
is made of), kernels (which kernel), supervise process outcome (running and judging
it), topology params (settings), cache, errors, cli arguments doctor kvm mkguest.
"""
