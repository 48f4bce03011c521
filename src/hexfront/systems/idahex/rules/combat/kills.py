"""Who can kill how much of what in a frame: potential losses and kill matrices (IDX-5.1.1).

K(i, j, shooter, target) is a product of what depends on the two types, on the
shooting weapon's unit and on the target's unit.  So it is never stored: the
power of all weapons of a type, and how far a unit's materiel is exposed, give
all sums over it.
"""

from __future__ import annotations

from math import inf, sqrt
from typing import Final

from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.idahex.rules.combat.functions import (
    AREA_OF_HEXAGON,
    FIRST_ATTACK,
    density,
    paf,
    prep,
    zrarea,
)
from hexfront.systems.idahex.scenario.area import SIDE_OF_HEXAGON, side_towards
from hexfront.systems.idahex.scenario.design import (
    DEPTH,
    NGG,
    NMAT,
    NPERS,
    NRS,
    Area,
    Combat,
    Float,
    Forces,
    Int,
)
from hexfront.systems.idahex.scenario.state import (
    ATTACKERS,
    DEFENDERS,
    HOLD,
    NONE,
    Scratch,
    State,
    Units,
)

# Rows of Scratch.vectors, beyond those of `involvement`; each for Red, then for Blue
POWER: Final = 10
"""By weapon: the sum of ERS with the factors of the unit."""
FIRING: Final = 12
"""By weapon: the sum of ERS; ersatk and ersdef."""
PRESENT: Final = 14
"""By target: what is involved; rsatk and rsdef."""
EXPOSED: Final = 16
"""By target: what is involved, with the factors of the unit."""
# One row for the side that is shot at
LOST: Final = 18
"""By target: killed for each exposed unit-quantity."""
# A matrix of Scratch.matrices
DEAD: Final = 0
"""[personnel, target]: people lost with the target, for each exposed unit-quantity."""


@inline_kernel
def attack_posture(units: Units, unit: int) -> int:
    """The posture with which an attacker counts: 40 if it is in no attack posture (IDX-5.1.1)."""
    posture = units.posture[unit]
    return int(posture) if posture >= FIRST_ATTACK else FIRST_ATTACK


@inline_kernel
def become_effective(
    area: Area,
    forces: Forces,
    combat: Combat,
    state: State,
    scratch: Scratch,
    first: int,
    side: int,
) -> None:
    """ERS of a side's units (IDX-5.1.1), each by the density of friends in its cell (IDX-5.4.3).

    Also keeps freff and frinv for those who ask why.
    """
    cell = AREA_OF_HEXAGON * area.clock[DEPTH] * area.clock[DEPTH]
    place, effect = 0, 1.0
    unit = first
    while unit != NONE:
        if state.units.place[unit] != place:
            place = state.units.place[unit]
            crowd = density(
                forces.toe,
                forces.size,
                combat.value_defence,
                state.units,
                state.stock,
                state.standing[place, side],
                side,
            )
            effect = paf(combat.density[side], combat.density_at[side], crowd / cell)
        state.shares[unit, 0] = effect
        for item in range(forces.counts[side, NRS]):
            involved = scratch.involved[unit, item]
            state.shares[unit, 1 + item] = involved
            scratch.effective[unit, item] = effect * involved * state.stock[unit, item]
        unit = state.units.next_in_engagement[unit]


@inline_kernel
def measure_defence(area: Area, forces: Forces, combat: Combat, state: State, row: int) -> None:
    """front, defarea and defdepth (IDX-5.1.1), into the figures of the engagement."""
    where = state.engagements.cell[row]
    defender = 1 - state.engagements.attacker[row]
    total = 0.0
    unit = state.engagements.heads[row, DEFENDERS]
    while unit != NONE:
        total += zrarea(
            forces.toe, forces.size, combat.value_defence, state.units, state.stock, unit, defender
        )
        unit = state.units.next_in_engagement[unit]
    depth = area.clock[DEPTH]
    front = front_length(area, state, row, where)
    deep = 0.0
    if front < inf:
        deep = total / front
        deep = min(deep, depth)
    state.figures.front_length[row] = front
    state.figures.defence_area[row] = total
    state.figures.defence_depth[row] = deep


