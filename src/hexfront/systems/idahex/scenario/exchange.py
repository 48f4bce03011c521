"""Areas of war from and for other programs (IDX-2.1).

A rank is a column of hexes, and the last cell of a rank is never part of the war.  An area stands
in no file of its own: an imported one takes the place of that of a scenario, whose types of
environment, route and barrier it has, and whose units go to the nearest cells.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.documents.stricttoml import read_document
from hexfront.core.errors import InputError
from hexfront.core.grid_map import Cell, Feature, GridMap, MapForm, Spot, TerrainKind
from hexfront.hex.coordinates import Hex, Offset, distance, neighbour
from hexfront.mechanics.file_model import MAX_SIDE
from hexfront.systems.idahex.deck.folder import FOLDER
from hexfront.systems.idahex.deck.ranks import cell_number, rank_and_row
from hexfront.systems.idahex.scenario.design import RIM
from hexfront.systems.idahex.scenario.loader import IdahexScenario, load
from hexfront.systems.idahex.warfile.area import Map

USUAL: Final = FOLDER / "data" / "scenarios" / "crossways.toml"
"""The scenario that an imported area becomes part of, where none is named."""
_OFFSET: Final = Offset.ODD_Q
Pair = tuple[int, int]


def map_form() -> MapForm:
    """What an area holds, with the types of the tutorial's war."""
    return form_within(load(read_document(USUAL), None, str(USUAL)))


def form_within(scenario: IdahexScenario) -> MapForm:
    """What an area holds, with the types of a scenario's war. Errors: `InputError` for a deck."""
    if scenario.file.war is None:
        expected = "a scenario whose war is by name, since cards name no types that one could draw"
        raise InputError.at("--scenario", scenario.name, expected)
    area = scenario.file.war.map
    environments, routes, barriers = (list(kinds.values()) for kinds in _kinds(area))
    return MapForm(
        terrains=tuple(TerrainKind(name, name.capitalize()) for name in environments),
        offset=_OFFSET,
        columns=range(2, MAX_SIDE + 1),
        rows=range(1, MAX_SIDE - 1),
        draft=lambda grid, name, title: _draft(scenario, grid, name, title),
        read=_read,
        label=lambda grid, spot: str(cell_number(*spot, _first_rank(grid))),
        sides=tuple(barriers),
        paths=tuple(routes),
        names=True,
        within=form_within,
        unsaid=(
            f"the forces: those of {scenario.name} stand in the cells nearest to their places",
            f"routes: without any {routes[-1]} in the file, one runs between all cells",
            "who owns the cells at the start: the border has moved along with the size",
        ),
    )


def _kinds(area: Map) -> tuple[dict[int, str], dict[int, str], dict[int, str]]:
    """Environments, routes and barriers that the map is drawn with, by number."""

    def named(types: Sequence[Any], basic: Sequence[Any] | None) -> dict[int, str]:
        if basic is not None:
            return {one.number: one.name for one in basic}
        return {number: one.name for number, one in enumerate(types, 1)}

    return (
        named(area.environments, area.basic_environments),
        named(area.routes, area.basic_routes),
        named(area.barriers, area.basic_barriers),
    )


# --- For other programs ---


def _read(thing: IdahexScenario) -> GridMap:
    war = thing.file.war
    if war is None:
        rank1, environments, routes, barriers = _of_cards(thing)
        cells = len(thing.setting.design.area.environment) - 1
    else:
        rank1, cells = war.map.first_rank, war.map.count
        environments, routes, barriers = _of_war(war.map)
    towns = thing.ground.towns
    spots = {cell: rank_and_row(cell, rank1) for cell in environments}
    return GridMap(
        _OFFSET,
        rank_and_row(cells, rank1)[0] + 1,
        rank1 - 1,
        {
            spots[cell]: Cell(name, name=towns.get(str(cell), ""))
            for cell, name in sorted(environments.items())
        },
        [*_sides(barriers, spots), *_ways(routes, spots)],
        thing.title,
    )


_Parts = tuple[dict[int, str], dict[Pair, str], dict[Pair, str]]
"""Environments by cell, routes and barriers by pair of cells."""


def _of_war(area: Map) -> _Parts:
    environments, routes, barriers = _kinds(area)

    def name(reference: int | str | None, names: Mapping[int, str]) -> str:
        return reference if isinstance(reference, str) else names.get(reference or 0, "")

    cells = {cell.number: name(cell.environment, environments) for cell in area.cells}
    pairs = {(min(link.cells), max(link.cells)): link for link in area.links}
    ways = {pair: name(link.route, routes) for pair, link in pairs.items()}
    sides = {pair: name(link.barrier, barriers) for pair, link in pairs.items()}
    return _without_empty(cells), _without_empty(ways), _without_empty(sides)


def _without_empty(names: dict[Any, str]) -> dict[Any, str]:
    return {key: name for key, name in names.items() if name}


def _of_cards(
    thing: IdahexScenario,
) -> tuple[int, dict[int, str], dict[Pair, str], dict[Pair, str]]:
    area, names = thing.setting.design.area, thing.setting.names
    kinds = area.environment.tolist()
    cells = {
        cell: names.environments[kinds[cell] - 1]
        for cell in range(1, len(kinds))
        if kinds[cell] > 0
    }
    found: list[dict[Pair, str]] = []
    for table, words in ((area.route, names.routes), (area.barrier, names.barriers)):
        pairs = {
            (cell, int(area.rim[cell, side])): words[int(table[cell, side]) - 1]
            for cell in cells
            for side in range(RIM)
            if int(area.rim[cell, side]) > cell and int(table[cell, side]) > 0
        }
        found.append(pairs)
    return int(thing.game.values["nrank1"]), cells, found[0], found[1]


