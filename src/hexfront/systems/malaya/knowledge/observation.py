"""What learners observe: the game, the units row by row, and the hexes (MAL-2).

Own and enemy are those of the side that looks.
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.by_reference import by_reference
from hexfront.core.learning import ActionFactors, ArraySpec
from hexfront.core.table.changes import MOST_CHANGES
from hexfront.jit import kernel, outlined_kernel
from hexfront.systems.malaya.rules.movement import side_of
from hexfront.systems.malaya.rules.orders import (
    FIRST_AIR,
    FIRST_ENTRY,
    FIRST_OPTION,
    block,
    count_actions,
    first_hex,
    first_unit,
)
from hexfront.systems.malaya.rules.planes import control_of, has, in_zone_of
from hexfront.systems.malaya.rules.sequence import NEXT_PLAYER
from hexfront.systems.malaya.scenario.setting import Setting
from hexfront.systems.malaya.scenario.state import (
    BATTLE_ENDS,
    DIRECTIONS,
    GONE,
    JAPAN,
    NOBODY,
    ON_MAP,
    RETREATED,
    MalayaGround,
    MalayaState,
    Phase,
)

GAME: Final = (
    "japan",
    "turn",
    "phase",
    "own_turn",
    "resume",
    "selected",
    "air",
    "defence_air",
    "losses",
    "stage",
    "entry",
    "own_air_left",
    "enemy_air_left",
    "rail_left",
    "east_left",
    "west_left",
    "shipping_turn",
    "shipping_attacked",
    "shipping_decided",
    "own_called",
    "enemy_called",
    "own_eliminated",
    "enemy_eliminated",
    "level",
    "fallen",
    "group_port",
    "changes",
)
"""Figures of the game; those of the options follow."""
UNITS: Final = (
    "own",
    "status",
    "place",
    "steps",
    "supplied",
    "spent",
    "stopped",
    "sailed",
    "railed",
    "port",
    "fought",
    "duty",
    "pool",
    "advances",
    "due",
    "origin",
    "went",
)
HEXES: Final = (
    "control",
    "before",
    "own_points",
    "enemy_points",
    "own_zone",
    "enemy_zone",
)
MOST_POINTS: Final = 127
"""Stacking points in a hex beyond which an observation does not count."""
VERBS: Final = (
    "",
    "done",
    "cancel",
    "roll",
    "air",
    "take",
    "attack",
    "move",
    "join",
    "advance",
    "call",
    "back",
    "enter",
    "sail",
    "land",
)


@by_reference
class Observation(NamedTuple):
    """What learners observe of games, a row each."""

    game: NDArray[np.int16]
    """(games, figures)"""
    units: NDArray[np.int16]
    """(games, units, figures)"""
    hexes: NDArray[np.int8]
    """(games, hexes, figures)"""


def observation_spec(setting: Setting) -> tuple[ArraySpec, ...]:
    """Names, shapes and bounds of the arrays of `Observation`, for one game."""
    ground, rules = setting.ground, setting.ground.rules
    options = tuple(f"option_{number}" for number in range(rules.options))
    lows, highs = _game_bounds(ground)
    unit_highs = _unit_bounds(ground)
    unit_lows = [NOBODY if name == "port" else 0 for name in UNITS]
    return (
        ArraySpec(
            "game",
            (len(GAME) + len(options),),
            "int16",
            np.array(lows),
            np.array(highs),
            (*GAME, *options),
            "The course of the game and of a battle, and the options that are taken.",
        ),
        ArraySpec(
            "units",
            (rules.units, len(UNITS)),
            "int16",
            np.array(unit_lows),
            np.array(unit_highs),
            UNITS,
            "A row for each unit, Japan's first: where it is and what it has done.",
        ),
        ArraySpec(
            "hexes",
            (rules.hexes, len(HEXES)),
            "int8",
            np.array([-1, -1, 0, 0, 0, 0]),
            np.array([1, 1, MOST_POINTS, MOST_POINTS, 1, 1]),
            HEXES,
            "A row for each hex: whose it is, was when the phase began (1 own, −1 the enemy's), "
            f"stacking points up to {MOST_POINTS}, zones of control.",
        ),
    )


def _game_bounds(ground: MalayaGround) -> tuple[list[int], list[int]]:
    """The least and the greatest value of each figure of the game."""
    rules, units = ground.rules, ground.units
    air = int(ground.air_by_turn.max() + np.abs(ground.options.air).sum())
    bases = int((ground.sides.air_base + ground.sides.air_each * rules.hexes).max())
    ships = int(ground.sides.sea_capacity.max() + np.abs(ground.options.east).sum())
    trains = int(ground.sides.rail_capacity.max() + np.abs(ground.options.rail).sum())
    lost = max(9, rules.blocked_loss, 3 * rules.zone_loss, rules.force_z_steps)
    most = {
        "japan": 1,
        "turn": rules.turns,
        "phase": int(Phase.OVER),
        "own_turn": 1,
        "resume": NEXT_PLAYER,
        "selected": rules.hexes,
        "air": rules.most_air,
        "defence_air": rules.most_air,
        "losses": lost,
        "stage": BATTLE_ENDS,
        "entry": len(ground.results),
        "own_air_left": min(air, bases),
        "enemy_air_left": min(air, bases),
        "rail_left": trains,
        "east_left": ships,
        "west_left": ships,
        "shipping_turn": rules.turns + rules.shipping_delay,
        "shipping_attacked": 1,
        "shipping_decided": 1,
        "own_called": int(units.price.sum()),
        "enemy_called": int(units.price.sum()),
        "own_eliminated": int(units.full_steps.sum()),
        "enemy_eliminated": int(units.full_steps.sum()),
        "level": 2,
        "fallen": rules.turns,
        "group_port": rules.ports,
        "changes": MOST_CHANGES + rules.units + 2,
    }
    least = {"level": -2, "group_port": NOBODY, "selected": NOBODY}
    lows = [least.get(name, 0) for name in GAME]
    return lows + [0] * rules.options, [most[name] for name in GAME] + [1] * rules.options


def _unit_bounds(ground: MalayaGround) -> list[int]:
    """The greatest value of each figure of a unit."""
    rules, farthest = ground.rules, int(ground.units.movement.max())
    most = {
        "status": GONE,
        "place": rules.hexes,
        "steps": int(ground.units.full_steps.max()),
        "spent": farthest,
        "railed": rules.rail_hexes,
        "port": rules.ports,
        "duty": RETREATED,
        "due": max(int(ground.units.arrives.max()), rules.turns + 1),
        "origin": rules.hexes,
        "went": farthest,
    }
    return [most.get(name, 1) for name in UNITS]


@kernel
def write_observation(
    ground: MalayaGround, state: MalayaState, side: int, seen: Observation, row: int
) -> None:
    """Write what a side observes of a game into a row of the arrays."""
    _write_game(ground, state, side, seen.game[row])
    _write_units(ground, state, side, seen.units[row])
    _write_hexes(ground, state, side, seen.hexes[row])


@outlined_kernel
def _write_game(
    ground: MalayaGround, state: MalayaState, side: int, row: NDArray[np.int16]
) -> None:
    game, enemy = state.game, 1 - side
    row[0] = side == JAPAN
    row[1] = game.turn
    row[2] = game.phase
    row[3] = game.active == side
    row[4] = game.resume
    row[5] = game.selected
    row[6] = game.air
    row[7] = game.defence_air
    row[8] = game.losses
    row[9] = game.stage
    row[10] = game.entry
    row[11] = game.air_left[side]
    row[12] = game.air_left[enemy]
    row[13] = game.rail_left
    row[14] = game.sea_left[0]
    row[15] = game.sea_left[1]
    row[16] = game.shipping_turn
    row[17] = game.shipping_attacked
    row[18] = game.shipping_decided
    row[19] = game.called[side]
    row[20] = game.called[enemy]
    row[21] = game.eliminated[side]
    row[22] = game.eliminated[enemy]
    row[23] = game.level
    row[24] = game.fallen
    row[25] = game.group_port
    row[26] = game.changes
    for option in range(ground.rules.options):
        row[27 + option] = game.taken >> option & 1


@outlined_kernel
def _write_units(
    ground: MalayaGround, state: MalayaState, side: int, rows: NDArray[np.int16]
) -> None:
    units = state.units
    for unit in range(ground.rules.units):
        row = rows[unit]
        row[0] = side_of(ground, unit) == side
        row[1] = units.status[unit]
        row[2] = units.place[unit]
        row[3] = units.steps[unit]
        row[4] = units.supplied[unit]
        row[5] = units.spent[unit]
        row[6] = units.stopped[unit]
        row[7] = units.sailed[unit]
        row[8] = units.railed[unit]
        row[9] = units.port[unit]
        row[10] = units.fought[unit]
        row[11] = units.duty[unit]
        row[12] = units.pool[unit]
        row[13] = units.advances[unit]
        row[14] = units.due[unit]
        row[15] = units.origin[unit]
        row[16] = units.went[unit]


@outlined_kernel
def _write_hexes(
    ground: MalayaGround, state: MalayaState, side: int, rows: NDArray[np.int8]
) -> None:
    for place in range(ground.rules.hexes):
        row = rows[place]
        row[0] = 1 if control_of(state, place) == side else -1
        row[1] = 1 if has(state.before, place) == (side == 1) else -1
        row[2] = row[3] = 0
        row[4] = in_zone_of(state, place, side)
        row[5] = in_zone_of(state, place, 1 - side)
    for unit in range(ground.rules.units):
        if state.units.status[unit] == ON_MAP:
            place = state.units.place[unit]
            figure = 2 if side_of(ground, unit) == side else 3
            points = rows[place, figure] + ground.units.stack[unit]
            rows[place, figure] = min(points, MOST_POINTS)


def action_factors(setting: Setting) -> ActionFactors:
    """Every order code as verb, unit, hex and number: a direction, port, entry, option or points.

    Hexes, units and numbers count from 1; 0 stands for none.
    """
    ground, rules = setting.ground, setting.ground.rules
    sizes = (
        len(VERBS),
        rules.units + 1,
        rules.hexes + 1,
        1 + max(DIRECTIONS, FIRST_OPTION - FIRST_AIR, rules.options, rules.ports, rules.entries),
    )
    table = np.zeros((count_actions(ground), len(sizes)), dtype=np.int64)
    for code in range(len(table)):
        table[code] = _factors_of(ground, code)
    return ActionFactors(("verb", "unit", "hex", "number"), sizes, table)


def _factors_of(ground: MalayaGround, code: int) -> tuple[Any, ...]:
    verb = {name: number for number, name in enumerate(VERBS)}
    if code < FIRST_AIR:
        return verb[("done", "cancel", "roll")[code]], 0, 0, 0
    if code < FIRST_OPTION:
        return verb["air"], 0, 0, code - FIRST_AIR + 1
    if code < first_hex(ground):
        return verb["take"], 0, 0, code - FIRST_OPTION + 1
    if code < first_unit(ground):
        return verb["attack"], 0, code - first_hex(ground) + 1, 0
    unit, action = divmod(code - first_unit(ground), block(ground))
    if action < DIRECTIONS:
        return verb["move"], unit + 1, 0, action + 1
    if action < FIRST_ENTRY:
        return verb[("join", "advance", "call", "back")[action - DIRECTIONS]], unit + 1, 0, 0
    first, ports = FIRST_ENTRY + ground.rules.entries, ground.rules.ports
    if action < first:
        return verb["enter"], unit + 1, 0, action - FIRST_ENTRY + 1
    sails = action < first + ports
    return verb["sail" if sails else "land"], unit + 1, 0, (action - first) % ports + 1
