"""The search of Brigade: plans that can be given, each with its trials, as good as any."""

from __future__ import annotations

import pytest

from hexfront.core.contract import Step
from hexfront.core.dice import dice_from_seed
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.study.self_play import Seat
from hexfront.jit import is_interpreted
from hexfront.systems.brigade.opponents.search import BrigadeSearch
from hexfront.systems.brigade.rules.orders import DONE
from tests.brigade.positions import BLUE, RED, Game
from tests.search.games import rules_of, searcher, seat, some_positions
from tests.search.truth import Truth, after

pytestmark = pytest.mark.skipif(
    is_interpreted(BrigadeSearch.__module__), reason="hundreds of whole games"
)
NEARLY = 0.04
"""A search of some hundred trials does not tell chances to win that are so close."""


def test_a_plotted_plan_is_as_good_as_any() -> None:
    """Red can only wait in the town; blue has a gap to close before both units attack."""
    game = Game(
        {"R1": "0404", "B1": "0304", "B2": "0402"},
        turns=1, columns=4, rows=4, movement={"R1": 0, "B1": 1, "B2": 1}, sequence="plotted",
    )  # fmt: skip
    rules, state = game.rules, after(game.rules, game.state, RED, [DONE])
    truth = Truth(rules, BLUE)
    best = truth.of(state).mean
    agent = BrigadeSearch(rules, BLUE, dice_from_seed(1), iterations=3000)
    while rules.decision(state).sides == (BLUE,):
        order = agent.decide(Seat(rules, BLUE, state))
        state = after(rules, state, BLUE, [order])
    assert best > 0.5
    assert truth.of(state).mean >= best - NEARLY


@pytest.mark.parametrize("scenario", ["three-towns", "across-the-drau", "meeting-engagement"])
def test_all_plans_that_are_tried_can_be_given(scenario: str) -> None:
    system = find_system("brigade")
    rules = system.rules(load_scenario(system, scenario))
    for state, side in some_positions(rules, 2, 2, 45):
        agent = searcher(rules, side, iterations=400)
        agent.plan(seat(rules, state, side))
        changed = 0
        for orders, visits, _ in agent.worth:
            then = state.copy()
            for number, order in enumerate(orders):
                if number > 0 and side not in rules.decision(then).sides:
                    break
                assert order in rules.choices(then, side)
                rules.apply(then, Step(side, order), EventLog(0))
            changed += visits > 0
        assert changed > 8 or len(rules.choices(state, side)) < 8


def test_trials_are_shared_out() -> None:
    """Each plan has its least trials, but for the one that the search ended with."""
    rules = rules_of("brigade")
    agent = searcher(rules, 0, iterations=500, least=20)
    agent.plan(seat(rules, rules.start(), 0))
    visits = [trials for _, trials, _ in agent.worth]
    assert len(visits) > 10
    assert all(trials >= 20 for trials in visits[:-1])
