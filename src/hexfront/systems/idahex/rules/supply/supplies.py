"""Supplies that units use up, assessed at the end of each frame (IDX-7)."""

from __future__ import annotations

from typing import NamedTuple

from hexfront.core.event_rows import note
from hexfront.core.events import event
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.idahex.rules.combat.involvement import involve, is_passenger
from hexfront.systems.idahex.scenario.design import (
    FRAME,
    NEQ,
    NRS,
    NSS,
    Design,
    Float,
    Int,
)
from hexfront.systems.idahex.scenario.state import (
    ATTACKERS,
    CONSUMED,
    DEFENDERS,
    HOLD,
    MOVEMENT,
    NONE,
    Scratch,
    State,
)


@event("IDX-7", word="supplies", subjects="unit")
class SuppliesRanOut(NamedTuple):
    """A unit, or a task force, has run out of supplies."""

    unit: int
    force: int
    resource: int


@outlined_kernel
def consume(design: Design, state: State, scratch: Scratch, out: Int) -> None:
    """All active units use supplies for one frame (IDX-7).

    The demands of all are found first, and only then are stocks reduced: what
    takes part in combat depends on the supplies of all who fight side by side,
    so that otherwise the order of units would matter.
    """
    units, counts = state.units, design.forces.counts
    for fight in range(len(state.engagements)):
        if state.engagements.cell[fight] != 0:
            fighting_demands(design, state, scratch, state.engagements.heads[fight, ATTACKERS])
            fighting_demands(design, state, scratch, state.engagements.heads[fight, DEFENDERS])
    for unit in range(len(units)):
        if units.posture[unit] >= 10 and counts[units.side[unit], NSS] > 0:
            rides = is_passenger(state.forces, design.delays.unit_class, units, unit)
            if rides or units.engagement[unit] == NONE:
                idle_demand(design, state, scratch, unit, rides)
    demand = scratch.potential
    for unit in range(len(units)):
        if units.posture[unit] >= 10 and counts[units.side[unit], NSS] > 0:
            force = units.force[unit]
            if force == NONE:
                use_up(counts, state, unit, False, demand, out)
            elif state.forces.first[force] == unit:
                use_up(counts, state, unit, True, demand, out)


@outlined_kernel
def idle_demand(design: Design, state: State, scratch: Scratch, unit: int, is_loaded: bool) -> None:
    """D of a unit that does not fight (IDX-7): by its posture class, a passenger's being 1.

    The data have three classes; those in attack postures demand as in movement.
    """
    side, posture_class = state.units.side[unit], state.units.posture[unit] // 10
    posture_class = min(posture_class, MOVEMENT)
    if is_loaded:
        posture_class = HOLD
    rates = design.support.idle
    for supply in range(design.forces.counts[side, NSS]):
        total = 0.0
        for resource in range(design.forces.counts[side, NRS]):
            rate = rates[side, supply, resource, posture_class - 1]
            total += rate * state.stock[unit, resource]
        scratch.potential[unit, supply] = total * design.area.clock[FRAME]


@inline_kernel
def fighting_demands(design: Design, state: State, scratch: Scratch, first: int) -> None:
    """D of all units of one role in an engagement but its passengers (IDX-7)."""
    if first == NONE or design.forces.counts[state.units.side[first], NSS] == 0:
        return
    standard, classes = design.combat.standard, design.delays.unit_class
    involve(design.forces, design.support, standard, classes, design.printed, state, scratch, first)
    unit = first
    while unit != NONE:
        if not is_passenger(state.forces, classes, state.units, unit):
            fighting_demand(design, state, scratch, unit)
        unit = state.units.next_in_engagement[unit]


@outlined_kernel
def fighting_demand(design: Design, state: State, scratch: Scratch, unit: int) -> None:
    """D of a unit that fights (IDX-7): by the table of its posture, and by what takes part.

    A posture without a table demands as if it did not fight.
    """
    side, posture = state.units.side[unit], state.units.posture[unit]
    support = design.support
    table = support.table[side, posture - 20 if posture >= 40 else posture - 10]
    if table < 0:
        idle_demand(design, state, scratch, unit, False)
        return
    for supply in range(design.forces.counts[side, NSS]):
        total = 0.0
        for resource in range(design.forces.counts[side, NRS]):
            amount = state.stock[unit, resource]
            active = scratch.involved[unit, resource] * amount
            total += support.active[table, supply, resource] * active
            total += support.resting[table, supply, resource] * (amount - active)
        scratch.potential[unit, supply] = total * design.area.clock[FRAME]


@outlined_kernel
def use_up(counts: Int, state: State, first: int, shared: bool, demand: Float, out: Int) -> None:
    """A unit uses up what it demands, or a task force what its units do together (IDX-7).

    Each unit of a task force loses the same fraction of its stock.
    """
    units, stock, side = state.units, state.stock, state.units.side[first]
    for supply in range(counts[side, NSS]):
        resource = counts[side, NEQ] + supply
        wanted, held = 0.0, 0.0
        unit = first
        while unit != NONE:
            wanted += demand[unit, supply]
            held += stock[unit, resource]
            unit = units.next_in_force[unit] if shared else NONE
        if held > 0.0 and wanted > 0.0:
            used = min(wanted, held)
            state.totals[side, CONSUMED, resource] += used
            left = (held - used) / held
            unit = first
            while unit != NONE:
                stock[unit, resource] *= left
                unit = units.next_in_force[unit] if shared else NONE
            if used == held:
                force = units.force[first]
                alone = NONE if shared else first
                note(out, 1 << side, SuppliesRanOut(alone, force, resource))


@outlined_kernel
def has_run_out(design: Design, state: State, force: int) -> bool:
    """Whether a task force has nothing left of some type of supplies (IDX-7)."""
    side = state.forces.side[force]
    for supply in range(design.forces.counts[side, NSS]):
        resource = design.forces.counts[side, NEQ] + supply
        held = 0.0
        unit = state.forces.first[force]
        while unit != NONE:
            held += state.stock[unit, resource]
            unit = state.units.next_in_force[unit]
        if held <= 0.0:
            return True
    return False
