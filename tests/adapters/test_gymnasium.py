"""What users of Gymnasium expect: errors, opponents of one's own, pickles, and `info`."""

from __future__ import annotations

import pickle
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

pytest.importorskip("gymnasium")

from gymnasium.error import ResetNeeded
from gymnasium.vector import SyncVectorEnv

from hexfront.adapters.game import rewards
from hexfront.adapters.gymnasium_env import HexfrontEnv
from hexfront.adapters.pettingzoo_env import raw_env
from hexfront.adapters.spaces import MASK, Observation
from hexfront.agents import RandomAgent, best_agent
from hexfront.core.contract import Result
from hexfront.core.dice import dice_from_seed
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system, system_names

pytestmark = pytest.mark.usefixtures("duel")
every_system = pytest.mark.parametrize("name", [*system_names(), "duel"])


def last_legal(seen: Observation) -> int:
    return int(np.flatnonzero(seen[MASK])[-1])


def any_legal(seen: Observation, random: np.random.Generator) -> np.int64:
    return np.int64(random.choice(np.flatnonzero(seen[MASK])))


def illegal(env: HexfrontEnv) -> np.int64:
    return np.int64(np.flatnonzero(env.action_masks() == 0)[0])


def to_the_end(env: HexfrontEnv) -> None:
    random, done = np.random.default_rng(1), False
    seen, _ = env.reset(seed=1)
    while not done:
        seen, _, ended, truncated, _ = env.step(any_legal(seen, random))
        done = ended or truncated


@pytest.mark.parametrize("ask", ["step", "render", "action_masks"])
def test_before_the_first_reset(ask: str) -> None:
    env = HexfrontEnv("duel", render_mode="ansi")
    with pytest.raises(ResetNeeded, match="call reset"):
        getattr(env, ask)(*[np.int64(0)] * (ask == "step"))
    with pytest.raises(ResetNeeded, match="call reset"):
        raw_env("duel").step(0)


def test_after_the_end_nothing_plays_on() -> None:
    ended, cut, broken = HexfrontEnv("duel"), HexfrontEnv("duel", max_steps=2), HexfrontEnv("duel")
    to_the_end(ended)
    to_the_end(cut)
    broken.reset(seed=1)
    *_, info = broken.step(illegal(broken))
    assert info["refusal"].startswith("DUE-")
    for env in (ended, cut, broken):
        before = env.game.steps
        with pytest.raises(ResetNeeded, match="is over"):
            env.step(np.int64(0))
        assert env.game.steps == before
        seen, _ = env.reset()
        env.step(np.int64(last_legal(seen)))


def test_a_policy_plays_from_what_its_side_observes() -> None:
    asked: list[Observation] = []

    def policy(seen: Observation) -> int:
        asked.append(seen)
        return last_legal(seen)

    env = HexfrontEnv("duel", "pair", side="Blue", opponent=policy)
    to_the_end(env)
    space = env.observation_space
    assert asked and all(space.contains(seen) and seen[MASK].any() for seen in asked)
    assert all(seen["view"][0] == 0 for seen in asked)  # Red looks


def test_agents_of_ones_own() -> None:
    made: list[int] = []

    class Mine(RandomAgent):
        def __init__(self, rules: Any, side: int, dice: Any) -> None:
            super().__init__(rules, side, dice)
            made.append(side)

    def factory(rules: Any, side: int, dice: Any) -> Mine:
        return Mine(rules, side, dice)

    for opponent in (Mine, factory):
        made.clear()
        env = HexfrontEnv("duel", "three", side=1, opponent=[opponent, "random"])
        to_the_end(env)
        assert made == [0, 0]  # When it is checked, and for the game


def test_an_opponent_that_breaks_the_rules_is_named() -> None:
    env = HexfrontEnv("duel", "pair", side="Blue", opponent=lambda seen: 9999)
    words = r"action of the opponent of Red: found 9999, expected a legal action; DUE-"
    with pytest.raises(InputError, match=words):
        to_the_end(env)


