"""Air strikes: entered for the start of a cycle, assessed all together (IDX-6).

A strike hits only what the enemy has on the ground, and nothing on the ground
changes what a strike can do.  So it does not matter which side's strikes come
first.  Those of one side come in the order in which they were entered, each on
the stocks that those before it left.
"""

from __future__ import annotations

from math import isfinite
from typing import Final, NamedTuple

from hexfront.core.event_rows import note
from hexfront.core.events import event
from hexfront.core.tables import fill
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.idahex.deck import errata
from hexfront.systems.idahex.scenario.area import is_active
from hexfront.systems.idahex.scenario.design import (
    NACTYP,
    NAGWEP,
    NGG,
    NMAT,
    NPERS,
    SIDES,
    Air,
    Area,
    Design,
    Float,
    Forces,
    Int,
)
from hexfront.systems.idahex.scenario.state import (
    ATTACKERS,
    DEFENDERS,
    DISENGAGEMENT,
    FROM_AIR,
    HOLD,
    NONE,
    Scratch,
    State,
    Units,
)


@event("IDX-6", word="air", places="place")
class AirStrike(NamedTuple):
    """An air strike."""

    place: int
    close: int
    group: int


@event(
    "IDX-6",
    "No strike on {place}: there is no engagement to support.",
    word="air",
    places="place",
)
class NothingToSupport(NamedTuple):
    """A strike finds no engagement."""

    place: int


@event("IDX-6", "No strike on {place}: no enemy is there.", word="air", places="place")
class NoTarget(NamedTuple):
    """A strike finds no enemy."""

    place: int


@event(
    "IDX-6",
    "{unit} in {place} is struck from the air.",
    word="air",
    places="place",
    subjects="unit",
)
class UnitStruck(NamedTuple):
    """A unit is struck from the air."""

    unit: int
    place: int


@event("IDX-6", word="air", places="place")
class LostToAir(NamedTuple):
    """Resources are lost to air strikes."""

    place: int
    resource: int
    thousandths: int


THOUSAND: Final = 1000.0

# Codes of refusals
OK: Final = 0
BAD_CELL: Final = 1
"""No such cell, or an inactive one."""
BAD_ROLE: Final = 2
BAD_PRIORITY: Final = 3
"""Not the four positive posture classes, each once."""
BAD_AIRCRAFT: Final = 4
"""A negative or infinite number."""
TABLE_FULL: Final = 5
NO_SUCH_STRIKE: Final = 6

INTERDICTION: Final = 0
CLOSE_SUPPORT: Final = 1
CLASSES: Final = 4

# Whose aims a strike follows
FOR_ATTACK: Final = 0
FOR_DEFENCE: Final = 1
BEHIND: Final = 2


@kernel
def add_strike(
    area: Area,
    forces: Forces,
    state: State,
    side: int,
    cell: int,
    role: int,
    priority: Int,
    aircraft: Float,
) -> int:
    """Enter an air strike; it waits for the start of the cycle to be assessed (IDX-6).

    `priority` (asprty) counts for interdiction only; `aircraft` (ascomp) is by
    type.  A side has half of the rows, filled from the front, so that no
    player can take the other's room or learn from it.
    """
    if not is_active(area, cell):
        return BAD_CELL
    if role not in (INTERDICTION, CLOSE_SUPPORT):
        return BAD_ROLE
    if role == INTERDICTION and not is_order_of_classes(priority):
        return BAD_PRIORITY
    for kind in range(forces.counts[side, NACTYP]):
        if not (isfinite(aircraft[kind]) and aircraft[kind] >= 0.0):
            return BAD_AIRCRAFT
    half = len(state.strikes) // SIDES
    row, end = side * half, side * half + half
    while row < end and state.strikes.target[row] != 0:
        row += 1
    if row == end:
        return TABLE_FULL
    state.strikes.target[row] = cell
    state.strikes.striker[row] = side
    state.strikes.close[row] = role
    for rank in range(CLASSES):
        state.strikes.priority[row, rank] = priority[rank] if role == INTERDICTION else 0
    for kind in range(forces.counts[side, NACTYP]):
        state.sorties[row, kind] = aircraft[kind]
    return OK


@inline_kernel
def is_order_of_classes(priority: Int) -> bool:
    """Whether a list holds the posture classes 1 to 4, each once."""
    found = 0
    for rank in range(CLASSES):
        if 1 <= priority[rank] <= CLASSES:
            found |= 1 << priority[rank]
    return bool(found == 0b11110)


