# SPDX-License-Identifier: GPL-2.0
"""The topologies of this repository and the settings they declare."""

import dataclasses
import functools
import pathlib
import re
import shlex

from lab.errors import choices

_FOLDER = pathlib.Path(__file__).resolve().parents[2] / "topologies"
_DECLARATION = re.compile(r"^\s*declare_setting (?!KEY)(\S.*)$", re.MULTILINE)

DEFAULT = "ap-sta"


@dataclasses.dataclass(frozen=True)
class Setting:
    """One `declare_setting` line of a topology."""

    name: str
    default: str
    accepts_text: str  # LOW..HIGH, WORD|WORD or text
    help: str

    @property
    def accepted(self):
        """What a value may be, for people."""
        if self.accepts_text == "text":
            return "1 to 32 printable characters"
        if ".." in self.accepts_text:
            return f"a whole number in {self.accepts_text}"
        return "one of " + self.accepts_text.replace("|", ", ")

    def accepts(self, value):
        """Whether the text `value` is one."""
        if self.accepts_text == "text":
            return 0 < len(value) <= 32 and value.isprintable()
        if ".." in self.accepts_text:
            low, high = map(int, self.accepts_text.split(".."))
            return is_whole_number(value, low, high)
        return value in self.accepts_text.split("|")


def is_whole_number(text, low, high):
    """Whether `text` is a decimal number without sign or leading zeros in range."""
    return re.fullmatch(r"0|[1-9]\d*", text, re.ASCII) is not None and low <= int(text) <= high


@functools.cache
def names():
    """Names of the topologies."""
    return sorted(path.stem for path in _FOLDER.glob("*.sh") if path.name != "lib.sh")


@functools.cache
def profiles():
    """Names of the radio profiles."""
    return sorted(path.stem for path in (_FOLDER / "profiles").glob("*.conf"))


def check(name):
    """Raise the sentence for a topology that does not exist."""
    if name not in names():
        raise choices("topology", name, [*names(), "none"])


@functools.cache
def settings(name=None):
    """{key: Setting} of topology `name`, of all topologies for None.

    A key that several topologies declare is then that of DEFAULT."""
    if name is not None:
        check(name)
    chosen = [name] if name else [*(n for n in names() if n != DEFAULT), DEFAULT]
    scripts = [_FOLDER / f"{n}.sh" for n in chosen]
    found = {"profile": Setting("profile", "", "|".join(profiles()), "file of radio parameters")}
    for path in [*scripts, *sorted((_FOLDER / "lib").glob("*.sh"))]:
        for line in _DECLARATION.findall(path.read_text(encoding="utf-8")):
            key, default, accepts_text, help_text = shlex.split(line)
            found[key] = Setting(key, default, accepts_text, help_text)
    return found
