"""The odds that a player is told before he declares a takeover (TKO-17)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.systems.takeover.knowledge.assessment import assess_attack
from hexfront.systems.takeover.knowledge.odds import Odds, Pool, odds
from hexfront.systems.takeover.scenario.state import TakeoverRing, TakeoverState

KEPT: Final = 4096
"""Pairs of pools whose odds are kept; a game meets a few dozen."""

keep_odds = lru_cache(KEPT)(odds)


def pools_of(
    ring: TakeoverRing, state: TakeoverState, origin: int, target: int
) -> tuple[Pool, Pool]:
    """What both sides would roll first in a takeover (TKO-4 to TKO-7)."""
    mine, theirs = assess_attack(ring, state, origin, target)
    return mine.pool, theirs.pool


def odds_of(ring: TakeoverRing, both: tuple[Pool, Pool]) -> Odds:
    """The exact odds between two pools (TKO-17)."""
    return keep_odds(*both, tuple(ring.multipliers.tolist()))


def odds_document(odds: Odds) -> dict[str, Json]:
    """The odds for a screen: chances as decimals, the dice left as words."""
    left = {
        (f"won with {_dice(a)} left" if a else f"lost against {_dice(d)}"): round(float(chance), 6)
        for (a, d), chance in odds.dice_left.items()
    }
    return {
        "chance": float(odds.engagement_win),
        "form": "to win the takeover",
        "first round": round(float(odds.round_win), 6),
        "rounds on average": f"{float(odds.expected_rounds):.2f} rounds",
        "how it ends": left,
    }


def _dice(number: int) -> str:
    return f"{number} {'die' if number == 1 else 'dice'}"
