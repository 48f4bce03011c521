"""A tiny but complete system for testing the conformance kit: hidden hands, hidden plans.

Two or three sides are dealt cards unseen, plan unseen at the same time, and
chance decides the clash.  Everything that the contract knows happens in it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

import numpy as np
from pydantic import BaseModel, ConfigDict, Field

from hexfront.blocks import Block, Int, array
from hexfront.core.contract import (
    CHANCE,
    SPECTATOR,
    UMPIRE,
    Chances,
    Counter,
    Decision,
    Kind,
    LogEntry,
    Mark,
    Offer,
    OrderStyle,
    Overlay,
    OverlayReading,
    Refusal,
    Result,
    Step,
    Track,
    View,
)
from hexfront.core.dice import Dice, dice_from_seed, draw
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, Event, EventLog, event
from hexfront.core.scenario import check_model
from hexfront.core.scenario_files import ScenarioFiles
from hexfront.core.system import System
from hexfront.core.table.changes import lexicographic
from hexfront.core.table.log import LogWriter

CARDS: Final = 3
MOST_TAKEN_BACK: Final = 3
"""So often a side takes a card back in a round."""
DEAL, PLAN, CLASH, OVER = range(4)


@event("DUE-1", "{side} gets a card{worth}", word="event", places="side")
class Dealt(NamedTuple):
    side: int
    worth: int
    """Less than 0 for those who do not see it."""


@event("DUE-2", "{side} lays {card} against {target}", word="event", places="side")
class Laid(NamedTuple):
    side: int
    card: int
    target: int


@event("DUE-2", "{side} takes back", word="event", places="side")
class TakenBack(NamedTuple):
    side: int


@event("DUE-2", "{side} commits", word="event", places="side")
class Committed(NamedTuple):
    side: int


@event(
    "DUE-3",
    "{side} shows {card} against {target}; the die is {die}",
    word="event",
    places="side",
    details="die",
)
class Shown(NamedTuple):
    side: int
    card: int
    target: int
    die: int


@event("DUE-3", "{side} loses {lives}", word="event", places="side")
class Hit(NamedTuple):
    side: int
    lives: int


@event("DUE-4", "The duel is over", word="event")
class Ended(NamedTuple):
    pass


class DuelLog(LogWriter):
    def __init__(self, sides: Sequence[str]) -> None:
        self._sides = sides

    def name(self, field: str, value: int, view: View) -> str:
        match field:
            case "side" | "target":
                return self._sides[value]
            case "card":
                return str(value + 1)
            case "worth":
                return f" worth {value + 1}" if value >= 0 else ""
        return str(value)


class State(Block):
    """The whole game."""

    clock: Int = array(3)
    """Phase, round, side to be dealt to."""
    lives: Int = array("side")
    hands: Int = array("side", CARDS)
    """How many of each card."""
    plan: Int = array("side", 2)
    """Card and target of each side, or −1."""
    committed: Int = array("side")
    taken_back: Int = array("side")
    """How often a side has taken back in this round."""


class ScenarioFile(BaseModel):
    """The form of a scenario."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    format: str = Field(pattern="^duel-scenario/1$")
    name: str = Field(pattern="^[a-z]{1,20}$")
    title: str = Field(min_length=1, max_length=80)
    sides: list[str] = Field(min_length=2, max_length=3)
    rounds: int = Field(ge=1, le=9)
    lives: int = Field(ge=1, le=9)
    open: bool = False


class Scenario(NamedTuple):
    """A scenario of the duel."""

    file: ScenarioFile

    @property
    def name(self) -> str:
        return self.file.name

    @property
    def title(self) -> str:
        return self.file.title

    @property
    def document(self) -> Json:
        return self.file.model_dump(mode="json")


def load(document: Json, folder: Path | None, place: str) -> Scenario:
    """A scenario from JSON. Errors: `InputError`."""
    return Scenario(check_model(ScenarioFile, document, place))


def with_options(scenario: Scenario, changes: Mapping[str, str]) -> Scenario:
    """`open` makes all hands known to all."""
    document = scenario.document
    for name, value in changes.items():
        if name != "open" or value not in {"no", "yes"}:
            raise InputError.at(f"option {name}", value, "open=no or open=yes")
        document["open"] = value == "yes"
    return load(document, None, scenario.name)


