"""Planes, numbers and mask as learning environments take them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np
from numpy.typing import NDArray

from hexfront.systems.aggressor.planes import (
    NUMBERS,
    PLANES,
    bit_numbers,
    look,
    new_sight,
    unpack_bits,
)
from hexfront.systems.aggressor.state import COLUMNS, ROWS, AggressorState

if TYPE_CHECKING:
    from hexfront.systems.aggressor.rules import AggressorRules

NAMES: Final = {"planes": PLANES, "numbers": NUMBERS}


class AggressorSight:
    """What one side sees: `planes` (12, columns, rows) and `numbers` (23,)."""

    names = NAMES

    def __init__(self, rules: AggressorRules, side: int) -> None:
        self._ground = rules.ground
        self._side = side
        self._arrays = new_sight(rules, side)
        self._bits = bit_numbers(rules)
        columns, rows = int(rules.ground.rules[COLUMNS]), int(rules.ground.rules[ROWS])
        # Hexes are counted column by column, so this is another form of the same bytes.
        planes = self._arrays.planes.reshape(len(PLANES), columns, rows)
        self._numbers = np.zeros(len(NUMBERS), dtype=np.int32)
        self.observation: dict[str, NDArray[np.int8] | NDArray[np.int32]] = {
            "planes": planes,
            "numbers": self._numbers,
        }
        self.mask = np.zeros(rules.actions, dtype=np.int8)

    def look(self, state: AggressorState) -> None:
        """Write what the side may know (AGR-17, AGR-39), and what it may order."""
        look(self._ground, state, self._side, self._arrays)
        self._numbers[:] = self._arrays.numbers
        bits = unpack_bits(self._arrays)
        np.take(bits, self._bits, out=self.mask.view(np.uint8), mode="clip")
