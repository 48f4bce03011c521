"""A war as arrays for learners, written by a kernel from what the side may know (IDX-4).

An allow-list as `view.known_facts` has it: of the enemy where its units stand, their postures,
objectives and engagements; of the own side everything, an unfinished command too. Sides are seen
as own (1) and enemy (2). Numbers without an end are squashed: `x / (x + scale)` for those that
are not negative, where the scale, said with the array, gives one half.
"""

from __future__ import annotations

from itertools import pairwise
from math import inf, isnan
from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.by_reference import by_reference
from hexfront.core.learning import ActionFactors, ArraySpec
from hexfront.jit import inline_kernel, kernel
from hexfront.mechanics.agenda import DUE
from hexfront.systems.idahex.rules.command.theatre import Theatre
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario.design import CYCLE, PERIOD, T_END, T_INIT, Design
from hexfront.systems.idahex.scenario.setting import Setting
from hexfront.systems.idahex.scenario.state import (
    CLASS_SIZE,
    GONE,
    HOLD,
    MAX_DRAFT,
    MAX_ORDERS,
    NONE,
    State,
)

OWN: Final = 1
ENEMY: Final = 2
LEAST_POSTURE: Final = GONE
MOST_POSTURE: Final = 49

# Columns of Seen.war
PHASE: Final = 0
READY: Final = 1
STOPPED: Final = 2
WAR_NAMES: Final = ("phase", "ready", "wants to stop")
"""0 strikes, 1 commands, 2 over; whether the own side has said go; whether it said stop."""

# Columns of Seen.units
SIDE: Final = 0
PLACE: Final = 1
POSTURE: Final = 2
OBJECTIVE: Final = 3
FIGHTS: Final = 4
LEADER: Final = 5
MODE: Final = 6
NEXT_PLACE: Final = 7
NEXT_POSTURE: Final = 8
NEXT_OBJECTIVE: Final = 9
ORDERS: Final = 10
UNIT_NAMES: Final = (
    *("side", "place", "posture", "objective", "fights", "leader", "mode"),
    *("next place", "next posture", "next objective", "orders left"),
)
"""`fights`: 1 as attacker, 2 as defender. `leader`: the row of the first unit of the task force,
counted from 1; the columns after it stand with the leader alone."""

# Columns of Seen.cells
OWNER: Final = 0
ATTACKER: Final = 1
CELL_NAMES: Final = ("owner", "attacker")

# Columns of Seen.fights
FEBA: Final = 0
RATIO: Final = 1
FIGHT_NAMES: Final = ("feba", "ratio")


@by_reference
class Seen(NamedTuple):
    """The arrays of `observation_spec` for a batch of wars: a first axis of games.

    Whole numbers of 16 bits have 32 in an area whose cells are too many for them.
    """

    time: NDArray[np.float32]
    war: NDArray[np.int8]
    units: NDArray[np.int16 | np.int32]
    stocks: NDArray[np.float32]
    due: NDArray[np.float32]
    missions: NDArray[np.int16 | np.int32]
    cells: NDArray[np.int8]
    fights: NDArray[np.float32]
    draft: NDArray[np.int16 | np.int32]


