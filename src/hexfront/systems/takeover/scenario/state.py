"""The state of a game of Takeover, and the fixed ring that it is played on.

Territories are numbered in the order in which one passes them, players in their order at
the table, cards by their kind.
"""

from __future__ import annotations

from enum import IntEnum
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

Int = NDArray[np.int64]

FOLDER: Final = Path(__file__).parents[1]
NOBODY: Final = -1

SPACE_KINDS: Final = ("territory", "card", "administration", "free")
"""Kinds of spaces, as files and arrays have them."""
CARD_SPACE: Final = 1
ADMINISTRATION: Final = 2

# Places in TakeoverRing.rules
PLAYERS: Final = 0
TERRITORIES: Final = 1
SPACES: Final = 2
CARDS: Final = 3
"""Kinds of OPs cards."""
ROUNDS: Final = 4
RISKS: Final = 5
"""1 where a losing aggressor gives up the territory he attacked from (TKO-13)."""
POLYGON: Final = 6
"""And the next place: faces of the polygon die of aggressor and defender (TKO-4)."""
DICE: Final = 8
"""And the next place: six-sided dice that they begin with (TKO-4)."""
EACH_NS_UNIT: Final = 10
ECONOMIC_SUPERIORITY: Final = 11
EACH_AGENT_SUPERIORITY: Final = 12
SALARY: Final = 13
EACH_LEVEL: Final = 14
WHOLE_GROUP: Final = 15
PRICE: Final = 16
"""And the next three places: of an R-Unit, an NS-Unit, a level, an agent (TKO-16)."""
MOST: Final = 20
"""And the next three places: how many of each a territory takes."""
PURCHASES: Final = 24
START_MONEY: Final = 25
RULES_WIDTH: Final = 26

# Columns of TakeoverRing.territories
GROUP: Final = 0
QUADRANT: Final = 1
TITLE_PRICE: Final = 2
TITLE_INCOME: Final = 3
SPACE: Final = 4
TERRITORY_FACTS: Final = 5

# Columns of TakeoverRing.cards; quadrants are bits
INFILTRATES: Final = 0
AGENTS_FROM: Final = 1
IN_PACK: Final = 2
CARD_FACTS: Final = 3

# Columns of TakeoverRing.spaces
SPACE_KIND: Final = 0
SPACE_TERRITORY: Final = 1

# What money buys on a territory, in the order of prices and orders (TKO-16)
R_UNIT: Final = 0
NS_UNIT: Final = 1
LEVEL: Final = 2
AGENT: Final = 3
GOODS: Final = 4

# Places in TakeoverState.game
ROUND: Final = 0
PHASE: Final = 1
ACTIVE: Final = 2
"""The player whose turn it is."""
FIRST_DIE: Final = 3
"""The first of the two dice that move a player, while the second is to come."""
BOUGHT: Final = 4
"""Purchases of this turn."""
CHAIN: Final = 5
"""The territory just conquered, from which its group may be attacked; NOBODY else (TKO-15)."""
FROM: Final = 6
TARGET: Final = 7
OPPONENT: Final = 8
"""The owner of the territory under attack."""
POOL: Final = 9
"""And the next place: six-sided dice of aggressor and defender."""
BATTLE_ROUND: Final = 11
THROWN: Final = 12
"""Dice thrown in this battle round."""
SHOWN: Final = 13
"""And the next place: what the polygon dice show in this battle round."""
GAME_WIDTH: Final = 15

# Columns of TakeoverState.players
MONEY: Final = 0
PLACE: Final = 1
"""The space where the player stands."""
OUT: Final = 2
"""1 when the last of his territories was taken (TKO-16)."""
HAND: Final = 3
"""And the next columns: cards of each kind that he holds, unseen by others (TKO-3)."""

# Columns of TakeoverState.territories: owner, then the goods, then the agents of each player
OWNER: Final = 0
GOODS_HERE: Final = 1
"""And the next two columns: R-Units without NS-Units, NS-Units, level (TKO-1)."""
AGENTS: Final = 4
"""And the next columns: NI-Agents of each player (TKO-1)."""


class Phase(IntEnum):
    """What the game waits for."""

    BUYING = 0
    DECLARING = 1
    MANAGING = 2
    MOVING = 3
    DRAWING = 4
    THROWING = 5
    OVER = 6


BUYING: Final = int(Phase.BUYING)
DECLARING: Final = int(Phase.DECLARING)
MANAGING: Final = int(Phase.MANAGING)
MOVING: Final = int(Phase.MOVING)
DRAWING: Final = int(Phase.DRAWING)
THROWING: Final = int(Phase.THROWING)
OVER: Final = int(Phase.OVER)

CHANCE_PHASES: Final = frozenset({MOVING, DRAWING, THROWING})


class TakeoverRing(NamedTuple):
    """What never changes in a game, for s spaces, t territories and k kinds of cards."""

    rules: Int
    """(RULES_WIDTH,) counts and numbers."""
    spaces: Int
    """(s, 2) kind, and the territory there or NOBODY."""
    territories: Int
    """(t, TERRITORY_FACTS)"""
    cards: Int
    """(k, CARD_FACTS)"""
    multipliers: Int
    """(7,) by pattern (TKO-8)."""


class TakeoverState(NamedTuple):
    """What changes. Everything that is needed to go on is here."""

    game: Int
    """(GAME_WIDTH,)"""
    players: Int
    """(p, HAND + k)"""
    territories: Int
    """(t, AGENTS + p)"""
    pack: Int
    """(k,) cards of each kind that can still be drawn."""
    faces: Int
    """(2, 6) how many six-sided dice of each side show each face in this battle round."""