class DuelRules:
    """The rules of the duel; order codes are card × sides + target, then take back, commit."""

    def __init__(self, scenario: Scenario) -> None:
        self.scenario = scenario
        self.sides = tuple(scenario.file.sides)
        self.count = len(self.sides)
        self.take_back = CARDS * self.count
        self.commit = self.take_back + 1
        self.actions = self.take_back + 2
        self.open = scenario.file.open

    def start(self) -> State:
        """Nothing is dealt yet (DUE-1)."""
        state = State.new(side=self.count)
        state.clock[:] = DEAL, 1, 0
        state.lives[:] = self.scenario.file.lives
        state.plan[:] = -1
        return state

    def decision(self, state: State) -> Decision:
        phase, turn = int(state.clock[0]), int(state.clock[1])
        if phase == OVER:
            return Decision(turn, Kind.OVER, ())
        if phase in (DEAL, CLASH):
            return Decision(turn, Kind.CHANCE, ())
        waiting = [s for s in self._alive(state) if not state.committed[s]]
        return Decision(turn, Kind.ORDERS, tuple(waiting))

    def _alive(self, state: State) -> list[int]:
        return [side for side in range(self.count) if state.lives[side] > 0]

    def choices(self, state: State, side: int) -> Sequence[int]:
        """What the side may do with its plan (DUE-2)."""
        if state.clock[0] != PLAN or state.lives[side] <= 0:
            return []
        return self._open_orders(
            [int(n) for n in state.hands[side]],
            int(state.plan[side, 0]),
            bool(state.committed[side]),
            [s for s in self._alive(state) if s != side],
            int(state.taken_back[side]),
        )

    def _open_orders(
        self, hand: list[int], card: int, committed: bool, targets: list[int], taken_back: int
    ) -> list[int]:
        back = [self.take_back] if taken_back < MOST_TAKEN_BACK else []
        if committed:
            return back
        if card >= 0:
            return [*back, self.commit]
        cards = [card * self.count + t for card in range(CARDS) if hand[card] for t in targets]
        return cards or [self.commit]

    def refuse(self, state: State, side: int, order: int) -> Refusal | None:
        if order in list(self.choices(state, side)):
            return None
        if not 0 <= order < self.actions:
            return Refusal("DUE-2", "no such order", str(order)[:40], f"0 to {self.actions - 1}")
        if state.clock[0] != PLAN:
            return Refusal("DUE-2", "orders are given in the planning phase")
        if order == self.take_back and state.taken_back[side] >= MOST_TAKEN_BACK:
            return Refusal("DUE-2", f"taken back {MOST_TAKEN_BACK} times in this round")
        return Refusal("DUE-2", "the plan does not allow it now")

    def orders_left(self, state: State) -> int:
        """Rounds, then cards to take back in this one, then cards to lay and plans to commit."""
        if state.clock[0] == OVER:
            return 0
        table, sides = state, self.count
        open_plans = sum(int(table.plan[s, 0] < 0) for s in range(sides))
        open_plans += sum(int(not table.committed[s]) for s in range(sides))
        planning = state.clock[0] in (DEAL, PLAN)
        return lexicographic(
            (self.scenario.file.rounds - int(state.clock[1]), self.scenario.file.rounds),
            (int(planning), 2),
            (MOST_TAKEN_BACK * sides - int(table.taken_back.sum()), MOST_TAKEN_BACK * sides + 1),
            (open_plans, 2 * sides + 1),
        )

    def chances(self, state: State) -> Chances:
        if state.clock[0] == DEAL:
            return Chances("DUE-1", "a card", (3, 2, 1))
        return Chances("DUE-3", "a die", (1,) * 6)

    def apply(self, state: State, step: Step, out: EventLog) -> None:
        if step.actor == CHANCE:
            self._chance(state, step.order, out)
        else:
            self._order(state, step.actor, step.order, out)

    def _chance(self, state: State, outcome: int, out: EventLog) -> None:
        if state.clock[0] == DEAL:
            self._deal(state, outcome, out)
        else:
            self._clash(state, outcome + 1, out)

    def _deal(self, state: State, card: int, out: EventLog) -> None:
        """One card, seen by nobody else (DUE-1)."""
        side = int(state.clock[2])
        state.hands[side, card] += 1
        # Two rows: everybody is told that a card was dealt, its owner which one.
        note(out.rows, PUBLIC, Dealt(side, -1))
        note(out.rows, PUBLIC if self.open else 1 << side, Dealt(side, card))
        rest = [s for s in self._alive(state) if s > side]
        if rest:
            state.clock[2] = rest[0]
        else:
            state.clock[0] = PLAN

    def _order(self, state: State, side: int, order: int, out: EventLog) -> None:
        """Plans are told to their owner alone (DUE-2)."""
        plan = state.plan
        if order == self.commit:
            state.committed[side] = True
            note(out.rows, 1 << side, Committed(side))
            if all(state.committed[s] for s in self._alive(state)):
                state.clock[0] = CLASH
        elif order == self.take_back:
            state.committed[side] = False
            state.taken_back[side] += 1
            if plan[side, 0] >= 0:
                state.hands[side, plan[side, 0]] += 1
            plan[side] = -1
            note(out.rows, 1 << side, TakenBack(side))
        else:
            plan[side] = divmod(order, self.count)
            state.hands[side, plan[side, 0]] -= 1
            note(out.rows, 1 << side, Laid(side, *plan[side].tolist()))

    def _clash(self, state: State, die: int, out: EventLog) -> None:
        """All cards are shown and take effect at once (DUE-3)."""
        plan = state.plan
        against = np.zeros(self.count, dtype=np.int64)
        for side in self._alive(state):
            note(out.rows, PUBLIC, Shown(side, *plan[side].tolist(), die))
            if plan[side, 0] >= 0:
                against[plan[side, 1]] += plan[side, 0] + 1
        for side in self._alive(state):
            if against[side] > plan[side, 0] + 1:
                loss = min(int(state.lives[side]), 2 if die == 6 else 1)
                state.lives[side] -= loss
                note(out.rows, PUBLIC, Hit(side, loss))
        self._next_round(state, out)

    def _next_round(self, state: State, out: EventLog) -> None:
        """The end, or another deal (DUE-4)."""
        alive = self._alive(state)
        state.plan[:] = -1
        state.committed[:] = False
        state.taken_back[:] = 0
        if len(alive) <= 1 or state.clock[1] >= self.scenario.file.rounds:
            state.clock[0] = OVER
            note(out.rows, PUBLIC, Ended())
        else:
            state.clock[:] = DEAL, state.clock[1] + 1, alive[0]

    def view(self, state: State, viewer: int) -> View:
        decision = self.decision(state)
        facts: dict[str, Json] = {
            "clock": [int(n) for n in state.clock],
            "lives": [int(n) for n in state.lives],
        }
        marks: list[Mark] = []
        shown = [s for s in range(self.count) if self._sees_hand(viewer, s)]
        facts["hands"] = {str(s): [int(n) for n in state.hands[s]] for s in shown}
        # Cards laid and cards in hand together: what a hand held is no secret
        # to those who saw it dealt, but what was laid of it is.
        if viewer != UMPIRE:
            for side in shown:
                if side != viewer and state.plan[side, 0] >= 0:
                    facts["hands"][str(side)][int(state.plan[side, 0])] += 1
        if viewer in range(self.count):
            facts["plan"] = [int(n) for n in state.plan[viewer]]
            facts["committed"] = bool(state.committed[viewer])
            facts["taken back"] = int(state.taken_back[viewer])
            if state.plan[viewer, 0] >= 0:
                card, target = (int(n) for n in state.plan[viewer])
                marks.append(
                    Mark("attack", f"side-{viewer}", (self.sides[target],), str(card + 1), "DUE-2")
                )
        return View(
            viewer,
            decision.time,
            decision.kind,
            viewer in decision.sides,
            f"Round {decision.time}",
            "Lay a card" if viewer in decision.sides else "Wait",
            tuple(self._counter(state, viewer, side) for side in range(self.count)),
            tuple(marks),
            (Track("round", float(decision.time), float(self.scenario.file.rounds)),),
            facts,
        )

    def _sees_hand(self, viewer: int, side: int) -> bool:
        return viewer in (side, UMPIRE) or self.open

    def _counter(self, state: State, viewer: int, side: int) -> Counter:
        laid = int(state.plan[side, 0] >= 0)
        values = {"lives": int(state.lives[side]), "cards": int(state.hands[side].sum()) + laid}
        return Counter(
            f"side-{side}",
            side,
            self.sides[side],
            self.sides[side],
            "1" + "0" * 19,
            self._sees_hand(viewer, side),
            values,
        )

    def determinize(self, view: View, dice: Dice) -> State:
        """Unknown hands are drawn card by card, unknown plans are any that could be laid."""
        state = self.start()
        facts = view.facts
        state.clock[:] = facts["clock"]
        state.lives[:] = facts["lives"]
        for side in range(self.count):
            held = int(view.counters[side].values["cards"])
            known = facts["hands"].get(str(side))
            if known is not None:
                state.hands[side] = known
            else:
                for _ in range(held):
                    state.hands[side, int(draw(dice, CARDS))] += 1
        if state.clock[0] == CLASH:
            state.committed[self._alive(state)] = True
        for side in self._alive(state):
            if side == view.viewer:
                state.plan[side] = facts["plan"]
                state.committed[side] = facts["committed"]
                state.taken_back[side] = facts["taken back"]
            elif state.clock[0] in (PLAN, CLASH) and (state.clock[0] == CLASH or draw(dice, 2)):
                self._imagine_plan(state, side, dice)
        return state

    def _imagine_plan(self, state: State, side: int, dice: Dice) -> None:
        targets = [s for s in self._alive(state) if s != side]
        orders = self._open_orders([int(n) for n in state.hands[side]], -1, False, targets, 0)
        order = orders[int(draw(dice, len(orders)))]
        if order < self.take_back:
            state.plan[side] = divmod(order, self.count)
            state.hands[side, state.plan[side, 0]] -= 1

    def redact(self, event: Event, viewer: int) -> Event | None:
        everybody = (1 << self.count) - 1
        needed = {SPECTATOR: everybody, UMPIRE: 0}.get(viewer, 1 << max(viewer, 0))
        return event if event.audience & needed == needed else None

    def describe(self, event: Event, view: View) -> LogEntry:
        return DuelLog(self.sides).describe(event, view)

    def offers(self, view: View) -> Sequence[Offer]:
        """What the viewer's plan allows, and a card and the commitment as one offer."""
        side = view.viewer
        if side < 0 or view.facts["clock"][0] != PLAN or view.facts["lives"][side] <= 0:
            return []
        offers = []
        targets = [s for s, lives in enumerate(view.facts["lives"]) if lives > 0 and s != side]
        for code in self._open_orders(
            view.facts["hands"][str(side)],
            view.facts["plan"][0],
            view.facts["committed"],
            targets,
            view.facts["taken back"],
        ):
            if code < self.take_back:
                card, target = divmod(code, self.count)
                caption = f"Lay {card + 1} against {self.sides[target]}"
                for orders in ((code,), (code, self.commit)):
                    offers.append(
                        Offer(orders, "lay", caption, "DUE-2", f"side-{side}", self.sides[target])
                    )
            else:
                word = "Commit" if code == self.commit else "Take back"
                offers.append(Offer((code,), "plan", word, "DUE-2"))
        return offers

    @property
    def order_styles(self) -> Sequence[OrderStyle]:
        return (OrderStyle("lay", "fight"),)

    @property
    def overlays(self) -> Sequence[Overlay]:
        return (Overlay("aim", "Aim", "How many may strike that side", "a"),)

    def read_overlay(self, view: View, overlay: str, subject: str) -> OverlayReading:
        """Everybody alive may strike everybody else (DUE-2)."""
        if overlay != "aim" or subject:
            raise InputError.at("overlay: name", f"{overlay} {subject}", "aim")
        alive = [side for side, lives in enumerate(view.facts["lives"]) if lives > 0]
        places = {self.sides[side]: float(len(alive) - 1) for side in alive}
        return OverlayReading("aim", "", "Who may strike", "DUE-2", places)

    def irrevocable(self, event: Event, side: int) -> Refusal | None:
        """Only what all have seen stands for good; plans are told to their owner alone."""
        return (
            Refusal("DUE-3", "the cards have been shown") if isinstance(event.what, Shown) else None
        )

    def write_order(self, order: int) -> Json:
        if order == self.commit:
            return {"order": "commit"}
        if order == self.take_back:
            return {"order": "take back"}
        card, target = divmod(order, self.count)
        return {"order": "lay", "card": card + 1, "against": self.sides[target]}

    def read_order(self, document: Json) -> int:
        for code in range(self.actions):
            words = self.write_order(code)
            if document == words and type(document.get("card", 0)) is int:
                return code
        raise InputError.at("order", document, "an order of the duel")

    def board(self) -> Json:
        sides = list(enumerate(self.sides))
        return {
            "kind": "points",
            "title": self.scenario.title,
            "sides": [{"name": name} for _, name in sides],
            "places": [
                {"id": name, "x": 2.0 * n, "y": 0.0, "terrain": "seat"} for n, name in sides
            ],
            "terrain": {"seat": {"title": "Seat", "art": "plain", "facts": []}},
        }

    def result(self, state: State) -> Result | None:
        if state.clock[0] != OVER:
            return None
        best = state.lives.max()
        winners = tuple(s for s in range(self.count) if state.lives[s] == best)
        return Result(winners, "DUE-4", "the most lives", tuple(float(n) for n in state.lives))


def make_system(rules: type[DuelRules] = DuelRules) -> System:
    """The duel with some rules: the sound ones, or a variant that breaks a promise."""
    return System(
        name="duel",
        title="Duel",
        summary="A card duel for testing the kit.",
        version="1",
        sides=("Red", "Blue"),
        folder=Path(__file__).parent,
        rules=rules,
        scenarios=ScenarioFiles(
            default="pair",
            load=load,
            with_options=with_options,
            options={"open": ("no", "yes")},
        ),
    )


SYSTEM = make_system()
__all__ = ["SYSTEM", "DuelRules", "State", "copy_state", "dice_from_seed", "make_system"]
