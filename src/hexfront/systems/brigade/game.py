"""The rules of Brigade Operations, bound to a scenario: the face of the kernels."""

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
from hexfront.core.defaults import ComposedRules, LateFacts
from hexfront.core.dice import Dice
from hexfront.core.documents.strictjson import Json
from hexfront.core.events import NO_LOG, Event, EventLog
from hexfront.core.refusals import refusal_of
from hexfront.systems.brigade.knowledge.overlays import OverlayReader
from hexfront.systems.brigade.knowledge.reach import Reach
from hexfront.systems.brigade.knowledge.view import Viewer, determinize
from hexfront.systems.brigade.rules.actors import STAGES, acting_side, chance_faces, time_of
from hexfront.systems.brigade.rules.choices import UNKNOWN_ORDER, list_choices, order_refusal
from hexfront.systems.brigade.rules.length import orders_left
from hexfront.systems.brigade.rules.orders import DONE, count_actions, read_order, write_order
from hexfront.systems.brigade.rules.plan import plot
from hexfront.systems.brigade.rules.taking_back import irrevocable
from hexfront.systems.brigade.rules.turn import apply_step, set_up, towns_held, winning_side
from hexfront.systems.brigade.scenario.loader import BrigadeScenario
from hexfront.systems.brigade.scenario.state import BOOK, BrigadeState, Phase, compile_setting
from hexfront.systems.brigade.table.board import board_document
from hexfront.systems.brigade.table.log import LogWriter
from hexfront.systems.brigade.table.offers import Offers

_BOTH: Final = {0: (0, 1), 1: (1,), 2: (0,)}


class BrigadeRules(ComposedRules[BrigadeState]):
    """Brigade Operations, BRG-1 to BRG-28, for one scenario."""

    _list = direct(list_choices)
    _refuse = direct(order_refusal)
    _faces = direct(chance_faces)
    _acting = direct(acting_side)
    _time = direct(time_of)
    _plot = direct(plot)
    _apply = direct(apply_step)
    _towns_held = direct(towns_held)

    _offers: Offers
    _viewer: Viewer

    def __init__(self, scenario: BrigadeScenario) -> None:
        self.scenario = scenario
        self.setting = compile_setting(scenario)
        self.ground = self.setting.ground
        self.sides = tuple(side.name for side in scenario.file.sides)
        self.actions = count_actions(len(self.setting.companies))
        self._codes: Int = np.zeros(self.actions, dtype=np.int64)
        self._viewer = Viewer(scenario, self.setting)
        reach = Reach(self.setting)
        self._offers = Offers(self.setting, self._viewer, reach)
        self._overlays = OverlayReader(self.setting, self._viewer, reach)
        self._log_writer = LogWriter(scenario, self.setting, self._viewer)
        set_up(self.ground, self.setting.start, NO_LOG)

    def start(self) -> BrigadeState:
        """Units in place, first turn (BRG-6); or before the deal (BRG-28)."""
        return self.setting.start.copy()

    def decision(self, state: BrigadeState) -> Decision:
        """What the game waits for (BRG-9)."""
        phase = state.game.phase
        time = int(self._time(self.ground, state))
        if phase == Phase.OVER:
            return Decision(time, Kind.OVER, ())
        if phase in (Phase.BATTLE, Phase.DEAL):
            return Decision(time, Kind.CHANCE, ())
        if phase == Phase.PLAN:
            return Decision(time, Kind.ORDERS, _BOTH[state.game.submitted])
        return Decision(time, Kind.ORDERS, (int(self._acting(self.ground, state)),))

    def choices(self, state: BrigadeState, side: int) -> list[int]:
        """Every order the side may give now."""
        count = self._list(self.ground, state, side, self._codes)
        codes: list[int] = self._codes[:count].tolist()
        return codes

    def refuse(self, state: BrigadeState, side: int, order: int) -> Refusal | None:
        """The clause that forbids the order."""
        # Codes beyond 64 bits would not even reach the kernel.
        if not 0 <= order < self.actions:
            return refusal_of(BOOK, UNKNOWN_ORDER)
        return refusal_of(BOOK, int(self._refuse(self.ground, state, side, order)))

    def orders_left(self, state: BrigadeState) -> int:
        """At most so many orders can still be given (BRG-8, BRG-9)."""
        time = int(self._time(self.ground, state))
        return orders_left(self.ground, state, time, STAGES)

    def chances(self, state: BrigadeState) -> Chances:
        """The die of a battle (BRG-23), or one exchange of the deal (BRG-28)."""
        faces = int(self._faces(self.ground, state))
        if state.game.phase == Phase.DEAL:
            return Chances("BRG-28", "The companies are dealt", (1,) * faces)
        return Chances("BRG-23", "One die decides the battle", (1,) * faces)

    def apply(self, state: BrigadeState, step: Step, out: EventLog) -> None:
        """Carry a legal step out."""
        game = state.game
        planning = game.phase == Phase.PLAN
        if planning and not (step.order == DONE and game.submitted):
            self._plot(self.ground, state, step.actor, step.order, out.rows)
        else:
            self._apply(self.ground, state, step.actor, step.order, out.rows)

    def log_view(self, state: BrigadeState, viewer: int) -> View:
        """The viewer, and the companies that he may know, made where the log reads them."""
        facts = LateFacts(lambda: self._viewer.log_facts(state, viewer))
        return View(viewer, 0, Kind.ORDERS, False, "", "", (), facts=facts)

    def determinize(self, view: View, dice: Dice) -> BrigadeState:
        """A state that has this view."""
        return determinize(self.setting, view.facts, dice)

    def tries(self, view: View) -> dict[str, list[int]]:
        """What one would try with each company."""
        return self._offers.tries(view)

    def irrevocable(self, event: Event, side: int) -> Refusal | None:
        """A unit that was identified stays known (BRG-28); so does a plan that was carried out."""
        return irrevocable(event.what, bool(self.ground.rules.plotted))

    def write_order(self, order: int) -> Json:
        """An order code as JSON."""
        return write_order(order)

    def read_order(self, document: Json) -> int:
        """The code of an order in JSON. Errors: `InputError`."""
        return read_order(document, len(self.setting.companies))

    def board(self) -> Json:
        """Map, terrain and sides."""
        return board_document(self.scenario)

    def result(self, state: BrigadeState) -> Result | None:
        """After the last turn the towns decide (BRG-27); scores are towns held."""
        if state.game.phase != Phase.OVER:
            return None
        winner = int(winning_side(self.ground, state))
        towns = tuple(float(self._towns_held(self.ground, state, side)) for side in range(2))
        objective = self.scenario.file.objective
        holder = self.sides.index(objective.side)
        title = self.scenario.file.sides[holder].title
        reason = f"{title} holds {int(towns[holder])} of the {objective.towns} towns it needs"
        return Result((winner,), "BRG-27", reason, towns)
