"""Random games inside one kernel call, every choice listed at each step."""

from __future__ import annotations

from hexfront.blocks import Int, copy_block
from hexfront.core.dice import Dice, draw
from hexfront.core.study.playouts import PlayoutReport, play_randomly
from hexfront.core.tables import mixed
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.takeover.game import TakeoverRules
from hexfront.systems.takeover.rules.legality import list_choices
from hexfront.systems.takeover.rules.turn import CHANCE_ACTOR, apply_step, chance_weight, winners
from hexfront.systems.takeover.scenario.state import (
    NOBODY,
    Phase,
    TakeoverRing,
    TakeoverState,
)


@inline_kernel
def draw_chance(ring: TakeoverRing, state: TakeoverState, dice: Dice) -> int:
    """An answer of chance by its weights."""
    total, outcome = 0, 0
    while chance_weight(ring, state, outcome) != NOBODY:
        total += chance_weight(ring, state, outcome)
        outcome += 1
    left = draw(dice, total)
    outcome = 0
    while left >= chance_weight(ring, state, outcome):
        left -= chance_weight(ring, state, outcome)
        outcome += 1
    return outcome


@kernel
def play_random_games(
    ring: TakeoverRing,
    start: TakeoverState,
    state: TakeoverState,
    dice: Dice,
    codes: Int,
    log: Int,
    games: int,
    wins: Int,
) -> tuple[int, int]:
    """Play random games; counts wins by player, gives steps and a fingerprint of all ends."""
    steps, print_of_ends = 0, 0
    for _ in range(games):
        copy_block(state, start)
        while state.game.phase != Phase.OVER:
            if state.game.phase > Phase.MANAGING:
                apply_step(ring, state, CHANCE_ACTOR, draw_chance(ring, state, dice), log)
            else:
                player = state.game.active
                count = list_choices(ring, state, player, codes)
                apply_step(ring, state, player, codes[draw(dice, count)], log)
            steps += 1
        best = winners(ring, state)
        for player in range(ring.rules.players):
            wins[player] += best >> player & 1
        for territory in range(ring.rules.territories):
            owner = state.territories.owner[territory]
            print_of_ends = mixed(print_of_ends, owner + 1)
    return steps, print_of_ends


def random_playouts(rules: TakeoverRules, games: int, seed: int) -> PlayoutReport:
    """Random games of a scenario inside one kernel call."""
    return play_randomly(play_random_games, rules, rules.ring, games, seed)
