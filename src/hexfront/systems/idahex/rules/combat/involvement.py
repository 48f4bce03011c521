"""Which fraction of its resources a force brings into combat: frinv (IDX-5.4.1).

Units of one side that stand in one cell and fight in one engagement share
their support and protect each other: all have the same fractions.  Support is
dealt out in small steps, so that the force grows in the proportions of a
standard one; `fielding` does that.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.idahex.deck.errata import OVERHEAD, PASSENGERS, STAFFING
from hexfront.systems.idahex.rules.combat.fielding import (
    AMOUNT,
    FIELDED,
    FRACTION,
    HELD,
    INVOLVEMENT_ROWS,
    SPENT,
    begin,
    cover_for,
    field_equipment,
)
from hexfront.systems.idahex.rules.combat.functions import paf
from hexfront.systems.idahex.scenario.design import (
    NEQ,
    NMAT,
    NPERS,
    NRS,
    NSP,
    NSS,
    Design,
    Float,
    Forces,
    Int,
    Support,
)
from hexfront.systems.idahex.scenario.state import NONE, Scratch, State, TaskForces, Units


@kernel
def share_support(
    counts: Int,
    demand: Float,
    share: Float,
    share_at: Float,
    group: Int,
    protects: Float,
    standard: Float,
    printed: Int,
    vectors: Float,
    matrices: Float,
) -> None:
    """Find fi of a force from its amounts and its support less overhead (IDX-5.4.1).

    The arrays are those of its side.  Reads the rows `AMOUNT` and `HELD` of
    `vectors`, writes `FRACTION`.
    """
    if counts[NSP] == 0:
        _by_protection(counts, group, protects, vectors)
        return
    _staff_supplies(counts, demand, share, share_at, printed, vectors)
    begin(counts, standard, vectors, matrices)
    field_equipment(counts, demand, share, share_at, group, protects, printed, vectors, matrices)
    _keep_back_surplus(counts, vectors)


@inline_kernel
def _by_protection(counts: Int, group: Int, protects: Float, vectors: Float) -> None:
    """Without support types, only protection limits equipment: group after group (IDX-5.4.1)."""
    done, left = 0, counts[NEQ]
    while left > 0:
        now = 0
        for item in range(counts[NEQ]):
            if group[item] > done and (now == 0 or group[item] < now):
                now = group[item]
        if now == 0:
            return
        for item in range(counts[NEQ]):
            if group[item] == now:
                left -= 1
                amount = vectors[AMOUNT, item]
                fielded = amount
                if now > 1:
                    cover = cover_for(counts, group, protects, vectors, item, FIELDED)
                    fielded = cover if cover < amount else amount
                vectors[FIELDED, item] = fielded
                vectors[FRACTION, item] = fielded / amount if amount > 0.0 else 1.0
        done = now


@inline_kernel
def _staff_supplies(
    counts: Int, demand: Float, share: Float, share_at: Float, printed: Int, vectors: Float
) -> None:
    """People handle supplies, then supplies feed people; both before equipment (IDX-5.4.1).

    Supplies without people enough are held only in part.  People count as
    wholly involved whether or not they are fed.
    """
    neq, nss, nmat = counts[NEQ], counts[NSS], counts[NMAT]
    for support in range(counts[NSP]):
        vectors[SPENT, support] = 0.0
        vectors[FRACTION, neq + support] = 1.0
    for man in range(nss, counts[NSP]):
        wanted = 0.0
        for supply in range(nss):
            wanted += vectors[HELD, supply] * demand[neq + supply, man]
        if wanted > 0.0:
            people = man - nss if printed[STAFFING] == 1 else man
            ratio = vectors[HELD, people] / wanted
            ratio = min(ratio, 1.0)
            vectors[SPENT, man] = wanted * ratio
            for supply in range(nss):
                if vectors[HELD, supply] * demand[neq + supply, man] > 0.0:
                    fraction = paf(share[neq + supply, man], share_at, ratio)
                    vectors[FRACTION, neq + supply] = min(vectors[FRACTION, neq + supply], fraction)
    for supply in range(nss):
        vectors[HELD, supply] *= vectors[FRACTION, neq + supply]
        for person in range(counts[NPERS]):
            vectors[SPENT, supply] += vectors[AMOUNT, nmat + person] * demand[nmat + person, supply]


@inline_kernel
def _keep_back_surplus(counts: Int, vectors: Float) -> None:
    """Support that nothing needs stays out of combat (IDX-5.4.1, final step)."""
    for support in range(counts[NSP]):
        resource = counts[NEQ] + support
        amount = vectors[AMOUNT, resource]
        if vectors[SPENT, support] < vectors[FRACTION, resource] * amount:
            vectors[FRACTION, resource] = vectors[SPENT, support] / amount


@inline_kernel
def is_passenger(forces: TaskForces, unit_class: Int, units: Units, unit: int) -> bool:
    """Whether a unit is loaded on others: its class differs from the mode.

    IDX-3.2.3.2, IDX-5.4.1.
    """
    force = units.force[unit]
    if force == NONE:
        return False
    mode = forces.mode[force]
    return bool(mode > 0 and unit_class[units.kind[unit]] != mode)


@inline_kernel
def stays_out(forces: TaskForces, unit_class: Int, printed: Int, units: Units, unit: int) -> bool:
    """Whether a unit takes no part in the combat that it is in: a passenger (IDX-5.4.1)."""
    if printed[PASSENGERS] == 1 and units.force[unit] != NONE:
        mode = forces.mode[units.force[unit]]
        return bool(mode > 0 and unit_class[units.kind[unit]] == mode)
    return is_passenger(forces, unit_class, units, unit)


@inline_kernel
def gather(
    counts: Int,
    overhead: Float,
    printed: Int,
    units: Units,
    stock: Float,
    members: Int,
    count: int,
    vectors: Float,
) -> None:
    """Sum up a force's resources, and its support less the overhead of its units (IDX-5.4.1)."""
    neq, nss = counts[NEQ], counts[NSS]
    for resource in range(counts[NRS]):
        vectors[AMOUNT, resource] = 0.0
        for place in range(count):
            vectors[AMOUNT, resource] += stock[members[place], resource]
    for support in range(counts[NSP]):
        vectors[HELD, support] = vectors[AMOUNT, neq + support]
    for person in range(counts[NPERS]):
        support = person if printed[OVERHEAD] == 1 else nss + person
        for place in range(count):
            vectors[HELD, support] -= overhead[units.kind[members[place]], person]
        vectors[HELD, support] = max(vectors[HELD, support], 0.0)


