"""Facts of hexes in planes of bits: who holds a hex, stands there, exerts a zone.

A plane is a row of words of 32 bits, so that Python and machine code agree about their signs.
How many units stand in a hex, and with how many stacking points, follows from their rows.
"""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int
from hexfront.jit import inline_kernel, small_kernel
from hexfront.systems.malaya.scenario.state import PLANE_BITS, MalayaGround, MalayaState

_SHIFT: Final = 5
_MASK: Final = PLANE_BITS - 1


@inline_kernel
def has(plane: Int, place: int) -> bool:
    """Whether the bit of a hex is set."""
    return plane[place >> _SHIFT] >> (place & _MASK) & 1 == 1


@inline_kernel
def put(plane: Int, place: int) -> None:
    """Set the bit of a hex."""
    plane[place >> _SHIFT] |= 1 << (place & _MASK)


@inline_kernel
def take(plane: Int, place: int) -> None:
    """Clear the bit of a hex."""
    plane[place >> _SHIFT] &= ~(1 << (place & _MASK))


@small_kernel
def control_of(state: MalayaState, place: int) -> int:
    """Whose a hex is (MAL-11)."""
    return state.control[place >> _SHIFT] >> (place & _MASK) & 1


@inline_kernel
def take_control(state: MalayaState, place: int, side: int) -> None:
    """Give a hex to a side (MAL-11)."""
    if side == 0:
        take(state.control, place)
    else:
        put(state.control, place)


@inline_kernel
def restore_control(state: MalayaState, place: int) -> None:
    """Give a hex back to whom it was when the phase began."""
    take_control(state, place, 1 if has(state.before, place) else 0)


@small_kernel
def stands(state: MalayaState, place: int, side: int) -> bool:
    """Whether any unit of a side is in a hex."""
    return state.standing[side, place >> _SHIFT] >> (place & _MASK) & 1 == 1


@small_kernel
def in_zone_of(state: MalayaState, place: int, side: int) -> bool:
    """Whether any unit of a side exerts its zone of control into a hex (MAL-10)."""
    return state.zones[side, place >> _SHIFT] >> (place & _MASK) & 1 == 1


@small_kernel
def points_in(ground: MalayaGround, state: MalayaState, place: int, side: int) -> int:
    """Stacking points of a side in a hex (MAL-7)."""
    first = 0 if side == 0 else ground.rules.second
    last = ground.rules.second if side == 0 else ground.rules.units
    points = 0
    for unit in range(first, last):
        if state.units.place[unit] == place:
            points += ground.units.stack[unit]
    return points
