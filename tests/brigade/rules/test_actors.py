"""Who acts, what chance answers and what a game is worth: kernels and contract say the same."""

from __future__ import annotations

import numpy as np
import pytest

from hexfront.adapters.game import rewards
from hexfront.conformance.snapshots import snapshots
from hexfront.core.contract import CHANCE, Kind
from hexfront.core.dice import dice_from_seed, draw_outcome
from hexfront.core.scenario import load_scenario
from hexfront.systems.brigade import SYSTEM
from hexfront.systems.brigade.game import BrigadeRules
from hexfront.systems.brigade.rules.actors import NO_ACTOR, actor_of, draw_chance, score_game
from hexfront.systems.brigade.scenario.loader import with_options


@pytest.mark.clause("BRG-9", "BRG-23", "BRG-27", "BRG-28")
@pytest.mark.parametrize("sequence", ["plotted", "igougo"])
def test_kernels_and_contract_agree(sequence: str) -> None:
    options = {"sequence": sequence, "deal": "shuffled"}
    rules = BrigadeRules(with_options(load_scenario(SYSTEM, "three-towns"), options))
    kinds = set()
    for snapshot in [s for seed in range(4) for s in snapshots(SYSTEM, rules, seed, 1000)]:
        state, decision = snapshot.state, rules.decision(snapshot.state)
        kinds.add(decision.kind)
        actor = actor_of(rules.ground, state)
        if decision.kind == Kind.ORDERS:
            assert actor == min(decision.sides)
        elif decision.kind == Kind.CHANCE:
            assert actor == CHANCE
            one, other = (dice_from_seed(snapshot.step) for _ in range(2))
            expected = draw_outcome(rules.chances(state).weights, one)
            assert draw_chance(rules.ground, state, other) == expected
            assert one.position.tolist() == other.position.tolist()
        else:
            assert actor == NO_ACTOR
            scores = np.zeros(2)
            score_game(rules.ground, state, scores)
            assert scores.tolist() == rewards(rules.result(state), 2)
    assert kinds == set(Kind)
