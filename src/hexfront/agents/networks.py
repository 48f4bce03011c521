"""Networks as opponents: those that ship with a system, and files that somebody offers.

A file is offered by the environment variable `HEXFRONT_NETWORKS`, a list of paths as that of
`PATH`: to the tables of this process and to the processes in which opponents think. The page of a
server can name no file, so nobody can have one read that was not offered.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

from hexfront.core.agent import AgentFactory
from hexfront.core.contract import Rules
from hexfront.core.dice import dice_from_seed
from hexfront.core.errors import InputError
from hexfront.core.system import System
from hexfront.networks.files import SUFFIX, Network, read_network
from hexfront.networks.player import NetworkFactory, network_factory

VARIABLE: Final = "HEXFRONT_NETWORKS"
PREFIX: Final = "network:"
SHIPPED: Final = "data/networks"
"""Of a system's folder: each file is an opponent by its name."""


def path_of(name: str) -> str | None:
    """The path of a network's file, as somebody types it for an agent; None for other agents."""
    if name.startswith(PREFIX):
        return name.removeprefix(PREFIX)
    return name if name.endswith(SUFFIX) else None


def shipped_networks(system: System) -> Mapping[str, AgentFactory]:
    """The networks in a system's folder, by the names of their files."""
    files = sorted((system.folder / SHIPPED).glob(f"*{SUFFIX}"))
    return {file.stem: NetworkFactory(system, _read(file)) for file in files}


def offered_networks(system: System) -> Mapping[str, AgentFactory]:
    """The files that are offered and say that they play this system, by their paths."""
    found = {}
    for path in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
        with suppress(InputError):
            network = _read(Path(path))
            if network.notes.get("system") == system.name:
                found[path] = NetworkFactory(system, network)
    return found


def offer_network(system: System, path: str, rules: Rules[Any], side: int) -> str:
    """Offer a file from now on, for a side of a scenario; gives its name as an opponent.

    Errors: `InputError` where it cannot play there.
    """
    place = str(Path(path).absolute())
    network_factory(system, Path(place))(rules, side, dice_from_seed(0, side, "offered"))
    known = os.environ.get(VARIABLE, "").split(os.pathsep)
    os.environ[VARIABLE] = os.pathsep.join(dict.fromkeys(filter(None, [*known, place])))
    return place


def check_network_fits(system: System, name: str, rules: Rules[Any], side: int) -> None:
    """Errors: `InputError` where an opponent is a network, and not one of this scenario."""
    found = {**shipped_networks(system), **offered_networks(system)}.get(name)
    if found is not None:
        found(rules, side, dice_from_seed(0, side, "offered"))


def read_offered() -> None:
    """Read all files that are offered, while this process may still open them."""
    for path in filter(None, os.environ.get(VARIABLE, "").split(os.pathsep)):
        with suppress(InputError):
            _read(Path(path))


@lru_cache(maxsize=64)
def _read(path: Path) -> Network:
    """A file, which is read once. Errors: `InputError`."""
    return read_network(path)
