"""The contract of a small system, from what it declares."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from hexfront.blocks import Record
from hexfront.core.contract import (
    CHANCE,
    Chances,
    Decision,
    Kind,
    LogEntry,
    Offer,
    OrderStyle,
    Refusal,
    Result,
    Step,
    View,
)
from hexfront.core.defaults import BaseRules
from hexfront.core.dice import Dice
from hexfront.core.documents.strictjson import Json
from hexfront.core.events import Event, EventLog
from hexfront.core.scenario import FileScenario
from hexfront.core.table.log import LogWriter
from hexfront.mechanics.plain.board import PlainHexes
from hexfront.mechanics.plain.orders import Order, OrderTable
from hexfront.mechanics.plain.secrets import Secret, facts_of, fill_in, hide, read_facts


class PlainGame(Record):
    """The course of a game; a state with more to tell of it has a record of its own."""

    turn: int
    """Turns that are over."""
    phase: int


class PlainState(Protocol):
    """A block whose part `game` has the fields of `PlainGame`, among others."""

    @property
    def game(self) -> Any:
        """The course of the game."""


S = TypeVar("S", bound=PlainState)


class PlainRules(BaseRules, Generic[S]):
    """Rules that say what is legal and what happens; all else follows from the declarations.

    Whatever leaves for a side is computed from `known`, a copy of the state without what the
    side may not know, so that it cannot tell a secret.
    """

    hexes: PlainHexes
    orders: OrderTable
    secrets: Sequence[Secret] = ()
    dice: Chances
    """What chance is asked for whenever it must answer."""
    names: ClassVar[Mapping[str, Sequence[str]]] = {}
    """For a field of events, the names of what its numbers count; `side` and `place` are known."""
    prompts: ClassVar[Mapping[int, str]] = {}
    """By phase, what the screen asks of a side that must order."""

    def __init__(self, scenario: FileScenario[Any]) -> None:
        self.scenario = scenario
        self.sides: tuple[str, ...] = tuple(scenario.file.sides)
        self.turns: int = scenario.file.turns
        self.log = LogWriter({"side": self.sides, "place": self.hexes.labels, **self.names})

    @abstractmethod
    def start(self) -> S:
        """The state in which a game begins."""

    @abstractmethod
    def acting(self, state: S) -> tuple[int, ...]:
        """The sides that must order now, or `CHANCE` alone; none when the game is over."""

    @abstractmethod
    def most_orders(self, state: S) -> int:
        """In a game that is not over: more than after any order or answer that may come."""

    @abstractmethod
    def forbid(self, known: S, side: int, order: Order) -> Refusal | None:
        """The clause that forbids an order to a side that must order, as far as the side knows.

        None where it is legal.
        """

    @abstractmethod
    def carry_out(self, state: S, side: int, order: Order, log: EventLog) -> None:
        """Carry a legal order out."""

    @abstractmethod
    def answer(self, state: S, outcome: int, log: EventLog) -> None:
        """Go on with what chance has answered."""

    @abstractmethod
    def final_result(self, state: S) -> Result:
        """Of a game that is over."""

    @abstractmethod
    def show(self, known: S, view: View) -> View:
        """A view with counters and what else is to be seen, from `known` alone."""

    def decision(self, state: S) -> Decision:
        """What the game waits for."""
        acting = self.acting(state)
        kind = Kind.ORDERS if acting else Kind.OVER
        if acting == (CHANCE,):
            kind = Kind.CHANCE
        return Decision(state.game.turn, kind, acting if kind == Kind.ORDERS else ())

    def orders_left(self, state: S) -> int:
        """What falls with every order, down to 0 at the end."""
        return int(self.most_orders(state)) if self.acting(state) else 0

    def chances(self, state: S) -> Chances:
        """The dice of the system."""
        return self.dice

    def result(self, state: S) -> Result | None:
        """Who has won, once the game is over."""
        return None if self.acting(state) else self.final_result(state)

    def board(self) -> Json:
        """The board document of the hexes."""
        return self.hexes.board(self.scenario.title, self.sides)

    @property
    def order_styles(self) -> list[OrderStyle]:
        """As the table of orders has them."""
        kinds = self.orders.kinds.values()
        return [OrderStyle(kind.kind, kind.look, kind.sign) for kind in kinds]

    def odds(self, known: S, side: int, order: Order) -> Json:
        """What may come of an order, as offers show it; None where there is nothing to say."""
        return None

    @property
    def actions(self) -> int:  # type: ignore[override]
        """As many as the table has orders."""
        return len(self.orders)

    def refuse(self, state: S, side: int, order: int) -> Refusal | None:
        """The clause that forbids the order."""
        if not 0 <= order < len(self.orders):
            return Refusal(next(iter(self.orders.kinds.values())).clause, "there is no such order")
        given = self.orders.order(order)
        if side not in self.acting(state):
            return Refusal(self.orders.kinds[given.kind].clause, "it is not the side's turn")
        return self.forbid(hide(state, self.secrets, side), side, given)

    def choices(self, state: S, side: int) -> list[int]:
        """Every order that is not refused."""
        known = hide(state, self.secrets, side)
        return self._legal(known, side) if side in self.acting(state) else []

    def _legal(self, known: S, side: int) -> list[int]:
        codes = range(len(self.orders))
        return [code for code in codes if not self.forbid(known, side, self.orders.order(code))]

    def apply(self, state: S, step: Step, out: EventLog) -> None:
        """Carry a legal step out."""
        if step.actor == CHANCE:
            self.answer(state, step.order, out)
        else:
            self.carry_out(state, step.actor, self.orders.order(step.order), out)

    def view(self, state: S, viewer: int) -> View:
        """What a viewer may know."""
        known, decision = hide(state, self.secrets, viewer), self.decision(state)
        must = viewer in decision.sides
        title = f"Turn {min(state.game.turn + 1, self.turns)} of {self.turns}"
        prompt = self.prompts.get(state.game.phase, "Give an order") if must else "Wait"
        facts = facts_of(known)
        view = View(viewer, decision.time, decision.kind, must, title, prompt, (), facts=facts)
        return self.show(known, view)

    def determinize(self, view: View, dice: Dice) -> S:
        """A state that has this view: what is hidden is drawn from what it may be."""
        start = self.start()
        state: S = fill_in(read_facts(dict(view.facts), start), self.secrets, start, dice)
        return state

    def offers(self, view: View) -> list[Offer]:
        """The orders open to the viewer, with their odds."""
        if not view.must_act:
            return []
        known, side = read_facts(dict(view.facts), self.start()), view.viewer
        return [
            replace(self.orders.offer(code), odds=self.odds(known, side, self.orders.order(code)))
            for code in self._legal(known, side)
        ]

    def describe(self, event: Event, view: View) -> LogEntry:
        """An event in words."""
        return self.log.describe(event, view)

    def write_order(self, order: int) -> Json:
        """An order as JSON."""
        return self.orders.write(order)

    def read_order(self, document: Json) -> int:
        """The code of an order in JSON. Errors: `InputError`."""
        return self.orders.read(document)