def _sides(barriers: Mapping[Pair, str], spots: Mapping[int, Spot]) -> Iterable[Feature]:
    """A feature for each kind of barrier."""
    for kind in dict.fromkeys(barriers.values()):
        pairs = sorted(pair for pair, name in barriers.items() if name == kind)
        yield Feature(kind, sides=tuple((spots[low], spots[high]) for low, high in pairs))


def _ways(routes: Mapping[Pair, str], spots: Mapping[int, Spot]) -> Iterable[Feature]:
    """Each kind of route in as few ways as a walk finds."""
    for kind in dict.fromkeys(routes.values()):
        beside: dict[int, set[int]] = {}
        for low, high in sorted(pair for pair, name in routes.items() if name == kind):
            beside.setdefault(low, set()).add(high)
            beside.setdefault(high, set()).add(low)
        # Ends first: a way that begins elsewhere would have to be cut there. A walk from an end
        # stops at another end, so that rings are left.
        for least in (1, 0):
            for here in sorted(beside):
                if len(beside[here]) % 2 == least and beside[here]:
                    yield Feature(kind, path=tuple(spots[cell] for cell in _walk(beside, here)))


def _walk(beside: dict[int, set[int]], here: int) -> list[int]:
    """A way from a cell until nothing goes on, which is taken away."""
    path = [here]
    while beside[here]:
        there = min(beside[here])
        beside[here].remove(there)
        beside[there].remove(here)
        path.append(there)
        here = there
    return path


# --- From other programs ---


def _first_rank(grid: GridMap) -> int:
    """Cells of the first rank, so that none of the grid's is the last of its rank."""
    last = grid.rows - 1
    return grid.rows + 1 + any(column % 2 and row == last for column, row in grid.cells)


def _draft(scenario: IdahexScenario, grid: GridMap, name: str, title: str) -> Json:
    rank1 = _first_rank(grid)
    numbers = {spot: cell_number(*spot, rank1) for spot in sorted(grid.cells)}
    count = sum(rank1 - column % 2 for column in range(grid.columns))
    document: dict[str, Any] = {**scenario.document, "name": name, "title": title}
    war, area = dict(document["war"]), dict(document["war"]["map"])
    border = {**area["border"], "up_to": round(area["border"]["up_to"] * count / area["count"])}
    war["units"] = _placed(war["units"], area, numbers, grid)
    war["map"] = {
        **area,
        "count": count,
        "first_rank": rank1,
        "border": border,
        "cells": [
            {"number": number, "environment": grid.cells[spot].terrain}
            for spot, number in numbers.items()
        ],
        "links": _links(grid, numbers, [*_kinds(_area(scenario))[1].values()]),
    }
    towns = {str(numbers[s]): cell.name for s, cell in sorted(grid.cells.items()) if cell.name}
    return {**document, "war": war, "ground": {"towns": towns}}


def _area(scenario: IdahexScenario) -> Map:
    assert scenario.file.war is not None  # noqa: S101 - `form_within` has refused others
    return scenario.file.war.map


def _links(grid: GridMap, numbers: Mapping[Spot, int], routes: Sequence[str]) -> list[Json]:
    """What lies between neighbours; the last kind of route, unless the file has some of it."""
    links: dict[Pair, dict[str, str]] = {}

    def link(one: Spot, other: Spot) -> dict[str, str]:
        pair = sorted((numbers[one], numbers[other]))
        return links.setdefault((pair[0], pair[1]), {})

    if not any(feature.kind == routes[-1] for feature in grid.features):
        for one, other in _neighbours(numbers):
            link(one, other)["route"] = routes[-1]
    for feature in grid.features:
        for one, other in zip(feature.path, feature.path[1:], strict=False):
            link(one, other)["route"] = feature.kind
        for one, other in feature.sides:
            link(one, other)["barrier"] = feature.kind
    return [{"cells": [*pair], **what} for pair, what in sorted(links.items())]


def _neighbours(spots: Iterable[Spot]) -> Iterable[tuple[Spot, Spot]]:
    hexes = {_OFFSET.to_axial(*spot): spot for spot in spots}
    for here, spot in hexes.items():
        for direction in (1, 2, 3):
            if (there := hexes.get(neighbour(here, direction))) is not None:
                yield spot, there


def _placed(
    units: Sequence[Mapping[str, Json]],
    area: Mapping[str, Any],
    numbers: Mapping[Spot, int],
    grid: GridMap,
) -> list[Json]:
    """Units as far along the new area as they stood along the old one, in the nearest cell."""
    old_columns = rank_and_row(area["count"], area["first_rank"])[0] + 1
    across = (grid.columns - 1) / max(1, old_columns - 1)
    down = grid.rows / max(1, area["first_rank"] - 1)
    hexes = {_OFFSET.to_axial(*spot): number for spot, number in numbers.items()}

    def cell(number: int) -> int:
        column, row = rank_and_row(number, area["first_rank"])
        wanted: Hex = _OFFSET.to_axial(round(column * across), int(row * down))
        return hexes[min(hexes, key=lambda hex_: (distance(hex_, wanted), hexes[hex_]))]

    return [{**unit, "cell": cell(unit["cell"])} for unit in units]
