"""Who must order and what a war is worth, as whole batches of wars ask it."""

from __future__ import annotations

import numpy as np
import pytest

from hexfront.adapters.game import rewards
from hexfront.core.contract import Step
from hexfront.core.events import EventLog
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.systems.idahex.rules.actors import NOBODY, actor_of, score_game
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario import state as s


@pytest.mark.clause("IDX-2.3")
def test_actors_and_scores_are_those_of_the_rules() -> None:
    system = find_system("idahex")
    rules = system.rules(load_scenario(system))
    theatre, state = rules.theatre, rules.start()
    assert actor_of(theatre, state) == min(rules.decision(state).sides) == 0
    rules.apply(state, Step(0, o.GO), EventLog())
    assert actor_of(theatre, state) == min(rules.decision(state).sides) == 1
    state.game.phase = s.OVER
    assert actor_of(theatre, state) == NOBODY
    scores = np.zeros(2)
    for owner in (state.owner.copy(), np.zeros_like(state.owner), np.full_like(state.owner, -1)):
        state.owner[:] = owner
        score_game(theatre, state, scores)
        assert scores.tolist() == rewards(rules.result(state), 2)
