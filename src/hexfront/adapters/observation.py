"""What a side may know, as arrays of a fixed size.

A system may bring arrays of its own (`hexfront.core.encoder`); then they are
observed, by its names.  For any other the view becomes one array,
`observation`.

That array is a flat float32 vector, made from the view alone, so it holds what
the side may know and nothing else:

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
action mask.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from hexfront.core.contract import UMPIRE, Rules, View
from hexfront.core.encoder import ObservationEncoder
from hexfront.core.system import System

Observation = dict[str, NDArray[Any]]
Mask = NDArray[np.int8]

MASK: Final = "action_mask"

HEAD: Final = 4
TRACK: Final = 2
COUNTER: Final = 5
MARK: Final = 4
MARKS_PER_COUNTER: Final = 2
_MARK_KINDS: Final = {"move": 1.0, "attack": 2.0}


class Observer(Protocol):
    """What an environment asks for a side's observation and its mask of legal orders."""

    def space(self, side: int) -> spaces.Dict:
        """What `observe` gives."""

    def names(self, side: int) -> Mapping[str, Sequence[str]]:
        """What the first axis of an array counts, for arrays whose system says so."""

    def observe(self, state: Any, side: int) -> Observation:
        """New arrays: what the side may know, and `action_mask`."""

    def mask(self, state: Any, side: int) -> Mask:
        """(actions,) a new array, 1 for every order that the side may give now."""


def make_observer(system: System, rules: Rules[Any]) -> Observer:
    """The system's own arrays, or those of its views."""
    return (
        ViewObserver(rules)
        if system.learning.encoder is None
        else EncoderObserver(rules, system.learning.encoder)
    )


class EncoderObserver:
    """Gives copies of the arrays of a system's own."""

    def __init__(self, rules: Rules[Any], make: Callable[[Any, int], ObservationEncoder]) -> None:
        self._rules = rules
        self._make = make
        self._encoders: dict[int, ObservationEncoder] = {}

    def __getstate__(self) -> dict[str, Any]:
        """Without arrays: an encoder may share them among its parts, and a pickle would not."""
        return self.__dict__ | {"_encoders": {}}

    def space(self, side: int) -> spaces.Dict:
        """A box for each array, as wide as its type."""
        arrays = self._encoder(side).observation
        boxes: dict[str, spaces.Space[Any]] = {name: _box(arrays[name]) for name in arrays}
        return spaces.Dict(boxes | {MASK: mask_space(self._rules)})

    def names(self, side: int) -> Mapping[str, Sequence[str]]:
        """As the system names them."""
        return self._encoder(side).names

    def observe(self, state: Any, side: int) -> Observation:
        """Copies of what the side sees now."""
        encoder = self._encoder(side)
        encoder.encode(state)
        found = {name: array.copy() for name, array in encoder.observation.items()}
        found[MASK] = encoder.mask.copy()
        return found

    def mask(self, state: Any, side: int) -> Mask:
        """A copy of the mask."""
        encoder = self._encoder(side)
        encoder.encode(state)
        return encoder.mask.copy()

    def _encoder(self, side: int) -> ObservationEncoder:
        if side not in self._encoders:
            self._encoders[side] = self._make(self._rules, side)
        return self._encoders[side]


def _box(array: NDArray[Any]) -> spaces.Box:
    if array.dtype.kind == "f":
        return spaces.Box(-np.inf, np.inf, array.shape, array.dtype.type)
    limits = np.iinfo(array.dtype)
    return spaces.Box(limits.min, limits.max, array.shape, array.dtype.type)


class ViewObserver:
    """Turns the views of one scenario into arrays of one shape."""

    def __init__(self, rules: Rules[Any], spare: int = 0) -> None:
        """`spare`: rows for counters that may come later, beside those at the start."""
        self._rules = rules
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

    def space(self, side: int) -> spaces.Dict:
        """The array of a view, and the mask; the same for every side."""
        box = spaces.Box(-np.inf, np.inf, (self.size,), np.float32)
        return spaces.Dict({"observation": box, MASK: mask_space(self._rules)})

    def names(self, side: int) -> Mapping[str, Sequence[str]]:
        """None: what stands where is told above."""
        return {}

    def observe(self, state: Any, side: int) -> Observation:
        """The view of the side as an array, and its mask."""
        array = self.encode(self._rules.view(state, side))
        return {"observation": array, MASK: self.mask(state, side)}

    def mask(self, state: Any, side: int) -> Mask:
        """The list of choices as a mask."""
        mask = np.zeros(self._rules.actions, dtype=np.int8)
        mask[np.asarray(self._rules.choices(state, side), dtype=np.int64)] = 1
        return mask

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
        return array

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


def mask_space(rules: Rules[Any]) -> spaces.Box:
    """A 0 or 1 for every order code."""
    return spaces.Box(0, 1, (rules.actions,), np.int8)
