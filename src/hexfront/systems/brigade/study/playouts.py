"""Random games inside one kernel call, every choice listed at each step."""

from __future__ import annotations

from hexfront.blocks import Int, copy_block
from hexfront.core.dice import Dice, draw
from hexfront.core.study.playouts import PlayoutReport, play_randomly
from hexfront.core.tables import mixed
from hexfront.jit import kernel
from hexfront.systems.brigade.game import BrigadeRules
from hexfront.systems.brigade.rules.actors import acting_side, chance_faces
from hexfront.systems.brigade.rules.choices import list_choices
from hexfront.systems.brigade.rules.turn import (
    CHANCE_ACTOR,
    apply_step,
    winning_side,
)
from hexfront.systems.brigade.scenario.state import BrigadeGround, BrigadeState, Phase


@kernel
def play_random_games(
    ground: BrigadeGround,
    start: BrigadeState,
    state: BrigadeState,
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
            faces = chance_faces(ground, state)
            if faces > 0:
                apply_step(ground, state, CHANCE_ACTOR, draw(dice, faces), log)
            else:
                side = acting_side(ground, state)
                count = list_choices(ground, state, side, codes)
                apply_step(ground, state, side, codes[draw(dice, count)], log)
            steps += 1
        wins[winning_side(ground, state)] += 1
        for unit in range(ground.rules.first_unit[2]):
            print_of_ends = mixed(print_of_ends, state.units.place[unit])
    return steps, print_of_ends


def random_playouts(rules: BrigadeRules, games: int, seed: int) -> PlayoutReport:
    """Random games of a scenario inside one kernel call."""
    return play_randomly(play_random_games, rules, rules.ground, games, seed)
