"""The opponents by their numbers, for kernels that play whole wars."""

from __future__ import annotations

from typing import Final

from hexfront.core.batch.game import BatchOpponents, make_opponents
from hexfront.core.batch.kernels import GameKernels, make_decide
from hexfront.systems.idahex.knowledge.observation import (
    write_observation,
)
from hexfront.systems.idahex.knowledge.packed import pack_view
from hexfront.systems.idahex.opponents.commander import decide_commander
from hexfront.systems.idahex.opponents.greedy import decide_greedy
from hexfront.systems.idahex.opponents.word_queue import new_memory
from hexfront.systems.idahex.opponents.workspace import make_lore, make_workspace
from hexfront.systems.idahex.rules.actors import (
    actor_of,
    count_scores,
    draw_chance,
    score_game,
    time_of,
)
from hexfront.systems.idahex.rules.words import apply_step, list_choices
from hexfront.systems.idahex.scenario.design import SIDES
from hexfront.systems.idahex.scenario.setting import Setting

OPPONENTS: Final = ("greedy", "commander")

decide = make_decide(__name__, decide_greedy, decide_commander)

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


def batch_opponents(setting: Setting) -> BatchOpponents:
    """The opponents of a scenario."""
    memory = [new_memory(setting)] * SIDES
    return make_opponents(OPPONENTS, make_lore(setting), lambda: make_workspace(setting), memory)
