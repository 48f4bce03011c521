"""How a quantity of one type of resources is shared out among units (IDX-4.2.1).

All of the manual's problems of the smallest squares are one: find shares, each
between 0 and a limit, that add up to an amount and lie nearest to what each
unit wishes, where the square of a miss counts less the more weight a unit has.
Every solution is share = wish - m·weight, cut at the limits, with one m for
all, and m is found exactly.
"""

from __future__ import annotations

from math import inf
from typing import Final, NamedTuple

from hexfront.core.event_rows import note
from hexfront.core.events import event
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.idahex.deck.errata import GIVERS
from hexfront.systems.idahex.scenario.design import NRS, Float, Forces, Int
from hexfront.systems.idahex.scenario.state import Units


@event("", word="transfer", places="place")
class Transferred(NamedTuple):
    """Resources change hands."""

    place: int
    giver: int
    resource: int
    thousandths: int
    taker: int
    clause: int


@event(
    "",
    "{units} units in {place} pool what they have and share it out.",
    word="transfer",
    places="place",
    subjects="unit",
)
class Pooled(NamedTuple):
    """Units pool what they have."""

    place: int
    unit: int
    units: int
    clause: int


UNDECLARED: Final = -1.0
"""An amount that IDAHEX finds by supply and demand."""
THOUSAND: Final = 1000.0

# Rows of Scratch.by_unit
WISH: Final = 0
WEIGHT: Final = 1
MOST: Final = 2
SHARE: Final = 3


@outlined_kernel
def allot(
    wish: Float, weight: Float, most: Float, count: int, amount: float, share: Float, free: Int
) -> None:
    """Minimise the sum of (share - wish)²/weight, with 0 <= share <= most, sum = amount.

    IDX-4.2.1.

    All weights are positive, and the limits add up to the amount or more.  The
    units whose share is not known yet split what is left as if there were no
    limits; those beyond the limit that the whole misses most stay at it, since
    m can only move further that way; then the rest split again.
    """
    for i in range(count):
        free[i] = i
    left = amount
    while count > 0:
        below, above = split(wish, weight, most, count, left, share, free)
        if below == 0.0 and above == 0.0:
            return
        kept = 0
        for i in range(count):
            one = free[i]
            if share[one] < 0.0 and below >= above:
                share[one] = 0.0
            elif share[one] > most[one] and above >= below:
                share[one] = most[one]
                left -= most[one]
            else:
                free[kept] = one
                kept += 1
        count = kept


@outlined_kernel
def split(
    wish: Float, weight: Float, most: Float, count: int, left: float, share: Float, free: Int
) -> tuple[float, float]:
    """Split without regard to limits; by how much the shares fall below 0 and exceed limits."""
    wishes, weights = 0.0, 0.0
    for i in range(count):
        wishes += wish[free[i]]
        weights += weight[free[i]]
    slope = (wishes - left) / weights
    below, above = 0.0, 0.0
    for i in range(count):
        one = free[i]
        share[one] = wish[one] - slope * weight[one]
        if share[one] < 0.0:
            below -= share[one]
        elif share[one] > most[one]:
            above += share[one] - most[one]
    return below, above


@outlined_kernel
def has_equipped(
    forces: Forces, units: Units, members: Int, count: int, resource: int
) -> tuple[bool, bool]:
    """Whether any unit may hold a resource (T'), and whether any is planned to (T'').

    IDX-4.2.1.
    """
    held, planned = False, False
    for i in range(count):
        kind = units.kind[members[i]]
        if forces.may_hold[kind, resource] == 1:
            held = True
            if forces.toe[kind, resource] > 0.0:
                planned = True
    return held, planned


@inline_kernel
def takes_part(forces: Forces, kind: int, resource: int, planned: bool) -> bool:
    """Whether units of a type are of T'', or of T' where T'' is empty (IDX-4.2.1)."""
    if forces.may_hold[kind, resource] == 0:
        return False
    return not planned or forces.toe[kind, resource] > 0.0


@outlined_kernel
def give_to_takers(
    forces: Forces,
    units: Units,
    stock: Float,
    takers: Int,
    count: int,
    resource: int,
    amount: float,
    work: Float,
    free: Int,
) -> float:
    """The first step of a transfer: the takers' stocks grow (IDX-4.2.1). What was transferred."""
    held, planned = has_equipped(forces, units, takers, count, resource)
    if not held or amount <= 0.0:
        return 0.0
    n = 0
    for i in range(count):
        kind = units.kind[takers[i]]
        if takes_part(forces, kind, resource, planned):
            toe = forces.toe[kind, resource]
            work[WISH, n] = -stock[takers[i], resource]
            work[WEIGHT, n] = 1.0
            if planned:
                work[WISH, n] += toe
                work[WEIGHT, n] = toe * toe
            work[MOST, n] = inf
            n += 1
    allot(work[WISH], work[WEIGHT], work[MOST], n, amount, work[SHARE], free)
    n = 0
    for i in range(count):
        if takes_part(forces, units.kind[takers[i]], resource, planned):
            stock[takers[i], resource] += work[SHARE, n]
            n += 1
    return amount


