"""Machine games of Takeover for the benchmarks: who won, what happened, how long they thought."""

from __future__ import annotations

import time
from collections import Counter, defaultdict
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import Any, NamedTuple

from hexfront.agents import make_agent
from hexfront.core.contract import CHANCE, Kind, Rules, Step
from hexfront.core.dice import dice_from_seed, draw_outcome
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.study.self_play import Seat
from hexfront.core.system import System
from hexfront.systems.takeover.rules.engagement import Conquered, LeftGame, Repelled
from hexfront.systems.takeover.rules.estate import GoodBought, TitleBought, worth
from hexfront.systems.takeover.rules.takeovers import CardSpent
from hexfront.systems.takeover.scenario.state import TakeoverState

KINDS = {
    Conquered: "conquests",
    Repelled: "repelled",
    LeftGame: "players out",
    TitleBought: "Titles bought",
    CardSpent: "cards played",
}
GOODS = ("R-Units", "NS-Units", "levels", "agents")


class Job(NamedTuple):
    """One game."""

    scenario: str
    seats: tuple[str, ...]
    seed: int
    game: int


class Outcome(NamedTuple):
    """How it went."""

    seats: tuple[str, ...]
    winners: tuple[int, ...]
    counts: dict[str, int]
    """What happened how often."""
    turns: int
    decisions: int
    money: tuple[int, ...]
    """At the end, of each player."""
    worth: tuple[int, ...]
    leaders: tuple[int, ...]
    """Who was richest when each round began."""
    thinking: tuple[tuple[str, float, tuple[float, ...]], ...]
    """Agent, and CPU seconds of each decision of one of its turns."""


@cache
def prepared(scenario: str, players: int) -> tuple[System, Rules[Any]]:
    """The rules, once in each process, and a game before that loads all kernels."""
    system = find_system("takeover")
    assert system.scenarios.with_options is not None
    loaded = system.scenarios.with_options(
        load_scenario(system, scenario), {"players": str(players)}
    )
    rules = system.rules(loaded)
    play(system, rules, Job(scenario, ("random",) * players, 0, 0))
    return system, rules


def work(job: Job) -> Outcome:
    """One game, in whatever process."""
    return play(*prepared(job.scenario, len(job.seats)), job)


def play(system: System, rules: Rules[Any], job: Job) -> Outcome:
    """One game."""
    agents = [
        make_agent(system, name, rules, side, dice_from_seed(job.seed, job.game, f"agent-{side}"))
        for side, name in enumerate(job.seats)
    ]
    dice, log = dice_from_seed(job.seed, job.game), EventLog()
    state: TakeoverState = rules.start()
    ring: Any = rules.ring  # type: ignore[attr-defined]
    players = range(ring.rules.players)
    counts: Counter[str] = Counter()
    leaders: list[int] = []
    turns, decisions = set(), 0
    spent: dict[tuple[int, int], list[float]] = defaultdict(list)
    while (decision := rules.decision(state)).kind != Kind.OVER:
        if len(leaders) < state.game.round:
            leaders.append(max(players, key=lambda p: int(worth(ring, state, p))))
        turns.add(decision.time)
        if decision.kind == Kind.CHANCE:
            step = Step(CHANCE, draw_outcome(rules.chances(state).weights, dice))
        else:
            side = decision.sides[0]
            decisions += 1
            began = time.process_time()
            order = agents[side].decide(Seat(rules, side, state))
            spent[side, decision.time].append(time.process_time() - began)
            step = Step(side, order)
        log.clear()
        rules.apply(state, step, log)
        for event in log.events():
            if type(event.what) in KINDS:
                counts[KINDS[type(event.what)]] += 1
            elif isinstance(event.what, GoodBought):
                counts[GOODS[event.what.good]] += 1
    result = rules.result(state)
    return Outcome(
        job.seats,
        () if result is None else result.winners,
        dict(counts),
        len(turns),
        decisions,
        tuple(int(state.players.money[player]) for player in players),
        tuple(int(worth(ring, state, player)) for player in players),
        tuple(leaders),
        tuple((job.seats[side], sum(each), tuple(each)) for (side, _), each in spent.items()),
    )


def play_all(jobs: Iterable[Job], workers: int) -> list[Outcome]:
    """All games."""
    with ProcessPoolExecutor(workers) as pool:
        return list(pool.map(work, jobs, chunksize=4))
