"""Declared secrets: which numbers of a state a side keeps from others, and what they may be.

From these follow what a viewer knows (`hide`), the facts of a view, and states that have such a
view (`fill_in`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from hexfront.blocks import Block, Int
from hexfront.core.contract import UMPIRE
from hexfront.core.dice import Dice, draw
from hexfront.core.documents.strictjson import Json

UNKNOWN: Final = -(1 << 40)
"""What a viewer's copy of a state holds where a number is hidden from him; in facts it is null."""


@dataclass(frozen=True, slots=True)
class Secret:
    """Numbers of an array of the state that others do not know."""

    array: str
    """Its dotted name, such as `mines` or `ships.place`; its first axis counts its entries."""
    may_be: Callable[[Any, int], Sequence[int]]
    """(state, entry) -> what the entry may be, as far as those know who do not see it.

    Entries of other owners that are drawn later are still as at the start of the game.
    """
    owner: Callable[[int], int] = int
    """(entry) -> the side that knows it; an entry for each side unless said otherwise."""
    is_open: Callable[[Any, int], bool] = lambda state, entry: False
    """(state, entry) -> whether all know it by now."""


def hide(state: Any, secrets: Sequence[Secret], viewer: int) -> Any:
    """A copy of a state with `UNKNOWN` for all that a viewer may not know."""
    known = state.copy()
    for secret in secrets:
        column, true = _array(known, secret.array), _array(state, secret.array)
        for entry in range(len(true)):
            if viewer not in (secret.owner(entry), UMPIRE) and not secret.is_open(state, entry):
                column[entry] = UNKNOWN
    return known


def facts_of(known: Block) -> dict[str, Json]:
    """All numbers of a viewer's copy, by the names of their arrays; null for what is hidden."""
    return {name: _shown(array.tolist()) for name, array in known.arrays()}


def read_facts(facts: dict[str, Json], like: Any) -> Any:
    """The viewer's copy that has these facts; `like` is a state of the same lengths."""
    known = like.copy()
    for name, array in known.arrays():
        array[...] = _read(facts[name])
    return known


def fill_in(known: Any, secrets: Sequence[Secret], start: Any, dice: Dice) -> Any:
    """A state with what the viewer's copy says, and a draw for all that it does not."""
    state = known.copy()
    hidden = list(_hidden(known, secrets))
    for secret, entry in hidden:
        _array(state, secret.array)[entry] = _array(start, secret.array)[entry]
    for secret, entry in hidden:
        values = secret.may_be(state, entry)
        _array(state, secret.array)[entry] = values[int(draw(dice, len(values)))]
    return state


def _hidden(known: Any, secrets: Sequence[Secret]) -> Iterator[tuple[Secret, int]]:
    for secret in secrets:
        for entry, value in enumerate(_array(known, secret.array)):
            if np.all(value == UNKNOWN):
                yield secret, entry


def _array(state: Any, name: str) -> Int:
    part, _, field = name.partition(".")
    found = getattr(state, part)
    array: Int = getattr(found, field) if field else found
    return array


def _read(values: Json) -> Any:
    if isinstance(values, list):
        return [_read(value) for value in values]
    return UNKNOWN if values is None else values


def _shown(values: Any) -> Json:
    if isinstance(values, list):
        return [_shown(value) for value in values]
    return None if values == UNKNOWN else values
