"""Where opponents think, and what they keep in mind from one order to the next."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from hexfront.blocks import Block, Float, Int, Record, Rows, array, columns, rows
from hexfront.core.events import NO_LOG
from hexfront.systems.takeover.scenario import state as s
from hexfront.systems.takeover.scenario.loader import Setting

PROMISING: Final = 8
"""Attacks that are weighed in full, the best ones by their stakes."""
NOW: Final = 0
"""The row for the position as it is, beside that for one which is imagined."""
IMAGINED: Final = 1


class Titles(Rows):
    """What follows from who owns which Titles, whatever stands on them."""

    later: Float
    """What the Titles would bring to which the player may still come."""
    per_money: Float
    """The part of those Titles that a unit of money pays for."""
    visits: Float
    """How often the player will come to Titles of its own."""


class Raids(Rows):
    """The best attack that a player has from or against a territory."""

    gain: Float
    chance: Float
    origin: Int
    target: Int


class Hazards(Rows):
    """An attack that a player will make at some time, and how often on average."""

    player: Int
    origin: Int
    target: Int
    weight: Float
    gain: Float
    chance: Float


class Promises(Rows):
    """The best attacks by what they promise in money."""

    order: Int
    money: Float


class Attempts(Rows):
    """An attack after those above it have been won, which is weighed with all that follows."""

    origin: Int
    target: Int
    after: Int
    """The next territory to try from the target."""
    chance: Float
    best: Float
    """The chance to win the game if it succeeds."""


class Desk(Block):
    """What is worked out within one decision."""

    passes: Float = array("player")
    """How often the Administration will yet pay each player."""
    turns: Int = array("player")
    """Throws that each has still to come."""
    fixed: Float = array(2, "player")
    """Salaries and what whole groups bring, to the end of the game."""
    titles: Titles = rows(2)
    shares: Float = array("part", "player")
    """What each quadrant is to all players; the last row is for one that is imagined."""
    values: Float = array("player")
    """What each player may expect to own at the end."""
    across: Float = array("quadrant", "quadrant")
    """What the player's best attack from one quadrant into another would gain."""
    outlooks: Float = array("quadrant")
    """What each quadrant is to `greedy`."""
    bundle: Int = array(s.GOODS)
    """How many of each good are weighed together."""
    limits: Int = array(s.GOODS)
    """The most of each."""
    owned: Int = array("territory")
    """The territories of a quadrant that have owners, by these."""
    raids: Raids = rows("territory")
    hazards: Hazards = rows("hazard")
    promises: Promises = rows(PROMISING)
    attempts: Attempts = rows("attempt")


class Room(NamedTuple):
    """Working memory of one thread."""

    desk: Desk
    positions: Int
    """(positions, words) states in which something is tried; the last one is for what is lost."""
    log: Int
    """Takes no events."""


class Plan(Record):
    """Goods that are bought one after the other for a territory."""

    territory: int
    wanted: Int = columns(s.GOODS)
    """How many of each good are still to be bought."""
    round: int
    """When the next is due."""
    bought: int
    """Purchases of the turn before it."""


class TakeoverMemory(Block):
    """What an opponent keeps in mind from one order to the next."""

    plan: Plan


def make_room(setting: Setting) -> Room:
    """Working memory for the opponents of a scenario."""
    rules, titles = setting.ring.rules, setting.ring.titles
    quadrants = int(titles.quadrant.max()) + 1
    # A chain of conquests stays within a colour group (TKO-15).
    longest = int(np.bincount(titles.group).max())
    desk = Desk.new(
        player=rules.players,
        quadrant=quadrants,
        part=quadrants + 1,
        territory=rules.territories,
        hazard=rules.players * rules.territories,
        attempt=longest,
    )
    words = np.tile(setting.start.words, (longest + 2, 1))
    return Room(desk, words, NO_LOG)


def new_memory(setting: Setting, side: int) -> TakeoverMemory:
    """The memory of an opponent before its first order."""
    return TakeoverMemory.new()
