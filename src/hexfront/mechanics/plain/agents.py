"""An opponent that looks no further than the offers of the moment."""

from __future__ import annotations

from abc import ABC, abstractmethod
from fractions import Fraction
from typing import Any

from hexfront.core.agent import Position
from hexfront.core.contract import Offer
from hexfront.core.dice import Dice, draw
from hexfront.mechanics.plain.rules import PlainRules


class BestOfferAgent(ABC):
    """Takes the offer that is worth most, and among equals any."""

    def __init__(self, rules: PlainRules[Any], side: int, dice: Dice) -> None:
        self._dice = dice

    @abstractmethod
    def worth(self, offer: Offer) -> Fraction:
        """What an offer is worth to the side; its odds say what may come of it."""

    def decide(self, position: Position) -> int:
        """One of the choices."""
        offers = position.rules.offers(position.view)
        best = max(map(self.worth, offers))
        good = [offer for offer in offers if self.worth(offer) == best]
        return good[int(draw(self._dice, len(good)))].orders[0]
