"""Event scheduling: how long a task force stays in its status before it enters the next (IDX-3.2).

A delay that has no end comes with a reason, so that a player can be told why.
"""

from __future__ import annotations

from math import inf
from typing import Final, NamedTuple

from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.idahex.deck.errata import CARRIERS, ESCAPE
from hexfront.systems.idahex.rules.combat.functions import paf
from hexfront.systems.idahex.scenario.area import distance, is_active, side_towards
from hexfront.systems.idahex.scenario.design import (
    DEPTH,
    NEQ,
    NRS,
    NSS,
    Area,
    Delays,
    Design,
    Forces,
    Int,
)
from hexfront.systems.idahex.scenario.state import (
    ATTACK,
    DISENGAGEMENT,
    HOLD,
    MOVEMENT,
    NONE,
    State,
    class_of,
)

# Why a delay has no end
NO_REASON: Final = 0
NOT_ACTIVE: Final = 1
"""The objective is no active cell."""
NOT_ADJACENT: Final = 2
"""A march goes no further than to the next cell."""
NO_CARRIERS: Final = 3
"""No unit of the stacked task force is of its transport class."""
OVERLOADED: Final = 4
"""The passengers are more than the carriers can take."""
NO_RATE: Final = 5
"""A unit cannot move on such a route in such a posture, or for lack of transport."""
NOT_AIRMOBILE: Final = 6
ENGAGED: Final = 7
"""An engaged task force cannot go over to movement by air."""
COMBAT: Final = 8
"""The attack goes on; this is no mistake."""
DEAD: Final = 9
NO_STATUS: Final = 10
"""The order cannot be carried out from this status."""
LASTING: Final = (NOT_ACTIVE, NOT_ADJACENT, NO_CARRIERS, NO_RATE, NOT_AIRMOBILE)
"""Reasons that are there to stay: the map, or the type of a unit."""
NO_SUPPLIES: Final = 20
"""And the next ones: not enough supplies of the first type, the second …"""

FIRST_MOVEMENT: Final = 30
OF_ROUTES: Final = 1
OF_BARRIERS: Final = 2


class Ground(NamedTuple):
    """What manoeuvre reads of the design."""

    area: Area
    forces: Forces
    delays: Delays
    printed: Int


def ground_of(design: Design) -> Ground:
    """The parts of the design that manoeuvre reads; for Python."""
    return Ground(design.area, design.forces, design.delays, design.printed)


@inline_kernel
def ground_in(design: Design) -> Ground:
    """The same for kernels."""
    return Ground(design.area, design.forces, design.delays, design.printed)


@inline_kernel
def has_security_force(state: State, place: int, side: int) -> bool:
    """Whether units of a side hold in a cell (IDX-3.3)."""
    unit = state.standing[place, side]
    while unit != NONE:
        if class_of(state.units.posture[unit]) == HOLD:
            return True
        unit = state.units.next_in_cell[unit]
    return False


@inline_kernel
def drives(ground: Ground, state: State, force: int, unit: int) -> bool:
    """Whether an element moves by itself: a carrier, or anybody who is not stacked.

    IDX-3.2.3.2.
    """
    mode = state.forces.mode[force]
    return bool(mode == 0 or ground.delays.unit_class[state.units.kind[unit]] == mode)


@outlined_kernel
def lacking(ground: Ground, state: State, force: int) -> int:
    """The first type of supplies that a task force has not enough of to move; NONE for none.

    All of it holds supplies, ssstock; those that drive need them, ssuse
    (IDX-3.2.3.1, IDX-3.2.3.2).
    """
    side = state.forces.side[force]
    equipment = ground.forces.counts[side, NEQ]
    for supply in range(ground.forces.counts[side, NSS]):
        stock, use = 0.0, 0.0
        unit = state.forces.first[force]
        while unit != NONE:
            stock += state.stock[unit, equipment + supply]
            if drives(ground, state, force, unit):
                for r in range(ground.forces.counts[side, NRS]):
                    use += ground.delays.supplies[side, supply, r] * state.stock[unit, r]
            unit = state.units.next_in_force[unit]
        if use > stock:
            return supply
    return NONE


