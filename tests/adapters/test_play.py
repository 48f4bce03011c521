"""Whole games in the environments, where systems differ: set-up, draws, players, refusals."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hexfront.adapters.gymnasium_env import HexfrontEnv
from hexfront.adapters.pettingzoo_env import env, raw_env
from hexfront.core.errors import InputError
from hexfront.core.state import digest

SIDES = ("west", "east")


def equal(one: dict[str, np.ndarray], two: dict[str, np.ndarray]) -> bool:
    return one.keys() == two.keys() and all(np.array_equal(one[key], two[key]) for key in one)


def play(game: Any, seed: int) -> dict[str, float]:
    """A random game to its end; the last reward of each agent."""
    random, last = np.random.default_rng(seed), {}
    game.reset(seed=seed)
    for agent in game.agent_iter():
        seen, reward, ended, truncated, _ = game.last()
        last[agent] = float(reward)
        done = ended or truncated
        game.step(None if done else int(random.choice(np.flatnonzero(seen["action_mask"]))))
    return last


@pytest.mark.parametrize("players", [2, 6])
def test_takeover_is_played_by_so_many_agents(players: int) -> None:
    options = {"players": str(players), "rounds": "6"}
    game = env("takeover", None, options)
    last = play(game, 4)
    assert len(last) == players
    assert sorted(set(last.values())) in ([-1.0, 1.0], [0.0])
    assert last == play(game, 4)
    opponents = ["greedy", *["random"] * (players - 2)]
    single = HexfrontEnv("takeover", None, options, side=players - 1, opponent=opponents)
    seen, _ = single.reset(seed=2)
    random, over, steps = np.random.default_rng(1), False, 0
    while not over:
        assert single.observation_space.contains(seen)
        action = random.choice(np.flatnonzero(single.action_masks()))
        seen, reward, over, _, _ = single.step(action)
        steps += 1
    assert steps > 3
    assert reward in (-1.0, 1.0)


def test_what_was_observed_does_not_change_later() -> None:
    game = raw_env("aggressor")
    game.reset(seed=1)
    before = game.observe("west")
    kept = {name: array.copy() for name, array in before.items()}
    game.step(int(np.flatnonzero(before["action_mask"])[0]))
    assert equal(before, kept)
    assert not equal(game.observe("west"), before)


def test_set_up_is_unseen() -> None:
    game = raw_env("aggressor")
    random = np.random.default_rng(1)
    game.reset(seed=1)
    before = game.observe("east")
    assert not before["action_mask"].any()
    while game.agent_selection == "west":
        assert equal(game.observe("east"), before)
        game.step(int(random.choice(np.flatnonzero(game.observe("west")["action_mask"]))))
    after = game.observe("east")
    assert after.pop("action_mask").any()
    del before["action_mask"]
    assert equal(after, before)


@pytest.mark.parametrize(
    "options",
    [{"mobile_attacks": "true"}, {"decon": "true", "die": "d12"}, {"observation": "false"}],
    ids=str,
)
def test_random_masked_play_ends(options: dict[str, str]) -> None:
    game = env("aggressor", options={**options, "rounds": "8"})
    last = play(game, 2)
    assert game.unwrapped.game.over
    assert list(last.values()) == game.unwrapped.game.rewards()


def test_a_draw_is_worth_nothing() -> None:
    game = env("aggressor", options={"rounds": "1"})
    assert play(game, 1) == {"west": 0, "east": 0}
    result = game.unwrapped.rules.result(game.unwrapped.game.state)
    assert result is not None and result.winners == () and result.clause == "AGR-51"
    assert all(game.unwrapped.terminations.values())
    assert not any(game.unwrapped.truncations.values())
    single = HexfrontEnv("aggressor", options={"rounds": "1"})
    random = np.random.default_rng(1)
    seen, _ = single.reset(seed=1)
    ended = False
    while not ended:
        action = np.int64(random.choice(np.flatnonzero(seen["action_mask"])))
        seen, reward, ended, truncated, _ = single.step(action)
        assert (reward, truncated) == (0, False)


def test_a_victory_is_worth_one_to_each_side() -> None:
    game = env("aggressor")
    for seed in range(20):
        last = play(game, seed)
        result = game.unwrapped.rules.result(game.unwrapped.game.state)
        if result.winners:
            expected = [1 if side in result.winners else -1 for side in range(2)]
            assert [last[side] for side in SIDES] == expected
            return
    pytest.fail("nobody has won")


def test_truncation() -> None:
    random = np.random.default_rng(1)
    game = raw_env("aggressor", max_steps=50)
    game.reset(seed=1)
    for _ in range(50):
        assert not any(game.truncations.values())
        agent = game.agent_selection
        game.step(int(random.choice(np.flatnonzero(game.observe(agent)["action_mask"]))))
    assert all(game.truncations.values()) and not any(game.terminations.values())
    assert list(game.rewards.values()) == [0, 0]
    single = HexfrontEnv("aggressor", side="east", max_steps=2)
    seen, _ = single.reset(seed=1)
    ends = []
    for _ in range(2):
        action = np.int64(random.choice(np.flatnonzero(seen["action_mask"])))
        seen, reward, terminated, truncated, _ = single.step(action)
        ends.append((reward, terminated, truncated))
    assert ends == [(0, False, False), (0, False, True)]


@pytest.mark.parametrize(
    ("document", "clause"),
    [
        ({"do": "done"}, "AGR-6"),
        ({"do": "deploy", "type": "armor", "hex": "@UO"}, "AGR-52"),
        ({"do": "step", "unit": 1, "to": "N"}, "AGR-41"),
    ],
    ids=str,
)
def test_illegal_orders_are_refused_with_their_clause(document: Any, clause: str) -> None:
    game = raw_env("aggressor")
    game.reset(seed=1)
    order, before = game.rules.read_order(document), digest(game.game.state)
    assert game.observe("west")["action_mask"][order] == 0
    with pytest.raises(
        InputError, match=f"action of west: found {order}, expected a legal order; {clause}:"
    ):
        game.step(order)
    assert digest(game.game.state) == before and game.game.steps == 0
    single = HexfrontEnv("aggressor", side="west")
    single.reset(seed=1)
    _, reward, ended, truncated, info = single.step(np.int64(order))
    assert (reward, ended, truncated) == (-1.0, True, False)
    assert info["refusal"].startswith(f"{clause}:")
