"""The functions that combat calls: all are piecewise affine (IDX-5.4, IDX-5.4.2 to IDX-5.4.6).

They take arrays one by one, since every array that a kernel does not need
costs time at the call.
"""

from __future__ import annotations

from math import sqrt
from typing import Final

from hexfront.jit import inline_kernel
from hexfront.systems.idahex.scenario.design import Float
from hexfront.systems.idahex.scenario.state import NONE, Units

AREA_OF_HEXAGON: Final = sqrt(3) / 2
"""The area of a cell of depth 1: depth is the distance between opposite sides (IDX-2.1)."""
FIRST_ATTACK: Final = 40
"""Postures from here on attack (IDX-2.2.1)."""


@inline_kernel
def paf(values: Float, at: Float, w: float) -> float:
    """The piecewise-affine function through (at, values), level beyond both ends (IDX-5.4).

    This is pafgen, and paf too where the arrays begin with the value at 0.
    Where two abscissas coincide, the later value holds, except at the first.
    """
    last = at.shape[0] - 1
    if w <= at[0]:
        return float(values[0])
    if w >= at[last]:
        return float(values[last])
    after = 1
    while at[after] <= w:
        after += 1
    before = after - 1
    part = (w - at[before]) / (at[after] - at[before])
    return float(values[before] + part * (values[after] - values[before]))


@inline_kernel
def worth(values: Float, amounts: Float) -> float:
    """The value of a list of resources: the sum of value times amount."""
    total = 0.0
    for item in range(values.shape[0]):
        total += values[item] * amounts[item]
    return total


@inline_kernel
def zrarea(
    toe: Float, size: Float, value: Float, units: Units, stock: Float, unit: int, side: int
) -> float:
    """The area of the area of influence of a unit, 0 if it is inactive (IDX-5.4.2).

    It shrinks with the unit's value by `value`, rsvald, beside that of its toe;
    where the toe has no value, the area is that of full strength.
    """
    posture = units.posture[unit]
    if posture < 10:
        return 0.0
    kind = units.kind[unit]
    planned = worth(value[side], toe[kind])
    area = float(size[kind, posture // 10 - 1])
    if planned <= 0.0:
        return area
    return worth(value[side], stock[unit]) / planned * area


@inline_kernel
def density(
    toe: Float, size: Float, value: Float, units: Units, stock: Float, first: int, side: int
) -> float:
    """The areas of influence of all active units of a side in a cell, by the list's head.

    IDX-5.4.3.

    For a cell of area 1; passengers and units outside the engagement count too.
    """
    total = 0.0
    unit = first
    while unit != NONE:
        total += zrarea(toe, size, value, units, stock, unit, side)
        unit = units.next_in_cell[unit]
    return total


@inline_kernel
def prep(prepared: Float, prepared_at: Float, item: int, side: int, h: float) -> float:
    """The factor on a defender's materiel after preparing for a time h, or for less (IDX-5.4.4)."""
    return paf(prepared[side, item], prepared_at[side], h)


@inline_kernel
def frdval(curve: Float, at: Float, ratio: float, frame: float) -> float:
    """The fraction of value that a side loses in a frame at a force ratio (IDX-5.4.5).

    `curve` is the posture's, for one unit of time.  A negative value passes
    through: losses are then not scaled.  Nobody loses more than all.
    """
    lost = paf(curve, at, ratio)
    if lost < 0.0:
        return lost
    if lost >= 1.0:
        return 1.0
    return float(1.0 - (1.0 - lost) ** frame)


@inline_kernel
def vfeba(curve: Float, at: Float, ratio: float) -> float:
    """The velocity of a feba, distance a unit of time, perhaps negative (IDX-5.4.6).

    `curve` is that of the attacking side and of both postures.
    """
    return paf(curve, at, ratio)
