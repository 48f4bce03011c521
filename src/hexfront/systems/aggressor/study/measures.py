"""Work that `hexfront bench` times for Aggressor, inside kernels."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from hexfront.blocks import Int, copy_block
from hexfront.core.dice import Dice, dice_from_seed, draw
from hexfront.core.events import NO_LOG
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.aggressor.game import AggressorRules
from hexfront.systems.aggressor.knowledge.observation import (
    Bytes,
    Seen,
    new_seen,
    write_observation,
)
from hexfront.systems.aggressor.rules.actors import CHANCE_ACTOR, GAME_OVER, actor_of, draw_chance
from hexfront.systems.aggressor.rules.choices import list_choices
from hexfront.systems.aggressor.rules.steps import apply_step
from hexfront.systems.aggressor.scenario.state import AggressorGround, AggressorState, Phase

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


@inline_kernel
def look(
    ground: AggressorGround, state: AggressorState, side: int, seen: Seen, mask: Bytes, codes: Int
) -> int:
    """Write what a side sees, and a byte for each order; gives how many it may give."""
    write_observation(ground, state, side, seen, 0)
    for code in range(len(mask)):
        mask[code] = 0
    count = list_choices(ground, state, side, codes)
    for number in range(count):
        mask[codes[number]] = 1
    return count


@kernel
def look_often(
    ground: AggressorGround,
    state: AggressorState,
    side: int,
    seen: Seen,
    mask: Bytes,
    codes: Int,
    times: int,
) -> int:
    """Look at a position many times."""
    count = 0
    for _ in range(times):
        count += look(ground, state, side, seen, mask, codes)
    return count


@kernel
def play_observed(
    ground: AggressorGround,
    start: AggressorState,
    state: AggressorState,
    seen: Seen,
    mask: Bytes,
    codes: Int,
    dice: Dice,
    log: Int,
    steps: int,
) -> None:
    """Go on with random games for some steps, where sides look before they order."""
    for _ in range(steps):
        actor = actor_of(ground, state)
        if actor == GAME_OVER:
            copy_block(state, start)
        elif actor == CHANCE_ACTOR:
            apply_step(ground, state, actor, draw_chance(ground, state, dice), log)
        else:
            count = look(ground, state, actor, seen, mask, codes)
            apply_step(ground, state, actor, codes[draw(dice, count)], log)


def copies(rules: AggressorRules) -> Callable[[], int]:
    """Copies of a whole state."""
    source, target = middle_of_a_game(rules), rules.start()
    return lambda: int(copy_often(target, source, TIMES))


def listings(rules: AggressorRules) -> Callable[[], int]:
    """All choices of the acting side, with what it may know."""
    state = middle_of_a_game(rules)
    side = int(actor_of(rules.ground, state))
    codes = np.zeros(rules.actions, dtype=np.int64)

    def work() -> int:
        list_often(rules.ground, state, side, codes, TIMES)
        return TIMES

    return work


def looks(rules: AggressorRules) -> Callable[[], int]:
    """Observation and mask of the acting side, for a learner."""
    state = middle_of_a_game(rules)
    side = int(actor_of(rules.ground, state))
    seen, mask = new_seen(rules.setting, 1), np.zeros(rules.actions, dtype=np.int8)
    codes = np.zeros(rules.actions, dtype=np.int64)

    def work() -> int:
        look_often(rules.ground, state, side, seen, mask, codes, TIMES)
        return TIMES

    return work


def observed_steps(rules: AggressorRules) -> Callable[[], int]:
    """Steps of random games, each with what the acting side sees and may order."""
    start, state = rules.start(), rules.start()
    seen, mask = new_seen(rules.setting, 1), np.zeros(rules.actions, dtype=np.int8)
    codes, dice = np.zeros(rules.actions, dtype=np.int64), dice_from_seed(1)

    def work() -> int:
        play_observed(rules.ground, start, state, seen, mask, codes, dice, NO_LOG, TIMES)
        return TIMES

    return work


def views(rules: AggressorRules) -> Callable[[], int]:
    """Whole views for the screen."""
    state = middle_of_a_game(rules)
    side = int(actor_of(rules.ground, state))

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
            actor = int(actor_of(ground, state))
            if actor == CHANCE_ACTOR:
                order = int(draw_chance(ground, state, dice))
            else:
                count = int(list_choices(ground, state, actor, codes))
                order = int(codes[draw(dice, count)])
            apply_step(ground, state, actor, order, NO_LOG)
    return rules.start()
