# SPDX-License-Identifier: GPL-2.0
"""Load and check an experiment file (docs/data-format.md, "Experiment")."""

import tomllib
from dataclasses import dataclass, replace
from pathlib import Path

from lab import params as lab_params
from lab import topology as lab_topology
from lab.errors import LabError

from . import keys, published, tables
from .errors import InputError, one_of

SCHEMA = 1
TOP_KEYS = ("schema", "title", "description", "topology", "settings", "traffic", "sweep", "published")


@dataclass(frozen=True)
class Experiment:
    """One checked experiment.

    fixed holds the parameters every cell has, axes the swept ones in order (name -> list of values); a key is in one
    of them only.
    """

    name: str
    path: Path
    title: str
    description: str
    topology: str
    fixed: dict
    axes: dict
    published: published.Published | None

    def __post_init__(self):
        # Keys were checked against all topologies; this topology has to know them.
        settings = {**self.fixed, **{key: values[0] for key, values in self.axes.items()}}
        lab_params.check_settings({key: value for key, value in settings.items() if not keys.is_traffic(key)},
                                  self.topology)

    def override(self, settings: list) -> "Experiment":
        """Apply (key, text) pairs in order: one value fixes a key, several (comma-separated) sweep it.

        A swept key that gets one value stays an axis, so that the cells keep their columns.
        """
        fixed, axes = dict(self.fixed), dict(self.axes)
        for key, text in settings:
            values = _values(key, text.split(","))
            if key in axes or len(values) > 1:
                axes[key] = values
                fixed.pop(key, None)
            else:
                fixed[key] = values[0]
        return replace(self, fixed=fixed, axes=axes)


def find(word: str) -> Path:
    """The experiment file a word stands for: a path, or the bare name of one in experiments/."""
    path = Path(word)
    if path.suffix == ".toml" or path.exists():
        return path
    shipped = shipped_directory() / f"{word}.toml"
    if shipped.exists():
        return shipped
    names = sorted(entry.stem for entry in shipped_directory().glob("*.toml"))
    raise InputError(f"experiment: {word!r} is not known; use a .toml file or one of {one_of(names)}")


def shipped_directory() -> Path:
    """Where the project's own experiments are."""
    return Path(__file__).resolve().parents[2] / "experiments"


def load(path: Path) -> Experiment:
    """Read and check one experiment file; raises InputError with one sentence about the first thing that is wrong."""
    try:
        with open(path, "rb") as stream:
            document = tomllib.load(stream)
    except OSError as error:
        raise InputError(f"experiment: cannot read {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"experiment: {path} is not TOML: {error}") from None
    try:
        return _experiment(path, document)
    except LabError as error:
        raise InputError(f"{path}: {error}") from None


def _experiment(path, document):
    tables.only(document, TOP_KEYS, "top level")
    if document.get("schema") != SCHEMA:
        raise InputError(f"schema: {document.get('schema')!r} is not accepted; use {SCHEMA}")
    topology = tables.text(document, "topology", "ap-sta")
    if topology not in lab_topology.names():
        raise InputError(f"topology: {topology!r} is not known; use {one_of(lab_topology.names())}")
    fixed = {"seed": 1, **keys.traffic_defaults()}
    fixed.update(_section(document, "settings", lambda key: not keys.is_traffic(key), "the key belongs in [traffic]"))
    fixed.update(_section(document, "traffic", keys.is_traffic,
                          f"no traffic key; use {one_of(keys.TRAFFIC)} or a net.* sysctl (others go in [settings])"))
    axes = {key: _values(key, values) for key, values in tables.subtable(document, "sweep").items()}
    for key in axes:
        fixed.pop(key, None)
    return Experiment(
        name=path.stem, path=path, title=tables.text(document, "title", path.stem),
        description=tables.text(document, "description", "").strip(), topology=topology, fixed=fixed, axes=axes,
        published=published.parse(path.parent, tables.subtable(document, "published"), {**fixed, **axes}))


def _section(document, name, accepted, where_else):
    values = {}
    for key, value in tables.subtable(document, name).items():
        if isinstance(value, (list, dict)):
            raise InputError(f"{name}.{key}: one value is wanted; lists belong in [sweep]")
        if not accepted(key):
            raise InputError(f"{name}.{key}: {where_else}")
        values[key] = keys.check(key, value)
    return values


def _values(key, values):
    if not isinstance(values, list) or not values:
        raise InputError(f"sweep.{key}: a list of at least one value is wanted")
    checked = [keys.check(key, value) for value in values]
    if len(set(checked)) != len(checked):
        raise InputError(f"sweep.{key}: every value may be given once only")
    return checked