@pytest.mark.parametrize("opponent", [7, None, lambda: 0, lambda a, b: 0])
def test_what_is_no_opponent(opponent: Any) -> None:
    with pytest.raises(InputError, match=r"opponent: .*a callable of one observation, or one of"):
        HexfrontEnv("duel", opponent=opponent)


@every_system
def test_a_pickled_environment_plays_the_same_game(name: str) -> None:
    opponent, random = best_agent(find_system(name)), np.random.default_rng(1)
    env = HexfrontEnv(name, opponent=opponent, max_steps=40)
    seen, _ = env.reset(seed=1)
    for _ in range(3):
        seen, *_ = env.step(any_legal(seen, random))
    twin = pickle.loads(pickle.dumps(env))
    for _ in range(3):
        action = any_legal(seen, random)
        (seen, *more), (other, *same) = env.step(action), twin.step(action)
        assert all(np.array_equal(seen[key], other[key]) for key in seen)
        assert repr(more) == repr(same)


def plain(info: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in info.items() if key != MASK}


@every_system
def test_info_tells_in_words_what_the_side_may_do_and_know(name: str) -> None:
    env = HexfrontEnv(name, words=True)
    seen, info = env.reset(seed=1)
    view = env.game.view(env.side)
    assert np.array_equal(info[MASK], seen[MASK])
    assert (info["side"], info["to_move"]) == (env.rules.sides[0], True)
    assert (info["turn"], info["time"], info["prompt"]) == (view.title, view.time, view.prompt)
    assert info["figures"] == {track.caption: track.value for track in view.tracks}
    codes = [env.rules.read_order(words) for words in info["legal_actions"]]
    assert codes == np.flatnonzero(seen[MASK]).tolist()
    assert set(HexfrontEnv(name).reset(seed=1)[1]) == {"side", "to_move", "steps", MASK}


@every_system
def test_info_is_the_same_for_all_that_a_side_cannot_tell_apart(name: str) -> None:
    env, random, dice = HexfrontEnv(name, words=True), np.random.default_rng(2), dice_from_seed(3)
    seen, info = env.reset(seed=2)
    for _ in range(6):
        kept, env.game.state = env.game.state, env.rules.determinize(env.game.view(0), dice)
        assert plain(env.game.info(0, seen[MASK])) == plain(info)
        env.game.state = kept
        seen, *_, info = env.step(any_legal(seen, random))


def test_the_end_is_told() -> None:
    env, random, done = HexfrontEnv("duel", "pair"), np.random.default_rng(1), False
    seen, info = env.reset(seed=1)
    while not done:
        assert "winners" not in info
        seen, reward, done, _, info = env.step(any_legal(seen, random))
    result = env.rules.result(env.game.state)
    assert result is not None and not info["to_move"]
    assert info["winners"] == [env.rules.sides[side] for side in result.winners]
    assert info["scores"] == dict(zip(env.rules.sides, result.scores, strict=True))
    assert reward == rewards(result, 2)[0]
    game = raw_env("duel", "pair")
    game.reset(seed=1)
    assert [bool(game.infos[agent]) for agent in game.agents] == [True, False]


def test_infos_of_many_environments() -> None:
    many = SyncVectorEnv([lambda: HexfrontEnv("duel", "pair")] * 2)
    _, infos = many.reset(seed=1)
    assert infos[MASK].shape == (2, many.single_action_space.n)  # type: ignore[attr-defined]
    assert infos["side"].tolist() == ["Red", "Red"]
    many.step(infos[MASK].argmax(axis=1))


def test_where_the_rules_name_no_winner_the_reward_is_the_lead_in_scores() -> None:
    def ended(*scores: float) -> list[float]:
        return rewards(Result((), "", "", scores, names_winner=False), len(scores))

    assert ended(30, 10) == [0.5, -0.5]
    assert ended(0, 0) == [0, 0]
    assert ended(5, 0, 0) == [1, -0.5, -0.5]
    assert ended(-3, 3) == [-1, 1]
    assert rewards(Result((), "", "", (30, 10)), 2) == [0, 0]  # A draw
    env = HexfrontEnv("idahex", opponent="random", options={"until": "2"})
    random, done = np.random.default_rng(1), False
    seen, _ = env.reset(seed=1)
    while not done:
        seen, reward, done, _, info = env.step(any_legal(seen, random))
    own, foe = info["scores"].values()
    assert reward == pytest.approx((own - foe) / (own + foe)) != 0


