"""The opponent `greedy`: takes what promises most at once, by exact odds and stakes.

It looks neither at who leads nor where pawns will come next, and plans for no later turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexfront.systems.takeover import state as s
from hexfront.systems.takeover.agency import Purchase, Raid, Trader
from hexfront.systems.takeover.ledger import Ledger

PART: Final = 0.1
"""What the best attack of a neighbour counts for: he must come there first."""


class GreedyAgent(Trader):
    """Adds up what it sees, in money."""

    def wants_title(self, ledger: Ledger) -> bool:
        """A Title keeps its price and pays besides."""
        return True

    def choose_raid(self, ledger: Ledger, raids: Sequence[Raid]) -> Raid | None:
        """The one with the best mean of what can be won and lost at once."""
        best = max(raids, key=lambda raid: (self._gain(ledger, raid), -raid.order), default=None)
        return best if best is not None and self._gain(ledger, best) > 0 else None

    def _gain(self, ledger: Ledger, raid: Raid) -> float:
        return mean_gain(ledger, raid.attack.origin, raid.attack.target)

    def choose_purchase(self, ledger: Ledger, purchases: Sequence[Purchase]) -> Purchase | None:
        """The one that adds most to income and safety, while a Title could still be paid."""
        free = [t for t in range(self.almanac.count) if ledger.owner(t) == s.NOBODY]
        reserve = max((self.almanac.price[t] for t in free), default=0)
        best, most = None, 0.0
        for purchase in purchases:
            if ledger.money[self.side] - self.almanac.goods_price[purchase.good] < reserve:
                continue
            gain = self._use(ledger, purchase)
            if gain > most:
                best, most = purchase, gain
        return best

    def _use(self, ledger: Ledger, purchase: Purchase) -> float:
        """What a purchase adds, for each unit of money."""
        quadrant = self.almanac.quadrant[purchase.territory]
        before = self._outlook(ledger, quadrant)
        after = ledger.copy()
        after.buy(self.side, purchase.good, purchase.territory)
        gain = self._outlook(after, quadrant) - before
        if purchase.good == s.LEVEL:
            gain += self.almanac.rules[s.EACH_LEVEL] * ledger.passes[self.side]
        return gain / max(1, self.almanac.goods_price[purchase.good])

    def _outlook(self, ledger: Ledger, quadrant: int) -> float:
        """What attacks within a quadrant promise to it, less what they threaten it with."""
        here = [t for t in self.almanac.quadrants[quadrant] if ledger.owner(t) != s.NOBODY]
        own = [t for t in here if ledger.owner(t) == self.side]
        foreign = [t for t in here if ledger.owner(t) != self.side]
        total = 0.0
        for mine in own:
            total += max(0.0, *(mean_gain(ledger, mine, t) for t in foreign), 0.0)
            total -= max(
                0.0,
                0.0,
                *(ledger.chance(t, mine) for t in foreign if mean_gain(ledger, t, mine) > 0),
            ) * ledger.stake(mine)
        return PART * total


def mean_gain(ledger: Ledger, origin: int, target: int) -> float:
    """What a takeover promises at once: the prize, or the territory attacked from (TKO-13)."""
    chance = ledger.chance(origin, target)
    risk = ledger.stake(origin) if ledger.almanac.rules[s.RISKS] else 0
    return chance * ledger.prize(target) - (1 - chance) * risk
