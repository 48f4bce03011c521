"""The opponents by their numbers, for kernels that play whole games."""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int, game_of
from hexfront.core.batch.game import BatchOpponents, OpponentRoom, make_opponents
from hexfront.core.batch.kernels import GameKernels
from hexfront.core.dice import Dice
from hexfront.jit import outlined_kernel
from hexfront.systems.brigade.knowledge.observation import write_observation
from hexfront.systems.brigade.knowledge.packed import pack_view
from hexfront.systems.brigade.opponents.greedy import decide_by_trials
from hexfront.systems.brigade.opponents.lore import GreedyLore, make_lore
from hexfront.systems.brigade.opponents.room import (
    TRIALS,
    make_room,
    new_memory,
)
from hexfront.systems.brigade.rules.actors import (
    actor_of,
    count_scores,
    draw_chance,
    score_game,
    time_of,
)
from hexfront.systems.brigade.rules.choices import list_choices
from hexfront.systems.brigade.rules.turn import apply_step
from hexfront.systems.brigade.scenario.state import BrigadeGround, BrigadeState, Setting

GREEDY: Final = 1
QUICK: Final = 2
"""`greedy` with few trials: what searches play games on with."""
FEW: Final = 2
OF_SEARCHES: Final = ("greedy", "quick", "hasty")
"""The last takes any plan that `greedy` would try."""


@outlined_kernel
def decide(
    opponent: int,
    ground: BrigadeGround,
    lore: GreedyLore,
    room: OpponentRoom,
    memory: Int,
    at: int,
    packed: BrigadeState,
    side: int,
    dice: Dice,
    codes: Int,
    count: int,
) -> int:
    """The order of `greedy`, or of one of those beside it for searches."""
    mind = game_of(room.memory, memory, at)
    trials = TRIALS
    if opponent != GREEDY:
        trials = FEW if opponent == QUICK else 0
    return decide_by_trials(ground, lore, room.room, mind, packed, side, dice, codes, count, trials)


GAME_KERNELS = GameKernels(
    actor_of,
    time_of,
    draw_chance,
    list_choices,
    apply_step,
    score_game,
    count_scores,
    write_observation,
    pack_view,
    decide,
)
"""What loops over whole games are made of."""


def batch_opponents(setting: Setting, names: tuple[str, ...] = ("greedy",)) -> BatchOpponents:
    """The opponents of a scenario; for searches `quick` as well."""
    memory = [new_memory(setting, side) for side in range(2)]
    return make_opponents(names, make_lore(setting), lambda: make_room(setting), memory)