@outlined_kernel
def take_from_givers(
    forces: Forces,
    units: Units,
    stock: Float,
    givers: Int,
    count: int,
    resource: int,
    amount: float,
    work: Float,
    free: Int,
    printed: Int,
) -> None:
    """The second step: the givers' stocks shrink, first of all where none is planned.

    IDX-4.2.1.
    """
    if amount <= 0.0:
        return
    unplanned = 0.0
    for i in range(count):
        if forces.toe[units.kind[givers[i]], resource] <= 0.0:
            unplanned += stock[givers[i], resource]
    part = amount / unplanned if unplanned > amount else 1.0
    n, planned = 0, 0.0
    for i in range(count):
        toe, held = forces.toe[units.kind[givers[i]], resource], stock[givers[i], resource]
        if toe <= 0.0:
            stock[givers[i], resource] = held - part * held
        else:
            work[WISH, n] = held - toe
            work[WEIGHT, n] = toe * toe
            work[MOST, n] = held
            planned += held
            n += 1
    if unplanned >= amount:
        return
    left = amount - unplanned
    if printed[GIVERS] == 1:
        left = min(amount, planned)
    allot(work[WISH], work[WEIGHT], work[MOST], n, left, work[SHARE], free)
    n = 0
    for i in range(count):
        if forces.toe[units.kind[givers[i]], resource] > 0.0:
            stock[givers[i], resource] -= work[SHARE, n]
            n += 1


@outlined_kernel
def pool(
    forces: Forces, units: Units, stock: Float, members: Int, count: int, resource: int
) -> None:
    """Givers who are the takers: all is shared in proportion to plans, else evenly (IDX-4.2.1)."""
    held, planned = has_equipped(forces, units, members, count, resource)
    if not held:
        return
    total, parts = 0.0, 0.0
    for i in range(count):
        kind = units.kind[members[i]]
        total += stock[members[i], resource]
        if takes_part(forces, kind, resource, planned):
            parts += forces.toe[kind, resource] if planned else 1.0
    for i in range(count):
        kind = units.kind[members[i]]
        part = 0.0
        if takes_part(forces, kind, resource, planned):
            part = forces.toe[kind, resource] if planned else 1.0
        stock[members[i], resource] = total * (part / parts)


@outlined_kernel
def redistribute(
    forces: Forces,
    units: Units,
    stock: Float,
    side: int,
    givers: Int,
    giver_count: int,
    takers: Int,
    taker_count: int,
    amounts: Float,
    size: float,
    work: Float,
    free: Int,
    clause: int,
    printed: Int,
    out: Int,
) -> None:
    """What transfers and deliveries have in common (IDX-4.2.1, IDX-4.2.2).

    `amounts` by resource, `UNDECLARED` where supply and demand decide; `size`
    is the part of the givers' surplus that is for others.
    """
    place, first = units.place[givers[0]], givers[0]
    if are_same(givers, giver_count, takers, taker_count):
        for resource in range(forces.counts[side, NRS]):
            pool(forces, units, stock, givers, giver_count, resource)
        note(out, 1 << side, Pooled(place, first, giver_count, clause))
        return
    for resource in range(forces.counts[side, NRS]):
        amount = amounts[resource]
        if amount < 0.0:
            demand = excess(forces, units, stock, takers, taker_count, resource, -1.0)
            supply = excess(forces, units, stock, givers, giver_count, resource, 1.0)
            amount = min(demand, size * supply)
        else:
            held = 0.0
            for i in range(giver_count):
                held += stock[givers[i], resource]
            amount = min(amount, held)
        amount = give_to_takers(
            forces, units, stock, takers, taker_count, resource, amount, work, free
        )
        take_from_givers(
            forces, units, stock, givers, giver_count, resource, amount, work, free, printed
        )
        if amount > 0.0:
            moved = int(amount * THOUSAND + 0.5)
            note(out, 1 << side, Transferred(place, first, resource, moved, takers[0], clause))


@inline_kernel
def are_same(some: Int, count: int, others: Int, other_count: int) -> bool:
    """Whether two lists name the same units (G = T)."""
    same = count == other_count
    for i in range(count):
        same = same and some[i] == others[i]
    return same


@inline_kernel
def excess(
    forces: Forces, units: Units, stock: Float, members: Int, count: int, resource: int, sign: float
) -> float:
    """By how much stocks exceed plans (sign 1: supply), or fall short of them (-1: demand)."""
    total = 0.0
    for i in range(count):
        toe = forces.toe[units.kind[members[i]], resource]
        total += max(sign * (stock[members[i], resource] - toe), 0.0)
    return total
