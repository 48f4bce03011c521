"""What may be ordered, as bits and as a mask of bytes.

Templates, as in `hexfront.core.batch.rows`. A system gives the legal orders as codes
(`list_choices`), and where these are many as bits too (`mark_choices`).
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hexfront.blocks import Int
from hexfront.jit import inline_kernel

BITS: Final = 32
"""Order codes to a word of bits."""

Bits = NDArray[np.uint32]
Bytes = NDArray[np.int8]


@inline_kernel
def put(legal: Bits, code: int) -> None:
    """Set the bit of an order."""
    legal[code // BITS] |= 1 << (code % BITS)


@inline_kernel
def take(legal: Bits, code: int) -> None:
    """Clear the bit of an order, which is set."""
    legal[code // BITS] ^= 1 << (code % BITS)


@inline_kernel
def put_run(legal: Bits, first: int, count: int) -> None:
    """Set the bits of so many orders, one after another."""
    at, end = first, first + count
    while at < end:
        bit = at % BITS
        size = min(BITS - bit, end - at)
        legal[at // BITS] |= ((1 << size) - 1) << bit
        at += size


# --- What a system gives, one of the two ---


def list_choices(ground: Any, state: Any, side: int, codes: Int) -> int:
    """Write all legal orders of a side, ascending; gives their number."""
    raise NotImplementedError


def mark_choices(ground: Any, state: Any, side: int, legal: Bits) -> int:
    """Set the bits of just the orders that `list_choices` lists; gives their number."""
    raise NotImplementedError


# --- One of these becomes `note_choices` ---


def note_listed(ground: Any, state: Any, side: int, room: Any) -> int:
    """Set bits in `room.legal`, where none is, by the list of codes."""
    count = list_choices(ground, state, side, room.codes)
    for number in range(count):
        put(room.legal, room.codes[number])
    return count


def note_marked(ground: Any, state: Any, side: int, room: Any) -> int:
    """Let the system set bits in `room.legal`, where none is."""
    return mark_choices(ground, state, side, room.legal)


def note_choices(ground: Any, state: Any, side: int, room: Any) -> int:
    """Set the bits of the legal orders in `room.legal`, where none is; gives their number."""
    raise NotImplementedError


# --- Rows of a batch ---


def write_choices(
    ground: Any, state: Any, side: int, room: Any, legal: Bits, mask: Bytes, new: bool
) -> int:
    """Write the legal orders of a side into a row; gives their number.

    Most words of a row stay as they were, and are not written again. `new`: nothing is known of
    what the mask holds. A mask without columns is not wanted.
    """
    for word in range(len(legal)):
        room.legal[word] = 0
    count = note_choices(ground, state, side, room)
    for word in range(len(legal)):
        bits = room.legal[word]
        if new or bits != legal[word]:
            legal[word] = bits
            spread(int(bits), word * BITS, mask)
    return count


@inline_kernel
def spread(bits: int, first: int, mask: Bytes) -> None:
    """Write the bits of a word into the bytes of a mask."""
    if first + BITS <= len(mask):
        for bit in range(BITS):
            mask[first + bit] = (bits >> bit) & 1
    else:
        for code in range(first, len(mask)):
            mask[code] = (bits >> (code - first)) & 1


def allow_all(legal: Bits, mask: Bytes) -> int:
    """Note that nobody orders: no bits, and a mask that forbids nothing. Gives 0."""
    for word in range(len(legal)):
        legal[word] = 0
    for code in range(len(mask)):
        mask[code] = 1
    return 0
