#!/usr/bin/python3
# SPDX-License-Identifier: GPL-2.0
"""Print PPDU durations as an independent program computes them.

usage: analytic_cases.py DIR

DIR holds analytic.py, which is no part of this project.  Prints one line
"RATE-NAME PSDU-BYTES TENTHS-OF-US" for each case, nothing when DIR or the
file is not there.  Its HE preamble is that of 0.8 us guard intervals, and its
number of encoders is right up to four streams but for VHT160 MCS 7.
"""
import importlib.util
import os
import sys

LENGTHS = (1, 66, 1538, 1542, 9000, 65535, 98814, 395262)


def names():
    """Yield (name, phy, width, nss, mcs, gi_ns) of the cases."""
    for width in (20, 40):
        for index in range(32):
            for gi_ns, end in ((800, ""), (400, "-sgi")):
                yield f"ht{width}-mcs{index}{end}", "ht", width, 0, index, gi_ns
    for width in (20, 40, 80, 160):
        for nss in (1, 2, 3, 4):
            for mcs in range(10):
                if (width, nss, mcs) != (160, 4, 7):
                    for gi_ns, end in ((800, ""), (400, "-sgi")):
                        yield (f"vht{width}-nss{nss}-mcs{mcs}{end}", "vht",
                               width, nss, mcs, gi_ns)
            for mcs in range(12):
                yield (f"he{width}-nss{nss}-mcs{mcs}-gi800", "he", width, nss,
                       mcs, 800)
    for mbps in (6, 9, 12, 18, 24, 36, 48, 54):
        yield f"legacy-{mbps}", "a", 20, 1, mbps, 800


def main():
    """Import analytic.py and print its answers."""
    path = os.path.join(sys.argv[1], "analytic.py")
    if not os.path.exists(path):
        return
    sys.dont_write_bytecode = True
    spec = importlib.util.spec_from_file_location("analytic", path)
    analytic = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(analytic)
    for name, phy, width, nss, mcs, gi_ns in names():
        for length in LENGTHS:
            us = analytic.ppdu(phy, width, nss, mcs, gi_ns, length, True)
            print(name, length, round(us * 10))


main()