@kernel
def cancel_strike(state: State, side: int, row: int) -> int:
    """Take an air strike back; those entered after it move up, so that their order stays."""
    half = len(state.strikes) // SIDES
    end = side * half + half
    if not side * half <= row < end or state.strikes.target[row] == 0:
        return NO_SUCH_STRIKE
    for later in range(row + 1, end):
        words = state.strikes.words
        for column in range(words.shape[1]):
            words[later - 1, column] = words[later, column]
        for kind in range(state.sorties.shape[1]):
            state.sorties[later - 1, kind] = state.sorties[later, kind]
    erase(state, end - 1)
    return OK


@inline_kernel
def erase(state: State, row: int) -> None:
    """Free the row of a strike."""
    fill(state.strikes.words[row], 0)
    for kind in range(state.sorties.shape[1]):
        state.sorties[row, kind] = 0.0


@inline_kernel
def assess_strikes(design: Design, state: State, scratch: Scratch, out: Int) -> None:
    """All strikes that wait; what close support did in the cycle before is forgotten (IDX-6)."""
    for fight in range(state.close.shape[0]):
        for side in range(SIDES):
            for weapon in range(state.close.shape[2]):
                state.close[fight, side, weapon] = 0.0
    for row in range(len(state.strikes)):
        if state.strikes.target[row] != 0:
            assess(design, state, scratch, row, out)
            erase(state, row)


@outlined_kernel
def assess(design: Design, state: State, scratch: Scratch, row: int, out: Int) -> None:
    """One strike: find its targets, then what it does to them (IDX-6)."""
    cell, striker = state.strikes.target[row], state.strikes.striker[row]
    victim, targets = 1 - striker, scratch.rows[0]
    fight, aim, behind = NONE, BEHIND, 0
    if state.strikes.close[row] == 1:
        fight = state.fighting[cell]
        if fight == NONE:
            note(out, 1 << striker, NothingToSupport(cell))
            return
        attacks = state.engagements.attacker[fight] == striker
        aim = FOR_ATTACK if attacks else FOR_DEFENCE
        head = DEFENDERS if attacks else ATTACKERS
        count = list_engaged(state.units, state.engagements.heads[fight, head], attacks, targets)
    else:
        first = state.standing[cell, victim]
        behind = class_struck(state.units, first, state.strikes.priority[row])
        if behind == 0:
            note(out, 1 << striker, NoTarget(cell))
            return
        count = list_class(state.units, first, behind, targets)
    environment = state.maps[0, design.area.environment[cell]]
    close = state.strikes.close[row]
    note(out, 1 << striker, AirStrike(cell, close, behind))
    prepare(design.forces, state, scratch, victim, count)
    for weapon in range(design.forces.counts[striker, NAGWEP]):
        load = 0.0
        for kind in range(design.forces.counts[striker, NACTYP]):
            load += design.air.load[striker, kind, weapon] * state.sorties[row, kind]
        if spread_fire(design, scratch, striker, weapon, load, environment, aim, behind):
            hit(design, state, scratch, striker, weapon, count, fight)
    report(design.forces, scratch, victim, cell, count, out)
    book(design.forces, state, scratch, victim)


@outlined_kernel
def list_engaged(units: Units, first: int, are_defenders: bool, targets: Int) -> int:
    """The enemies in an engagement; of defenders only those who hold, if any does (V)."""
    holding = False
    unit = first
    while unit != NONE:
        if units.posture[unit] // 10 == HOLD:
            holding = True
        unit = units.next_in_engagement[unit]
    count = 0
    unit = first
    while unit != NONE:
        leaving = units.posture[unit] // 10 == DISENGAGEMENT
        if not (are_defenders and holding and leaving):
            targets[count] = unit
            count += 1
        unit = units.next_in_engagement[unit]
    return count


@inline_kernel
def class_struck(units: Units, first: int, priority: Int) -> int:
    """The first posture class of a list in which a unit of the cell is; 0 where none is (pc)."""
    for rank in range(CLASSES):
        unit = first
        while unit != NONE:
            if units.posture[unit] // 10 == priority[rank]:
                return int(priority[rank])
            unit = units.next_in_cell[unit]
    return 0


@inline_kernel
def list_class(units: Units, first: int, wanted: int, targets: Int) -> int:
    """The active units of a cell in one posture class (V)."""
    count = 0
    unit = first
    while unit != NONE:
        if units.posture[unit] // 10 == wanted:
            targets[count] = unit
            count += 1
        unit = units.next_in_cell[unit]
    return count


# Rows of Scratch.vectors, by the enemy's resource
GROUND: Final = 0
"""grdrs: what all targets have together."""
FIRE: Final = 1
"""What a weapon destroys of each unit of materiel there, before factors of posture classes."""
LOSS: Final = 2
"""What the strike has destroyed."""


