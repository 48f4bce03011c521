"""A position as an opponent knows it from its view alone, in which it may try things out.

What an order or a takeover would change, the kernels of the rules change here too.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from hexfront.blocks import direct
from hexfront.core.contract import View
from hexfront.core.events import NO_LOG
from hexfront.systems.takeover.knowledge.facts import visible_state
from hexfront.systems.takeover.opponents.almanac import Almanac
from hexfront.systems.takeover.rules import engagement, estate
from hexfront.systems.takeover.rules.strength import Strength
from hexfront.systems.takeover.scenario import state as s


class Holding(NamedTuple):
    """What stands on a territory, and whose it is."""

    owner: int
    r_units: int
    ns_units: int
    level: int
    agents: tuple[int, ...]
    """Of each player."""


class Ledger:
    """Who owns what."""

    _buy_title = direct(estate.buy_title)
    _purchase = direct(estate.purchase)
    _take = direct(engagement.take)
    _leave = direct(engagement.leave_if_landless)

    def __init__(self, almanac: Almanac, view: View) -> None:
        facts: Any = view.facts
        self.almanac = almanac
        self.state = visible_state(almanac.setting, facts)
        self.space: list[int] = self.state.players.place.tolist()
        self.hand: list[int] = facts["hands"][view.viewer]
        """How many cards of each kind the viewer holds."""
        self.turns = [self._turns_left(player) for player in range(almanac.players)]
        """Throws that each player has still to come."""
        self.passes = [
            almanac.passes[turns][space]
            for turns, space in zip(self.turns, self.space, strict=True)
        ]
        self.visits = [
            almanac.visits[turns][space]
            for turns, space in zip(self.turns, self.space, strict=True)
        ]
        self._read_players()
        self._read_holdings()

    def _turns_left(self, player: int) -> int:
        rounds = self.almanac.rules.rounds - self.state.game.round
        return max(0, rounds + (player > self.state.game.active))

    def _read_players(self) -> None:
        self.money: list[int] = self.state.players.money.tolist()
        self.out: list[int] = self.state.players.out.tolist()

    def _read_holdings(self) -> None:
        self.holdings = [self._holding(territory) for territory in range(self.almanac.count)]

    def _holding(self, territory: int) -> Holding:
        owner, r_units, ns_units, level = self.state.territories.words[territory].tolist()
        agents = tuple(self.state.agents[territory].tolist())
        return Holding(owner, r_units, ns_units, level, agents)

    def copy(self) -> Ledger:
        """The same, to be changed; whatever never changes within a turn is shared."""
        other = object.__new__(Ledger)
        other.__dict__.update(self.__dict__)
        other.state, other.holdings = self.state.copy(), list(self.holdings)
        return other

    def owner(self, territory: int) -> int:
        """Whose a territory is, or NOBODY."""
        return self.holdings[territory].owner

    def held(self, player: int) -> list[int]:
        """The territories of a player."""
        return [t for t, holding in enumerate(self.holdings) if holding.owner == player]

    def strength(self, territory: int, opposite: int) -> Strength:
        """What the owner of a territory has in a fight between it and another."""
        here, there = self.holdings[territory], self.holdings[opposite]
        player = here.owner
        return Strength(
            here.level, here.r_units, here.ns_units, here.agents[player], there.agents[player]
        )

    def chance(self, origin: int, target: int) -> float:
        """The exact chance of a takeover between two territories that have owners (TKO-17)."""
        key = self.holdings[origin], self.holdings[target]
        found = self.almanac.chances.get(key)
        if found is None:
            mine, theirs = self.strength(origin, target), self.strength(target, origin)
            found = self.almanac.chances[key] = self.almanac.chance(mine, theirs)
        return found

    def prize(self, territory: int) -> int:
        """What a victor gets with a territory at once: Title and R-Units (TKO-13)."""
        units = self.holdings[territory].r_units
        return self.almanac.price[territory] + units * self.almanac.goods_price[s.R_UNIT]

    def stake(self, territory: int) -> int:
        """What its owner loses with a territory at once (TKO-13)."""
        here, prices = self.holdings[territory], self.almanac.goods_price
        security = here.ns_units * prices[s.NS_UNIT]
        return self.prize(territory) + security + here.level * prices[s.LEVEL]

    def buy_title(self, player: int) -> None:
        """Buy the free Title on which a player stands (TKO-16)."""
        self._buy_title(self.almanac.ring, self.state, player, NO_LOG)
        self._read_players()
        self._read_holdings()

    def buy(self, player: int, good: int, territory: int) -> None:
        """Buy a good for a territory (TKO-16)."""
        self._purchase(self.almanac.ring, self.state, player, good, territory, NO_LOG)
        self._read_players()
        self.holdings[territory] = self._holding(territory)

    def conquer(self, victor: int, territory: int) -> None:
        """A territory changes hands; who has lost his last is out (TKO-13, TKO-16)."""
        loser = self.owner(territory)
        self._take(self.state, territory, victor)
        self._leave(self.almanac.ring, self.state, loser, NO_LOG)
        self._read_players()
        self._read_holdings()
