"""Planes, numbers, places and mask as learning environments take them."""

from __future__ import annotations

from typing import Final

import numpy as np
from numpy.typing import NDArray

from hexfront.systems.aggressor.knowledge.planes import (
    NUMBERS,
    PLANES,
    bit_numbers,
    encode,
    new_arrays,
    unpack_bits,
)
from hexfront.systems.aggressor.scenario.state import AggressorState, BoundRules

OFF_MAP: Final = -1


class AggressorEncoder:
    """What one side sees: `planes` (12, columns, rows), `numbers` (23,), `places` (army,).

    Places are the hexes of the own units, by which orders are numbered: hexes
    count from 0, column by column; −1 is off the map.
    """

    def __init__(self, rules: BoundRules, side: int) -> None:
        ground = rules.setting.ground
        army, self._off = ground.rules.army, ground.rules.hexes
        self._ground, self._side = ground, side
        self._arrays = new_arrays(ground, side)
        self._bits = bit_numbers(ground)
        columns, rows = ground.rules.map_columns, ground.rules.map_rows
        # Hexes are counted column by column, so this is another form of the same bytes.
        planes = self._arrays.planes.reshape(len(PLANES), columns, rows)
        self._numbers = np.zeros(len(NUMBERS), dtype=np.int32)
        self._places = np.full(army, OFF_MAP, dtype=np.int32)
        self._own = slice(side * army, (side + 1) * army)
        self.observation: dict[str, NDArray[np.int8] | NDArray[np.int32]] = {
            "planes": planes,
            "numbers": self._numbers,
            "places": self._places,
        }
        self.names = {
            "planes": PLANES,
            "numbers": NUMBERS,
            "places": tuple(f"unit {number}" for number in range(1, army + 1)),
        }
        self.mask = np.zeros(rules.actions, dtype=np.int8)

    def encode(self, state: AggressorState) -> None:
        """Write what the side may know (AGR-17, AGR-39), and what it may order."""
        encode(self._ground, state, self._side, self._arrays)
        self._numbers[:] = self._arrays.numbers
        places = state.units.place[self._own]
        self._places[:] = np.where(places == self._off, OFF_MAP, places)
        bits = unpack_bits(self._arrays)
        np.take(bits, self._bits, out=self.mask.view(np.uint8), mode="clip")
