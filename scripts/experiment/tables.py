# SPDX-License-Identifier: GPL-2.0
"""Checked access to the tables of a TOML file: the first thing that is wrong becomes one sentence."""

from .errors import InputError, one_of


def only(table: dict, accepted: tuple, where: str) -> None:
    """Refuse a key that nobody reads."""
    for key in table:
        if key not in accepted:
            raise InputError(f"{where}: the key {key!r} is not known; use {one_of(accepted)}")


def subtable(table: dict, name: str) -> dict:
    """A table inside a table, empty when it is not there."""
    value = table.get(name, {})
    if not isinstance(value, dict):
        raise InputError(f"{name}: a table is wanted")
    return value


def tables(table: dict, name: str) -> list:
    """An array of tables, empty when it is not there."""
    value = table.get(name, [])
    if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
        raise InputError(f"{name}: tables in double brackets are wanted")
    return value


def text(table: dict, name: str, default: str) -> str:
    """A text."""
    value = table.get(name, default)
    if not isinstance(value, str):
        raise InputError(f"{name}: a text is wanted")
    return value


def number(table: dict, name: str, default, low: float, high: float):
    """A number between two bounds, both included; a default of None means that it may be left out."""
    value = table.get(name, default)
    if value is None and default is None:
        return None
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not low <= value <= high:
        raise InputError(f"{name}: {value!r} is not accepted; use a number from {low:g} to {high:g}")
    return float(value)


def switch(table: dict, name: str, default: bool) -> bool:
    """True or false."""
    value = table.get(name, default)
    if not isinstance(value, bool):
        raise InputError(f"{name}: {value!r} is not accepted; use true or false")
    return value
