"""What is so in a hex, in one word: who stands there, who will, and whose zones it is in.

Of a word, from the lowest bit: three holders in 8 bits each, as unit + 1; for each side in 4 bits
how many of its units stand here by PLANNED; for each side in 16 bits how many exert a zone.
Paths are four hexes to a word: 15 bits of each, then the sixteenth of each, which only maps of
more than 32,767 hexes need.  Only these functions know.
"""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int
from hexfront.jit import inline_kernel, small_kernel
from hexfront.systems.brigade.scenario.state import (
    HEXES_A_WORD,
    HOLDERS,
    NOBODY,
    BrigadeState,
)

_HOLDER_BITS: Final = 8
_FRIENDS_BITS: Final = 4
_ZONE_BITS: Final = 16
"""So many as all units together could exert into "off the map"."""
_STEP_BITS: Final = 15
_FRIENDS_AT: Final = HOLDERS * _HOLDER_BITS
_ZONE_AT: Final = _FRIENDS_AT + 2 * _FRIENDS_BITS
_HOLDER: Final = (1 << _HOLDER_BITS) - 1
_HOLDERS: Final = (1 << _FRIENDS_AT) - 1
_FRIENDS: Final = (1 << _FRIENDS_BITS) - 1
_ZONE: Final = (1 << _ZONE_BITS) - 1
_STEP: Final = (1 << _STEP_BITS) - 1
_FAR_AT: Final = HEXES_A_WORD * _STEP_BITS
_FAR: Final = (1 << _FAR_AT, 1 << _FAR_AT + 1, 1 << _FAR_AT + 2, -(1 << _FAR_AT + 3))
"""The sixteenth bit of each hex of a path, in its word, which has a sign."""
_ALL_FRIENDS: Final = (1 << _ZONE_AT) - (1 << _FRIENDS_AT)


@inline_kernel
def holder_at(state: BrigadeState, place: int, level: int) -> int:
    """The unit in a hex, lowest first; NOBODY where none."""
    return (state.hexes[place] >> _HOLDER_BITS * level & _HOLDER) - 1


@inline_kernel
def friends_at(state: BrigadeState, place: int, side: int) -> int:
    """How many units of a side stand in a hex by PLANNED."""
    return state.hexes[place] >> _FRIENDS_AT + _FRIENDS_BITS * side & _FRIENDS


@inline_kernel
def zones_at(state: BrigadeState, place: int, side: int) -> int:
    """How many units of a side exert a zone of control into a hex (BRG-16)."""
    return state.hexes[place] >> _ZONE_AT + _ZONE_BITS * side & _ZONE


@inline_kernel
def add_friends(state: BrigadeState, place: int, side: int, change: int) -> None:
    """Count units of a side that stand in a hex by PLANNED."""
    state.hexes[place] += change << _FRIENDS_AT + _FRIENDS_BITS * side


@inline_kernel
def add_zones(state: BrigadeState, place: int, side: int, change: int) -> None:
    """Count units of a side that exert a zone of control into a hex."""
    state.hexes[place] += change << _ZONE_AT + _ZONE_BITS * side


@inline_kernel
def add_holder(state: BrigadeState, place: int, unit: int) -> None:
    """Note a unit among those in a hex, lowest first."""
    level = 0
    while level < HOLDERS - 1 and NOBODY < holder_at(state, place, level) < unit:
        level += 1
    below = (1 << _HOLDER_BITS * level) - 1
    holders = state.hexes[place] & _HOLDERS
    above = (holders & ~below) << _HOLDER_BITS & _HOLDERS
    holders = (holders & below) | ((unit + 1) << _HOLDER_BITS * level) | above
    state.hexes[place] = (state.hexes[place] & ~_HOLDERS) | holders


@inline_kernel
def drop_holder(state: BrigadeState, place: int, unit: int) -> None:
    """A unit is not in a hex any more; the others close up."""
    level = 0
    while level < HOLDERS - 1 and holder_at(state, place, level) != unit:
        level += 1
    below = (1 << _HOLDER_BITS * level) - 1
    holders = state.hexes[place] & _HOLDERS
    holders = (holders & below) | (holders >> _HOLDER_BITS & ~below)
    state.hexes[place] = (state.hexes[place] & ~_HOLDERS) | holders


@inline_kernel
def copy_seen(state: BrigadeState, place: int, target: BrigadeState) -> None:
    """Copy what everybody sees of a hex: who stands there now, and whose zones it is in."""
    target.hexes[place] = state.hexes[place] & ~_ALL_FRIENDS


@small_kernel
def path_hex(state: BrigadeState, unit: int, step: int) -> int:
    """The hex that a unit's path enters with a step, from 0."""
    word, at = state.paths[unit, step // HEXES_A_WORD], step % HEXES_A_WORD
    return (word >> _STEP_BITS * at & _STEP) | (word >> _FAR_AT + at & 1) << _STEP_BITS


@small_kernel
def set_path_hex(state: BrigadeState, unit: int, step: int, there: int) -> None:
    """Have a unit's path enter a hex with a step, from 0."""
    word, at = step // HEXES_A_WORD, step % HEXES_A_WORD
    others = state.paths[unit, word] & ~(_STEP << _STEP_BITS * at) & ~_FAR[at]
    far = (there >> _STEP_BITS) * _FAR[at]
    state.paths[unit, word] = others | (there & _STEP) << _STEP_BITS * at | far


def path_of(state: BrigadeState, unit: int) -> list[int]:
    """The hexes that a unit has entered, in order."""
    count = int(state.units.steps[unit])
    if not count:
        return []
    words: list[int] = state.paths[unit].tolist()
    steps = (divmod(step, HEXES_A_WORD) for step in range(count))
    return [
        (words[word] >> _STEP_BITS * at & _STEP) | (words[word] >> _FAR_AT + at & 1) << _STEP_BITS
        for word, at in steps
    ]


def first_holders(state: BrigadeState) -> Int:
    """(hexes + 1,) The lowest unit in each hex; NOBODY where none."""
    return (state.hexes & _HOLDER) - 1


def zones_of(state: BrigadeState, side: int) -> Int:
    """(hexes + 1,) How many units of a side exert a zone of control into each hex (BRG-16)."""
    return state.hexes >> _ZONE_AT + _ZONE_BITS * side & _ZONE
