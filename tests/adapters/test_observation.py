"""What learners observe, of every system: within its limits, named, and nothing that is hidden."""

from __future__ import annotations

import numpy as np
import pytest

from hexfront import conformance
from hexfront.adapters.spaces import MASK, names_of, observation_space
from hexfront.batch import Batch
from hexfront.core.dice import dice_from_seed
from hexfront.core.registry import system_names
from hexfront.core.state import digest
from tests.amounts import amount
from tests.batch.reference import game_of, system_of

OPEN = {"malaya"}
"""Systems in which nothing is hidden at first."""
every_system = pytest.mark.parametrize("name", [*system_names(), "duel"])


def equal(one: dict[str, np.ndarray], two: dict[str, np.ndarray]) -> bool:
    return one.keys() == two.keys() and all(np.array_equal(one[key], two[key]) for key in one)


@every_system
def test_arrays_are_as_their_description_says(name: str) -> None:
    game, chance = game_of(name), np.random.default_rng(1)
    batch, space = Batch(game, 2), observation_space(game)
    batch.reset(3)
    for _ in range(amount(25, 500)):
        for side in range(len(game.rules.sides)):
            seen = batch.observe(side)
            for row in range(2):
                own = {key: array[row] for key, array in seen.items()} | {MASK: batch.mask[row]}
                assert space.contains(own)
        batch.step(batch.sample(chance))


@every_system
def test_features_have_names_of_their_own(name: str) -> None:
    game = game_of(name)
    names = names_of(game)
    for spec in game.spec:
        assert len(set(names[spec.name])) == len(names[spec.name])
        assert not spec.axis_names or len(spec.axis_names) in spec.shape
        assert spec.meaning
    assert len(names) == len(game.spec)


@every_system
def test_the_mask_is_the_list_of_choices(name: str) -> None:
    game, chance = game_of(name), np.random.default_rng(2)
    batch = Batch(game, 2)
    batch.reset(4)
    for _ in range(amount(25, 500)):
        for row in np.flatnonzero(batch.ended == 0).tolist():
            side, state = int(batch.to_move[row]), batch.state(row)
            legal = list(game.rules.choices(state, side))
            assert np.flatnonzero(batch.mask[row]).tolist() == legal
            seen = {key: array[row] for key, array in batch.observation.items()}
            assert equal(seen, batch.look(state, side))
        batch.step(batch.sample(chance))


@every_system
def test_observations_say_nothing_of_what_is_hidden(name: str) -> None:
    """States with the same view give the same arrays, whatever else differs."""
    system, game, dice = system_of(name), game_of(name), dice_from_seed(3)
    batch, different = Batch(game, 1), 0
    for seed in range(2):
        for snapshot in conformance.snapshots(system, game.rules, seed, 12):
            for side in range(len(game.rules.sides)):
                view = game.rules.view(snapshot.state, side)
                other = game.rules.determinize(view, dice)
                assert equal(batch.look(snapshot.state, side), batch.look(other, side))
                different += digest(other) != digest(snapshot.state)
    assert different or name in OPEN


def test_sides_see_different_things() -> None:
    batch, chance = Batch(game_of("brigade"), 3), np.random.default_rng(1)
    batch.reset(1)
    for _ in range(20):
        one, two = batch.observe(0), batch.observe(1)
        assert not np.array_equal(one["units"], two["units"])
        batch.step(batch.sample(chance))


@every_system
def test_orders_taken_apart_differ(name: str) -> None:
    factors = game_of(name).factors
    if factors is not None:
        assert len(factors.names) == len(factors.sizes) == factors.table.shape[1]
        assert len(factors.table) == game_of(name).rules.actions
        assert (factors.table >= 0).all() and (factors.table < np.array(factors.sizes)).all()
        assert len(np.unique(factors.table, axis=0)) == len(factors.table)
