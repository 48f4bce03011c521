"""What follows from a map alone, and the terrain of its hexes: made once for many scenarios."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final

from hexfront.blocks import Int
from hexfront.hex.coordinates import neighbour
from hexfront.mechanics.hexmap_model import HexMap
from hexfront.systems.malaya.scenario import state as s
from hexfront.systems.malaya.scenario.checks import AIRFIELD_KIND, PORT_KIND, STRONG
from hexfront.systems.malaya.scenario.loader import land_hexes
from hexfront.systems.malaya.scenario.model import Ground, Ways
from hexfront.systems.malaya.scenario.state import MalayaGround, Terrain

KEPT: Final = 4
"""Maps, and terrains of maps, that are kept: a study changes other numbers of one scenario."""


def halves(points: float) -> int:
    """Movement points as a number of halves."""
    return round(points * 2)


class Geography:
    """The land hexes of a map by their numbers, and what lies where."""

    def __init__(self, hexmap: HexMap) -> None:
        self.map = hexmap
        self.labels = land_hexes(hexmap)
        self.index = {label: place for place, label in enumerate(self.labels)}
        self.count = len(self.labels)
        self.hexes = hexmap.hexes
        at = {hex_: label for label, hex_ in self.hexes.items()}
        self.around = {
            label: [at.get(neighbour(self.hexes[label], d)) for d in range(s.DIRECTIONS)]
            for label in self.labels
        }
        self.places = {place.name: self.index[place.hex] for place in hexmap.place}
        self.edges = {e.name: [self.index[h] for h in e.hexes] for e in hexmap.edge}
        self.ports = [place for place in hexmap.place if PORT_KIND in place.kinds]
        self.roads = _links(way.path for way in hexmap.road if way.kind == "road")
        self.tracks = _links(way.path for way in hexmap.road if way.kind == "track")
        self.rails = _links(way.path for way in hexmap.rail)
        self.ferries = _links(way.path for way in hexmap.ferry)
        self.rivers = {frozenset(side) for river in hexmap.river for side in river.sides}
        crossings = self.roads | self.tracks | self.rails | self.ferries
        self.closed = {frozenset(side) for side in hexmap.straits} - crossings

    def is_open(self, here: str, there: str) -> bool:
        """Whether one can go from a land hex to another beside it."""
        return frozenset((here, there)) not in self.closed


def _links(paths: Iterable[Sequence[str]]) -> set[frozenset[str]]:
    return {frozenset(pair) for path in paths for pair in pairwise(path)}


@lru_cache(KEPT)
def geography_of(hexmap: HexMap) -> Geography:
    """What follows from a map."""
    return Geography(hexmap)


Kinds = tuple[tuple[str, Ground], ...]


@lru_cache(KEPT)
def terrain_of(hexmap: HexMap, kinds: Kinds, ways: Ways, town: int) -> Int:
    """The words of `MalayaGround.hexes`, but for what holding a hex is worth (MAL-9).

    Args:
        hexmap: the map.
        kinds: of terrain, by name.
        ways: what it costs to go along and across them.
        town: what a city or fort adds to the die (MAL-23).
    """
    geography = geography_of(hexmap)
    sizes = ("unit", "port", "entry", "column", "result", "air", "option", "source", "turn")
    hexes = MalayaGround.new(place=geography.count + 1, **dict.fromkeys(sizes, 1)).hexes
    hexes.neighbour[:] = geography.count
    hexes.port_of[:] = s.NOBODY
    by_name = dict(kinds)
    for place, label in enumerate(geography.labels):
        hexes.axial_q[place], hexes.axial_r[place] = geography.hexes[label]
        kind = by_name[hexmap.hex[label].terrain]
        hexes.die[place], hexes.covered[place] = kind.die, kind.covered
        for direction, there in enumerate(geography.around[label]):
            if there in geography.index and geography.is_open(label, there):
                cost = by_name[hexmap.hex[there].terrain].cost
                _write_side(hexes, geography, ways, direction, label, there, cost)
    for named in hexmap.place:
        hexes.airfield[geography.index[named.hex]] |= AIRFIELD_KIND in named.kinds
    for label in {p.hex for p in hexmap.place if set(p.kinds) & set(STRONG)}:
        hexes.die[geography.index[label]] += town
    for number, port in enumerate(geography.ports):
        hexes.port_of[geography.index[port.hex]] = number
    made: Int = hexes.words.copy()
    return made


def _write_side(
    hexes: Terrain,
    geography: Geography,
    chart: Ways,
    direction: int,
    here: str,
    there: str,
    cost: float,
) -> None:
    """What crossing one side costs, and what runs across it (MAL-9)."""
    side = frozenset((here, there))
    at = geography.index[here], direction
    hexes.neighbour[at] = geography.index[there]
    road, track, rail = (
        side in links for links in (geography.roads, geography.tracks, geography.rails)
    )
    river = side in geography.rivers
    hexes.rail[at], hexes.road[at], hexes.river[at] = rail, road, river
    hexes.line[at] = road or rail
    cost += (chart.river if river else 0) + (chart.ferry if side in geography.ferries else 0)
    hexes.drive[at] = halves(cost) if rail else 0
    if track:
        cost = min(cost, chart.track)
    hexes.march[at] = halves(cost)
    if road:
        hexes.march[at] = hexes.drive[at] = halves(chart.road)
