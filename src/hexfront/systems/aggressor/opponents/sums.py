"""Sums of floats in a fixed order: by eights, and long rows by halves, as NumPy adds them."""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Float
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.aggressor.opponents.scene import Scene

AT_ONCE: Final = 128
"""Longer rows are added in two halves."""


@inline_kernel
def half(count: int) -> int:
    """How many of a long row are in its first half: whole eights."""
    return count // 2 - count // 2 % 8


@outlined_kernel
def sum_run(values: Float, first: int, count: int) -> float:
    """The sum of at most `AT_ONCE` numbers."""
    if count < 8:
        total = 0.0
        for at in range(first, first + count):
            total += values[at]
        return total
    a, b, c, d = values[first], values[first + 1], values[first + 2], values[first + 3]
    e, f, g, h = values[first + 4], values[first + 5], values[first + 6], values[first + 7]
    whole = first + count - count % 8
    for at in range(first + 8, whole, 8):
        a += values[at]
        b += values[at + 1]
        c += values[at + 2]
        d += values[at + 3]
        e += values[at + 4]
        f += values[at + 5]
        g += values[at + 6]
        h += values[at + 7]
    total = ((a + b) + (c + d)) + ((e + f) + (g + h))
    for at in range(whole, first + count):
        total += values[at]
    return total


@outlined_kernel
def sum_places(s: Scene, values: Float, count: int) -> float:
    """The sum of so many numbers of a row: half by half, each half the same."""
    sizes, sums, depth, first = s.desk.sizes, s.desk.sums, 0, 0
    sizes[0, 0] = count
    while True:
        while sizes[0, depth] > AT_ONCE:
            sizes[0, depth + 1] = half(sizes[0, depth])
            sizes[1, depth] = 0
            depth += 1
        total = sum_run(values, first, sizes[0, depth])
        first += sizes[0, depth]
        while depth > 0 and sizes[1, depth - 1] == 1:
            depth -= 1
            total = sums[depth] + total
        if depth == 0:
            return total
        sums[depth - 1] = total
        sizes[1, depth - 1] = 1
        sizes[0, depth] = sizes[0, depth - 1] - half(sizes[0, depth - 1])


@inline_kernel
def sum_members(s: Scene, values: Float, sector: int) -> float:
    """The sum of the numbers of a sector's hexes."""
    size = s.lore.sizes[sector]
    for member in range(size):
        s.desk.around[member] = values[s.lore.members[sector, member]]
    return sum_places(s, s.desk.around, size)
