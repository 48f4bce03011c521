"""The opponent `search`: plans of `greedy`, and changes of these, tried on drawn positions.

Trials are played on with any of the plans that `greedy` would try: they cost a third of `quick`'s,
and led to plans as good.
"""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Float, copy_block
from hexfront.core.batch.game import OpponentRoom
from hexfront.core.contract import View
from hexfront.core.dice import Dice
from hexfront.core.search.agent import SearchAgent, SearchGame
from hexfront.core.search.kernels import make_search_kernels
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.brigade.game import BrigadeRules
from hexfront.systems.brigade.knowledge.packed import imagine
from hexfront.systems.brigade.knowledge.view import packed_facts
from hexfront.systems.brigade.opponents.changes import change_plan
from hexfront.systems.brigade.opponents.lore import GreedyLore
from hexfront.systems.brigade.opponents.team import (
    GAME_KERNELS,
    OF_SEARCHES,
    batch_opponents,
)
from hexfront.systems.brigade.opponents.worth import standing, take_stance
from hexfront.systems.brigade.rules.actors import STAGES
from hexfront.systems.brigade.scenario.state import BrigadeGround, BrigadeState

EVEN: Final = 60.0
"""A lead in what `greedy` counts that is worth half of what there is to win."""


@inline_kernel
def determinize(
    ground: BrigadeGround, packed: BrigadeState, side: int, dice: Dice, state: BrigadeState
) -> None:
    """Write a state that has the packed view of a side: hidden companies are dealt (BRG-28)."""
    copy_block(state, packed)
    imagine(ground, state, dice)


@outlined_kernel
def evaluate(
    ground: BrigadeGround, lore: GreedyLore, room: OpponentRoom, state: BrigadeState, values: Float
) -> None:
    """What a state is worth to each side, from 0 to 1: by towns, losses, and the ways to towns."""
    work = room.room.work
    take_stance(ground, work, state)
    lead = standing(ground, lore, work, state, 0) - standing(ground, lore, work, state, 1)
    values[0] = 0.5 + 0.5 * lead / (abs(lead) + EVEN)
    values[1] = 1.0 - values[0]


KERNELS = make_search_kernels(
    __name__, GAME_KERNELS, determinize, evaluate, change_plan=change_plan
)


class BrigadeSearch(SearchAgent):
    """Tries plans for a turn, and gives the best one."""

    @staticmethod
    def make_game(rules: BrigadeRules) -> SearchGame:
        """The scenario made ready."""
        setting = rules.setting
        plotted = bool(setting.ground.rules.plotted)

        def read_view(view: View, packed: BrigadeState) -> None:
            copy_block(packed, packed_facts(setting, view.facts))

        return SearchGame(
            rules=rules,
            kernels=KERNELS,
            read_view=read_view,
            opponents=batch_opponents(setting, OF_SEARCHES),
            ground=rules.ground,
            start=rules.start(),
            ticks=STAGES,
            share=1.0 if plotted else 0.8,
            policy="hasty",
            reply="greedy",
            first="greedy",
            exploration=0.1,
            least=32,
            widening=1.0,
            doubt=0.3,
            unseen=plotted,
        )
