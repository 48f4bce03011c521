"""What a search writes on, and how it searches."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.blocks import Float, Int
from hexfront.core.dice import Dice

# Columns of `Search.now`
PLANS: Final = 0
"""Plans so far."""
TRIES: Final = 1
"""How often a plan was thought of, new or not."""
TRIALS: Final = 2
"""Trials so far."""
OTHERS: Final = 3
"""Plans thought of in a row that were known."""
AUTHOR: Final = 4
"""Who thought of `Search.plan`."""
FORESEEN: Final = 5
"""1 where `foresee` has found the side's next turn, 0 where the game ends before."""
NOW_COLUMNS: Final = 6

WORLDS: Final = 64
"""So many different plans of the other sides are tried against, where all order unseen."""
ANY_WORLD: Final = -1
"""Where the other sides do not order unseen."""
SCRIPTS: Final = 2
"""So many plans of each opponent come first, as they are; later every other one is changed."""
KEPT: Final = 4096
"""Trials of the first plan that others are compared with, one by one."""
LEAST_TRIALS: Final = 8
"""With fewer nothing is sure of a plan."""
ENOUGH: Final = 24
"""So many in a row that were known, and no other is looked for."""


class Plans(NamedTuple):
    """Plans that are compared."""

    orders: Int
    """(most, longest)"""
    length: Int
    """(most,)"""
    visits: Int
    """(most,) trials of each."""
    value: Float
    """(most,) what these were worth in sum, each from 0 to 1."""
    lead: Float
    """(most,) how much more that is than what the first plan was worth in the same trials."""
    squares: Float
    """(most,) the squares of these leads in sum."""
    first: Float
    """(`KEPT`,) what the first plan was worth, by trial."""
    author: Int
    """(most,) who thought of it: the number of an opponent, or `RANDOM`."""


class SideDice(NamedTuple):
    """Dice of all sides, a row a side."""

    key: NDArray[np.uint32]
    position: Int
    block: Int


class Replies(NamedTuple):
    """Plans of the other sides for the moment that is searched, where all order unseen."""

    orders: Int
    """(worlds, sides, longest)"""
    length: Int
    """(worlds, sides)"""


class Search(NamedTuple):
    """What a search writes on."""

    plans: Plans
    replies: Replies
    now: Int
    """(`NOW_COLUMNS`,)"""
    chance: Dice
    """Of chance in trials."""
    guess: Dice
    """What is drawn of a view."""
    whim: Dice
    """Which plans are thought of."""
    sides: SideDice
    """Of the players in trials."""
    fresh: Int
    """(opponents * sides, words) memories at the view, by opponent and side."""
    memory: Int
    """(sides, words)"""
    follows: Int
    """(1 + opponents,) who plays the side on after a plan, by its author."""
    codes: Int
    """(actions,)"""
    given: Int
    """(sides,) orders of the replies that were given in a trial."""
    plan: Int
    """(longest,) the plan that is thought of."""
    scores: Float
    """(sides,)"""
    values: Float
    """(sides,) what a trial was worth to each side, from 0 to 1."""
    log: Int
    state: Any
    packed: Any
    opponents: Any


class Manner(NamedTuple):
    """How is searched."""

    policy: int
    """Who plays trials on: the number of an opponent, or `RANDOM`."""
    reply: int
    """Who plays the other sides in the turn that is searched."""
    rival: int
    """Who plays the other sides later."""
    ticks: int
    """Ticks of a turn."""
    unseen: int
    """1 where all sides order at the same time, unseen."""
    authors: int
    """The opponents 1 … `authors` think of plans; 0 for any legal orders."""
    changes: bool
    """Whether plans with another order somewhere are tried as well."""
    first: int
    """Whose plan is the first, and who goes on with one that is changed."""
    doubt: float
    """How much better plans with few trials must look."""
    certainty: float
    """By how many standard errors a plan must be better than the first; 0 to go by `doubt`."""
    exploration: float
    """How much plans with few trials are preferred."""
    least: int
    """Trials that each plan gets before it is judged."""
    widening: float
    """There are at most so many plans, times the root of the trials."""
    depth: int
    """Turns after which a trial is cut off, with that which is searched; 0 for never."""
    draws: int
    """How many states are drawn from the view; 0 for one a trial."""
    lead: float
    """What the last position of a game counts, of which the result counts the rest."""
    stream: int
    """Streams of the dice count on from here."""
