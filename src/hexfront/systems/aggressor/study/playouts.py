"""Random games inside one kernel call, every choice listed at each step."""

from __future__ import annotations

from hexfront.core.dice import Dice, draw
from hexfront.core.playouts import PlayoutReport, play_randomly
from hexfront.core.tables import copy_row, copy_table, mixed
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.aggressor.game import AggressorRules
from hexfront.systems.aggressor.rules.chance import chance_count, chance_weight
from hexfront.systems.aggressor.rules.choices import list_choices
from hexfront.systems.aggressor.rules.turn import (
    CHANCE_ACTOR,
    apply_step,
)
from hexfront.systems.aggressor.scenario.state import (
    ACTIVE,
    NOBODY,
    OVER,
    PHASE,
    PLACE,
    READY,
    SET_UP,
    WINNER,
    AggressorGround,
    AggressorState,
    Int,
)


@kernel
def acting_side(state: AggressorState) -> int:
    """The first side that must act."""
    if state.game[PHASE] == SET_UP:
        return int(state.game[READY] & 1)
    return int(state.game[ACTIVE])


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


@inline_kernel
def restore(state: AggressorState, start: AggressorState) -> None:
    """Overwrite a state with another."""
    copy_row(state.game, start.game)
    copy_table(state.units, start.units)
    copy_table(state.hexes, start.hexes)


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
        restore(state, start)
        while state.game[PHASE] != OVER:
            count = chance_count(ground, state)
            if count > 0:
                outcome = draw_answer(ground, state, dice, count)
                apply_step(ground, state, CHANCE_ACTOR, outcome, log)
            else:
                side = acting_side(state)
                count = list_choices(ground, state, side, codes)
                apply_step(ground, state, side, codes[draw(dice, count)], log)
            steps += 1
        if state.game[WINNER] != NOBODY:
            wins[state.game[WINNER]] += 1
        for unit in range(state.units.shape[0]):
            print_of_ends = mixed(print_of_ends, state.units[unit, PLACE])
    return steps, print_of_ends


def random_playouts(rules: AggressorRules, games: int, seed: int) -> PlayoutReport:
    """Random games of a scenario inside one kernel call."""
    return play_randomly(play_random_games, rules, rules.ground, games, seed)
