"""How equipment is fielded, step by step, as far as support and protection reach (IDX-5.4.1).

The manual's steps are kept.  What makes them quick is that the support which a
step costs is known until the type's involvement passes the next corner of one
of its share functions, and that many equal rounds are taken at once.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.idahex.deck.errata import STEPS
from hexfront.systems.idahex.scenario.design import NEQ, NGG, NSP, Float, Int

STEP: Final = 0.01
"""rgain: a step raises the ratio of what fights to a standard force by this."""
SLACK: Final = 1e-9
"""What falls short by less than this fraction is not short: sums of many steps are rounded."""
UNREACHABLE: Final = np.inf
EQUAL_ROUNDS: Final = 6
"""After so many rounds alike, see whether many more can be taken at once."""

# Rows of Scratch.vectors
AMOUNT: Final = 0
"""amount, by resource."""
FRACTION: Final = 1
"""fi, by resource: the result."""
HELD: Final = 2
"""suppt, by support."""
SPENT: Final = 3
"""alloc, by support."""
FIELDED: Final = 4
"""q, by equipment."""
GAIN: Final = 5
"""qr, by equipment."""
CORNER: Final = 6
"""Up to which q the prices hold, by equipment."""
GROWTH: Final = 7
"""By how much q grew in the last round, by equipment."""
OPEN: Final = 8
"""1 while q may still grow, by equipment."""
ROUND: Final = 9
"""What a round costs, by support."""
INVOLVEMENT_ROWS: Final = 10
# Matrices of Scratch.matrices: [equipment, support]
PRICE: Final = 0
"""Support for one more unit-quantity."""
PAID: Final = 1
"""ss: support allocated so far."""


@inline_kernel
def reach(values: Float, at: Float, wanted: float) -> float:
    """The smallest ratio of support to demand that gives a fraction; infinite if none does."""
    if wanted <= values[0] + SLACK:
        return 0.0
    for after in range(1, at.shape[0]):
        if values[after] >= wanted - SLACK:
            part = (wanted - values[after - 1]) / (values[after] - values[after - 1])
            part = min(part, 1.0)
            return float(at[after - 1] + part * (at[after] - at[after - 1]))
    return UNREACHABLE


@inline_kernel
def cover_for(
    counts: Int, group: Int, protects: Float, vectors: Float, item: int, row: int
) -> float:
    """qp: how much of a type the weapons of lower groups can protect, by a row of amounts."""
    total = 0.0
    for other in range(counts[NGG]):
        if group[other] < group[item]:
            total += protects[item, other] * vectors[row, other]
    return total


@inline_kernel
def begin(counts: Int, standard: Float, vectors: Float, matrices: Float) -> None:
    """No equipment is fielded yet; types that no standard force has never are (IDX-5.4.1)."""
    for item in range(counts[NEQ]):
        vectors[FIELDED, item] = 0.0
        vectors[GROWTH, item] = 0.0
        vectors[CORNER, item] = 0.0
        vectors[GAIN, item] = STEP * standard[item]
        vectors[OPEN, item] = 0.0
        vectors[FRACTION, item] = 0.0
        if standard[item] > 0.0:
            if vectors[AMOUNT, item] > 0.0:
                vectors[OPEN, item] = 1.0
            else:
                vectors[FRACTION, item] = 1.0
        for support in range(counts[NSP]):
            matrices[PAID, item, support] = 0.0
            matrices[PRICE, item, support] = 0.0
    for support in range(counts[NSP]):
        if vectors[SPENT, support] > vectors[HELD, support] * (1.0 + SLACK):
            # No allocation can satisfy alloc + REQ <= suppt any more, not even one of nothing.
            for item in range(counts[NEQ]):
                vectors[OPEN, item] = 0.0


@outlined_kernel
def field_equipment(
    counts: Int,
    demand: Float,
    share: Float,
    share_at: Float,
    group: Int,
    protects: Float,
    printed: Int,
    vectors: Float,
    matrices: Float,
) -> None:
    """Round after round, one step for each type, until nothing grows (IDX-5.4.1, steps 1 and 2)."""
    moved, alike = True, 0
    while moved:
        moved, same = False, True
        for item in range(counts[NEQ]):
            if vectors[OPEN, item] == 0.0:
                continue
            gain = vectors[GAIN, item]
            if printed[STEPS] == 1:
                add, last = printed_step(counts, group, protects, vectors, item)
            else:
                add, last = corrected_step(counts, group, protects, vectors, item)
            if add <= SLACK * gain:
                add = 0.0
            elif _step(counts, demand, share, share_at, vectors, matrices, item, add, last):
                moved = True
            else:
                add = 0.0
                same = False
            if last:
                same = False
                vectors[OPEN, item] = 0.0
            if add < vectors[GROWTH, item] - SLACK * gain:
                same = False
            if add > vectors[GROWTH, item] + SLACK * gain:
                same = False
            vectors[GROWTH, item] = add
        alike = alike + 1 if same else 0
        if alike >= EQUAL_ROUNDS:
            alike = 0
            _leap(counts, group, protects, printed, vectors, matrices)
    for item in range(counts[NEQ]):
        if vectors[AMOUNT, item] > 0.0:
            vectors[FRACTION, item] = vectors[FIELDED, item] / vectors[AMOUNT, item]


@inline_kernel
def corrected_step(
    counts: Int, group: Int, protects: Float, vectors: Float, item: int
) -> tuple[float, bool]:
    """qadd, and whether nothing is left after it: no more than is there, and can be protected."""
    gain = vectors[GAIN, item]
    left = vectors[AMOUNT, item] - vectors[FIELDED, item]
    last = left <= gain * (1.0 + SLACK)
    add = left if last else gain
    if group[item] > 1:
        cover = cover_for(counts, group, protects, vectors, item, FIELDED)
        room = cover - vectors[FIELDED, item]
        if room < add:
            last = False
            add = room
    return add, last


@inline_kernel
def printed_step(
    counts: Int, group: Int, protects: Float, vectors: Float, item: int
) -> tuple[float, bool]:
    """qadd = min(qp, qr) to the letter, though part of qp is in use (IDX-5.4.1, step 2).

    No step leads beyond fi = 1, which is the most that support allows: it is
    not taken, and the type never grows again, since qp never shrinks.
    """
    gain = vectors[GAIN, item]
    add = gain
    if group[item] > 1:
        add = min(cover_for(counts, group, protects, vectors, item, FIELDED), gain)
    beyond = vectors[FIELDED, item] + add - vectors[AMOUNT, item]
    if beyond > SLACK * gain:
        return 0.0, True
    return add, beyond >= -SLACK * gain and add > 0.0


@inline_kernel
def _step(
    counts: Int,
    demand: Float,
    share: Float,
    share_at: Float,
    vectors: Float,
    matrices: Float,
    item: int,
    add: float,
    last: bool,
) -> bool:
    """Field more of a type if there is support for it; if not, it never grows again.

    For what is left grows less with each round, and a step never gets cheaper.
    """
    nsp = counts[NSP]
    after = vectors[FIELDED, item] + add
    if last:
        after = vectors[AMOUNT, item]
    if after > vectors[CORNER, item]:
        return _step_past_corner(counts, demand, share, share_at, vectors, matrices, item, after)
    for support in range(nsp):
        needed = vectors[SPENT, support] + matrices[PRICE, item, support] * add
        if needed > vectors[HELD, support] * (1.0 + SLACK):
            vectors[OPEN, item] = 0.0
            return False
    for support in range(nsp):
        cost = matrices[PRICE, item, support] * add
        vectors[SPENT, support] += cost
        matrices[PAID, item, support] += cost
    vectors[FIELDED, item] = after
    return True


@inline_kernel
def _step_past_corner(
    counts: Int,
    demand: Float,
    share: Float,
    share_at: Float,
    vectors: Float,
    matrices: Float,
    item: int,
    after: float,
) -> bool:
    """A step over a corner of a share function: needs and prices are found anew."""
    amount = vectors[AMOUNT, item]
    wanted = after / amount
    for support in range(counts[NSP]):
        total = demand[item, support] * amount
        if total > 0.0:
            needed = total * reach(share[item, support], share_at, wanted)
            cost = needed - matrices[PAID, item, support]
            if vectors[SPENT, support] + cost > vectors[HELD, support] * (1.0 + SLACK):
                vectors[OPEN, item] = 0.0
                return False
    vectors[CORNER, item] = amount
    for support in range(counts[NSP]):
        total = demand[item, support] * amount
        if total > 0.0:
            needed = total * reach(share[item, support], share_at, wanted)
            vectors[SPENT, support] += needed - matrices[PAID, item, support]
            matrices[PAID, item, support] = needed
            corner = _price(
                share[item, support], share_at, vectors, matrices, item, support, total, wanted
            )
            vectors[CORNER, item] = min(vectors[CORNER, item], corner * amount)
    vectors[FIELDED, item] = after
    return True


@inline_kernel
def _price(
    values: Float,
    at: Float,
    vectors: Float,
    matrices: Float,
    item: int,
    support: int,
    total: float,
    reached: float,
) -> float:
    """Set the price of support beyond a fraction; return up to which fraction it holds.

    Where more support does nothing for a while, the price does not hold at all.
    """
    matrices[PRICE, item, support] = 0.0
    if reached < values[0]:
        return float(values[0])
    after = 1
    while after < at.shape[0] and values[after] <= reached:
        after += 1
    if after == at.shape[0]:
        return 0.0
    slope = (at[after] - at[after - 1]) / (values[after] - values[after - 1])
    here = at[after - 1] + (reached - values[after - 1]) * slope
    if total * here > matrices[PAID, item, support] + SLACK * total:
        return 0.0
    matrices[PRICE, item, support] = total * slope / vectors[AMOUNT, item]
    return float(values[after])


@inline_kernel
def _leap(
    counts: Int, group: Int, protects: Float, printed: Int, vectors: Float, matrices: Float
) -> None:
    """Take many rounds at once, fewer than would pass a corner or exhaust anything."""
    neq, nsp = counts[NEQ], counts[NSP]
    rounds = 1e15
    for support in range(nsp):
        vectors[ROUND, support] = 0.0
    for item in range(neq):
        if vectors[OPEN, item] == 0.0:
            vectors[GROWTH, item] = 0.0
        growth = vectors[GROWTH, item]
        if growth > 0.0:
            limit = vectors[CORNER, item] - vectors[FIELDED, item]
            if limit < rounds * growth:
                rounds = limit / growth
            for support in range(nsp):
                vectors[ROUND, support] += matrices[PRICE, item, support] * growth
    for support in range(nsp):
        limit = vectors[HELD, support] - vectors[SPENT, support]
        if vectors[ROUND, support] > 0.0 and limit < rounds * vectors[ROUND, support]:
            rounds = limit / vectors[ROUND, support]
    for item in range(neq):
        if vectors[OPEN, item] == 1.0 and group[item] > 1:
            limit = _rounds_under_cover(counts, group, protects, printed, vectors, item)
            rounds = min(rounds, limit)
    rounds = np.floor(rounds) - 1.0
    if rounds < 1.0 or rounds > 1e14:
        return
    for item in range(neq):
        vectors[FIELDED, item] += rounds * vectors[GROWTH, item]
        for support in range(nsp):
            cost = rounds * matrices[PRICE, item, support] * vectors[GROWTH, item]
            matrices[PAID, item, support] += cost
            vectors[SPENT, support] += cost


@inline_kernel
def _rounds_under_cover(
    counts: Int, group: Int, protects: Float, printed: Int, vectors: Float, item: int
) -> float:
    """How many more rounds a type that needs protection grows as in the last one."""
    growth, gain = vectors[GROWTH, item], vectors[GAIN, item]
    wider = cover_for(counts, group, protects, vectors, item, GROWTH)
    if printed[STEPS] == 1:
        # What is protected already does not count.
        return UNREACHABLE if wider <= 0.0 or growth >= gain * (1.0 - SLACK) else 0.0
    if growth < gain * (1.0 - SLACK):
        # It grows just as its cover does, or not at all.
        apart = wider - growth
        return UNREACHABLE if -SLACK * gain <= apart <= SLACK * gain else 0.0
    if wider >= gain:
        return UNREACHABLE
    cover = cover_for(counts, group, protects, vectors, item, FIELDED)
    return float((cover - vectors[FIELDED, item] - gain) / (gain - wider))
