"""Forces as every order of battle has them, and how a system's own files hold them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from hexfront.core.documents.strictjson import Json

Degrees = tuple[float, float]
"""Longitude and latitude."""


@dataclass(frozen=True, slots=True)
class ForceUnit:
    """A unit of an order of battle."""

    name: str
    side: str
    sidc: str
    """NATO symbol code of 20 digits."""
    above: str = ""
    """The formation that it belongs to."""
    hex: str = ""
    """The number of the hex where it stands; empty where it is not told."""
    at: Degrees | None = None
    """Or where on the earth."""
    figures: dict[str, float] = field(default_factory=dict)
    """Such as strength and movement."""
    leaf: bool = True
    """Whether no other unit belongs to it."""


@dataclass(frozen=True)
class Force:
    """A side with its units."""

    name: str
    title: str
    units: tuple[ForceUnit, ...]


def forces_of(titles: Mapping[str, str], units: Sequence[ForceUnit]) -> list[Force]:
    """The units by side; `titles` has the sides in their order."""
    return [
        Force(side, title, tuple(unit for unit in units if unit.side == side))
        for side, title in titles.items()
    ]


@dataclass(frozen=True)
class ForcesForm:
    """How a scenario of a system holds forces."""

    read: Callable[[Any], Sequence[Force]]
    """(scenario) -> its forces."""
    put: Callable[[Any, Sequence[Force]], tuple[Json, list[str]]]
    """(scenario, forces for its sides) -> a document with these instead, and what was lost."""


@dataclass(frozen=True, slots=True)
class ForceList:
    """A list of units in a scenario's documents, so that an editor can show and place them.

    Everything else of its entries an editor learns from the published schema.
    """

    at: str
    """JSON pointer in the document of `role`."""
    role: str = "scenario"
    """`scenario`, or the key of a part that may be a file of its own."""
    title: str = "Units"
    side: str = ""
    """The side of all its units; empty where a member of theirs says it."""
    name: str = "name"
    """The member with what a unit is called, each name once; empty for units without names."""
    side_member: str = ""
    symbol: str = ""
    """The member with the NATO symbol code; empty where the rules draw it themselves."""
    place: str = "hex"
    """The member with the place where it stands at the start."""
    number: bool = False
    """Whether places are numbers."""
    groups: tuple[str, ...] = ()
    """Members by which units are grouped, the highest first."""
    elsewhere: tuple[str, ...] = ()
    """Members that say where a unit is instead of on the map, such as when it arrives."""
    barred: tuple[str, ...] = ()
    """Terrain of the board on which none of its units may stand, whatever the scenario says."""
