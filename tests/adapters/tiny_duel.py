"""A duel of two rounds with two kinds of cards: small enough to be solved."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from hexfront.core.contract import Chances
from tests.kit.duel import DEAL, SYSTEM, DuelRules, load


class TinyRules(DuelRules):
    """Nobody takes back, cards may be kept for the second round, and the die is always 1."""

    def _open_orders(self, *given: Any) -> list[int]:
        orders = {*super()._open_orders(*given), self.commit} - {self.take_back}
        return [] if given[2] else sorted(orders)

    def chances(self, state: Any) -> Chances:
        if state.clock[0] == DEAL:
            return Chances("DUE-1", "a card", (1, 1, 0))
        return Chances("DUE-3", "a die", (1, 0, 0, 0, 0, 0))


def _load(document: Any, folder: Any, place: str) -> Any:
    return load({**document, "rounds": 2, "lives": 3}, folder, place)


TINY: Any = replace(
    SYSTEM, name="tiny", rules=TinyRules, scenarios=replace(SYSTEM.scenarios, load=_load)
)
