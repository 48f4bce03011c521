"""What an area of war holds, layer by layer: cells, routes, barriers, changes (IDX-2.1)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from hexfront.core.map_layers import (
    Documents,
    ItemList,
    Layer,
    LayerValue,
    Links,
    MapLayers,
    Records,
    Size,
    Values,
    part_of,
)
from hexfront.systems.idahex.deck.ranks import is_bottom
from hexfront.systems.idahex.table.board import COLOURS, INACTIVE, RUNNING_WATER, environment_arts

AT: Final = "/war/map"
OUTSIDE: Final = LayerValue(INACTIVE, "Not part of the war", "closed")
_LINK: Final = ("route", "barrier")


def map_layers(documents: Documents) -> MapLayers:
    """The layers of a war by name; a deck of cards holds none that one could draw."""
    area = part_of(documents.get("scenario"), "war", "map")
    if not isinstance(area, dict):
        return MapLayers("scenario")
    environments, routes, barriers = (_names(area, kind) for kind in _KINDS)
    cells = f"{AT}/cells"
    arts = environment_arts(environments)
    layers = (
        Layer("environments", "Environments", "hexes",
              Records(cells, "number", "environment", whole=True, number=True), "terrain",
              tuple(LayerValue(name, _title(name), art)
                    for name, art in zip(environments, arts, strict=True)),
              about="What fire and movement find in a cell (IDX-2.1).",
              barred=tuple(_bottoms(area)),
              barred_for="the last cell of a rank is never part of the war (IDX-2.1)"),
        Layer("routes", "Routes", "ways",
              Links(f"{AT}/links", "cells", "route", _LINK, number=True), "links",
              tuple(LayerValue(name, _title(name), "route") for name in routes),
              about="How fast units move from cell to cell (IDX-2.1)."),
        Layer("barriers", "Barriers", "sides",
              Links(f"{AT}/links", "cells", "barrier", _LINK, number=True), "links",
              tuple(LayerValue(name, _title(name), _look(name)) for name in barriers),
              about="What stops units between cells (IDX-2.1)."),
        Layer("owner", "Owners", "hexes", Records(cells, "number", "owner", number=True), "tint",
              tuple(LayerValue(side, side.capitalize(), colour=colour)
                    for side, colour in zip(("red", "blue"), COLOURS, strict=True)),
              about="Whose a cell is at the start, where the border does not say it (IDX-G26)."),
        Layer("towns", "Towns", "hexes", Values("/ground/towns"), "names", ruled=False,
              about="No rule reads it: it only pleases the eye."),
    )  # fmt: skip
    return MapLayers(
        "scenario",
        numbering="ranks",
        size=Size(f"{AT}/count", f"{AT}/first_rank", (1, 2), (200, 200), count=True),
        layers=layers,
        missing=OUTSIDE,
        lists=(
            ItemList("changes", "Changes by cycle", f"{AT}/changes", "/$defs/Change", "",
                     {"cycle": 1}, "What becomes of basic types from a cycle on (IDX-2.1)."),
            ItemList("environments", "Types of environment", f"{AT}/environments",
                     "/$defs/Environment", "", {"name": "new", "fire_reach": 5}),
            ItemList("routes", "Types of route", f"{AT}/routes", "/$defs/Route", "",
                     {"name": "new"}),
            ItemList("barriers", "Types of barrier", f"{AT}/barriers", "/$defs/Barrier", "",
                     {"name": "new", "crossed_at": 5}),
        ),
    )  # fmt: skip


_KINDS: Final = ("environments", "routes", "barriers")


def _names(area: dict[str, Any], kind: str) -> list[str]:
    """What the map is drawn with: basic types, or the types where there are no others."""
    found = area.get(f"basic_{kind}") or area.get(kind)
    entries = found if isinstance(found, list) else []
    return [str(entry.get("name", "")) for entry in entries if isinstance(entry, dict)]


def _bottoms(area: dict[str, Any]) -> Iterator[str]:
    count, rank1 = area.get("count"), area.get("first_rank")
    if isinstance(count, int) and isinstance(rank1, int) and rank1 > 1:
        for cell in range(1, min(count, 40_000) + 1):
            if is_bottom(cell, count, rank1):
                yield str(cell)


def _look(name: str) -> str:
    return "water" if any(word in name.lower() for word in RUNNING_WATER) else "line"


def _title(name: str) -> str:
    return name[:1].upper() + name[1:]
