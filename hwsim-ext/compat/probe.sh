#!/bin/bash
# SPDX-License-Identifier: GPL-2.0
#
# Find out which interfaces a kernel has: compat/probes/NAME.c compiles against
# it or not, and HWX_HAVE_NAME says so in compat-probed.h.
#
#   probe.sh DIR KBUILD
#
# DIR     the compat folder of the build; compat-probed.h is written there
# KBUILD  the make call for the kernel, with its -C and ARCH

set -eu

dir=$1
read -ra kbuild <<< "$2"
work=$dir/probes
header=$dir/compat-probed.h
stamp=$dir/probed-for

[[ -e $header && -e $stamp && $(<"$stamp") == "$2" ]] && exit 0

: > "$work/Kbuild"
for probe in "$work"/*.c; do
	name=${probe##*/}
	echo "obj-m += ${name%.c}.o" >> "$work/Kbuild"
done
rm -f "$work"/*.o
# those that do not compile are the answer, not an error
"${kbuild[@]}" -k "M=$work" modules > "$work/log" 2>&1 || true

{
	echo "/* SPDX-License-Identifier: GPL-2.0 */"
	echo "/* made by compat/probe.sh */"
	for probe in "$work"/*.c; do
		name=${probe##*/}
		name=${name%.c}
		if [[ -e $work/$name.o ]]; then
			echo "#define HWX_HAVE_${name^^} 1"
		fi
	done
} > "$header"
# the probe that every kernel passes shows that the compiler ran at all
if ! grep -q HWX_HAVE_COMPILER "$header"; then
	rm -f "$header"
	echo "compat: the kernel tree does not build modules, see $work/log" >&2
	exit 1
fi
printf '%s' "$2" > "$stamp"
