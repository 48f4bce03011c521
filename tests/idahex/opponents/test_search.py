"""What the search of IDAHEX relies on: alternatives of the staff, and trials that lead at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hexfront.core.contract import Step
from hexfront.core.dice import dice_from_seed
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.study.self_play import Seat
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.opponents.commander import CommanderAgent
from hexfront.systems.idahex.opponents.search import IdahexSearch
from hexfront.systems.idahex.scenario.orders import GO
from hexfront.systems.idahex.scenario.state import COMMANDS, State


def war() -> IdahexRules:
    system = find_system("idahex")
    rules = system.rules(load_scenario(system))
    assert isinstance(rules, IdahexRules)
    return rules


def stops(rules: IdahexRules, days: float) -> Iterator[tuple[State, int]]:
    """Where sides begin to give commands in a war between commanders."""
    state, log = rules.start(), EventLog()
    agents = [CommanderAgent(rules, side, dice_from_seed(1)) for side in range(2)]
    seen = set[tuple[int, int, int]]()
    while state.game.time < days:
        side = min(rules.decision(state).sides)
        stop = int(state.game.frames), int(state.game.phase), side
        if stop not in seen and state.game.phase == COMMANDS:
            yield state, side
        seen.add(stop)
        log.clear()
        rules.apply(state, Step(side, agents[side].decide(Seat(rules, side, state))), log)


def searcher(rules: IdahexRules, side: int, iterations: int = 3, **asked: Any) -> IdahexSearch:
    return IdahexSearch(rules, side, dice_from_seed(2), iterations=iterations, depth=1, **asked)


@pytest.mark.clause("IDX-4")
def test_the_choice_follows_from_the_view() -> None:
    """States that look alike to a side get the same plan, tried alike."""
    rules = war()
    for number, (state, side) in enumerate(stops(rules, 2.0)):
        twin = rules.determinize(rules.view(state, side), dice_from_seed(number, 0, "twin"))
        agents = [searcher(rules, side) for _ in range(2)]
        plans = [
            agent.plan(Seat(rules, side, each))
            for agent, each in zip(agents, (state, twin), strict=True)
        ]
        assert plans[0] == plans[1]
        assert agents[0].worth == agents[1].worth


def test_its_first_plan_is_the_commanders() -> None:
    rules = war()
    for state, side in stops(rules, 1.5):
        commander, said, here = CommanderAgent(rules, side, dice_from_seed(1)), [], state.copy()
        while GO not in said:
            said.append(commander.decide(Seat(rules, side, here)))
            rules.apply(here, Step(side, said[-1]), EventLog())
        agent = searcher(rules, side, 1)
        assert agent.plan(Seat(rules, side, state)) == said


@pytest.mark.clause("IDX-4")
def test_plans_are_whole_and_legal_to_their_ends() -> None:
    rules = war()
    differ = 0
    for state, side in stops(rules, 1.0):
        agent = searcher(rules, side, 30, widening=10.0)
        agent.plan(Seat(rules, side, state))
        differ += len(agent.worth) > 1
        for orders, _, _ in agent.worth:
            here = state.copy()
            for order in orders:
                assert order in rules.choices(here, side)
                rules.apply(here, Step(side, order), EventLog())
    assert differ, "the staff has alternatives"
