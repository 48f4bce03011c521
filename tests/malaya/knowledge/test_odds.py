"""The odds on the screen are exact: against every answer of chance, followed one by one."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import numpy as np
import pytest

from hexfront.core.events import NO_LOG
from hexfront.core.state import digest
from hexfront.systems.malaya.knowledge.odds import ELIMINATED_ALL, HOLDS, BattleResult, battle_odds
from hexfront.systems.malaya.rules.legality import list_choices
from hexfront.systems.malaya.rules.orders import ROLL, count_actions
from hexfront.systems.malaya.rules.planes import stands
from hexfront.systems.malaya.rules.sequence import set_up
from hexfront.systems.malaya.rules.turn import CHANCE_ACTOR, apply_step, chance_weight
from hexfront.systems.malaya.scenario.setting import Setting
from hexfront.systems.malaya.scenario.state import ATTACKER, MalayaState, Phase
from tests.malaya.fights import declared
from tests.malaya.rules.test_games import CHANGES, UNITS
from tests.malaya.small import compiled, cw, jp

Outcome = tuple[int, int, bool]
"""Steps lost by attackers and defenders, and whether the hex is vacated."""


def every_way(setting: Setting, state: MalayaState) -> dict[Outcome, Fraction]:
    """All ends of the declared battle, with every answer of chance carried out on its own."""
    ground, found = setting.ground, Counter[Outcome]()
    place, side = state.game.selected, state.game.active
    attackers = state.units.duty == ATTACKER
    defenders = state.units.place == place

    def follow(now: MalayaState, chance: Fraction, rolled: bool) -> None:
        if rolled and now.game.phase != Phase.LOSS:
            lost = state.units.steps - now.units.steps
            vacated = not stands(now, place, 1 - side)
            end = int(lost[attackers].sum()), int(lost[defenders].sum()), vacated
            found[end] += chance  # type: ignore[assignment]
            return
        weights: list[int] = []
        while (weight := int(chance_weight(ground, now, len(weights)))) >= 0:
            weights.append(weight)
        for outcome, weight in enumerate(weights):
            if weight:
                after = now.copy()
                is_die = not rolled and len(weights) == 6
                apply_step(ground, after, CHANCE_ACTOR, outcome, NO_LOG)
                follow(after, chance * Fraction(weight, sum(weights)), rolled or is_die)

    begun = state.copy()
    apply_step(ground, begun, side, ROLL, NO_LOG)
    follow(begun, Fraction(1), False)
    return dict(found)  # type: ignore[arg-type]


def as_outcomes(results: dict[BattleResult, Fraction]) -> dict[Outcome, Fraction]:
    """The odds in the same terms."""
    found: Counter[Outcome] = Counter()
    for result, chance in results.items():
        found[result.attacker, result.defender, result.fate != HOLDS] += chance  # type: ignore[assignment]
    return dict(found)  # type: ignore[arg-type]


@pytest.mark.clause("MAL-22")
@pytest.mark.clause("MAL-23")
@pytest.mark.clause("MAL-24")
def test_odds_are_those_of_every_answer_of_chance() -> None:
    setting = compiled(*UNITS, **CHANGES)
    rng, battles = random.Random(11), 0
    seen: set[str] = set()
    codes = np.zeros(count_actions(setting.ground), dtype=np.int64)
    start = compiled_start(setting)
    while battles < 40:
        state = start.copy()
        while state.game.phase != Phase.OVER and battles < 40:
            side = state.game.active
            if state.game.phase > Phase.ADVANCE:
                weights: list[int] = []
                while (weight := int(chance_weight(setting.ground, state, len(weights)))) >= 0:
                    weights.append(weight)
                order = rng.choices(range(len(weights)), weights)[0]
                apply_step(setting.ground, state, CHANCE_ACTOR, order, NO_LOG)
                continue
            count = int(list_choices(setting.ground, state, side, codes))
            choices = codes[:count].tolist()
            if state.game.phase == Phase.COMBAT and ROLL in choices:
                before = digest(state)
                odds = battle_odds(setting.ground, state)
                assert digest(state) == before
                assert sum(odds.results.values()) == 1
                assert sum(odds.air.values()) == 1
                assert as_outcomes(odds.results) == every_way(setting, state)
                battles += 1
                seen.update(result.fate for result in odds.results)
            apply_step(setting.ground, state, side, rng.choice(choices), NO_LOG)
    assert len(seen) == 3


def compiled_start(setting: Setting) -> MalayaState:
    """The beginning of a game."""
    state = setting.start.copy()
    set_up(setting.ground, state, NO_LOG)
    return state


@pytest.mark.clause("MAL-23")
def test_odds_by_hand() -> None:
    """8 against 4 in the jungle is 2 to 1 with -1: the defender's only step goes on 4 and more."""
    units = jp("a", "0303"), cw("x", "0403", steps=1, defence=4)
    table = declared("0403", "a", *units)
    odds = battle_odds(table.ground, table.state)
    assert odds.column == 4
    gone = sum((p for r, p in odds.results.items() if r.fate == ELIMINATED_ALL), Fraction(0))
    assert gone == odds.vacated == odds.expected("defender") == Fraction(3, 6)
    assert odds.expected("attacker") == Fraction(5, 6)
