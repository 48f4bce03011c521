"""A tiny rule system for the tests of the tools: simultaneous plans, a die, 2 to 4 sides.

It is registered as a third-party package would be, by an entry point.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from hexfront.blocks import Block, Int, array
from hexfront.core.contract import (
    SPECTATOR,
    UMPIRE,
    Chances,
    Counter,
    Decision,
    Kind,
    LogEntry,
    Offer,
    Overlay,
    OverlayReading,
    Refusal,
    Result,
    Step,
    View,
)
from hexfront.core.dice import Dice
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError, Problem
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, Event, EventLog, event
from hexfront.core.scenario_files import ScenarioFiles
from hexfront.core.system import Playing, Studying, System
from hexfront.core.table.log import LogWriter

WAITING, HOLD, PUSH = -1, 0, 1
WORDS = {HOLD: "hold", PUSH: "push"}


@event("LAN-1", "{side} plans to {order}", word="plan")
class Planned(NamedTuple):
    side: int
    order: int


@event("LAN-2", "the die shows {die}", word="die")
class Rolled(NamedTuple):
    die: int


class LanesState(Block):
    lives: Int = array("side")
    points: Int = array("side")
    plans: Int = array("side")
    round: Int = array(1)


@dataclass(frozen=True)
class LanesScenario:
    document: Json

    @property
    def name(self) -> str:
        return str(self.document["name"])

    @property
    def title(self) -> str:
        return str(self.document["title"])


def load(document: Json, folder: Path | None, place: str) -> LanesScenario:
    if not isinstance(document, dict):
        raise InputError.at(place, document, "an object")
    problems = []
    for key, kind in (("name", str), ("title", str), ("sides", list), ("lives", int)):
        if not isinstance(document.get(key), kind):
            problems.append(Problem(f"{place}: /{key}", repr(document.get(key)), kind.__name__))
    rounds = document.get("options", {}).get("rounds", 4)
    if not isinstance(rounds, int) or not 1 <= rounds <= 100:
        problems.append(Problem(f"{place}: /options/rounds", repr(rounds), "1 to 100"))
    if problems:
        raise InputError(problems)
    return LanesScenario(document)


def with_options(scenario: LanesScenario, options: Mapping[str, str]) -> LanesScenario:
    for key, value in options.items():
        if key != "rounds" or not value.isdecimal():
            raise InputError.at(f"option {key}", value, "rounds=NUMBER")
    changed = {**scenario.document, "options": {"rounds": int(options["rounds"])}}
    return load(changed, None, "options")


def load_terrain(document: Json, folder: Path | None, place: str) -> object:
    if "hexes" not in document:
        raise InputError.at(f"{place}: /hexes", "<nothing>", "a list")
    return document


class LanesRules:
    actions = 2

    def __init__(self, scenario: LanesScenario) -> None:
        self.scenario = scenario
        self.sides = tuple(scenario.document["sides"])
        self._rounds = scenario.document["options"]["rounds"]

    def start(self) -> LanesState:
        state = LanesState.new(side=len(self.sides))
        state.lives[:] = self.scenario.document["lives"]
        state.plans[:] = WAITING
        return state

    def decision(self, state: LanesState) -> Decision:
        time = int(state.round[0])
        if time == self._rounds:
            return Decision(time, Kind.OVER, ())
        waiting = tuple(np.flatnonzero(state.plans == WAITING).tolist())
        return Decision(time, Kind.ORDERS if waiting else Kind.CHANCE, waiting)

    def choices(self, state: LanesState, side: int) -> Sequence[int]:
        if side not in self.decision(state).sides:
            return []
        return [HOLD, PUSH] if state.lives[side] else [HOLD]

    def refuse(self, state: LanesState, side: int, order: int) -> Refusal | None:
        if order in self.choices(state, side):
            return None
        return Refusal("LAN-1", "no such plan now")

    def orders_left(self, state: LanesState) -> int:
        rounds = self._rounds - int(state.round[0])
        return max(0, rounds - 1) * len(self.sides) + int((state.plans == WAITING).sum())

    def chances(self, state: LanesState) -> Chances:
        return Chances("LAN-2", "the die", (1,) * 6)

    def apply(self, state: LanesState, step: Step, out: EventLog) -> None:
        if step.actor >= 0:
            state.plans[step.actor] = step.order
            note(out.rows, 1 << step.actor, Planned(step.actor, step.order))
            return
        pushing = state.plans == PUSH
        target = state.lives if step.order < 2 else state.points
        target += np.where(pushing, -1 if step.order < 2 else 1, 0)
        state.plans[:] = WAITING
        state.round[0] += 1
        note(out.rows, PUBLIC, Rolled(step.order + 1))

    def view(self, state: LanesState, viewer: int) -> View:
        decision = self.decision(state)
        counters = tuple(
            Counter(
                f"{name}-{n}",
                side,
                f"lane {side}" if n < state.lives[side] else "",
                name,
                "0" * 20,
                True,
            )
            for side, name in enumerate(self.sides)
            for n in range(self.scenario.document["lives"])
        )
        plan = int(state.plans[viewer]) if viewer >= 0 else WAITING
        title = f"round {decision.time + 1}"
        must = viewer in decision.sides
        return View(
            viewer, decision.time, decision.kind, must, title, "", counters, facts={"plan": plan}
        )

    def determinize(self, view: View, dice: Dice) -> LanesState:
        raise NotImplementedError

    def redact(self, event: Event, viewer: int) -> Event | None:
        known = viewer == UMPIRE or event.audience == PUBLIC
        if not known and viewer != SPECTATOR:
            known = bool(event.audience >> viewer & 1)
        return event if known else None

    def describe(self, event: Event, view: View) -> LogEntry:
        names = {"side": self.sides, "order": tuple(WORDS.values())}
        return LogWriter(names).describe(event, view)

    def offers(self, view: View) -> Sequence[Offer]:
        return [Offer((o,), "plan", w, "LAN-1") for o, w in WORDS.items()] if view.must_act else []

    overlays: Sequence[Overlay] = ()

    def read_overlay(self, view: View, overlay: str, subject: str) -> OverlayReading:
        raise InputError.at("overlay: name", overlay, "none: there is nothing to reading")

    def irrevocable(self, event: Event, side: int) -> Refusal | None:
        return None

    def write_order(self, order: int) -> Json:
        return {"do": WORDS[order]}

    def read_order(self, document: Json) -> int:
        for order, word in WORDS.items():
            if document == {"do": word}:
                return order
        raise InputError.at("order", document, "hold or push")

    def board(self) -> Json:
        sides = list(enumerate(self.sides))
        return {
            "kind": "points",
            "title": self.scenario.title,
            "sides": [{"name": name, "title": name, "colour": "#336699"} for _, name in sides],
            "places": [
                {"id": f"lane {n}", "x": 2.0 * n, "y": 0.0, "terrain": "lane"} for n, _ in sides
            ],
            "terrain": {"lane": {"title": "Lane", "art": "plain", "facts": []}},
        }

    def result(self, state: LanesState) -> Result | None:
        if state.round[0] < self._rounds:
            return None
        best = np.flatnonzero(state.points == state.points.max()).tolist()
        scores = tuple(state.points.astype(float).tolist())
        return Result(tuple(best) if len(best) == 1 else (), "LAN-3", "most points", scores)


class Pusher:
    """Pushes while it can."""

    def __init__(self, rules: Any, side: int, dice: Dice) -> None:
        pass

    def decide(self, position: Any) -> int:
        return position.choices[-1]


class Cheat(Pusher):
    """Gives an order that there is not."""

    def decide(self, position: Any) -> int:
        return 7


def waiter(folder: str) -> Any:
    """Players that begin their game when they can read a file of the folder, if it is there.

    The files are called 0, 1, … by the games of a process.
    """
    games = itertools.count()

    class Waiter(Pusher):
        begun = False

        def decide(self, position: Any) -> int:
            file = Path(folder, str(next(games))) if not self.begun else Path()
            self.begun = True
            if file.name and file.exists():
                file.read_text()
            return super().decide(position)

    return Waiter


SYSTEM = System(
    name="lanes",
    title="Lanes",
    summary="A tiny game for tests.",
    version="1",
    sides=("Red", "Blue"),
    folder=Path(__file__).parent,
    rules=LanesRules,
    scenarios=ScenarioFiles(
        default="duel",
        load=load,
        schemas={"scenario": lambda: {"type": "object", "title": "Lanes"}},
        documents={"lanes-terrain/1": load_terrain},
        with_options=with_options,
    ),
    playing=Playing(
        agents={"pusher": Pusher},
    ),
    studying=Studying(
        agents={"waits": waiter},
    ),
)

CROOKED = replace(SYSTEM, name="crooked", playing=Playing(agents={"cheat": Cheat}))
"""The same with an agent that breaks the contract."""
