"""What opponents reckon from the map: distances, neighbours, and where a unit can go."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from hexfront.hex.coordinates import Hex, line_samples
from hexfront.systems.aggressor.state import (
    AXIAL_Q,
    AXIAL_R,
    COLUMNS,
    HEXES,
    HOME,
    NEIGHBOUR,
    ROUGH,
    ROWS,
    SECTOR,
    SECTORS,
    Int,
    Setting,
)

CACHED: Final = 512
"""Hexes whose distances to all others are kept."""


class Way(NamedTuple):
    """How a unit comes to a hex."""

    path: tuple[int, ...]
    """The hexes that it enters, the last one is where it ends; empty where it stays."""
    directions: tuple[int, ...]
    moved: int
    """Hexes moved this turn, once it is there (AGR-9)."""
    range: int
    halted: bool
    """Whether a known enemy's zone of control ends its movement there (AGR-12)."""


class Walker(NamedTuple):
    """As much of a unit as its movement depends on."""

    place: int
    range: int
    moved: int
    halted: bool


class Flights(NamedTuple):
    """Hexes on the ways of flights from one hex, way after way, each from its beginning."""

    places: Int
    first: Int
    """For each of them: where its way begins among them."""
    far: Int
    """For each of them: the distance from where the flights begin."""


class Geography:
    """The ground of a game in forms that are quick to ask."""

    def __init__(self, setting: Setting) -> None:
        ground, rules = setting.ground, setting.ground.rules
        self._setting = setting
        self.ground = ground
        self.labels, self.index_of = setting.labels, setting.index_of
        self.hexes = int(rules[HEXES])
        self.rows, self.columns = int(rules[ROWS]), int(rules[COLUMNS])
        table = ground.hexes[: self.hexes]
        self.toward: list[list[int]] = table[:, NEIGHBOUR : NEIGHBOUR + 6].tolist()
        """By hex and direction; the number of hexes where there is none."""
        self.around = [[p for p in row if p != self.hexes] for row in self.toward]
        self.rough: list[int] = table[:, ROUGH].tolist()
        self.home: list[int] = table[:, HOME].tolist()
        self.sector: list[int] = table[:, SECTOR].tolist()
        self.homes: Int = table[:, HOME]
        self.sectors: Int = table[:, SECTOR]
        self.members = [np.flatnonzero(self.sectors == k).tolist() for k in range(SECTORS)]
        self._q, self._r = table[:, AXIAL_Q].copy(), table[:, AXIAL_R].copy()
        self.q: list[int] = self._q.tolist()
        self.r: list[int] = self._r.tolist()
        self.distances = lru_cache(CACHED)(self._distances)
        """From a hex to all others, as an array."""
        self._flights: dict[int, Flights] = {}

    def __reduce__(self) -> tuple[Any, ...]:
        """Made anew where it is unpickled: what was looked up can be again."""
        return type(self), (self._setting,)

    def _distances(self, place: int) -> Int:
        dq, dr = self._q - self._q[place], self._r - self._r[place]
        far: Int = np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr))
        return far

    def distance(self, a: int, b: int) -> int:
        """Steps between two hexes."""
        dq, dr = self.q[a] - self.q[b], self.r[a] - self.r[b]
        return max(abs(dq), abs(dr), abs(dq + dr))

    def allowance(self, place: int, reach: int, moved: int) -> int:
        """How many hexes a unit may still move, going by the hex that it leaves (AGR-9)."""
        return ((reach + 1) // 2 if self.rough[place] else reach) - moved

    def ways(
        self, unit: Walker, taken: Collection[int], foes: Collection[int], dirty: Collection[int]
    ) -> dict[int, Way]:
        """Where a unit can go this turn by what its side knows (AGR-9 to AGR-12).

        Units without range are left out: their one try is a gamble (AGR-11).
        """
        found = {unit.place: Way((), (), unit.moved, unit.range, unit.halted)}
        if unit.range == 0 or unit.halted:
            return found
        front = [unit.place]
        while front:
            after = []
            for here in front:
                way = found[here]
                if way.halted or self.allowance(here, way.range, way.moved) < 1:
                    continue
                for direction, there in enumerate(self.toward[here]):
                    if there == self.hexes or there in found or there in taken:
                        continue
                    found[there] = self._onward(here, direction, way, foes, dirty)
                    after.append(there)
            front = after
        return found

    def _onward(
        self, here: int, direction: int, way: Way, foes: Collection[int], dirty: Collection[int]
    ) -> Way:
        # The only hexes beside both ends of a step (AGR-12).
        left, right = self.toward[here][direction - 1], self.toward[here][(direction + 1) % 6]
        there = self.toward[here][direction]
        return Way(
            (*way.path, there),
            (*way.directions, direction),
            way.moved + 1,
            max(way.range - (there in dirty), 0),
            left in foes or right in foes,
        )

    def line(self, start: int, end: int) -> tuple[int, ...]:
        """The hexes that a flight looks at; both where it follows a side (AGR-30)."""
        samples = line_samples(Hex(self.q[start], self.r[start]), Hex(self.q[end], self.r[end]))
        found = []
        for each in (each for sample in samples for each in sample):
            column, row = each.q, each.r + each.q // 2
            if 0 <= column < self.columns and 0 <= row < self.rows:
                found.append(column * self.rows + row)
        return tuple(found)

    def flights(self, start: int) -> Flights:
        """All flights from a hex: the lines to every hex at the edge of the map."""
        found = self._flights.get(start)
        if found is None:
            last_column, last_row = self.columns - 1, self.rows - 1
            ends = [
                place
                for place in range(self.hexes)
                if place // self.rows in (0, last_column) or place % self.rows in (0, last_row)
            ]
            lines = [self.line(start, end) for end in ends if end != start]
            places = np.array([place for line in lines for place in line], dtype=np.int64)
            lengths = [len(line) for line in lines]
            firsts = np.cumsum([0, *lengths[:-1]])
            far = self.distances(start)[places]
            found = Flights(places, np.repeat(firsts, lengths), far)
            self._flights[start] = found
        return found
