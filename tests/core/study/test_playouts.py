"""Random games in kernels: pieces that every system shares."""

from __future__ import annotations

import numpy as np
import pytest

from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.tables import copy_row, fill, mixed


def test_rows_are_overwritten() -> None:
    target = np.zeros(4, dtype=np.int64)
    copy_row(target, np.arange(8, 12))
    assert target.tolist() == [8, 9, 10, 11]
    fill(target, 3)
    assert target.tolist() == [3, 3, 3, 3]


def test_a_fingerprint_knows_the_order_of_its_numbers() -> None:
    assert mixed(mixed(0, 3), 5) == (3 * 1000003) ^ 5
    assert mixed(mixed(0, 5), 3) != mixed(mixed(0, 3), 5)
    assert 0 <= mixed(0xFFFFFFFF, 7) <= 0xFFFFFFFF


@pytest.mark.parametrize("name", ["aggressor", "brigade", "malaya", "takeover"])
def test_a_seed_is_a_set_of_games(name: str) -> None:
    system = find_system(name)
    rules = system.rules(load_scenario(system))
    first = system.studying.playouts(rules, 2, 1)
    assert first == system.studying.playouts(rules, 2, 1)
    assert first.fingerprint != system.studying.playouts(rules, 2, 2).fingerprint
    assert (first.games, len(first.wins)) == (2, len(rules.sides))
    assert first.steps > 20
    assert max(first.wins) <= 2
