"""What a learner sees of Aggressor: planes over the map, numbers, and where the own units are.

One kernel writes a row of arrays of many games, from what the side may know and nothing else.
"""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.blocks import Int
from hexfront.core.learning import ActionFactors, ArraySpec
from hexfront.hex.coordinates import FLAT_TOP_NAMES
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.aggressor.rules.legality import is_ready, may_act
from hexfront.systems.aggressor.rules.orders import (
    DONE,
    FIRST_DEPLOY,
    FIRST_TARGET,
    PRESS_ON,
    RECALL,
    RISE,
    count_actions,
)
from hexfront.systems.aggressor.scenario.model import TYPE_NAMES
from hexfront.systems.aggressor.scenario.state import (
    CARRIED,
    NOBODY,
    PLANE_BITS,
    SECTORS,
    TECHNICAL,
    TYPES,
    UNSEEN,
    AggressorGround,
    AggressorState,
    Phase,
    Setting,
)

PLANES: Final = (
    "rough",
    "home",
    "contaminated",
    "watched",
    "own type",
    "own range",
    "own strength",
    "own moved",
    "own state",
    "enemy level",
    "enemy type",
    "enemy hits",
)
"""Types count from 1, 0 is none; home is 1 for one's own and −1 for the enemy's.

The state of an own unit has the bits 1 attacked, 2 special function done, 4 acted otherwise,
8 halted, 16 frozen, 32 dug in.
"""
HOME: Final = 1
CHANGING: Final = 2
"""The first plane that changes in a game."""
OF_UNITS: Final = 4
"""The first plane of units."""
OF_ENEMIES: Final = 9
MOST_HITS: Final = 18
"""No unit has more steps: hits beyond this tell nothing more of what a target has left."""
NUMBERS: Final = (
    "round",
    "phase",
    "aggressor",
    "partisan groups",
    "kills",
    *(f"control of sector {sector}" for sector in range(1, SECTORS + 1)),
    *(f"sector {sector} is sure" for sector in range(1, SECTORS + 1)),
)
"""Aggressor and control are 1 for oneself, −1 for the enemy; the phase is −1 while others act."""
CONTROL: Final = 5
SURE: Final = CONTROL + SECTORS
COURSE: Final = (
    "own side is ready",
    "own side began",
    "own missiles launched",
    "enemy missiles launched",
    "unit that may press",
    "hex that it may enter",
)
"""Who began is 1 for oneself, −1 for the enemy; units count from 1, and 0 is none."""
OFF_MAP: Final = -1
MOST: Final = 32767
"""What a number of 16 bits can be."""

Bytes = NDArray[np.int8]
Shorts = NDArray[np.int16]


class Seen(NamedTuple):
    """What learners observe, a row a game."""

    planes: Bytes
    """(games, 12 * hexes) the planes one after the other, each column by column."""
    numbers: Shorts
    """(games, 23)"""
    places: Shorts
    """(games, army)"""
    starts: Shorts
    """(games, army)"""
    course: Shorts
    """(games, 6)"""


def observation_spec(setting: Setting) -> tuple[ArraySpec, ...]:
    """The arrays that `write_observation` writes, in the order of `Seen`."""
    rules, types = setting.ground.rules, setting.ground.types
    columns, rows, army = rules.map_columns, rules.map_rows, rules.army
    reach, strength = int(types.full_range.max()), int(types.full_strength.max())
    kinds, last = TECHNICAL + 1, rules.hexes - 1
    highest = (1, 1, 1, 1, kinds, reach, strength, max(reach, 1), 63, CARRIED, kinds, MOST_HITS)
    shape = (len(PLANES), columns, rows)
    lows = np.zeros(shape, np.int8)
    lows[HOME] = -1
    highs = np.broadcast_to(np.array(highest, np.int8)[:, None, None], shape).copy()
    groups = min(army * rules.rounds + 2, MOST)
    low = np.array([0, -1, -1, 0, 0, *[-1] * SECTORS, *[0] * SECTORS], np.int16)
    high = np.array([rules.rounds, Phase.OVER, 1, groups, army, *[1] * 2 * SECTORS], np.int16)
    began = np.array([0, -1, 0, 0, 0, OFF_MAP], np.int16)
    course = np.array([1, 1, 1, 1, army, last], np.int16)
    units = tuple(f"unit {number}" for number in range(1, army + 1))
    where = "hexes count from 0, column by column; -1 is off the map"
    return (
        ArraySpec("planes", shape, "int8", lows, highs, PLANES, "The map, a plane a feature."),
        ArraySpec("numbers", low.shape, "int16", low, high, NUMBERS, "What belongs to no hex."),
        ArraySpec(
            "places", (army,), "int16", OFF_MAP, last, units, f"Where own units stand: {where}."
        ),
        ArraySpec(
            "starts", (army,), "int16", OFF_MAP, last, units, f"Where they began the turn: {where}."
        ),
        ArraySpec(
            "course", course.shape, "int16", began, course, COURSE, "What is asked, and was told."
        ),
    )


