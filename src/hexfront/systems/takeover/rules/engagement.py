"""An engagement die by die, TKO-8 to TKO-15, as kernels."""

from __future__ import annotations

from typing import Final

from hexfront.core.events import PUBLIC, note
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.takeover.rules.estate import owns_any
from hexfront.systems.takeover.rules.pools import (
    AGGRESSOR,
    DEFENDER,
    FACES,
    aggressor_wins,
    roll_value,
)
from hexfront.systems.takeover.scenario.state import (
    ACTIVE,
    AGENTS,
    BATTLE_ROUND,
    CARDS,
    CHAIN,
    FROM,
    GOODS_HERE,
    HAND,
    LEVEL,
    MONEY,
    NOBODY,
    NS_UNIT,
    OPPONENT,
    OUT,
    OWNER,
    POLYGON,
    POOL,
    RISKS,
    SHOWN,
    TARGET,
    TERRITORIES,
    THROWN,
    Int,
    TakeoverRing,
    TakeoverState,
)

# Kinds of events
ROLLED: Final = 20
ROUND_FOUGHT: Final = 21
CONQUERED: Final = 22
REPELLED: Final = 23
LEFT_GAME: Final = 24
LAID_OPEN: Final = 25

FACES_BASE: Final = 64
"""More than there are dice in any pool."""

# How an engagement stands after a die
GOES_ON: Final = 0
IS_WON: Final = 1
IS_LOST: Final = 2


@inline_kernel
def side_to_throw(state: TakeoverState) -> int:
    """Whose die is thrown next: the aggressor's polygon and dice come first (TKO-8)."""
    return AGGRESSOR if state.game[THROWN] <= state.game[POOL + AGGRESSOR] else DEFENDER


@inline_kernel
def is_polygon(state: TakeoverState) -> bool:
    """Whether the next die is a polygon die."""
    return state.game[THROWN] in (0, state.game[POOL + AGGRESSOR] + 1)


@inline_kernel
def faces_to_throw(ring: TakeoverRing, state: TakeoverState) -> int:
    """How many faces the next die has (TKO-4)."""
    if is_polygon(state):
        return ring.rules[POLYGON + side_to_throw(state)]
    return FACES


@outlined_kernel
def throw_die(ring: TakeoverRing, state: TakeoverState, face: int, out: Int) -> int:
    """A die shows a face; after the last one the round is decided (TKO-8 to TKO-10).

    Gives how the engagement stands.
    """
    game, side = state.game, side_to_throw(state)
    if is_polygon(state):
        game[SHOWN + side] = face
        for place in range(FACES):
            state.faces[side, place] = 0
    else:
        state.faces[side, face - 1] += 1
    game[THROWN] += 1
    if game[THROWN] < game[POOL + AGGRESSOR] + game[POOL + DEFENDER] + 2:
        return GOES_ON
    return decide_round(ring, state, out)


@inline_kernel
def value_of(ring: TakeoverRing, state: TakeoverState, side: int) -> int:
    """What a side's roll is worth (TKO-8, TKO-11)."""
    count = state.game[POOL + side]
    return roll_value(state.game[SHOWN + side], count, state.faces[side], ring.multipliers)


@inline_kernel
def faces_code(state: TakeoverState, side: int) -> int:
    """How many six-sided dice show each face, as one number for an event: see `faces_of`."""
    code = 0
    for place in range(FACES):
        code = code * FACES_BASE + state.faces[side, FACES - 1 - place]
    return code


def faces_of(code: int) -> list[int]:
    """The faces that a number in an event stands for, each as often as it came, ascending."""
    faces = []
    for face in range(1, FACES + 1):
        code, count = divmod(code, FACES_BASE)
        faces += [face] * count
    return faces


@inline_kernel
def decide_round(ring: TakeoverRing, state: TakeoverState, out: Int) -> int:
    """The lower roll loses a die; without dice the engagement is over (TKO-9 to TKO-12)."""
    game = state.game
    for side in range(2):
        value, count = value_of(ring, state, side), game[POOL + side]
        clause = 11 if count == 1 else 8
        note(
            out, ROLLED, clause, PUBLIC, side, game[SHOWN + side], faces_code(state, side), value, 0
        )
    mine, theirs = value_of(ring, state, AGGRESSOR), value_of(ring, state, DEFENDER)
    won = aggressor_wins(mine, game[POOL + AGGRESSOR], theirs, game[POOL + DEFENDER])
    loser = DEFENDER if won else AGGRESSOR
    clause = 10 if mine == theirs else 9
    game[POOL + loser] -= 1
    left, right = game[POOL + AGGRESSOR], game[POOL + DEFENDER]
    note(out, ROUND_FOUGHT, clause, PUBLIC, game[BATTLE_ROUND], 1 - loser, left, right, 0)
    game[BATTLE_ROUND] += 1
    game[THROWN] = 0
    if game[POOL + loser] > 0:
        return GOES_ON
    return IS_WON if won else IS_LOST


@inline_kernel
def take(ring: TakeoverRing, state: TakeoverState, territory: int, victor: int) -> None:
    """Title and R-Units go to the victor, NS-Units and levels to the Administration (TKO-13)."""
    state.territories[territory, OWNER] = victor
    state.territories[territory, GOODS_HERE + NS_UNIT] = 0
    state.territories[territory, GOODS_HERE + LEVEL] = 0


@outlined_kernel
def finish(ring: TakeoverRing, state: TakeoverState, won: bool, out: Int) -> None:
    """What an engagement changes (TKO-13 to TKO-15)."""
    game = state.game
    player, enemy = game[ACTIVE], game[OPPONENT]
    origin, target = game[FROM], game[TARGET]
    if won:
        take(ring, state, target, player)
        game[CHAIN] = target
        note(out, CONQUERED, 13, PUBLIC, player, target, enemy, 0, 0)
        leave_if_landless(ring, state, enemy, out)
    else:
        risked = origin if ring.rules[RISKS] == 1 else NOBODY
        note(out, REPELLED, 13, PUBLIC, player, target, enemy, risked, 0)
        if risked != NOBODY:
            take(ring, state, origin, enemy)
            leave_if_landless(ring, state, player, out)
    forget(state)


@inline_kernel
def forget(state: TakeoverState) -> None:
    """Clear what concerned an engagement alone."""
    game = state.game
    game[FROM] = game[TARGET] = game[OPPONENT] = NOBODY
    game[BATTLE_ROUND] = game[THROWN] = 0
    for side in range(2):
        game[POOL + side] = game[SHOWN + side] = 0
        for place in range(FACES):
            state.faces[side, place] = 0


@inline_kernel
def leave_if_landless(ring: TakeoverRing, state: TakeoverState, player: int, out: Int) -> None:
    """Whoever has lost his last territory is out: money, agents and cards go back (TKO-16)."""
    if owns_any(ring, state, player):
        return
    state.players[player, OUT] = 1
    state.players[player, MONEY] = 0
    note(out, LEFT_GAME, 16, PUBLIC, player, 0, 0, 0, 0)
    for territory in range(ring.rules[TERRITORIES]):
        state.territories[territory, AGENTS + player] = 0
    for card in range(ring.rules[CARDS]):
        held = state.players[player, HAND + card]
        if held > 0:
            state.players[player, HAND + card] = 0
            note(out, LAID_OPEN, 16, PUBLIC, player, card, held, 0, 0)