@outlined_kernel
def load_factor(ground: Ground, state: State, force: int) -> float:
    """LOAD/CC: which fraction of the carriers' room the passengers take (IDX-3.2.3.2).

    0 for no load, infinite where there is no room for it.
    """
    side, mode = state.forces.side[force], state.forces.mode[force]
    load, room = 0.0, 0.0
    unit = state.forces.first[force]
    while unit != NONE:
        carries = drives(ground, state, force, unit)
        for r in range(ground.forces.counts[side, NRS]):
            if not carries:
                load += ground.delays.load_size[side, r, mode] * state.stock[unit, r]
            elif ground.delays.load_class[side, r] == mode:
                room += ground.delays.load_capacity[side, r] * state.stock[unit, r]
        unit = state.units.next_in_force[unit]
    if load == 0.0:
        return 0.0
    return load / room if room > 0.0 else inf


@outlined_kernel
def transport_ratio(ground: Ground, state: State, force: int, loaded: float) -> float:
    """TR: the transport capacity of those that drive, by their demand (IDX-3.2.3.1, IDX-3.2.3.2).

    `loaded` is LOAD/CC: so much of the resources of the load class is taken up
    by passengers.
    """
    side, mode = state.forces.side[force], state.forces.mode[force]
    demand, capacity = 0.0, 0.0
    unit = state.forces.first[force]
    while unit != NONE:
        if drives(ground, state, force, unit):
            for r in range(ground.forces.counts[side, NRS]):
                carried = ground.delays.carries[side, r] * state.stock[unit, r]
                if mode > 0 and ground.delays.load_class[side, r] == mode:
                    carried *= loaded if ground.printed[CARRIERS] == 1 else 1.0 - loaded
                capacity += carried
                demand += ground.delays.needs[side, r] * state.stock[unit, r]
        unit = state.units.next_in_force[unit]
    if demand > 0.0:
        return capacity / demand
    return inf if capacity > 0.0 else 1.0


@outlined_kernel
def readiness(ground: Ground, state: State, force: int) -> tuple[float, int]:
    """TR, and why a task force cannot move at all (IDX-3.2.3, IDX-3.2.4)."""
    supply = lacking(ground, state, force)
    if supply != NONE:
        return 0.0, NO_SUPPLIES + supply
    return transport(ground, state, force)


@outlined_kernel
def transport(ground: Ground, state: State, force: int) -> tuple[float, int]:
    """TR, and why a task force cannot move for want of carriers (IDX-3.2.3)."""
    loaded = 0.0
    if state.forces.mode[force] > 0:
        unit = state.forces.first[force]
        while unit != NONE and not drives(ground, state, force, unit):
            unit = state.units.next_in_force[unit]
        if unit == NONE:
            return 0.0, NO_CARRIERS
        loaded = load_factor(ground, state, force)
        if loaded > 1.0:
            return 0.0, OVERLOADED
    return transport_ratio(ground, state, force, loaded), NO_REASON


@inline_kernel
def fitness(ground: Ground, kind: int, ratio: float) -> float:
    """fmr: by what a unit's rate of movement is multiplied when TR is so much (IDX-3.2.3)."""
    if ground.delays.fitness[kind, 0] >= 0.0:
        return paf(ground.delays.fitness[kind], ground.delays.fitness_at, ratio)
    return ratio / (2.0 - ratio) if ratio < 1.0 else 1.0


@inline_kernel
def route_between(ground: Ground, state: State, place: int, other: int) -> int:
    """[rtetype] of two adjacent cells (IDX-2.1)."""
    return int(
        state.maps[OF_ROUTES, ground.area.route[place, side_towards(ground.area, place, other)]]
    )


