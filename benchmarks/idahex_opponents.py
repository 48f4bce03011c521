"""How the opponents of IDAHEX fare against each other in the sample war.

    python -m benchmarks.idahex_opponents                 # 16 wars of 60 days a pairing
    python -m benchmarks.idahex_opponents --wars 4 --days 30 --workers 2
    python -m benchmarks.idahex_opponents --against commander --agents search:time=5
    python -m benchmarks.idahex_opponents --scenario varnland --agents commander --days 7

The opponents use no dice, so wars differ by what the units hold when they begin: each
stock is multiplied by a number drawn between 0.7 and 1.3; war 0 is the deck's.  Every
pairing is played from either side.  Strength is the standard value on defence (IDX-5.3) of
all units of a side, as a share of that when the war began.  A side has crossed once it owns
a cell of the enemy's that only a barrier parts from its own land: in the sample, the canal.
Means come with Student's 95 % interval; so many wars a side ended with more cells than the enemy,
with Wilson's.

With `--against` each agent leads a side against that one, and the war is told apart from the
same war in which that one leads both sides: whether the agent kept more strength, or more cells,
than it had kept in its place.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections import defaultdict
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from hexfront.jit import compile_always

if __name__ == "__main__":
    compile_always()  # Before the kernels are imported

from hexfront.agents import make_agent
from hexfront.core.contract import Kind, Step
from hexfront.core.dice import dice_from_seed
from hexfront.core.events import EventLog
from hexfront.core.scenario import load_scenario
from hexfront.core.study.self_play import Seat
from hexfront.study.intervals import mean_interval, wilson
from hexfront.systems.idahex import SYSTEM
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.loader import IdahexScenario

AGENTS = ("commander", "greedy")
SPREAD = 0.3
"""How much more or less than planned units may hold."""


class Job(NamedTuple):
    """One war."""

    seats: tuple[str, str]
    war: int
    days: float
    scenario: str = ""
    """Empty for the sample."""


class Outcome(NamedTuple):
    """How it went; of each side."""

    seats: tuple[str, str]
    kept: tuple[float, float]
    """The share of its strength that is left."""
    cells: tuple[int, int]
    """How many it owns in the end."""
    crossed: tuple[float | None, float | None]
    """The day on which it crossed first."""


@cache
def rules_of(name: str) -> IdahexRules:
    """The rules of a war, once in each process."""
    scenario = load_scenario(SYSTEM, name or None)
    assert isinstance(scenario, IdahexScenario)
    return IdahexRules(scenario)


def strength(rules: IdahexRules, state: s.State, side: int) -> float:
    """The standard value on defence of all units of a side that are not destroyed (IDX-5.3)."""
    own = (state.units.side == side) & (state.units.posture >= 0)
    return float((state.stock[own] @ rules.setting.design.combat.value_defence[side]).sum())


def beyond(rules: IdahexRules, side: int) -> list[int]:
    """The cells of the enemy's that a barrier parts from a side's land when the war begins."""
    area = rules.setting.design.area
    enemy = np.flatnonzero((area.owner == 1 - side) & (area.environment > 0))
    found = []
    for cell in enemy.tolist():
        home = area.owner[area.rim[cell]] == side
        if (home & (area.rim[cell] > 0) & (area.barrier[cell] > 0)).any():
            found.append(cell)
    return found


def play(rules: IdahexRules, job: Job) -> Outcome:
    """One war: every word of the opponents is given through the rules."""
    state, log = rules.start(), EventLog()
    if job.war:
        generator = np.random.default_rng(job.war)
        state.stock[:] *= generator.uniform(1.0 - SPREAD, 1.0 + SPREAD, state.stock.shape)
    agents = [
        make_agent(SYSTEM, name, rules, side, dice_from_seed(1, job.war, f"agent-{side}"))
        for side, name in enumerate(job.seats)
    ]
    at_first = [strength(rules, state, side) for side in range(2)]
    shores = [beyond(rules, side) for side in range(2)]
    crossed: list[float | None] = [None, None]
    while state.game.time < job.days:
        decision = rules.decision(state)
        if decision.kind == Kind.OVER:
            break
        side = min(decision.sides)
        log.clear()
        rules.apply(state, Step(side, agents[side].decide(Seat(rules, side, state))), log)
        for own in range(2):
            if crossed[own] is None and (state.owner[shores[own]] == own).any():
                crossed[own] = float(state.game.time)
    kept = [strength(rules, state, side) / at_first[side] for side in range(2)]
    active = rules.setting.design.area.environment > 0
    cells = [int(((state.owner == side) & active).sum()) for side in range(2)]
    return Outcome(job.seats, (kept[0], kept[1]), (cells[0], cells[1]), (crossed[0], crossed[1]))


def work(job: Job) -> Outcome:
    """One war, in whatever process."""
    return play(rules_of(job.scenario), job)


def mean(values: Sequence[float], digits: int = 2) -> str:
    """A mean with its interval."""
    found = mean_interval(len(values), sum(values), sum(value * value for value in values))
    middle = f"{statistics.fmean(values):.{digits}f}"
    return middle if found is None else f"{middle} ({found[0]:.{digits}f} to {found[1]:.{digits}f})"


def share(count: int, wars: Sequence[Outcome]) -> str:
    """So many of some wars, with the interval of their share."""
    low, high = wilson(count, len(wars))
    return f"{count} of {len(wars)} ({100 * low:.0f} to {100 * high:.0f} %)"


def crossings(days: Sequence[float | None]) -> str:
    """In how many wars a side crossed, and the median day."""
    known = [day for day in days if day is not None]
    when = f", day {statistics.median(known):g}" if known else ""
    return f"{len(known)} of {len(days)}{when}"


def table(outcomes: Iterable[Outcome]) -> list[str]:
    """Markdown: a row for each side of each pairing."""
    played: dict[tuple[str, str], list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        played[outcome.seats].append(outcome)
    lines = [
        "| red | blue | wars | side | strength kept, 95 % | cells owned, 95 % | more cells "
        "| crossed |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for (red, blue), found in played.items():
        for side, name in enumerate(("red", "blue")):
            cells = [
                mean([outcome.kept[side] for outcome in found]),
                mean([outcome.cells[side] for outcome in found], 1),
                share(
                    sum(outcome.cells[side] > outcome.cells[1 - side] for outcome in found), found
                ),
                crossings([outcome.crossed[side] for outcome in found]),
            ]
            lines.append(f"| {red} | {blue} | {len(found)} | {name} | {' | '.join(cells)} |")
    return lines


def versus(outcomes: Iterable[Outcome], agent: str, other: str) -> list[str]:
    """Markdown: in how many wars an agent kept more than the other had in its place."""
    played: dict[tuple[str, str], list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        played[outcome.seats].append(outcome)
    lines = [
        f"| {agent} as | wars | more strength | more cells | either, 95 % | both |",
        "|---|---|---|---|---|---|",
    ]
    ahead: list[tuple[bool, bool]] = []
    for side, name in enumerate(("red", "blue", "either side")):
        if side < 2:
            seats = (agent, other) if side == 0 else (other, agent)
            found = [
                (mine.kept[side] > its.kept[side], mine.cells[side] > its.cells[side])
                for mine, its in zip(played[seats], played[other, other], strict=True)
            ]
            ahead += found
        else:
            found = ahead
        count = len(found)
        either = sum(strength or cells for strength, cells in found)
        low, high = wilson(either, count)
        cells = [
            name,
            count,
            sum(strength for strength, _ in found),
            sum(cells for _, cells in found),
            f"{either} ({100 * low:.0f} to {100 * high:.0f} %)",
            sum(strength and cells for strength, cells in found),
        ]
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    return lines


def main() -> None:
    """Play, and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wars", type=int, default=16, help="of each pairing from each side")
    parser.add_argument("--days", type=float, default=60.0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--scenario", default="", help="another war than the sample")
    parser.add_argument("--agents", nargs="+", default=AGENTS, help="such as search:time=5")
    parser.add_argument("--against", help="another agent; wars 1, 2, … with both sides")
    chosen = parser.parse_args()
    if chosen.against is None:
        pairings = list(product(chosen.agents, repeat=2))
        wars = range(chosen.wars)
    else:
        other, wars = chosen.against, range(1, 1 + chosen.wars)
        pairings = [(other, other)]
        for agent in chosen.agents:
            pairings += [(agent, other), (other, agent)]
    jobs = [Job(seats, war, chosen.days, chosen.scenario) for war in wars for seats in pairings]
    outcomes = []
    with ProcessPoolExecutor(chosen.workers) as pool:
        for outcome in pool.map(work, jobs):
            outcomes.append(outcome)
            print(*outcome, file=sys.stderr, flush=True)
    print("\n".join(table(outcomes)))
    if chosen.against is not None:
        for agent in chosen.agents:
            print("\n" + "\n".join(versus(outcomes, agent, chosen.against)))


if __name__ == "__main__":
    main()
