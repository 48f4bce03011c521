"""What Brigade's search has learned of the start of a turn."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from benchmarks.brigade_values import WIDE, Samples, fit, fold, stands_of, value_of

from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.networks.safetensors import Tensors, read_tensors, write_tensors
from hexfront.systems.brigade.opponents import values
from hexfront.systems.brigade.opponents.values import (
    FORMAT,
    VALUES,
    WEIGHTS,
    make_values,
    value_turn,
    values_of,
)
from hexfront.systems.brigade.scenario.loader import with_options
from tests.search.games import rules_of, searcher, some_positions

SHIPPED = VALUES / "three-towns.safetensors"


def other_rules() -> Any:
    """The default scenario with an option changed."""
    system = find_system("brigade")
    return system.rules(with_options(load_scenario(system), {"rules": "advanced"}))


def test_the_default_scenario_has_values_and_says_where_they_are_from() -> None:
    weights, notes = read_tensors(SHIPPED)
    assert {"commit", "seed", "hours", "machine", "curve"} <= notes.keys()
    assert weights.keys() == {*WEIGHTS}
    assert len(values_of(rules_of("brigade")).turn) == 4


def test_a_search_ends_its_trials_with_the_turn_where_there_are_values() -> None:
    assert searcher(rules_of("brigade"), 0, iterations=1).game.depth == 1
    assert searcher(other_rules(), 0, iterations=1).game.depth == 0


def test_values_are_of_one_scenario_with_its_options() -> None:
    assert len(values_of(other_rules()).turn) == 0


def test_the_kernel_says_what_the_network_says() -> None:
    rules = rules_of("brigade")
    weights, _ = read_tensors(SHIPPED)
    net = values_of(rules)
    flat = {**weights, "stands": weights["stands"].reshape(-1, weights["turn"].shape[1])}
    found = np.zeros(2)
    for state, _side in some_positions(rules, 3, 6, 20):
        turn = np.array([state.game.turn - 1])
        expected = value_of(flat, stands_of(rules.ground, state)[None], turn)[-1][0]
        value_turn(rules.ground, net, state, found)
        assert found == pytest.approx(expected, abs=1e-5)


def test_to_stand_in_the_towns_before_the_last_turn_is_worth_more() -> None:
    """Opfor in all three towns, Bluefor far from them; and the other way round."""
    rules = rules_of("brigade")
    net, found = values_of(rules), np.zeros((2, 2))
    towns = np.flatnonzero(rules.ground.hexes.town).tolist()
    for side in range(2):
        state = rules.start()
        state.game.turn = 4
        first = rules.ground.rules.first_unit[side]
        state.units.place[first : first + 3] = towns
        if side == 0:
            state.units.place[rules.ground.rules.first_unit[1] :] = rules.ground.rules.off_map
        value_turn(rules.ground, net, state, found[side])
    assert found[0, 0] > 0.9 > 0.1 > found[0, 1]
    assert found[1, 1] > found[0, 1] + 0.5
    assert found[1, 0] < found[0, 0] - 0.5


@pytest.mark.parametrize("told", ["hexfront-brigade-values/0", None])
def test_a_file_of_another_format_is_refused(
    told: str | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    weights, notes = read_tensors(SHIPPED)
    notes.pop("format")
    if told is not None:
        notes["format"] = told
    write_tensors(tmp_path / SHIPPED.name, Tensors(weights, notes))
    monkeypatch.setattr(values, "VALUES", tmp_path)
    with pytest.raises(InputError, match=f"three-towns.safetensors.*{FORMAT}"):
        values_of(rules_of("brigade"))


def test_it_learns_what_a_unit_is_worth() -> None:
    """Of two sides and three hexes: who has more units in the first hex wins."""
    random = np.random.default_rng(1)
    stands = random.integers(0, 2, (2048, 6)).astype(np.uint8)
    turn = random.integers(0, 2, 2048)
    lead = 0.5 + 0.4 * (stands[:, 0].astype(float) - stands[:, 3])
    worth = np.stack([lead, 1.0 - lead], axis=1)
    worth[::3, 0] = np.nan
    features = np.kron(np.eye(2), np.ones((3, 1)))
    weights = fold(fit(Samples(stands, turn, worth), features, 2, 1, 12), features)
    again = fold(fit(Samples(stands, turn, worth), features, 2, 1, 12), features)
    net = {**weights, "stands": weights["stands"].reshape(6, -1)}
    assert np.nanmean((value_of(net, stands, turn)[-1] - worth) ** 2) < 0.002
    assert all((weights[name] == again[name]).all() for name in WEIGHTS)
    assert make_values(weights).stands.shape == (2, 3, WIDE)
