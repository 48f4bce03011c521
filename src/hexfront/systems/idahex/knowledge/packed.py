"""What a side knows, packed into a state by a kernel (IDX-4, IDX-8).

The same allow-list as `view.known_facts` has, and the same state as
`determinization.reconstruct` puts together from these facts: own units as they are, the enemy's
at their planned strength and bound for their objectives.  All else is as when the war opened.
"""

from __future__ import annotations

from math import inf, isfinite

from hexfront.blocks import copy_block
from hexfront.core.tables import copy_row
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.mechanics.agenda import DUE
from hexfront.systems.idahex.knowledge.view import KILLS_SHOWN, LOSSES_SHOWN, VALUES_SHOWN
from hexfront.systems.idahex.rules.command.theatre import Theatre
from hexfront.systems.idahex.rules.maneuver.forces import put_at
from hexfront.systems.idahex.rules.maneuver.sequencing import STANDARD_HOLD, plan
from hexfront.systems.idahex.scenario.chains import add_member, engage, list_movers, stand
from hexfront.systems.idahex.scenario.design import SIDES
from hexfront.systems.idahex.scenario.state import (
    CAUSES,
    CLASS_SIZE,
    DISENGAGEMENT,
    FIGURES_WIDTH,
    GONE,
    HOLD,
    NONE,
    State,
    class_of,
)


@kernel
def pack_view(theatre: Theatre, state: State, side: int, packed: State) -> None:
    """Write what a side may know as a state, in which all else is blotted out."""
    copy_block(packed, theatre.opening)
    packed.game.time = state.game.time
    packed.game.phase = state.game.phase
    packed.game.frames = state.game.frames
    copy_row(packed.owner, state.owner)
    for which in range(state.maps.shape[0]):
        copy_row(packed.maps[which], state.maps[which])
    place_units(state, side, packed)
    for cell in range(len(state.fighting)):
        if state.fighting[cell] != NONE:
            tell_fight(theatre.detail[0], state, state.fighting[cell], packed)
    tell_own(state, side, packed)
    for unit in range(len(state.units)):
        if state.units.side[unit] != side:
            imagine(theatre, unit, packed)


@inline_kernel
def place_units(state: State, side: int, packed: State) -> None:
    """Where units stand; a reinforcement of the enemy does not exist yet (IDX-2.2.1)."""
    units = packed.units
    for cell in range(packed.standing.shape[0]):
        for other in range(SIDES):
            packed.standing[cell, other] = NONE
    for unit in range(len(units)):
        units.force[unit] = units.next_in_force[unit] = units.next_in_cell[unit] = NONE
        units.engagement[unit] = units.next_in_engagement[unit] = NONE
        units.attacks[unit] = 0
        posture = state.units.posture[unit]
        if state.units.side[unit] != side and GONE < posture < HOLD * CLASS_SIZE:
            # It waits as at the start, or has been made inactive.
            if class_of(units.posture[unit]) >= HOLD:
                units.posture[unit] = 0
                units.objective[unit] = units.place[unit]
            continue
        units.place[unit] = state.units.place[unit]
        units.posture[unit] = posture
        units.objective[unit] = state.units.objective[unit]
        if class_of(posture) >= HOLD:
            stand(packed, unit)
    list_movers(packed)


@outlined_kernel
def tell_fight(detail: int, state: State, fight: int, packed: State) -> None:
    """What both sides are told of an engagement, by the level of detail (IDX-8)."""
    cell = state.engagements.cell[fight]
    packed.engagements.cell[fight] = cell
    packed.engagements.attacker[fight] = state.engagements.attacker[fight]
    packed.fighting[cell] = fight
    for side in range(SIDES):
        packed.engagements.posture[fight, side] = state.engagements.posture[fight, side]
        if detail >= VALUES_SHOWN:
            copy_row(packed.values[fight, side], state.values[fight, side])
        if detail >= KILLS_SHOWN:
            for weapon in range(state.kills.shape[2]):
                copy_row(packed.kills[fight, side, weapon], state.kills[fight, side, weapon])
    for figure in range(FIGURES_WIDTH):
        told = state.figures.floats[fight, figure]
        packed.figures.floats[fight, figure] = told if isfinite(told) else inf
    for unit in range(len(state.units)):
        if state.units.engagement[unit] == fight:
            engage(packed, fight, unit, state.units.attacks[unit])
            if detail >= LOSSES_SHOWN:
                copy_row(packed.lost[unit], state.lost[unit])


