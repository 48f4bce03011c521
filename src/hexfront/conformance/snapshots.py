"""Positions out of random games: the same from the same seed, on any machine."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NoReturn

from hexfront.conformance.parts import check_parts
from hexfront.core.aim import place_numbers
from hexfront.core.contract import CHANCE, SPECTATOR, UMPIRE, Decision, Kind, Rules, Step
from hexfront.core.dice import Dice, dice_from_seed, draw, draw_outcome
from hexfront.core.events import Event, EventLog
from hexfront.core.rulebook import Rulebook, load_rulebook
from hexfront.core.state import copy_state, digest
from hexfront.core.system import System

STEP_LIMIT = 100_000
"""A random game that takes more steps than this does not count as one that ends."""

OUT_OF_TURN = 20
"""One order in so many goes to a side that may act but need not."""


@dataclass(frozen=True)
class Snapshot:
    """A state of some game, with what is needed to find it again."""

    system: System
    rules: Rules[Any]
    state: Any
    seed: int
    step: int
    """How many steps had been taken."""

    def __str__(self) -> str:
        scenario = self.rules.scenario.name
        return f"{self.system.name} {scenario}, seed {self.seed}, step {self.step}"

    @cached_property
    def book(self) -> Rulebook:
        """The rulebook of the system."""
        return load_rulebook(self.system.folder)

    @cached_property
    def places(self) -> dict[str, int]:
        """The numbers of the places of the board, by label."""
        return place_numbers(self.rules.board())

    @property
    def decision(self) -> Decision:
        """What the game waits for."""
        return self.rules.decision(self.state)

    @property
    def sides(self) -> range:
        """The numbers of all sides."""
        return range(len(self.rules.sides))

    @property
    def watchers(self) -> tuple[int, ...]:
        """Every viewer from whom something may be hidden."""
        return (*self.sides, SPECTATOR)

    @property
    def viewers(self) -> tuple[int, ...]:
        """Everybody."""
        return (*self.watchers, UMPIRE)

    def copy(self) -> Any:
        """An independent copy of the state."""
        return copy_state(self.state)

    def fail(self, message: str) -> NoReturn:
        """Give up: the system breaks its contract here."""
        raise AssertionError(f"{self}: {message}")

    def demand(self, holds: bool, message: str | Callable[[], str]) -> None:
        """Fail unless something holds. A costly message comes as a function."""
        if not holds:
            self.fail(message if isinstance(message, str) else message())

    def same(self, before: object, after: object, what: str) -> None:
        """Fail unless both are equal in every byte that could leave the machine."""
        first, second = (v if isinstance(v, str) else payload(v) for v in (before, after))
        self.demand(first == second, lambda: f"{what}: {_difference(first, second)}")


def payload(value: object) -> str:
    """What would be sent of a view, an offer, a telling: JSON, fast, and strict about types."""
    return json.dumps(value, default=_plain, sort_keys=True, allow_nan=False, ensure_ascii=False)


def _plain(value: object) -> object:
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"{type(value).__name__} {value!r} is not JSON")


def _difference(before: str, after: str) -> str:
    at = next((i for i, (a, b) in enumerate(zip(before, after, strict=False)) if a != b), 0)
    start = max(0, at - 40)
    return f"…{before[start : at + 60]}… against …{after[start : at + 60]}…"


def random_step(rules: Rules[Any], state: Any, dice: Dice) -> Step | None:
    """A random legal step; None when the game is over.

    A side that may act without having to gets a word in now and then, so that
    plans are taken back too.
    """
    decision = rules.decision(state)
    if decision.kind == Kind.OVER:
        return None
    if decision.kind == Kind.CHANCE:
        return Step(CHANCE, draw_outcome(rules.chances(state).weights, dice))
    side = decision.sides[int(draw(dice, len(decision.sides)))]
    if not int(draw(dice, OUT_OF_TURN)):
        others = [s for s in range(len(rules.sides)) if s not in decision.sides]
        willing = [s for s in others if len(rules.choices(state, s))]
        side = willing[int(draw(dice, len(willing)))] if willing else side
    choices = rules.choices(state, side)
    if not len(choices):
        raise AssertionError(f"side {side} must act and has no choices")
    order = int(choices[int(draw(dice, len(choices)))])
    if not 0 <= order < rules.actions:
        raise AssertionError(f"side {side}: choice {order} is not within 0 … {rules.actions - 1}")
    return Step(side, order)


def random_game(
    system: System, rules: Rules[Any], seed: int, limit: int = STEP_LIMIT
) -> Iterator[tuple[Snapshot, Step | None, list[Event]]]:
    """A random game: the position, the step to be taken and, after it, its events.

    The position is the caller's only until the next one is asked for; the
    events are those of the step before.
    """
    dice = dice_from_seed(seed, purpose="conformance")
    log = EventLog()
    state = rules.start()
    events: list[Event] = []
    for number in range(limit):
        snapshot = Snapshot(system, rules, state, seed, number)
        if not number:
            check_parts(snapshot)
        try:
            step = random_step(rules, state, dice)
        except AssertionError as error:
            snapshot.fail(str(error))
        yield snapshot, step, events
        if step is None:
            return
        log.clear()
        rules.apply(state, step, log)
        events = log.events()
    Snapshot(system, rules, state, seed, limit).fail(f"no end within {limit} steps")


def snapshots(
    system: System,
    rules: Rules[Any],
    seed: int,
    per_game: int = 8,
    keep: Callable[[Snapshot], bool] = lambda snapshot: True,
) -> list[Snapshot]:
    """Positions spread evenly through one random game, its start always among them.

    `keep` says which positions count. Reservoir sampling: each of them is as
    likely as the others, however long the game.
    """
    dice = dice_from_seed(seed, purpose="conformance sample")
    chosen: list[Snapshot] = []
    seen = 0
    for snapshot, _, _ in random_game(system, rules, seed):
        if not keep(snapshot):
            continue
        if len(chosen) < per_game:
            chosen.append(dataclasses.replace(snapshot, state=snapshot.copy()))
        else:
            place = int(draw(dice, seen))
            if place + 1 < per_game:
                chosen[place + 1] = dataclasses.replace(snapshot, state=snapshot.copy())
        seen += 1
    return chosen


def unchanged(
    snapshot: Snapshot, what: str, question: Callable[..., Any], *arguments: object
) -> Any:
    """The answer to a question that must leave the state alone."""
    before = digest(snapshot.state)
    answer = question(*arguments)
    snapshot.demand(digest(snapshot.state) == before, f"{what} changed the state")
    return answer
