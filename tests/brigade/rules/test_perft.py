"""How many sequences of orders there are from the start: a change of the rules shows here."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from hexfront.core.contract import Step
from hexfront.core.events import EventLog
from hexfront.core.scenario import load_scenario, scenario_names
from hexfront.systems.brigade import SYSTEM
from hexfront.systems.brigade.game import BrigadeRules
from hexfront.systems.brigade.scenario.loader import with_options
from tests.brigade.oracle import Oracle, Plan

COUNTS = {
    "three-towns": (25, 427, 7_771),
    "across-the-drau": (111, 12_322, 1_313_607),
    "iron-few": (23, 503, 9_335),
    "meeting-engagement": (29, 663, 13_126),
    "night-on-the-moor": (42, 1_386, 44_102),
    "first-game": (12, 122, 1_325),
    "market-road": (25, 396, 6_220),
    "lenne-fords": (42, 1_679, 61_531),
    "orrin-moor": (36, 847, 19_874),
    "sattel-pass": (39, 1_547, 56_557),
    "marrow-gate": (70, 4_883, 319_325),
}
"""Sequences of one, two and three orders of the first side; "done" can only be the last."""


def rules_of(name: str) -> BrigadeRules:
    """A shipped scenario with its companies where the file has them."""
    return BrigadeRules(with_options(load_scenario(SYSTEM, name), {"deal": "fixed"}))


def count(rules: BrigadeRules, state: Any, depth: int) -> int:
    choices = rules.choices(state, 0)
    if depth == 1:
        return len(choices)
    total = 0
    for order in choices[1:] if choices[0] == 0 else choices:
        after = state.copy()
        rules.apply(after, Step(0, order), EventLog(0))
        total += count(rules, after, depth - 1)
    return total


def count_slowly(oracle: Oracle, plan: Plan, depth: int, *, planning: bool) -> int:
    orders = oracle.orders(0, plan, planning=planning)
    if depth == 1:
        return len(orders)
    total = 0
    for order in orders - {("done",)}:
        after = deepcopy(plan)
        oracle.give(order, after)
        total += count_slowly(oracle, after, depth - 1, planning=planning)
    return total


def test_every_shipped_scenario_is_counted() -> None:
    assert set(COUNTS) == set(scenario_names(SYSTEM))


@pytest.mark.parametrize("name", COUNTS)
def test_counts_of_order_sequences(name: str) -> None:
    rules = rules_of(name)
    state = rules.start()
    assert tuple(count(rules, state, depth) for depth in (1, 2, 3)) == COUNTS[name]


@pytest.mark.parametrize("name", COUNTS)
def test_the_oracle_counts_the_same(name: str) -> None:
    scenario = rules_of(name).scenario
    oracle = Oracle(scenario.document)
    planning = scenario.file.options.sequence == "plotted"
    depths = (1,) if len(oracle.pieces) > 20 else (1, 2)
    found = tuple(count_slowly(oracle, Plan(), depth, planning=planning) for depth in depths)
    assert found == COUNTS[name][: len(depths)]
