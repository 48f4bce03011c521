"""Systems with arrays of their own for learners: Aggressor, and a duel that is given some."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from gymnasium import spaces
from hexfront.adapters.observation import EncoderObserver, Observer, ViewObserver, make_observer
from hexfront.systems.takeover.knowledge.encoder import TakeoverEncoder

from hexfront import conformance
from hexfront.adapters.game import choose_rules
from hexfront.adapters.gymnasium_env import HexfrontEnv
from hexfront.adapters.pettingzoo_env import env, raw_env
from hexfront.conformance import Snapshot
from hexfront.core.dice import dice_from_seed
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system, system_names
from hexfront.core.state import digest
from hexfront.core.system import Learning
from hexfront.systems.takeover.knowledge.observation import GAME, PLAYER, TERRITORY
from tests.kit.duel import SYSTEM as DUEL

GUIDE = Path(__file__).parents[2] / "docs/guides/learning.md"
WITH_ENCODER = [name for name in system_names() if find_system(name).learning.encoder is not None]
SIDES = ("west", "east")


@cache
def snapshots(name: str) -> list[Snapshot]:
    system, rules = find_system(name), choose_rules(name, None, None)
    return [s for seed in range(2) for s in conformance.snapshots(system, rules, seed, 12)]


def ring_positions(players: int) -> list[Snapshot]:
    """Positions of Takeover with so many players."""
    system = find_system("takeover")
    rules = choose_rules("takeover", None, {"players": str(players), "rounds": "12"})
    return conformance.snapshots(system, rules, players, 40)


@cache
def observer(name: str) -> Observer:
    return make_observer(find_system(name), choose_rules(name, None, None))


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


def test_aggressor_has_arrays_of_its_own_and_brigade_has_not() -> None:
    assert "aggressor" in WITH_ENCODER
    assert isinstance(raw_env("aggressor").observer, EncoderObserver)
    assert isinstance(raw_env("brigade").observer, ViewObserver)
    assert raw_env("brigade").names == {}
    assert set(HexfrontEnv("brigade").reset(seed=1)[0]) == {"observation", "action_mask"}


def test_spaces_of_aggressor() -> None:
    game = raw_env("aggressor")
    actions = game.rules.actions
    expected = {
        "planes": ((12, 21, 15), np.int8),
        "numbers": ((23,), np.int32),
        "places": ((18,), np.int32),
        "action_mask": ((actions,), np.int8),
    }
    single = HexfrontEnv("aggressor", side="east")
    for space in (*(game.observation_space(side) for side in SIDES), single.observation_space):
        assert isinstance(space, spaces.Dict)
        assert {name: (box.shape, box.dtype) for name, box in space.items()} == expected
    assert game.names == single.names == env("aggressor").names


@pytest.mark.parametrize("name", WITH_ENCODER)
def test_every_entry_has_a_name_of_its_own(name: str) -> None:
    game = raw_env(name)
    space = game.observation_space(game.possible_agents[0])
    assert set(game.names) == set(space) - {"action_mask"}
    for array, names in game.names.items():
        assert len(names) == len(set(names)) == space[array].shape[0]


def test_the_guide_names_the_planes_and_numbers_of_aggressor() -> None:
    text = GUIDE.read_text(encoding="utf-8")
    names = raw_env("aggressor").names
    sectors = [n for n in names["numbers"] if "sector" in n and "sector 1" not in n]
    assert len(sectors) == 16
    told = [*names, *names["planes"], *(n for n in names["numbers"] if n not in sectors)]
    assert [name for name in told if f"`{name}`" not in text] == []


@pytest.mark.parametrize("name", WITH_ENCODER)
def test_the_mask_is_the_list_of_choices(name: str) -> None:
    legal = 0
    for snapshot in snapshots(name):
        for side in range(len(snapshot.rules.sides)):
            seen = observer(name).observe(snapshot.state, side)["action_mask"]
            choices = list(snapshot.rules.choices(snapshot.state, side))
            assert np.flatnonzero(seen).tolist() == choices
            assert np.array_equal(observer(name).mask(snapshot.state, side), seen)
            legal += len(choices)
    assert legal


@pytest.mark.parametrize("name", WITH_ENCODER)
def test_observations_say_nothing_of_what_is_hidden(name: str) -> None:
    """States with the same view give the same arrays, whatever else differs."""
    dice = dice_from_seed(3)
    different = 0
    for snapshot in snapshots(name):
        rules = snapshot.rules
        for side in range(len(rules.sides)):
            true = observer(name).observe(snapshot.state, side)
            other = rules.determinize(rules.view(snapshot.state, side), dice)
            assert equal(true, observer(name).observe(other, side))
            different += digest(other) != digest(snapshot.state)
    assert different > len(snapshots(name)) / 2


def test_the_two_sides_of_aggressor_see_different_things() -> None:
    pairs = [
        [observer("aggressor").observe(s.state, k) for k in (0, 1)] for s in snapshots("aggressor")
    ]
    assert all(not equal(*pair) for pair in pairs)


def test_planes_and_places_of_aggressor_are_where_the_view_says() -> None:
    rules = choose_rules("aggressor", None, None)
    labels = [place["id"] for place in rules.board()["places"]]
    names = raw_env("aggressor").names["planes"]
    strength, level = names.index("own strength"), names.index("enemy level")
    enemies = 0
    for snapshot in snapshots("aggressor"):
        for side in range(2):
            seen = observer("aggressor").observe(snapshot.state, side)
            planes, (columns, rows) = seen["planes"], seen["planes"].shape[1:]
            assert columns * rows == len(labels)
            hexes = {label: (number // rows, number % rows) for number, label in enumerate(labels)}
            counters = rules.view(snapshot.state, side).counters
            own = {c.place: c.values["strength"] for c in counters if c.side == side and c.place}
            foes = {c.place for c in counters if c.side != side and c.place}
            for label, (column, row) in hexes.items():
                assert planes[strength, column, row] == own.get(label, 0)
                assert (planes[level, column, row] > 0) == (label in foes)
            units = {int(c.id): c.place for c in counters if c.side == side}
            shown = [labels[place] if place >= 0 else "" for place in seen["places"]]
            assert shown == [units.get(number, "") for number in range(1, 19)]
            enemies += len(foes)
    assert enemies


def test_numbers_of_aggressor_are_those_of_the_view() -> None:
    names = raw_env("aggressor").names["numbers"]
    known = 0
    for snapshot in snapshots("aggressor"):
        for side in range(2):
            seen = observer("aggressor").observe(snapshot.state, side)["numbers"].tolist()
            numbers = dict(zip(names, seen, strict=True))
            facts = snapshot.rules.view(snapshot.state, side).facts
            assert numbers["round"] == facts["round"]
            assert numbers["partisan groups"] == facts["groups"]
            assert numbers["kills"] == facts["kills"]
            relation = {None: 0, side: 1, 1 - side: -1}
            for number, sector in enumerate(facts["sectors"], 1):
                assert numbers[f"control of sector {number}"] == relation[sector["control"]]
                assert numbers[f"sector {number} is sure"] == sector["sure"]
                known += sector["sure"]
            can_act = bool(snapshot.rules.choices(snapshot.state, side))
            assert (numbers["phase"] >= 0) == can_act
            if can_act:
                assert numbers["phase"] == facts["phase"]
    assert known


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.clause("TKO-3")
def test_arrays_of_takeover_are_those_of_the_view(players: int) -> None:
    """Each player finds himself first, his own cards, and of other hands how many."""
    positions = ring_positions(players)
    looking = EncoderObserver(positions[0].rules, TakeoverEncoder)
    agents = 0
    for snapshot in positions:
        rules, state = snapshot.rules, snapshot.state
        places = [place["id"] for place in rules.board()["places"]]
        for side in range(players):
            seen, view = looking.observe(state, side), rules.view(state, side)
            territories = looking.names(side)["territories"]
            owners = dict(zip(places, view.owners, strict=True))
            lands = seen["territories"]
            expected = [(owners[t] - side) % players if owners[t] >= 0 else -1 for t in territories]
            assert lands[:, TERRITORY.index("owner")].tolist() == expected
            worths = {gauge.side: gauge.value for gauge in view.gauges if gauge.chart == "Worth"}
            cards = [c for c in view.counters if c.sign == "card"]
            for on in range(players):
                row = dict(zip(PLAYER, seen["players"][on].tolist(), strict=True))
                other = (side + on) % players
                assert row["worth"] == worths[other]
                assert row["cards"] == sum(card.side == other for card in cards)
                at = [c for c in view.counters if c.sign == "agent" and c.side == other]
                mine = lands[:, len(TERRITORY) + on]
                assert {t: n for t, n in zip(territories, mine.tolist(), strict=True) if n} == {
                    c.place: c.values["number"] for c in at
                }
                agents += len(at)
            assert seen["hand"].sum() == sum(card.side == side for card in cards)
            left = seen["hand"] + seen["unseen"] + np.array(view.facts["spent"])
            assert np.array_equal(left, rules.ring.cards.in_pack)
            numbers = dict(zip(GAME, seen["game"].tolist(), strict=True))
            assert bool(seen["action_mask"].any()) == view.must_act
            assert numbers["player to move"] == 0 or not view.must_act
    assert agents


@pytest.mark.parametrize("players", [2, 4, 6])
@pytest.mark.clause("TKO-3")
def test_hands_of_others_do_not_show_in_the_arrays_of_takeover(players: int) -> None:
    dice, different = dice_from_seed(3), 0
    for snapshot in ring_positions(players):
        looking = EncoderObserver(snapshot.rules, TakeoverEncoder)
        for side in range(players):
            view = snapshot.rules.view(snapshot.state, side)
            other = snapshot.rules.determinize(view, dice)
            assert equal(looking.observe(snapshot.state, side), looking.observe(other, side))
            different += digest(other) != digest(snapshot.state)
    assert different


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
    after = game.observe("west")
    assert equal(before, kept)
    assert not np.array_equal(after["planes"], before["planes"])
    assert not np.array_equal(after["places"], before["places"])


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
        InputError, match=f"action: found {order}, expected a legal order; {clause}:"
    ):
        game.step(order)
    assert digest(game.game.state) == before and game.game.steps == 0
    single = HexfrontEnv("aggressor", side="west")
    single.reset(seed=1)
    _, reward, ended, truncated, info = single.step(np.int64(order))
    assert (reward, ended, truncated) == (-1.0, True, False)
    assert info["refusal"].startswith(f"{clause}:")


class DuelEncoder:
    """The lives of all sides as floats, and the own hand as whole numbers."""

    def __init__(self, rules: Any, side: int) -> None:
        self.rules, self.side = rules, side
        self.names = {"lives": rules.sides, "hand": ("low", "middle", "high")}
        self.observation = {"lives": np.zeros(2, np.float32), "hand": np.zeros(3, np.int16)}
        self.mask = np.zeros(rules.actions, np.int8)

    def encode(self, state: Any) -> None:
        self.observation["lives"][:] = state.lives
        self.observation["hand"][:] = state.hands[self.side]
        self.mask[:] = 0
        self.mask[self.rules.choices(state, self.side)] = 1


@pytest.mark.usefixtures("duel")
def test_any_system_may_bring_arrays() -> None:
    rules = choose_rules("duel", "pair", None)
    found = make_observer(replace(DUEL, learning=Learning(encoder=DuelEncoder)), rules)
    space = found.space(1)
    assert space["lives"].dtype == np.float32 and space["lives"].shape == (2,)
    assert space["hand"].dtype == np.int16 and space["hand"].shape == (3,)
    state = rules.start()
    state.hands[:] = [[1, 2, 0], [0, 1, 3]]
    seen = [found.observe(state, side) for side in range(2)]
    assert space.contains(seen[1])
    assert [s["hand"].tolist() for s in seen] == [[1, 2, 0], [0, 1, 3]]
    assert found.names(0)["hand"] == ("low", "middle", "high")
