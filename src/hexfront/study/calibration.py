"""A fixed kernel that says how fast this machine is at the kind of work that rules do."""

from __future__ import annotations

from time import process_time
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hexfront.jit import kernel

CELLS: Final = 4096
"""32 KiB of int64: fits the first-level cache of common processors."""
ITERATIONS: Final = 20_000_000


@kernel
def calibrate(cells: NDArray[np.int64], iterations: int) -> int:
    """A linear congruential walk through an array: multiply, mask, read, branch, write.

    Never change it: ratios of different versions are compared through it.
    """
    word = 1
    total = 0
    for _ in range(iterations):
        word = (word * 1103515245 + 12345) & 0x7FFFFFFF
        place = (word >> 8) & 4095
        value = cells[place]
        if value & 1:
            total += value
        cells[place] = (value + word) & 0xFFFF
    return total


def calibration_rate(iterations: int = ITERATIONS) -> float:
    """Iterations per CPU-second, timed once."""
    cells = np.zeros(CELLS, np.int64)
    started = process_time()
    calibrate(cells, iterations)
    return iterations / (process_time() - started)
