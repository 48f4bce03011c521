"""States drawn from what a player knows of one (TKO-3)."""

from __future__ import annotations

from hexfront.blocks import copy_block
from hexfront.core.dice import Dice, draw
from hexfront.core.documents.strictjson import Json
from hexfront.jit import outlined_kernel
from hexfront.systems.takeover.knowledge.facts import visible_state
from hexfront.systems.takeover.scenario.loader import Setting
from hexfront.systems.takeover.scenario.state import TakeoverRing, TakeoverState


def determinize(setting: Setting, facts: Json, dice: Dice) -> TakeoverState:
    """A state that has these facts; hidden hands are drawn from the cards that may be there."""
    state = setting.start.copy()
    draw_hands(setting.ring, known_state(setting, facts), 0, dice, state)
    return state


def known_state(setting: Setting, facts: Json) -> TakeoverState:
    """What is known as a state, in which a hidden hand of n cards stands as −n of the first."""
    packed = visible_state(setting, facts)
    for player, hand in enumerate(facts["hands"]):
        if isinstance(hand, int) and hand:  # a game may have no cards at all
            packed.hands[player, 0] = -hand
    return packed


@outlined_kernel
def draw_hands(
    ring: TakeoverRing, packed: TakeoverState, side: int, dice: Dice, state: TakeoverState
) -> None:
    """Write a state that has the view of a side: hidden hands are drawn from the pack (TKO-3).

    `packed`: as `known_state` gives it.
    """
    copy_block(state, packed)
    # A game without cards has no hands, not even empty ones.
    for player in range(ring.rules.players if ring.rules.cards > 0 else 0):
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
