"""How many orders a game can still take at most: what only goes forward in it."""

from __future__ import annotations

from typing import Final

import numpy as np

from hexfront.core.table.changes import MOST_CHANGES, lexicographic
from hexfront.systems.aggressor.scenario.state import AggressorGround, AggressorState, Phase

DEEDS: Final = 3
"""What a unit does once in a turn: attack, special function, anything (AGR-9, AGR-20, AGR-30)."""


def orders_left(ground: AggressorGround, state: AggressorState) -> int:
    """Turns, partisan groups, changes of mind, and what units can do (AGR-41, AGR-51, AGR-52)."""
    game, phase, rounds = state.game, state.game.phase, ground.rules.rounds
    if phase == Phase.OVER:
        return 0
    turns = 2 * (rounds - game.round) + int(game.active == game.first)
    before = {Phase.SET_UP: 2 * rounds + 1, Phase.BEGINNER: 2 * rounds}
    turns = before.get(Phase(phase), turns)
    army, farthest = ground.rules.army, int(ground.types.full_range.max()) + 2
    # No unit meets partisans twice in a turn, so no side has more groups (AGR-28).
    groups = army * rounds + 2
    after = phase in (Phase.PARTISANS, Phase.UPRISING)
    changes = int(game.changes[0] + game.changes[1])
    if phase == Phase.SET_UP:
        deeds = _missing(army, state)
    else:
        deeds = 0 if after else _deeds(ground, state, farthest)
    return lexicographic(
        (turns, 2 * rounds + 2),
        (int(game.groups[game.active]) + 1 if after else groups, groups + 1),
        (2 * MOST_CHANGES * army - changes, 2 * MOST_CHANGES * army + 1),
        (deeds, 2 * army * (farthest + DEEDS) + 3),
    )


def _missing(army: int, state: AggressorState) -> int:
    """Units that are not placed, and sides that are not ready (AGR-52)."""
    game = state.game
    placed, ready = int(game.alive[0] + game.alive[1]), game.ready.bit_count()
    return 2 * army - placed + 2 - ready


def _deeds(ground: AggressorGround, state: AggressorState, farthest: int) -> int:
    """What units of the side whose turn it is can still do (AGR-9 to AGR-12)."""
    army, side = ground.rules.army, state.game.active
    units, own = state.units, slice(side * army, (side + 1) * army)
    there = units.place[own] != ground.rules.hexes
    deeds = units.attacked, units.special, units.acted
    undone = sum(np.count_nonzero(deed[own][there] == 0) for deed in deeds)
    left = int(undone + (farthest - units.moved[own][there]).sum())
    # The try of a unit without range counts as a hex moved once chance has answered (AGR-11).
    left -= int(state.game.phase == Phase.IMMOBILE)
    return 2 * left + int(state.game.phase != Phase.ACTION)
