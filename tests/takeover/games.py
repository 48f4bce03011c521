"""Positions of random games of Takeover."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from hexfront.core.contract import CHANCE, Kind, Step
from hexfront.core.dice import dice_from_seed, draw, draw_outcome
from hexfront.core.events import EventLog
from hexfront.core.scenario import load_scenario
from hexfront.systems.takeover import SYSTEM
from hexfront.systems.takeover.game import TakeoverRules
from hexfront.systems.takeover.scenario.loader import load
from hexfront.systems.takeover.scenario.state import TakeoverState


def rules_of(**changes: Any) -> TakeoverRules:
    """The shipped ring with other numbers: `options` and other tables of the file."""
    document: Any = dict(load_scenario(SYSTEM).document)
    for key, value in changes.items():
        document[key] = {**document[key], **value}
    return TakeoverRules(load(document, None, "test"))


def random_positions(rules: TakeoverRules, seed: int) -> Iterator[TakeoverState]:
    """Every position of a random game, the last one too; one state, which changes."""
    dice, log, state = dice_from_seed(seed), EventLog(), rules.start()
    while (decision := rules.decision(state)).kind != Kind.OVER:
        yield state
        if decision.kind == Kind.CHANCE:
            step = Step(CHANCE, draw_outcome(rules.chances(state).weights, dice))
        else:
            codes = rules.choices(state, decision.sides[0])
            step = Step(decision.sides[0], codes[int(draw(dice, len(codes)))])
        log.clear()
        rules.apply(state, step, log)
    yield state
