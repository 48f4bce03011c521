"""Planes, numbers, places and mask as learning environments take them."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hexfront.blocks import Int
from hexfront.systems.aggressor.knowledge.observation import (
    NUMBERS,
    PLANES,
    new_seen,
    write_observation,
)
from hexfront.systems.aggressor.rules.choices import list_choices
from hexfront.systems.aggressor.scenario.state import AggressorState, BoundRules


class AggressorEncoder:
    """What one side sees: `planes` (12, columns, rows), `numbers` (23,), `places` (army,).

    Places are the hexes of the own units, by which orders are numbered: hexes
    count from 0, column by column; −1 is off the map.
    """

    def __init__(self, rules: BoundRules, side: int) -> None:
        ground = rules.setting.ground
        army = ground.rules.army
        self._ground, self._side = ground, side
        self._seen = new_seen(rules.setting, 1)
        self._numbers = np.zeros(len(NUMBERS), dtype=np.int32)
        self._places = np.zeros(army, dtype=np.int32)
        columns, rows = ground.rules.map_columns, ground.rules.map_rows
        self.observation: dict[str, NDArray[np.int8] | NDArray[np.int32]] = {
            "planes": self._seen.planes.reshape(len(PLANES), columns, rows),
            "numbers": self._numbers,
            "places": self._places,
        }
        self.names = {
            "planes": PLANES,
            "numbers": NUMBERS,
            "places": tuple(f"unit {number}" for number in range(1, army + 1)),
        }
        self._codes: Int = np.zeros(rules.actions, dtype=np.int64)
        self.mask = np.zeros(rules.actions, dtype=np.int8)

    def encode(self, state: AggressorState) -> None:
        """Write what the side may know (AGR-17, AGR-39), and what it may order."""
        write_observation(self._ground, state, self._side, self._seen, 0)
        self._numbers[:] = self._seen.numbers[0]
        self._places[:] = self._seen.places[0]
        self.mask[:] = 0
        count = list_choices(self._ground, state, self._side, self._codes)
        self.mask[self._codes[:count]] = 1
