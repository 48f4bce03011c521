"""Random games inside one kernel call, every choice listed at each step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hexfront.core.dice import Dice, draw
from hexfront.core.playouts import PlayoutReport, play_randomly
from hexfront.core.tables import copy_row, copy_table, mixed
from hexfront.jit import kernel, kernel_part
from hexfront.systems.brigade.choices import has_submitted, list_choices
from hexfront.systems.brigade.movement import side_of
from hexfront.systems.brigade.state import (
    ACTIVE,
    BATTLE,
    DEAL,
    FIRST,
    OVER,
    PHASE,
    PLACE,
    PLAN,
    RETREAT,
    RETREATING,
    UNDEALT,
    BrigadeGround,
    BrigadeState,
    Int,
)
from hexfront.systems.brigade.turn import (
    CHANCE_ACTOR,
    apply_step,
    deal_span,
    winning_side,
)

if TYPE_CHECKING:
    from hexfront.systems.brigade.rules import BrigadeRules


@kernel
def acting_side(ground: BrigadeGround, state: BrigadeState) -> int:
    """The first side that must act."""
    phase = state.game[PHASE]
    if phase == PLAN:
        return 1 if has_submitted(state, 0) else 0
    if phase == RETREAT:
        return side_of(ground, state.game[RETREATING])
    return int(state.game[ACTIVE])


@kernel
def chance_faces(ground: BrigadeGround, state: BrigadeState) -> int:
    """How many equal outcomes chance has now; 0 where it is not asked."""
    phase = state.game[PHASE]
    if phase == BATTLE:
        return 6
    if phase == DEAL:
        return deal_span(ground, state.game[UNDEALT])[1]
    return 0


@kernel_part
def restore(state: BrigadeState, start: BrigadeState) -> None:
    """Overwrite a state with another."""
    copy_row(state.game, start.game)
    copy_table(state.units, start.units)
    copy_table(state.hexes, start.hexes)


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
        restore(state, start)
        while state.game[PHASE] != OVER:
            faces = chance_faces(ground, state)
            if faces > 0:
                apply_step(ground, state, CHANCE_ACTOR, draw(dice, faces), log)
            else:
                side = acting_side(ground, state)
                count = list_choices(ground, state, side, codes)
                apply_step(ground, state, side, codes[draw(dice, count)], log)
            steps += 1
        wins[winning_side(ground, state)] += 1
        for unit in range(ground.rules[FIRST + 2]):
            print_of_ends = mixed(print_of_ends, state.units[unit, PLACE])
    return steps, print_of_ends


def random_playouts(rules: BrigadeRules, games: int, seed: int) -> PlayoutReport:
    """Random games of a scenario inside one kernel call."""
    return play_randomly(play_random_games, rules, rules.ground, games, seed)
