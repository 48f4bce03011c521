"""Positions along games, and searches of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexfront.core.contract import Kind, Rules, Step
from hexfront.core.dice import dice_from_seed, draw, draw_outcome
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.search.agent import SearchAgent
from hexfront.core.study.self_play import Seat

SYSTEMS = ("aggressor", "brigade", "idahex", "malaya", "takeover")
SMALL: dict[str, Any] = {"iterations": 4, "rollout": "random", "depth": 1}
"""A search that is quick also where nothing is compiled."""


def rules_of(name: str) -> Rules[Any]:
    system = find_system(name)
    rules: Rules[Any] = system.rules(load_scenario(system))
    return rules


def searcher(rules: Rules[Any], side: int, given: int = 1, **asked: Any) -> SearchAgent:
    name = type(rules).__module__.split(".")[2]
    made: Any = find_system(name).playing.agents["search"]
    agent: SearchAgent = made(rules, side, dice_from_seed(given, side, "agent"), **asked)
    return agent


def positions(rules: Rules[Any], seed: int, steps: int) -> Iterator[tuple[Any, int]]:
    """States of a random game in which a side must order, with the side."""
    state, dice, log = rules.start(), dice_from_seed(seed), EventLog()
    for _ in range(steps):
        decision = rules.decision(state)
        if decision.kind == Kind.OVER:
            return
        if decision.kind == Kind.CHANCE:
            step = Step(-1, draw_outcome(rules.chances(state).weights, dice))
        else:
            side = min(decision.sides)
            yield state, side
            choices = rules.choices(state, side)
            step = Step(side, choices[int(draw(dice, len(choices)))])
        log.clear()
        rules.apply(state, step, log)


def some_positions(rules: Rules[Any], seed: int, count: int, apart: int) -> list[tuple[Any, int]]:
    """A few of these, copied."""
    found = positions(rules, seed, 100 + 20 * count * apart)
    return [(state.copy(), side) for n, (state, side) in enumerate(found) if n % apart == 0][:count]


def seat(rules: Rules[Any], state: Any, side: int) -> Seat:
    return Seat(rules, side, state)
