"""The rules of Malaya, bound to a scenario: the face of the kernels."""

from __future__ import annotations

from typing import Final

import numpy as np

from hexfront.blocks import Int, direct
from hexfront.core.contract import (
    Chances,
    Decision,
    Kind,
    Refusal,
    Result,
    Step,
    View,
)
from hexfront.core.defaults import ComposedRules
from hexfront.core.dice import Dice
from hexfront.core.documents.strictjson import Json
from hexfront.core.events import NO_LOG, Event, EventLog
from hexfront.core.refusals import refusal_of
from hexfront.systems.malaya.knowledge.facts import state_of
from hexfront.systems.malaya.knowledge.overlays import OverlayReader
from hexfront.systems.malaya.knowledge.reach import Reach
from hexfront.systems.malaya.knowledge.view import LEVELS, Viewer
from hexfront.systems.malaya.rules.actors import time_of
from hexfront.systems.malaya.rules.legality import UNKNOWN_ORDER, list_choices, order_refusal
from hexfront.systems.malaya.rules.length import orders_left
from hexfront.systems.malaya.rules.orders import OrderWords, Words, count_actions
from hexfront.systems.malaya.rules.sequence import set_up
from hexfront.systems.malaya.rules.turn import apply_step, chance_weight
from hexfront.systems.malaya.rules.victory import victory_points
from hexfront.systems.malaya.scenario.loader import MalayaScenario
from hexfront.systems.malaya.scenario.setting import Setting, compile_setting
from hexfront.systems.malaya.scenario.state import (
    BOOK,
    CHANCE_PHASES,
    NOBODY,
    POINT,
    SIDES,
    MalayaState,
    Phase,
)
from hexfront.systems.malaya.table.board import board_document
from hexfront.systems.malaya.table.log import LogWriter
from hexfront.systems.malaya.table.offers import Offers

"""Of a turn: the phases of both player-turns (MAL-2)."""
_CHANCES: Final = {
    Phase.INTERCEPTION: ("MAL-13", "Whether Force Z meets the convoy"),
    Phase.SHIPPING: ("MAL-13", "Whether the shipping falls into the hands of Japan"),
    Phase.DEFENCE: ("MAL-22", "How many air points the defender sends"),
    Phase.DIE: ("MAL-23", "One die decides the battle"),
    Phase.LOSS: ("MAL-24", "Which unit loses the step"),
}


class MalayaRules(ComposedRules[MalayaState]):
    """1942: Campaign for Malaya, MAL-1 to MAL-32, for one scenario."""

    _list = direct(list_choices)
    _refuse = direct(order_refusal)
    _weigh = direct(chance_weight)
    _apply = direct(apply_step)
    _time = direct(time_of)

    _offers: Offers

    def __init__(self, scenario: MalayaScenario) -> None:
        self.scenario = scenario
        self.setting = compile_setting(scenario)
        self.ground = self.setting.ground
        self.sides = tuple(side.name for side in scenario.file.sides)
        self.actions = count_actions(self.ground)
        self._codes: Int = np.zeros(self.actions, dtype=np.int64)
        self._words = OrderWords(self.ground, _words(scenario, self.setting))
        self._viewer = Viewer(scenario, self.setting)
        self._log_writer = LogWriter(scenario, self.setting, self._viewer)
        reach = Reach(self.setting)
        self._offers = Offers(scenario, self.setting, self._viewer, reach)
        self._overlays = OverlayReader(scenario, self.setting, self._viewer, reach)
        self._start = self.setting.start.copy()
        set_up(self.ground, self._start, NO_LOG)

    def start(self) -> MalayaState:
        """Before the options are chosen (MAL-3)."""
        return self._start.copy()

    def decision(self, state: MalayaState) -> Decision:
        """What the game waits for (MAL-2)."""
        phase = state.game.phase
        time = int(self._time(self.ground, state))
        if phase == Phase.OVER:
            return Decision(time, Kind.OVER, ())
        if phase in CHANCE_PHASES:
            return Decision(time, Kind.CHANCE, ())
        return Decision(time, Kind.ORDERS, (state.game.active,))

    def choices(self, state: MalayaState, side: int) -> list[int]:
        """Every order the side may give now."""
        count = self._list(self.ground, state, side, self._codes)
        codes: list[int] = self._codes[:count].tolist()
        return codes

    def refuse(self, state: MalayaState, side: int, order: int) -> Refusal | None:
        """The clause that forbids the order."""
        # Codes beyond 64 bits would not even reach the kernel.
        if not 0 <= order < self.actions:
            return refusal_of(BOOK, UNKNOWN_ORDER)
        return refusal_of(BOOK, int(self._refuse(self.ground, state, side, order)))

    def tries(self, view: View) -> dict[str, list[int]]:
        """What one would try with each unit."""
        return self._offers.tries(view)

    def orders_left(self, state: MalayaState) -> int:
        """At most so many orders can still be given (MAL-2, MAL-7, MAL-31)."""
        return orders_left(self.ground, state)

    def chances(self, state: MalayaState) -> Chances:
        """The die of a battle, or whatever else is drawn."""
        clause, caption = _CHANCES[Phase(state.game.phase)]
        weights: list[int] = []
        while (weight := int(self._weigh(self.ground, state, len(weights)))) != NOBODY:
            weights.append(weight)
        return Chances(clause, caption, tuple(weights))

    def apply(self, state: MalayaState, step: Step, out: EventLog) -> None:
        """Carry a legal step out."""
        self._apply(self.ground, state, step.actor, step.order, out.rows)

    def determinize(self, view: View, dice: Dice) -> MalayaState:
        """The state that has this view: nothing is hidden (MAL-2)."""
        return state_of(self.setting, view.facts)

    def redact(self, event: Event, viewer: int) -> Event | None:
        """Everything happens in the open (MAL-2)."""
        return event

    def write_order(self, order: int) -> Json:
        """An order code as JSON."""
        return self._words.write(order)

    def read_order(self, document: Json) -> int:
        """The code of an order in JSON. Errors: `InputError`."""
        return self._words.read(document)

    def board(self) -> Json:
        """Map, boxes, terrain and sides."""
        return board_document(self.scenario, self.setting)

    def result(self, state: MalayaState) -> Result | None:
        """The level of victory (MAL-32); scores are victory points."""
        if state.game.phase != Phase.OVER:
            return None
        level, fallen = state.game.level, state.game.fallen
        place = self.scenario.file.victory.place
        how = f"{place} fell in turn {fallen}" if fallen else f"{place} holds out"
        points = tuple(
            int(victory_points(self.ground, state, side)) / POINT for side in range(SIDES)
        )
        winners = () if level == 0 else (0,) if level > 0 else (1,)
        return Result(winners, "MAL-32", f"{how}: {LEVELS[level]}", points)


def _words(scenario: MalayaScenario, setting: Setting) -> Words:
    return Words(
        options=[option.name for option in scenario.file.options],
        hexes=setting.labels,
        units=[unit.id for unit in setting.units],
        entries=setting.entries,
        ports=setting.ports,
    )
