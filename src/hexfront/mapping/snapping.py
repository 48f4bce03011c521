"""Lines and places snapped to the grid: rivers to sides, ways to hexes, places to land."""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import pairwise
from typing import Final, TypeVar

from hexfront.hex.coordinates import Hex, neighbour
from hexfront.mapping.geometry import Point, distance_to, stepped
from hexfront.mapping.ground import Landscape

Node = TypeVar("Node", bound=Hashable)
Corner = frozenset[Hex]
"""Where three hexes meet."""
Side = frozenset[Hex]
"""What two hexes share."""

_FAITH: Final = 6.0
"""How much dearer a step is that lies the distance of two neighbours away from the line: the
higher, the less bends are cut."""
_STRAIT: Final = 3.0
"""What it costs a way to cross a strait, in steps."""
_NEAR: Final = 0.5
"""How near to the coast, or to another river, a river's end lies that is led there; in the
distance of two neighbours."""
_REACH: Final = 1.25
"""How far from a river's end the corner lies at which it ends, at most."""
_LOOKS: Final = 16
"""Directions in which water is looked for."""
_STEPS: Final = 8
"""Points of a line in the distance of two neighbours."""


@dataclass(frozen=True)
class Snapper:
    """Snaps to one landscape."""

    land: Landscape

    @property
    def hex_km(self) -> float:
        """Between the centres of neighbours."""
        return self.land.ground.hex_km

    # Places

    def place(self, point: Point) -> Hex | None:
        """The land hex that holds a point, or that whose centre is nearest within one hex."""
        layout = self.land.ground.layout
        here = layout.hex_at(*point)
        if self.land.is_land(here):
            return here
        near = [neighbour(here, d) for d in range(6)]
        some = [(math.dist(layout.centre(h), point), h) for h in near if self.land.is_land(h)]
        return min(some)[1] if some else None

    # Roads, railways, ferries

    def runs(self, line: Sequence[Point]) -> Iterator[list[Point]]:
        """The parts of a line that run over land of the map."""
        layout = self.land.ground.layout
        run: list[Point] = []
        for point in stepped(line, self.hex_km / _STEPS):
            if self.place(point) is not None and layout.hex_at(*point) in self.land.labels:
                run.append(point)
                continue
            if len(run) > 1:
                yield run
            run = []
        if len(run) > 1:
            yield run

    def way(self, line: Sequence[Point]) -> list[Hex] | None:
        """Land hexes along a line, each beside the one before; None where there are none."""
        start, end = self.place(line[0]), self.place(line[-1])
        if start is None or end is None:
            return None
        centre = self.land.ground.layout.centre

        def steps(hex_: Hex) -> Iterator[tuple[Hex, float]]:
            for direction in range(6):
                there = neighbour(hex_, direction)
                if self.land.is_land(there):
                    strait = _STRAIT if frozenset((hex_, there)) in self.land.straits else 0.0
                    yield there, self._cost(line, centre(hex_), centre(there)) + strait

        return _cheapest({start: 0.0}, {end: 0.0}, steps)

    # Rivers

    def river(self, line: Sequence[Point], earlier: Set[Corner]) -> list[Side]:
        """A chain of sides along a line; empty where it is shorter than a side.

        Args:
            line: its course.
            earlier: corners of rivers that are there already.
        """
        starts, ends = self._ends(line[0], earlier), self._ends(line[-1], earlier)
        if not starts or not ends:
            return []

        def steps(corner: Corner) -> Iterator[tuple[Corner, float]]:
            for there in self._beside(corner):
                yield there, self._cost(line, self._spot(corner), self._spot(there))

        path = _cheapest(starts, ends, steps)
        return [one & other for one, other in pairwise(path or ())]

    def _ends(self, point: Point, earlier: Set[Corner]) -> dict[Corner, float]:
        """Where a river may begin or end near a point, with what it costs to be off it."""
        near: dict[Corner, float] = {}
        for corner in self._corners_about(point):
            far = math.dist(self._spot(corner), point) / self.hex_km
            if far <= _REACH and any(self._beside(corner)):
                near[corner] = _FAITH * far * far
        joined = {c: cost for c, cost in near.items() if c in earlier}
        at_sea = {c: cost for c, cost in near.items() if any(map(self.land.is_sea, c))}
        if joined and min(joined.values()) <= _FAITH * (2 * _NEAR) ** 2 / 2:
            return joined
        if at_sea and self._near_coast(point):
            return at_sea
        return near

    def _near_coast(self, point: Point) -> bool:
        """Whether there is water at a point, or about it at the distance that counts as near."""
        far = _NEAR * self.hex_km
        turns = (math.tau * number / _LOOKS for number in range(_LOOKS))
        around = [
            (point[0] + far * math.cos(turn), point[1] + far * math.sin(turn)) for turn in turns
        ]
        return not all(map(self.land.is_dry, (point, *around)))

    def _corners_about(self, point: Point) -> Iterable[Corner]:
        here = self.land.ground.layout.hex_at(*point)
        around = [here, *(neighbour(here, d) for d in range(6))]
        return sorted({c for hex_ in around for c in _corners(hex_)}, key=sorted)

    def _beside(self, corner: Corner) -> Iterator[Corner]:
        """The corners at the other ends of the sides at a corner that part land from land."""
        for gone in sorted(corner):
            one, other = sorted(corner - {gone})
            if self.land.is_land(one) and self.land.is_land(other):
                third = Hex(one.q + other.q - gone.q, one.r + other.r - gone.r)
                yield frozenset((one, other, third))

    def _spot(self, corner: Corner) -> Point:
        centres = [self.land.ground.layout.centre(hex_) for hex_ in sorted(corner)]
        return sum(p.x for p in centres) / 3, sum(p.y for p in centres) / 3

    def _cost(self, line: Sequence[Point], a: Point, b: Point) -> float:
        """Of a step: its length, more the farther its middle and its end lie from the line."""
        middle = ((a[0] + b[0]) / 2, (a[1] + b[1]) / 2)
        off = (distance_to(line, middle) + distance_to(line, b)) / 2 / self.hex_km
        return math.dist(a, b) / self.hex_km * (1 + _FAITH * off * off)


