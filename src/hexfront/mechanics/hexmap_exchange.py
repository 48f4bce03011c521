"""Maps of hexes with real geography (`hexfront-map/1`) from and for other programs."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.grid_map import Cell, Feature, GridMap, MapForm, Spot, TerrainKind
from hexfront.hex.coordinates import Hex, Offset, distance, neighbour
from hexfront.hex.numbering import ColumnRowNumbering
from hexfront.mechanics.file_model import MAX_SIDE
from hexfront.mechanics.hexmap_model import CLOSED, SEA, HexMap

PATHS: Final = ("road", "track", "rail", "ferry")
SIDES: Final = ("river", "strait")
HEX_KM: Final = 1.0
"""Where nothing is said: kilometres between the centres of neighbours."""
_EARTH: Final = 6371.0088
"""Kilometres: the mean radius of the earth."""


def hexmap_form(
    terrains: Sequence[str], model: Callable[[Any], HexMap], sea: str = SEA
) -> Callable[[], MapForm]:
    """The form of maps of a system that reads `hexfront-map/1`.

    Args:
        terrains: the kinds of land that its rules know, the usual one first.
        model: (scenario, or a map) -> the map.
        sea: what its sea is called, where hexes of sea need one of the seas of a scenario.
    """

    def form() -> MapForm:
        names = (*terrains, SEA, CLOSED)
        return MapForm(
            terrains=tuple(TerrainKind(name, name.capitalize()) for name in names),
            offset=Offset.ODD_Q,
            columns=range(1, MAX_SIDE + 1),
            rows=range(1, MAX_SIDE + 1),
            draft=lambda grid, name, title: hexmap_document(grid, name, title, sea),
            read=lambda thing: grid_of(model(thing)),
            label=lambda grid, spot: ColumnRowNumbering(grid.columns, grid.rows).label(*spot),
            sides=SIDES,
            paths=PATHS,
            names=True,
            unsaid=(
                f"which sea is which: all is {sea}",
                "what places are: each is a town",
                "edges of the map, words on it, and where it lies on the earth",
            ),
        )

    return form


def grid_of(hexmap: HexMap) -> GridMap:
    """A map as other programs know it."""
    parse = hexmap.numbering.parse
    names: dict[str, str] = {}
    for place in hexmap.place:
        names.setdefault(place.hex, place.name)
    cells = {
        parse(label): Cell(entry.terrain, name=names.get(label, ""))
        for label, entry in hexmap.hex.items()
    }

    def sides(pairs: Iterable[tuple[str, str]]) -> tuple[tuple[Spot, Spot], ...]:
        return tuple((parse(one), parse(other)) for one, other in pairs)

    features = [Feature("river", r.name or "", sides=sides(r.sides)) for r in hexmap.river]
    if hexmap.straits:
        features.append(Feature("strait", sides=sides(hexmap.straits)))
    for road in hexmap.road:
        features.append(Feature(road.kind, road.name or "", tuple(map(parse, road.path))))
    for kind, ways in (("rail", hexmap.rail), ("ferry", hexmap.ferry)):
        features += [Feature(kind, way.name or "", tuple(map(parse, way.path))) for way in ways]
    return GridMap(
        hexmap.offset,
        hexmap.columns,
        hexmap.rows,
        cells,
        features,
        hexmap.title,
        degrees=_degrees(hexmap),
    )


def _degrees(hexmap: HexMap) -> Callable[[float, float], tuple[float, float]] | None:
    made = hexmap.made
    if made is None:
        return None
    longitude, latitude = made.middle
    first, side = made.first, hexmap.hex_km / math.sqrt(3)

    def degrees(x: float, y: float) -> tuple[float, float]:
        east, north = first[0] + x * side, first[1] - y * side
        return from_plane(longitude, latitude, east, north)

    return degrees


def from_plane(longitude: float, latitude: float, east: float, north: float) -> tuple[float, float]:
    """Longitude and latitude of a point of an azimuthal equidistant map, in km from its middle."""
    far = math.hypot(east, north)
    if far < 1e-9:
        return longitude, latitude
    angle, middle = far / _EARTH, math.radians(latitude)
    sine = math.cos(angle) * math.sin(middle)
    sine += north * math.sin(angle) * math.cos(middle) / far
    turn = math.atan2(
        east * math.sin(angle),
        far * math.cos(middle) * math.cos(angle) - north * math.sin(middle) * math.sin(angle),
    )
    there = math.degrees(math.asin(max(-1.0, min(1.0, sine))))
    return (longitude + math.degrees(turn) + 180) % 360 - 180, there


def hexmap_document(grid: GridMap, name: str, title: str, sea: str) -> Json:
    """A map file. What stands at no known place of the earth has 0, 0 for it."""
    numbering, axial = ColumnRowNumbering(grid.columns, grid.rows), grid.offset.to_axial
    label = numbering.label
    hexes = {axial(*spot): cell for spot, cell in grid.cells.items()}
    directions = ("N", "NE", "SE", "S", "SW", "NW")
    if grid.offset.orientation == "pointy":
        directions = ("NW", "NE", "E", "SE", "SW", "W")
    entries: dict[str, Json] = {}
    for spot, cell in sorted(grid.cells.items()):
        entry: dict[str, Json] = {"terrain": cell.terrain}
        beside = [d for d in range(6) if _is_sea(hexes.get(neighbour(axial(*spot), d)))]
        if cell.terrain == SEA:
            entry |= {"land": 0.0, "seas": [sea]}
        elif beside:
            entry |= {"coast": [directions[d] for d in beside], "seas": [sea]}
        entries[label(*spot)] = entry
    land = {spot for spot, cell in grid.cells.items() if cell.terrain not in (SEA, CLOSED)}
    document: dict[str, Json] = {
        "format": "hexfront-map/1",
        "name": name,
        "title": title,
        "orientation": str(grid.offset.orientation),
        "columns": grid.columns,
        "rows": grid.rows,
        "hex_km": HEX_KM,
        "hex": entries,
        "straits": [
            [label(*one), label(*other)]
            for feature in grid.features
            if feature.kind == "strait"
            for one, other in feature.sides
            if {one, other} <= land
        ],
        "river": [
            {**_named(feature), "sides": [[label(*one), label(*other)] for one, other in chain]}
            for feature in grid.features
            if feature.kind == "river" and feature.sides
            for chain in chains([s for s in feature.sides if set(s) <= land], axial)
        ],
        "place": [
            {"name": cell.name, "hex": label(*spot), "kinds": ["town"], "at": [0, 0]}
            for spot, cell in sorted(grid.cells.items())
            if cell.name and spot in land
        ],
    }
    for key, kinds in (("road", ("road", "track")), ("rail", ("rail",)), ("ferry", ("ferry",))):
        document[key] = [
            {
                **_named(feature),
                **({"kind": feature.kind} if key == "road" else {}),
                "path": [label(*spot) for spot in leg],
            }
            for feature in grid.features
            if feature.kind in kinds
            for leg in _legs(feature.path, land)
        ]
    return document


def _is_sea(cell: Cell | None) -> bool:
    return cell is not None and cell.terrain == SEA


def _named(feature: Feature) -> dict[str, Json]:
    return {"name": feature.name} if feature.name else {}


def _legs(path: Sequence[Spot], land: set[Spot]) -> Iterable[list[Spot]]:
    """The parts of a way that run over land."""
    leg: list[Spot] = []
    for spot in [*path, None]:
        if spot is not None and spot in land:
            leg.append(spot)
            continue
        if len(leg) > 1:
            yield leg
        leg = []


def chains(
    sides: Sequence[tuple[Spot, Spot]], axial: Callable[[int, int], Hex]
) -> list[list[tuple[Spot, Spot]]]:
    """Sides in as few chains as a walk finds, each side meeting the one before in a corner."""
    left = dict.fromkeys(tuple(sorted(side)) for side in sides)
    found: list[list[tuple[Spot, Spot]]] = []

    def beside(side: tuple[Spot, ...]) -> list[tuple[Spot, ...]]:
        return [other for other in left if other != side and _meet(side, other, axial)]

    while left:
        ends = [side for side in left if len(beside(side)) < 2]
        here: tuple[Spot, ...] | None = ends[0] if ends else next(iter(left))
        chain: list[tuple[Spot, Spot]] = []
        while here is not None:
            del left[here]
            chain.append((here[0], here[1]))
            here = next(iter(beside(here)), None)
        found.append(chain)
    return found


def _meet(one: tuple[Spot, ...], other: tuple[Spot, ...], axial: Callable[[int, int], Hex]) -> bool:
    """Whether two sides share a corner: then they part three hexes, all beside each other."""
    three = {axial(*spot) for spot in (*one, *other)}
    return len(three) == 3 and all(distance(a, b) <= 1 for a in three for b in three)
