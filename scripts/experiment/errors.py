# SPDX-License-Identifier: GPL-2.0
"""The exceptions of this package that a user is meant to read."""

from lab.errors import EXIT_USAGE, LabError


class InputError(LabError):
    """Something the user gave is wrong; the text is one sentence that names it and says what is accepted."""

    exit_status = EXIT_USAGE


class CellError(LabError):
    """A cell could not be measured; exit_status is the guest's own, 124 or 125 included."""

    def __init__(self, sentence, exit_status):
        super().__init__(sentence)
        self.exit_status = exit_status


def one_of(words) -> str:
    """Join accepted words for an error sentence: ``a, b or c``."""
    words = [str(word) for word in words]
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " or " + words[-1]
