# SPDX-License-Identifier: GPL-2.0
#
# `make help` says what there is.

EXP ?= experiments/ath10k-tsq.toml
VEHICLE ?= uml
KERNEL ?= 6.1
KSRC ?=
T ?=

kernel := $(if $(KSRC),$(KSRC),$(KERNEL))

.PHONY: help run check bench module tools kernel packages doctor clean

help:
	@echo "make run    [EXP=experiments/NAME.toml] [VEHICLE=uml|qemu|vng] [KSRC=tree]"
	@echo "            run an experiment; results/NAME/ gets results.json, table.md,"
	@echo "            plot.png and report.html"
	@echo "make check  [T=pattern]  run every test, or those whose name has the pattern"
	@echo "make bench  instructions per frame and speed, beside stock mac80211_hwsim"
	@echo "make module [KDIR=tree] [ARCH=um]  the kernel module alone, in build/module"
	@echo "make tools  hwsimctl and sockmon, in build/tools"
	@echo "make kernel the UML kernel, in the cache"
	@echo "make doctor what is missing on this machine, and how to get it"
	@echo "make packages  install what is missing (Debian 12, root)"
	@echo "make clean  remove build/ (results/ and the cache stay)"

run: packages
	@scripts/testbed run $(EXP) --vehicle $(VEHICLE) --kernel $(kernel)

check: packages
	@tests/check $(T)

bench: packages
	@tests/bench/bench

module:
	@$(MAKE) -C hwsim-ext modules

tools:
	@$(MAKE) -C hwsim-ext/tools OUT=$(CURDIR)/build/tools

kernel:
	@scripts/build-kernel

packages:
	@scripts/packages

doctor:
	@scripts/testbed doctor

clean:
	rm -rf build
