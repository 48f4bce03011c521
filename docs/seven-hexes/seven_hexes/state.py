"""What changes in a game of Seven Hexes, and what never does."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.hex.coordinates import FLAT_TOP_NAMES, ORIGIN, Hex, distance, spiral
from seven_hexes.scenario import SevenScenario

Int = NDArray[np.int64]

HEXES: Final[tuple[Hex, ...]] = tuple(spiral(ORIGIN, 1))
"""The middle, then clockwise from the north (SEV-1)."""
LABELS: Final = ("C", *FLAT_TOP_NAMES)
COUNT: Final = len(HEXES)
NOBODY: Final = -1

# Places in SevenState.game
TURN: Final = 0
"""Turns that are over, of both sides together; the side whose number is odd or even is next."""
PHASE: Final = 1
TARGET: Final = 2
"""The hex under attack, while the die is awaited."""

HIDING, MOVING, THROWING, OVER = range(4)

# Columns of SevenState.hexes
OWNER: Final = 0
ENTERED: Final = 1
"""Bit `s` is set once side `s` has entered: the enemy's mine is not there."""

# Values in SevenState.mines beside hexes
UNHIDDEN: Final = -1
SPENT: Final = -2


class SevenState(NamedTuple):
    """What changes."""

    game: Int
    """(3,)"""
    hexes: Int
    """(COUNT, 2) owner, and who has entered."""
    mines: Int
    """(2,) where each side's mine is hidden (SEV-2)."""


class SevenBoard(NamedTuple):
    """What never changes in a game."""

    near: Int
    """(COUNT, COUNT) 1 where two hexes are neighbours (SEV-1)."""
    turns: Int
    """(1,) turns of both sides together (SEV-6)."""


def make_board(scenario: SevenScenario) -> SevenBoard:
    """What kernels need to know of a scenario."""
    near = [[int(distance(one, other) == 1) for other in HEXES] for one in HEXES]
    turns = [2 * scenario.file.turns]
    return SevenBoard(np.array(near, dtype=np.int64), np.array(turns, dtype=np.int64))


def first_state() -> SevenState:
    """An empty board and no mine hidden (SEV-1)."""
    hexes = np.zeros((COUNT, 2), dtype=np.int64)
    hexes[:, OWNER] = NOBODY
    game = np.array([0, HIDING, NOBODY], dtype=np.int64)
    return SevenState(game, hexes, np.full(2, UNHIDDEN, dtype=np.int64))
