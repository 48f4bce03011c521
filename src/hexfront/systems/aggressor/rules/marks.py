"""What a side may order now, as bits: just what `choices.list_choices` lists (AGR-43).

An airbase or missiles can aim at hundreds of hexes, which are set by whole words.
"""

from __future__ import annotations

from typing import Final

from hexfront.core.batch.legal import ones
from hexfront.core.batch.masks import BITS, Bits, put, put_run
from hexfront.jit import inline_kernel
from hexfront.systems.aggressor.rules.enumeration import Collector, bind_finders

WORD: Final = 0xFFFFFFFF
"""All bits of a word."""


@inline_kernel
def add(legal: Bits, count: int, code: int) -> int:
    """Set the bit of an order."""
    put(legal, code)
    return count + 1


@inline_kernel
def add_short(legal: Bits, count: int, first: int, bits: int) -> int:
    """Set eight bits; more codes of the unit follow, so there is a next word."""
    at, shift = first // BITS, first % BITS
    legal[at] |= (bits << shift) & WORD
    legal[at + 1] |= bits >> (BITS - shift)
    return count + ones(bits)


@inline_kernel
def add_run(legal: Bits, count: int, first: int, size: int) -> int:
    """Set the bits of many orders."""
    put_run(legal, first, size)
    return count + size


@inline_kernel
def add_among(legal: Bits, start: int, count: int, code: int) -> int:
    """Set the bit of an order: bits stand in order by themselves."""
    put(legal, code)
    return count + 1


mark_choices, _ = bind_finders(__name__, Collector(add, add_short, add_run, add_among))
"""(ground, state, side, legal) -> how many orders a side has; sets their bits where none is."""
