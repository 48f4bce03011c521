"""Who acts next, what chance draws and what games give: as the contract says it."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from hexfront.adapters.game import rewards
from hexfront.core.contract import Kind
from hexfront.core.dice import dice_from_seed, draw_outcome
from hexfront.core.events import EventLog
from hexfront.systems.aggressor.rules.actors import (
    CHANCE_ACTOR,
    GAME_OVER,
    actor_of,
    draw_chance,
    score_game,
)
from tests.aggressor.worlds import OPTIONS, bound, next_step


@pytest.mark.clause("AGR-41")
@pytest.mark.parametrize("options", range(len(OPTIONS)))
def test_actors_are_those_of_the_contract(options: int) -> None:
    """At every step of a random game."""
    rules, found, log = bound(0, options), Counter[Kind](), EventLog()
    state, random, dice = rules.start(), Random(options), dice_from_seed(options)
    while (step := next_step(rules, state, random, dice)) is not None:
        decision, actor = rules.decision(state), actor_of(rules.ground, state)
        found[decision.kind] += 1
        if decision.kind == Kind.CHANCE:
            weights = rules.chances(state).weights
            one, other = dice_from_seed(1), dice_from_seed(1)
            assert actor == CHANCE_ACTOR
            assert draw_chance(rules.ground, state, one) == draw_outcome(weights, other)
            assert one.position.tolist() == other.position.tolist()
        else:
            assert actor == min(decision.sides)
        log.clear()
        rules.apply(state, step, log)
    scores = np.full(2, 77.0)
    score_game(rules.ground, state, scores)
    assert actor_of(rules.ground, state) == GAME_OVER
    assert scores.tolist() == rewards(rules.result(state), 2)
    assert found[Kind.ORDERS] > 20
    assert found[Kind.CHANCE] > 1
