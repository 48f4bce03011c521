"""Many games of one plan, on one or more processes: the same figures either way."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from hexfront import __version__
from hexfront.agents import batch_agent
from hexfront.core.contract import Rules, Scenario
from hexfront.core.dice import dice_from_seed
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.scenario import Reading
from hexfront.core.system import System
from hexfront.study.files.parts import PartedTable
from hexfront.study.files.tables import Layout
from hexfront.study.games import (
    STEP_LIMIT,
    GameRunner,
    Plan,
    Record,
    make_recorder,
    make_tally,
)
from hexfront.study.summary import Summary
from hexfront.study.workers import Stopped, in_order

MAX_CHUNK = 100
CHUNK_SECONDS = 0.25
"""What a chunk should take: its games are counted only when all of them are over."""


def make_plan(
    system: System,
    scenario: Scenario,
    seats: list[str],
    seed: int,
    step_limit: int = STEP_LIMIT,
) -> tuple[Plan, Rules[Any]]:
    """A plan and its rules. Errors: `InputError` for unknown agents or a wrong number of them."""
    rules = system.rules(scenario)
    reading = Reading()
    factories = [reading.attempt(partial(batch_agent, system, name)) for name in seats]
    if len(seats) != len(rules.sides):
        expected = f"{len(rules.sides)}, one a side: {', '.join(rules.sides)}"
        reading.report("agents", seats, expected)
    else:
        # Before the first game, what they find wrong with this scenario
        for side, factory in enumerate(factories):
            if factory is not None:
                dice = dice_from_seed(seed, 0, f"agent-{side}")
                reading.attempt(partial(factory, rules, side, dice))
    reading.finish(rules)
    return Plan(system.name, scenario.document, tuple(seats), seed, step_limit), rules


def shard_games(games: int, shard: int = 1, shards: int = 1) -> range:
    """The games of one shard, counted from 1: shards in their order make up the whole run.

    Errors: `InputError`, also for more shards than games: one of them would have none.
    """
    if not 1 <= shard <= shards:
        raise InputError.at("--shard", f"{shard}/{shards}", "i/n with i from 1 to n")
    if shards > max(games, 1):
        raise InputError.at(
            "--shard", f"{shard}/{shards}", f"at most {games} parts: so many games there are"
        )
    return range((shard - 1) * games // shards, shard * games // shards)


def play_games(
    plan: Plan, games: range, workers: int = 1, rules: Rules[Any] | None = None
) -> Iterator[list[Record]]:
    """Games in their order, some at a time; `rules` are those of the plan, where at hand.

    More than one worker means processes that import the caller's main module
    anew, so a script must guard its start with `if __name__ == "__main__"`.
    Errors: `GameFailed`; `HexfrontError` where a worker died.
    """
    known = {0: rules} if rules is not None else {}
    for _, records in play_plans([plan], [games], workers, known):
        yield records


def play_plans(
    plans: Sequence[Plan],
    games: Sequence[range],
    workers: int = 1,
    rules: Mapping[int, Rules[Any]] = {},
) -> Iterator[tuple[int, list[Record]]]:
    """The games of one plan after the other, some at a time, each with the place of its plan.

    `games` are those of each plan; `rules` those of plans, by their places, that are at hand.

    Workers and errors: as of `play_games`.
    """
    # What a recorder writes of many games can be too much to hold at once.
    most = 1 if any(plan.recorded for plan in plans) else MAX_CHUNK
    chunks = _Chunks(games, max(1, min(most, sum(map(len, games)) // (8 * workers))))
    workers = max(1, min(workers, sum(map(len, games))))
    given = plans, rules if workers == 1 else {}
    for (place, chunk), records, seconds in in_order(chunks, _Runners, given, workers):
        chunks.took(len(chunk), seconds)
        yield place, records


class _Chunks:
    """Some games of one plan at a time, in their order: as many as are played soon."""

    def __init__(self, games: Sequence[range], most: int) -> None:
        self._games, self._most = games, most
        self._size = 1

    def __iter__(self) -> Iterator[tuple[int, range]]:
        for place, numbers in enumerate(self._games):
            left = numbers
            while left:
                chunk, left = left[: self._size], left[self._size :]
                yield place, chunk

    def took(self, games: int, seconds: float) -> None:
        """How long a chunk took; the next ones have a fitting size."""
        fitting = int(games * CHUNK_SECONDS / max(seconds, 1e-6))
        self._size = max(1, min(self._most, fitting, 2 * max(games, self._size)))


class _Runners:
    """The runner of one plan at a time: plans come in their order."""

    def __init__(self, plans: Sequence[Plan], rules: Mapping[int, Rules[Any]]) -> None:
        self._plans, self._rules = plans, rules
        self._last: tuple[int, GameRunner] | None = None

    def __call__(self, chunk: tuple[int, range], stopped: Stopped) -> list[Record]:
        """The games of a chunk."""
        place, games = chunk
        records: list[Record] = []
        for game in games:
            if stopped():
                break
            records.append(self._of(place).play(game))
        return records

    def _of(self, place: int) -> GameRunner:
        """The runner of a plan."""
        if self._last is None or self._last[0] != place:
            self._last = place, GameRunner(self._plans[place], self._rules.get(place))
        return self._last[1]


def run_batch(
    plan: Plan,
    rules: Rules[Any],
    games: range,
    workers: int = 1,
    out: Path | None = None,
    *,
    resume: bool = False,
    tables: bool = True,
    progress: Callable[[int], None] = lambda done: None,
) -> Summary:
    """Play games and sum them up; with `out` their figures go into Parquet files.

    So do the tables of the system's recorder, unless they are not wanted.
    `progress` is told how many games are done.  A run that is broken off, by
    an error or Ctrl-C, leaves the finished rows beside `out` for `resume`.
    Errors: `GameFailed`, `WriteFailed`, `InputError`.
    """
    system = find_system(plan.system)
    tally = make_tally(system, rules)
    recorder = make_recorder(system, rules) if out is not None and tables else None
    plan = replace(plan, recorded=recorder is not None)
    summary = Summary(rules.sides, tally)
    with ExitStack() as stack:
        table = None
        if out is not None:
            about = run_metadata(plan, rules)
            written = recorder.tables if recorder is not None else ()
            layout = Layout(rules.sides, tally, about, written, plan.scenario)
            table = stack.enter_context(PartedTable(out, layout, about, games, resume=resume))
            for records in table.kept():
                summary.add(records)
        progress(summary.games)
        for records in play_games(plan, games[summary.games :], workers, rules):
            if table is not None:
                table.add(records)
            summary.add(records)
            progress(summary.games)
        if table is not None:
            table.finish()
    return summary


def run_metadata(plan: Plan, rules: Rules[Any]) -> dict[str, Json]:
    """What tells one run from another; stands in the metadata of its tables."""
    return {
        "system": plan.system,
        "scenario": rules.scenario.name,
        "scenario_hash": plan.scenario_hash,
        "sides": list(rules.sides),
        "seats": list(plan.seats),
        "seed": plan.seed,
        "engine_version": __version__,
        **({"recorded": True} if plan.recorded else {}),
    }
