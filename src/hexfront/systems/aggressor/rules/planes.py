"""Facts of hexes in planes of bits: contamination, where partisans rise, what a side watches.

A plane is a row of words of 32 bits, so that Python and machine code agree about their signs.
"""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int
from hexfront.jit import inline_kernel
from hexfront.systems.aggressor.scenario.state import PLANE_BITS, AggressorState

_SHIFT: Final = 5
_MASK: Final = PLANE_BITS - 1


@inline_kernel
def has(plane: Int, place: int) -> bool:
    """Whether the bit of a hex is set."""
    return bool(plane[place >> _SHIFT] >> (place & _MASK) & 1 == 1)


@inline_kernel
def put(plane: Int, place: int) -> None:
    """Set the bit of a hex."""
    plane[place >> _SHIFT] |= 1 << (place & _MASK)


@inline_kernel
def take(plane: Int, place: int) -> None:
    """Clear the bit of a hex."""
    plane[place >> _SHIFT] &= ~(1 << (place & _MASK))


@inline_kernel
def watch(state: AggressorState, place: int, side: int) -> None:
    """The side now knows who stands in a hex."""
    state.watched[side, place >> _SHIFT] |= 1 << (place & _MASK)


@inline_kernel
def is_watched(state: AggressorState, place: int, side: int) -> bool:
    """Whether the side knows who stands in a hex."""
    return bool(state.watched[side, place >> _SHIFT] >> (place & _MASK) & 1 == 1)


@inline_kernel
def watch_nothing(state: AggressorState, side: int) -> None:
    """The side knows of no hex who stands there."""
    for word in range(len(state.contaminated)):
        state.watched[side, word] = 0