@inline_kernel
def front_length(area: Area, state: State, row: int, where: int) -> float:
    """front: infinite once an attacker is in the cell (IDX-5.1.1).

    It grows with the number of cells from which the attack comes; those that
    came by air may stand in cells farther away.
    """
    directions = 0
    unit = state.engagements.heads[row, ATTACKERS]
    while unit != NONE:
        place = state.units.place[unit]
        if place == where:
            return inf
        earlier = state.engagements.heads[row, ATTACKERS]
        while state.units.place[earlier] != place:
            earlier = state.units.next_in_engagement[earlier]
        if earlier == unit:
            directions += 1
        unit = state.units.next_in_engagement[unit]
    if directions > 1:
        return float(directions * SIDE_OF_HEXAGON * area.clock[DEPTH])
    return float(sqrt(AREA_OF_HEXAGON) * area.clock[DEPTH])


@inline_kernel
def barrier_between(area: Area, maps: Int, place: int, where: int) -> int:
    """[bartype] between an attacker's cell and that of the engagement (IDX-2.1).

    0 within one cell, and from a cell that is not beside it, whence one comes by air.
    """
    toward = side_towards(area, place, where)
    if toward < 0:
        return 0
    basic = area.barrier[place, toward]
    return int(maps[2, basic]) if basic > 0 else 0


@inline_kernel
def aim_of_attackers(
    area: Area, counts: Int, combat: Combat, state: State, scratch: Scratch, row: int, side: int
) -> None:
    """Power, fire and exposure of the attackers: the factors PA, B and PA' (IDX-5.1.1)."""
    vectors, depth = scratch.vectors, area.clock[DEPTH]
    where = state.engagements.cell[row]
    _clear(counts, vectors, side)
    unit = state.engagements.heads[row, ATTACKERS]
    while unit != NONE:
        posture = combat.place[attack_posture(state.units, unit)]
        barrier = barrier_between(area, state.maps, state.units.place[unit], where)
        if barrier > 0 and state.figures.feba[row] > combat.crossed[barrier] / depth:
            barrier = 0
        for weapon in range(counts[side, NGG]):
            quantity = scratch.effective[unit, weapon]
            vectors[FIRING + side, weapon] += quantity
            quantity *= combat.attack_weapon[side, weapon, posture]
            if barrier > 0:
                quantity *= combat.across[side, weapon, barrier]
            vectors[POWER + side, weapon] += quantity
        for item in range(counts[side, NMAT]):
            quantity = scratch.involved[unit, item] * state.stock[unit, item]
            vectors[PRESENT + side, item] += quantity
            quantity *= combat.attack_target[side, item, posture]
            vectors[EXPOSED + side, item] += quantity
            scratch.potential[unit, item] = quantity
        unit = state.units.next_in_engagement[unit]


@inline_kernel
def aim_of_defenders(
    area: Area, counts: Int, combat: Combat, state: State, scratch: Scratch, row: int, side: int
) -> None:
    """Power, fire and exposure of the defenders: the factors PD', PD and PREP (IDX-5.1.1)."""
    vectors = scratch.vectors
    _clear(counts, vectors, side)
    deep = state.figures.defence_depth[row] / area.clock[DEPTH]
    entrenched = state.figures.feba[row] < deep
    unit = state.engagements.heads[row, DEFENDERS]
    while unit != NONE:
        posture = combat.place[state.units.posture[unit]]
        holds = state.units.posture[unit] // 10 == HOLD
        prepared_for = state.game.time - state.units.entry[unit]
        for weapon in range(counts[side, NGG]):
            quantity = scratch.effective[unit, weapon]
            vectors[FIRING + side, weapon] += quantity
            vectors[POWER + side, weapon] += quantity * combat.defence_weapon[side, weapon, posture]
        for item in range(counts[side, NMAT]):
            quantity = scratch.involved[unit, item] * state.stock[unit, item]
            vectors[PRESENT + side, item] += quantity
            quantity *= combat.defence_target[side, item, posture]
            if holds:
                factor = prep(combat.prepared, combat.prepared_at, item, side, prepared_for)
                if factor > 1.0 or entrenched:
                    quantity *= factor
            vectors[EXPOSED + side, item] += quantity
            scratch.potential[unit, item] = quantity
        unit = state.units.next_in_engagement[unit]


