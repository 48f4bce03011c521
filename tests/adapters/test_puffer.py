"""PufferLib's interface, by its documentation: buffers that are written in place."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from gymnasium.spaces import Box, Discrete

from hexfront.adapters.puffer_env import HexfrontPuffer
from hexfront.adapters.spaces import MASK
from hexfront.adapters.vector_env import HexfrontVectorEnv
from hexfront.core.errors import InputError
from hexfront.core.registry import system_names

pytestmark = pytest.mark.usefixtures("duel")


def buffers(env: HexfrontPuffer) -> dict[str, np.ndarray]:
    """Of all environments in a process, of which this one has the middle."""
    count, space = env.num_agents, env.single_observation_space
    return {
        "observations": np.full((count, *space.shape), 7, dtype=space.dtype),
        "rewards": np.full(count, 7, dtype=np.float32),
        "terminals": np.ones(count, dtype=np.bool_),
        "truncations": np.ones(count, dtype=np.bool_),
        "masks": np.ones(count, dtype=np.bool_),
        "actions": np.zeros(count, dtype=np.int32),
    }


@pytest.mark.parametrize("name", [*system_names(), "duel"])
def test_given_buffers_are_written_in_place(name: str) -> None:
    form = HexfrontPuffer(name, 6)
    whole = buffers(form)
    part = {key: array[2:5] for key, array in whole.items()}
    env = HexfrontPuffer(name, 3, buf=part, max_steps=6)
    games = HexfrontVectorEnv(name, 3, autoreset="same_step", max_steps=6)
    assert isinstance(env.single_observation_space, Box)
    assert isinstance(env.single_action_space, Discrete)
    assert env.num_agents == 3
    seen, infos = env.reset(seed=4)
    expected, _ = games.reset(seed=4)
    assert infos == [] and seen is part["observations"]
    told: list[dict[str, Any]] = []
    for _ in range(8):
        own = env.split(whole["observations"][2:5])
        assert all(np.array_equal(own[key], expected[key]) for key in expected)
        whole["actions"][2:5] = expected[MASK].argmax(axis=1)
        *given, infos = env.step(whole["actions"][2:5])
        expected, rewards, over, cut, _ = games.step(whole["actions"][2:5].astype(np.int64))
        names = ("observations", "rewards", "terminals", "truncations")
        assert all(array is part[key] for array, key in zip(given, names, strict=True))
        assert np.array_equal(whole["rewards"][2:5], rewards)
        assert np.array_equal(whole["terminals"][2:5], over)
        assert np.array_equal(whole["truncations"][2:5], cut)
        told += infos
    assert told and set(told[0]) >= {"reward", "episode_length", "games"}
    assert (whole["observations"][[0, 1, 5]] == 7).all() and (whole["rewards"][:2] == 7).all()
    assert whole["masks"].all()
    env.close()


def test_buffers_of_its_own_and_the_asynchronous_calls() -> None:
    env = HexfrontPuffer("duel", 2)
    env.async_reset(3)
    seen, *_, ids, masks = env.recv()
    assert ids.tolist() == [0, 1] and masks.all()
    assert env.single_observation_space.contains(seen[0])
    env.send(env.split(seen)[MASK].argmax(axis=1))
    after, rewards, over, cut, infos, _, _ = env.recv()
    assert after is seen and infos == [] and not rewards.any() and not (over | cut).any()


def test_one_seed_after_another() -> None:
    one, two = HexfrontPuffer("duel", 2, seed=5), HexfrontPuffer("duel", 2)
    first = one.reset()[0].copy()
    assert np.array_equal(first, two.reset(5)[0])
    one.reset()
    two.reset()
    assert np.array_equal(one.observations, two.observations)


def test_bad_buffers_and_actions() -> None:
    form = HexfrontPuffer("duel", 2)
    for name, wrong in (
        ("rewards", np.zeros(2)),
        ("terminals", np.zeros(3, dtype=np.bool_)),
        ("observations", np.zeros((2, 3), dtype=np.float32)),
    ):
        with pytest.raises(InputError, match=f"buf: {name}: found"):
            HexfrontPuffer("duel", 2, buf={**buffers(form), name: wrong})
    form.reset(1)
    with pytest.raises(InputError, match="actions: found"):
        form.step(np.zeros(3, dtype=np.int32))
