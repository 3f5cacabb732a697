# SPDX-License-Identifier: GPL-2.0
"""Experiments: a TOML file becomes cells, each cell one guest boot, the guests' raw files one results.json.

spec      loads and checks experiments/NAME.toml
tables    checked access to TOML
keys      the words a cell may be given (traffic keys here, topology and radio keys in lab.params)
published the published table an experiment is shown beside
cells     expands the sweep, names each cell by what goes into it
metrics   raw guest files -> figures
series    raw guest files -> how they went over time
spread    what several seeds say about a figure
results   canonical JSON, digests, results.json
runner    runs cells in parallel, resumes, stops cleanly
slurm     the cells as a batch script
cli       the words of ``testbed run`` and ``testbed jobs``

docs/data-format.md describes every file read and written here.
"""