def _corners(hex_: Hex) -> list[Corner]:
    around = [neighbour(hex_, d) for d in range(6)]
    return [frozenset((hex_, around[d - 1], around[d])) for d in range(6)]


def corners_of(sides: Iterable[Side]) -> set[Corner]:
    """The corners at both ends of some sides."""
    found: set[Corner] = set()
    for side in sides:
        one, other = side
        found |= set(_corners(one)) & set(_corners(other))
    return found


def _cheapest(
    starts: Mapping[Node, float],
    ends: Mapping[Node, float],
    steps: Callable[[Node], Iterable[tuple[Node, float]]],
) -> list[Node] | None:
    """The cheapest path from one of some starts to one of some ends; of equals always the same.

    None where there is no path.
    """
    best = dict(starts)
    before: dict[Node, Node] = {}
    order = {node: number for number, node in enumerate(starts)}
    waiting = [(cost, order[node], node) for node, cost in starts.items()]
    heapq.heapify(waiting)
    settled: set[Node] = set()
    last: tuple[float, Node] | None = None
    while waiting:
        cost, _, node = heapq.heappop(waiting)
        if last is not None and cost >= last[0]:
            break
        if node in settled:
            continue
        settled.add(node)
        if node in ends and (last is None or cost + ends[node] < last[0]):
            last = cost + ends[node], node
        for there, more in steps(node):
            if cost + more < best.get(there, math.inf):
                best[there] = cost + more
                before[there] = node
                order.setdefault(there, len(order))
                heapq.heappush(waiting, (cost + more, order[there], there))
    if last is None:
        return None
    path = [last[1]]
    while path[-1] in before:
        path.append(before[path[-1]])
    return path[::-1]
