"""What a game promises to every player: the judgement behind the opponent `commander`.

A player's prospect is what he would own at the end if nothing were decided any more, and
what the attacks that are likely by then bring him on average, his own and those of others.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import exp
from typing import Final, NamedTuple

from hexfront.systems.takeover.opponents.almanac import Almanac
from hexfront.systems.takeover.opponents.ledger import Holding, Ledger
from hexfront.systems.takeover.scenario import state as s

DOUBT: Final = 0.12
"""Of a mean price: how much a gain must be for an attack to be likely rather than even."""
SPREAD: Final = 0.45
"""Of a mean price: how far worth strays in a turn, which decides what a lead is worth."""
LIQUID: Final = 1.2
"""What the chance to buy a Title later counts for: others may come first."""

Values = tuple[float, ...]
"""By player."""


class Titles(NamedTuple):
    """What follows from who owns which Titles, whatever stands on them."""

    fixed: Values
    """Salaries and what whole groups bring, to the end of the game."""
    later: float
    """What the Titles would bring to which the player may still come."""
    per_money: float
    """The part of those Titles that a unit of money pays for."""


class Raiding(NamedTuple):
    """The best attack that a player has at some place, and how likely he is to make it."""

    gain: float
    chance: float
    origin: int
    target: int


class Outlook:
    """Prospects within one decision: pawns stand still, ownership and goods may be imagined."""

    def __init__(self, almanac: Almanac, side: int) -> None:
        self.almanac, self.side = almanac, side
        self._parts: dict[tuple[int, tuple[Holding, ...]], Values] = {}
        self._titles: dict[tuple[int, ...], Titles] = {}

    def begin(self) -> None:
        """Forget what was true before other throws."""
        self._parts.clear()
        self._titles.clear()

    def chance_to_win(self, ledger: Ledger) -> float:
        """How likely the player is to be the richest at the end, judged from all prospects."""
        if ledger.out[self.side]:
            return 0.0
        values = self.prospects(ledger)
        turns = max(ledger.turns)
        spread = SPREAD * self.almanac.mean_price * (1 + turns) ** 0.5
        mine = values[self.side]
        rivals = sum(
            exp(min(50.0, (value - mine) / spread))
            for value, out in zip(values, ledger.out, strict=True)
            if not out
        )
        return 1 / rivals

    def prospects(self, ledger: Ledger) -> Values:
        """What each player may expect to own at the end."""
        holdings = ledger.holdings
        owners = tuple([holding.owner for holding in holdings])
        titles = self._titles.get(owners)
        if titles is None:
            titles = self._titles[owners] = self._judge_titles(ledger)
        totals = [money + fixed for money, fixed in zip(ledger.money, titles.fixed, strict=True)]
        for quadrant, members in enumerate(self.almanac.quadrants):
            key = quadrant, tuple([holdings[t] for t in members])
            part = self._parts.get(key)
            if part is None:
                part = self._parts[key] = self._judge(ledger, members)
            for player, value in enumerate(part):
                totals[player] += value
        # Money pays for so many Titles of a mean price; one comes to a certain number only.
        payable = ledger.money[self.side] * titles.per_money
        totals[self.side] += LIQUID * titles.later * (1 - exp(-payable))
        return tuple(totals)

    def _judge_titles(self, ledger: Ledger) -> Titles:
        """What follows from who owns which Titles."""
        almanac, rules = self.almanac, self.almanac.rules
        fixed = [passes * rules.salary for passes in ledger.passes]
        for members in almanac.groups:
            owner = ledger.owner(members[0]) if members else s.NOBODY
            if owner != s.NOBODY and all(ledger.owner(t) == owner for t in members):
                fixed[owner] += len(members) * rules.whole_group * ledger.passes[owner]
        later = price = 0.0
        for territory, often in enumerate(ledger.visits[self.side]):
            if ledger.owner(territory) == s.NOBODY:
                later += often * almanac.income[territory] * ledger.passes[self.side]
                price += often * almanac.price[territory]
        return Titles(tuple(fixed), later, 1 / price if price else 0.0)

    def _judge(self, ledger: Ledger, members: Sequence[int]) -> Values:
        """What the territories of a quadrant are to all players."""
        players = self.almanac.players
        totals = [0.0] * players
        agent = self.almanac.goods_price[s.AGENT]
        held: list[list[int]] = [[] for _ in range(players)]
        for territory in members:
            here = ledger.holdings[territory]
            for player, number in enumerate(here.agents):
                totals[player] += agent * number
            if here.owner != s.NOBODY:
                held[here.owner].append(territory)
                totals[here.owner] += self.loss(ledger, territory, here.owner)
        hazards: dict[int, list[tuple[float, Raiding, int]]] = {}
        for player in range(players):
            if held[player] and not ledger.out[player]:
                for weight, raid in self._raids(ledger, player, held):
                    hazards.setdefault(raid.target, []).append((weight, raid, player))
        for target, raids in hazards.items():
            self._threaten(ledger, target, raids, totals)
        return tuple(totals)

    def _raids(
        self, ledger: Ledger, player: int, held: Sequence[Sequence[int]]
    ) -> list[tuple[float, Raiding]]:
        """The attacks that a player will make where he comes to, and how often."""
        foreign = [t for other, each in enumerate(held) if other != player for t in each]
        if not foreign:
            return []
        doubt = DOUBT * self.almanac.mean_price
        prizes = [self.prize(ledger, target, player) for target in foreign]
        best: dict[int, Raiding] = {}
        for origin in held[player]:
            risk = self.risk(ledger, origin, player)
            most = None
            for target, prize in zip(foreign, prizes, strict=True):
                chance = ledger.chance(origin, target)
                gain = chance * (prize + risk) - risk
                if most is None or gain > most.gain:
                    most = Raiding(gain, chance, origin, target)
                known = best.get(target)
                if known is None or gain > known.gain:
                    best[target] = Raiding(gain, chance, origin, target)
            if most is not None:
                best[origin] = most
        visits = ledger.visits[player]
        return [
            (visits[place] / (1 + exp(min(50.0, -raid.gain / doubt))), raid)
            for place, raid in best.items()
            if visits[place]
        ]

    def _threaten(
        self,
        ledger: Ledger,
        target: int,
        raids: Sequence[tuple[float, Raiding, int]],
        totals: list[float],
    ) -> None:
        """What likely attacks on a territory bring to those who make them, and to its owner."""
        owner = ledger.owner(target)
        often = sum(weight for weight, _, _ in raids)
        # A territory is taken once, however many would like to.
        fading = (1 - exp(-often)) / often if often > 1e-9 else 1.0
        loss = self.loss(ledger, target, owner)
        for often_made, raid, player in raids:
            weight = often_made * fading
            totals[player] += weight * raid.gain
            win = self.prize(ledger, raid.origin, owner) if self.almanac.rules.risks else 0.0
            totals[owner] -= weight * (raid.chance * loss - (1 - raid.chance) * win)

    def prize(self, ledger: Ledger, territory: int, player: int) -> float:
        """What a territory is to a player who conquers it: its Title pays without levels."""
        return ledger.prize(territory) + ledger.passes[player] * self.almanac.income[territory]

    def loss(self, ledger: Ledger, territory: int, player: int) -> float:
        """What a territory is to its owner."""
        level = ledger.holdings[territory].level
        income = self.almanac.income[territory] + level * self.almanac.rules.each_level
        return ledger.stake(territory) + ledger.passes[player] * income

    def risk(self, ledger: Ledger, territory: int, player: int) -> float:
        """What is lost with a failed attack from a territory (TKO-13)."""
        return self.loss(ledger, territory, player) if self.almanac.rules.risks else 0.0
