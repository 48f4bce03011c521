"""What a system need not write."""

from __future__ import annotations

from typing import Any

import pytest

from hexfront.core.contract import CHANCE, SPECTATOR, UMPIRE, Kind, Step
from hexfront.core.defaults import BaseRules, ComposedRules
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.events import PUBLIC, Event, EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.study.playouts import playouts_by_steps
from tests.kit.duel import SYSTEM


class Plain(BaseRules):
    actions = 3

    def write_order(self, order: int) -> Json:
        return {"order": "take", "number": order}


def test_orders_are_read_as_they_are_written() -> None:
    rules = Plain()
    assert [rules.read_order(rules.write_order(code)) for code in range(3)] == [0, 1, 2]
    assert rules.read_order({"number": 2, "order": "take"}) == 2


@pytest.mark.parametrize(
    "junk", [None, {}, {"order": "take", "number": True}, {"order": "take", "number": 3}, "\ud800"]
)
def test_what_is_no_order_is_refused(junk: Any) -> None:
    with pytest.raises(InputError, match=r'expected an order .* "take", "number": 0'):
        Plain().read_order(junk)


def test_events_reach_their_audience() -> None:
    rules = Plain()
    to_second, to_all = (Event("Hit", (), "DUE-3", audience) for audience in (0b10, PUBLIC))
    viewers = (0, 1, SPECTATOR, UMPIRE)
    assert [rules.redact(to_second, viewer) for viewer in viewers] == [
        None,
        to_second,
        None,
        to_second,
    ]
    assert all(rules.redact(to_all, viewer) == to_all for viewer in viewers)


def test_nothing_can_be_asked() -> None:
    rules: Any = Plain()
    assert rules.overlays == ()
    with pytest.raises(InputError, match="no overlays"):
        rules.read_overlay(None, "reach", "")


def test_playouts_step_by_step_are_the_same_from_the_same_seed() -> None:
    rules = SYSTEM.rules(load_scenario(SYSTEM))
    report = playouts_by_steps(rules, 5, 1)
    assert report == playouts_by_steps(rules, 5, 1)
    assert report.games == 5
    assert report.steps > 5
    assert report.fingerprint != playouts_by_steps(rules, 5, 2).fingerprint
    assert playouts_by_steps(rules, 5, 2) != playouts_by_steps(rules, 6, 2)


@pytest.mark.parametrize("name", ["aggressor", "brigade", "idahex", "malaya", "takeover"])
def test_rules_hand_on_to_their_parts(name: str) -> None:
    system = find_system(name)
    rules = system.rules(load_scenario(system))
    assert isinstance(rules, ComposedRules)
    state, log = rules.start(), EventLog()
    decision = rules.decision(state)
    for viewer in (0, 1, SPECTATOR, UMPIRE):
        view = rules.view(state, viewer)
        assert (view.viewer, view.time, view.kind) == (viewer, decision.time, decision.kind)
        assert view.must_act == (viewer in decision.sides)
        assert bool(rules.offers(view)) <= (viewer >= 0)
    assert rules.overlays
    step = Step(CHANCE, 0)
    if decision.kind == Kind.ORDERS:
        step = Step(decision.sides[0], rules.choices(state, decision.sides[0])[0])
    rules.apply(state, step, log)
    seen = rules.view(state, UMPIRE)
    assert all(rules.describe(event, seen).text for event in log.events())
