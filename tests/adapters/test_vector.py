"""Gymnasium's vector environments: the games of single ones, in all three modes."""

from __future__ import annotations

import pickle
from typing import Any

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import RecordEpisodeStatistics

from hexfront.adapters.gymnasium_env import HexfrontEnv
from hexfront.adapters.spaces import MASK, Observation
from hexfront.adapters.vector_env import HexfrontVectorEnv
from hexfront.agents import RandomAgent
from hexfront.core.errors import InputError
from hexfront.core.registry import system_names

pytestmark = pytest.mark.usefixtures("duel")
MODES = ["next_step", "same_step", "disabled"]


def last_legal(seen: Observation) -> Any:
    """A policy for one game, and for many."""
    mask = seen[MASK]
    found = mask.shape[-1] - 1 - np.argmax(mask[..., ::-1], axis=-1)
    return int(found) if mask.ndim == 1 else found


def position(seen: Observation) -> Any:
    """A potential: own lives, and something of the round."""
    return seen["view"][..., 1] * 0.5 + seen["view"][..., 10]


OPPONENTS: list[Any] = ["random", last_legal, RandomAgent]
every_mode = pytest.mark.parametrize("autoreset", MODES)
every_opponent = pytest.mark.parametrize("opponent", OPPONENTS, ids=["kernel", "policy", "agent"])


def equal(one: Observation, two: Observation) -> bool:
    return one.keys() == two.keys() and all(np.array_equal(one[key], two[key]) for key in one)


class Single:
    """What a row of a vector environment should be: one environment, begun anew by hand."""

    def __init__(self, autoreset: str, **given: Any) -> None:
        self.env, self.autoreset = HexfrontEnv("duel", **given), autoreset
        self.done = False

    def reset(self, seed: int | None = None) -> Observation:
        self.done = False
        return self.env.reset(seed=seed)[0]

    def step(self, action: int) -> tuple[Observation, float, bool, bool, Any]:
        """As a row answers; the last entry is the last observation, where it is told apart."""
        if self.done and self.autoreset == "next_step":
            return self.reset(), 0.0, False, False, None
        seen, reward, over, cut, _ = self.env.step(np.int64(action))
        self.done = over or cut
        if self.done and self.autoreset == "same_step":
            return self.reset(), reward, over, cut, seen
        return seen, reward, over, cut, None


@every_mode
@every_opponent
@pytest.mark.parametrize("scenario", ["pair", "three"])
@pytest.mark.parametrize("max_steps", [0, 7])
def test_rows_are_single_environments(
    autoreset: Any, opponent: Any, scenario: str, max_steps: int
) -> None:
    given: dict[str, Any] = {
        "scenario": scenario, "side": 1, "opponent": opponent, "max_steps": max_steps,
        "potential": position, "discount": 0.9,
    }  # fmt: skip
    many = HexfrontVectorEnv("duel", 3, autoreset=autoreset, **given)
    rows = [Single(autoreset, **given) for _ in range(3)]
    chance, ended = np.random.default_rng(1), 0
    seen, _ = many.reset(seed=5)
    for row, single in enumerate(rows):
        assert equal({key: array[row] for key, array in seen.items()}, single.reset(5 + row))
    for _ in range(70):
        if autoreset == "disabled" and any(single.done for single in rows):
            gone = np.array([single.done for single in rows])
            seen, _ = many.reset(options={"reset_mask": gone})
            for row in np.flatnonzero(gone).tolist():
                assert equal({k: a[row] for k, a in seen.items()}, rows[row].reset())
        actions = np.array([chance.choice(np.flatnonzero(mask)) for mask in seen[MASK]])
        if chance.random() < 0.1:
            actions[0] = np.flatnonzero(seen[MASK][0] == 0)[:1].sum()
        seen, rewards, over, cut, infos = many.step(actions)
        for row, single in enumerate(rows):
            own, reward, ends, stops, last = single.step(int(actions[row]))
            assert equal({key: array[row] for key, array in seen.items()}, own)
            assert rewards[row] == pytest.approx(reward, abs=1e-6)
            assert (over[row], cut[row]) == (ends, stops)
            if ends or stops:
                assert infos["_scores"][row] and (ends or not infos["scores"][row].any())
                ended += 1
            if last is not None:
                assert equal(infos["final_obs"][row], last | {MASK: np.ones_like(last[MASK])})
                assert infos["_final_info"][row]
    assert ended > 6


def test_modes_are_named_in_the_metadata() -> None:
    found = [
        HexfrontVectorEnv("duel", 1, autoreset=mode).metadata["autoreset_mode"]  # type: ignore[arg-type]
        for mode in MODES
    ]
    expected = [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP, AutoresetMode.DISABLED]
    assert found == expected


