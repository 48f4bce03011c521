"""The orders open to a viewer, as the screen and the terminal show them."""

from __future__ import annotations

from typing import Final

import numpy as np

from hexfront.blocks import Int
from hexfront.core.contract import Offer, OrderStyle, View
from hexfront.systems.takeover.knowledge.assessment import assess_attack, pool_terms
from hexfront.systems.takeover.knowledge.facts import visible_state
from hexfront.systems.takeover.knowledge.forecast import odds_document, odds_of
from hexfront.systems.takeover.knowledge.view import GOOD_NAMES, Viewer
from hexfront.systems.takeover.rules.estate import here
from hexfront.systems.takeover.rules.legality import list_choices
from hexfront.systems.takeover.rules.orders import (
    BUY,
    DONE,
    GOODS_WORDS,
    Attack,
    OrderWords,
    count_actions,
)
from hexfront.systems.takeover.scenario.loader import Setting
from hexfront.systems.takeover.scenario.state import (
    NOBODY,
    Phase,
    TakeoverState,
)

DONE_CAPTIONS: Final = {
    Phase.BUYING: "Leave the territory free",
    Phase.DECLARING: "Attack nobody",
    Phase.MANAGING: "End the turn",
}
STOP: Final = "Attack no further"


STYLES: Final = (
    OrderStyle("buy", "move", main=True),
    OrderStyle("done", main=True),
    OrderStyle("add", "move"),
    OrderStyle("attack", "fight", "crosshair"),
)


class Offers:
    """Makes the offers of one scenario, from views alone."""

    styles = STYLES

    def __init__(self, setting: Setting, viewer: Viewer, words: OrderWords) -> None:
        self._setting, self._viewer, self._words = setting, viewer, words
        self._cards = words.cards
        self._codes: Int = np.zeros(count_actions(setting.ring), dtype=np.int64)

    def offers(self, view: View) -> list[Offer]:
        """Every order open to the viewer, in the order of the codes."""
        if not view.must_act:
            return []
        state = visible_state(self._setting, view.facts)
        count = int(list_choices(self._setting.ring, state, view.viewer, self._codes))
        return [self._offer(state, view.viewer, order) for order in self._codes[:count].tolist()]

    def _offer(self, state: TakeoverState, player: int, order: int) -> Offer:
        ring, viewer = self._setting.ring, self._viewer
        if order == DONE:
            stops = state.game.chain != NOBODY
            caption = STOP if stops else DONE_CAPTIONS[Phase(state.game.phase)]
            return Offer((order,), "done", caption, "TKO-15" if stops else "TKO-16")
        if order == BUY:
            territory = int(here(ring, state, player))
            price = int(ring.titles.price[territory])
            caption = f"Buy {viewer.territory_title(territory)} for {price}"
            place = viewer.territories[territory]
            return Offer((order,), "buy", caption, "TKO-16", place=place, cost=price)
        attack = self._words.attack(order)
        if attack is not None:
            return self._attack(state, order, attack)
        good, territory = self._words.purchase(order)
        price = int(ring.rules.price[good])
        caption = f"{GOOD_NAMES[good]} for {viewer.territory_title(territory)}, {price}"
        return Offer(
            (order,),
            "add",
            caption,
            "TKO-16",
            place=viewer.territories[territory],
            cost=price,
            word=GOODS_WORDS[good],
        )

    def _attack(self, state: TakeoverState, order: int, attack: Attack) -> Offer:
        """A takeover with its exact odds (TKO-2, TKO-17)."""
        viewer = self._viewer
        origin, target = viewer.territories[attack.origin], viewer.territories[attack.target]
        titles = [viewer.territory_title(t) for t in (attack.target, attack.origin)]
        caption = f"Attack {titles[0]} from {titles[1]}"
        word, clause = f"from {origin}", "TKO-2"
        if attack.card != NOBODY:
            caption += f" with the card {viewer.card_title(attack.card)}"
            word, clause = f"{word} with {self._cards[attack.card]}", "TKO-3"
        if state.game.chain != NOBODY:
            clause = "TKO-15"
        ring = self._setting.ring
        both = assess_attack(ring, state, attack.origin, attack.target)
        exact = odds_of(ring, (both[0].pool, both[1].pool))
        odds = odds_document(exact) | {"terms": pool_terms(both)}
        return Offer(
            (order,),
            "attack",
            caption,
            clause,
            place=target,
            path=(origin, target),
            odds=odds,
            word=word,
        )
