"""The odds of a battle before it is declared agree with those once it is."""

from __future__ import annotations

import random

import numpy as np
import pytest

from hexfront.core.events import NO_LOG
from hexfront.core.state import digest
from hexfront.systems.malaya.knowledge.odds import battle_odds
from hexfront.systems.malaya.knowledge.prospects import Prospects, doubt
from hexfront.systems.malaya.rules.legality import list_choices
from hexfront.systems.malaya.rules.orders import ROLL, count_actions
from hexfront.systems.malaya.rules.turn import CHANCE_ACTOR, apply_step, chance_weight
from hexfront.systems.malaya.scenario.loader import load
from hexfront.systems.malaya.scenario.state import MalayaState, Phase
from tests.malaya.fights import battle
from tests.malaya.knowledge.test_odds import compiled_start
from tests.malaya.rules.test_games import CHANGES, UNITS
from tests.malaya.small import compiled, cw, document, jp


@pytest.mark.clause("MAL-23")
def test_an_attack_promises_what_it_has_once_it_is_declared() -> None:
    setting = compiled(*UNITS, **CHANGES)
    prospects = Prospects(load(document(*UNITS, **CHANGES), None, "small").file, setting)
    ground, rng, compared = setting.ground, random.Random(5), 0
    codes = np.zeros(count_actions(ground), dtype=np.int64)

    def choices(state: MalayaState) -> list[int]:
        found: list[int] = codes[: list_choices(ground, state, state.game.active, codes)].tolist()
        return found

    while compared < 12:
        state = compiled_start(setting)
        while state.game.phase != Phase.OVER and compared < 12:
            side = state.game.active
            if state.game.phase > Phase.ADVANCE:
                outcomes = 0
                while chance_weight(ground, state, outcomes) >= 0:
                    outcomes += 1
                apply_step(ground, state, CHANCE_ACTOR, rng.randrange(outcomes), NO_LOG)
                continue
            if state.game.phase == Phase.COMBAT and state.game.selected < 0:
                for place in [c - prospects.first_hex for c in choices(state)]:
                    if not 0 <= place < ground.rules.hexes:
                        continue
                    before = digest(state)
                    promised = prospects.attack(state, side, place)
                    assert digest(state) == before
                    whole = prospects.declared(state, side, place)
                    if ROLL not in choices(whole):
                        assert promised["chance"] == 0
                        continue
                    assert promised["chance"] == pytest.approx(
                        float(battle_odds(ground, whole).vacated)
                    )
                    compared += 1
            apply_step(ground, state, side, rng.choice(choices(state)), NO_LOG)


@pytest.mark.clause("MAL-18")
def test_a_poor_landing_says_so() -> None:
    assert doubt(None) == ""
    assert doubt({"chance": 0.5, "form": "the hex is vacated; 1 unit at 3 to 1"}) == ""
    poor = doubt({"chance": 0.02, "form": "the hex is vacated; 1 unit at 1 to 1"})
    assert poor.startswith("The hex is vacated; 1 unit at 1 to 1, 2 %.")
    # Who is too weak for the table is told so, and nothing is reckoned.
    units = jp("a", "0303", attack=1), cw("x", "0403", defence=9)
    table = battle(*units)
    prospects = Prospects(load(document(*units), None, "small").file, table.setting)
    place = table.setting.labels.index("0403")
    assert prospects.attack(table.state, 0, place)["form"] == "1 unit: too weak for the table"
