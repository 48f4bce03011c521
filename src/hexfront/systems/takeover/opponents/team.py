"""The opponents by their numbers, for kernels that play whole games."""

from __future__ import annotations

from typing import Final

from hexfront.core.batch.game import BatchOpponents, make_opponents
from hexfront.core.batch.kernels import GameKernels, make_decide
from hexfront.systems.takeover.knowledge.observation import write_observation
from hexfront.systems.takeover.knowledge.packed import pack_view
from hexfront.systems.takeover.opponents.commander import decide_commander
from hexfront.systems.takeover.opponents.greedy import decide_greedy
from hexfront.systems.takeover.opponents.lore import make_lore
from hexfront.systems.takeover.opponents.room import make_room, new_memory
from hexfront.systems.takeover.rules.actors import (
    actor_of,
    count_scores,
    draw_chance,
    score_game,
    time_of,
)
from hexfront.systems.takeover.rules.legality import list_choices
from hexfront.systems.takeover.rules.turn import apply_step
from hexfront.systems.takeover.scenario.loader import Setting

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
    memory = [new_memory(setting, side) for side in range(setting.ring.rules.players)]
    return make_opponents(OPPONENTS, make_lore(setting), lambda: make_room(setting), memory)
