"""A table of Takeover on the shipped ring, where a test lays out what it needs."""

from __future__ import annotations

from typing import Any

from hexfront.core.contract import CHANCE, LogEntry, Step
from hexfront.core.documents.strictjson import Json
from hexfront.core.events import EventLog
from hexfront.core.scenario import load_scenario
from hexfront.systems.takeover import SYSTEM
from hexfront.systems.takeover.game import TakeoverRules
from hexfront.systems.takeover.scenario import state as s
from hexfront.systems.takeover.scenario.loader import load

RED, BLUE, GREEN, GOLD = range(4)


class Table:
    """A game whose state tests change by hand; orders are refused as for a player."""

    def __init__(self, **changes: Any) -> None:
        document: dict[str, Any] = dict(load_scenario(SYSTEM).document)
        for key, value in changes.items():
            document[key] = {**document[key], **value} if isinstance(value, dict) else value
        self.rules = TakeoverRules(load(document, None, "test"))
        self.state = self.rules.start()
        self.spaces = [place["id"] for place in self.rules.board()["places"]]
        self.territories = [space.name for space in self.rules.scenario.territories]
        self.cards = [card.name for card in self.rules.scenario.file.cards]
        self.told: list[LogEntry] = []

    # Laying out

    def own(self, player: int, *names: str, r: int = 0, ns: int = 0, ed: int = 0) -> None:
        """Give territories to a player, with units and a level."""
        for name in names:
            territory = self.territories.index(name)
            self.state.territories.owner[territory] = player
            self.state.territories.goods[territory] = r, ns, ed

    def agents(self, player: int, name: str, number: int = 1) -> None:
        """Put agents of a player on a territory."""
        self.state.agents[self.territories.index(name), player] = number

    def give(self, player: int, card: str) -> None:
        """Put a card from the pack into a player's hand."""
        number = self.cards.index(card)
        self.state.hands[player, number] += 1
        self.state.pack[number] -= 1

    def money(self, player: int, amount: int) -> None:
        """Set a player's money."""
        self.state.players.money[player] = amount

    def put(self, player: int, space: str) -> None:
        """Stand a player on a space, without what follows from landing there."""
        self.state.players.place[player] = self.spaces.index(space)

    def land(self, space: str, first: int = 1, second: int = 1) -> None:
        """The player whose turn it is lands on a space by two dice."""
        at = (self.spaces.index(space) - first - second) % len(self.spaces)
        self.state.players.place[self.active] = at
        self.throw(first, second)

    # Going on

    def throw(self, *faces: int) -> None:
        """Chance answers with these faces of dice, or these kinds in the pack counted from 1."""
        for face in faces:
            self._apply(Step(CHANCE, face - 1))

    def do(self, **order: Json) -> None:
        """The player whose turn it is gives an order."""
        code, player = self.rules.read_order(order), self.active
        assert self.rules.refuse(self.state, player, code) is None
        assert code in self.rules.choices(self.state, player)
        self._apply(Step(player, code))

    def refused(self, **order: Json) -> str:
        """The clause and reason that forbid an order of the player whose turn it is."""
        code = self.rules.read_order(order)
        refusal = self.rules.refuse(self.state, self.active, code)
        assert refusal is not None
        assert code not in self.rules.choices(self.state, self.active)
        return str(refusal)

    def attack(self, target: str, origin: str, card: str = "") -> None:
        """Declare a takeover."""
        more: dict[str, Json] = {"card": card} if card else {}
        self.do(do="attack", territory=target, **{"from": origin}, **more)

    def fight(self, aggressor: tuple[int, ...], defender: tuple[int, ...]) -> None:
        """A round: polygon die first, then the six-sided ones."""
        assert (len(aggressor) - 1, len(defender) - 1) == self.dice
        self.throw(*aggressor, *defender)

    def _apply(self, step: Step) -> None:
        out = EventLog()
        self.rules.apply(self.state, step, out)
        view = self.rules.view(self.state, -3)
        self.told += [self.rules.describe(event, view) for event in out.events()]

    # Looking

    @property
    def active(self) -> int:
        """Whose turn it is."""
        return self.state.game.active

    @property
    def phase(self) -> s.Phase:
        """What the game waits for."""
        return s.Phase(self.state.game.phase)

    @property
    def dice(self) -> tuple[int, int]:
        """Six-sided dice of aggressor and defender."""
        left, right = self.state.game.pool.tolist()
        return left, right

    def owner(self, name: str) -> int:
        """Whose a territory is."""
        return self.state.territories.owner.item(self.territories.index(name))

    def goods(self, name: str) -> list[int]:
        """R-Units, NS-Units and level of a territory."""
        territory = self.territories.index(name)
        goods: list[int] = self.state.territories.goods[territory].tolist()
        return goods

    def purse(self, player: int) -> int:
        """A player's money."""
        return self.state.players.money.item(player)
