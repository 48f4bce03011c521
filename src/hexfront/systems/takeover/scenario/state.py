"""The state of a game of Takeover, and the fixed ring that it is played on.

Territories are numbered in the order in which one passes them, players in their order at
the table, cards by their kind.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Final

from hexfront.blocks import Block, Int, Record, Rows, array, columns, rows

FOLDER: Final = Path(__file__).parents[1]
BOOK: Final = "TKO"
"""What ids of clauses begin with."""
NOBODY: Final = -1

SPACE_KINDS: Final = ("territory", "card", "administration", "free")
"""Kinds of spaces, as files and arrays have them."""
CARD_SPACE: Final = 1
ADMINISTRATION: Final = 2

# What money buys on a territory, in the order of prices and orders (TKO-16)
R_UNIT: Final = 0
NS_UNIT: Final = 1
LEVEL: Final = 2
AGENT: Final = 3
GOODS: Final = 4


class Phase(IntEnum):
    """What the game waits for."""

    BUYING = 0
    DECLARING = 1
    MANAGING = 2
    MOVING = 3
    DRAWING = 4
    THROWING = 5
    OVER = 6


CHANCE_PHASES: Final = frozenset({Phase.MOVING, Phase.DRAWING, Phase.THROWING})


class Numbers(Record):
    """Counts, and the numbers that a scenario may change."""

    players: int
    territories: int
    spaces: int
    cards: int
    """Kinds of OPs cards."""
    rounds: int
    risks: int
    """1 where a losing aggressor gives up the territory he attacked from (TKO-13)."""
    polygon: Int = columns(2)
    """Faces of the polygon die of aggressor and defender (TKO-4)."""
    dice: Int = columns(2)
    """Six-sided dice that they begin with (TKO-4)."""
    each_ns_unit: int
    economic_superiority: int
    each_agent_superiority: int
    salary: int
    each_level: int
    whole_group: int
    price: Int = columns(GOODS)
    """By good (TKO-16)."""
    most: Int = columns(GOODS)
    """How many of each good a territory takes."""
    purchases: int
    """In a turn."""
    start_money: int


class Spaces(Rows):
    """The spaces of the ring."""

    kind: Int
    territory: Int
    """The territory there, or NOBODY."""


class Titles(Rows):
    """What never changes of a territory."""

    group: Int
    next_in_group: Int
    """The next territory of its colour group; after the last one the first."""
    quadrant: Int
    price: Int
    income: Int
    space: Int


class Cards(Rows):
    """Kinds of OPs cards; quadrants are bits (TKO-3)."""

    infiltrates: Int
    agents_from: Int
    in_pack: Int


class TakeoverRing(Block):
    """What never changes in a game."""

    rules: Numbers
    multipliers: Int = array(7)
    """By pattern (TKO-8)."""
    spaces: Spaces = rows("space")
    titles: Titles = rows("territory")
    cards: Cards = rows("card")


class Game(Record):
    """The course of the game and of a takeover."""

    round: int
    phase: int
    active: int
    """The player whose turn it is."""
    first_die: int
    """The first of the two dice that move a player, while the second is to come."""
    bought: int
    """Purchases of this turn."""
    chain: int
    """The territory just conquered, from which its group may be attacked; NOBODY else (TKO-15)."""
    origin: int
    """The territory that a takeover comes from."""
    target: int
    opponent: int
    """The owner of the territory under attack."""
    pool: Int = columns(2)
    """Six-sided dice of aggressor and defender."""
    battle_round: int
    thrown: int
    """Dice thrown in this battle round."""
    shown: Int = columns(2)
    """What the polygon dice show in this battle round."""


class Players(Rows):
    """Those at the table."""

    money: Int
    place: Int
    """The space where the player stands."""
    out: Int
    """1 when the last of his territories was taken (TKO-16)."""


class Territories(Rows):
    """What changes of a territory."""

    owner: Int
    goods: Int = columns(AGENT)
    """R-Units without NS-Units, NS-Units, level (TKO-1)."""


class TakeoverState(Block):
    """What changes. Everything that is needed to go on is here."""

    game: Game
    faces: Int = array(2, 6)
    """How many six-sided dice of each side show each face in this battle round."""
    players: Players = rows("player")
    territories: Territories = rows("territory")
    agents: Int = array("territory", "player")
    """NI-Agents of each player (TKO-1)."""
    hands: Int = array("player", "card")
    """Cards of each kind that a player holds, unseen by others (TKO-3)."""
    pack: Int = array("card")
    """Cards of each kind that can still be drawn."""
