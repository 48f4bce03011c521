"""What both opponents of Takeover do alike: read the view, and tell apart what may be ordered."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hexfront.core.contract import Position
from hexfront.core.dice import Dice
from hexfront.systems.takeover.game import TakeoverRules
from hexfront.systems.takeover.opponents.almanac import Almanac
from hexfront.systems.takeover.opponents.ledger import Ledger
from hexfront.systems.takeover.rules.orders import BUY, DONE, Attack
from hexfront.systems.takeover.scenario.state import Phase


class Purchase(NamedTuple):
    """A good that can be bought for a territory."""

    order: int
    good: int
    territory: int


class Raid(NamedTuple):
    """A takeover that can be declared."""

    order: int
    attack: Attack


class Trader:
    """An opponent: decides from its view and the choices alone, without memory."""

    def __init__(self, rules: TakeoverRules, side: int, dice: Dice) -> None:
        self.side = side
        self.almanac = Almanac(rules.setting)
        self._words = rules.words

    def wants_title(self, ledger: Ledger) -> bool:
        """Whether to buy the Title of the free territory on which it stands (TKO-16)."""
        raise NotImplementedError

    def choose_raid(self, ledger: Ledger, raids: Sequence[Raid]) -> Raid | None:
        """The takeover to declare; None for none (TKO-2)."""
        raise NotImplementedError

    def choose_purchase(self, ledger: Ledger, purchases: Sequence[Purchase]) -> Purchase | None:
        """What to buy next; None for nothing more (TKO-16)."""
        raise NotImplementedError

    def decide(self, position: Position) -> int:
        """The next order."""
        ledger, choices = Ledger(self.almanac, position.view), position.choices
        phase = ledger.state.game.phase
        if phase == Phase.BUYING:
            return BUY if self.wants_title(ledger) else DONE
        if phase == Phase.DECLARING:
            parts = ((order, self._words.attack(order)) for order in choices)
            raids = [Raid(order, attack) for order, attack in parts if attack is not None]
            raid = self.choose_raid(ledger, raids)
            return DONE if raid is None else raid.order
        purchases = [Purchase(o, *self._words.purchase(o)) for o in choices if o != DONE]
        purchase = self.choose_purchase(ledger, purchases)
        return DONE if purchase is None else purchase.order
