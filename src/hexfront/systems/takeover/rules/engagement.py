"""An engagement die by die, TKO-8 to TKO-15, as kernels."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, clause_code, event
from hexfront.jit import inline_kernel, kernel, outlined_kernel, small_kernel
from hexfront.systems.takeover.rules.estate import owns_any
from hexfront.systems.takeover.rules.pools import (
    AGGRESSOR,
    DEFENDER,
    FACES,
    aggressor_wins,
    roll_value,
)
from hexfront.systems.takeover.scenario.state import (
    LEVEL,
    NOBODY,
    NS_UNIT,
    R_UNIT,
    TakeoverRing,
    TakeoverState,
)

_POOL_ROLLED: Final = clause_code("TKO-8")
_LAST_DIE_ROLLED: Final = clause_code("TKO-11")
_LOWER_LOSES: Final = clause_code("TKO-9")
_TIED: Final = clause_code("TKO-10")


@event("", word="dice")
class Rolled(NamedTuple):
    """A role has thrown its polygon die and its six-sided dice, as `faces_of` reads `faces`."""

    role: int
    polygon: int
    faces: int
    value: int
    clause: int


@event("", word="round")
class RoundFought(NamedTuple):
    """A round is decided; so many dice are left to the two roles."""

    number: int
    winner: int
    aggressor: int
    defender: int
    clause: int


@event(
    "TKO-13",
    "{player} takes {target} over from {enemy}.",
    word="conquer",
    places="target",
    subjects="player enemy",
)
class Conquered(NamedTuple):
    """A takeover succeeds."""

    player: int
    target: int
    enemy: int


@event("TKO-13", word="repel", places="target risked", subjects="player enemy")
class Repelled(NamedTuple):
    """A takeover fails; `risked` is the territory lost by it, or `NOBODY`."""

    player: int
    target: int
    enemy: int
    risked: int


@event(
    "TKO-16",
    "{player} has lost the last territory, forfeits the money, and is out.",
    word="out",
    subjects="player",
)
class LeftGame(NamedTuple):
    """A player without territories is out."""

    player: int


@event("TKO-16", word="open", subjects="player")
class CardsLaidOpen(NamedTuple):
    """Who is out shows his cards, each kind with its number."""

    player: int
    card: int
    number: int


FACES_BASE: Final = 64
"""More than there are dice in any pool."""

# How an engagement stands after a die
GOES_ON: Final = 0
IS_WON: Final = 1
IS_LOST: Final = 2


@inline_kernel
def side_to_throw(state: TakeoverState) -> int:
    """Whose die is thrown next: the aggressor's polygon and dice come first (TKO-8)."""
    return AGGRESSOR if state.game.thrown <= state.game.pool[AGGRESSOR] else DEFENDER


@inline_kernel
def is_polygon(state: TakeoverState) -> bool:
    """Whether the next die is a polygon die."""
    return state.game.thrown in (0, state.game.pool[AGGRESSOR] + 1)


@inline_kernel
def faces_to_throw(ring: TakeoverRing, state: TakeoverState) -> int:
    """How many faces the next die has (TKO-4)."""
    if is_polygon(state):
        return ring.rules.polygon[side_to_throw(state)]
    return FACES


@outlined_kernel
def throw_die(ring: TakeoverRing, state: TakeoverState, face: int, out: Int) -> int:
    """A die shows a face; after the last one the round is decided (TKO-8 to TKO-10).

    Gives how the engagement stands.
    """
    game, side = state.game, side_to_throw(state)
    if is_polygon(state):
        game.shown[side] = face
        for place in range(FACES):
            state.faces[side, place] = 0
    else:
        state.faces[side, face - 1] += 1
    game.thrown += 1
    if game.thrown < game.pool[AGGRESSOR] + game.pool[DEFENDER] + 2:
        return GOES_ON
    return decide_round(ring, state, out)


@inline_kernel
def value_of(ring: TakeoverRing, state: TakeoverState, side: int) -> int:
    """What a side's roll is worth (TKO-8, TKO-11)."""
    count = state.game.pool[side]
    return roll_value(state.game.shown[side], count, state.faces[side], ring.multipliers)


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
        value, count = value_of(ring, state, side), game.pool[side]
        clause = _LAST_DIE_ROLLED if count == 1 else _POOL_ROLLED
        faces = faces_code(state, side)
        note(out, PUBLIC, Rolled(side, game.shown[side], faces, value, clause))
    mine, theirs = value_of(ring, state, AGGRESSOR), value_of(ring, state, DEFENDER)
    won = aggressor_wins(mine, game.pool[AGGRESSOR], theirs, game.pool[DEFENDER])
    loser = DEFENDER if won else AGGRESSOR
    clause = _TIED if mine == theirs else _LOWER_LOSES
    game.pool[loser] -= 1
    left, right = game.pool[AGGRESSOR], game.pool[DEFENDER]
    note(out, PUBLIC, RoundFought(game.battle_round, 1 - loser, left, right, clause))
    game.battle_round += 1
    game.thrown = 0
    if game.pool[loser] > 0:
        return GOES_ON
    return IS_WON if won else IS_LOST


@inline_kernel
def spoils(ring: TakeoverRing, state: TakeoverState, territory: int) -> int:
    """What a victor gets with a territory: Title and R-Units at their prices (TKO-13)."""
    units = state.territories.goods[territory, R_UNIT]
    return ring.titles.price[territory] + units * ring.rules.price[R_UNIT]


@small_kernel
def take(state: TakeoverState, territory: int, victor: int) -> None:
    """Title and R-Units go to the victor, NS-Units and levels to the Administration (TKO-13)."""
    state.territories.owner[territory] = victor
    state.territories.goods[territory, NS_UNIT] = 0
    state.territories.goods[territory, LEVEL] = 0


@outlined_kernel
def finish(ring: TakeoverRing, state: TakeoverState, won: bool, out: Int) -> None:
    """What an engagement changes (TKO-13 to TKO-15)."""
    game = state.game
    player, enemy = game.active, game.opponent
    origin, target = game.origin, game.target
    if won:
        take(state, target, player)
        game.chain = target
        note(out, PUBLIC, Conquered(player, target, enemy))
        leave_if_landless(ring, state, enemy, out)
    else:
        risked = origin if ring.rules.risks == 1 else NOBODY
        note(out, PUBLIC, Repelled(player, target, enemy, risked))
        if risked != NOBODY:
            take(state, origin, enemy)
            leave_if_landless(ring, state, player, out)
    forget(state)


@inline_kernel
def forget(state: TakeoverState) -> None:
    """Clear what concerned an engagement alone."""
    game = state.game
    game.origin = game.target = game.opponent = NOBODY
    game.battle_round = game.thrown = 0
    for side in range(2):
        game.pool[side] = game.shown[side] = 0
        for place in range(FACES):
            state.faces[side, place] = 0


@kernel
def leave_if_landless(ring: TakeoverRing, state: TakeoverState, player: int, out: Int) -> None:
    """Whoever has lost his last territory is out: money, agents and cards go back (TKO-16)."""
    if owns_any(ring, state, player):
        return
    state.players.out[player] = 1
    state.players.money[player] = 0
    note(out, PUBLIC, LeftGame(player))
    for territory in range(ring.rules.territories):
        state.agents[territory, player] = 0
    for card in range(ring.rules.cards):
        held = state.hands[player, card]
        if held > 0:
            state.hands[player, card] = 0
            note(out, PUBLIC, CardsLaidOpen(player, card, held))
