"""Random games inside one kernel call, every choice listed at each step."""

from __future__ import annotations

from hexfront.blocks import Int, copy_block
from hexfront.core.dice import Dice, draw
from hexfront.core.study.playouts import PlayoutReport, play_randomly
from hexfront.core.tables import mixed
from hexfront.jit import kernel
from hexfront.systems.aggressor.game import AggressorRules
from hexfront.systems.aggressor.rules.actors import (
    CHANCE_ACTOR,
    GAME_OVER,
    actor_of,
    draw_chance,
)
from hexfront.systems.aggressor.rules.choices import list_choices
from hexfront.systems.aggressor.rules.steps import apply_step
from hexfront.systems.aggressor.scenario.state import NOBODY, AggressorGround, AggressorState


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
        actor = actor_of(ground, state)
        while actor != GAME_OVER:
            if actor == CHANCE_ACTOR:
                order = draw_chance(ground, state, dice)
            else:
                order = codes[draw(dice, list_choices(ground, state, actor, codes))]
            apply_step(ground, state, actor, order, log)
            actor = actor_of(ground, state)
            steps += 1
        if state.game.winner != NOBODY:
            wins[state.game.winner] += 1
        for unit in range(len(state.units)):
            print_of_ends = mixed(print_of_ends, state.units.place[unit])
    return steps, print_of_ends


def random_playouts(rules: AggressorRules, games: int, seed: int) -> PlayoutReport:
    """Random games of a scenario inside one kernel call."""
    return play_randomly(play_random_games, rules, rules.ground, games, seed)
