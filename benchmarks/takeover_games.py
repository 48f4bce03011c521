"""Machine games of Takeover for the benchmarks: who won, what happened, how long they took."""

from __future__ import annotations

from collections import Counter
from functools import cache
from time import process_time
from typing import NamedTuple, cast

from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.jit import compile_always
from hexfront.systems.takeover.game import TakeoverRules
from hexfront.systems.takeover.rules.engagement import Conquered, LeftGame, Repelled
from hexfront.systems.takeover.rules.estate import GoodBought, TitleBought, worth
from hexfront.systems.takeover.rules.takeovers import CardSpent
from hexfront.systems.takeover.rules.turn import TurnBegins
from hexfront.systems.takeover.study.matches import Matches

TURNS = "turns"
KINDS = {
    TurnBegins: TURNS,
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
    orders: int
    money: tuple[int, ...]
    """At the end, of each player."""
    worth: tuple[int, ...]
    leaders: tuple[int, ...]
    """Who was richest when each round began."""
    seconds: float
    """CPU time of the game."""


@cache
def prepared(scenario: str, players: int) -> tuple[TakeoverRules, Matches, EventLog]:
    """The rules, and a game before those that are timed, which loads all kernels."""
    compile_always()
    system = find_system("takeover")
    assert system.scenarios.with_options is not None
    loaded = system.scenarios.with_options(
        load_scenario(system, scenario), {"players": str(players)}
    )
    rules = cast("TakeoverRules", system.rules(loaded))
    matches = Matches(rules)
    matches.play(("commander", *["greedy"] * (players - 1)), 0, 0)
    return rules, matches, EventLog(100_000)


def play(job: Job) -> Outcome:
    """One game."""
    rules, matches, log = prepared(job.scenario, len(job.seats))
    log.clear()
    began = process_time()
    match = matches.play(job.seats, job.seed, job.game, log.rows)
    seconds = process_time() - began
    counts: Counter[str] = Counter()
    for event in log.events():
        if type(event.what) in KINDS:
            counts[KINDS[type(event.what)]] += 1
        elif isinstance(event.what, GoodBought):
            counts[GOODS[event.what.good]] += 1
    state, players = match.state, range(len(job.seats))
    result = rules.result(state)
    return Outcome(
        job.seats,
        () if result is None else result.winners,
        dict(counts),
        match.orders,
        tuple(state.players.money.tolist()),
        tuple(int(worth(rules.ring, state, player)) for player in players),
        match.leaders,
        seconds,
    )
