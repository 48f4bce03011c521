"""The rules themselves, as functions that can be compiled.

Order codes: 0 to 6 hide the mine in that hex, 7 to 13 enter that hex.
"""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int
from hexfront.core.events import PUBLIC, note
from hexfront.jit import inline_kernel, kernel
from seven_hexes.state import COUNT, NOBODY, SPENT, UNHIDDEN, Phase, SevenBoard, SevenState

CHANCE_ACTOR: Final = -1
FACES: Final = 6
ACTIONS: Final = 2 * COUNT
HIDDEN, ATTACKED, THROWN, TAKEN, EXPLODED, BEGUN = range(6)
"""Kinds of events."""


@kernel
def acting_side(state: SevenState) -> int:
    """Whose turn it is, once the mines are hidden (SEV-3)."""
    return int(state.game.turn % 2)


@kernel
def beside(board: SevenBoard, state: SevenState, side: int, place: int) -> int:
    """Counters of a side beside a hex (SEV-4)."""
    count = 0
    for other in range(COUNT):
        if board.near[place, other] and state.hexes.owner[other] == side:
            count += 1
    return count


@kernel
def forbidden_by(board: SevenBoard, state: SevenState, side: int, order: int) -> int:
    """The ordinal of the clause that forbids an order; 0 where none does (SEV-2, SEV-3)."""
    if order < COUNT:
        return 0 if state.game.phase == Phase.HIDING and state.mines[side] == UNHIDDEN else 2
    if state.game.phase != Phase.MOVING or acting_side(state) != side:
        return 3
    owner = state.hexes.owner[order - COUNT]
    if owner == NOBODY or (owner != side and beside(board, state, side, order - COUNT)):
        return 0
    return 3


@kernel
def list_choices(board: SevenBoard, state: SevenState, side: int, codes: Int) -> int:
    """Write all legal orders into `codes`, ascending; how many they are."""
    count = 0
    for order in range(ACTIONS):
        if forbidden_by(board, state, side, order) == 0:
            codes[count] = order
            count += 1
    return count


@inline_kernel
def enter(state: SevenState, side: int, place: int, log: Int) -> None:
    """A counter of the side enters a hex, and perhaps sets off a mine (SEV-3, SEV-5)."""
    state.hexes.entered[place] |= 1 << side
    if state.mines[1 - side] == place:
        state.mines[1 - side] = SPENT
        state.hexes.owner[place] = NOBODY
        note(log, EXPLODED, 5, PUBLIC, side, place, 0, 0, 0)
    else:
        state.hexes.owner[place] = side
        note(log, TAKEN, 3, PUBLIC, side, place, 0, 0, 0)


@inline_kernel
def end_turn(board: SevenBoard, state: SevenState, side: int) -> None:
    """The other side's turn, or the end (SEV-6)."""
    held = 0
    for place in range(COUNT):
        held += state.hexes.owner[place] == side
    state.game.target = NOBODY
    state.game.turn += 1
    over = held == COUNT or state.game.turn == board.rules.turns
    state.game.phase = Phase.OVER if over else Phase.MOVING


@kernel
def apply_step(board: SevenBoard, state: SevenState, actor: int, order: int, log: Int) -> None:
    """Carry out an order, or what chance says, up to the next decision."""
    if actor == CHANCE_ACTOR:
        side, place = acting_side(state), state.game.target
        most = beside(board, state, side, place) + 1
        note(log, THROWN, 4, PUBLIC, side, place, order + 1, most, 0)
        if order + 1 <= most:
            enter(state, side, place, log)
        end_turn(board, state, side)
    elif order < COUNT:
        state.mines[actor] = order
        note(log, HIDDEN, 2, 1 << actor, actor, order, 0, 0, 0)
        if state.mines[1 - actor] != UNHIDDEN:
            state.game.phase = Phase.MOVING
            note(log, BEGUN, 2, PUBLIC, 0, 0, 0, 0, 0)
    elif state.hexes.owner[order - COUNT] == NOBODY:
        enter(state, actor, order - COUNT, log)
        end_turn(board, state, actor)
    else:
        state.game.target = order - COUNT
        state.game.phase = Phase.THROWING
        note(log, ATTACKED, 3, PUBLIC, actor, order - COUNT, 0, 0, 0)
