"""What a side may order now, as a list of codes (AGR-43)."""

from __future__ import annotations

from hexfront.blocks import Int
from hexfront.jit import inline_kernel
from hexfront.systems.aggressor.rules.enumeration import Collector, bind_finders


@inline_kernel
def add(codes: Int, count: int, code: int) -> int:
    """Append an order."""
    codes[count] = code
    return count + 1


@inline_kernel
def add_short(codes: Int, count: int, first: int, bits: int) -> int:
    """Append those of eight orders whose bits are set."""
    for bit in range(8):
        codes[count] = first + bit
        count += (bits >> bit) & 1
    return count


@inline_kernel
def add_run(codes: Int, count: int, first: int, size: int) -> int:
    """Append orders, one code after the other."""
    for number in range(size):
        codes[count + number] = first + number
    return count + size


@inline_kernel
def add_among(codes: Int, start: int, count: int, code: int) -> int:
    """Put an order in its place among those from `start` on, which ascend."""
    slot = count
    while slot > start and codes[slot - 1] > code:
        codes[slot] = codes[slot - 1]
        slot -= 1
    codes[slot] = code
    return count + 1


list_choices, list_set_up = bind_finders(__name__, Collector(add, add_short, add_run, add_among))
"""(ground, state, side, codes) -> how many orders a side has, written into `codes`, ascending;
`list_set_up` of a side that sets up."""
