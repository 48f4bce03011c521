"""Maps of hexes as every editor knows them, and how a system's own map files hold them.

A `GridMap` is what maps of different systems and programs have in common.  A system says in
its `MapForm` which of that its files hold, and how they are read and written.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from hexfront.core.documents.strictjson import Json
from hexfront.hex.coordinates import Offset

Spot = tuple[int, int]
"""Column and row of a hex, both counted from 0."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A hex."""

    terrain: str
    height: float | None = None
    name: str = ""
    """Of the place that lies in it."""


@dataclass(frozen=True, slots=True)
class Feature:
    """A line: through hexes, or along sides of hexes."""

    kind: str
    """`river`, `road`, …"""
    name: str = ""
    path: tuple[Spot, ...] = ()
    """Hexes, each beside the one before."""
    sides: tuple[tuple[Spot, Spot], ...] = ()
    """Instead: each side by the two hexes that it parts."""


@dataclass(frozen=True)
class GridMap:
    """A map of hexes in columns and rows; what is not in `cells` is not on it."""

    offset: Offset
    columns: int
    rows: int
    cells: dict[Spot, Cell]
    features: list[Feature] = field(default_factory=list)
    title: str = ""
    words: Mapping[str, str] = field(default_factory=dict)
    """What terrains are in words, where their names do not tell."""
    degrees: Callable[[float, float], tuple[float, float]] | None = None
    """(x, y in sides of a hex from the centre of the first) -> longitude and latitude.

    None for a map that lies nowhere on the earth.
    """
    notes: list[str] = field(default_factory=list)
    """What was read and has no place here."""


@dataclass(frozen=True, slots=True)
class TerrainKind:
    """A kind of terrain that a system's maps have."""

    name: str
    title: str
    needs_name: bool = False
    """Whether its hexes are named places."""


@dataclass(frozen=True)
class MapForm:
    """What the map files of a system hold."""

    terrains: tuple[TerrainKind, ...]
    """The first is what nothing else is."""
    offset: Offset
    columns: range
    rows: range
    draft: Callable[[GridMap, str, str], Json]
    """(map of these terrains, name, title) -> a document of one of the system's formats."""
    read: Callable[[Any], GridMap]
    """(a scenario, or what `ScenarioFiles.documents` makes of a map file) -> its map."""
    label: Callable[[GridMap, Spot], str]
    """The number of a hex of a map."""
    sides: tuple[str, ...] = ()
    """Kinds of features along sides of hexes."""
    paths: tuple[str, ...] = ()
    """Kinds of features through hexes."""
    heights: bool = False
    names: bool = False
    """Whether hexes of every terrain may be named places."""
    holes: bool = True
    """Whether hexes may be missing."""
    off_map: tuple[str, ...] = ("off-map",)
    """Words for terrain that is not part of a map."""
    within: Callable[[Any], MapForm] | None = None
    """(a scenario) -> the form with what that scenario has, where maps are part of one; `draft`
    then makes it anew with another map. `InputError`."""
    unsaid: tuple[str, ...] = ()
    """What its files hold beside, which no import can tell, in words."""
