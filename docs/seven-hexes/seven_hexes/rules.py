"""The contract, for one scenario: a thin face of the kernels."""

from __future__ import annotations

from typing import Final

import numpy as np

from hexfront.core.contract import (
    Chances,
    Decision,
    Kind,
    LogEntry,
    Offer,
    Refusal,
    Result,
    Step,
    View,
)
from hexfront.core.defaults import BaseRules
from hexfront.core.dice import Dice, dice_from_seed
from hexfront.core.events import Event, EventLog
from hexfront.core.strictjson import Json
from seven_hexes import knowledge
from seven_hexes.board import board_document
from seven_hexes.kernels import (
    ACTIONS,
    BEGUN,
    FACES,
    acting_side,
    apply_step,
    forbidden_by,
    list_choices,
)
from seven_hexes.scenario import SevenScenario
from seven_hexes.state import COUNT, LABELS, UNHIDDEN, Phase, SevenState, first_state, make_board

REASONS: Final = {
    2: "the mine is hidden once, before the first turn",
    3: "only the side whose turn it is enters an empty hex, or an enemy's beside its own counters",
}
"""What stands against an order, by the ordinal of the clause."""


class SevenRules(BaseRules):
    """Seven Hexes, SEV-1 to SEV-6."""

    actions = ACTIONS

    def __init__(self, scenario: SevenScenario) -> None:
        self.scenario = scenario
        self.sides = scenario.file.sides
        self._board = make_board(scenario)
        self._codes = np.zeros(ACTIONS, dtype=np.int64)

    def start(self) -> SevenState:
        """An empty board (SEV-1)."""
        return first_state()

    def decision(self, state: SevenState) -> Decision:
        """Mines at once, then one side after the other (SEV-2, SEV-3)."""
        time, phase = state.game.turn, state.game.phase
        if phase == Phase.OVER:
            return Decision(time, Kind.OVER, ())
        if phase == Phase.THROWING:
            return Decision(time, Kind.CHANCE, ())
        if phase == Phase.HIDING:
            waiting = tuple(side for side in (0, 1) if state.mines[side] == UNHIDDEN)
            return Decision(time, Kind.ORDERS, waiting)
        return Decision(time, Kind.ORDERS, (int(acting_side(state)),))

    def choices(self, state: SevenState, side: int) -> list[int]:
        """Every order that is not refused."""
        count = list_choices(self._board, state, side, self._codes)
        codes: list[int] = self._codes[:count].tolist()
        return codes

    def refuse(self, state: SevenState, side: int, order: int) -> Refusal | None:
        """The clause that forbids an order."""
        if not 0 <= order < ACTIONS:
            return Refusal("SEV-3", "there is no such order")
        clause = int(forbidden_by(self._board, state, side, order))
        return Refusal(f"SEV-{clause}", REASONS[clause]) if clause else None

    def orders_left(self, state: SevenState) -> int:
        """Mines that are not hidden, and turns: nothing is ever taken back (SEV-2, SEV-6)."""
        if state.game.phase == Phase.OVER:
            return 0
        unhidden = int((state.mines == UNHIDDEN).sum())
        # While the die is awaited, the order of this turn has been given.
        ordered = int(state.game.phase == Phase.THROWING)
        return unhidden + self._board.rules.turns - state.game.turn - ordered

    def chances(self, state: SevenState) -> Chances:
        """One fair die (SEV-4)."""
        return Chances("SEV-4", "A die decides the attack", (1,) * FACES)

    def apply(self, state: SevenState, step: Step, out: EventLog) -> None:
        """Carry a legal step out."""
        apply_step(self._board, state, step.actor, step.order, out.rows)

    def view(self, state: SevenState, viewer: int) -> View:
        """What a viewer may know."""
        return knowledge.make_view(self.scenario, self.decision(state), state, viewer)

    def determinize(self, view: View, dice: Dice) -> SevenState:
        """A state with this view."""
        return knowledge.determinize(view, dice)

    def offers(self, view: View) -> list[Offer]:
        """The orders open to the viewer; which they are depends on nothing hidden."""
        if not view.must_act:
            return []
        state = self.determinize(view, dice_from_seed(0))
        return knowledge.make_offers(self._board, view, state, self.choices(state, view.viewer))

    def describe(self, event: Event, view: View) -> LogEntry:
        """An event in words."""
        return knowledge.tell_event(self.scenario, event)

    def irrevocable(self, event: Event, side: int) -> Refusal | None:
        """Who hides last learns from it that the other mine lies (SEV-2)."""
        return Refusal("SEV-2", "both mines are hidden") if event.kind == BEGUN else None

    def write_order(self, order: int) -> Json:
        """An order as JSON."""
        return {"do": "hide" if order < COUNT else "enter", "hex": LABELS[order % COUNT]}

    def board(self) -> Json:
        """The map."""
        return board_document(self.scenario)

    def result(self, state: SevenState) -> Result | None:
        """Whoever holds more hexes wins (SEV-6)."""
        if state.game.phase != Phase.OVER:
            return None
        held = [int((state.hexes.owner == side).sum()) for side in (0, 1)]
        winners = tuple(side for side in (0, 1) if held[side] > held[1 - side])
        reason = f"{self.sides[0]} holds {held[0]} hexes, {self.sides[1]} {held[1]}"
        return Result(winners, "SEV-6", reason, (float(held[0]), float(held[1])))
