"""Tables of what happened in games, for studies: the recorder of a system.

Where a tally says what became of a game as a whole, a recorder writes many rows
about it: a row for each unit at each moment, say.  A system that offers none is
studied all the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol, TypeAlias, overload

import numpy as np
from numpy.typing import NDArray

Kind: TypeAlias = Literal["whole", "number", "words"]
"""What the values of a column are: integers, numbers, or texts."""
Values: TypeAlias = Sequence[Any] | NDArray[Any]
"""The values of a column, one a row.

Where there is none: None, a number that is none, or in an array a masked one.
"""


class Repeated(Sequence[Any]):
    """Values of a column, of which many are alike: each is made once."""

    __slots__ = ("known", "places")

    def __init__(self, known: Sequence[Any], places: NDArray[np.int64]) -> None:
        self.known = known
        """Those that there are."""
        self.places = places
        """[row]: which of them it is."""

    def __len__(self) -> int:
        return len(self.places)

    @overload
    def __getitem__(self, row: int) -> Any: ...
    @overload
    def __getitem__(self, row: slice) -> Repeated: ...
    def __getitem__(self, row: int | slice) -> Any:
        if isinstance(row, slice):
            return Repeated(self.known, self.places[row])
        return self.known[self.places[row]]


def alike(rows: NDArray[Any]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Which rows of an array are the same: where the first of each kind lies, and [row] its kind.

    Kinds are numbered in the order in which they come.
    """
    found: dict[Any, int] = {}
    wide = np.dtype((np.void, rows.dtype.itemsize * rows.shape[1]))
    keys = np.ascontiguousarray(rows).view(wide).ravel().tolist()
    kinds = np.array([found.setdefault(key, len(found)) for key in keys], dtype=np.int64)
    return np.flatnonzero(np.diff(np.maximum.accumulate(kinds), prepend=-1)), kinds


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table."""

    name: str
    """As in the file: lower case letters, digits and `_`, a letter first."""
    kind: Kind = "number"
    about: str = ""
    """What it is, with its unit, for people; written into the file."""


@dataclass(frozen=True, slots=True)
class Chart:
    """A picture that shows well what a table holds: one column over another."""

    title: str
    column: str
    """What runs upwards."""
    over: str
    """What runs to the right, such as a time."""
    by: str
    """A line for each value of this column."""


@dataclass(frozen=True, slots=True)
class RecordTable:
    """A table that a recorder fills. A column `game` comes before its own."""

    name: str
    """As in the name of the file: `units` for `NAME.units.parquet`."""
    title: str
    """For people."""
    columns: tuple[Column, ...]
    charts: tuple[Chart, ...] = ()


class Recorder(Protocol):
    """Records one game after the other. It knows everything and tells no player anything."""

    @property
    def tables(self) -> Sequence[RecordTable]:
        """What it writes, the same in every game of the scenario."""

    def begin(self, state: Any) -> None:
        """A game begins in this state; forget the one before."""

    def take(self, time: int, rows: NDArray[np.int64], state: Any) -> None:
        """Take events, as `hexfront.core.study.tally.Tally.take` does."""

    def written(self) -> Sequence[Sequence[Values]]:
        """What was recorded of the game, after its end: for each table its columns."""
