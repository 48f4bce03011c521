"""What a learner sees: the mask is the list of choices, and the planes are the view."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from hexfront import conformance
from hexfront.conformance import Snapshot
from hexfront.core.dice import dice_from_seed
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.systems.aggressor.game import AggressorRules
from hexfront.systems.aggressor.knowledge.planes import (
    PLANES,
    Arrays,
    encode,
    new_arrays,
    unpack_mask,
)

SYSTEM = find_system("aggressor")


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


def seen(rules: AggressorRules, state: object, side: int) -> Arrays:
    arrays = new_arrays(rules.ground, side)
    encode(rules.ground, state, side, arrays)
    return arrays


@pytest.mark.parametrize("options", [{}, {"decon": "true"}, {"mobile_attacks": "true"}], ids=str)
def test_the_mask_is_the_list_of_choices(options: dict[str, str]) -> None:
    rules = rules_with(**options)
    for snapshot in positions(**options):
        for side in range(2):
            mask = unpack_mask(rules.ground, seen(rules, snapshot.state, side))
            assert mask.shape == (rules.actions,)
            assert np.flatnonzero(mask).tolist() == list(rules.choices(snapshot.state, side))


def test_the_planes_show_what_the_view_shows() -> None:
    rules = rules_with()
    for snapshot in positions():
        for side in range(2):
            planes = seen(rules, snapshot.state, side).planes
            view = rules.view(snapshot.state, side)
            own = {c.place: c for c in view.counters if c.side == side and c.place}
            enemies = {c.place: c for c in view.counters if c.side != side and c.place}
            for place, label in enumerate(rules.setting.labels):
                counter = own.get(label)
                found = planes[PLANES.index("own strength"), place]
                assert found == (counter.values["strength"] if counter else 0)
                known = planes[PLANES.index("enemy level"), place]
                assert bool(known) == (label in enemies)
                if label in enemies:
                    kind = planes[PLANES.index("enemy type"), place]
                    assert bool(kind) == enemies[label].known


def test_the_planes_are_the_same_whatever_is_hidden() -> None:
    rules = rules_with()
    dice = dice_from_seed(1)
    different = 0
    for snapshot in positions():
        for side in range(2):
            other = rules.determinize(rules.view(snapshot.state, side), dice)
            one, two = seen(rules, snapshot.state, side), seen(rules, other, side)
            for a, b in zip(one, two, strict=True):
                assert np.array_equal(a, b)
            different += int(not np.array_equal(other.units, snapshot.state.units))
    assert different
