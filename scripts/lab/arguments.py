# SPDX-License-Identifier: GPL-2.0
"""Parts of command lines that several programs share."""

import argparse

import vehicles
from lab import kernels, topology
from lab.errors import LabError


class Parser(argparse.ArgumentParser):
    """argparse with our form of an error: one line, exit 2."""

    def __init__(self, **options):
        super().__init__(allow_abbrev=False, **options)

    def error(self, message):
        raise LabError(f"{message} (see {self.prog} --help)")


def add_kernel(parser):
    """--vehicle and --kernel"""
    parser.add_argument("--vehicle", metavar="V", default=vehicles.DEFAULT,
                        help=f"how the guest is booted: {', '.join(vehicles.NAMES)} "
                        "(default: %(default)s)")
    parser.add_argument("--kernel", metavar="K", default=kernels.DEFAULT,
                        help="a version, the release of an installed kernel, or the path of a "
                        "kernel tree (default: %(default)s)")


def add_topology(parser, purpose):
    """--topology and --set"""
    parser.add_argument("--topology", metavar="T", default=topology.DEFAULT,
                        help=f"{purpose}: {', '.join([*topology.names(), 'none'])} "
                        "(default: %(default)s)")
    parser.add_argument("--set", metavar="KEY=VALUE", action="append", default=[],
                        dest="settings", help="a setting of the topology, its medium or its "
                        "radios; can be repeated")


def seconds(text):
    """A type for argparse: whole seconds of at most a day."""
    if not topology.is_whole_number(text, 1, 86400):
        raise argparse.ArgumentTypeError(f"'{text}' is not accepted: use a whole number of "
                                         "seconds in 1..86400")
    return int(text)