def seen_of(*arrays: NDArray[Any]) -> Seen:
    """Arrays of the form of `observation_spec`, each with an axis of games before, as written."""
    planes, numbers, places, starts, course = arrays
    flat = planes.reshape(len(planes), math.prod(planes.shape[1:]))
    if not planes.flags.c_contiguous:
        raise ValueError("expected planes whose bytes stand in a row")
    return Seen(flat, numbers, places, starts, course)


def new_seen(setting: Setting, games: int) -> Seen:
    """Arrays of so many games, with nothing written yet."""
    spec = observation_spec(setting)
    return seen_of(*(np.zeros((games, *each.shape), each.dtype) for each in spec))


@kernel
def write_observation(
    ground: AggressorGround, state: AggressorState, side: int, seen: Seen, row: int
) -> None:
    """Write what a side may know into the row of a game (AGR-17, AGR-39)."""
    write_terrain(ground, side, seen.planes[row])
    write_hexes(ground, state, side, seen.planes[row])
    write_own_units(ground, state, side, seen, row)
    write_enemies(ground, state, side, seen.planes[row])
    write_numbers(state, side, seen.numbers[row])
    write_course(ground, state, side, seen.course[row])


@inline_kernel
def write_terrain(ground: AggressorGround, side: int, planes: Bytes) -> None:
    """What never changes in a game; a row that has it for this side keeps it."""
    hexes = ground.rules.hexes
    if planes[HOME * hexes + ground.rules.home_first[side]] == 1:
        return
    for place in range(hexes):
        planes[place] = ground.hexes.rough[place]
        planes[HOME * hexes + place] = relation(ground.hexes.home[place], side)


@inline_kernel
def write_hexes(ground: AggressorGround, state: AggressorState, side: int, planes: Bytes) -> None:
    """Contamination and what is watched; the planes of units are cleared."""
    hexes = ground.rules.hexes
    for word in range(len(state.contaminated)):
        first = CHANGING * hexes + word * PLANE_BITS
        count = min(PLANE_BITS, hexes - word * PLANE_BITS)
        spread(state.contaminated[word], first, count, planes)
        spread(state.watched[side, word], first + hexes, count, planes)
    for at in range(OF_UNITS * hexes, len(planes)):
        planes[at] = 0


@inline_kernel
def spread(bits: int, first: int, count: int, planes: Bytes) -> None:
    """Write bits of a word, one a byte."""
    if count == PLANE_BITS:
        for bit in range(PLANE_BITS):
            planes[first + bit] = (bits >> bit) & 1
    else:
        for bit in range(count):
            planes[first + bit] = (bits >> bit) & 1


@inline_kernel
def write_own_units(
    ground: AggressorGround, state: AggressorState, side: int, seen: Seen, row: int
) -> None:
    """Own units, in their hexes and by their numbers."""
    army, hexes, units, planes = ground.rules.army, ground.rules.hexes, state.units, seen.planes
    for number in range(army):
        unit = side * army + number
        place = units.place[unit]
        start = units.start[unit]
        seen.starts[row, number] = OFF_MAP if start == hexes else start
        if place == hexes:
            seen.places[row, number] = OFF_MAP
            continue
        seen.places[row, number] = place
        at = OF_UNITS * hexes + place
        planes[row, at] = units.kind[unit] + 1
        planes[row, at + hexes] = units.range[unit]
        planes[row, at + 2 * hexes] = units.strength[unit]
        planes[row, at + 3 * hexes] = units.moved[unit]
        planes[row, at + 4 * hexes] = (
            units.attacked[unit]
            + 2 * units.special[unit]
            + 4 * units.acted[unit]
            + 8 * units.halted[unit]
            + 16 * units.frozen[unit]
            + 32 * units.dug[unit]
        )


