"""Why a unit can be given no order now, in the refusals of the rules themselves."""

from __future__ import annotations

from collections import Counter as Tally
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, runtime_checkable

from hexfront.core.contract import Offer, Refusal, Rules, View
from hexfront.core.dice import dice_from_secret


@runtime_checkable
class Tries(Protocol):
    """What rules have beside their contract where tables shall tell why a unit can do nothing."""

    def tries(self, view: View) -> Mapping[str, Sequence[int]]:
        """Orders that a player would try with each unit of his own, by the id of its counter.

        Such as a step in every direction.  Of the viewer's turn alone, from the view alone.
        """


def barred(
    rules: Rules[Any], view: View, offers: Sequence[Offer]
) -> dict[str, tuple[Refusal, ...]]:
    """Why units can be given no order: by counter, each reason once, the most frequent first.

    Only counters that no offer orders, and of which all that one would try is
    refused.  A function of the view: refusals do not depend on what is hidden.
    """
    if not view.must_act or not isinstance(rules, Tries):
        return {}
    able = {offer.subject for offer in offers}
    tries = {unit: orders for unit, orders in rules.tries(view).items() if unit not in able}
    if not tries:
        return {}
    state = rules.determinize(view, dice_from_secret(bytes(32)))
    found = {}
    for unit, orders in tries.items():
        refusals = [rules.refuse(state, view.viewer, order) for order in orders]
        reasons = Tally(refusal for refusal in refusals if refusal is not None)
        if reasons and None not in refusals:
            found[unit] = tuple(refusal for refusal, _ in reasons.most_common())
    return found
