"""The rules of Aggressor, bound to a scenario: the face of the kernels."""

from __future__ import annotations

from typing import Final

import numpy as np

from hexfront.blocks import Int, direct
from hexfront.core.contract import (
    UMPIRE,
    Chances,
    Decision,
    Kind,
    Refusal,
    Result,
    Step,
    View,
    is_for,
)
from hexfront.core.defaults import ComposedRules
from hexfront.core.dice import Dice
from hexfront.core.documents.strictjson import Json
from hexfront.core.events import NO_LOG, PUBLIC, Event, EventLog
from hexfront.core.refusals import refusal_of
from hexfront.systems.aggressor.knowledge.determinization import determinize
from hexfront.systems.aggressor.knowledge.overlays import OverlayReader
from hexfront.systems.aggressor.knowledge.reach import Reach
from hexfront.systems.aggressor.knowledge.symbols import symbol
from hexfront.systems.aggressor.knowledge.view import TITLES, Viewer
from hexfront.systems.aggressor.rules.actors import time_of
from hexfront.systems.aggressor.rules.chance import chance_count, chance_weight
from hexfront.systems.aggressor.rules.legality import UNKNOWN_ORDER, order_refusal, set_up_refusal
from hexfront.systems.aggressor.rules.length import orders_left
from hexfront.systems.aggressor.rules.movement import Eliminated, Moved
from hexfront.systems.aggressor.rules.orders import DONE, FIRST_DEPLOY, OrderBook, count_actions
from hexfront.systems.aggressor.rules.set_up import apply_set_up, open_game
from hexfront.systems.aggressor.rules.steps import apply_step
from hexfront.systems.aggressor.rules.taking_back import irrevocable
from hexfront.systems.aggressor.rules.turn import sectors_held
from hexfront.systems.aggressor.scenario.loader import AggressorScenario
from hexfront.systems.aggressor.scenario.model import TYPE_NAMES
from hexfront.systems.aggressor.scenario.state import (
    BOOK,
    CHANCE_PHASES,
    NOBODY,
    AggressorState,
    Phase,
    compile_setting,
)
from hexfront.systems.aggressor.table.board import board_document
from hexfront.systems.aggressor.table.log import LogWriter
from hexfront.systems.aggressor.table.offers import Lister, Offers

_SETTING_UP: Final = {0: (0, 1), 1: (1,), 2: (0,)}
_CHANCES: Final = {
    Phase.BEGINNER: ("AGR-38", "Who begins is settled"),
    Phase.UPRISING: ("AGR-40", "Where the partisans rise is drawn"),
    Phase.IMMOBILE: ("AGR-11", "Whether a unit without range moves is drawn"),
    Phase.HIT: ("AGR-21", "One die decides the attack"),
    Phase.DIRECT: ("AGR-23", "Whether the assault costs strength is drawn"),
    Phase.AIR: ("AGR-32", "Air defence fires at the mission"),
    Phase.CONTACT: ("AGR-28", "Whether partisans are met is drawn"),
    Phase.REPLACEMENT: ("AGR-36", "Whether replacements come is drawn"),
}


