"""Checks of what a system brings for studies: tables of a game, and agents that play together."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable, Sequence
from itertools import product
from typing import Any, Final

import numpy as np

from hexfront.agents import make_agent, steady_agents
from hexfront.conformance.snapshot import Snapshot
from hexfront.conformance.snapshots import STEP_LIMIT, random_step
from hexfront.core.agent import Agent
from hexfront.core.contract import Kind, Rules, Step
from hexfront.core.dice import Dice, dice_from_seed
from hexfront.core.events import EventLog
from hexfront.core.state import digest
from hexfront.core.study.recorder import Recorder, RecordTable
from hexfront.core.study.self_play import Seat
from hexfront.core.system import System

TAKEN_AT_ONCE: Final = 512
"""A recorder is given so many events at once, or fewer where the time changes."""
DECISIONS: Final = 12
"""So many decisions of a game are compared between a team and its agents one by one."""


def check_recorder(system: System, rules: Rules[Any], seed: int, limit: int = STEP_LIMIT) -> int:
    """The tables of a random game are as declared, and the same each time. Returns their rows.

    The recorder changes no state, and forgets one game when the next begins.
    """
    if system.studying.recorder is None:
        return 0
    where = f"{system.name} {rules.scenario.name}, seed {seed}: the recorder"
    recorder = system.studying.recorder(rules)
    tables = tuple(recorder.tables)
    found = _record(system, rules, recorder, seed, limit)
    if len(found) != len(tables):
        raise AssertionError(f"{where} declares {len(tables)} tables and writes {len(found)}")
    rows = sum(
        _check_table(where, table, columns) for table, columns in zip(tables, found, strict=True)
    )
    if tuple(recorder.tables) != tables:
        raise AssertionError(f"{where} declares other tables after a game")
    for again in (recorder, system.studying.recorder(rules)):
        if _record(system, rules, again, seed, limit) != found:
            raise AssertionError(f"{where} writes otherwise when the same game is played again")
    return rows


def _record(
    system: System, rules: Rules[Any], recorder: Recorder, seed: int, limit: int
) -> list[list[list[Any]]]:
    """Tables, columns and values of a random game, events given as a study gives them."""
    dice, log, state = dice_from_seed(seed, purpose="conformance"), EventLog(), rules.start()
    unchanged = _unchanging(system, rules, seed)
    unchanged(state, lambda: recorder.begin(state))
    time = rules.decision(state).time
    for _ in range(limit):
        now = rules.decision(state).time
        if now != time or len(log) >= TAKEN_AT_ONCE:
            since, time = time, now
            unchanged(state, lambda: recorder.take(since, log.written(), state))  # noqa: B023
            log.clear()
        step = random_step(rules, state, dice)
        if step is None:
            break
        rules.apply(state, step, log)
    unchanged(state, lambda: recorder.take(time, log.written(), state))
    return [[_plain(column) for column in table] for table in recorder.written()]


def _unchanging(
    system: System, rules: Rules[Any], seed: int
) -> Callable[[Any, Callable[[], None]], None]:
    """What shows a recorder a state, and fails if that changes it."""

    def unchanged(state: Any, show: Callable[[], None]) -> None:
        before = digest(state)
        show()
        if digest(state) != before:
            name = f"{system.name} {rules.scenario.name}, seed {seed}"
            raise AssertionError(f"{name}: the recorder changed the state")

    return unchanged


def _plain(column: Any) -> list[Any]:
    """The values of a column, with None for a number that is none."""
    values = column.tolist() if isinstance(column, np.ndarray) else list(column)
    return [None if isinstance(v, float) and math.isnan(v) else v for v in values]


def _check_table(where: str, table: RecordTable, columns: list[list[Any]]) -> int:
    """Whether a table has its declared columns, as long as each other; how long they are."""
    names = [column.name for column in table.columns]
    if len(set(names)) != len(names):
        raise AssertionError(f"{where} gives one name to two columns of {table.name}")
    charted = {name for chart in table.charts for name in (chart.column, chart.over, chart.by)}
    if not charted <= {"game", *names}:
        raise AssertionError(f"{where} charts what {table.name} has no column for")
    if len(columns) != len(names) or len({len(column) for column in columns}) > 1:
        sizes = [len(column) for column in columns]
        raise AssertionError(f"{where} writes {table.name} with columns of {sizes} rows")
    for column, values in zip(table.columns, columns, strict=True):
        wrong = next((v for v in values if v is not None and not _FITS[column.kind](v)), None)
        if wrong is not None:
            place = f"{table.name}.{column.name}"
            raise AssertionError(
                f"{where} writes {wrong!r} into {place}, a column of {column.kind}"
            )
    return len(columns[0]) if columns else 0


def _is_whole(value: Any) -> bool:
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


_FITS: Final[dict[str, Callable[[Any], bool]]] = {
    "whole": _is_whole,
    "number": lambda value: _is_whole(value) or isinstance(value, float | np.floating),
    "words": lambda value: isinstance(value, str),
}
"""What a value of each kind of column must be, where there is one."""


def check_team(system: System, rules: Rules[Any], seed: int, decisions: int = DECISIONS) -> int:
    """Agents that play together give the steps that they would have given one by one.

    Events and states are the same too.  Returns how many steps were compared,
    over all seats that the system has a team for.
    """
    if system.studying.team is None:
        return 0
    names = list(steady_agents(system))
    return sum(
        _check_seats(system, rules, seats, seed, decisions)
        for seats in product(names, repeat=len(rules.sides))
    )


def _check_seats(
    system: System, rules: Rules[Any], seats: Sequence[str], seed: int, decisions: int
) -> int:
    def dice(side: int) -> Any:
        return dice_from_seed(seed, 0, f"agent-{side}")

    if system.studying.team is None:
        return 0
    team = system.studying.team(rules, seats, [dice(side) for side in range(len(seats))])
    if team is None:
        return 0
    agents = [make_agent(system, name, rules, side, dice(side)) for side, name in enumerate(seats)]
    state, twin, log, twin_log = rules.start(), rules.start(), EventLog(), EventLog()
    taken = 0
    for _ in range(decisions):
        if rules.decision(state).kind != Kind.ORDERS:
            break
        log.clear()
        twin_log.clear()
        steps = team.play_on(state, log)
        snapshot = Snapshot(system, rules, twin, seed, taken)
        snapshot.demand(bool(steps), f"the team of {', '.join(seats)} gives no steps")
        for step in steps:
            snapshot = Snapshot(system, rules, twin, seed, taken)
            decision = snapshot.decision
            snapshot.demand(decision.kind == Kind.ORDERS, f"the team gives {step}; none is due")
            side = min(decision.sides)
            alone = Step(side, int(agents[side].decide(Seat(rules, side, twin))))
            snapshot.demand(alone == step, f"the team gives {step}, the agent alone {alone}")
            rules.apply(twin, alone, twin_log)
            taken += 1
        same = digest(state) == digest(twin)
        snapshot.demand(same, "the team leads to another state than its agents one by one")
        same = np.array_equal(log.written(), twin_log.written())
        snapshot.demand(same, "the team leads to other events than its agents one by one")
    return taken


def check_pickles(system: System, rules: Rules[Any], seed: int) -> None:
    """Rules and opponents can be sent to another process, and go on there as they would here."""
    where = f"{system.name} {rules.scenario.name}, seed {seed}"
    twin = _sent(f"{where}: the rules", rules)
    if digest(twin.start()) != digest(rules.start()) or twin.actions != rules.actions:
        raise AssertionError(f"{where}: pickled rules come back as others")
    for name in steady_agents(system):
        state, dice, log = rules.start(), dice_from_seed(seed, purpose="conformance"), EventLog()
        agents = [
            make_agent(system, name, rules, side, dice_from_seed(seed, side, "agent"))
            for side in range(len(rules.sides))
        ]
        for _ in range(DECISIONS):
            step = _step_of(rules, state, agents, dice)
            if step is None:
                break
            rules.apply(state, step, log)
        there = _sent(f"{where}: opponent {name!r}", agents)
        one, other = (_step_of(rules, state, each, dice) for each in (agents, there))
        if one != other and rules.decision(state).kind != Kind.CHANCE:
            raise AssertionError(f"{where}: opponent {name!r} decides otherwise once pickled")


def _step_of(rules: Rules[Any], state: Any, agents: Sequence[Agent], dice: Dice) -> Step | None:
    """The next step; None at the end."""
    decision = rules.decision(state)
    if not decision.sides:
        return random_step(rules, state, dice)
    side = min(decision.sides)
    return Step(side, int(agents[side].decide(Seat(rules, side, state))))


def _sent(what: str, thing: Any) -> Any:
    """A thing as it comes out of a pickle. Errors: `AssertionError`."""
    try:
        return pickle.loads(pickle.dumps(thing))
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        raise AssertionError(f"{what} cannot be pickled: {error}") from error
