"""Options and victory, MAL-3 and MAL-32, as kernels."""

from __future__ import annotations

from typing import NamedTuple

from hexfront.blocks import Int
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, event
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.malaya.rules.planes import control_of
from hexfront.systems.malaya.scenario.state import (
    COMMONWEALTH,
    JAPAN,
    POINT,
    MalayaGround,
    MalayaState,
    Phase,
)


@event("MAL-32", word="end")
class GameEnds(NamedTuple):
    """The game is over."""

    level: int
    fallen: int
    ahead: int


@inline_kernel
def bonus(ground: MalayaGround, state: MalayaState, side: int, additions: Int) -> int:
    """What the options that a side has taken add (MAL-3)."""
    total = 0
    for option in range(ground.rules.options):
        if state.game.taken >> option & 1 and ground.options.side[option] == side:
            total += additions[option]
    return total


@inline_kernel
def holds_all(ground: MalayaGround, state: MalayaState) -> bool:
    """Whether Japan holds all that decides the game (MAL-32)."""
    for place in range(ground.rules.hexes):
        if ground.hexes.victory[place] == 1 and control_of(state, place) != JAPAN:
            return False
    return True


@kernel
def victory_points(ground: MalayaGround, state: MalayaState, side: int) -> int:
    """Points of a side, in hundredths (MAL-3, MAL-32)."""
    points = state.game.eliminated[1 - side] * ground.rules.step_points
    points -= POINT * (state.game.called[side] + bonus(ground, state, side, ground.options.points))
    if side == JAPAN:
        for place in range(ground.rules.hexes):
            if control_of(state, place) == JAPAN:
                points += ground.hexes.value[place]
    return points


@outlined_kernel
def end_game(ground: MalayaGround, state: MalayaState, out: Int) -> None:
    """The level of victory: by the turn, then by points (MAL-32)."""
    fallen = state.game.fallen
    level = -1
    if fallen > 0:
        level = 0
        if fallen <= ground.rules.decisive_turn:
            level = 2
        elif fallen <= ground.rules.marginal_turn:
            level = 1
    ahead = victory_points(ground, state, JAPAN) - victory_points(ground, state, COMMONWEALTH)
    if ahead >= ground.rules.level_up:
        level += 1
    elif ahead <= ground.rules.level_down:
        level -= 1
    state.game.level = max(-2, min(2, level))
    state.game.phase = Phase.OVER
    note(out, PUBLIC, GameEnds(state.game.level, fallen, ahead))
