"""The opponent `search`: plans of the others, and changes of these, tried on drawn positions."""

from __future__ import annotations

from hexfront.blocks import Float, copy_block
from hexfront.core.contract import View
from hexfront.core.dice import Dice, draw
from hexfront.core.search.agent import SearchAgent, SearchGame
from hexfront.core.search.kernels import GivenKernels, make_search_kernels
from hexfront.jit import outlined_kernel
from hexfront.systems.takeover.game import TakeoverRules
from hexfront.systems.takeover.knowledge.facts import visible_state
from hexfront.systems.takeover.knowledge.packed import pack_view
from hexfront.systems.takeover.opponents.lore import TakeoverLore
from hexfront.systems.takeover.opponents.prospects import chance_to_win, judge_position
from hexfront.systems.takeover.opponents.team import OpponentRoom, batch_opponents, decide
from hexfront.systems.takeover.rules.actors import (
    actor_of,
    count_scores,
    draw_chance,
    score_game,
    time_of,
)
from hexfront.systems.takeover.rules.legality import list_choices
from hexfront.systems.takeover.rules.turn import apply_step
from hexfront.systems.takeover.scenario.state import TakeoverRing, TakeoverState


@outlined_kernel
def determinize(
    ring: TakeoverRing, packed: TakeoverState, side: int, dice: Dice, state: TakeoverState
) -> None:
    """Write a state that has the view of a side: hidden hands are drawn from the pack (TKO-3).

    A hidden hand of n cards stands in `packed` as −n of the first card.
    """
    copy_block(state, packed)
    for player in range(ring.rules.players):
        hidden = -packed.hands[player, 0]
        if hidden > 0:
            state.hands[player, 0] = 0
            for _ in range(hidden):
                card = draw_card(ring, state, dice)
                state.pack[card] -= 1
                state.hands[player, card] += 1


@outlined_kernel
def draw_card(ring: TakeoverRing, state: TakeoverState, dice: Dice) -> int:
    """One of the cards of the pack, each as likely as every other."""
    left = 0
    for card in range(ring.rules.cards):
        left += state.pack[card]
    number, card = draw(dice, left), 0
    while number >= state.pack[card]:
        number -= state.pack[card]
        card += 1
    return card


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


KERNELS = make_search_kernels(
    __name__,
    GivenKernels(
        actor_of,
        time_of,
        draw_chance,
        list_choices,
        apply_step,
        score_game,
        count_scores,
        pack_view,
        determinize,
        decide,
        evaluate,
    ),
)


def search_game(rules: TakeoverRules) -> SearchGame:
    """A scenario of Takeover for searches."""
    setting = rules.setting

    def read_view(view: View, packed: TakeoverState) -> None:
        copy_block(packed, visible_state(setting, view.facts))
        for player, hand in enumerate(view.facts["hands"]):
            if isinstance(hand, int):
                packed.hands[player, 0] = -hand

    return SearchGame(
        rules=rules,
        kernels=KERNELS,
        read_view=read_view,
        opponents=batch_opponents(setting),
        ground=rules.ring,
        start=rules.start(),
        ticks=1,
        share=0.5,
        policy="commander",
        reply="commander",
        first="commander",
        depth=8,
    )


class TakeoverSearch(SearchAgent):
    """Tries what it may buy or attack, and gives what wins most often."""

    @staticmethod
    def make_game(rules: TakeoverRules) -> SearchGame:
        """The scenario made ready."""
        return search_game(rules)
