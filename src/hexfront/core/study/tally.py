"""What a study counts in a game beside its result: the tally of a system.

A system that offers none is studied all the same: by wins, scores, counters
lost and length.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

Value: TypeAlias = int | float | str | None
"""What a figure is in one game; None where the game has none."""


@dataclass(frozen=True, slots=True)
class Figure:
    """A column of the row that a game becomes."""

    name: str
    """Of the column: lower case letters, digits and `_`, a letter first (`column_names`)."""
    table: str = ""
    """The title of the table for people that shows it; empty for files alone."""
    row: str = ""
    """Its row in that table."""
    column: str = ""
    """Its column in that table."""
    words: tuple[str, ...] = ()
    """Its values, where they are words: then shares are reported, and its table is its own."""
    whole: bool = True
    """Whether its numbers are integers."""


@dataclass(frozen=True, slots=True)
class Curve:
    """Something whose course is followed through a game."""

    name: str
    """As in the tables: lower case letters, digits and `_`, a letter first."""
    title: str
    """For people; curves with the same name are shown together."""
    side: int | None = None
    """Whose it is."""


class Count(NamedTuple):
    """What came of one game."""

    values: Sequence[Value]
    """One for each figure."""
    at: Sequence[int]
    """The moments at which the curves were read, ascending."""
    curves: Sequence[Sequence[float]]
    """For each moment one value for each curve."""


class Tally(Protocol):
    """Counts one game after the other. It knows everything and tells no player anything."""

    @property
    def figures(self) -> Sequence[Figure]:
        """The columns, the same in every game of the scenario."""

    @property
    def curves(self) -> Sequence[Curve]:
        """What is followed through the game, the same in every game of the scenario."""

    @property
    def time_unit(self) -> str:
        """What the moments of the curves count, in one word: `round`."""

    def begin(self, state: Any) -> None:
        """A game begins in this state; forget the one before."""

    def take(self, time: int, rows: NDArray[np.int64], state: Any) -> None:
        """Count events: rows as `hexfront.core.events` describes them, in their order.

        They come from steps that were given at this time of the game.  The
        rows of several steps come together, and without rows where a game ends
        so; `state` is the one after the last of them.  Both are only lent.
        """

    def count(self) -> Count:
        """What came of the game, after its end."""


def column_names(names: Sequence[str]) -> list[str]:
    """Names as parts of column names: lower case, letters, digits and `_`, each once."""
    columns: list[str] = []
    for number, name in enumerate(names, 1):
        column = re.sub(r"\W+", "_", name.lower()).strip("_") or "side"
        columns.append(f"{column}_{number}" if column in columns else column)
    return columns
