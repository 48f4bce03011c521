"""What gives dice in Takeover: the judgement against a slow one, and the reasons."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.systems.takeover import SYSTEM
from hexfront.systems.takeover.knowledge.assessment import assess, assess_attack
from hexfront.systems.takeover.knowledge.inquiry import inquire
from hexfront.systems.takeover.knowledge.odds import Pool
from hexfront.systems.takeover.rules.strength import NOTHING, Strength
from hexfront.systems.takeover.rules.takeovers import pools
from hexfront.systems.takeover.scenario.loader import Setting, compile_setting
from hexfront.systems.takeover.scenario.state import (
    LEVEL,
    NS_UNIT,
    R_UNIT,
)
from tests.takeover.positions import Table

RED, BLUE, GREEN = 0, 1, 2
HOME, TARGET = 3, 7


@pytest.fixture(scope="module")
def setting() -> Setting:
    return compile_setting(load_scenario(SYSTEM))  # type: ignore[arg-type]


def plain_dice(own: Strength, other: Strength, first: int) -> int:
    """Six-sided dice as the source tells it (TKO-4 to TKO-7)."""
    dice = first + own.ns_units
    if (own.level, own.r_units) >= (other.level, other.r_units):
        dice += 1
    dice += own.agents > other.abroad
    dice += own.abroad > other.agents
    return dice


def some_strength(dice: np.random.Generator) -> Strength:
    return Strength(*dice.integers(0, (3, 3, 4, 3, 3)).tolist())


@pytest.mark.clause("TKO-5", "TKO-6", "TKO-7")
def test_pools_are_as_the_source_tells(setting: Setting) -> None:
    chance = np.random.default_rng(1)
    for _ in range(500):
        red, blue = some_strength(chance), some_strength(chance)
        found = assess(setting.ring.rules, red, blue)
        assert found[0].pool == Pool(8, plain_dice(red, blue, 1))
        assert found[1].pool == Pool(10, plain_dice(blue, red, 2))
        for side in found:
            assert all(part.dice > 0 and part.clause and part.reason for part in side.parts)


def test_the_game_judges_as_the_odds_do(setting: Setting) -> None:
    """From a state, whoever's turn it is."""
    chance, state = np.random.default_rng(2), setting.start.copy()
    for _ in range(100):
        red, blue = some_strength(chance), some_strength(chance)
        for place, owner, own in ((HOME, RED, red), (TARGET, BLUE, blue)):
            state.territories.owner[place] = owner
            state.territories.goods[place, R_UNIT] = own.r_units
            state.territories.goods[place, NS_UNIT] = own.ns_units
            state.territories.goods[place, LEVEL] = own.level
            state.agents[place, owner] = own.agents
            state.agents[place, GREEN] = 9
        state.agents[TARGET, RED] = red.abroad
        state.agents[HOME, BLUE] = blue.abroad
        found = assess_attack(setting.ring, state, HOME, TARGET)
        assert found == assess(setting.ring.rules, red, blue)
        assert pools(setting.ring, state, HOME, TARGET) == tuple(s.pool.dice for s in found)


CASES = [
    ("TKO-4", NOTHING, NOTHING, "to begin with", 1, 2),
    ("TKO-5", NOTHING._replace(ns_units=1), NOTHING, "1 NS-Unit", 1, 0),
    ("TKO-5", NOTHING, NOTHING._replace(ns_units=3), "3 NS-Units", 0, 3),
    ("TKO-6", NOTHING, NOTHING, "equal E-D and R-Units: both sides", 1, 1),
    ("TKO-6", NOTHING._replace(level=2), NOTHING._replace(r_units=5), "E-D: 2 against 0", 1, 0),
    ("TKO-6", NOTHING, NOTHING._replace(r_units=1), "more R-Units: 1 against 0", 0, 1),
    ("TKO-7", NOTHING._replace(agents=1), NOTHING._replace(abroad=1), "", 0, 0),
    ("TKO-7", NOTHING._replace(agents=2), NOTHING._replace(abroad=1), "own territory: 2", 1, 0),
    ("TKO-7", NOTHING._replace(agents=1), NOTHING._replace(agents=1), "own territory: 1", 1, 1),
    ("TKO-7", NOTHING._replace(abroad=1), NOTHING, "other territory: 1 against 0", 1, 0),
    ("TKO-7", NOTHING._replace(agents=1, abroad=1), NOTHING, "territory", 2, 0),
]


