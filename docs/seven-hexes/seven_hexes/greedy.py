"""The opponent `greedy`: takes what its exact odds promise most of."""

from __future__ import annotations

from fractions import Fraction

from hexfront.core.contract import Offer
from hexfront.mechanics.plain import BestOfferAgent


class GreedyAgent(BestOfferAgent):
    """Hides its mine anywhere, then maximises the expected difference of hexes held."""

    def worth(self, offer: Offer) -> Fraction:
        """Hexes more than the enemy, on average: an enemy's counter that goes counts too."""
        if offer.odds is None:
            return Fraction(0)
        lost = int(offer.kind == "attack")
        worth = {"taken": 1 + lost, "mine": lost}
        parts = offer.odds["outcome"].items()
        return sum((Fraction(part) * worth.get(name, 0) for name, part in parts), Fraction(0))
