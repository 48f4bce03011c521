"""One game of a study: its figures, which follow from the plan and the game's number."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final, NamedTuple, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from hexfront import __version__
from hexfront.agents import batch_agent
from hexfront.batch.playing import KernelTable, kernel_table
from hexfront.blocks import copy_block
from hexfront.core.agent import Agent, AgentFactory
from hexfront.core.contract import CHANCE, UMPIRE, Decision, Kind, Result, Rules, Step, View
from hexfront.core.dice import Dice, dice_from_seed, draw_outcome
from hexfront.core.documents.strictjson import Json, write_json
from hexfront.core.errors import HexfrontError, SystemBroken
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.state import digest
from hexfront.core.study.recorder import Recorder, Values
from hexfront.core.study.self_play import Seat
from hexfront.core.study.tally import Tally, column_names
from hexfront.core.system import System
from hexfront.jit import use_compiled

Row: TypeAlias = dict[str, Any]
"""The figures of one game by column."""

DRAW = "draw"
STEP_LIMIT = 1_000_000
TAKE_EVENTS: Final = 512
"""A tally takes at least so many events at once, or those of one time of the game."""
TEXT_COLUMNS: Final = ("system", "scenario", "scenario_hash", "engine_version", "rules_version")
END_COLUMNS: Final = ("winner", "clause", "reason")
SIDE_COLUMNS: Final = ("seat", "score", "losses")
CARD: Final = "card"
"""The sign of what is held in hand, so that it cannot leave the board."""
_NAME: Final = re.compile(r"[^\W\d_]\w*")


class Record(NamedTuple):
    """One game."""

    row: Row
    at: tuple[int, ...] = ()
    """The moments at which the curves of the system's tally were read."""
    curves: tuple[tuple[float, ...], ...] = ()
    """For each moment one value for each curve."""
    tables: tuple[Sequence[Values], ...] = ()
    """For each table of the system's recorder its columns."""


class Listener(Protocol):
    """What follows games as they are played, as a tally or a recorder does."""

    def begin(self, state: Any) -> None:
        """A game begins in this state."""

    def take(self, time: int, rows: NDArray[np.int64], state: Any) -> None:
        """Events of a time of the game, and the state after the last of them; both are lent."""


class GameFailed(HexfrontError):
    """A game of a study that could not be played to its end."""


@dataclass(frozen=True)
class Plan:
    """What all games of a study share. Plain data, so that any process can work on it."""

    system: str
    scenario: Json
    """The whole document of the scenario, its options inside."""
    seats: tuple[str, ...]
    """The name of the agent of each side."""
    seed: int
    step_limit: int = STEP_LIMIT
    recorded: bool = False
    """Whether the system's recorder writes its tables."""

    @cached_property
    def scenario_hash(self) -> str:
        """128 bits of BLAKE2b over the scenario's canonical JSON, as 32 hex digits."""
        text = write_json(self.scenario).encode()
        return hashlib.blake2b(text, digest_size=16).hexdigest()


def make_tally(system: System, rules: Rules[Any]) -> Tally | None:
    """The system's own tally for these rules. Errors: `SystemBroken` for names that clash."""
    if system.studying.tally is None:
        return None
    tally = system.studying.tally(rules)
    names = [figure.name for figure in tally.figures]
    sides = column_names(rules.sides)
    taken = {"game", "seed", "steps", "end_time", "digest", *TEXT_COLUMNS, *END_COLUMNS}
    taken |= {f"{part}_{side}" for part in SIDE_COLUMNS for side in sides}
    curves = [(curve.name, curve.side) for curve in tally.curves]
    for name in {*names, *(name for name, _ in curves)}:
        if not _NAME.fullmatch(name) or name != name.lower():
            raise SystemBroken(f"the tally of {system.name} has a name {name!r}")
    if len(set(names)) < len(names) or taken & set(names) or len(set(curves)) < len(curves):
        raise SystemBroken(f"the tally of {system.name} gives one name to two things")
    return tally


