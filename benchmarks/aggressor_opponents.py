"""How the opponents of Aggressor fare against each other, and how long they think.

    python -m benchmarks.aggressor_opponents                # 100 games a pairing, each seat
    python -m benchmarks.aggressor_opponents --games 20 --workers 2

Every pairing is played from either side with the same numbers of games.  Wins
come with Wilson's 95 % interval; a draw is not a win.  Thinking is CPU time of
one process, summed over all orders of a turn; games that do not count come before, so
that all kernels are loaded.
"""

from __future__ import annotations

import argparse
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import Any, NamedTuple

from hexfront.agents import agent_factories, make_agent
from hexfront.core.contract import CHANCE, Kind, Rules, Step
from hexfront.core.dice import dice_from_seed, draw_outcome
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.core.study.self_play import Seat
from hexfront.core.system import System
from hexfront.study.intervals import wilson

SYSTEM = "aggressor"


class Job(NamedTuple):
    """One game."""

    scenario: str
    options: tuple[tuple[str, str], ...]
    seats: tuple[str, str]
    seed: int
    game: int


class Outcome(NamedTuple):
    """How it went."""

    seats: tuple[str, str]
    winners: tuple[int, ...]
    rounds: float
    thinking: tuple[tuple[str, float], ...]
    """Agent and CPU seconds of each turn."""


@cache
def prepared(scenario: str, options: tuple[tuple[str, str], ...]) -> tuple[System, Rules[Any]]:
    """The rules, once in each process, and a game behind it that loads all kernels."""
    system = find_system(SYSTEM)
    loaded = load_scenario(system, scenario)
    if options and system.scenarios.with_options is not None:
        loaded = system.scenarios.with_options(loaded, dict(options))
    rules = system.rules(loaded)
    for name in agent_factories(system):
        play(system, rules, Job(scenario, options, (name, name), 0, 0))
    return system, rules


def work(job: Job) -> Outcome:
    """One game, in whatever process."""
    return play(*prepared(job.scenario, job.options), job)


def play(system: System, rules: Rules[Any], job: Job) -> Outcome:
    """One game: results and thinking times."""
    agents = [
        make_agent(system, name, rules, side, dice_from_seed(job.seed, job.game, f"agent-{side}"))
        for side, name in enumerate(job.seats)
    ]
    dice, state, log = dice_from_seed(job.seed, job.game), rules.start(), EventLog()
    spent: dict[tuple[int, int], float] = defaultdict(float)
    while (decision := rules.decision(state)).kind != Kind.OVER:
        if decision.kind == Kind.CHANCE:
            step = Step(CHANCE, draw_outcome(rules.chances(state).weights, dice))
        else:
            side = min(decision.sides)
            began = time.process_time()
            order = agents[side].decide(Seat(rules, side, state))
            spent[side, decision.time] += time.process_time() - began
            step = Step(side, order)
        log.clear()
        rules.apply(state, step, log)
    result = rules.result(state)
    thinking = tuple((job.seats[side], seconds) for (side, _), seconds in spent.items())
    winners = () if result is None else result.winners
    return Outcome(job.seats, winners, decision.time / 2 - 1, thinking)


def table(outcomes: Iterable[Outcome]) -> list[str]:
    """Markdown: a row for each pairing, seen from its first agent."""
    played: dict[tuple[str, str], list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        played[outcome.seats].append(outcome)
    lines = [
        "| west | east | games | west wins | 95 % interval | east wins | 95 % interval | draws "
        "| rounds |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for (west, east), found in played.items():
        count = len(found)
        wins = [sum(outcome.winners == (side,) for outcome in found) for side in (0, 1)]
        cells = []
        for won in wins:
            low, high = wilson(won, count)
            cells.append(f"{won / count:.1%} | {low:.1%} to {high:.1%}")
        rounds = sum(outcome.rounds for outcome in found) / count
        lines.append(
            f"| {west} | {east} | {count} | {cells[0]} | {cells[1]} | {count - sum(wins)} "
            f"| {rounds:.1f} |"
        )
    return lines


def times(outcomes: Iterable[Outcome]) -> list[str]:
    """Markdown: thinking of a turn by agent."""
    spent: dict[str, list[float]] = defaultdict(list)
    for outcome in outcomes:
        for agent, seconds in outcome.thinking:
            spent[agent].append(seconds)
    lines = [
        "| agent | turns | mean ms a turn | 99 % of turns below | most |",
        "|---|---|---|---|---|",
    ]
    for agent, each in sorted(spent.items()):
        ranked = sorted(each)
        late = ranked[min(int(0.99 * len(ranked)), len(ranked) - 1)]
        mean = sum(ranked) / len(ranked)
        lines.append(
            f"| {agent} | {len(ranked)} | {1000 * mean:.1f} | {1000 * late:.1f} ms "
            f"| {1000 * ranked[-1]:.1f} ms |"
        )
    return lines


def pairings(names: Sequence[str]) -> list[tuple[str, str]]:
    """Each two different agents, from either side; the best one first."""
    ordered = list(reversed(names))
    return [
        seats
        for i, one in enumerate(ordered)
        for other in ordered[i + 1 :]
        for seats in ((one, other), (other, one))
    ]


def main() -> None:
    """Play, and print both tables."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=100, help="of each pairing from each side")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--scenario", default="standard")
    parser.add_argument("--option", action="append", default=[], metavar="KEY=VALUE")
    chosen = parser.parse_args()
    options = tuple(tuple(option.split("=", 1)) for option in chosen.option)
    jobs = [
        Job(chosen.scenario, options, seats, chosen.seed, game)
        for seats in pairings(list(agent_factories(find_system(SYSTEM))))
        for game in range(chosen.games)
    ]
    with ProcessPoolExecutor(chosen.workers) as pool:
        outcomes = list(pool.map(work, jobs, chunksize=5))
    print("\n".join([*table(outcomes), "", *times(outcomes)]))


if __name__ == "__main__":
    main()
