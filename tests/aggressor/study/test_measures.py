from typing import Any

import numpy as np
import pytest

from hexfront.core.contract import Kind
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.state import digest
from hexfront.systems.aggressor.rules.actors import actor_of
from hexfront.systems.aggressor.study import measures


@pytest.fixture(scope="module")
def rules() -> Any:
    system = find_system("aggressor")
    return system.rules(load_scenario(system))


def test_what_is_timed_is_the_middle_of_a_game(rules: Any) -> None:
    state = measures.middle_of_a_game(rules)
    assert state.game.round == measures.MIDDLE
    assert rules.decision(state).kind == Kind.ORDERS


def test_what_is_timed_is_really_done(rules: Any) -> None:
    state, target = measures.middle_of_a_game(rules), rules.start()
    assert measures.copy_often(target, state, 1) == 1
    assert digest(target) == digest(state) != digest(rules.start())
    side = int(actor_of(rules.ground, state))
    codes = np.zeros(rules.actions, dtype=np.int64)
    expected = list(rules.choices(state, side))
    assert measures.list_often(rules.ground, state, side, codes, 3) == 3 * len(expected)
    assert codes[: len(expected)].tolist() == expected


def test_jobs_say_how_often(rules: Any) -> None:
    system = find_system("aggressor")
    assert set(system.studying.measures) >= {
        "state copy in a kernel",
        "choices of a side in a kernel",
    }
    for make in system.studying.measures.values():
        assert make(rules)() > 0
