"""Land and sea of each hex, coasts, straits, sea areas, and what the ground is."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from hexfront.hex.coordinates import Hex, neighbour
from hexfront.mapping.features import Area, Kind, Material
from hexfront.mapping.geometry import (
    Point,
    Polygon,
    holds,
    pieces_in_hexes,
    share_within,
)
from hexfront.mapping.plane import HexGround
from hexfront.mechanics.hexmap_model import CLOSED, SEA

STRAIT: Final = 0.15
"""A side between two hexes of one mass of land is a strait where less of it is land."""
CLEAR: Final = "clear"
"""Ground of which nothing is said."""
_RINGS: Final = ((0.0, 1), (0.38, 6), (0.76, 12))
"""Where the ground of a hex is looked at: how far from its centre to a corner, and how often."""


@dataclass
class Landscape:
    """What the ground is in each hex."""

    ground: HexGround
    labels: dict[Hex, str]
    masses: list[list[Polygon]] = field(default_factory=list)
    """Masses of land, each of polygons that touch."""
    waters: list[Polygon] = field(default_factory=list)
    dry: dict[Hex, list[tuple[int, Polygon]]] = field(default_factory=dict)
    """The parts of masses of land in and about each hex."""
    wet: dict[Hex, list[Polygon]] = field(default_factory=dict)
    """The parts of waters within land."""
    share: dict[Hex, float] = field(default_factory=dict)
    """How much of each hex is land."""
    mass: dict[Hex, int] = field(default_factory=dict)
    """The mass of land that has most of each hex."""
    terrain: dict[Hex, str] = field(default_factory=dict)
    seas: dict[Hex, tuple[str, ...]] = field(default_factory=dict)
    """The area of each sea hex; of land hexes the areas of the sea hexes beside them."""
    straits: set[frozenset[Hex]] = field(default_factory=set)

    def is_land(self, hex_: Hex) -> bool:
        """Whether a hex is land that takes part; false off the map."""
        return self.terrain.get(hex_, CLOSED) not in (SEA, CLOSED)

    def is_sea(self, hex_: Hex) -> bool:
        """Whether a hex of the map is sea."""
        return self.terrain.get(hex_) == SEA

    def is_dry(self, point: Point) -> bool:
        """Whether a point of the plane is on land, not in water; true off the map."""
        hex_ = self.ground.layout.hex_at(*point)
        if hex_ not in self.labels:
            return True
        dry = any(holds(piece, point) for _, piece in self.dry.get(hex_, ()))
        return dry and not any(holds(piece, point) for piece in self.wet.get(hex_, ()))

    def coast(self, hex_: Hex) -> list[int]:
        """The directions of the sides of a land hex behind which there is sea."""
        if self.is_sea(hex_):
            return []
        return [d for d in range(6) if self.is_sea(neighbour(hex_, d))]


def look_at(ground: HexGround, material: Material, land_from: float) -> Landscape:
    """What the ground is in each hex of a rectangle."""
    land = Landscape(ground, ground.hexes())
    areas = [(area, list(_polygons(ground, area))) for area in material.areas]
    dry = [p for area, some in areas if area.kind is Kind.LAND for p in some]
    land.waters = [p for area, some in areas if area.kind is Kind.WATER for p in some]
    land.masses = _joined(dry)
    _measure(land)
    grounds = [(area.name, some) for area, some in areas if area.kind is Kind.GROUND]
    seas = [(area.name, some) for area, some in areas if area.kind is Kind.SEA]
    for hex_ in land.labels:
        dry_land = land.share[hex_] >= land_from and land.share[hex_] > 0
        land.terrain[hex_] = _terrain(ground, hex_, grounds) if dry_land else SEA
    for hex_ in land.labels:
        if land.is_sea(hex_):
            named = _named(ground.layout.centre(hex_), seas)
            land.seas[hex_] = (named,) if named else ()
    for hex_ in land.labels:
        if not land.is_sea(hex_):
            beside = {s for d in land.coast(hex_) for s in land.seas[neighbour(hex_, d)]}
            land.seas[hex_] = tuple(sorted(beside))
    land.straits = set(_straits(land))
    return land


def _polygons(ground: HexGround, area: Area) -> Iterator[Polygon]:
    around = ground.box.around()
    for rings in area.polygons:
        near = [kept for ring in rings if not around.misses(ring) and (kept := around.keeps(ring))]
        if near and not around.misses(rings[0]):
            yield Polygon(tuple(tuple(map(ground.projection.point, ring)) for ring in near))


def _joined(polygons: Sequence[Polygon]) -> list[list[Polygon]]:
    """Polygons that have a piece of border in common are one mass of land."""
    leader = list(range(len(polygons)))

    def top(number: int) -> int:
        while leader[number] != number:
            number = leader[number]
        return number

    first: dict[frozenset[Point], int] = {}
    for number, polygon in enumerate(polygons):
        for ring in polygon.rings:
            for piece in zip(ring, [*ring[1:], ring[0]], strict=True):
                other = first.setdefault(frozenset(piece), number)
                leader[max(top(number), top(other))] = min(top(number), top(other))
    masses: dict[int, list[Polygon]] = {}
    for number, polygon in enumerate(polygons):
        masses.setdefault(top(number), []).append(polygon)
    return list(masses.values())


def _measure(land: Landscape) -> None:
    layout, hexes = land.ground.layout, list(land.labels)
    whole = 1.5 * math.sqrt(3) * layout.size**2
    much: dict[Hex, dict[int, float]] = {hex_: {} for hex_ in hexes}
    for number, mass in enumerate(land.masses):
        for polygon in mass:
            for hex_, (piece, area) in pieces_in_hexes(polygon, layout, hexes).items():
                land.dry.setdefault(hex_, []).append((number, piece))
                much[hex_][number] = much[hex_].get(number, 0.0) + area
    wet = dict.fromkeys(hexes, 0.0)
    for polygon in land.waters:
        for hex_, (piece, area) in pieces_in_hexes(polygon, layout, hexes).items():
            land.wet.setdefault(hex_, []).append(piece)
            wet[hex_] += area
    for hex_ in hexes:
        share = (sum(much[hex_].values()) - wet[hex_]) / whole
        land.share[hex_] = round(max(0.0, min(1.0, share)), 3)
        land.mass[hex_] = max(much[hex_], key=lambda m: (much[hex_][m], -m), default=-1)


def _terrain(ground: HexGround, hex_: Hex, grounds: Sequence[tuple[str, Sequence[Polygon]]]) -> str:
    """The ground at most of some points of a hex; of two as frequent that at its centre."""
    found = Counter(_named(point, grounds) or CLEAR for point in _looked_at(ground, hex_))
    middle = _named(ground.layout.centre(hex_), grounds) or CLEAR
    return max(found, key=lambda name: (found[name], name == middle, name))


def _looked_at(ground: HexGround, hex_: Hex) -> Iterator[Point]:
    x, y = ground.layout.centre(hex_)
    for part, often in _RINGS:
        far = part * ground.layout.size
        for number in range(often):
            turn = 2 * math.pi * (number + 0.25) / often
            yield x + far * math.cos(turn), y + far * math.sin(turn)


def _named(point: Point, areas: Iterable[tuple[str, Sequence[Polygon]]]) -> str:
    """The last of some named areas that holds a point; empty where none does."""
    found = ""
    for name, polygons in areas:
        if any(holds(polygon, point) for polygon in polygons):
            found = name
    return found


def _straits(land: Landscape) -> Iterator[frozenset[Hex]]:
    """Sides between land hexes of different masses, or of one where water runs along the side."""
    layout = land.ground.layout
    for hex_ in land.labels:
        for direction in (1, 2, 3):
            other = neighbour(hex_, direction)
            if not (land.is_land(hex_) and land.is_land(other)):
                continue
            pair = frozenset((hex_, other))
            if land.mass[hex_] != land.mass[other]:
                yield pair
            elif min(land.share[hex_], land.share[other]) < 1:
                corners = layout.corners(hex_)
                a, b = corners[direction], corners[(direction + 1) % 6]
                mass = [piece for number, piece in land.dry[hex_] if number == land.mass[hex_]]
                dry = share_within(a, b, mass)
                wet = share_within(a, b, land.wet.get(hex_, ()))
                if dry - wet < STRAIT:
                    yield pair


def shores(land: Landscape) -> Mapping[str, list[tuple[Point, ...]]]:
    """The real coast: rings of land, and of water within it."""
    dry = [polygon for mass in land.masses for polygon in mass]
    return {
        "land": [polygon.rings[0] for polygon in dry],
        "sea": [ring for polygon in dry for ring in polygon.rings[1:]]
        + [polygon.rings[0] for polygon in land.waters],
    }
