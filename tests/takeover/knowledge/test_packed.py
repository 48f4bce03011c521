"""Packed views and observations: all that a player may know and nothing else (TKO-3)."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hexfront.core.dice import dice_from_seed
from hexfront.systems.takeover.knowledge.facts import known_facts, visible_state
from hexfront.systems.takeover.knowledge.observation import (
    Seen,
    action_factors,
    observation_spec,
    write_observation,
)
from hexfront.systems.takeover.knowledge.packed import pack_view
from hexfront.systems.takeover.scenario.state import Phase
from tests.takeover.games import random_positions, rules_of

PLAYERS = pytest.mark.parametrize("players", [2, 4, 6])


@PLAYERS
@pytest.mark.clause("TKO-3")
def test_a_packed_view_holds_what_the_view_tells(players: int) -> None:
    """Twins, which look alike to a player, are packed alike; his choices are those of the state."""
    rules = rules_of(options={"players": players, "rounds": 8})
    setting, dice, different = rules.setting, dice_from_seed(4), 0
    packed, other = setting.start.copy(), setting.start.copy()
    for state in random_positions(rules, 6):
        for side in range(players):
            pack_view(rules.ring, state, side, packed)
            assert packed == visible_state(setting, known_facts(setting, state, side))
            twin = rules.determinize(rules.view(state, side), dice)
            pack_view(rules.ring, twin, side, other)
            assert packed == other
            different += twin != state
            assert rules.choices(packed, side) == rules.choices(state, side)
    assert different


@PLAYERS
@pytest.mark.clause("TKO-3")
def test_observations_keep_their_limits_and_tell_no_secret(players: int) -> None:
    rules = rules_of(options={"players": players, "rounds": 8})
    spec, dice = observation_spec(rules.setting), dice_from_seed(4)
    one, other = (Seen(*(np.zeros((2, *s.shape), dtype=s.dtype) for s in spec)) for _ in range(2))
    pairs: list[Any] = list(zip(spec, one, other, strict=True))
    for state in random_positions(rules, 7):
        for side in range(players):
            twin = rules.determinize(rules.view(state, side), dice)
            for seen, place in ((one, state), (other, twin)):
                write_observation(rules.ring, place, side, seen, 1)
            for each, mine, theirs in pairs:
                assert np.array_equal(mine, theirs)
                assert not mine[0].any()
                assert (mine[1] >= each.low).all(), each.name
                assert (mine[1] <= each.high).all(), each.name
    assert [each.name for each in spec] == list(Seen._fields)
    assert all(len(each.axis_names) == each.shape[-1] for each in spec)


def test_another_decision_is_another_observation() -> None:
    """What is asked of a player can be told from what he sees."""
    rules = rules_of(options={"rounds": 8})
    spec = observation_spec(rules.setting)
    seen = Seen(*(np.zeros((1, *each.shape), dtype=each.dtype) for each in spec))
    asked: dict[bytes, tuple[int, ...]] = {}
    for state in random_positions(rules, 8):
        if state.game.phase <= Phase.MANAGING:
            codes = tuple(rules.choices(state, state.game.active))
            write_observation(rules.ring, state, state.game.active, seen, 0)
            written = b"".join(array.tobytes() for array in seen)
            assert asked.setdefault(written, codes) == codes
    assert len(asked) > 50


def test_each_order_has_factors_of_its_own() -> None:
    rules = rules_of()
    names, sizes, table, *_ = action_factors(rules.setting)
    assert table.shape == (rules.actions, len(names))
    assert len(np.unique(table, axis=0)) == rules.actions
    assert (table >= 0).all()
    assert (table < sizes).all()
    words = rules.words
    for code in (0, 1, 2, 50, 97, 98, 700, rules.actions - 1):
        factors = dict(zip(names, table[code].tolist(), strict=True))
        attack = words.attack(code)
        if attack is not None:
            assert factors["from"] == attack.origin + 1
            assert factors["territory"] == attack.target + 1
            assert factors["card"] == attack.card + 1
        elif code > 1:
            assert (factors["good"] - 1, factors["territory"] - 1) == words.purchase(code)
        else:
            assert sum(factors.values()) == factors["what"] > 0
