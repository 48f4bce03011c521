"""Packed views: all that a view tells, and nothing else."""

from __future__ import annotations

from typing import Final

import numpy as np
import pytest

from hexfront.conformance.snapshots import snapshots
from hexfront.core.contract import SPECTATOR, UMPIRE
from hexfront.core.dice import dice_from_seed
from hexfront.core.scenario import load_scenario, scenario_names
from hexfront.systems.brigade import SYSTEM
from hexfront.systems.brigade.game import BrigadeRules
from hexfront.systems.brigade.knowledge.packed import pack_view
from hexfront.systems.brigade.knowledge.view import determinize, known_facts, packed_facts
from hexfront.systems.brigade.scenario.loader import with_options
from hexfront.systems.brigade.scenario.state import BrigadeState

TWINS: Final = 3
HIDING: Final = {"detection": "true", "deal": "shuffled"}


def packed_view(rules: BrigadeRules, state: BrigadeState, side: int) -> BrigadeState:
    """A packed view in words that held something else before."""
    packed = rules.start()
    packed[0][packed[0] == 0] = 77
    packed[0][: state._header] = state[0][: state._header]
    pack_view(rules.ground, state, side, packed)
    return packed


@pytest.mark.clause("BRG-9", "BRG-28")
@pytest.mark.parametrize("options", [{}, HIDING, {**HIDING, "sequence": "igougo"}], ids=str)
@pytest.mark.parametrize("name", scenario_names(SYSTEM))
def test_a_packed_view_is_the_view(name: str, options: dict[str, str]) -> None:
    rules = BrigadeRules(with_options(load_scenario(SYSTEM, name), options))
    detection = rules.scenario.file.options.detection
    differed = 0
    for snapshot in snapshots(SYSTEM, rules, seed=5, per_game=12):
        for side in range(2):
            state = snapshot.state
            packed = packed_view(rules, state, side)
            facts = known_facts(rules.setting, state, side, detection)
            assert known_facts(rules.setting, packed, side, detection) == facts
            assert rules.choices(packed, side) == rules.choices(state, side)
            np.testing.assert_array_equal(packed[0], packed_facts(rules.setting, facts)[0])
            for number in range(TWINS):
                dice = dice_from_seed(number, snapshot.step)
                twin = determinize(rules.setting, facts, dice)
                np.testing.assert_array_equal(packed_view(rules, twin, side)[0], packed[0])
                differed += not np.array_equal(twin[0], state[0])
    assert differed


def test_a_state_made_of_the_umpires_view_is_the_state() -> None:
    rules = BrigadeRules(with_options(load_scenario(SYSTEM, "night-on-the-moor"), HIDING))
    for snapshot in snapshots(SYSTEM, rules, seed=6, per_game=12):
        view = rules.view(snapshot.state, UMPIRE)
        imagined = rules.determinize(view, dice_from_seed(1))
        assert rules.view(imagined, UMPIRE) == view
        companies = sorted(imagined.units.company.tolist())
        assert companies == list(range(len(companies)))
        view = rules.view(snapshot.state, SPECTATOR)
        imagined = rules.determinize(view, dice_from_seed(1))
        assert sorted(imagined.units.company.tolist()) == companies
