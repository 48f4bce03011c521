"""The rules of Takeover, bound to a scenario: the face of the kernels."""

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
from hexfront.core.events import NO_LOG, EventLog
from hexfront.core.refusals import refusal_of
from hexfront.systems.takeover.knowledge.determinization import determinize
from hexfront.systems.takeover.knowledge.overlays import OverlayReader
from hexfront.systems.takeover.knowledge.view import Viewer, winning
from hexfront.systems.takeover.rules.actors import time_of
from hexfront.systems.takeover.rules.estate import worth
from hexfront.systems.takeover.rules.legality import UNKNOWN_ORDER, list_choices, order_refusal
from hexfront.systems.takeover.rules.length import orders_left
from hexfront.systems.takeover.rules.orders import OrderWords, count_actions
from hexfront.systems.takeover.rules.turn import apply_step, begin_game, chance_weight
from hexfront.systems.takeover.scenario.loader import TakeoverScenario, compile_setting
from hexfront.systems.takeover.scenario.state import (
    BOOK,
    CHANCE_PHASES,
    NOBODY,
    Phase,
    TakeoverState,
)
from hexfront.systems.takeover.table.board import board_document
from hexfront.systems.takeover.table.log import LogWriter
from hexfront.systems.takeover.table.offers import Offers

_CHANCES: Final = {
    Phase.MOVING: ("TKO-16", "A die that moves the player"),
    Phase.DRAWING: ("TKO-3", "Which OPs card is drawn"),
    Phase.THROWING: ("TKO-8", "A die of the takeover"),
}


class TakeoverRules(ComposedRules[TakeoverState]):
    """Takeover, TKO-1 to TKO-17, for one scenario."""

    _viewer: Viewer
    _apply = direct(apply_step)
    _list = direct(list_choices)
    _refuse = direct(order_refusal)
    _weigh = direct(chance_weight)
    _time = direct(time_of)

    def __init__(self, scenario: TakeoverScenario) -> None:
        self.scenario = scenario
        self.setting = compile_setting(scenario)
        self.ring = self.setting.ring
        self.sides = tuple(player.name for player in scenario.players)
        self.actions = count_actions(self.ring)
        self._codes: Int = np.zeros(self.actions, dtype=np.int64)
        territories = [space.name for space in scenario.territories]
        self.words = OrderWords(territories, [card.name for card in scenario.file.cards])
        self._viewer = Viewer(scenario, self.setting)
        self._log_writer = LogWriter(scenario, self.setting, self._viewer)
        self._offers = Offers(self.setting, self._viewer, self.words)
        self._overlays = OverlayReader(self.setting, self._viewer)
        self._start = self.setting.start.copy()
        begin_game(self.ring, self._start, NO_LOG)

    def start(self) -> TakeoverState:
        """The first player is to throw (TKO-16)."""
        return self._start.copy()

    def decision(self, state: TakeoverState) -> Decision:
        """What the game waits for (TKO-16); time counts turns."""
        phase, player = state.game.phase, state.game.active
        time = int(self._time(self.ring, state))
        if phase == Phase.OVER:
            return Decision(time, Kind.OVER, ())
        if phase in CHANCE_PHASES:
            return Decision(time, Kind.CHANCE, ())
        return Decision(time, Kind.ORDERS, (player,))

    def choices(self, state: TakeoverState, side: int) -> list[int]:
        """Every order the player may give now."""
        count = self._list(self.ring, state, side, self._codes)
        codes: list[int] = self._codes[:count].tolist()
        return codes

    def refuse(self, state: TakeoverState, side: int, order: int) -> Refusal | None:
        """The clause that forbids the order."""
        # Codes beyond 64 bits would not even reach the kernel.
        if not 0 <= order < self.actions:
            return refusal_of(BOOK, UNKNOWN_ORDER)
        return refusal_of(BOOK, int(self._refuse(self.ring, state, side, order)))

    def orders_left(self, state: TakeoverState) -> int:
        """At most so many orders can still be given (TKO-16)."""
        return orders_left(self.ring, state)

    def chances(self, state: TakeoverState) -> Chances:
        """A die, or a card of the pack."""
        clause, caption = _CHANCES[Phase(state.game.phase)]
        weights: list[int] = []
        while (weight := int(self._weigh(self.ring, state, len(weights)))) != NOBODY:
            weights.append(weight)
        return Chances(clause, caption, tuple(weights))

    def apply(self, state: TakeoverState, step: Step, out: EventLog) -> None:
        """Carry a legal step out."""
        self._apply(self.ring, state, step.actor, step.order, out.rows)

    def determinize(self, view: View, dice: Dice) -> TakeoverState:
        """A state that has this view: hidden hands are drawn (TKO-3)."""
        return determinize(self.setting, view.facts, dice)

    def write_order(self, order: int) -> Json:
        """An order code as JSON."""
        return self.words.write(order)

    def read_order(self, document: Json) -> int:
        """The code of an order in JSON. Errors: `InputError`."""
        return self.words.read(document)

    def board(self) -> Json:
        """The ring, its groups and quadrants, and the players."""
        return board_document(self.scenario)

    def result(self, state: TakeoverState) -> Result | None:
        """Who is richest, or left alone (TKO-16); scores are what each player owns."""
        if state.game.phase != Phase.OVER:
            return None
        players = range(len(self.sides))
        left = [player for player in players if not state.players.out[player]]
        how = "All others are out" if len(left) == 1 else "The last round is over"
        reason = f"{how}: {self._viewer.victory(state)}"
        scores = tuple(float(worth(self.ring, state, player)) for player in players)
        return Result(winning(self.setting, state), "TKO-16", reason, scores)
