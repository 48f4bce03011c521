"""Pieces of kernels that every system needs for rows of whole numbers.

Loops, since an assignment of slices compiles a second's worth of error texts.
"""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int
from hexfront.jit import inline_kernel

_MIXER: Final = 1000003
_MASK: Final = 0xFFFFFFFF


@inline_kernel
def fill(row: Int, value: int) -> None:
    """Write the same number into all places of a row."""
    for place in range(len(row)):
        row[place] = value


@inline_kernel
def copy_row(target: Int, source: Int) -> None:
    """Overwrite a row with another of the same length."""
    for column in range(target.shape[0]):
        target[column] = source[column]


@inline_kernel
def lower_bound(codes: Int, count: int, code: int) -> int:
    """How many of the first codes of a row, which ascend, are smaller than a code."""
    low, high = 0, count
    while low < high:
        middle = (low + high) // 2
        if codes[middle] < code:
            low = middle + 1
        else:
            high = middle
    return low


@inline_kernel
def mixed(fingerprint: int, value: int) -> int:
    """A fingerprint of 32 bits with one number more in it."""
    return (fingerprint * _MIXER ^ value) & _MASK


@inline_kernel
def is_among(codes: Int, count: int, code: int) -> bool:
    """Whether a code is among the first so many of a row, which ascend."""
    at = lower_bound(codes, count, code)
    return bool(at < count and codes[at] == code)
