"""How a quantity of one type of resources is shared out among units (4.2.1).

All of the manual's problems of the smallest squares are one: find shares, each
between 0 and a limit, that add up to an amount and lie nearest to what each
unit wishes, where the square of a miss counts less the more weight a unit has.
Every solution is share = wish - m·weight, cut at the limits, with one m for
all, and m is found exactly.
"""

from __future__ import annotations

from math import inf

from hexfront.jit import kernel, kernel_part
from hexfront.systems.idahex.design import Float, Forces, Int
from hexfront.systems.idahex.state import KIND

# Rows of Scratch.by_unit
WISH = 0
WEIGHT = 1
MOST = 2
SHARE = 3


@kernel
def allot(
    wish: Float, weight: Float, most: Float, count: int, amount: float, share: Float, free: Int
) -> None:
    """Minimise the sum of (share - wish)²/weight, with 0 <= share <= most, sum = amount (4.2.1).

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


@kernel_part
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


@kernel_part
def has_equipped(
    forces: Forces, units: Int, members: Int, count: int, resource: int
) -> tuple[bool, bool]:
    """Whether any unit may hold a resource (T'), and whether any is planned to (T'') (4.2.1)."""
    held, planned = False, False
    for i in range(count):
        kind = units[members[i], KIND]
        if forces.may_hold[kind, resource] == 1:
            held = True
            if forces.toe[kind, resource] > 0.0:
                planned = True
    return held, planned


@kernel_part
def takes_part(forces: Forces, kind: int, resource: int, planned: bool) -> bool:
    """Whether units of a type are of T'', or of T' where T'' is empty (4.2.1)."""
    if forces.may_hold[kind, resource] == 0:
        return False
    return not planned or forces.toe[kind, resource] > 0.0


@kernel_part
def give_to_takers(
    forces: Forces,
    units: Int,
    stock: Float,
    takers: Int,
    count: int,
    resource: int,
    amount: float,
    work: Float,
    free: Int,
) -> float:
    """The first step of a transfer: the takers' stocks grow (4.2.1). What was transferred."""
    held, planned = has_equipped(forces, units, takers, count, resource)
    if not held or amount <= 0.0:
        return 0.0
    n = 0
    for i in range(count):
        kind = units[takers[i], KIND]
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
        if takes_part(forces, units[takers[i], KIND], resource, planned):
            stock[takers[i], resource] += work[SHARE, n]
            n += 1
    return amount


@kernel_part
def take_from_givers(
    forces: Forces,
    units: Int,
    stock: Float,
    givers: Int,
    count: int,
    resource: int,
    amount: float,
    work: Float,
    free: Int,
) -> None:
    """The second step: the givers' stocks shrink, first of all where none is planned (4.2.1)."""
    if amount <= 0.0:
        return
    unplanned = 0.0
    for i in range(count):
        if forces.toe[units[givers[i], KIND], resource] <= 0.0:
            unplanned += stock[givers[i], resource]
    part = amount / unplanned if unplanned > amount else 1.0
    n = 0
    for i in range(count):
        toe, held = forces.toe[units[givers[i], KIND], resource], stock[givers[i], resource]
        if toe <= 0.0:
            stock[givers[i], resource] = held - part * held
        else:
            work[WISH, n] = held - toe
            work[WEIGHT, n] = toe * toe
            work[MOST, n] = held
            n += 1
    if unplanned >= amount:
        return
    allot(work[WISH], work[WEIGHT], work[MOST], n, amount - unplanned, work[SHARE], free)
    n = 0
    for i in range(count):
        if forces.toe[units[givers[i], KIND], resource] > 0.0:
            stock[givers[i], resource] -= work[SHARE, n]
            n += 1


@kernel_part
def pool(
    forces: Forces, units: Int, stock: Float, members: Int, count: int, resource: int
) -> None:
    """Givers who are the takers: all is shared in proportion to plans, else evenly (4.2.1)."""
    held, planned = has_equipped(forces, units, members, count, resource)
    if not held:
        return
    total, parts = 0.0, 0.0
    for i in range(count):
        kind = units[members[i], KIND]
        total += stock[members[i], resource]
        if takes_part(forces, kind, resource, planned):
            parts += forces.toe[kind, resource] if planned else 1.0
    for i in range(count):
        kind = units[members[i], KIND]
        part = 0.0
        if takes_part(forces, kind, resource, planned):
            part = forces.toe[kind, resource] if planned else 1.0
        stock[members[i], resource] = total * (part / parts)
