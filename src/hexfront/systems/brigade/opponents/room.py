"""Where `greedy` plans: scratch space of a thread, and what it remembers of a game."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.blocks import Block, Float, Int, Record, Rows, array, rows
from hexfront.by_reference import by_reference
from hexfront.core.dice import BLOCK_WORDS, Dice
from hexfront.core.events import NO_LOG
from hexfront.hex.search import SearchScratch, new_search_scratch
from hexfront.systems.brigade.rules.orders import count_actions
from hexfront.systems.brigade.scenario.state import BrigadeState, Setting, longest_path

CHOICES_OF_TOWNS: Final = 4
"""Choices of towns that are tried at most."""
ZEALS: Final = (1.0, 3.0, 0.3)
"""How eager to fight the plans are that are tried."""
PLANS: Final = CHOICES_OF_TOWNS * len(ZEALS)
TRIALS: Final = 12
"""Imagined turns that each plan is tried on."""


class Stance(Record):
    """How the side looks at things now."""

    urgency: float
    """How much more towns are worth than in other turns."""
    zeal: float
    """How much more battles are worth than places."""
    wanted: int
    """So many towns, the first in order, get units."""
    free: int
    """Units that have no orders yet."""
    plans: int
    """Plans that have been tried."""


class TownPlans(Rows):
    """A row a town."""

    effort: Int
    """How hard it would be to take."""
    ranked: Int
    """The towns, the easiest first."""
    order: Int
    """The towns, those first that the plan is for."""
    picked: Int
    """The towns that a plan is for: their places among the ranked."""
    secure: Int
    """1 where a unit of its own stands and no enemy is near."""
    room: Int
    """Units that may still be sent there."""
    way: Int
    """What the way costs to the two units that are nearest."""


class Prospects(Rows):
    """A row a unit; for enemies a row by `slot`."""

    goal: Int
    """The town that it heads for."""
    stand: Int
    """Where it will stand."""
    ends: Int
    """How many hexes it could end its move in."""
    beside: Int
    """A bit for the slot of each enemy that it could end its move beside."""
    free: Int
    """The units without orders, those first that are nearest to their goals."""
    slot: Int
    """Which of the enemy-held hexes an enemy stands in."""
    hope: Int
    """How many units could come and fight this enemy."""
    comers: Int
    """How many units will stand beside the hex of the slot."""
    strength: Int
    """What these are worth."""
    townsmen: Int
    """How many of these stand in towns."""
    value: Float
    """What is gained by standing beside the hex of the slot."""


class Spots(Rows):
    """A row a hex."""

    enemies: Int
    """A bit for the slot of each enemy beside the hex."""
    own: Int
    """Units of its own that will stand here."""
    beside: Int
    """Units of its own that will stand in the hexes around."""


class GreedyWork(Block):
    """What a plan is made of."""

    stance: Stance
    towns: TownPlans = rows("town")
    units: Prospects = rows("unit")
    hexes: Spots = rows("place")
    cost: Int = array("unit", "place")
    """Movement points to each hex that a unit could go to, else −1."""
    parent: Int = array("unit", "place")
    """The hex before it on the way."""
    end: Int = array("unit", "place")
    """The hexes that a unit could end its move in."""
    path: Int = array("place")
    orders: Int = array(PLANS, "order")
    length: Int = array(PLANS)
    """Orders of each plan."""
    fighters: Int = array("unit")
    """The attackers of a battle."""


class Progress(Record):
    """How far a row of orders has been given."""

    count: int
    given: int


class GreedyMemory(Block):
    """The orders that `greedy` has yet to give in one game."""

    progress: Progress
    orders: Int = array("order")


@by_reference
class GreedyRoom(NamedTuple):
    """Scratch space for one thread."""

    work: GreedyWork
    imagined: BrigadeState
    """The position as it may be."""
    planned: BrigadeState
    """With the plan that is made."""
    moved: BrigadeState
    """With the plan's moves made, where its side moves first."""
    tried: BrigadeState
    """A turn that is played."""
    trials: Int
    """(TRIALS, words) states with the plans of an imagined enemy."""
    keys: NDArray[np.uint32]
    """(TRIALS, 8) the dice of each trial, as in `Dice`."""
    positions: Int
    blocks: Int
    dice: Dice
    """The dice of the trial that is played."""
    codes: Int
    log: Int
    scratch: SearchScratch
    neighbours: NDArray[np.int32]
    cost: Int
    zone: NDArray[np.uint8]


def make_room(setting: Setting) -> GreedyRoom:
    """Scratch space for the games of a scenario."""
    ground, start = setting.ground, setting.start
    off, units = int(ground.rules.off_map), len(setting.companies)
    orders = most_orders(setting)
    towns = int(ground.hexes.town.sum())
    return GreedyRoom(
        work=GreedyWork.new(town=towns, unit=units, place=off + 1, order=orders),
        imagined=start.copy(),
        planned=start.copy(),
        moved=start.copy(),
        tried=start.copy(),
        trials=np.tile(start[0], (TRIALS, 1)),
        keys=np.zeros((TRIALS, 8), np.uint32),
        positions=np.zeros((TRIALS, 2), np.int64),
        blocks=np.zeros((TRIALS, BLOCK_WORDS), np.int64),
        dice=Dice(np.zeros(8, np.uint32), np.zeros(2, np.int64), np.zeros(BLOCK_WORDS, np.int64)),
        codes=np.zeros(count_actions(units), np.int64),
        log=NO_LOG,
        scratch=new_search_scratch(off),
        neighbours=np.ascontiguousarray(ground.hexes.neighbour, dtype=np.int32),
        cost=np.zeros(off + 1, np.int64),
        zone=np.zeros(off + 1, np.uint8),
    )


def new_memory(setting: Setting, side: int) -> GreedyMemory:
    """What it remembers of a game that begins: nothing."""
    return GreedyMemory.new(order=most_orders(setting))


def most_orders(setting: Setting) -> int:
    """A plan has at most so many orders: every step, an attack of each unit, and "done"."""
    first = setting.ground.rules.first_unit.tolist()
    units = max(first[1], first[2] - first[1])
    return units * (longest_path(setting.ground) + 1) + 1
