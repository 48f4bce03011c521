"""Random games inside one kernel call, every choice listed at each step."""

from __future__ import annotations

from hexfront.blocks import Int, copy_block
from hexfront.core.dice import Dice, draw
from hexfront.core.study.playouts import PlayoutReport, play_randomly
from hexfront.core.tables import mixed
from hexfront.jit import kernel
from hexfront.systems.malaya.game import MalayaRules
from hexfront.systems.malaya.rules.actors import actor_of, draw_chance
from hexfront.systems.malaya.rules.legality import list_choices
from hexfront.systems.malaya.rules.turn import CHANCE_ACTOR, apply_step
from hexfront.systems.malaya.scenario.state import MalayaGround, MalayaState, Phase


@kernel
def play_to_end(ground: MalayaGround, state: MalayaState, dice: Dice, codes: Int, log: Int) -> int:
    """Play a game on to its end by random orders; gives the number of steps.

    `codes`: room for every order of a side.
    """
    steps = 0
    while state.game.phase != Phase.OVER:
        actor = actor_of(ground, state)
        if actor == CHANCE_ACTOR:
            apply_step(ground, state, actor, draw_chance(ground, state, dice), log)
        else:
            count = list_choices(ground, state, actor, codes)
            apply_step(ground, state, actor, codes[draw(dice, count)], log)
        steps += 1
    return steps


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
        steps += play_to_end(ground, state, dice, codes, log)
        if state.game.level != 0:
            wins[0 if state.game.level > 0 else 1] += 1
        for unit in range(ground.rules.units):
            print_of_ends = mixed(print_of_ends, state.units.place[unit])
    return steps, print_of_ends


def random_playouts(rules: MalayaRules, games: int, seed: int) -> PlayoutReport:
    """Random games of a scenario inside one kernel call."""
    return play_randomly(play_random_games, rules, rules.ground, games, seed)
