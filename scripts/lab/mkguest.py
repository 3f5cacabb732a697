# SPDX-License-Identifier: GPL-2.0
"""scripts/mkguest: the guest image as a file, for other ways to boot it."""

import pathlib

import vehicles
from lab import arguments, guest


def main():
    """Write the image that a vehicle boots, without a job."""
    parser = arguments.Parser(
        prog="mkguest",
        description="Writes the initramfs that guests of a vehicle and a kernel share, building "
                    "what is missing. Without a job in /job its /init only powers off. Prints "
                    "the hash of its contents; the same contents give the same bytes.")
    arguments.add_kernel(parser)
    parser.add_argument("--out", metavar="FILE", required=True, help="where to write it")
    args = parser.parse_args()
    vehicles.get(args.vehicle)
    prepared = guest.prepare(args.vehicle, args.kernel)
    prepared.image.write(pathlib.Path(args.out))
    print(prepared.image_id)
    return 0
