# SPDX-License-Identifier: GPL-2.0
"""Reports: results.json becomes table.md, plot.png and report.html; two results become a comparison.

sheet     a results document as series over one axis, the view that all renderings share
table     aligned Markdown tables
agreement measured against published
gate      limits on how far a run may be from another
overtime  the cells' time series
svg       inline SVG charts
page      report.html
style     the page's style sheet
plot      plot.png (matplotlib)
compare   two or more results beside each other
render    all files of one run
flent     cells as data files of flent
cli       the words of ``testbed report`` and ``testbed export``
"""
