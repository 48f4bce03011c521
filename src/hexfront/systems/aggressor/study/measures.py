"""Work that `hexfront bench` times for Aggressor, inside kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from hexfront.blocks import Int, copy_block
from hexfront.core.dice import dice_from_seed, draw
from hexfront.core.events import NO_LOG
from hexfront.jit import kernel
from hexfront.systems.aggressor.game import AggressorRules
from hexfront.systems.aggressor.knowledge.planes import encode_often, new_arrays
from hexfront.systems.aggressor.rules.chance import chance_count
from hexfront.systems.aggressor.rules.choices import list_choices
from hexfront.systems.aggressor.rules.turn import CHANCE_ACTOR, apply_step
from hexfront.systems.aggressor.scenario.state import AggressorGround, AggressorState, Phase
from hexfront.systems.aggressor.study.playouts import acting_side, draw_answer

TIMES: Final = 1000
MIDDLE: Final = 5
"""The round whose positions are timed."""


@kernel
def copy_often(state: AggressorState, start: AggressorState, times: int) -> int:
    """Overwrite a state many times."""
    for _ in range(times):
        copy_block(state, start)
    return times


@kernel
def list_often(
    ground: AggressorGround, state: AggressorState, side: int, codes: Int, times: int
) -> int:
    """List the choices of a side many times."""
    count = 0
    for _ in range(times):
        count += list_choices(ground, state, side, codes)
    return count


def copies(rules: AggressorRules) -> Callable[[], int]:
    """Copies of a whole state."""
    source, target = middle_of_a_game(rules), rules.start()
    return lambda: int(copy_often(target, source, TIMES))


def listings(rules: AggressorRules) -> Callable[[], int]:
    """All choices of the acting side, with what it may know."""
    state = middle_of_a_game(rules)
    side = int(acting_side(state))
    codes = np.zeros(rules.actions, dtype=np.int64)

    def work() -> int:
        list_often(rules.ground, state, side, codes, TIMES)
        return TIMES

    return work


def looks(rules: AggressorRules) -> Callable[[], int]:
    """Planes, numbers and mask of the acting side, for a learner."""
    state = middle_of_a_game(rules)
    side = int(acting_side(state))
    sight = new_arrays(rules.ground, side)

    def work() -> int:
        encode_often(rules.ground, state, side, sight, TIMES)
        return TIMES

    return work


def views(rules: AggressorRules) -> Callable[[], int]:
    """Whole views for the screen."""
    state = middle_of_a_game(rules)
    side = int(acting_side(state))

    def work() -> int:
        for _ in range(TIMES):
            rules.view(state, side)
        return TIMES

    return work


def state_copies(rules: AggressorRules) -> Callable[[], int]:
    """Copies of a state from Python."""
    state = middle_of_a_game(rules)

    def work() -> int:
        for _ in range(TIMES):
            state.copy()
        return TIMES

    return work


def middle_of_a_game(rules: AggressorRules) -> AggressorState:
    """A position in which a side gives orders, of a random game that lasts so long."""
    ground = rules.ground
    for seed in range(100):
        state, dice = rules.start(), dice_from_seed(seed)
        codes = np.zeros(rules.actions, dtype=np.int64)
        while state.game.phase != Phase.OVER:
            if state.game.round == MIDDLE and state.game.phase == Phase.ACTION:
                return state
            count = int(chance_count(ground, state))
            if count:
                outcome = draw_answer(ground, state, dice, count)
                apply_step(ground, state, CHANCE_ACTOR, outcome, NO_LOG)
            else:
                side = acting_side(state)
                count = int(list_choices(ground, state, side, codes))
                apply_step(ground, state, side, codes[draw(dice, count)], NO_LOG)
    return rules.start()
