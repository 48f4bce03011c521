"""What changes in a game of Seven Hexes, and what never does."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from hexfront.blocks import Block, Int, Record, Rows, array, rows
from hexfront.hex.coordinates import FLAT_TOP_NAMES, ORIGIN, Hex, distance, spiral
from seven_hexes.scenario import SevenScenario

HEXES: Final[tuple[Hex, ...]] = tuple(spiral(ORIGIN, 1))
"""The middle, then clockwise from the north (SEV-1)."""
LABELS: Final = ("C", *FLAT_TOP_NAMES)
COUNT: Final = len(HEXES)
NOBODY: Final = -1

# Values of SevenState.mines beside hexes
UNHIDDEN: Final = -1
SPENT: Final = -2


class Phase(IntEnum):
    """What the game waits for."""

    HIDING = 0
    MOVING = 1
    THROWING = 2
    OVER = 3


class Game(Record):
    """The course of the game."""

    turn: int
    """Turns that are over, of both sides together; its parity says whose turn is next."""
    phase: int
    target: int
    """The hex under attack, while the die is awaited."""


class Hexes(Rows):
    """Who holds a hex, and who has been there."""

    owner: Int
    entered: Int
    """Bit `s` is set once side `s` has entered: the enemy's mine is not there."""


class SevenState(Block):
    """What changes."""

    game: Game
    mines: Int = array(2)
    """Where each side's mine is hidden (SEV-2)."""
    hexes: Hexes = rows(COUNT)


class Numbers(Record):
    """What a scenario says in numbers."""

    turns: int
    """Of both sides together (SEV-6)."""


class SevenBoard(Block):
    """What never changes in a game."""

    rules: Numbers
    near: Int = array(COUNT, COUNT)
    """1 where two hexes are neighbours (SEV-1)."""


def make_board(scenario: SevenScenario) -> SevenBoard:
    """What kernels need to know of a scenario."""
    board = SevenBoard.new()
    board.near[:] = [[int(distance(one, other) == 1) for other in HEXES] for one in HEXES]
    board.rules.turns = 2 * scenario.file.turns
    return board


def first_state() -> SevenState:
    """An empty board and no mine hidden (SEV-1)."""
    state = SevenState.new()
    state.game.target = NOBODY
    state.hexes.owner[:] = NOBODY
    state.mines[:] = UNHIDDEN
    return state
