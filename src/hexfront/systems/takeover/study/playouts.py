"""Random games inside one kernel call, every choice listed at each step."""

from __future__ import annotations

from hexfront.blocks import Int, copy_block
from hexfront.core.dice import Dice, draw
from hexfront.core.study.playouts import PlayoutReport, play_randomly
from hexfront.core.tables import mixed
from hexfront.jit import kernel
from hexfront.systems.takeover.game import TakeoverRules
from hexfront.systems.takeover.rules.actors import NO_ACTOR, actor_of, draw_chance
from hexfront.systems.takeover.rules.legality import list_choices
from hexfront.systems.takeover.rules.turn import CHANCE_ACTOR, apply_step, winners
from hexfront.systems.takeover.scenario.state import TakeoverRing, TakeoverState


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
        actor = actor_of(ring, state)
        while actor != NO_ACTOR:
            if actor == CHANCE_ACTOR:
                order = draw_chance(ring, state, dice)
            else:
                order = codes[draw(dice, list_choices(ring, state, actor, codes))]
            apply_step(ring, state, actor, order, log)
            steps += 1
            actor = actor_of(ring, state)
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
