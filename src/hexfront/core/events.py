"""Events: what happened, as rows of integers that kernels can write.

A row names its clause and its audience.  Words are made later, outside, by
`Rules.describe`.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.core.errors import SystemBroken
from hexfront.jit import small_kernel

KIND: Final = 0
CLAUSE: Final = 1
AUDIENCE: Final = 2
FIRST_ARGUMENT: Final = 3
ARGUMENTS: Final = 5
WIDTH: Final = FIRST_ARGUMENT + ARGUMENTS

PUBLIC: Final = -1
"""The audience of all: every bit set."""

NO_LOG: Final = np.zeros((1, WIDTH), dtype=np.int64)
"""A log without room: kernels that write into it lose the rows, which playouts want."""


class Event(NamedTuple):
    """One thing that happened."""

    kind: int
    """Of the system's own list."""
    clause: int
    """The ordinal of the clause in the system's rulebook."""
    audience: int
    """Bit `s` is set if side `s` may know of it; `PUBLIC` for all."""
    arguments: tuple[int, ...]


@small_kernel
def note(
    rows: NDArray[np.int64],
    kind: int,
    clause: int,
    audience: int,
    a: int,
    b: int,
    c: int,
    d: int,
    e: int,
) -> None:
    """Append a row. Row 0 holds the count in its first place."""
    count = rows[0, 0] + 1
    if rows.shape[0] > 1:
        rows[0, 0] = count
        if count < rows.shape[0]:
            rows[count, 0] = kind
            rows[count, 1] = clause
            rows[count, 2] = audience
            rows[count, 3] = a
            rows[count, 4] = b
            rows[count, 5] = c
            rows[count, 6] = d
            rows[count, 7] = e


class EventLog:
    """A reusable buffer for the events of one step."""

    __slots__ = ("rows",)

    def __init__(self, capacity: int = 4096) -> None:
        self.rows: NDArray[np.int64] = (
            np.zeros((capacity + 1, WIDTH), dtype=np.int64) if capacity else NO_LOG
        )

    def clear(self) -> None:
        """Forget all rows."""
        self.rows[0, 0] = 0

    def __len__(self) -> int:
        return int(self.rows[0, 0])

    def written(self) -> NDArray[np.int64]:
        """The rows that were written, in their order, as a part of the buffer itself."""
        count = len(self)
        if count >= self.rows.shape[0]:
            raise SystemBroken(
                f"one step wrote {count} events into a log of {self.rows.shape[0] - 1}"
            )
        return self.rows[1 : count + 1]

    def events(self) -> list[Event]:
        """The rows as events, in their order."""
        return [
            Event(row[KIND], row[CLAUSE], row[AUDIENCE], tuple(row[FIRST_ARGUMENT:]))
            for row in self.written().tolist()
        ]
