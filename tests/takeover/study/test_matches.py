"""Games in one kernel call are those that agents play step by step."""

from __future__ import annotations

import numpy as np
import pytest

from hexfront.agents import make_agent
from hexfront.core.contract import CHANCE
from hexfront.core.dice import dice_from_seed
from hexfront.core.events import EventLog
from hexfront.core.study.self_play import play_on
from hexfront.systems.takeover import SYSTEM
from hexfront.systems.takeover.study.matches import Matches
from tests.takeover.games import rules_of


@pytest.mark.parametrize("seats", [("commander", "greedy", "random"), ("greedy", "commander")])
def test_matches_are_games_of_the_same_agents(seats: tuple[str, ...]) -> None:
    rules = rules_of(options={"players": len(seats), "rounds": 12})
    matches, whole = Matches(rules), EventLog(20_000)
    for game in range(2):
        agents = [
            make_agent(SYSTEM, name, rules, side, dice_from_seed(5, game, f"agent-{side}"))
            for side, name in enumerate(seats)
        ]
        state, orders, written = rules.start(), 0, []
        for step, log in play_on(rules, state, agents, dice_from_seed(5, game)):
            orders += step.actor != CHANCE
            written.append(log.written().copy())
        whole.clear()
        match = matches.play(seats, 5, game, whole.rows)
        assert match.state == state
        assert match.orders == orders
        assert np.array_equal(whole.written(), np.concatenate(written))
        assert len(match.leaders) == 12