@inline_kernel
def barrier_between(ground: Ground, state: State, place: int, other: int) -> int:
    """[bartype] of two adjacent cells, 0 for none (IDX-2.1)."""
    barrier = ground.area.barrier[place, side_towards(ground.area, place, other)]
    if barrier <= 0 or state.maps[OF_BARRIERS, barrier] <= 0:
        return 0
    return int(state.maps[OF_BARRIERS, barrier])


@inline_kernel
def obstacle(ground: Ground, place: int, other: int) -> int:
    """Why no march leads from a cell to another (IDX-3.2.3)."""
    if not is_active(ground.area, other):
        return NOT_ACTIVE
    return NOT_ADJACENT if side_towards(ground.area, place, other) < 0 else NO_REASON


@outlined_kernel
def march_from(
    ground: Ground,
    state: State,
    force: int,
    place: int,
    other: int,
    posture: int,
) -> tuple[float, int]:
    """The march delay of a task force if it stood in a cell.

    IDX-3.2.3.1, IDX-3.2.3.2, IDX-3.3.6.
    """
    reason = obstacle(ground, place, other)
    if reason != NO_REASON:
        return inf, reason
    ratio, reason = readiness(ground, state, force)
    if reason != NO_REASON:
        return inf, reason
    route = route_between(ground, state, place, other)
    barrier = barrier_between(ground, state, place, other)
    slowest, crossing = inf, 0.0
    unit = state.forces.first[force]
    while unit != NONE:
        if drives(ground, state, force, unit):
            kind = state.units.kind[unit]
            rate = fitness(ground, kind, ratio)
            rate *= ground.delays.rate[kind, posture - FIRST_MOVEMENT, route]
            slowest = min(slowest, rate)
            if barrier > 0:
                across = ground.delays.barrier[kind, posture - FIRST_MOVEMENT, barrier]
                crossing = max(crossing, across)
        unit = state.units.next_in_force[unit]
    if slowest <= 0.0:
        return inf, NO_RATE
    return ground.area.clock[DEPTH] / slowest + crossing, NO_REASON


@outlined_kernel
def flight_from(
    ground: Ground, state: State, force: int, place: int, other: int
) -> tuple[float, int]:
    """The air movement delay of a task force if it stood in a cell (IDX-3.2.4.1, IDX-3.2.4.2)."""
    if not is_active(ground.area, other):
        return inf, NOT_ACTIVE
    ratio, reason = readiness(ground, state, force)
    if reason != NO_REASON:
        return inf, reason
    slowest = inf
    unit = state.forces.first[force]
    while unit != NONE:
        if drives(ground, state, force, unit):
            kind = state.units.kind[unit]
            if ground.delays.air_rate[kind] <= 0.0:
                return inf, NOT_AIRMOBILE
            slowest = min(slowest, fitness(ground, kind, ratio) * ground.delays.air_rate[kind])
        unit = state.units.next_in_force[unit]
    if slowest <= 0.0:
        return inf, NO_RATE
    return distance(ground.area, place, other) / slowest, NO_REASON


@outlined_kernel
def movement_delay(
    ground: Ground,
    state: State,
    force: int,
    place: int,
    other: int,
    posture: int,
) -> tuple[float, int]:
    """How long a task force would move from a cell to another in a movement posture.

    IDX-3.2.3, IDX-3.2.4.

    Infinite where it cannot; then the reason is not `NO_REASON`.
    """
    if ground.delays.by_air[posture - FIRST_MOVEMENT] == 1:
        return flight_from(ground, state, force, place, other)
    return march_from(ground, state, force, place, other, posture)


