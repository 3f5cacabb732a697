# SPDX-License-Identifier: GPL-2.0
"""Calibration: which values of a profile's parameters bring an experiment nearest to its published table.

space     the fitted parameters, their ranges and scales
search    a fixed number of evaluations spent on finding the smallest error (scipy.optimize)
identify  what the fit is worth: sensitivity, and what the data cannot tell apart
guests    one evaluation: the experiment's compared cells in guests
report    the outcome as text and as JSON
cli       the words of ``testbed calibrate``
"""
