"""What a commander makes of the situation: who is where, and how strong (IDX-4, IDX-5.4.2).

Of enemy units it reads what both sides know: place, posture, objective, the
engagement and the role in it, and the type.  What they hold is taken to be
their planned strength, worn as the own army is.
"""

from __future__ import annotations

from math import isinf
from typing import Final

from hexfront.jit import kernel, kernel_part
from hexfront.systems.idahex.area import steps_between
from hexfront.systems.idahex.design import (
    NEQ,
    NRS,
    NSS,
    RIM,
    Area,
    Combat,
    Design,
    Forces,
    Int,
)
from hexfront.systems.idahex.sequencing import class_of
from hexfront.systems.idahex.staff import (
    ABLE,
    COMING,
    FIGHTER,
    FOES,
    FOES_HOLD,
    FOES_OUT,
    IDLE,
    LEAST_STRENGTH,
    LEAST_SUPPLIES,
    PRESENT,
    REACH,
    REACH_DEFENCE,
    SECURITY,
    SENT,
    THREAT,
    VALUE_ATTACK,
    VALUE_DEFENCE,
    Room,
    Staff,
)
from hexfront.systems.idahex.staff_map import barrier_at
from hexfront.systems.idahex.state import (
    ATTACKS,
    DUE,
    ENGAGEMENT,
    FORCE,
    HOLD,
    KIND,
    NEIGHBOUR,
    NONE,
    OBJECTIVE,
    PLACE,
    POSTURE,
    SIDE,
    State,
)

MOST_WORN: Final = 0.2
LEAST_WORN: Final = 1.1
"""Limits for what the enemy is thought to have of his planned strength."""


@kernel
def survey(design: Design, staff: Staff, state: State, room: Room, side: int) -> None:
    """Fill the room's maps and lists of units."""
    cells = room.cells
    for row in range(cells.shape[0]):
        for cell in range(cells.shape[1]):
            cells[row, cell] = 0.0
    survey_own(design.forces, design.combat, staff, state, room, side)
    for unit in range(state.units.shape[0]):
        if state.units[unit, POSTURE] >= HOLD * 10:
            if state.units[unit, SIDE] == side:
                add_own(design, staff, state, room, unit)
            else:
                add_foe(design.area, staff, state, room, unit)
    for unit in range(state.units.shape[0]):
        if room.flags[ABLE, unit] == 1:
            add_reach(design.area, staff, state, room, unit, 1.0)


@kernel
def survey_own(
    forces: Forces, combat: Combat, staff: Staff, state: State, room: Room, side: int
) -> None:
    """The values of the own units, and how worn the army is."""
    left, planned = 0.0, 0.0
    for unit in range(state.units.shape[0]):
        attack, defence = 0.0, 0.0
        room.flags[IDLE, unit] = 0
        room.flags[ABLE, unit] = 0
        if state.units[unit, SIDE] == side and state.units[unit, POSTURE] >= HOLD * 10:
            for resource in range(forces.counts[side, NRS]):
                amount = state.stock[unit, resource]
                attack += combat.value_attack[side, resource] * amount
                defence += combat.value_defence[side, resource] * amount
            left += defence
            planned += staff.defence[state.units[unit, KIND]]
        room.units[VALUE_ATTACK, unit] = attack
        room.units[VALUE_DEFENCE, unit] = defence
    worn = left / planned if planned > 0.0 else 1.0
    room.health[0] = min(max(worn, MOST_WORN), LEAST_WORN)
    room.health[1] = 0.0


@kernel
def add_own(design: Design, staff: Staff, state: State, room: Room, unit: int) -> None:
    """Count an active unit of the own side in."""
    cells, defence = room.cells, room.units[VALUE_DEFENCE, unit]
    place, objective = state.units[unit, PLACE], state.units[unit, OBJECTIVE]
    cells[PRESENT, place] += defence
    if class_of(state.units[unit, POSTURE]) == HOLD:
        cells[SECURITY, place] += defence
        if is_idle(state, unit):
            room.flags[IDLE, unit] = 1
            fit = staff.role[state.units[unit, KIND]] == FIGHTER
            if fit and is_ready(design.forces, staff, state, room, unit):
                room.flags[ABLE, unit] = 1
        if state.units[unit, FORCE] != NONE:
            objective = state.missions[state.units[unit, FORCE], 0, 0]
    if objective != place:
        cells[COMING, objective] += defence
        cells[SENT, objective] += reaching(design.area, staff, state, room, unit, objective)


