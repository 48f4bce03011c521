"""What a weapon is worth: the antipotential potentials, in Holter's scaling (IDX-5.1.2, IDX-5.3).

A weapon's value is proportional to the rate at which it destroys enemy value.
That makes the attackers' values an eigenvector of A D, and the defenders' ones
D times that.
"""

from __future__ import annotations

from math import inf, sqrt
from typing import Final

import numpy as np

from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.idahex.scenario.design import NGG, NMAT, SIDES, Design, Float

SHIFT: Final = 0.125
"""What is added to the diagonal of A D, as a part of its largest number: without it, plain
iteration swings to and fro where two types kill each other in turn."""
SQUARINGS: Final = 48
PRECISION: Final = 1e-13
NEGLIGIBLE: Final = 1e-12
"""A value below this part of the largest one is 0: the iteration drives it there."""
POLISHINGS: Final = 40


@kernel
def app(a: Float, d: Float, m: int, n: int, va: Float, vd: Float, work: Float) -> float:
    """Values of m types of attackers and n of defenders; return alpha = delta (IDX-5.1.2).

    a[i, j] and d[j, i] are rates at which one weapon kills; the first type
    with a value has value 1.  Where the only eigenvalue is 0, all values and
    alpha are 0.  `work` has two matrices of m by m or more.
    """
    largest = _product(a, d, m, n, work)
    if not _has_cycle(m, va, work):
        for i in range(m):
            va[i] = 0.0
        for j in range(n):
            vd[j] = 0.0
        return 0.0
    for i in range(m):
        for k in range(m):
            work[1, i, k] = work[0, i, k] / largest
        work[1, i, i] += SHIFT
    _square(m, va, work)
    _product(a, d, m, n, work)
    root = _polish(m, va, work)
    first = 0
    while va[first] == 0.0:
        first += 1
    unit = va[first]
    for i in range(m):
        va[i] /= unit
    alpha = sqrt(root)
    for j in range(n):
        vd[j] = 0.0
        for i in range(m):
            vd[j] += d[j, i] * va[i]
        vd[j] /= alpha
    return alpha


@inline_kernel
def _product(a: Float, d: Float, m: int, n: int, work: Float) -> float:
    """A D into the first matrix; return its largest number."""
    largest = 0.0
    for i in range(m):
        for k in range(m):
            total = 0.0
            for j in range(n):
                total += a[i, j] * d[j, k]
            work[0, i, k] = total
            largest = max(largest, total)
    return largest


@inline_kernel
def _has_cycle(m: int, va: Float, work: Float) -> bool:
    """Whether A D has a positive eigenvalue: some type takes part in its own value.

    Types whose value leads nowhere drop out one after another.
    """
    for i in range(m):
        va[i] = 1.0
    dropped = True
    left = m
    while dropped and left > 0:
        dropped = False
        for i in range(m):
            if va[i] == 1.0:
                leads = False
                for k in range(m):
                    if va[k] == 1.0 and work[0, i, k] > 0.0:
                        leads = True
                if not leads:
                    va[i] = 0.0
                    dropped = True
                    left -= 1
    return left > 0


@inline_kernel
def _square(m: int, va: Float, work: Float) -> None:
    """Apply the second matrix to all-positive values so often that they change no more.

    Each squaring doubles how often; so nearly equal eigenvalues part too.
    """
    for i in range(m):
        va[i] = 1.0
    for _ in range(SQUARINGS):
        largest = 0.0
        for i in range(m):
            for k in range(m):
                total = 0.0
                for j in range(m):
                    total += work[1, i, j] * work[1, j, k]
                work[0, i, k] = total
                largest = max(largest, total)
        settled, top = True, 0.0
        for i in range(m):
            total = 0.0
            for k in range(m):
                work[1, i, k] = work[0, i, k] / largest
                total += work[1, i, k]
            work[0, i, 0] = total
            top = max(top, total)
        for i in range(m):
            value = work[0, i, 0] / top
            change = value - va[i]
            if value > NEGLIGIBLE and (change > PRECISION * value or -change > PRECISION * value):
                settled = False
            va[i] = value
        if settled:
            break
    for i in range(m):
        if va[i] <= NEGLIGIBLE:
            va[i] = 0.0


@inline_kernel
def _polish(m: int, va: Float, work: Float) -> float:
    """Iterate a few times more on A D itself, shifted by its eigenvalue; return that."""
    root = 0.0
    for _ in range(POLISHINGS):
        before, after = 0.0, 0.0
        for i in range(m):
            if va[i] > 0.0:
                total = 0.0
                for k in range(m):
                    total += work[0, i, k] * va[k]
                work[1, 0, i] = total
                before += va[i]
                after += total
        root = after / before
        settled, top = True, 0.0
        for i in range(m):
            if va[i] > 0.0:
                value = (work[1, 0, i] / root + va[i]) / 2.0
                change = value - va[i]
                if change > PRECISION * value or -change > PRECISION * value:
                    settled = False
                va[i] = value
                top = max(top, value)
        for i in range(m):
            va[i] /= top
        if settled:
            break
    return root


@outlined_kernel
def ratio_without_values(
    a: Float, d: Float, m: int, n: int, attacking: float, defending: float
) -> float:
    """FRGRD where no weapon has a value (IDX-5.1.3): who can still kill decides.

    `attacking` and `defending` are the effective quantities of ground-to-ground
    weapons of all types.
    """
    if attacking <= 0.0:
        return 0.0
    if defending <= 0.0:
        return inf
    by_attackers, by_defenders = 0.0, 0.0
    for i in range(m):
        for j in range(n):
            by_attackers += a[i, j]
            by_defenders += d[j, i]
    if by_attackers == 0.0 and by_defenders > 0.0:
        return 0.0
    if by_defenders == 0.0 and by_attackers > 0.0:
        return inf
    return 1.0


def standard_values(design: Design) -> Design:
    """The design with rsvala and rsvald, from one nominal engagement for each side (IDX-5.3)."""
    counts, combat = design.forces.counts, design.combat
    attack = np.zeros_like(combat.standard)
    defence = np.zeros_like(combat.standard)
    for defender in range(SIDES):
        attacker = 1 - defender
        m, n = int(counts[attacker, NGG]), int(counts[defender, NGG])
        targets, enemies = int(counts[defender, NMAT]), int(counts[attacker, NMAT])
        va, vd = np.zeros(m), np.zeros(n)
        app(
            _nominal(combat.kill_attack[attacker], combat.aim_attack[attacker], m, n, targets),
            _nominal(combat.kill_defence[defender], combat.aim_defence[defender], n, m, enemies),
            m,
            n,
            va,
            vd,
            np.zeros((2, m, m)),
        )
        attack[attacker, :m] = va
        defence[defender, :n] = vd
    return design._replace(combat=combat._replace(value_attack=attack, value_defence=defence))


def _nominal(kill: Float, aim: Float, weapons: int, targets: int, materiel: int) -> Float:
    """ASTD or DSTD: fire spread as on a standard force (IDX-5.3)."""
    total = aim[:weapons, :materiel].sum(axis=1, keepdims=True)
    part = np.divide(
        aim[:weapons, :targets], total, out=np.zeros((weapons, targets)), where=total > 0.0
    )
    return np.ascontiguousarray(kill[:weapons, :targets] * part)
