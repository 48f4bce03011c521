"""The opponent `greedy`: takes what its exact odds promise most of."""

from __future__ import annotations

from fractions import Fraction

from hexfront.core.contract import Offer, Position
from hexfront.core.dice import Dice, draw
from seven_hexes.rules import SevenRules


class GreedyAgent:
    """Hides its mine anywhere, then maximises the expected difference of hexes held."""

    def __init__(self, rules: SevenRules, side: int, dice: Dice) -> None:
        self._dice = dice

    def decide(self, position: Position) -> int:
        """One of the choices; among equals any."""
        offers = position.rules.offers(position.view)
        best = max(expected_gain(offer) for offer in offers)
        good = [offer for offer in offers if expected_gain(offer) == best]
        return good[int(draw(self._dice, len(good)))].orders[0]


def expected_gain(offer: Offer) -> Fraction:
    """Hexes more than the enemy, on average: an enemy's counter that goes counts too."""
    if offer.odds is None:
        return Fraction(0)
    lost = int(offer.kind == "attack")
    worth = {"taken": 1 + lost, "mine": lost}
    parts = offer.odds["outcome"].items()
    return sum((Fraction(part) * worth.get(name, 0) for name, part in parts), Fraction(0))