def make_recorder(system: System, rules: Rules[Any]) -> Recorder | None:
    """The system's own recorder for these rules. Errors: `SystemBroken` for names that clash."""
    if system.studying.recorder is None:
        return None
    recorder = system.studying.recorder(rules)
    names = [table.name for table in recorder.tables]
    if len({"series", *names}) <= len(names):
        raise SystemBroken(f"the recorder of {system.name} gives one name to two tables")
    for table in recorder.tables:
        columns = ["game", *(column.name for column in table.columns)]
        if len(set(columns)) < len(columns):
            raise SystemBroken(f"the table {table.name} of {system.name} names two columns alike")
        for name in (table.name, *columns):
            if not _NAME.fullmatch(name) or name != name.lower():
                raise SystemBroken(f"the recorder of {system.name} has a name {name!r}")
        for chart in table.charts:
            if not {chart.column, chart.over, chart.by} <= set(columns):
                raise SystemBroken(f"{system.name}: {chart.title}: columns that there are not")
    return recorder


class GameRunner:
    """Plays the games of one plan in this process."""

    def __init__(
        self,
        plan: Plan,
        rules: Rules[Any] | None = None,
        agents: Sequence[AgentFactory] | None = None,
        *,
        named: bool = True,
        take_events: int = TAKE_EVENTS,
    ) -> None:
        """`rules` are those of the plan's scenario, where they are at hand.

        `agents` make the players, instead of those that the plan's names say. `named`: whether
        rows have `TEXT_COLUMNS`, which say what all games of the plan share. `take_events`:
        listeners take so many events at once at most, where one step has no more.
        """
        self.plan, self._named, self._take = plan, named, take_events
        self.system: System = find_system(plan.system)
        self.rules: Rules[Any] = rules or self.system.rules(
            self.system.scenarios.load(plan.scenario, None, "scenario")
        )
        self.tally = make_tally(self.system, self.rules)
        self.recorder = make_recorder(self.system, self.rules) if plan.recorded else None
        self._agents = agents or [batch_agent(self.system, name) for name in plan.seats]
        self._table = kernel_table(self.system, self.rules, plan.seats)
        self._columns = column_names(self.rules.sides)
        self._log = EventLog()
        self._at_start = _on_board(self.rules.view(self.rules.start(), UMPIRE))

    def play(self, game: int) -> Record:
        """One game; its figures depend on the plan and the number alone.

        Errors: `GameFailed` naming seed and game.
        """
        try:
            both: tuple[Listener | None, ...] = (self.tally, self.recorder)
            listeners = [one for one in both if one is not None]
            state, steps = self.play_out(game, listeners=listeners)
            row = self.row(game, state, steps, self.result(game, state))
            record = Record(row) if self.tally is None else _with_count(row, self.tally)
            if self.recorder is None:
                return record
            return record._replace(tables=tuple(self.recorder.written()))
        except Exception as error:
            error.add_note(f"in {self._name(game)}")
            raise

    def play_out(
        self,
        game: int,
        watch: Callable[[Step], None] | None = None,
        listeners: Sequence[Listener] = (),
        *,
        together: bool = True,
        most: int | None = None,
    ) -> tuple[Any, int]:
        """Play one game to its end, or for `most` steps: the last state and the number of steps.

        Sides that decide at the same time act in their order, each from its own
        view; or `together`, where the system has a team of these agents, which
        comes to the same.
        """
        rules, log = self.rules, self._log
        play_on = self._players(game, together=together)
        state = rules.start()
        steps = 0
        time = rules.decision(state).time
        log.clear()
        for listener in listeners:
            listener.begin(state)
        while (decision := rules.decision(state)).kind != Kind.OVER and not (
            most and steps >= most
        ):
            if steps >= self.plan.step_limit:
                raise GameFailed(f"{self._name(game)}: not over after {steps} steps")
            if not listeners:
                log.clear()
            elif decision.time != time or len(log) >= self._take:
                for listener in listeners:
                    listener.take(time, log.written(), state)
                log.clear()
                time = decision.time
            use_compiled()
            taken = play_on(decision, state, log)
            steps += len(taken)
            if watch is not None:
                for step in taken:
                    watch(step)
        for listener in listeners:
            listener.take(time, log.written(), state)
        return state, steps

    def _players(
        self, game: int, *, together: bool
    ) -> Callable[[Decision, Any, EventLog], Sequence[Step]]:
        """What takes the next steps of a game."""
        plan, system, rules = self.plan, self.system, self.rules
        own = [dice_from_seed(plan.seed, game, f"agent-{side}") for side in range(len(plan.seats))]
        if together and system.studying.team is not None:
            team = system.studying.team(rules, plan.seats, own)
            if team is not None:
                return lambda _, state, log: team.play_on(state, log)
        if together and self._table is not None:
            return self._at_table(self._table, game, own)
        agents = [make(rules, side, own[side]) for side, make in enumerate(self._agents)]
        dice = dice_from_seed(plan.seed, game)

        def one_step(decision: Decision, state: Any, log: EventLog) -> Sequence[Step]:
            if decision.kind == Kind.CHANCE:
                step = Step(CHANCE, draw_outcome(rules.chances(state).weights, dice))
            else:
                side = min(decision.sides)
                step = Step(side, self._ask(agents[side], side, state, game))
            rules.apply(state, step, log)
            return (step,)

        return one_step

    def _at_table(
        self, table: KernelTable, game: int, own: Sequence[Dice]
    ) -> Callable[[Decision, Any, EventLog], Sequence[Step]]:
        """All sides are opponents in kernels: no view is made, and no step goes through Python."""
        table.begin(dice_from_seed(self.plan.seed, game), own)

        def play_on(decision: Decision, state: Any, log: EventLog) -> Sequence[Step]:
            copy_block(table.state, state)
            steps = table.play_on(log, self._take)
            copy_block(state, table.state)
            return steps

        return play_on

    def _ask(self, agent: Agent, side: int, state: Any, game: int) -> int:
        seat = Seat(self.rules, side, state)
        order = agent.decide(seat)
        if order not in seat.choices:
            raise GameFailed(
                f"{self._name(game)}: agent {self.plan.seats[side]!r} of {self.rules.sides[side]} "
                f"gave order {order!r}, which is none of its {len(seat.choices)} choices"
            )
        return int(order)

    def _name(self, game: int) -> str:
        return f"seed {self.plan.seed}, game {game}"

    def result(self, game: int, state: Any) -> Result:
        """How a game has ended in a state. Errors: `GameFailed` where it has not."""
        result = self.rules.result(state)
        if result is None:
            raise GameFailed(f"{self._name(game)}: over, but the rules give no result")
        return result

    def row(self, game: int, state: Any, steps: int, result: Result) -> Row:
        """The figures of a game that has ended in a state after so many steps, with this result."""
        rules, plan = self.rules, self.plan
        view = rules.view(state, UMPIRE)
        at_end = _on_board(view)
        # Where players set up, the board is empty at the start.
        pieces = (c.side for c in view.counters if c.sign != CARD and not c.awaited)
        there_were = self._at_start | Counter(pieces)
        row: Row = {
            "game": game,
            "seed": plan.seed,
            **(self._names if self._named else {}),
            "winner": "+".join(rules.sides[side] for side in result.winners) or DRAW,
            "clause": result.clause,
            "reason": result.reason,
            "steps": steps,
            "end_time": rules.decision(state).time,
            "digest": digest(state),
        }
        for side, column in enumerate(self._columns):
            row[f"seat_{column}"] = plan.seats[side]
            row[f"score_{column}"] = float(result.scores[side]) if result.scores else None
            row[f"losses_{column}"] = there_were[side] - at_end[side]
        return row

    @cached_property
    def _names(self) -> dict[str, str]:
        """By `TEXT_COLUMNS`."""
        return {
            "system": self.plan.system,
            "scenario": self.rules.scenario.name,
            "scenario_hash": self.plan.scenario_hash,
            "engine_version": __version__,
            "rules_version": self.system.version,
        }


def winners_of(row: Row, sides: Collection[str]) -> list[str]:
    """The sides that have won a game, by their names; of a draw `DRAW` alone."""
    winner = row["winner"]
    return [winner] if winner in sides or winner == DRAW else winner.split("+")


def _with_count(row: Row, tally: Tally) -> Record:
    """The game with what its system's tally has counted."""
    count = tally.count()
    values = zip(tally.figures, count.values, strict=True)
    row |= {figure.name: value for figure, value in values}
    return Record(row, tuple(count.at), tuple(tuple(values) for values in count.curves))


def _on_board(view: View) -> Counter[int]:
    """Counters that have a place, by side."""
    return Counter(counter.side for counter in view.counters if counter.place)
