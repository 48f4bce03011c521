"""The opponent `search`: plans of the others, and changes of these, tried on drawn positions."""

from __future__ import annotations

from hexfront.blocks import Float, copy_block
from hexfront.core.batch.game import OpponentRoom
from hexfront.core.contract import View
from hexfront.core.search.agent import SearchAgent, SearchGame
from hexfront.core.search.kernels import make_search_kernels
from hexfront.jit import outlined_kernel
from hexfront.systems.takeover.game import TakeoverRules
from hexfront.systems.takeover.knowledge.determinization import draw_hands, known_state
from hexfront.systems.takeover.opponents.lore import TakeoverLore
from hexfront.systems.takeover.opponents.prospects import chance_to_win, judge_position
from hexfront.systems.takeover.opponents.team import GAME_KERNELS, batch_opponents
from hexfront.systems.takeover.scenario.state import TakeoverRing, TakeoverState


@outlined_kernel
def evaluate(
    ring: TakeoverRing, lore: TakeoverLore, room: OpponentRoom, state: TakeoverState, values: Float
) -> None:
    """How likely each player is to be the richest at the end, as `commander` judges it."""
    for player in range(ring.rules.players):
        values[player] = 0.0
        if state.players.out[player] == 0:
            judge_position(ring, lore, room.room.desk, state, player)
            values[player] = chance_to_win(ring, lore, room.room.desk, state, state, player)


KERNELS = make_search_kernels(__name__, GAME_KERNELS, draw_hands, evaluate)


class TakeoverSearch(SearchAgent):
    """Tries what it may buy or attack, and gives what wins most often."""

    @staticmethod
    def make_game(rules: TakeoverRules) -> SearchGame:
        """The scenario made ready."""
        setting = rules.setting

        def read_view(view: View, packed: TakeoverState) -> None:
            copy_block(packed, known_state(setting, view.facts))

        return SearchGame(
            rules=rules,
            kernels=KERNELS,
            read_view=read_view,
            opponents=batch_opponents(setting),
            ground=rules.ring,
            start=rules.start(),
            ticks=1,
            share=0.5,
            least=8,
            exploration=0.3,
            policy="commander",
            reply="commander",
            first="commander",
            depth=8,
        )
