"""What opponents reckon from the map: distances, neighbours, and ways."""

from __future__ import annotations

from functools import lru_cache
from typing import Any, Final, NamedTuple

import numpy as np

from hexfront.blocks import Int
from hexfront.hex.coordinates import Hex, line_samples
from hexfront.systems.aggressor.knowledge.ways import Paths
from hexfront.systems.aggressor.scenario.state import SECTORS, Setting

CACHED: Final = 512
"""Hexes whose distances to all others are kept."""


class Flights(NamedTuple):
    """Hexes on the ways of flights from one hex, way after way, each from its beginning."""

    places: Int
    first: Int
    """For each of them: where its way begins among them."""
    far: Int
    """For each of them: the distance from where the flights begin."""


class Geography(Paths):
    """The ground of a game in forms that are quick to ask."""

    def __init__(self, setting: Setting) -> None:
        ground, rules = setting.ground, setting.ground.rules
        super().__init__(ground)
        self._setting = setting
        self.ground = ground
        self.labels, self.index_of = setting.labels, setting.index_of
        self.rows, self.columns = rules.map_rows, rules.map_columns
        table, count = ground.hexes, self.hexes
        self.home: list[int] = table.home[:count].tolist()
        self.sector: list[int] = table.sector[:count].tolist()
        self.homes: Int = table.home[:count]
        self.sectors: Int = table.sector[:count]
        self.members = [np.flatnonzero(self.sectors == k).tolist() for k in range(SECTORS)]
        self._q, self._r = table.axial_q[:count].copy(), table.axial_r[:count].copy()
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