@inline_kernel
def prepare(forces: Forces, state: State, scratch: Scratch, victim: int, count: int) -> None:
    """Add up the targets' materiel, and keep their stocks as they are before the strike."""
    for resource in range(forces.counts[victim, NMAT] + forces.counts[victim, NPERS]):
        scratch.vectors[GROUND, resource] = 0.0
        scratch.vectors[LOSS, resource] = 0.0
    for i in range(count):
        unit = scratch.rows[0, i]
        for target in range(forces.counts[victim, NMAT]):
            scratch.effective[unit, target] = state.stock[unit, target]
            scratch.vectors[GROUND, target] += state.stock[unit, target]


@inline_kernel
def aim_of(air: Air, striker: int, weapon: int, target: int, aim: int, behind: int) -> float:
    """The share of fire on a target in a standard force: aag."""
    if aim == FOR_ATTACK:
        return float(air.aim_attack[striker, weapon, target])
    if aim == FOR_DEFENCE:
        return float(air.aim_defence[striker, weapon, target])
    return float(air.aim_behind[striker, weapon, target, behind - 1])


@outlined_kernel
def spread_fire(
    design: Design,
    scratch: Scratch,
    striker: int,
    weapon: int,
    load: float,
    environment: int,
    aim: int,
    behind: int,
) -> bool:
    """Share a weapon's fire among types of targets; whether there is anything to fire at.

    alpha(j)/grdrs(j) is aag(j)/stdtgt(j)/sum, without the amount that is there.
    A type that the standard force lacks draws no fire.
    """
    air, standard, victim = design.air, design.combat.standard, 1 - striker
    total = 0.0
    for target in range(design.forces.counts[victim, NMAT]):
        scratch.vectors[FIRE, target] = 0.0
        if standard[victim, target] > 0.0:
            share = aim_of(air, striker, weapon, target, aim, behind) / standard[victim, target]
            scratch.vectors[FIRE, target] = share
            total += share * scratch.vectors[GROUND, target]
    if not (total > 0.0 and load > 0.0):
        return False
    for target in range(design.forces.counts[victim, NMAT]):
        rate = air.kill[striker, weapon, target] * air.weapon_in[striker, weapon, environment]
        rate *= air.target_in[victim, target, environment] * load / total
        scratch.vectors[FIRE, target] *= rate
    return True


@outlined_kernel
def hit(
    design: Design,
    state: State,
    scratch: Scratch,
    striker: int,
    weapon: int,
    count: int,
    fight: int,
) -> None:
    """What one type of weapon does to all targets: K, L and the crews' losses (IDX-6).

    The manual takes weapons last; here they come first.  Each stock meets the
    weapons in the same order, and men are only ever taken away.
    """
    air, victim = design.air, 1 - striker
    ground, materiel = design.forces.counts[victim, NGG], design.forces.counts[victim, NMAT]
    for i in range(count):
        unit = scratch.rows[0, i]
        posture_class = state.units.posture[unit] // 10 - 1
        lethal = air.weapon_posture[striker, weapon, posture_class]
        for target in range(materiel):
            possible = lethal * air.target_posture[victim, target, posture_class]
            possible *= scratch.vectors[FIRE, target] * scratch.effective[unit, target]
            loss = min(possible, state.stock[unit, target])
            if fight != NONE and target < ground:
                counts = loss if design.printed[errata.CLOSE_SUPPORT] == 1 else possible
                state.close[fight, victim, target] += counts
            state.stock[unit, target] -= loss
            scratch.vectors[LOSS, target] += loss
            for crew in range(design.forces.counts[victim, NPERS]):
                people = air.crews[victim, crew, weapon, target] * loss
                people = min(people, state.stock[unit, materiel + crew])
                state.stock[unit, materiel + crew] -= people
                scratch.vectors[LOSS, materiel + crew] += people


@inline_kernel
def book(forces: Forces, state: State, scratch: Scratch, victim: int) -> None:
    """Add a strike's losses to those of the war."""
    for resource in range(forces.counts[victim, NMAT] + forces.counts[victim, NPERS]):
        state.totals[victim, FROM_AIR, resource] += scratch.vectors[LOSS, resource]


@inline_kernel
def report(forces: Forces, scratch: Scratch, victim: int, cell: int, count: int, out: Int) -> None:
    """Tell the side that is hit which units, and what it lost."""
    for i in range(count):
        note(out, 1 << victim, UnitStruck(scratch.rows[0, i], cell))
    for resource in range(forces.counts[victim, NMAT] + forces.counts[victim, NPERS]):
        lost = int(scratch.vectors[LOSS, resource] * THOUSAND + 0.5)
        if lost > 0:
            note(out, 1 << victim, LostToAir(cell, resource, lost))