@inline_kernel
def write_enemies(ground: AggressorGround, state: AggressorState, side: int, planes: Bytes) -> None:
    """Contacts, as the side knows them."""
    army, hexes = ground.rules.army, ground.rules.hexes
    for enemy in range((1 - side) * army, (2 - side) * army):
        if state.sightings.level[enemy] != UNSEEN:
            at = OF_ENEMIES * hexes + state.sightings.place[enemy]
            planes[at] = state.sightings.level[enemy]
            planes[at + hexes] = state.sightings.kind[enemy] + 1
            planes[at + 2 * hexes] = min(state.sightings.hits[enemy], MOST_HITS)


@inline_kernel
def write_numbers(state: AggressorState, side: int, numbers: Shorts) -> None:
    """Figures that belong to no hex."""
    game = state.game
    numbers[0] = game.round
    numbers[1] = game.phase if may_act(state, side) else NOBODY
    numbers[2] = relation(game.aggressor, side)
    numbers[3] = min(game.groups[side], MOST)
    numbers[4] = game.kills[side]
    for sector in range(SECTORS):
        numbers[CONTROL + sector] = relation(state.known[side, sector], side)
        numbers[SURE + sector] = (game.sure[side] >> sector) & 1


@inline_kernel
def write_course(ground: AggressorGround, state: AggressorState, side: int, course: Shorts) -> None:
    """What both were told, and the attack that the side is asked about."""
    game = state.game
    presses = game.phase == Phase.PRESS and game.active == side
    course[0] = int(is_ready(state, side))
    course[1] = relation(game.first, side)
    course[2] = game.launched[side]
    course[3] = game.launched[1 - side]
    course[4] = game.actor - side * ground.rules.army + 1 if presses else 0
    course[5] = game.target_hex if presses else OFF_MAP


@inline_kernel
def relation(owner: int, side: int) -> int:
    """1 for one's own, −1 for the enemy's, 0 for nobody's."""
    if owner == NOBODY:
        return 0
    return 1 if owner == side else -1


PLAIN_VERBS: Final = {DONE: "done", RISE: "partisans", PRESS_ON: "press", RECALL: "recall"}
VERBS: Final = (
    "none",
    *PLAIN_VERBS.values(),
    *(f"deploy {name}" for name in TYPE_NAMES),
    "remove",
    *(f"step {name}" for name in FLAT_TOP_NAMES),
    "contact",
    "replace",
    "function",
    "strike",
)
"""What an order does: the second of its parts."""


def action_factors(setting: Setting) -> ActionFactors:
    """Orders by the number of the unit, what it does (`VERBS`), and the hex, all from 1."""
    rules = setting.ground.rules
    hexes, army = rules.hexes, rules.army
    table: Int = np.zeros((count_actions(hexes, army), 3), dtype=np.int64)
    for code in range(FIRST_DEPLOY):  # Codes that mean nothing differ by the hex.
        verb = PLAIN_VERBS.get(code)
        table[code] = (0, VERBS.index(verb), 0) if verb else (0, 0, code)
    every_hex = np.arange(1, hexes + 1)
    units = FIRST_DEPLOY + (TYPES + 1) * hexes
    set_up = table[FIRST_DEPLOY:units].reshape(TYPES + 1, hexes, 3)
    set_up[:, :, 1] = VERBS.index("deploy airbase") + np.arange(TYPES + 1)[:, None]
    set_up[:, :, 2] = every_hex
    orders = table[units:].reshape(army, -1, 3)
    orders[:, :, 0] = np.arange(1, army + 1)[:, None]
    orders[:, :FIRST_TARGET, 1] = VERBS.index("step N") + np.arange(FIRST_TARGET)
    aimed = orders[:, FIRST_TARGET:].reshape(army, 2, hexes, 3)
    aimed[:, :, :, 1] = VERBS.index("function") + np.arange(2)[:, None]
    aimed[:, :, :, 2] = every_hex
    orders[:, FIRST_TARGET:] = aimed.reshape(army, 2 * hexes, 3)
    sizes = (army + 1, len(VERBS), hexes + 1)
    return ActionFactors(("unit", "verb", "place"), sizes, table)
