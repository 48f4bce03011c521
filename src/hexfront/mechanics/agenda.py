"""An agenda: which of many subjects is due first, in the continuous time of a game.

A subject is a number from 0.  Its row of `rows` holds in its first three
columns when it is due, a rank and an age: among those due at the same time the
lower rank comes first, then the lower age.  Give each an age of its own, and
the order is complete.

`heap` is a binary heap in one array: how many subjects are scheduled; then
their numbers, the first one ahead; then where each subject stands in it, -1
for nowhere.  To schedule, move or cancel costs time that grows with the
logarithm of their number.  A subject due at infinity is not scheduled, only
remembered in its row.
"""

from __future__ import annotations

from math import isinf
from typing import Final

import numpy as np

from hexfront.blocks import Float, Int
from hexfront.jit import inline_kernel, kernel

DUE: Final = 0
RANK: Final = 1
AGE: Final = 2
COLUMNS: Final = 3
"""A row may have more of them, of which nothing is known here."""
NOWHERE: Final = -1


def make_agenda(subjects: int, columns: int = COLUMNS) -> tuple[Float, Int]:
    """The rows and the heap of an empty agenda."""
    rows: Float = np.zeros((subjects, columns), dtype=np.float64)
    rows[:, DUE] = np.inf
    heap: Int = np.full(1 + 2 * subjects, NOWHERE, dtype=np.int64)
    heap[0] = 0
    return rows, heap


@inline_kernel
def is_before(rows: Float, one: int, other: int) -> bool:
    """Whether a subject comes before another."""
    if rows[one, DUE] != rows[other, DUE]:
        return bool(rows[one, DUE] < rows[other, DUE])
    if rows[one, RANK] != rows[other, RANK]:
        return bool(rows[one, RANK] < rows[other, RANK])
    return bool(rows[one, AGE] < rows[other, AGE])


@kernel
def first(heap: Int) -> int:
    """The subject that is due first; -1 where none is scheduled."""
    return int(heap[1]) if heap[0] > 0 else NOWHERE


@kernel
def is_scheduled(heap: Int, subject: int) -> bool:
    """Whether a subject is due at a finite time."""
    return bool(heap[1 + heap.shape[0] // 2 + subject] != NOWHERE)


@kernel
def schedule(rows: Float, heap: Int, subject: int, due: float, rank: int, age: int) -> None:
    """Put a subject on the agenda, or move it; off it where it is due at infinity."""
    rows[subject, DUE] = due
    rows[subject, RANK] = float(rank)
    rows[subject, AGE] = float(age)
    if isinf(due):
        _take_out(rows, heap, subject)
        return
    places = 1 + heap.shape[0] // 2
    place = heap[places + subject]
    if place == NOWHERE:
        heap[0] += 1
        place = heap[0]
        heap[place] = subject
        heap[places + subject] = place
    _settle(rows, heap, place)


@kernel
def cancel(rows: Float, heap: Int, subject: int) -> None:
    """Take a subject off the agenda, if it is on it; it is due at infinity."""
    rows[subject, DUE] = float("inf")
    _take_out(rows, heap, subject)


@inline_kernel
def _take_out(rows: Float, heap: Int, subject: int) -> None:
    """Remove a subject from the heap; the last one takes its place."""
    places = 1 + heap.shape[0] // 2
    place = heap[places + subject]
    if place == NOWHERE:
        return
    last = heap[0]
    heap[0] -= 1
    heap[places + subject] = NOWHERE
    moved = heap[last]
    heap[last] = NOWHERE
    if place != last:
        heap[place] = moved
        heap[places + moved] = place
        _settle(rows, heap, place)


@kernel
def _settle(rows: Float, heap: Int, place: int) -> None:
    """Move the subject at a place up or down to where it belongs."""
    places = 1 + heap.shape[0] // 2
    subject = heap[place]
    while place > 1 and is_before(rows, subject, heap[place // 2]):
        heap[place] = heap[place // 2]
        heap[places + heap[place]] = place
        place = place // 2
    while 2 * place <= heap[0]:
        child = 2 * place
        if child < heap[0] and is_before(rows, heap[child + 1], heap[child]):
            child += 1
        if not is_before(rows, heap[child], subject):
            break
        heap[place] = heap[child]
        heap[places + heap[place]] = place
        place = child
    heap[place] = subject
    heap[places + subject] = place
