"""The opponent `greedy`: takes what promises most at once, by exact odds and stakes.

It counts money alone: it looks neither at who leads nor where pawns will come next, and
plans for no later turn.
"""

from __future__ import annotations

from collections.abc import Sequence

from hexfront.systems.takeover.opponents.agency import Purchase, Raid, Trader
from hexfront.systems.takeover.opponents.ledger import Ledger
from hexfront.systems.takeover.scenario import state as s


class GreedyAgent(Trader):
    """Takes what gains most money at once, by exact odds; plans for no later turn."""

    def wants_title(self, ledger: Ledger) -> bool:
        """Always: a Title keeps its price and pays besides."""
        return True

    def choose_raid(self, ledger: Ledger, raids: Sequence[Raid]) -> Raid | None:
        """The one with the best mean of what can be won and lost at once."""
        best, most = None, 0.0
        for raid in raids:
            gain = mean_gain(ledger, raid.attack.origin, raid.attack.target)
            if gain > most:
                best, most = raid, gain
        return best

    def choose_purchase(self, ledger: Ledger, purchases: Sequence[Purchase]) -> Purchase | None:
        """The one that adds most for its price, while a free Title could still be paid."""
        free = [price for t, price in enumerate(self.almanac.price) if ledger.owner(t) == s.NOBODY]
        reserve = sum(free) / len(free) if free else 0.0
        outlooks = [self._outlook(ledger, members) for members in self.almanac.quadrants]
        best, most = None, 0.0
        for purchase in purchases:
            price = self.almanac.goods_price[purchase.good]
            if ledger.money[self.side] - price < reserve:
                continue
            after = ledger.copy()
            after.buy(self.side, purchase.good, purchase.territory)
            quadrant = self.almanac.quadrant[purchase.territory]
            gain = self._outlook(after, self.almanac.quadrants[quadrant]) - outlooks[quadrant]
            if gain / max(1, price) > most:
                best, most = purchase, gain / max(1, price)
        return best

    def _outlook(self, ledger: Ledger, members: Sequence[int]) -> float:
        """What a quadrant will bring: income, attacks, and what others may take there.

        As if everybody came next to where he would like to attack.
        """
        total = 0.0
        foreign = [t for t in members if ledger.owner(t) not in (s.NOBODY, self.side)]
        for mine in members:
            if ledger.owner(mine) != self.side:
                continue
            levels = ledger.holdings[mine].level
            total += ledger.passes[self.side] * levels * self.almanac.rules.each_level
            if foreign:
                attack = max(mean_gain(ledger, mine, target) for target in foreign)
                danger = max(ledger.chance(origin, mine) for origin in foreign)
                total += max(0.0, attack)
                total -= danger * ledger.stake(mine)
        return total


def mean_gain(ledger: Ledger, origin: int, target: int) -> float:
    """What a takeover promises at once: the prize, or the territory attacked from (TKO-13)."""
    chance = ledger.chance(origin, target)
    risk = ledger.stake(origin) if ledger.almanac.rules.risks else 0
    return chance * ledger.prize(target) - (1 - chance) * risk
