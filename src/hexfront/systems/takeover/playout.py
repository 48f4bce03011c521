"""Random games inside one kernel call, every choice listed at each step."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import numpy as np

from hexfront.core.dice import Dice, dice_from_seed, draw
from hexfront.core.events import NO_LOG
from hexfront.core.system import PlayoutReport
from hexfront.jit import kernel, kernel_part
from hexfront.systems.takeover.legality import list_choices
from hexfront.systems.takeover.pools import Int
from hexfront.systems.takeover.state import (
    ACTIVE,
    MANAGING,
    NOBODY,
    OVER,
    OWNER,
    PHASE,
    PLAYERS,
    TERRITORIES,
    TakeoverRing,
    TakeoverState,
)
from hexfront.systems.takeover.turn import CHANCE_ACTOR, apply_step, chance_weight, winners

if TYPE_CHECKING:
    from hexfront.systems.takeover.rules import TakeoverRules

MIXER: Final = 1000003
MASK: Final = 0xFFFFFFFF


@kernel_part
def restore(state: TakeoverState, start: TakeoverState) -> None:
    """Overwrite a state with another."""
    for place in range(state.game.shape[0]):
        state.game[place] = start.game[place]
    for card in range(state.pack.shape[0]):
        state.pack[card] = start.pack[card]
    copy_table(state.players, start.players)
    copy_table(state.territories, start.territories)
    copy_table(state.faces, start.faces)


@kernel_part
def copy_table(target: Int, source: Int) -> None:
    """Copy a table; loops, since slices compile a second's worth of error texts."""
    for row in range(target.shape[0]):
        for column in range(target.shape[1]):
            target[row, column] = source[row, column]


@kernel_part
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
        restore(state, start)
        while state.game[PHASE] != OVER:
            if state.game[PHASE] > MANAGING:
                apply_step(ring, state, CHANCE_ACTOR, draw_chance(ring, state, dice), log)
            else:
                player = state.game[ACTIVE]
                count = list_choices(ring, state, player, codes)
                apply_step(ring, state, player, codes[draw(dice, count)], log)
            steps += 1
        best = winners(ring, state)
        for player in range(ring.rules[PLAYERS]):
            wins[player] += best >> player & 1
        for territory in range(ring.rules[TERRITORIES]):
            owner = state.territories[territory, OWNER]
            print_of_ends = (print_of_ends * MIXER ^ (owner + 1)) & MASK
    return steps, print_of_ends


def random_playouts(rules: TakeoverRules, games: int, seed: int) -> PlayoutReport:
    """Random games of a scenario inside one kernel call."""
    wins = np.zeros(len(rules.sides), dtype=np.int64)
    codes = np.zeros(rules.actions, dtype=np.int64)
    start = rules.start()
    steps, print_of_ends = play_random_games(
        rules.ring, start, rules.start(), dice_from_seed(seed), codes, NO_LOG, games, wins
    )
    return PlayoutReport(games, int(steps), tuple(wins.tolist()), f"{int(print_of_ends):08x}")
