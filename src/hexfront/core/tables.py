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
def mixed(fingerprint: int, value: int) -> int:
    """A fingerprint of 32 bits with one number more in it."""
    return (fingerprint * _MIXER ^ value) & _MASK
