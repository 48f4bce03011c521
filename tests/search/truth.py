"""The truth about small positions: all that may happen is counted out through the rules alone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final, NamedTuple

import numpy as np

from hexfront.core.contract import CHANCE, Kind, Rules, Step
from hexfront.core.events import EventLog

MOST_STATES: Final = 200_000
"""A position with more to come is not small."""


class Worth(NamedTuple):
    """What a position is worth to a side that plays best, from 0 (lost) to 1 (won)."""

    least: float
    """What it can be sure of, whatever chance and the others do."""
    mean: float
    """Its expectation: chance by its weights, the others at their best."""
    most: float
    """What it may hope for, if chance and the others help."""


def is_dominated(order: Worth, other: Worth) -> bool:
    """Whether another is at least as good whatever happens, and better if something does."""
    return order.most <= other.least and order != other


class Truth:
    """The exact worth of positions to a side, if all that matters is seen.

    Orders are left out that take something back: they gain nothing, and lead in circles. With
    more than two sides the others act together against the one.
    """

    def __init__(self, rules: Rules[Any], side: int) -> None:
        self._rules, self._side = rules, side
        self._known: dict[bytes, Worth] = {}

    def of(self, state: Any) -> Worth:
        """The worth of a position."""
        key = state.words.tobytes()
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._count_out(state)
            assert len(self._known) < MOST_STATES
        return found

    def orders(self, state: Any) -> dict[int, Worth]:
        """What each order of the side that must order is worth."""
        side = self._rules.decision(state).sides[0]
        found, taken_back = {}, _taken_back(state)
        for order in self._rules.choices(state, side):
            then = after(self._rules, state, side, [order])
            if _taken_back(then) == taken_back:
                found[order] = self.of(then)
        return found

    def _count_out(self, state: Any) -> Worth:
        decision = self._rules.decision(state)
        if decision.kind == Kind.OVER:
            return Worth(*[self._result(state)] * 3)
        if decision.kind == Kind.CHANCE:
            weights = self._rules.chances(state).weights
            found = [
                (weight, self.of(after(self._rules, state, CHANCE, [outcome])))
                for outcome, weight in enumerate(weights)
                if weight > 0
            ]
            mean = sum(w * worth.mean for w, worth in found) / sum(weights)
            worths = [worth for _, worth in found]
            return Worth(min(w.least for w in worths), mean, max(w.most for w in worths))
        orders = self.orders(state).values()
        best = max if decision.sides[0] == self._side else min
        least, mean = best(w.least for w in orders), best(w.mean for w in orders)
        return Worth(least, mean, max(w.most for w in orders))

    def _result(self, state: Any) -> float:
        result = self._rules.result(state)
        assert result is not None
        if not result.winners or (len(result.winners) > 1 and self._side in result.winners):
            return 0.5
        return float(self._side in result.winners)


def _taken_back(state: Any) -> int:
    """How much the sides have taken back, as the rules count it."""
    return int(np.sum(getattr(state.game, "changes", 0)))


def plans_of(rules: Rules[Any], state: Any, side: int) -> list[tuple[int, ...]]:
    """Every plan of a side of those who order at once: one way to each."""
    found: dict[bytes, tuple[int, ...]] = {}
    seen: set[bytes] = set()

    def go_on(state: Any, orders: tuple[int, ...]) -> None:
        key = state.words.tobytes()
        if side not in rules.decision(state).sides:
            found.setdefault(key, orders)
        elif key not in seen:
            seen.add(key)
            for order in rules.choices(state, side):
                then = after(rules, state, side, [order])
                if _taken_back(then) == _taken_back(state):
                    go_on(then, (*orders, order))

    go_on(state, ())
    return list(found.values())


def after(rules: Rules[Any], state: Any, actor: int, orders: Iterable[int]) -> Any:
    """Another state, in which steps of an actor have been taken."""
    then, log = state.copy(), EventLog(0)
    for order in orders:
        rules.apply(then, Step(actor, order), log)
    return then
