"""What a player is told before he declares a takeover: the pools, and the exact odds (TKO-17)."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from hexfront.core.strictjson import Json
from hexfront.systems.takeover.odds import Odds, Pool, odds
from hexfront.systems.takeover.pools import AGGRESSOR, DEFENDER
from hexfront.systems.takeover.state import POLYGON, TakeoverRing, TakeoverState
from hexfront.systems.takeover.strength import (
    AGENTS_ABROAD,
    AGENTS_AT_HOME,
    BEGINNING,
    ECONOMY,
    SECURITY,
    dice_from,
    strength_at,
)
from hexfront.systems.takeover.takeovers import pools

ROLES: Final = ("aggressor", "defender")
SOURCES: Final = (
    (BEGINNING, "to begin with", "TKO-4"),
    (SECURITY, "for NS-Units", "TKO-5"),
    (ECONOMY, "for economic superiority", "TKO-6"),
    (AGENTS_AT_HOME, "for more agents at home", "TKO-7"),
    (AGENTS_ABROAD, "for more agents on the other territory", "TKO-7"),
)
"""Where dice come from, in words."""

KEPT: Final = 4096
"""Pairs of pools whose odds are kept; a game meets a few dozen."""

keep_odds = lru_cache(KEPT)(odds)


def pools_of(
    ring: TakeoverRing, state: TakeoverState, origin: int, target: int
) -> tuple[Pool, Pool]:
    """What both sides would roll first in a takeover (TKO-4 to TKO-7)."""
    mine, theirs = pools(ring, state, origin, target)
    polygons = ring.rules[POLYGON : POLYGON + 2].tolist()
    return Pool(polygons[AGGRESSOR], int(mine)), Pool(polygons[DEFENDER], int(theirs))


def terms_of(ring: TakeoverRing, state: TakeoverState, origin: int, target: int) -> list[Json]:
    """What the dice of both sides come from, with the clauses (TKO-4 to TKO-7)."""
    mine, theirs = strength_at(state, origin, target), strength_at(state, target, origin)
    terms: list[Json] = []
    for side, own, other in ((AGGRESSOR, mine, theirs), (DEFENDER, theirs, mine)):
        for source, words, clause in SOURCES:
            dice = int(dice_from(ring.rules, side, source, own, other))
            if dice:
                terms.append({"text": f"{ROLES[side]}, {words}", "value": dice, "clause": clause})
    return terms


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