@inline_kernel
def share_among(
    counts: Int,
    support: Support,
    standard: Float,
    printed: Int,
    units: Units,
    stock: Float,
    members: Int,
    count: int,
    side: int,
    vectors: Float,
    matrices: Float,
) -> None:
    """fi of a force of listed units, none of them a passenger, into `vectors` (IDX-5.4.1)."""
    gather(counts[side], support.overhead, printed, units, stock, members, count, vectors)
    share_support(
        counts[side],
        support.demand[side],
        support.share[side],
        support.share_at[side],
        support.group[side],
        support.protects[side],
        standard[side],
        printed,
        vectors,
        matrices,
    )


@outlined_kernel
def involve(
    forces: Forces,
    support: Support,
    standard: Float,
    unit_class: Int,
    printed: Int,
    state: State,
    scratch: Scratch,
    first: int,
) -> None:
    """frinv of all units of one side of an engagement into `scratch.involved` (IDX-5.4.1).

    `first` heads their list.  Forces are made up cell by cell.
    """
    side = state.units.side[first]
    unit = first
    while unit != NONE:
        passenger = stays_out(state.forces, unit_class, printed, state.units, unit)
        for resource in range(scratch.involved.shape[1]):
            scratch.involved[unit, resource] = 0.0
        # Marks those who are not in a force yet.
        scratch.potential[unit, 0] = 0.0 if passenger else -1.0
        unit = state.units.next_in_engagement[unit]
    while first != NONE:
        if scratch.potential[first, 0] < 0.0:
            count, unit = 0, first
            while unit != NONE:
                near = state.units.place[unit] == state.units.place[first]
                if near and scratch.potential[unit, 0] < 0.0:
                    scratch.rows[0, count] = unit
                    scratch.potential[unit, 0] = 0.0
                    count += 1
                unit = state.units.next_in_engagement[unit]
            share_among(
                forces.counts,
                support,
                standard,
                printed,
                state.units,
                state.stock,
                scratch.rows[0],
                count,
                side,
                scratch.vectors,
                scratch.matrices,
            )
            for place in range(count):
                for resource in range(forces.counts[side, NRS]):
                    fraction = scratch.vectors[FRACTION, resource]
                    scratch.involved[scratch.rows[0, place], resource] = fraction
        first = state.units.next_in_engagement[first]


def involvement_of(design: Design, state: State, units: Sequence[int]) -> Float:
    """fi of any list of a player's own units, as if they fought together (IDX-5.4.1).

    By resource.  Passengers among them are left out; without any other unit
    the fractions are 0.
    """
    classes, forces = design.delays.unit_class, design.forces
    rows = [
        unit
        for unit in units
        if not stays_out(state.forces, classes, design.printed, state.units, unit)
    ]
    resources = state.stock.shape[1]
    if not rows:
        return np.zeros(resources)
    side = int(state.units.side[rows[0]])
    vectors = np.zeros((INVOLVEMENT_ROWS, resources))
    share_among(
        forces.counts,
        design.support,
        design.combat.standard,
        design.printed,
        state.units,
        state.stock,
        np.array(rows, dtype=np.int64),
        len(rows),
        side,
        vectors,
        np.zeros((2, resources, resources)),
    )
    fractions: Float = vectors[FRACTION].copy()
    fractions[forces.counts[side, NRS] :] = 0.0
    return fractions
