"""A scenario out of a game: both armies as they were set up, to play it again (AGR-53)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hexfront.core.contract import Step
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.systems.aggressor.game import AggressorRules
from hexfront.systems.aggressor.scenario.model import TYPE_NAMES
from hexfront.systems.aggressor.scenario.state import AggressorState, Phase

ADDED: Final = ", set up as before"
MAX_TITLE: Final = 80


def setup_of(rules: AggressorRules, steps: Sequence[Step]) -> Json:
    """The scenario of a game with both armies ready (AGR-53).

    Map, numbers and options stay; so who begins is drawn again where the
    options leave it to chance. Errors: `InputError` where a side was never ready.
    """
    state, log = rules.start(), EventLog()
    for step in steps:
        if state.game.phase != Phase.SET_UP:
            break
        log.clear()
        rules.apply(state, step, log)
    if state.game.phase == Phase.SET_UP:
        raise InputError.at("journal", "<a set-up that did not end>", "two armies that were ready")
    document: dict[str, Any] = dict(rules.scenario.document)
    title = str(document["title"]).removesuffix(ADDED)
    document["title"] = title[: MAX_TITLE - len(ADDED)] + ADDED
    document["armies"] = {
        name: _army(rules, state, side) for side, name in enumerate(("west", "east"))
    }
    return document


def _army(rules: AggressorRules, state: AggressorState, side: int) -> list[Json]:
    """The units of a side in the order of being chosen (AGR-6)."""
    units, labels = state.units, rules.setting.labels
    return [
        {"type": TYPE_NAMES[units.kind[unit]], "hex": labels[units.place[unit]]}
        for unit in range(side * rules.army, (side + 1) * rules.army)
    ]
