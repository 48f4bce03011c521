"""Whoever changes his mind for ever is told no, in every system in which one can."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.conformance import (
    Snapshot,
    check_bound,
    check_choices,
    check_offers,
    check_refusals,
    check_secrecy,
)
from hexfront.core.contract import Rules, Step
from hexfront.core.documents.strictjson import Json
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.table.changes import MOST_CHANGES, lexicographic


class Table:
    """A game of a system's default scenario, played in words."""

    def __init__(self, name: str, **options: str) -> None:
        self.system = find_system(name)
        scenario = load_scenario(self.system)
        if options and self.system.scenarios.with_options is not None:
            scenario = self.system.scenarios.with_options(scenario, options)
        self.rules: Rules[Any] = self.system.rules(scenario)
        self.state = self.rules.start()

    def give(self, side: int, *orders: Json) -> None:
        for order in orders:
            code = self.rules.read_order(order)
            refusal = self.rules.refuse(self.state, side, code)
            assert refusal is None, (order, refusal)
            self.rules.apply(self.state, Step(side, code), EventLog())

    def refusal(self, side: int, order: Json) -> str:
        return str(self.rules.refuse(self.state, side, self.rules.read_order(order)))

    def check(self) -> None:
        """Choices, refusals, offers, views and what is imagined of them agree here."""
        position = Snapshot(self.system, self.rules, self.state, 0, 1)
        for check in (check_choices, check_refusals, check_offers, check_bound):
            check(position)
        check_secrecy([position], 4, plans=True)  # what others have planned is in the state


@pytest.mark.clause("BRG-9")
def test_a_plan_is_taken_back_so_often_and_no_more() -> None:
    table = Table("brigade")
    step = step_of(table, 0)
    back = {"unit": step["unit"], "do": "withdraw"}
    table.give(0, *[step, back] * (MOST_CHANGES - 1), {"do": "done"}, {"do": "recall"})
    table.give(0, step)
    assert "200 times in this turn" in table.refusal(0, back)
    table.check()
    table.give(1, step_of(table, 1))
    table.give(0, {"do": "done"})
    assert "200 times in this turn" in table.refusal(0, {"do": "recall"})
    assert list(table.rules.choices(table.state, 0)) == []
    table.check()


def kinds(table: Table, side: int) -> set[str]:
    """The kinds of orders that a side is offered."""
    return {offer.kind for offer in table.rules.offers(table.rules.view(table.state, side))}


def step_of(table: Table, side: int) -> Json:
    """A step of a unit of Brigade Operations to a hex where it may stay, in words."""
    for code in table.rules.choices(table.state, side):
        state, order = table.state.copy(), table.rules.write_order(code)
        table.rules.apply(state, Step(side, code), EventLog())
        if order["do"] == "move" and 0 in table.rules.choices(state, side):
            return order
    raise AssertionError("no such step")


@pytest.mark.clause("BRG-9")
def test_the_next_turn_forgets_the_changes() -> None:
    table = Table("brigade")
    step = step_of(table, 0)
    back = {"unit": step["unit"], "do": "withdraw"}
    table.give(0, *[step, back] * MOST_CHANGES, {"do": "done"})
    table.give(1, {"do": "done"})
    step = step_of(table, 0)
    table.give(0, step, {"unit": step["unit"], "do": "withdraw"})


@pytest.mark.clause("AGR-52")
def test_a_set_up_is_taken_back_so_often_and_no_more() -> None:
    table = Table("aggressor")
    place = table.rules.write_order(table.rules.choices(table.state, 0)[0])
    remove = {"do": "remove", "hex": place["hex"]}
    most = MOST_CHANGES * table.rules.army
    table.state.game.changes[0] = most - 2
    table.give(0, place, remove, place)
    assert "army" in kinds(table, 0)
    table.give(0, remove, place)
    assert not {"army", "remove"} & kinds(table, 0)
    assert "complete the army" in table.refusal(0, remove)
    table.check()
    while table.refusal(0, {"do": "done"}) != "None":
        table.give(0, table.rules.write_order(table.rules.choices(table.state, 0)[0]))
    table.give(0, {"do": "done"})
    assert "200 times as often" in table.refusal(0, {"do": "recall"})
    assert list(table.rules.choices(table.state, 0)) == []
    table.check()


@pytest.mark.clause("IDX-2.3")
def test_commands_are_given_so_often_and_no_more() -> None:
    table = Table("idahex")
    table.give(0, {"word": "go"})
    table.give(1, {"word": "go"})
    most = 200 + 20 * len(table.rules.view(table.state, 0).facts["own"]["0"]["rows"])
    table.give(0, *[{"word": "mission"}, {"word": "abandon"}] * (most - 1), {"word": "mission"})
    table.check()
    table.give(0, {"word": "abandon"})
    assert table.refusal(0, {"word": "mission"}) == (
        f"IDX-2.3: You have given {most} commands in this period, and may give no more. "
        "(found another command, expected go)"
    )
    assert kinds(table, 0) == {"go"}
    table.check()
    table.give(0, {"word": "go"})
    table.give(1, {"word": "go"})
    table.give(0, {"word": "mission"})


def test_a_number_of_digits_falls_with_its_first_digit() -> None:
    falling = [lexicographic((a, 3), (b, 2)) for a in (2, 1, 0) for b in (1, 0)]
    assert falling == [5, 4, 3, 2, 1, 0]
    with pytest.raises(ValueError, match="digit 3 is not within 0 … 2"):
        lexicographic((3, 3))
    with pytest.raises(ValueError, match="digit -1 is not within 0 … 2"):
        lexicographic((-1, 3))
