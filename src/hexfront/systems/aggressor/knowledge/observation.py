"""What a learner sees of Aggressor: figures, rows of own units and of contacts, planes of hexes.

One kernel writes a row of arrays of many games, from what the side may know and nothing else.
The map is not among them: it is the same in all games of a scenario (`Setting.ground.hexes`).
"""

from __future__ import annotations

import math
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.blocks import Int
from hexfront.by_reference import by_reference
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
from hexfront.systems.aggressor.rules.planes import has
from hexfront.systems.aggressor.scenario.model import TYPE_NAMES
from hexfront.systems.aggressor.scenario.state import (
    CARRIED,
    NOBODY,
    PLANE_BITS,
    SECTORS,
    TECHNICAL,
    TYPES,
    AggressorGround,
    AggressorState,
    Phase,
    Setting,
)

GAME: Final = (
    "own side is west",
    "round",
    "phase",
    "aggressor",
    "partisan groups",
    "kills",
    "own side is ready",
    "own side began",
    "own missiles launched",
    "enemy missiles launched",
    "unit that may press",
    "column that it may enter",
    "row that it may enter",
    *(f"control of sector {sector}" for sector in range(1, SECTORS + 1)),
    *(f"sector {sector} is sure" for sector in range(1, SECTORS + 1)),
)
"""Aggressor, control and who began are 1 for oneself, −1 for the enemy; the phase is −1 while
others act. Units, columns and rows count from 1, and 0 is none."""
CONTROL: Final = 13
SURE: Final = CONTROL + SECTORS
UNITS: Final = (
    "type",
    "range",
    "strength",
    "moved",
    "attacked",
    "special",
    "acted",
    "halted",
    "frozen",
    "dug in",
    "column",
    "row",
    "start column",
    "start row",
)
"""Own units by their numbers; all 0 off the map. Types count from 1. `special`: it has performed a
special function; `acted`: it has done anything but move; start: where it began the turn."""
CONTACTS: Final = ("level", "type", "hits", "column", "row")
"""In the order in which they were made; all 0 after the last. Type 0 is not known."""
HEXES: Final = ("contaminated", "watched")
MOST_HITS: Final = 18
"""No unit has more steps: hits beyond this tell nothing more of what a target has left."""
MOST: Final = 32767
"""What a number of 16 bits can be."""
BYTE: Final = 8
"""Hexes to a byte of a plane of bits."""
BYTES_OF_BITS: Final = ((np.arange(256)[:, None] >> np.arange(BYTE)) & 1).astype(np.int8)
"""(256, 8) the bits of every byte, one a byte: so eight hexes are written at once."""

Bytes = NDArray[np.int8]
Shorts = NDArray[np.int16]


@by_reference
class Seen(NamedTuple):
    """What learners observe, a row a game."""

    game: Shorts
    """(games, 31)"""
    units: Shorts
    """(games, army, 14)"""
    contacts: Shorts
    """(games, army, 5)"""
    hexes: Bytes
    """(games, 2, hexes) planes, column by column."""


def observation_spec(setting: Setting) -> tuple[ArraySpec, ...]:
    """The arrays that `write_observation` writes, in the order of `Seen`."""
    rules, types = setting.ground.rules, setting.ground.types
    columns, rows, army = rules.map_columns, rules.map_rows, rules.army
    reach, strength = int(types.full_range.max()), int(types.full_strength.max())
    place, kinds = (columns, rows), TECHNICAL + 1
    game_low = np.zeros(len(GAME), np.int16)
    game_low[[GAME.index(name) for name in ("phase", "aggressor", "own side began")]] = -1
    game_low[CONTROL:SURE] = -1
    groups = min(army * rules.rounds + 2, MOST)
    game = np.array(
        [1, rules.rounds, Phase.OVER, 1, groups, army, 1, 1, 1, 1, army, *place]
        + [1] * 2 * SECTORS,
        np.int16,
    )
    units = np.array([kinds, reach, strength, max(reach, 1), *[1] * 6, *place, *place], np.int16)
    contacts = np.array([CARRIED, kinds, MOST_HITS, *place], np.int16)
    return (
        ArraySpec("game", game.shape, "int16", game_low, game, GAME, "The course of the game."),
        ArraySpec("units", (army, len(UNITS)), "int16", 0, units, UNITS, "A row an own unit."),
        ArraySpec(
            "contacts", (army, len(CONTACTS)), "int16", 0, contacts, CONTACTS,
            "A row an enemy in sight, in the order in which the contacts were made.",
        ),
        ArraySpec(
            "hexes", (len(HEXES), columns, rows), "int8", 0, 1, HEXES,
            "Planes over the map. Hexes that are not watched lie in the fog.",
        ),
    )  # fmt: skip


def seen_of(*arrays: NDArray[Any]) -> Seen:
    """Arrays of the form of `observation_spec`, each with an axis of games before, as written."""
    game, units, contacts, hexes = arrays
    if not hexes.flags.c_contiguous:
        raise ValueError("expected planes whose bytes stand in a row")
    return Seen(game, units, contacts, hexes.reshape(*hexes.shape[:2], math.prod(hexes.shape[2:])))


