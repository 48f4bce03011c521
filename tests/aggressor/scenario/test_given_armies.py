"""Armies that a scenario gives, and who begins (AGR-38, AGR-53)."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from hexfront.core.contract import CHANCE, Kind, Step
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.systems.aggressor.rules.turn import GameBegins, TurnBegins

SYSTEM = find_system("aggressor")
WEST = [{"type": "armor", "hex": "@AA"}, {"type": "support", "hex": "@AB"}]
EAST = [{"type": "armor", "hex": "@UA"}, {"type": "support", "hex": "@UB"}]


def rules_of(first: str = "random", **armies: Any) -> Any:
    document = copy.deepcopy(load_scenario(SYSTEM).document)
    document |= {"army_size": 2, "armies": armies}
    document["options"]["first"] = first
    return SYSTEM.rules(SYSTEM.scenarios.load(document, None, "test"))


@pytest.mark.clause("AGR-53")
def test_a_given_army_cannot_be_changed() -> None:
    rules = rules_of(west=WEST)
    state = rules.start()
    assert rules.decision(state).sides == (1,)
    assert rules.choices(state, 0) == []
    assert not rules.offers(rules.view(state, 0))
    for order in (3, 8, 0):
        assert rules.refuse(state, 0, order).clause == "AGR-53"


@pytest.mark.clause("AGR-38")
@pytest.mark.parametrize(("first", "ways"), [("random", 2), ("west", 1), ("east", 1)])
def test_who_begins_is_told_where_both_armies_are_given(first: str, ways: int) -> None:
    rules = rules_of(first, west=WEST, east=EAST)
    state, log = rules.start(), EventLog()
    assert rules.decision(state).kind == Kind.CHANCE
    assert rules.chances(state).weights == (1,) * ways
    rules.apply(state, Step(CHANCE, ways - 1), log)
    events = {type(event.what): event.what for event in log.events()}
    assert events[GameBegins][:2] == (int(first != "west"), int(first != "random"))
    assert events[TurnBegins][1] == int(first != "west")
