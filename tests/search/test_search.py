"""What anybody relies on in a search, in every system that has one."""

from __future__ import annotations

import hashlib
import pickle
from typing import Any

import pytest

from hexfront.core.dice import dice_from_seed
from hexfront.core.errors import InputError
from hexfront.core.search.agent import never
from tests.search.games import (
    SMALL,
    SYSTEMS,
    positions,
    rules_of,
    searcher,
    seat,
    some_positions,
)

every_system = pytest.mark.parametrize("name", SYSTEMS)


@every_system
def test_what_is_drawn_has_the_view_that_it_is_drawn_from(name: str) -> None:
    rules = rules_of(name)
    for number, (state, side) in enumerate(some_positions(rules, 3, 12, 23)):
        game = searcher(rules, side, **SMALL).game
        view, root, drawn = rules.view(state, side), game.start.copy(), game.start.copy()
        game.read_view(view, root)
        determinize: Any = game.kernels.determinize
        determinize = getattr(determinize, "py_func", determinize)
        determinize(game.ground, root, side, dice_from_seed(number), drawn)
        assert rules.view(drawn, side) == view


@every_system
def test_orders_follow_from_view_and_dice(name: str) -> None:
    rules = rules_of(name)
    for number, (state, side) in enumerate(some_positions(rules, 4, 3, 40)):
        twin = rules.determinize(rules.view(state, side), dice_from_seed(number, 0, "twin"))
        orders = [
            searcher(rules, side, 7, **SMALL).decide(seat(rules, each, side))
            for each in (state, state, twin)
        ]
        assert orders[0] in rules.choices(state, side)
        assert orders == [orders[0]] * 3


@every_system
def test_a_seed_of_its_own_stands_for_the_dice(name: str) -> None:
    rules = rules_of(name)
    (state, side), *_ = some_positions(rules, 5, 1, 1)
    found = [
        searcher(rules, side, dice, seed=3, **SMALL).plan(seat(rules, state, side))
        for dice in (1, 2)
    ]
    assert found[0] == found[1]


@every_system
def test_a_search_that_has_no_time_still_gives_an_order(name: str) -> None:
    rules = rules_of(name)
    (state, side), *_ = some_positions(rules, 5, 1, 1)
    agent = searcher(rules, side, time=0.0)
    assert agent.decide(seat(rules, state, side)) in rules.choices(state, side)
    assert agent.trials <= 1


@every_system
def test_it_can_be_stopped_with_the_best_so_far(name: str) -> None:
    rules = rules_of(name)
    opening = searcher(rules, 0).game.opening
    state, side = next(
        (state, side)
        for state, side in positions(rules, 8, 400)
        if len(rules.choices(state, side)) > 1 and rules.decision(state).time >= opening
    )
    agent = searcher(rules, side, **(SMALL | {"iterations": 40}))
    agent.stopped = lambda: True
    assert agent.decide(seat(rules, state, side)) in rules.choices(state, side)
    assert agent.trials == 1
    # A search that was stopped binds nobody, and the next one has all of a turn's budget.
    agent.stopped = never
    agent.decide(seat(rules, state, side))
    share = agent.share_of(rules.view(state, side))
    assert agent.trials == max(1, int(40 * share))


@every_system
def test_pondering_finds_plans_for_the_next_turn(name: str) -> None:
    rules = rules_of(name)
    states = some_positions(rules, 3, 40, 1)
    side = states[0][1]
    agent = searcher(rules, side, ponder=True, **SMALL)
    agent.ponder(60.0)
    assert not agent.ideas  # Nothing was asked of it yet.
    asked: list[int] = []

    def after_some_trials() -> bool:
        asked.append(1)
        return len(asked) > 5

    for state, _ in (each for each in states if each[1] == side):
        if agent.ideas:
            ideas = [idea for idea in agent.ideas if idea[0] in rules.choices(state, side)]
            agent.plan(seat(rules, state, side))
            tried = [orders for orders, _, _ in agent.worth]
            assert all(idea in tried for idea in ideas)
            assert not agent.ideas
            return
        agent.decide(seat(rules, state, side))
        asked.clear()
        agent.stopped = after_some_trials
        agent.ponder(60.0)
        agent.stopped = never
    raise AssertionError("it never found any")


@every_system
def test_it_can_be_sent_to_another_process(name: str) -> None:
    rules = rules_of(name)
    states = some_positions(rules, 6, 4, 3)
    side = states[0][1]
    mine = [(state, each) for state, each in states if each == side]
    agent = searcher(rules, side, **SMALL)
    agent.decide(seat(rules, *mine[0]))
    there = pickle.loads(pickle.dumps(agent))
    for state, _ in mine[1:]:
        assert agent.decide(seat(rules, state, side)) == there.decide(seat(rules, state, side))


@every_system
def test_trials_are_counted_and_one_of_the_plans_is_given(name: str) -> None:
    rules = rules_of(name)
    opening = searcher(rules, 0).game.opening
    found = (
        (state, side)
        for state, side in some_positions(rules, 8, 29, 5)
        if len(rules.choices(state, side)) > 1 and rules.view(state, side).time >= opening
    )
    state, side = next(found)
    agent = searcher(rules, side, **(SMALL | {"iterations": 40}))
    plan = agent.plan(seat(rules, state, side))
    share = agent.share_of(rules.view(state, side))
    assert agent.trials == max(1, int(40 * share)) == sum(visits for _, visits, _ in agent.worth)
    assert all(0.0 <= worth <= 1.0 for _, _, worth in agent.worth)
    assert plan in [orders for orders, _, _ in agent.worth]


@pytest.mark.parametrize(
    ("asked", "option"),
    [
        ({"iterations": 0}, "iterations"),
        ({"iterations": True}, "iterations"),
        ({"time": -1}, "time"),
        ({"time": float("nan")}, "time"),
        ({"depth": -1}, "depth"),
        ({"determinizations": 1.5}, "determinizations"),
        ({"rollout": "nobody"}, "rollout"),
        ({"reply": "nobody"}, "reply"),
        ({"exploration": "much"}, "exploration"),
        ({"lead": 2}, "lead"),
        ({"seed": -1}, "seed"),
    ],
)
def test_options_that_mean_nothing_are_refused(asked: dict[str, Any], option: str) -> None:
    with pytest.raises(InputError, match=option):
        searcher(rules_of("brigade"), 0, **asked)


PINNED = {
    "aggressor": "f1198d44f9525a80",
    "brigade": "80a660304d9b6616",
    "idahex": "72a33889e5404ae2",
    "malaya": "86b384abae51d6d6",
    "takeover": "e342d00827a13a2e",
}
"""Digests of plans; the same as Python and as machine code, on any machine."""


@every_system
def test_the_same_plans_everywhere(name: str) -> None:
    rules, running = rules_of(name), hashlib.blake2b(digest_size=8)
    for state, side in some_positions(rules, 9, 4, 30):
        agent = searcher(rules, side, **(SMALL | {"iterations": 12}))
        running.update(f"{agent.plan(seat(rules, state, side))} {agent.worth};".encode())
    assert running.hexdigest() == PINNED[name]