def new_seen(setting: Setting, games: int) -> Seen:
    """Arrays of so many games, with nothing written yet."""
    spec = observation_spec(setting)
    return seen_of(*(np.zeros((games, *each.shape), each.dtype) for each in spec))


@kernel
def write_observation(
    ground: AggressorGround, state: AggressorState, side: int, seen: Seen, row: int
) -> None:
    """Write what a side may know into the row of a game (AGR-17, AGR-39)."""
    write_game(ground, state, side, seen.game[row])
    write_units(ground, state, side, seen.units[row])
    write_contacts(ground, state, side, seen.contacts[row])
    write_plane(state.contaminated, seen.hexes[row, 0])
    write_plane(state.watched[side], seen.hexes[row, 1])


@inline_kernel
def write_game(ground: AggressorGround, state: AggressorState, side: int, figures: Shorts) -> None:
    """What belongs to no hex, and the attack that the side is asked about."""
    game = state.game
    presses = game.phase == Phase.PRESS and game.active == side
    target = game.target_hex if presses else ground.rules.hexes
    figures[0] = 1 - side
    figures[1] = game.round
    figures[2] = game.phase if may_act(state, side) else NOBODY
    figures[3] = relation(game.aggressor, side)
    figures[4] = min(game.groups[side], MOST)
    figures[5] = game.kills[side]
    figures[6] = int(is_ready(state, side))
    figures[7] = relation(game.first, side)
    figures[8] = game.launched[side]
    figures[9] = game.launched[1 - side]
    figures[10] = game.actor - side * ground.rules.army + 1 if presses else 0
    figures[11] = column_of(ground, target)
    figures[12] = row_of(ground, target)
    for sector in range(SECTORS):
        figures[CONTROL + sector] = relation(state.known[side, sector], side)
        figures[SURE + sector] = (game.sure[side] >> sector) & 1


@inline_kernel
def write_units(ground: AggressorGround, state: AggressorState, side: int, rows: Shorts) -> None:
    """Own units, by their numbers."""
    army, hexes, units = ground.rules.army, ground.rules.hexes, state.units
    for number in range(army):
        unit = side * army + number
        place, start = units.place[unit], units.start[unit]
        if place == hexes:
            for feature in range(rows.shape[1]):
                rows[number, feature] = 0
            continue
        rows[number, 0] = units.kind[unit] + 1
        rows[number, 1] = units.range[unit]
        rows[number, 2] = units.strength[unit]
        rows[number, 3] = units.moved[unit]
        rows[number, 4] = units.attacked[unit]
        rows[number, 5] = units.special[unit]
        rows[number, 6] = units.acted[unit]
        rows[number, 7] = units.halted[unit]
        rows[number, 8] = units.frozen[unit]
        rows[number, 9] = units.dug[unit]
        rows[number, 10] = column_of(ground, place)
        rows[number, 11] = row_of(ground, place)
        rows[number, 12] = column_of(ground, start)
        rows[number, 13] = row_of(ground, start)


@inline_kernel
def write_contacts(ground: AggressorGround, state: AggressorState, side: int, rows: Shorts) -> None:
    """Contacts as the side knows them, in the order of their numbers: the enemy's is his secret."""
    army, known, numbers = ground.rules.army, state.sightings, state.contact_number
    first, count = (1 - side) * army, 0
    # Sorted by insertion; the first feature of a row says meanwhile which enemy comes there.
    for enemy in range(army):
        number = numbers[first + enemy]
        if number > 0:
            at = count
            while at > 0 and numbers[first + rows[at - 1, 0]] > number:
                rows[at, 0] = rows[at - 1, 0]
                at -= 1
            rows[at, 0] = enemy
            count += 1
    for at in range(count):
        enemy = first + rows[at, 0]
        rows[at, 0] = known.level[enemy]
        rows[at, 1] = known.kind[enemy] + 1
        rows[at, 2] = min(known.hits[enemy], MOST_HITS)
        rows[at, 3] = column_of(ground, known.place[enemy])
        rows[at, 4] = row_of(ground, known.place[enemy])
    for at in range(count, army):
        for feature in range(rows.shape[1]):
            rows[at, feature] = 0


@inline_kernel
def write_plane(plane: Int, hexes: Bytes) -> None:
    """Write the bits of hexes as bytes, eight at a time."""
    whole = len(hexes) // BYTE
    for number in range(whole):
        bits = (plane[number * BYTE // PLANE_BITS] >> (number * BYTE % PLANE_BITS)) & 255
        for bit in range(BYTE):
            hexes[number * BYTE + bit] = BYTES_OF_BITS[bits, bit]
    for place in range(whole * BYTE, len(hexes)):
        hexes[place] = int(has(plane, place))


@inline_kernel
def column_of(ground: AggressorGround, place: int) -> int:
    """The column of a hex, from 1; 0 off the map."""
    return 0 if place == ground.rules.hexes else ground.hexes.axial_q[place] + 1


@inline_kernel
def row_of(ground: AggressorGround, place: int) -> int:
    """The row of a hex, from 1; 0 off the map."""
    if place == ground.rules.hexes:
        return 0
    return place - ground.hexes.axial_q[place] * ground.rules.map_rows + 1


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
    names = ("unit", "verb", "place")
    return ActionFactors(names, sizes, table, takes_back=(VERBS.index("recall"),))
