"""Options and victory, MAL-3 and MAL-32, as kernels."""

from __future__ import annotations

from typing import Final

from hexfront.core.events import PUBLIC, note
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.malaya.scenario.state import (
    CALLED,
    COMMONWEALTH,
    CONTROL,
    DECISIVE_TURN,
    ELIMINATED,
    FALLEN,
    HEXES,
    JAPAN,
    LEVEL,
    LEVEL_DOWN,
    LEVEL_UP,
    MARGINAL_TURN,
    OPTION_POINTS,
    OPTION_SIDE,
    OPTIONS,
    OVER,
    PHASE,
    POINT,
    STEP_POINTS,
    TAKEN,
    VALUE,
    VICTORY,
    Int,
    MalayaGround,
    MalayaState,
)

# Kinds of events
GAME_ENDS: Final = 46


@inline_kernel
def bonus(ground: MalayaGround, state: MalayaState, side: int, what: int) -> int:
    """What the options that a side has taken add (MAL-3)."""
    total = 0
    for option in range(ground.rules[OPTIONS]):
        if state.game[TAKEN] >> option & 1 and ground.options[option, OPTION_SIDE] == side:
            total += ground.options[option, what]
    return total


@inline_kernel
def holds_all(ground: MalayaGround, state: MalayaState) -> bool:
    """Whether Japan holds all that decides the game (MAL-32)."""
    for place in range(ground.rules[HEXES]):
        if ground.hexes[place, VICTORY] == 1 and state.hexes[place, CONTROL] != JAPAN:
            return False
    return True


@outlined_kernel
def victory_points(ground: MalayaGround, state: MalayaState, side: int) -> int:
    """Points of a side, in hundredths (MAL-3, MAL-32)."""
    points = state.game[ELIMINATED + 1 - side] * ground.rules[STEP_POINTS]
    points -= POINT * (state.game[CALLED + side] + bonus(ground, state, side, OPTION_POINTS))
    if side == JAPAN:
        for place in range(ground.rules[HEXES]):
            if state.hexes[place, CONTROL] == JAPAN:
                points += ground.hexes[place, VALUE]
    return points


@outlined_kernel
def end_game(ground: MalayaGround, state: MalayaState, out: Int) -> None:
    """The level of victory: by the turn, then by points (MAL-32)."""
    fallen = state.game[FALLEN]
    level = -1
    if fallen > 0:
        level = 0
        if fallen <= ground.rules[DECISIVE_TURN]:
            level = 2
        elif fallen <= ground.rules[MARGINAL_TURN]:
            level = 1
    ahead = victory_points(ground, state, JAPAN) - victory_points(ground, state, COMMONWEALTH)
    if ahead >= ground.rules[LEVEL_UP]:
        level += 1
    elif ahead <= ground.rules[LEVEL_DOWN]:
        level -= 1
    state.game[LEVEL] = max(-2, min(2, level))
    state.game[PHASE] = OVER
    note(out, GAME_ENDS, 32, PUBLIC, state.game[LEVEL], fallen, ahead, 0, 0)
