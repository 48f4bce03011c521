"""Work that `hexfront bench` times for Takeover."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np

from hexfront.core.dice import dice_from_seed
from hexfront.systems.takeover.game import TakeoverRules
from hexfront.systems.takeover.knowledge.odds import Pool, clear_tables, odds
from hexfront.systems.takeover.rules.pools import FACES, fight_often
from hexfront.systems.takeover.scenario.loader import TakeoverScenario

FIGHTS: Final = 2_000
MIDDLING: Final = 4, 5
"""Six-sided dice of aggressor and defender in a fight that both have prepared."""


def battle_rounds(rules: TakeoverRules) -> Callable[[], int]:
    """Battle rounds with dice, of engagements between middling pools."""
    ring = rules.setting.ring
    polygons, pools = ring.rules.polygon, np.array(MIDDLING, dtype=np.int64)
    counts, wins = np.zeros(FACES, dtype=np.int64), np.zeros(2, dtype=np.int64)
    dice = dice_from_seed(1)

    def work() -> int:
        return int(fight_often(dice, polygons, pools, ring.multipliers, FIGHTS, counts, wins))

    return work


def largest_odds(rules: TakeoverRules) -> Callable[[], int]:
    """Exact odds between the largest pools of the scenario, with nothing known before."""
    aggressor, defender = largest_pools(rules.scenario)
    multipliers = tuple(rules.setting.ring.multipliers.tolist())

    def work() -> int:
        clear_tables()
        odds(aggressor, defender, multipliers)
        return 1

    return work


def largest_pools(scenario: TakeoverScenario) -> tuple[Pool, Pool]:
    """The largest pools of aggressor and defender, with their polygon dice."""
    pools, (mine, theirs) = scenario.file.pools, scenario.file.largest_pools
    return Pool(pools.aggressor_polygon, mine), Pool(pools.defender_polygon, theirs)