def observation_spec(setting: Setting) -> tuple[ArraySpec, ...]:
    """What a side observes of a war, array by array."""
    units, cells = len(setting.units), len(setting.design.area.rim)
    resources, actions = setting.book.resources, setting.book.actions
    modes = int(np.iinfo(np.int16).max)
    whole = "int16" if max(cells, actions) <= modes else "int32"
    postures = LEAST_POSTURE, MOST_POSTURE
    low = [0, 0, postures[0], 0, 0, 0, 0, 0, postures[0], 0, 0]
    high = [2, cells, postures[1], cells, 2, units, modes, cells, postures[1], cells, MAX_ORDERS]
    floats = "float32"
    return (
        ArraySpec(
            *("time", (3,), floats, 0, 1, ("war", "cycle", "commands")),
            "How much is over: of the war, of the cycle, and of the commands that the side may "
            "give at this stop.",
        ),
        ArraySpec("war", (3,), "int8", 0, 2, WAR_NAMES, "What the war waits for."),
        ArraySpec(
            *("units", (units, len(UNIT_NAMES)), whole),
            *(np.array(low, whole), np.array(high, whole), UNIT_NAMES),
            "Every unit that is known to the side; of the enemy's the first five columns.",
        ),
        ArraySpec(
            *("stocks", (units, resources), floats, 0, 1, _numbered("resource", resources)),
            "What own units hold, squashed by their planned stock, or by 1 where none is planned.",
        ),
        ArraySpec(
            *("due", (units, 1), floats, 0, 1, ("time",)),
            "When own task forces change their status next, squashed by a period; 1 for never.",
        ),
        ArraySpec(
            *("missions", (units, MAX_ORDERS * 2), whole, LEAST_POSTURE),
            max(cells, MOST_POSTURE),
            _numbered("place of order", MAX_ORDERS) + _numbered("posture of order", MAX_ORDERS),
            "With the leader of an own task force: the places of its orders, then their postures.",
        ),
        ArraySpec(
            *("cells", (cells, len(CELL_NAMES)), "int8", 0, 2, CELL_NAMES),
            "Whose the cell is, and who attacks it. Cell 0 stays empty.",
        ),
        ArraySpec(
            *("fights", (cells, len(FIGHT_NAMES)), floats, -1, 1, FIGHT_NAMES),
            "The last frame of the engagement there: where the front stands, of the depth of the "
            "cell, and the attacker's share of the ground value of both.",
        ),
        ArraySpec(
            *("draft", (MAX_DRAFT,), whole, 0, actions, ()),
            "The words of the own unfinished command, as order codes counted from 1.",
        ),
    )


def _numbered(name: str, count: int) -> tuple[str, ...]:
    return tuple(f"{name} {number}" for number in range(1, count + 1))


def make_seen(setting: Setting, games: int) -> Seen:
    """Arrays for so many wars."""
    specs = observation_spec(setting)
    made: dict[str, Any] = {
        spec.name: np.zeros((games, *spec.shape), dtype=spec.dtype) for spec in specs
    }
    return Seen(**made)


@kernel
def write_observation(theatre: Theatre, state: State, side: int, seen: Seen, row: int) -> None:
    """Write what a side may know of a war into the row of a batch (IDX-4)."""
    design = theatre.design
    _write_war(theatre, state, side, seen.time, seen.war, row)
    for unit in range(len(state.units)):
        _write_unit(state, side, unit, seen.units, row)
        own = state.units.side[unit] == side
        _write_stock(design, state, own, unit, seen.stocks, row)
        _write_mission(design, state, own, unit, seen, row)
    for cell in range(len(state.owner)):
        seen.cells[row, cell, OWNER] = _seen_side(state.owner[cell], side) if cell > 0 else 0
        _write_fight(state, side, cell, seen.cells, seen.fights, row)
    length = state.drafts[side, 0]
    for word in range(MAX_DRAFT):
        seen.draft[row, word] = 1 + state.drafts[side, 1 + word] if word < length else 0


@inline_kernel
def _seen_side(who: int, side: int) -> int:
    """A side as the observer sees it: `OWN`, `ENEMY`, or 0 for nobody."""
    if who < 0:
        return 0
    return OWN if who == side else ENEMY


@inline_kernel
def _write_war(theatre: Theatre, state: State, side: int, time: Any, war: Any, row: int) -> None:
    clock = theatre.design.area.clock
    now = state.game.time - clock[T_INIT]
    time[row, 0] = min(1.0, max(0.0, now / (clock[T_END] - clock[T_INIT])))
    cycles = now / clock[CYCLE]
    time[row, 1] = min(1.0, max(0.0, cycles - int(cycles)))
    time[row, 2] = state.game.given[side] / theatre.most[side]
    war[row, PHASE] = state.game.phase
    war[row, READY] = state.game.ready >> side & 1
    war[row, STOPPED] = state.game.stopped >> side & 1