@pytest.mark.clause("TKO-4", "TKO-5", "TKO-6", "TKO-7")
@pytest.mark.parametrize(("clause", "red", "blue", "words", "mine", "theirs"), CASES)
def test_each_die_has_its_reason(
    setting: Setting,
    clause: str,
    red: Strength,
    blue: Strength,
    words: str,
    mine: int,
    theirs: int,
) -> None:
    found = assess(setting.ring.rules, red, blue)
    parts = [[part for part in side.parts if part.clause == clause] for side in found]
    assert [sum(part.dice for part in side) for side in parts] == [mine, theirs]
    assert all(words in part.reason for part in parts[mine == 0])


def test_the_largest_pools(setting: Setting) -> None:
    rules = setting.ring.rules
    assert load_scenario(find_system("takeover")).file.largest_pools == (7, 8)
    chance = np.random.default_rng(3)
    most = Strength(4, 5, 3, 3, 3)
    for _ in range(200):
        red, blue = (Strength(*chance.integers(0, np.array(most) + 1).tolist()) for _ in range(2))
        found = assess(rules, red, blue)
        assert found[0].pool.dice <= 7 and found[1].pool.dice <= 8


def test_the_system_offers_its_odds() -> None:
    assert find_system("takeover").playing.odds is not None


def test_no_scenario_has_pools_beyond_all_odds() -> None:
    """The largest is a defender with all that can be bought."""
    document = dict(load_scenario(SYSTEM).document)
    document["pools"] = document["pools"] | {"each_ns_unit": 11, "defender_dice": 4}
    SYSTEM.scenarios.load(document, None, "large")
    document["pools"] = document["pools"] | {"defender_dice": 5}
    with pytest.raises(InputError, match=r"large: /pools: found <41 dice>, expected at most 40"):
        SYSTEM.scenarios.load(document, None, "large")


def test_the_overlay_tells_what_gives_dice() -> None:
    """Whoever's turn it is: the pools of the two owners, with their reasons."""
    rules: Any = SYSTEM.rules(load_scenario(SYSTEM))
    state, names = rules.start(), [space.name for space in rules.scenario.territories]
    state.territories.owner[0], state.territories.owner[1] = BLUE, GREEN
    state.territories.goods[0, NS_UNIT] = 2
    state.agents[1, BLUE] = 1
    reading = rules.read_overlay(rules.view(state, RED), "odds", names[1])
    (table,) = reading.figures
    (row,) = table.parts
    assert len(row.parts) == len(table.columns)
    dice = row.parts[table.columns.index("dice")]
    assert dice.value == "5 against 3"
    blue, green = (
        [(part.caption, part.value, part.clause) for part in s.parts] for s in dice.parts
    )
    both = ("equal E-D and R-Units: both sides", 1, "TKO-6")
    abroad = ("more agents on the other territory: 1 against 0", 1, "TKO-7")
    assert blue == [("to begin with", 1, "TKO-4"), ("2 NS-Units", 2, "TKO-5"), both, abroad]
    assert green == [("to begin with", 2, "TKO-4"), both]


@pytest.mark.clause("TKO-4", "TKO-5", "TKO-6", "TKO-17")
def test_an_attack_is_offered_with_its_exact_odds_and_the_reason_for_each_die() -> None:
    table = Table()
    table.own(RED, "mill-row", ns=1, ed=2)
    table.own(BLUE, "iron-steps", ns=2, ed=1)
    table.land("iron-steps")
    offers = table.rules.offers(table.rules.view(table.state, RED))
    (attack,) = (offer for offer in offers if offer.kind == "attack")
    assert attack.odds is not None
    assert [(term["text"], term["value"], term["clause"]) for term in attack.odds["terms"]] == [
        ("aggressor, to begin with", 1, "TKO-4"),
        ("aggressor, 1 NS-Unit", 1, "TKO-5"),
        ("aggressor, higher E-D: 2 against 1", 1, "TKO-6"),
        ("defender, to begin with", 2, "TKO-4"),
        ("defender, 2 NS-Units", 2, "TKO-5"),
    ]
    asked = inquire(table.rules.scenario, "ns=1,ed=2", "ns=2,ed=1").document
    assert attack.odds["chance"] == asked["decimals"]["engagement_win"]
