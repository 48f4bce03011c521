"""What an opponent knows of a game, from its view alone, in plain numbers that it may change."""

from __future__ import annotations

from typing import Any

from hexfront.core.contract import View
from hexfront.systems.takeover.opponents.almanac import Almanac
from hexfront.systems.takeover.rules.strength import Strength
from hexfront.systems.takeover.scenario import state as s


class Ledger:
    """Who owns what."""

    def __init__(self, almanac: Almanac, view: View) -> None:
        facts: Any = view.facts
        self.almanac = almanac
        self.game: list[int] = facts["game"]
        self.money = [row[s.MONEY] for row in facts["players"]]
        self.space = [row[s.PLACE] for row in facts["players"]]
        self.out = [row[s.OUT] == 1 for row in facts["players"]]
        self.rows: list[tuple[int, ...]] = [tuple(row) for row in facts["territories"]]
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

    def _turns_left(self, player: int) -> int:
        rounds = self.almanac.rules[s.ROUNDS] - self.game[s.ROUND]
        return max(0, rounds + (player > self.game[s.ACTIVE]))

    def copy(self) -> Ledger:
        """The same, to be changed; whatever never changes within a turn is shared."""
        other = object.__new__(Ledger)
        other.__dict__.update(self.__dict__)
        other.money, other.out = list(self.money), list(self.out)
        other.rows = list(self.rows)
        return other

    def owner(self, territory: int) -> int:
        """Whose a territory is, or NOBODY."""
        return self.rows[territory][s.OWNER]

    def held(self, player: int) -> list[int]:
        """The territories of a player."""
        return [t for t, row in enumerate(self.rows) if row[s.OWNER] == player]

    def strength(self, territory: int, opposite: int) -> Strength:
        """What the owner of a territory has in a fight between it and another."""
        row = self.rows[territory]
        player = row[s.OWNER]
        return Strength(
            row[s.GOODS_HERE + s.LEVEL],
            row[s.GOODS_HERE + s.R_UNIT],
            row[s.GOODS_HERE + s.NS_UNIT],
            row[s.AGENTS + player],
            self.rows[opposite][s.AGENTS + player],
        )

    def chance(self, origin: int, target: int) -> float:
        """The exact chance of a takeover between two territories that have owners (TKO-17)."""
        key = self.rows[origin], self.rows[target]
        found = self.almanac.chances.get(key)
        if found is None:
            mine, theirs = self.strength(origin, target), self.strength(target, origin)
            found = self.almanac.chances[key] = self.almanac.chance(mine, theirs)
        return found

    def prize(self, territory: int) -> int:
        """What a victor gets with a territory at once: Title and R-Units (TKO-13)."""
        units = self.rows[territory][s.GOODS_HERE + s.R_UNIT]
        return self.almanac.price[territory] + units * self.almanac.goods_price[s.R_UNIT]

    def stake(self, territory: int) -> int:
        """What its owner loses with a territory at once (TKO-13)."""
        row, prices = self.rows[territory], self.almanac.goods_price
        security = row[s.GOODS_HERE + s.NS_UNIT] * prices[s.NS_UNIT]
        return self.prize(territory) + security + row[s.GOODS_HERE + s.LEVEL] * prices[s.LEVEL]

    def holds_group(self, player: int, group: int) -> bool:
        """Whether a player owns a whole colour group (TKO-16)."""
        return all(self.rows[t][s.OWNER] == player for t in self.almanac.groups[group])

    def worth(self, player: int) -> int:
        """What a player owns at its prices, which decides the game (TKO-16)."""
        agents = sum(row[s.AGENTS + player] for row in self.rows)
        titles = sum(self.stake(territory) for territory in self.held(player))
        return self.money[player] + titles + agents * self.almanac.goods_price[s.AGENT]

    def pay(self, player: int) -> int:
        """What a player gets when he passes the Administration (TKO-16)."""
        rules, almanac = self.almanac.rules, self.almanac
        total = rules[s.SALARY]
        for territory in self.held(player):
            level = self.rows[territory][s.GOODS_HERE + s.LEVEL]
            total += almanac.income[territory] + level * rules[s.EACH_LEVEL]
        for group, members in enumerate(almanac.groups):
            if members and self.holds_group(player, group):
                total += len(members) * rules[s.WHOLE_GROUP]
        return total

    def buy_title(self, player: int, territory: int) -> None:
        """Pay for a free Title (TKO-16)."""
        self.money[player] -= self.almanac.price[territory]
        self._write(territory, s.OWNER, player)

    def buy(self, player: int, good: int, territory: int) -> None:
        """Pay for a good (TKO-16)."""
        self.money[player] -= self.almanac.goods_price[good]
        column = s.AGENTS + player if good == s.AGENT else s.GOODS_HERE + good
        self._write(territory, column, self.rows[territory][column] + 1)

    def conquer(self, victor: int, territory: int) -> None:
        """A territory changes hands; who has lost his last is out (TKO-13, TKO-16)."""
        loser = self.owner(territory)
        self._write(territory, s.OWNER, victor)
        self._write(territory, s.GOODS_HERE + s.NS_UNIT, 0)
        self._write(territory, s.GOODS_HERE + s.LEVEL, 0)
        if not self.held(loser):
            self.out[loser] = True
            for each in range(len(self.rows)):
                self._write(each, s.AGENTS + loser, 0)

    def _write(self, territory: int, column: int, number: int) -> None:
        row = self.rows[territory]
        self.rows[territory] = (*row[:column], number, *row[column + 1 :])