@inline_kernel
def _write_unit(state: State, side: int, unit: int, seen: Any, row: int) -> None:
    """The status of a unit; a reinforcement of the enemy does not exist yet (IDX-2.2.1)."""
    for column in range(len(UNIT_NAMES)):
        seen[row, unit, column] = 0
    own, posture = state.units.side[unit] == side, state.units.posture[unit]
    if not own and GONE < posture < HOLD * CLASS_SIZE:
        return
    seen[row, unit, SIDE] = OWN if own else ENEMY
    seen[row, unit, PLACE] = state.units.place[unit]
    seen[row, unit, POSTURE] = posture
    seen[row, unit, OBJECTIVE] = state.units.objective[unit]
    if state.units.engagement[unit] != NONE:
        seen[row, unit, FIGHTS] = 1 if state.units.attacks[unit] == 1 else 2
    force = state.units.force[unit]
    if own and force != NONE:
        first = state.forces.first[force]
        seen[row, unit, LEADER] = 1 + first
        if first == unit:
            seen[row, unit, MODE] = state.forces.mode[force]
            seen[row, unit, NEXT_PLACE] = state.forces.next_place[force]
            seen[row, unit, NEXT_POSTURE] = state.forces.next_posture[force]
            seen[row, unit, NEXT_OBJECTIVE] = state.forces.next_objective[force]
            seen[row, unit, ORDERS] = state.forces.length[force]


@inline_kernel
def _write_stock(design: Design, state: State, own: bool, unit: int, seen: Any, row: int) -> None:
    kind = state.units.kind[unit]
    for resource in range(state.stock.shape[1]):
        share = 0.0
        if own:
            planned = 0.0
            if resource < design.forces.toe.shape[1]:
                planned = design.forces.toe[kind, resource]
            share = _squashed(state.stock[unit, resource], planned if planned > 0.0 else 1.0)
        seen[row, unit, resource] = share


@inline_kernel
def _squashed(value: float, scale: float) -> float:
    """From 0 to 1: one half at the scale, 1 without end, 0 below nothing."""
    if value == inf:
        return 1.0
    return value / (value + scale) if value > 0.0 else 0.0


@inline_kernel
def _write_mission(
    design: Design, state: State, own: bool, unit: int, seen: Seen, row: int
) -> None:
    """What an own task force will do, in the row of its first unit."""
    seen.due[row, unit, 0] = 0.0
    for column in range(2 * MAX_ORDERS):
        seen.missions[row, unit, column] = 0
    force = state.units.force[unit]
    if not own or force == NONE or state.forces.first[force] != unit:
        return
    left = state.agenda[force, DUE] - state.game.time
    seen.due[row, unit, 0] = _squashed(left, design.area.clock[PERIOD])
    for order in range(state.forces.length[force]):
        seen.missions[row, unit, order] = state.missions.aim[force, order]
        seen.missions[row, unit, MAX_ORDERS + order] = state.missions.wanted[force, order]


@inline_kernel
def _write_fight(state: State, side: int, cell: int, cells: Any, fights: Any, row: int) -> None:
    """What both sides are told of the engagement in a cell (IDX-8)."""
    cells[row, cell, ATTACKER] = 0
    fights[row, cell, FEBA] = 0.0
    fights[row, cell, RATIO] = 0.0
    fight = state.fighting[cell]
    if fight == NONE:
        return
    cells[row, cell, ATTACKER] = _seen_side(state.engagements.attacker[fight], side)
    feba, ratio = state.figures.feba[fight], state.figures.ratio[fight]
    fights[row, cell, FEBA] = min(1.0, max(-1.0, feba)) if not isnan(feba) else 0.0
    fights[row, cell, RATIO] = _squashed(ratio, 1.0)


def action_factors(setting: Setting) -> ActionFactors:
    """Every word taken apart: which word, digit or class, posture, resource, unit or place."""
    book = setting.book
    starts = (0, o.POSTURE, o.FIRST_RESOURCE, book.first_unit, book.first_cell, book.actions)
    table = np.zeros((book.actions, len(starts) - 1), dtype=np.int64)
    for factor, (first, beyond) in enumerate(pairwise(starts)):
        table[first:beyond, factor] = np.arange(1, beyond - first + 1)
    sizes = tuple(1 + beyond - first for first, beyond in pairwise(starts))
    return ActionFactors(("word", "posture", "resource", "unit", "place"), sizes, table)