@kernel_part
def is_idle(state: State, unit: int) -> bool:
    """Whether an own unit in a hold posture can be given something to do."""
    if state.units[unit, ENGAGEMENT] != NONE:
        return False
    force = state.units[unit, FORCE]
    return bool(force == NONE or isinf(state.agenda[force, DUE]))


@kernel
def is_ready(forces: Forces, staff: Staff, state: State, room: Room, unit: int) -> bool:
    """Whether a fighter has what it takes to attack."""
    side, kind = state.units[unit, SIDE], state.units[unit, KIND]
    if room.units[VALUE_DEFENCE, unit] < staff.doctrine[side, LEAST_STRENGTH] * staff.defence[kind]:
        return False
    equipment = forces.counts[side, NEQ]
    for supply in range(forces.counts[side, NSS]):
        planned = forces.toe[kind, equipment + supply]
        if state.stock[unit, equipment + supply] < staff.doctrine[side, LEAST_SUPPLIES] * planned:
            return False
    return True


@kernel
def reaching(area: Area, staff: Staff, state: State, room: Room, unit: int, cell: int) -> float:
    """What an own unit is worth when it attacks a cell from where it stands."""
    place, kind = state.units[unit, PLACE], state.units[unit, KIND]
    value = room.units[VALUE_ATTACK, unit]
    for rim in range(RIM):
        if area.rim[place, rim] == cell:
            value *= staff.across[kind, barrier_at(area, state.maps, place, rim)]
    return float(value)


@kernel
def add_foe(area: Area, staff: Staff, state: State, room: Room, unit: int) -> None:
    """Count an active unit of the enemy in."""
    cells, kind = room.cells, state.units[unit, KIND]
    place, objective = state.units[unit, PLACE], state.units[unit, OBJECTIVE]
    cells[FOES, place] += 1.0
    defence = staff.defence[kind] * room.health[0]
    holds = class_of(state.units[unit, POSTURE]) == HOLD
    cells[FOES_HOLD if holds else FOES_OUT, place] += defence
    if state.units[unit, ENGAGEMENT] != NONE and state.units[unit, ATTACKS] == 1:
        return
    attack = staff.attack[kind] * room.health[0]
    room.health[1] = max(room.health[1], attack)
    for rim in range(RIM):
        cell = area.rim[place, rim]
        if cell > 0 and (holds or cell == objective):
            barrier = barrier_at(area, state.maps, place, rim)
            cells[THREAT, cell] += attack * staff.across[kind, barrier]


@kernel
def add_reach(area: Area, staff: Staff, state: State, room: Room, unit: int, sign: float) -> None:
    """Count an own unit in (1) or out (-1) where it could attack."""
    place, kind = state.units[unit, PLACE], state.units[unit, KIND]
    attack, defence = room.units[VALUE_ATTACK, unit], room.units[VALUE_DEFENCE, unit]
    for rim in range(RIM):
        cell = area.rim[place, rim]
        if cell > 0 and area.route[place, rim] > 0:
            barrier = barrier_at(area, state.maps, place, rim)
            room.cells[REACH, cell] += sign * attack * staff.across[kind, barrier]
            room.cells[REACH_DEFENCE, cell] += sign * defence


@kernel
def menace(
    area: Area, staff: Staff, state: State, room: Room, side: int, cell: int, but: int, range_: int
) -> float:
    """The attack value of free enemies within so many cells of one, but those in a cell."""
    total = 0.0
    for unit in range(state.units.shape[0]):
        if state.units[unit, SIDE] != side and state.units[unit, POSTURE] >= HOLD * 10:
            place = state.units[unit, PLACE]
            attacks = state.units[unit, ENGAGEMENT] != NONE and state.units[unit, ATTACKS] == 1
            if place != but and not attacks and steps_between(area, place, cell) <= range_:
                total += staff.attack[state.units[unit, KIND]] * room.health[0]
    return total


@kernel
def list_units(state: State, side: int, place: int, found: Int) -> int:
    """The active units of a side in a cell, in order; how many."""
    count = 0
    unit = state.standing[place, side]
    while unit != NONE and count < found.shape[0]:
        found[count] = unit
        count += 1
        unit = state.units[unit, NEIGHBOUR]
    return count
