"""What a learner sees: figures, units, contacts and planes are the view, within their limits."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from hexfront import conformance
from hexfront.conformance import Snapshot
from hexfront.core.dice import dice_from_seed
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.systems.aggressor.game import AggressorRules
from hexfront.systems.aggressor.knowledge.observation import (
    CONTACTS,
    GAME,
    HEXES,
    MOST_HITS,
    UNITS,
    VERBS,
    Seen,
    action_factors,
    new_seen,
    observation_spec,
    seen_of,
    write_observation,
)
from hexfront.systems.aggressor.scenario.model import TYPE_NAMES
from hexfront.systems.aggressor.scenario.state import Phase, flags
from tests.aggressor.positions import WEST, Game

SYSTEM = find_system("aggressor")
STATES = ("attacked", "special", "acted", "halted", "frozen", "dug")
EVERY_OPTION = [
    {},
    {"decon": "true", "mobile_attacks": "true"},
    {"observation": "false", "mobile_attacks": "true"},
]


@cache
def rules_with(**options: str) -> AggressorRules:
    scenario = load_scenario(SYSTEM)
    assert SYSTEM.scenarios.with_options is not None
    rules = SYSTEM.rules(SYSTEM.scenarios.with_options(scenario, options))
    assert isinstance(rules, AggressorRules)
    return rules


@cache
def positions(**options: str) -> list[Snapshot]:
    rules = rules_with(**options)
    return [s for seed in range(2) for s in conformance.snapshots(SYSTEM, rules, seed, 10)]


def seen(rules: Any, state: Any, side: int) -> Seen:
    """What is seen, in the second of two rows, where the other side has looked before."""
    arrays = new_seen(rules.setting, 2)
    write_observation(rules.ground, rules.start(), 1 - side, arrays, 1)
    write_observation(rules.ground, state, side, arrays, 1)
    assert not any(array[0].any() for array in arrays)
    return Seen(*(array[1] for array in arrays))


def equal(one: Seen, two: Seen) -> bool:
    return all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))


def test_the_arrays_show_what_the_view_shows() -> None:
    rules = rules_with()
    hexes, rows = rules.ground.rules.hexes, rules.ground.rules.map_rows
    contacts = 0

    def at(place: int) -> tuple[int, int]:
        return (0, 0) if place == hexes else (place // rows + 1, place % rows + 1)

    for snapshot in positions():
        for side in range(2):
            arrays, facts = (
                seen(rules, snapshot.state, side),
                rules.view(snapshot.state, side).facts,
            )
            for unit, row in zip(facts["units"][side], arrays.units.tolist(), strict=True):
                shown = [unit["kind"] + 1, unit["range"], unit["strength"], unit["moved"]]
                shown += [unit[name] for name in STATES]
                shown += [*at(unit["place"]), *at(unit["start"])]
                assert row == (shown if unit["place"] != hexes else [0] * len(UNITS))
            known = [
                [level, kind + 1, min(hits, MOST_HITS), *at(place)]
                for _, place, level, kind, hits in facts["contacts"]
            ]
            army = len(arrays.contacts)
            assert arrays.contacts.tolist() == known + [[0] * len(CONTACTS)] * (army - len(known))
            contacts += len(known)
            planes = arrays.hexes.reshape(len(HEXES), hexes)
            dirty = [rules.setting.labels[place] for place in np.flatnonzero(planes[0])]
            assert dirty == facts["contaminated"]
            assert np.array_equal(planes[1], flags(snapshot.state.watched[side], hexes))
            assert dict(zip(GAME, arrays.game.tolist(), strict=True))["kills"] == facts["kills"]
    assert contacts


@pytest.mark.clause("AGR-17")
@pytest.mark.parametrize("options", EVERY_OPTION, ids=str)
def test_the_arrays_are_the_same_whatever_is_hidden(options: dict[str, str]) -> None:
    rules, dice = rules_with(**options), dice_from_seed(1)
    different = 0
    for snapshot in positions(**options):
        for side in range(2):
            other = rules.determinize(rules.view(snapshot.state, side), dice)
            assert equal(seen(rules, snapshot.state, side), seen(rules, other, side))
            different += int(not np.array_equal(other.units, snapshot.state.units))
    assert different


@pytest.mark.parametrize("options", EVERY_OPTION, ids=str)
def test_the_arrays_are_as_they_are_described(options: dict[str, str]) -> None:
    rules = rules_with(**options)
    spec = observation_spec(rules.setting)
    given = [np.zeros((1, *each.shape), each.dtype) for each in spec]
    arrays = seen_of(*given)
    for snapshot in positions(**options):
        for side in range(2):
            write_observation(rules.ground, snapshot.state, side, arrays, 0)
            for each, array in zip(spec, given, strict=True):
                assert ((array[0] >= each.low) & (array[0] <= each.high)).all(), each.name
    assert [each.name for each in spec] == list(Seen._fields)
    assert all(len(each.axis_names) in each.shape for each in spec)


@pytest.mark.clause("AGR-27")
def test_whoever_is_asked_whether_to_press_sees_for_which_unit() -> None:
    units = {"W1": "armor @JH", "W2": "armor @KG", "E1": "infantry @KH", "E2": "infantry @LH"}
    arrays = []
    for name in ("W1", "W2"):
        game = Game(units, mobile_attacks=True, observation=False, aggressor=WEST)
        game.attack(name, "@KH", 1)
        assert game.state.game.phase == Phase.PRESS
        arrays.append(seen(game.rules, game.state, WEST))
        figures = dict(zip(GAME, arrays[-1].game.tolist(), strict=True))
        assert figures["unit that may press"] == game.number[name] + 1
        column, row = divmod(game.index("@KH"), game.rules.ground.rules.map_rows)
        assert figures["column that it may enter"] == column + 1
        assert figures["row that it may enter"] == row + 1
    assert not np.array_equal(arrays[0].game, arrays[1].game)


def test_orders_are_taken_apart() -> None:
    rules = rules_with()
    names, sizes, table, *_ = action_factors(rules.setting)
    assert names == ("unit", "verb", "place")
    assert table.shape == (rules.actions, 3)
    assert len(np.unique(table, axis=0)) == rules.actions
    assert (table >= 0).all() and (table < sizes).all()
    for code in range(0, rules.actions, 41):
        unit, verb, place = table[code].tolist()
        order = rules.write_order(code)
        assert order.get("unit", 0) == unit
        if "hex" in order:
            assert rules.setting.labels[place - 1] == order["hex"]
        words = [order["do"]]
        words += [order[key] for key in ("type", "to") if key in order]
        assert VERBS[verb] == " ".join(words) or order["do"] == "nothing"
    assert {f"deploy {name}" for name in TYPE_NAMES} <= set(VERBS)
