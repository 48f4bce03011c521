"""The learning interfaces pass the checks of those who define them, and leak nothing."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, seed_test

from hexfront.adapters.game import choose_rules, rewards
from hexfront.adapters.gymnasium_env import HexfrontEnv
from hexfront.adapters.pettingzoo_env import env, parallel_env, raw_env
from hexfront.core.contract import Result
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system, system_names
from hexfront.core.scenario import scenario_names
from hexfront.core.state import digest
from tests.amounts import WHOLE

REGISTERED: list[tuple[str, str]] = [
    (name, scenario) for name in system_names() for scenario in scenario_names(find_system(name))
]
GAMES = [
    (name, scenario)
    for name, scenario in REGISTERED
    if WHOLE or scenario == find_system(name).scenarios.default
]
"""Those that are played to their end twice."""
every_scenario = pytest.mark.parametrize(
    ("name", "scenario"), [*REGISTERED, ("duel", "pair"), ("duel", "three")]
)
pytestmark = pytest.mark.usefixtures("duel")


def random_action(random: np.random.Generator, mask: np.ndarray) -> int:
    return int(random.choice(np.flatnonzero(mask)))


def play_aec(game: Any, seed: int) -> list[tuple[str, bytes, float]]:
    """A random game: agent, observation and reward at each turn."""
    random = np.random.default_rng(seed)
    game.reset(seed=seed)
    record = []
    for agent in game.agent_iter():
        seen, reward, ended, truncated, _ = game.last()
        arrays = b"".join(seen[name].tobytes() for name in sorted(seen))
        record.append((agent, arrays, float(reward)))
        done = ended or truncated
        game.step(None if done else random_action(random, seen["action_mask"]))
    return record


@every_scenario
def test_pettingzoo_api(name: str, scenario: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # Advice about the names of agents.
        api_test(env(name, scenario), num_cycles=60)


@every_scenario
def test_pettingzoo_parallel_api(name: str, scenario: str) -> None:
    parallel_api_test(parallel_env(name, scenario), num_cycles=60)


@every_scenario
def test_pettingzoo_parallel_seeds(name: str, scenario: str) -> None:
    parallel_seed_test(lambda: parallel_env(name, scenario), num_cycles=40)


@every_scenario
def test_pettingzoo_seeds(name: str, scenario: str) -> None:
    seed_test(lambda: env(name, scenario), num_cycles=40)


@every_scenario
@pytest.mark.filterwarnings("ignore:.*:UserWarning")
def test_gymnasium_env(name: str, scenario: str) -> None:
    for side in choose_rules(name, scenario, None).sides:
        check_env(HexfrontEnv(name, scenario, side=side), skip_render_check=True)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "scenario"), [*GAMES, ("duel", "three")])
def test_games_end_with_rewards_of_the_result(name: str, scenario: str) -> None:
    game = env(name, scenario)
    record = play_aec(game, 5)
    inner = game.unwrapped
    last = {agent: reward for agent, _, reward in record}
    agents = inner.possible_agents
    assert set(last) < set(agents) or [last[agent] for agent in agents] == pytest.approx(
        inner.game.rewards()
    )
    assert inner.game.over
    assert play_aec(game, 5) == record


def test_chance_depends_on_the_seed() -> None:
    game = env("duel", "pair")
    assert play_aec(game, 1) != play_aec(game, 2)


def test_without_a_seed_games_differ() -> None:
    game = raw_env("duel", "three")
    hands = set()
    for _ in range(20):
        game.reset()
        hands.add(game.game.state.hands.tobytes())
    assert len(hands) > 1


def test_simultaneous_sides_act_in_turn_without_seeing_each_other() -> None:
    game = raw_env("duel", "three")
    game.reset(seed=1)
    before = {agent: game.observe(agent)["view"] for agent in game.agents}
    order = []
    for _ in range(3):
        agent = game.agent_selection
        order.append(agent)
        assert np.array_equal(game.observe(agent)["view"], before[agent])
        game.step(int(np.flatnonzero(game.observe(agent)["action_mask"])[0]))
        assert game.agent_selection == agent
        if agent != "Green":
            game.step(game.rules.commit)
    assert order == ["Red", "Blue", "Green"]


def test_observations_say_nothing_of_what_is_hidden() -> None:
    """Another hand of the opponent leaves the observation as it is."""
    game = raw_env("duel", "pair")
    game.reset(seed=1)
    before = game.observe("Red")["view"]
    blue = game.observe("Blue")["view"]
    state = game.game.state
    state.hands[1] = np.roll(state.hands[1], 1)
    game.game.state = state
    assert np.array_equal(game.observe("Red")["view"], before)
    assert not np.array_equal(before, blue)


def test_own_plans_are_observed() -> None:
    game = raw_env("duel", "pair")
    game.reset(seed=1)
    before = game.observe("Red")["view"]
    game.step(int(np.flatnonzero(game.observe("Red")["action_mask"])[0]))
    after = game.observe("Red")["view"]
    assert not np.array_equal(before, after)
    assert after[-16:][:4].tolist() == [2, 1, 2, 2]  # An attack by Red on the second place


def test_only_the_agent_on_turn_has_a_mask() -> None:
    game = raw_env("duel", "pair")
    game.reset(seed=1)
    assert game.observe("Red")["action_mask"].any()
    assert not game.observe("Blue")["action_mask"].any()


def test_illegal_actions() -> None:
    bare = raw_env("duel", "pair")
    bare.reset(seed=1)
    with pytest.raises(InputError, match=r"action of Red: found 7, expected a legal order; DUE-2"):
        bare.step(bare.rules.commit)
    with pytest.raises(InputError, match=r"action of Red: found '1.5', expected a whole number"):
        bare.step(1.5)
    assert bare.game.steps == 0
    wrapped = env("duel", "pair")
    wrapped.reset(seed=1)
    wrapped.step(bare.rules.commit)
    assert wrapped.unwrapped.terminations == {"Red": True, "Blue": True}
    assert wrapped.unwrapped._cumulative_rewards["Red"] == -1
    single = HexfrontEnv("duel", "pair", side="Blue")
    single.reset(seed=1)
    _, reward, ended, truncated, info = single.step(np.int64(single.rules.commit))
    assert (reward, ended, truncated) == (-1.0, True, False)
    assert info["refusal"].startswith("DUE-2")
    with pytest.raises(InputError, match="expected a whole number"):
        single.reset(seed=1)
        single.step(np.float64(1))  # type: ignore[arg-type]


def test_sides_that_must_act_at_once_do_so_in_parallel() -> None:
    game = parallel_env("duel", "three", illegal="error")
    seen, _ = game.reset(seed=1)
    assert all(not seen[agent]["action_mask"][game.wait] for agent in game.agents)
    first = {agent: int(seen[agent]["action_mask"].argmax()) for agent in game.agents}
    seen, *_ = game.step(first)
    commit = dict.fromkeys(game.agents, game.rules.commit)
    seen, *_ = game.step({**commit, "Blue": game.rules.take_back})
    masks = {agent: seen[agent]["action_mask"] for agent in game.agents}
    assert {agent: bool(mask[game.wait]) for agent, mask in masks.items()} == {
        "Red": True, "Blue": False, "Green": True,
    }  # fmt: skip
    before = game.game.steps
    for wrong, words in (
        ({**commit}, "action of Red: .* it must wait"),
        ({"Red": game.wait, "Blue": game.rules.commit, "Green": game.wait}, "DUE-2"),
        ({"Red": game.wait}, "actions: .*one of Blue too"),
    ):
        with pytest.raises(InputError, match=words):
            game.step(wrong)
    assert game.game.steps == before


def test_illegal_actions_in_parallel_end_the_game() -> None:
    game = parallel_env("duel", "three")
    seen, _ = game.reset(seed=1)
    first = int(seen["Blue"]["action_mask"].argmax())
    actions = {"Red": game.wait, "Blue": first, "Green": game.rules.commit}
    seen, rewards_, over, cut, _ = game.step(actions)
    assert rewards_ == {"Red": -1, "Blue": 0, "Green": -1}
    assert all(over.values()) and not any(cut.values()) and game.agents == []


def test_a_parallel_game_is_that_of_turns() -> None:
    """The same orders and dice end in the same state."""
    turns, together = raw_env("duel", "three"), parallel_env("duel", "three")
    turns.reset(seed=4)
    seen, _ = together.reset(seed=4)
    while together.agents:
        actions = {agent: int(seen[agent]["action_mask"].argmax()) for agent in together.agents}
        for agent, order in actions.items():
            if order != together.wait:
                if turns.agent_selection != agent:
                    turns._batch.turn_to(0, turns.possible_agents.index(agent))
                    turns._go_on()
                turns.step(order)
        seen, rewards_, over, _, _ = together.step(actions)
    assert all(over.values())
    assert digest(together.game.state) == digest(turns.game.state)
    assert list(rewards_.values()) == together.game.rewards()
    with pytest.raises(ResetNeeded, match="is over"):
        together.step({})


def test_truncation() -> None:
    game = raw_env("duel", "pair", max_steps=3)
    random = np.random.default_rng(1)
    game.reset(seed=1)
    for _ in range(3):
        assert not any(game.truncations.values())
        game.step(random_action(random, game.observe(game.agent_selection)["action_mask"]))
    assert all(game.truncations.values())
    single = HexfrontEnv("duel", "pair", max_steps=1)
    seen, _ = single.reset(seed=1)
    *_, truncated, _ = single.step(np.int64(random_action(random, seen["action_mask"])))
    assert truncated


def test_rewards() -> None:
    assert rewards(None, 2) == [0, 0]
    assert rewards(Result((), "", ""), 3) == [0, 0, 0]
    assert rewards(Result((0, 1), "", ""), 2) == [0, 0]
    assert rewards(Result((1,), "", ""), 3) == [-1, 1, -1]
    assert rewards(Result((0, 2), "", ""), 3) == [1, -1, 1]


def test_gymnasium_games_follow_each_other_in_the_same_order() -> None:
    def hands() -> list[bytes]:
        game = HexfrontEnv("duel", "three", side=2)
        first = game.reset(seed=7)[0]["view"].tobytes()
        return [first] + [game.reset()[0]["view"].tobytes() for _ in range(4)]

    assert hands() == hands()


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: env("chess"), "system: found 'chess'"),
        (lambda: env("duel", "four"), "scenario: found 'four'"),
        (lambda: env("duel", options={"open": "maybe"}), "option open: found 'maybe'"),
        (lambda: HexfrontEnv("duel", side=2), "side: found 2, expected 0 to 1, or one of: Red"),
        (lambda: HexfrontEnv("duel", side="Green"), "side: found 'Green'"),
        (lambda: HexfrontEnv("duel", opponent="genius"), "opponent: found 'genius'"),
    ],
)
def test_bad_arguments(make: Callable[[], Any], words: str) -> None:
    with pytest.raises(InputError, match=words):
        make()


def test_options_reach_the_rules() -> None:
    assert raw_env("duel", options={"open": "yes"}).rules.scenario.document["open"] is True


def test_render() -> None:
    game = env("duel", "pair", render_mode="ansi")
    game.reset(seed=1)
    assert "Round 1" in game.render()
    single = HexfrontEnv("duel", "pair", render_mode="ansi")
    single.reset(seed=1)
    assert "Red lives 3" in str(single.render()).replace("cards 1, ", "")
    assert HexfrontEnv("duel", "pair").render_mode is None


def test_opponents_are_one_for_all_or_one_a_side() -> None:
    both = HexfrontEnv("duel", "three", side=1).opponents.in_kernels
    assert both == {0: "random", 2: "random"}
    with pytest.raises(InputError, match="one, or 2, one a side"):
        HexfrontEnv("duel", "three", opponent=["random"])
    with pytest.raises(InputError, match="nobody"):
        HexfrontEnv("duel", "three", opponent=["random", "nobody"])