@outlined_kernel
def tell_own(state: State, side: int, packed: State) -> None:
    """What a side knows of its own: stocks, task forces, missions, deliveries, strikes, draft.

    A task force stands in the row of its first unit: rows would tell how many the enemy has.
    """
    packed.game.ready = state.game.ready & 1 << side
    packed.game.stopped = state.game.stopped & 1 << side
    packed.game.given[side] = state.game.given[side]
    for unit in range(len(state.units)):
        if state.units.side[unit] == side:
            copy_row(packed.stock[unit], state.stock[unit])
            packed.units.entry[unit] = state.units.entry[unit]
            force = state.units.force[unit]
            if force != NONE:
                add_member(packed, state.forces.first[force], unit)
            if state.units.engagement[unit] != NONE:
                copy_row(packed.held[unit], state.held[unit])
                copy_row(packed.shares[unit], state.shares[unit])
    for unit in range(len(state.units)):
        force = state.units.force[unit]
        if state.units.side[unit] == side and force != NONE and state.forces.first[force] == unit:
            tell_force(state, force, unit, side, packed)
    tell_deliveries(state, side, packed)
    tell_strikes(state, side, packed)
    length = state.drafts[side, 0]
    for word in range(1 + length):
        packed.drafts[side, word] = state.drafts[side, word]
    for cause in range(CAUSES):
        copy_row(packed.totals[side, cause], state.totals[side, cause])


@inline_kernel
def tell_force(state: State, force: int, row: int, side: int, packed: State) -> None:
    """What an own task force was told, and when it changes status next."""
    forces, missions = packed.forces, packed.missions
    length = state.forces.length[force]
    forces.mode[row] = state.forces.mode[force]
    forces.length[row] = length
    forces.side[row] = side
    forces.next_place[row] = state.forces.next_place[force]
    forces.next_posture[row] = state.forces.next_posture[force]
    forces.next_objective[row] = state.forces.next_objective[force]
    for order in range(length):
        missions.aim[row, order] = state.missions.aim[force, order]
        missions.wanted[row, order] = state.missions.wanted[force, order]
        missions.start[row, order] = state.missions.start[force, order]
    bound = state.waits.not_before[force]
    packed.waits.begun[row] = state.waits.begun[force]
    packed.waits.not_before[row] = bound if bound > state.game.time else 0.0
    if isfinite(state.agenda[force, DUE]):
        put_at(packed, row, state.agenda[force, DUE])


@inline_kernel
def tell_deliveries(state: State, side: int, packed: State) -> None:
    """Own delivery orders (IDX-4.2.2)."""
    half = len(state.deliveries) // SIDES
    at = side * half
    for row in range(side * half, side * half + half):
        carrier = state.deliveries.carrier[row]
        if carrier != NONE:
            packed.deliveries.size[at] = state.deliveries.size[row]
            packed.deliveries.carrier[at] = state.forces.first[carrier]
            packed.deliveries.destination[at] = state.deliveries.destination[row]
            packed.deliveries.named[at] = state.deliveries.named[row]
            for place in range(state.deliveries.named[row]):
                packed.recipients[at, place] = state.recipients[row, place]
            at += 1


@inline_kernel
def tell_strikes(state: State, side: int, packed: State) -> None:
    """Own air strikes that wait to be assessed (IDX-6)."""
    half = len(state.strikes) // SIDES
    at = side * half
    for row in range(side * half, side * half + half):
        if state.strikes.target[row] != 0:
            copy_row(packed.strikes.words[at], state.strikes.words[row])
            copy_row(packed.sorties[at], state.sorties[row])
            at += 1


@inline_kernel
def imagine(theatre: Theatre, unit: int, packed: State) -> None:
    """An enemy as planned; on the move it is a task force that wants to hold its objective."""
    delays, units, forces = theatre.design.delays, packed.units, packed.forces
    copy_row(packed.stock[unit], theatre.design.forces.toe[units.kind[unit]])
    units.entry[unit] = packed.game.time
    if class_of(units.posture[unit]) >= DISENGAGEMENT:
        add_member(packed, unit, unit)
        forces.mode[unit] = 0
        forces.length[unit] = 1
        forces.side[unit] = units.side[unit]
        packed.missions.aim[unit, 0] = units.objective[unit]
        packed.missions.wanted[unit, 0] = STANDARD_HOLD
        plan(delays, packed, unit)
        put_at(packed, unit, packed.game.time)