@outlined_kernel
def disengagement_delay(ground: Ground, state: State, force: int) -> tuple[float, int]:
    """From a disengagement posture to a movement posture with the same objective.

    IDX-3.2.5; behind a rearguard IDX-3.2.5.1.
    """
    unit = state.forces.first[force]
    if state.units.engagement[unit] == NONE:
        return 0.0, NO_REASON
    place, objective = state.units.place[unit], state.units.objective[unit]
    posture = state.forces.next_posture[force]
    pursued = not has_security_force(state, place, state.forces.side[force])
    return withdrawal_delay(ground, state, force, objective, posture, pursued)


@outlined_kernel
def withdrawal_delay(
    ground: Ground, state: State, force: int, objective: int, posture: int, pursued: bool
) -> tuple[float, int]:
    """How long an engaged task force disengages before it moves to a cell (IDX-3.2.5).

    `posture` is the movement posture that follows.
    """
    unit = state.forces.first[force]
    reason = obstacle(ground, state.units.place[unit], objective)
    if reason != NO_REASON:
        return inf, reason
    if ground.delays.by_air[posture - FIRST_MOVEMENT] == 1:
        return inf, ENGAGED
    basic = 0.0
    while unit != NONE:
        basic = max(basic, ground.delays.disengage[state.units.kind[unit], 0])
        unit = state.units.next_in_force[unit]
    if not pursued:
        return basic, NO_REASON
    if state.forces.mode[force] > 0 and ground.printed[ESCAPE] == 1:
        ratio, reason = transport(ground, state, force)
    else:
        ratio, reason = readiness(ground, state, force)
    if reason != NO_REASON:
        return inf, reason
    more = rearguard_delay(ground, state, force, ratio, objective, posture)
    return basic + more, NO_REASON if more < inf else NO_RATE


@outlined_kernel
def rearguard_delay(
    ground: Ground, state: State, force: int, ratio: float, objective: int, moving: int
) -> float:
    """w1 + w2: what pursuit adds to the disengagement delay, by the march to come (IDX-3.2.5.2)."""
    unit, posture = state.forces.first[force], moving - FIRST_MOVEMENT
    place = state.units.place[unit]
    route = route_between(ground, state, place, objective)
    barrier = barrier_between(ground, state, place, objective)
    marching, crossing = 0.0, 0.0
    while unit != NONE:
        if drives(ground, state, force, unit):
            kind = state.units.kind[unit]
            rate = fitness(ground, kind, ratio) * ground.delays.rate[kind, posture, route]
            if rate <= 0.0:
                return inf
            factor = ground.delays.disengage[kind, 1]
            marching = max(marching, factor * (ground.area.clock[DEPTH] / rate))
            if barrier > 0:
                crossing = max(crossing, factor * ground.delays.barrier[kind, posture, barrier])
        unit = state.units.next_in_force[unit]
    return marching + crossing


@outlined_kernel
def wait(ground: Ground, state: State, force: int) -> tuple[float, int]:
    """d, the delay of a task force before its next status, and why it has no end (IDX-3.2).

    The next status must have been found by `sequencing.plan`.
    """
    unit = state.forces.first[force]
    place, posture = state.units.place[unit], state.units.posture[unit]
    objective = state.units.objective[unit]
    then, toward = state.forces.next_posture[force], state.forces.next_objective[force]
    now, after = class_of(posture), class_of(then)
    if posture < 0:
        return inf, DEAD
    if after < HOLD:  # IDX-3.2.8
        return 0.0, NO_REASON
    if now == after and toward == objective:  # IDX-3.2.1
        if then == posture:
            return 0.0, NO_REASON
        return ground.delays.within[now, posture % 10, then % 10], NO_REASON
    if after == DISENGAGEMENT or toward == place:  # IDX-3.2.2, IDX-3.2.7
        return 0.0, NO_REASON
    if after == MOVEMENT:
        return disengagement_delay(ground, state, force)
    if after == ATTACK:
        return movement_delay(ground, state, force, place, objective, posture)
    enemy = 1 - state.units.side[unit]
    if state.units.engagement[unit] != NONE and has_security_force(state, objective, enemy):
        return inf, COMBAT
    return 0.0, NO_REASON