@pytest.mark.parametrize("name", [*system_names(), "duel"])
@pytest.mark.parametrize("autoreset", MODES[:2])
def test_spaces_hold_what_is_observed(name: str, autoreset: Any) -> None:
    env, chance = HexfrontVectorEnv(name, 3, autoreset=autoreset), np.random.default_rng(1)
    seen, infos = env.reset(seed=2)
    for _ in range(12):
        assert env.observation_space.contains(seen)
        actions = env.batch.sample(chance)
        assert env.action_space.contains(actions)
        assert infos["steps"].shape == (3,)
        seen, rewards, over, cut, infos = env.step(actions)
        assert rewards.shape == over.shape == cut.shape == (3,)


def test_an_ended_row_is_not_stepped_with_resets_off() -> None:
    env = HexfrontVectorEnv("duel", 2, autoreset="disabled", max_steps=1)
    seen, _ = env.reset(seed=1)
    actions = seen[MASK].argmax(axis=1)
    env.step(actions)
    with pytest.raises(InputError, match="rows whose game goes on"):
        env.step(actions)


def test_the_statistics_of_gymnasium_count_episodes() -> None:
    for mode in MODES[:2]:
        env = RecordEpisodeStatistics(HexfrontVectorEnv("duel", 4, autoreset=mode))  # type: ignore[arg-type]
        seen, _ = env.reset(seed=1)
        chance, lengths = np.random.default_rng(1), []
        for _ in range(80):
            actions = np.array([chance.choice(np.flatnonzero(mask)) for mask in seen[MASK]])
            seen, _, _, _, infos = env.step(actions)
            if "episode" in infos:
                ended = infos["_episode"]
                lengths += infos["episode"]["l"][ended].tolist()
                assert infos["steps"][ended].tolist() == infos["episode"]["l"][ended].tolist()
        assert len(lengths) > 5


@every_mode
@every_opponent
def test_a_pickled_environment_plays_on(autoreset: Any, opponent: Any) -> None:
    env = HexfrontVectorEnv(
        "duel", 3, side=1, opponent=opponent, autoreset=autoreset, potential=position
    )
    chance = np.random.default_rng(3)
    seen, _ = env.reset(seed=1)
    for _ in range(5):
        seen, *_ = env.step(seen[MASK].argmax(axis=1))
    twin = pickle.loads(pickle.dumps(env))
    for _ in range(5 if autoreset == "disabled" else 30):
        actions = np.array([chance.choice(np.flatnonzero(mask)) for mask in seen[MASK]])
        if autoreset == "disabled" and env.batch.ended.any():
            break
        (seen, *more), (other, *same) = env.step(actions), twin.step(actions)
        assert equal(seen, other)
        assert all(np.array_equal(a, b) for a, b in zip(more[:3], same[:3], strict=True))


@pytest.mark.parametrize(
    "policy",
    [
        lambda seen: np.full(len(seen[MASK]), -1),
        lambda seen: np.full(len(seen[MASK]), 9999),
        lambda seen: np.zeros(7, dtype=np.int64),
        lambda seen: np.zeros(len(seen[MASK])),
    ],
)
def test_a_policy_that_breaks_the_rules_is_named(policy: Any) -> None:
    env = HexfrontVectorEnv("duel", 3, side=1, opponent=policy)
    with pytest.raises(InputError, match="of the opponent of Red: found"):
        env.reset(seed=1)


def test_observations_without_copies_are_the_same_memory() -> None:
    env = HexfrontVectorEnv("brigade", 2, copy=False)
    seen, _ = env.reset(seed=1)
    again, *_ = env.step(seen[MASK].argmax(axis=1))
    assert all(np.shares_memory(seen[key], again[key]) for key in seen)
    copies = HexfrontVectorEnv("brigade", 2)
    seen, _ = copies.reset(seed=1)
    again, *_ = copies.step(seen[MASK].argmax(axis=1))
    assert not any(np.shares_memory(seen[key], again[key]) for key in seen)


def test_illegal_actions_end_a_game_or_are_an_error() -> None:
    env = HexfrontVectorEnv("brigade", 3)
    seen, _ = env.reset(seed=1)
    actions = seen[MASK].argmax(axis=1)
    actions[1] = np.flatnonzero(seen[MASK][1] == 0)[0]
    _, rewards, over, _, _ = env.step(actions)
    assert rewards.tolist() == [0, -1, 0] and over.tolist() == [False, True, False]
    strict = HexfrontVectorEnv("brigade", 3, illegal="error")
    strict.reset(seed=1)
    with pytest.raises(InputError, match=r"actions.1.: found .*BRG-"):
        strict.step(actions)
