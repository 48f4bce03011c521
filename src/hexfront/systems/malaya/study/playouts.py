"""Random games inside one kernel call, every choice listed at each step."""

from __future__ import annotations

from hexfront.blocks import Int, copy_block
from hexfront.core.dice import Dice, draw
from hexfront.core.study.playouts import PlayoutReport, play_randomly
from hexfront.core.tables import mixed
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.malaya.game import MalayaRules
from hexfront.systems.malaya.rules.legality import list_choices
from hexfront.systems.malaya.rules.turn import CHANCE_ACTOR, apply_step, chance_weight
from hexfront.systems.malaya.scenario.state import NOBODY, MalayaGround, MalayaState, Phase


@inline_kernel
def draw_chance(ground: MalayaGround, state: MalayaState, dice: Dice) -> int:
    """An answer of chance by its weights."""
    total, outcome = 0, 0
    while chance_weight(ground, state, outcome) != NOBODY:
        total += chance_weight(ground, state, outcome)
        outcome += 1
    left = draw(dice, total)
    outcome = 0
    while left >= chance_weight(ground, state, outcome):
        left -= chance_weight(ground, state, outcome)
        outcome += 1
    return outcome


@kernel
def play_random_games(
    ground: MalayaGround,
    start: MalayaState,
    state: MalayaState,
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
            if state.game.phase > Phase.ADVANCE:
                apply_step(ground, state, CHANCE_ACTOR, draw_chance(ground, state, dice), log)
            else:
                side = state.game.active
                count = list_choices(ground, state, side, codes)
                apply_step(ground, state, side, codes[draw(dice, count)], log)
            steps += 1
        if state.game.level != 0:
            wins[0 if state.game.level > 0 else 1] += 1
        for unit in range(ground.rules.units):
            print_of_ends = mixed(print_of_ends, state.units.place[unit])
    return steps, print_of_ends


def random_playouts(rules: MalayaRules, games: int, seed: int) -> PlayoutReport:
    """Random games of a scenario inside one kernel call."""
    return play_randomly(play_random_games, rules, rules.ground, games, seed)
