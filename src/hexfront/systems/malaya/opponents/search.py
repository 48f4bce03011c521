"""The opponent `search`: plans of the others, and changes of these, tried out to the end."""

from __future__ import annotations

from hexfront.blocks import copy_block
from hexfront.core.contract import View
from hexfront.core.dice import Dice
from hexfront.core.search.agent import SearchAgent, SearchGame
from hexfront.core.search.kernels import make_search_kernels
from hexfront.jit import inline_kernel
from hexfront.systems.malaya.game import MalayaRules
from hexfront.systems.malaya.knowledge.facts import state_of
from hexfront.systems.malaya.opponents.team import GAME_KERNELS, batch_opponents
from hexfront.systems.malaya.rules.actors import TICKS
from hexfront.systems.malaya.scenario.state import MalayaGround, MalayaState


@inline_kernel
def determinize(
    ground: MalayaGround, packed: MalayaState, side: int, dice: Dice, state: MalayaState
) -> None:
    """Write the state that has a view: all of it is known (MAL-2)."""
    copy_block(state, packed)


KERNELS = make_search_kernels(__name__, GAME_KERNELS, determinize)


class MalayaSearch(SearchAgent):
    """Tries plans for a phase, and gives the best one."""

    @staticmethod
    def make_game(rules: MalayaRules) -> SearchGame:
        """The scenario made ready."""
        setting = rules.setting

        def read_view(view: View, packed: MalayaState) -> None:
            copy_block(packed, state_of(setting, view.facts))

        return SearchGame(
            rules=rules,
            kernels=KERNELS,
            read_view=read_view,
            opponents=batch_opponents(setting),
            ground=rules.ground,
            start=rules.start(),
            ticks=TICKS // 2,
            share=0.4,
            policy="commander",
            reply="commander",
            first="commander",
        )