class Opening:
    """An agent of one's own, found by its name."""

    def __init__(self, rules: Any, side: int, dice: Any) -> None:
        pass

    def decide(self, position: Any) -> int:
        return int(position.choices[0])


def test_opponents_by_name_of_a_module() -> None:
    env = HexfrontEnv("duel", "pair", opponent=f"{__name__}:Opening")
    to_the_end(env)
    assert env.opponents.outside
    for wrong, words in (
        (f"{__name__}:Ending", "opponent: .*can be loaded"),
        ("no_such_module:Opening", "opponent: .*can be loaded"),
        (f"{__name__}:last_legal", r"opponent: .*of \(rules, side, dice\)"),
    ):
        with pytest.raises(InputError, match=words):
            HexfrontEnv("duel", "pair", opponent=wrong)


def test_a_learner_plays_itself_at_an_earlier_time() -> None:
    """A policy may change between games: here the learner is copied into its opponent."""

    class Learner:
        def __init__(self, first: bool) -> None:
            self.first, self.asked = first, 0

        def __call__(self, seen: Observation) -> int:
            self.asked += 1
            return int(np.flatnonzero(seen[MASK])[0 if self.first else -1])

    learner, earlier = Learner(True), Learner(False)
    env = HexfrontEnv("duel", "pair", opponent=earlier)
    asked = []
    for _ in range(2):
        seen, _ = env.reset(seed=5)
        done = False
        while not done:
            seen, _, ended, cut, _ = env.step(np.int64(learner(seen)))
            done = ended or cut
        asked.append(earlier.asked)
        earlier.first, earlier.asked = learner.first, 0
    assert 0 < asked[0] < asked[1]  # The first choice is to take back what was laid


def test_the_reward_may_be_the_lead_in_scores() -> None:
    found = set()
    for seed in range(6):
        env, done = HexfrontEnv("duel", "pair", reward="scores"), False
        random = np.random.default_rng(seed)
        seen, _ = env.reset(seed=seed)
        while not done:
            seen, reward, done, _, info = env.step(any_legal(seen, random))
        own, foe = info["scores"].values()
        assert reward == pytest.approx((own - foe) / (own + foe))
        found.add(round(reward, 3))
    assert len(found) > 2


@pytest.mark.parametrize("discount", [1.0, 0.9])
def test_a_potential_adds_up_to_nothing_but_what_it_began_with(discount: float) -> None:
    def potential(seen: Observation) -> Any:
        return seen["view"][..., 10]

    plain_env = HexfrontEnv("duel", "pair")
    shaped = HexfrontEnv("duel", "pair", potential=potential, discount=discount)
    for seed in range(3):
        random, done, total, factor = np.random.default_rng(seed), False, 0.0, 1.0
        seen, _ = shaped.reset(seed=seed)
        plain_env.reset(seed=seed)
        first = float(potential(seen))
        while not done:
            action = any_legal(seen, random)
            seen, reward, done, _, _ = shaped.step(action)
            _, bare, *_ = plain_env.step(action)
            total += factor * (reward - bare)
            factor *= discount
        assert total == pytest.approx(-first)


def test_where_a_game_is_cut_off_the_potential_stands() -> None:
    def potential(seen: Observation) -> Any:
        return seen["view"][..., 1] + 3

    env = HexfrontEnv("duel", "pair", potential=potential, max_steps=2)
    random = np.random.default_rng(1)
    seen, _ = env.reset(seed=1)
    for _ in range(2):
        before = potential(seen)
        seen, reward, _, cut, _ = env.step(any_legal(seen, random))
        assert reward == pytest.approx(potential(seen) - before)
    assert cut
