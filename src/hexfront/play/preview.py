"""What orders would bring about, as far as a side can know, before they are given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from hexfront.core.contract import Kind, Offer, Rules, Step, View
from hexfront.core.dice import Dice
from hexfront.core.events import EventLog


class Preview(NamedTuple):
    """Orders in words, and how things stand before chance or somebody else answers them."""

    view: View
    lines: tuple[str, ...]


def preview(rules: Rules[Any], view: View, orders: Sequence[int], dice: Dice) -> Preview:
    """What orders mean, from the view alone: on a state that is drawn from it.

    The last view is the one after which the side does not order on.
    """
    side, state, log = view.viewer, rules.determinize(view, dice), EventLog()
    lines: list[str] = []
    seen, left = view, list(orders)
    while left:
        if side not in rules.decision(state).sides:
            break
        offer = _fitting(rules.offers(seen), left)
        given = left[: max(1, len(offer.orders))] if offer is not None else left[:1]
        if offer is not None:
            lines.append(offer.caption)
        for order in given:
            if order not in rules.choices(state, side):
                return Preview(seen, tuple(lines))
            log.clear()
            rules.apply(state, Step(side, order), log)
        del left[: len(given)]
        decision = rules.decision(state)
        if decision.kind != Kind.ORDERS or side not in decision.sides:
            break
        seen = rules.view(state, side)
    return Preview(seen, tuple(lines))


def _fitting(offers: Sequence[Offer], orders: Sequence[int]) -> Offer | None:
    """The offer that says most of the next orders."""
    fitting = [
        offer
        for offer in offers
        if offer.orders and tuple(orders[: len(offer.orders)]) == offer.orders
    ]
    return max(fitting, key=lambda offer: len(offer.orders), default=None)
