"""Legal orders of a batch, a bit each: choosing at random, and finding what is not legal."""

from __future__ import annotations

from typing import Final

from numpy.typing import NDArray

from hexfront.blocks import Float, Int
from hexfront.core.batch.masks import BITS
from hexfront.core.batch.rows import Games
from hexfront.jit import inline_kernel, kernel, threaded_kernel

ALL_LEGAL: Final = -1
"""What `first_illegal` says where it finds nothing."""


@inline_kernel
def ones(word: int) -> int:
    """How many bits of a word of 32 are set."""
    pairs = word - ((word >> 1) & 0x55555555)
    fours = (pairs & 0x33333333) + ((pairs >> 2) & 0x33333333)
    return (((fours + (fours >> 4)) & 0x0F0F0F0F) * 0x01010101 & 0xFFFFFFFF) >> 24


@inline_kernel
def place_of_one(word: int, number: int) -> int:
    """The place of a set bit of a word of 32, by its number among these.

    Without branches, as nobody foresees them: sums of halves, quarters and so on, and in each the
    half in which the bit lies.
    """
    twos = word - ((word >> 1) & 0x55555555)
    fours = (twos & 0x33333333) + ((twos >> 2) & 0x33333333)
    eights = (fours + (fours >> 4)) & 0x0F0F0F0F
    low = (eights + (eights >> 8)) & 0xFF
    upper = int(number >= low)
    left, place = number - upper * low, 16 * upper
    low = (eights >> place) & 0xFF
    upper = int(left >= low)
    left, place = left - upper * low, place + 8 * upper
    low = (fours >> place) & 0xF
    upper = int(left >= low)
    left, place = left - upper * low, place + 4 * upper
    low = (twos >> place) & 0x3
    upper = int(left >= low)
    left, place = left - upper * low, place + 2 * upper
    return place + int(left >= ((word >> place) & 1))


@inline_kernel
def legal_order(games: Games, row: int, number: int) -> int:
    """The code of a legal order of a row, by its number among these."""
    left = number
    for at in range(games.legal.shape[1]):
        word = int(games.legal[row, at])
        count = ones(word)
        if left < count:
            return at * BITS + place_of_one(word, left)
        left -= count
    return 0


@threaded_kernel
def choose_orders(games: Games, luck: Float, actions: Int, first: int, last: int) -> None:
    """A legal order for some rows, by a number from 0 to below 1; 0 for games that have ended."""
    for row in range(first, last):
        count = games.choices[row]
        actions[row] = legal_order(games, row, int(luck[row] * count)) if count > 0 else 0


@kernel
def first_illegal(games: Games, actions: Int, rows: NDArray, most: int) -> int:  # type: ignore[type-arg]
    """The first of some rows whose action is not legal and which has not ended; or ALL_LEGAL."""
    for row in range(len(actions)):
        if rows[row] and games.ended[row] == 0:
            action = actions[row]
            if action < 0 or action >= most:
                return row
            if (int(games.legal[row, action // BITS]) >> (action % BITS)) & 1 == 0:
                return row
    return ALL_LEGAL
