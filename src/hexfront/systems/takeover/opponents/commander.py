"""The opponent `commander`: asks of each order how likely it makes it to be richest at the end.

It weighs income over the turns that are left, where pawns will come, who can attack whom,
and who leads; so it takes risks when behind, and none when ahead.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from operator import mul
from typing import Final

from hexfront.core.dice import Dice
from hexfront.systems.takeover.game import TakeoverRules
from hexfront.systems.takeover.opponents.agency import Purchase, Raid, Trader
from hexfront.systems.takeover.opponents.ledger import Ledger
from hexfront.systems.takeover.opponents.outlook import Outlook
from hexfront.systems.takeover.scenario import state as s

PROMISING: Final = 8
"""Attacks that are weighed in full, the best ones by their stakes."""
CARD: Final = 0.04
"""Of a mean price: what a card must bring more than the best attack without one."""
THRIFT: Final = 0.8
"""How much the cost of goods counts against what they add."""
TOGETHER: Final = 1, 3, 1, 2
"""R-Units, NS-Units, levels and agents that are weighed together for a territory, at most."""
LEAST: Final = 1e-7
"""Chance to win that a purchase must add."""


Good = tuple[int, int]
"""A kind of goods, and the territory for which to buy one."""


class CommanderAgent(Trader):
    """Asks of each choice how likely it makes it to be the richest when the game ends."""

    def __init__(self, rules: TakeoverRules, side: int, dice: Dice) -> None:
        super().__init__(rules, side, dice)
        self.outlook = Outlook(self.almanac, side)
        self._bundle: list[Good] = []
        self._moment = -1, -1

    def wants_title(self, ledger: Ledger) -> bool:
        """Whether the Title is better than the money."""
        self.outlook.begin()
        after = ledger.copy()
        after.buy_title(self.side)
        return self.outlook.chance_to_win(after) >= self.outlook.chance_to_win(ledger)

    def choose_raid(self, ledger: Ledger, raids: Sequence[Raid]) -> Raid | None:
        """The one after which it is most likely to win; none, if that is better."""
        self.outlook.begin()
        ranked = sorted(raids, key=lambda raid: (-self._rough(ledger, raid), raid.order))
        best, most = None, self.outlook.chance_to_win(ledger)
        for raid in ranked[:PROMISING]:
            hope = self._hope(ledger, raid.attack.origin, raid.attack.target)
            if hope > most:
                best, most = raid, hope
        return best

    def _rough(self, ledger: Ledger, raid: Raid) -> float:
        """What an attack promises in money."""
        origin, target, card = raid.attack
        chance = ledger.chance(origin, target)
        prize = self.outlook.prize(ledger, target, self.side)
        cost = CARD * self.almanac.mean_price if card != s.NOBODY else 0.0
        return chance * prize - (1 - chance) * self.outlook.risk(ledger, origin, self.side) - cost

    def _hope(self, ledger: Ledger, origin: int, target: int) -> float:
        """The chance to win the game with an attack, with what may follow it (TKO-15)."""
        chance, enemy = ledger.chance(origin, target), ledger.owner(target)
        won = ledger.copy()
        won.conquer(self.side, target)
        best = self.outlook.chance_to_win(won)
        mates = self.almanac.groups[self.almanac.group[target]]
        for mate in mates:
            if won.owner(mate) not in (s.NOBODY, self.side):
                best = max(best, self._hope(won, target, mate))
        lost = ledger.copy()
        if self.almanac.rules.risks:
            lost.conquer(enemy, origin)
        return chance * best + (1 - chance) * self.outlook.chance_to_win(lost)

    def choose_purchase(self, ledger: Ledger, purchases: Sequence[Purchase]) -> Purchase | None:
        """The next of the bundle that adds most to its chance, for what it costs."""
        open_ = {(each.good, each.territory): each for each in purchases}
        moment = ledger.state.game.round, ledger.state.game.bought
        if not self._bundle or moment != self._moment or self._bundle[0] not in open_:
            self._bundle = self._best_bundle(ledger, open_)
        if not self._bundle:
            return None
        # What belongs together is bought without thinking again: nobody comes between.
        self._moment = moment[0], moment[1] + 1
        return open_[self._bundle.pop(0)]

    def _best_bundle(self, ledger: Ledger, open_: Mapping[Good, Purchase]) -> list[Good]:
        self.outlook.begin()
        before = self.outlook.chance_to_win(ledger)
        best: list[Good] = []
        most = 0.0
        for bundle in self._bundles(ledger, open_):
            after = ledger.copy()
            for good, territory in bundle:
                after.buy(self.side, good, territory)
            cost = max(1, ledger.money[self.side] - after.money[self.side])
            gain = (self.outlook.chance_to_win(after) - before - LEAST) / cost**THRIFT
            if gain > most:
                best, most = bundle, gain
        return best

    def _bundles(self, ledger: Ledger, open_: Mapping[Good, Purchase]) -> Iterator[list[Good]]:
        """Goods to buy together, since one of them alone may turn no odds."""
        almanac = self.almanac
        money, left = ledger.money[self.side], almanac.rules.purchases - ledger.state.game.bought
        own = ledger.held(self.side)
        near = {almanac.quadrant[territory] for territory in own}
        for good, territory in open_:
            if almanac.quadrant[territory] in near:
                yield [(good, territory)]
        for territory in own:
            here = ledger.holdings[territory]
            have = here.r_units, here.ns_units, here.level, here.agents[self.side]
            room = [
                range(1 + (min(most - has, few) if (good, territory) in open_ else 0))
                for good, (most, has, few) in enumerate(
                    zip(almanac.most, have, TOGETHER, strict=True)
                )
            ]
            for numbers in product(*room):
                if (
                    1 < sum(numbers) <= left + almanac.rules.purchases
                    and sum(map(mul, numbers, almanac.goods_price)) <= money
                ):
                    yield [
                        (good, territory)
                        for good, number in enumerate(numbers)
                        for _ in range(number)
                    ]