class AggressorRules(ComposedRules[AggressorState]):
    """Aggressor, AGR-1 to AGR-54, for one scenario."""

    _viewer: Viewer
    _offers: Offers
    _count_chances = direct(chance_count)
    _weigh = direct(chance_weight)
    _refuse = direct(order_refusal)
    _refuse_set_up = direct(set_up_refusal)
    _set_up = direct(apply_set_up)
    _apply = direct(apply_step)
    _time = direct(time_of)

    def __init__(self, scenario: AggressorScenario) -> None:
        self.scenario = scenario
        self.setting = compile_setting(scenario)
        self.ground = self.setting.ground
        self.army = self.ground.rules.army
        self.sides = tuple(side.name for side in scenario.file.sides)
        self._orders = OrderBook(self.setting, self.army)
        self.actions = count_actions(self._orders.hexes, self.army)
        codes: Int = np.zeros(self.actions, dtype=np.int64)
        self._lister = Lister(self.setting, codes)
        self._viewer = Viewer(scenario, self.setting)
        reach = Reach(self.setting)
        self._offers = Offers(scenario, self.setting, self._viewer, self._lister, reach)
        self._overlays = OverlayReader(self.setting, self._viewer, reach)
        self._log_writer = LogWriter(self.setting, self._viewer)
        self._start = self.setting.start.copy()
        self._place_armies()

    def _place_armies(self) -> None:
        """Ready armies of the scenario stand when the game opens (AGR-53)."""
        armies = self.scenario.file.armies
        hexes = self._orders.hexes
        for side, army in enumerate((armies.west, armies.east)):
            for unit in army or ():
                kind, place = TYPE_NAMES.index(unit.type), self.setting.index_of[unit.hex]
                order = FIRST_DEPLOY + kind * hexes + place
                apply_set_up(self.ground, self._start, side, order, NO_LOG)
        for side, army in enumerate((armies.west, armies.east)):
            if army is not None:
                apply_set_up(self.ground, self._start, side, DONE, NO_LOG)
        if armies.west is not None and armies.east is not None:
            open_game(self.ground, self._start, NO_LOG)

    def start(self) -> AggressorState:
        """Before the set-up, or where armies are given, after it (AGR-52, AGR-53)."""
        return self._start.copy()

    def decision(self, state: AggressorState) -> Decision:
        """What the game waits for (AGR-41)."""
        phase = state.game.phase
        time = int(self._time(self.ground, state))
        if phase == Phase.OVER:
            return Decision(time, Kind.OVER, ())
        if phase in CHANCE_PHASES:
            return Decision(time, Kind.CHANCE, ())
        if phase == Phase.SET_UP:
            return Decision(time, Kind.ORDERS, _SETTING_UP[state.game.ready])
        return Decision(time, Kind.ORDERS, (state.game.active,))

    def choices(self, state: AggressorState, side: int) -> list[int]:
        """Every order the side may give now."""
        return self._lister.choices(state, side)

    def refuse(self, state: AggressorState, side: int, order: int) -> Refusal | None:
        """The clause that forbids the order."""
        # Codes beyond 64 bits would not even reach the kernel.
        if not 0 <= order < self.actions:
            return refusal_of(BOOK, UNKNOWN_ORDER)
        judge = self._refuse_set_up if state.game.phase == Phase.SET_UP else self._refuse
        return refusal_of(BOOK, int(judge(self.ground, state, side, order)))

    def tries(self, view: View) -> dict[str, list[int]]:
        """What one would try with each unit."""
        return self._offers.tries(view)

    def orders_left(self, state: AggressorState) -> int:
        """At most so many orders can still be given (AGR-51, AGR-52)."""
        return orders_left(self.ground, state)

    def chances(self, state: AggressorState) -> Chances:
        """The die of an attack, or whatever else is drawn."""
        clause, caption = _CHANCES[Phase(state.game.phase)]
        count = int(self._count_chances(self.ground, state))
        weights = tuple(int(self._weigh(self.ground, state, o)) for o in range(count))
        return Chances(clause, caption, weights)

    def apply(self, state: AggressorState, step: Step, out: EventLog) -> None:
        """Carry a legal step out."""
        game = state.game
        if game.phase == Phase.SET_UP and not (step.order == DONE and game.ready):
            self._set_up(self.ground, state, step.actor, step.order, out.rows)
            return
        self._apply(self.ground, state, step.actor, step.order, out.rows)

    def determinize(self, view: View, dice: Dice) -> AggressorState:
        """A state that has this view."""
        return determinize(self.setting, view.facts, view.viewer, dice)

    def redact(self, event: Event, viewer: int) -> Event | None:
        """What is not told to both is for one side alone (AGR-17, AGR-26)."""
        if not is_for(event, viewer):
            return None
        if viewer == UMPIRE or event.audience == PUBLIC:
            return event
        what = event.what
        if not isinstance(what, Moved | Eliminated) or what.unit // self.army == viewer:
            return event
        # Without fog (AGR-14) an enemy is seen to move and to fall, but not by its number.
        first = (1 - viewer) * self.army
        return event._replace(what=what._replace(unit=first))

    def irrevocable(self, event: Event, side: int) -> Refusal | None:
        """What has shown the side something cannot be taken back (AGR-19, AGR-30)."""
        return irrevocable(event.what)

    def write_order(self, order: int) -> Json:
        """An order code as JSON."""
        return self._orders.write(order)

    def read_order(self, document: Json) -> int:
        """The code of an order in JSON. Errors: `InputError`."""
        return self._orders.read(document)

    def board(self) -> Json:
        """Map, sectors, sides, and what armies may be made of."""
        file = self.scenario.file
        sides = [{"name": s.name, "title": s.title, "colour": s.colour} for s in file.sides]
        cover = self.ground.rules.rough_cover
        document = board_document(file.terrain, file.title, sides, self._army_setup(), cover)
        return document | {"sectors_to_win": file.numbers.sectors_to_win}

    def _army_setup(self) -> Json:
        kinds = self.scenario.file.units
        types = {}
        for number, name in enumerate(TYPE_NAMES):
            kind = getattr(kinds, name)
            types[name] = {
                "title": TITLES[number],
                "sidcs": [symbol(name, side) for side in range(2)],
                "values": {"range": kind.range, "strength": kind.strength},
            }
        return {"size": self.army, "types": types, "clause": "AGR-53"}

    def result(self, state: AggressorState) -> Result | None:
        """Sectors, or the last unit, decide (AGR-50, AGR-51); scores are sectors held."""
        if state.game.phase != Phase.OVER:
            return None
        winner, reason = state.game.winner, state.game.reason
        held = tuple(float(sectors_held(state, side)) for side in range(2))
        clause = "AGR-50" if reason == 1 else "AGR-51"
        winners = () if winner == NOBODY else (winner,)
        return Result(winners, clause, self._viewer.reason(winner, reason), held)
