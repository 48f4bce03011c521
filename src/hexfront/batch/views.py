"""A view as one array of fixed size, for systems without arrays of their own.

It is made from the view alone, so it holds what the side may know and nothing else:

===========  ==================================================================
part         numbers
===========  ==================================================================
head         viewer, time, kind of decision, 1 if the viewer must act
tracks       two a track: 1 if present, value
counters     a row a counter, in the order of the view:
             1 if present, side + 1, place, 1 if known, marks that name it,
             and one number for each name in `values`
marks        a row a mark: kind (1 move, 2 attack, 3 other), the row of its
             counter + 1, its first place, its last place
owners       one a place of the board where places change hands: side + 1, 0
             for nobody's
===========  ==================================================================

A place is its number on the board, counted from 1; 0 is off the board or not
known.  How many rows there are, and the names of values, is taken from the
umpire's view of the start; rows for which there is no room are left out.
Texts, badges and facts are not part of the array; what they allow shows in the
mask of legal orders.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from hexfront.core.contract import UMPIRE, Rules, View
from hexfront.core.learning import ArraySpec

HEAD: Final = 4
TRACK: Final = 2
COUNTER: Final = 5
MARK: Final = 4
MARKS_PER_COUNTER: Final = 2
MOST: Final = 1 << 24
"""Larger numbers are cut to this: up to here float32 has all whole ones."""
_MARK_KINDS: Final = {"move": 1.0, "attack": 2.0}


class ViewEncoder:
    """Turns the views of one scenario into arrays of one shape."""

    def __init__(self, rules: Rules[Any], spare: int = 0) -> None:
        """`spare`: rows for counters that may come later, beside those at the start."""
        start = rules.view(rules.start(), UMPIRE)
        self.values = sorted(
            {
                name
                for counter in start.counters
                for name, value in counter.values.items()
                if isinstance(value, int | float)
            }
        )
        self.tracks = len(start.tracks)
        self.counters = len(start.counters) + spare
        self.marks = MARKS_PER_COUNTER * self.counters
        self.width = COUNTER + len(self.values)
        self.owners = len(start.owners)
        self.size = HEAD + TRACK * self.tracks + self.width * self.counters + MARK * self.marks
        self.size += self.owners
        self._places = place_numbers(rules)

    @property
    def spec(self) -> ArraySpec:
        """What `encode` gives."""
        return ArraySpec("view", (self.size,), "float32", -MOST, MOST, (), "The view as numbers.")

    def encode(self, view: View) -> NDArray[np.float32]:
        """(size,) the view as numbers."""
        array = np.zeros(self.size, dtype=np.float32)
        array[:HEAD] = view.viewer, view.time, view.kind, view.must_act
        at = HEAD
        for track in view.tracks[: self.tracks]:
            array[at : at + TRACK] = 1.0, track.value
            at += TRACK
        at = HEAD + TRACK * self.tracks
        end = at + self.width * self.counters
        last = end + MARK * self.marks
        self._encode_counters(view, array[at:end].reshape(self.counters, self.width))
        self._encode_marks(view, array[end:last].reshape(self.marks, MARK))
        array[last:] = [owner + 1 for owner in view.owners[: self.owners]]
        return np.clip(array, -MOST, MOST, out=array)

    def _encode_counters(self, view: View, rows: NDArray[np.float32]) -> None:
        named: dict[str, int] = {}
        for mark in view.marks:
            named[mark.subject] = named.get(mark.subject, 0) + 1
        for row, counter in zip(rows, view.counters, strict=False):
            place = self._places.get(counter.place, 0)
            marks = named.get(counter.id, 0)
            row[:COUNTER] = 1.0, counter.side + 1, place, counter.known, marks
            for column, name in enumerate(self.values, COUNTER):
                value = counter.values.get(name, 0.0)
                row[column] = value if isinstance(value, int | float) else 0.0

    def _encode_marks(self, view: View, rows: NDArray[np.float32]) -> None:
        numbers = {counter.id: row for row, counter in enumerate(view.counters, 1)}
        for row, mark in zip(rows, view.marks, strict=False):
            ends = [self._places.get(place, 0) for place in mark.places[:1] + mark.places[-1:]]
            first, last = ends or (0, 0)
            row[:] = _MARK_KINDS.get(mark.kind, 3.0), numbers.get(mark.subject, 0), first, last


def place_numbers(rules: Rules[Any]) -> dict[str, int]:
    """The ids of the places of the board, numbered from 1."""
    return {str(place["id"]): number for number, place in enumerate(rules.board()["places"], 1)}
