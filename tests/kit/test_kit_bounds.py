"""The kit names a system in which orders can be taken back for ever, with seed and step."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest

from hexfront import conformance
from hexfront.conformance import snapshots
from hexfront.core.contract import Step
from hexfront.core.events import EventLog
from hexfront.core.scenario import load_scenario
from tests.kit.duel import DuelRules, State, make_system


def at_positions(rules: type[DuelRules]) -> None:
    system = make_system(rules)
    bound = system.rules(load_scenario(system, "three"))
    for seed in range(3):
        for snapshot in snapshots(system, bound, seed, 12):
            conformance.check_bound(snapshot)


def in_games(rules: type[DuelRules]) -> None:
    system = make_system(rules)
    for seed in range(3):
        conformance.check_wavering(system, system.rules(load_scenario(system, "pair")), seed)


class TakesBackForEver(DuelRules):
    """Counts what is taken back, and never refuses it."""

    def _open_orders(self, *asked: Any) -> list[int]:
        return super()._open_orders(*asked[:4], 0)


class CountsNothing(DuelRules):
    """Would refuse, but does not count."""

    def apply(self, state: State, step: Step, out: EventLog) -> None:
        super().apply(state, step, out)
        state.taken_back[:] = 0


class NamesANumber(DuelRules):
    """Says that a thousand orders are left, whatever is ordered."""

    def orders_left(self, state: State) -> int:
        return 1000 if super().orders_left(state) else 0


class ChanceBringsMore(DuelRules):
    """Counts the cards in hand, which chance deals."""

    def orders_left(self, state: State) -> int:
        return 9 * super().orders_left(state) + min(8, int(state.hands.sum()))


class LeftAtTheEnd(DuelRules):
    def orders_left(self, state: State) -> int:
        return super().orders_left(state) + 1


class FallsBelowNothing(DuelRules):
    def orders_left(self, state: State) -> int:
        return super().orders_left(state) - 200


class OffersNoMore(DuelRules):
    """Offers what is refused once a card was taken back three times."""

    def offers(self, view: Any) -> Any:
        view.facts.update({"taken back": 0} if "taken back" in view.facts else {})
        return super().offers(view)


Check = Callable[[type[DuelRules]], object]
UNBOUNDED: list[tuple[type[DuelRules], Check, str]] = [
    (TakesBackForEver, in_games, "orders_left: digit -1"),
    (CountsNothing, in_games, "must not go round for ever"),
    (CountsNothing, at_positions, "must not go round for ever"),
    (NamesANumber, in_games, "1000 orders are left after"),
    (NamesANumber, at_positions, "expected at most 999"),
    (ChanceBringsMore, at_positions, "of chance, expected at most"),
    (LeftAtTheEnd, in_games, "1 orders are left when the game is over"),
    (FallsBelowNothing, in_games, "-"),
]


@pytest.mark.parametrize(("rules", "check", "words"), UNBOUNDED)
def test_a_game_without_end_is_named(rules: type[DuelRules], check: Check, words: str) -> None:
    check(DuelRules)
    with pytest.raises(AssertionError, match=re.escape(words)) as failure:
        check(rules)
    assert re.search(r"duel \w+, seed \d+, step \d+", str(failure.value))


def test_what_takes_back_is_refused_in_the_end() -> None:
    """The wavering player does come to where it is, so that what is told there is checked."""
    with pytest.raises(AssertionError, match="is no choice"):
        in_games(OffersNoMore)
