"""Orders that an opponent has queued: given without asking, they are those that it would give."""

from __future__ import annotations

import pytest

from hexfront.agents import make_agent
from hexfront.core.agent import QueueingAgent
from hexfront.core.contract import Step
from hexfront.core.dice import dice_from_secret
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.play.match import Match, Refused

SECRET = bytes(range(32))
STEPS = 400


def war(name: str, *, ahead: bool) -> tuple[list[Step], int]:
    """The first orders of a war between two machines, and how often they were asked."""
    system = find_system("idahex")
    rules = system.rules(load_scenario(system))
    match = Match(system, rules, secret=SECRET, tell=False)
    agents = [
        make_agent(system, name, rules, side, dice_from_secret(SECRET, side)) for side in (0, 1)
    ]
    asked = 0
    while len(match.journal.steps) < STEPS:
        side = match.decision.sides[0]
        agent = agents[side]
        match.order(side, agent.decide(match.seat(side)))
        asked += 1
        assert isinstance(agent, QueueingAgent)
        given = 0
        for order in agent.queued() if ahead else ():
            try:
                match.order(side, order)
            except Refused:
                break
            given += 1
        if given:
            agent.give_queued(given)
    return match.journal.steps[:STEPS], asked


@pytest.mark.parametrize("name", ["greedy", "commander:slips=0.05"])
def test_orders_given_ahead_make_the_same_war(name: str) -> None:
    steps, asked = war(name, ahead=False)
    same, seldom = war(name, ahead=True)
    assert same == steps
    assert seldom < asked / 3
