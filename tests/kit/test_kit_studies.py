"""The kit finds recorders, teams and entries that break a promise to those who study or wait."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from hexfront.agents import RandomAgent, make_agent
from hexfront.conformance import check_game, check_pickles, check_recorder, check_team
from hexfront.core.contract import CHANCE, Kind, Rules, Step, View
from hexfront.core.events import Event, EventLog
from hexfront.core.scenario import load_scenario
from hexfront.core.study.recorder import Chart, Column, RecordTable
from hexfront.core.study.self_play import Seat
from hexfront.core.system import Playing, Studying, System
from tests.kit.duel import DuelRules, State, make_system


class Recorder:
    """Writes down every event of a duel."""

    tables: Sequence[RecordTable] = (
        RecordTable(
            "events",
            "Events",
            (Column("kind", "whole"), Column("time"), Column("clause", "words")),
            (Chart("Kinds", "kind", "time", "clause"),),
        ),
    )

    def __init__(self, rules: Rules[Any]) -> None:
        self.rows: list[tuple[int, float | None, str]] = []

    def begin(self, state: Any) -> None:
        self.rows = []

    def take(self, time: int, rows: Any, state: Any) -> None:
        self.rows += [(int(row[0]), time or None, f"DUE-{row[1]}") for row in rows]

    def written(self) -> Any:
        return [[list(column) for column in zip(*self.rows, strict=True)]]


class TwoTables(Recorder):
    def written(self) -> Any:
        return super().written() * 2


class ShortColumn(Recorder):
    def written(self) -> Any:
        kinds, *others = super().written()[0]
        return [[kinds[1:], *others]]


class ColumnMissing(Recorder):
    def written(self) -> Any:
        return [super().written()[0][:2]]


class TextForNumber(Recorder):
    def written(self) -> Any:
        kinds, _, clauses = super().written()[0]
        return [[kinds, clauses, clauses]]


class HalfForWhole(Recorder):
    def written(self) -> Any:
        kinds, *others = super().written()[0]
        return [[[kind + 0.5 for kind in kinds], *others]]


class ForgetsNothing(Recorder):
    def begin(self, state: Any) -> None:
        pass


class ChangesState(Recorder):
    def take(self, time: int, rows: Any, state: Any) -> None:
        super().take(time, rows, state)
        state.lives[0] += 1


class OneNameTwice(Recorder):
    tables = (replace(Recorder.tables[0], columns=Recorder.tables[0].columns[:1] * 3),)


class ChartOfNothing(Recorder):
    tables = (replace(Recorder.tables[0], charts=(Chart("", "lives", "time", "clause"),)),)


def recorded(recorder: type[Recorder]) -> int:
    system = replace(make_system(), studying=Studying(recorder=recorder))
    return check_recorder(system, system.rules(load_scenario(system)), 3)


@pytest.mark.parametrize(
    ("recorder", "words"),
    [
        (TwoTables, "declares 1 tables and writes 2"),
        (ShortColumn, "events with columns of"),
        (ColumnMissing, "events with columns of"),
        (TextForNumber, "into events.time, a column of number"),
        (HalfForWhole, "into events.kind, a column of whole"),
        (ForgetsNothing, "writes otherwise when the same game is played again"),
        (ChangesState, "changed the state"),
        (OneNameTwice, "one name to two columns"),
        (ChartOfNothing, "has no column for"),
    ],
)
def test_a_recorder_that_breaks_a_promise_is_found(recorder: type[Recorder], words: str) -> None:
    assert recorded(Recorder) > 10
    with pytest.raises(AssertionError, match=re.escape(words)):
        recorded(recorder)


class Dealt(DuelRules):
    """The duel once all cards are dealt."""

    def start(self) -> State:
        state = super().start()
        while self.decision(state).kind == Kind.CHANCE:
            self.apply(state, Step(CHANCE, 0), EventLog())
        return state


class Team:
    """Asks the agents one by one."""

    def __init__(self, rules: Rules[Any], seats: Sequence[str], dice: Sequence[Any]) -> None:
        self.rules = rules
        self.agents = [
            make_agent(make_system(), name, rules, side, dice[side])
            for side, name in enumerate(seats)
        ]

    def choose(self, state: Any, side: int) -> int:
        return self.agents[side].decide(Seat(self.rules, side, state))

    def play_on(self, state: Any, out: EventLog) -> list[Step]:
        steps = []
        while (decision := self.rules.decision(state)).kind == Kind.ORDERS:
            side = min(decision.sides)
            steps.append(Step(side, self.choose(state, side)))
            self.rules.apply(state, steps[-1], out)
        return steps


class Idle(Team):
    def play_on(self, state: Any, out: EventLog) -> list[Step]:
        return []


class OfItsOwnMind(Team):
    def choose(self, state: Any, side: int) -> int:
        return int(self.rules.choices(state, side)[-1])


class Cheats(Team):
    def play_on(self, state: Any, out: EventLog) -> list[Step]:
        steps = super().play_on(state, out)
        state.lives[0] += 1
        return steps


class Hushes(Team):
    def play_on(self, state: Any, out: EventLog) -> list[Step]:
        return super().play_on(state, EventLog())


def teamed(team: Callable[..., Any]) -> int:
    system: System = replace(make_system(Dealt), studying=Studying(team=team))
    return sum(check_team(system, system.rules(load_scenario(system)), seed) for seed in range(3))


@pytest.mark.parametrize(
    ("team", "words"),
    [
        (Idle, "gives no steps"),
        (OfItsOwnMind, "the agent alone"),
        (Cheats, "another state"),
        (Hushes, "other events"),
    ],
)
def test_a_team_that_plays_otherwise_is_found(team: type[Team], words: str) -> None:
    assert teamed(Team) > 3
    with pytest.raises(AssertionError, match=re.escape(words)):
        teamed(team)


def test_what_a_system_does_not_bring_is_not_asked_for() -> None:
    system = make_system()
    rules = system.rules(load_scenario(system))
    assert check_recorder(system, rules, 1) == check_team(system, rules, 1) == 0
    assert (
        check_team(
            replace(system, studying=replace(system.studying, team=lambda *_: None)), rules, 1
        )
        == 0
    )


class StopsPerhaps(DuelRules):
    def describe(self, event: Event, view: View) -> Any:
        return replace(super().describe(event, view), stops=None)  # type: ignore[arg-type]


class StopsNowAndThen(DuelRules):
    times = 0

    def describe(self, event: Event, view: View) -> Any:
        self.times += 1
        return replace(super().describe(event, view), stops=self.times % 2 == 0)


@pytest.mark.parametrize(
    ("rules", "words"), [(StopsPerhaps, "stops is None"), (StopsNowAndThen, "told twice")]
)
def test_a_log_entry_says_whether_it_stops(rules: type[DuelRules], words: str) -> None:
    system = make_system(rules)
    with pytest.raises(AssertionError, match=words):
        check_game(system, system.rules(load_scenario(system)), 1)


class WithALambda(DuelRules):
    def __init__(self, scenario: Any) -> None:
        super().__init__(scenario)
        self.again = lambda: scenario


class ForgetsItsSide(DuelRules):
    def __reduce__(self) -> Any:
        other = {**self.scenario.document, "sides": ["Red", "Blue", "Green"]}
        return type(self), (make_system().scenarios.load(other, None, "other"),)


class Forgetful(RandomAgent):
    def __reduce__(self) -> Any:
        return Stubborn, ()


class Stubborn:
    def decide(self, position: Any) -> int:
        return -1


class Unsendable(RandomAgent):
    def __reduce__(self) -> Any:
        raise TypeError("not this one")


@pytest.mark.parametrize(
    ("system", "words"),
    [
        (make_system(WithALambda), "the rules cannot be pickled"),
        (make_system(ForgetsItsSide), "pickled rules come back as others"),
        (
            replace(make_system(), playing=Playing(agents={"it": Forgetful})),
            "'it' decides otherwise once pickled",
        ),
        (
            replace(make_system(), playing=Playing(agents={"it": Unsendable})),
            "'it' cannot be pickled: not this",
        ),
    ],
)
def test_what_cannot_be_sent_to_another_process(system: System, words: str) -> None:
    with pytest.raises(AssertionError, match=words):
        check_pickles(system, system.rules(load_scenario(system, "pair")), 1)
