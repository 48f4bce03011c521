"""Random games inside one kernel call, every choice listed at each step."""

from __future__ import annotations

from hexfront.blocks import Int, copy_block
from hexfront.core.dice import Dice, draw
from hexfront.core.study.playouts import PlayoutReport, play_randomly
from hexfront.core.tables import mixed
from hexfront.jit import kernel, small_kernel
from hexfront.systems.aggressor.game import AggressorRules
from hexfront.systems.aggressor.rules.chance import chance_count, chance_weight
from hexfront.systems.aggressor.rules.choices import list_choices
from hexfront.systems.aggressor.rules.turn import (
    CHANCE_ACTOR,
    apply_step,
)
from hexfront.systems.aggressor.scenario.state import NOBODY, AggressorGround, AggressorState, Phase


@small_kernel
def acting_side(state: AggressorState) -> int:
    """The first side that must act."""
    if state.game.phase == Phase.SET_UP:
        return int(state.game.ready & 1)
    return state.game.active


@kernel
def draw_answer(ground: AggressorGround, state: AggressorState, dice: Dice, count: int) -> int:
    """An answer of chance, by its weights."""
    total = 0
    for outcome in range(count):
        total += chance_weight(ground, state, outcome)
    rest = draw(dice, total)
    for outcome in range(count):
        rest -= chance_weight(ground, state, outcome)
        if rest < 0:
            return outcome
    return count - 1


@kernel
def play_random_games(
    ground: AggressorGround,
    start: AggressorState,
    state: AggressorState,
    dice: Dice,
    codes: Int,
    log: Int,
    games: int,
    wins: Int,
) -> tuple[int, int]:
    """Play random games; counts wins by side and gives steps and a fingerprint of all ends."""
    steps, print_of_ends = 0, 0
    for _ in range(games):
        copy_block(state, start)
        while state.game.phase != Phase.OVER:
            count = chance_count(ground, state)
            if count > 0:
                outcome = draw_answer(ground, state, dice, count)
                apply_step(ground, state, CHANCE_ACTOR, outcome, log)
            else:
                side = acting_side(state)
                count = list_choices(ground, state, side, codes)
                apply_step(ground, state, side, codes[draw(dice, count)], log)
            steps += 1
        if state.game.winner != NOBODY:
            wins[state.game.winner] += 1
        for unit in range(len(state.units)):
            print_of_ends = mixed(print_of_ends, state.units.place[unit])
    return steps, print_of_ends


def random_playouts(rules: AggressorRules, games: int, seed: int) -> PlayoutReport:
    """Random games of a scenario inside one kernel call."""
    return play_randomly(play_random_games, rules, rules.ground, games, seed)