@inline_kernel
def _clear(counts: Int, vectors: Float, side: int) -> None:
    """Sums over units begin at 0."""
    for item in range(counts[side, NMAT]):
        vectors[POWER + side, item] = 0.0
        vectors[FIRING + side, item] = 0.0
        vectors[PRESENT + side, item] = 0.0
        vectors[EXPOSED + side, item] = 0.0


@inline_kernel
def shoot(
    counts: Int,
    aim: Float,
    kill: Float,
    weapon_in: Float,
    target_in: Float,
    standard: Float,
    crews: Float,
    environment: int,
    kills: Float,
    scratch: Scratch,
    side: int,
) -> None:
    """All fire of a side: A or D into `kills`; what it kills for each exposed target (IDX-5.1.1).

    Fire goes to a type of target as to a standard force, more where there is
    more of it; a type that no standard force has draws none.
    """
    vectors, dead = scratch.vectors, scratch.matrices[DEAD]
    enemy = 1 - side
    for item in range(counts[enemy, NMAT]):
        vectors[LOST, item] = 0.0
        for person in range(counts[enemy, NPERS]):
            dead[person, item] = 0.0
    for weapon in range(counts[side, NGG]):
        whole = 0.0
        for item in range(counts[enemy, NMAT]):
            if standard[enemy, item] > 0.0:
                present = vectors[PRESENT + enemy, item] / standard[enemy, item]
                whole += aim[side, weapon, item] * present
        for item in range(counts[enemy, NGG]):
            kills[side, weapon, item] = 0.0
        if whole <= 0.0:
            continue
        power = vectors[POWER + side, weapon] * weapon_in[side, weapon, environment] / whole
        firing = vectors[FIRING + side, weapon]
        for item in range(counts[enemy, NMAT]):
            if standard[enemy, item] > 0.0:
                part = aim[side, weapon, item] / standard[enemy, item]
                killed = kill[side, weapon, item] * part * target_in[enemy, item, environment]
                killed *= power
                vectors[LOST, item] += killed
                for person in range(counts[enemy, NPERS]):
                    dead[person, item] += killed * crews[enemy, person, weapon, item]
                if item < counts[enemy, NGG] and firing > 0.0:
                    exposed = vectors[EXPOSED + enemy, item]
                    kills[side, weapon, item] = killed * exposed / firing


@inline_kernel
def suffer(counts: Int, units: Units, scratch: Scratch, first: int, side: int) -> None:
    """ploss of each unit of a list, from how far its materiel is exposed (IDX-5.1.1)."""
    dead, nmat = scratch.matrices[DEAD], counts[side, NMAT]
    unit = first
    while unit != NONE:
        for person in range(counts[side, NPERS]):
            total = 0.0
            for item in range(nmat):
                total += scratch.potential[unit, item] * dead[person, item]
            scratch.potential[unit, nmat + person] = total
        for item in range(nmat):
            scratch.potential[unit, item] *= scratch.vectors[LOST, item]
        unit = units.next_in_engagement[unit]


@outlined_kernel
def exchange_fire(
    area: Area, forces: Forces, combat: Combat, state: State, scratch: Scratch, row: int
) -> None:
    """A, D and every unit's potential losses in the frame (IDX-5.1.1).

    `scratch.involved` and `scratch.effective` have been found.
    """
    side = state.engagements.attacker[row]
    counts = forces.counts
    environment = state.maps[0, area.environment[state.engagements.cell[row]]]
    measure_defence(area, forces, combat, state, row)
    aim_of_attackers(area, counts, combat, state, scratch, row, side)
    aim_of_defenders(area, counts, combat, state, scratch, row, 1 - side)
    shoot(
        counts,
        combat.aim_attack,
        combat.kill_attack,
        combat.attack_weapon_in,
        combat.defence_target_in,
        combat.standard,
        combat.crews,
        environment,
        state.kills[row],
        scratch,
        side,
    )
    suffer(counts, state.units, scratch, state.engagements.heads[row, DEFENDERS], 1 - side)
    shoot(
        counts,
        combat.aim_defence,
        combat.kill_defence,
        combat.defence_weapon_in,
        combat.attack_target_in,
        combat.standard,
        combat.crews,
        environment,
        state.kills[row],
        scratch,
        1 - side,
    )
    suffer(counts, state.units, scratch, state.engagements.heads[row, ATTACKERS], side)
