"""Pools of dice with the reason for each die, TKO-4 to TKO-7.

For all who ask before a takeover is declared: the command `hexfront odds`, the screen's
overlays, and the orders that it offers.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.core.contract import Figure
from hexfront.core.documents.strictjson import Json
from hexfront.systems.takeover.knowledge.odds import Pool
from hexfront.systems.takeover.rules.pools import AGGRESSOR, DEFENDER
from hexfront.systems.takeover.rules.strength import (
    AGENTS_AT_HOME,
    BEGINNING,
    ECONOMY,
    SECURITY,
    SOURCES,
    Strength,
    dice_from,
    strength_at,
)
from hexfront.systems.takeover.scenario.state import Numbers, TakeoverRing, TakeoverState

CLAUSES: Final = ("TKO-4", "TKO-5", "TKO-6", "TKO-7", "TKO-7")
"""By what gives dice."""


ROLES: Final = ("aggressor", "defender")


class Part(NamedTuple):
    """Six-sided dice of a pool that have one reason."""

    dice: int
    reason: str
    clause: str
    """Empty where somebody has just said so."""


class Assessment(NamedTuple):
    """The pool of a side, and why."""

    polygon: int
    parts: tuple[Part, ...]

    @property
    def pool(self) -> Pool:
        """What the side rolls."""
        return Pool(self.polygon, sum(part.dice for part in self.parts))


def assess(
    rules: Numbers, aggressor: Strength, defender: Strength, *, judge_economy: bool = True
) -> tuple[Assessment, Assessment]:
    """The pools of both sides (TKO-4 to TKO-7).

    Without `judge_economy` nobody gets the dice of TKO-6, of which equals both get one.
    """
    return (
        _of_side(rules, AGGRESSOR, aggressor, defender, judge_economy),
        _of_side(rules, DEFENDER, defender, aggressor, judge_economy),
    )


def assess_attack(
    ring: TakeoverRing, state: TakeoverState, origin: int, target: int
) -> tuple[Assessment, Assessment]:
    """The pools if the owner of a territory attacked another's from it."""
    mine, theirs = strength_at(state, origin, target), strength_at(state, target, origin)
    return assess(ring.rules, mine, theirs)


def _of_side(
    rules: Numbers, side: int, own: Strength, other: Strength, judge_economy: bool
) -> Assessment:
    parts = []
    for source in range(SOURCES):
        dice = int(dice_from(rules, side, source, own, other))
        if dice and (judge_economy or source != ECONOMY):
            parts.append(Part(dice, _reason(source, own, other), CLAUSES[source]))
    return Assessment(int(rules.polygon[side]), tuple(parts))


def _reason(source: int, own: Strength, other: Strength) -> str:
    """Why a source gives dice to a side, in words."""
    if source == BEGINNING:
        return "to begin with"
    if source == SECURITY:
        return "1 NS-Unit" if own.ns_units == 1 else f"{own.ns_units} NS-Units"
    if source == ECONOMY:
        return _economic_reason(own, other)
    if source == AGENTS_AT_HOME:
        return f"more agents on the own territory: {own.agents} against {other.abroad}"
    return f"more agents on the other territory: {own.abroad} against {other.agents}"


def _economic_reason(own: Strength, other: Strength) -> str:
    if own.level != other.level:
        return f"higher E-D: {own.level} against {other.level}"
    if own.r_units != other.r_units:
        return f"equal E-D, more R-Units: {own.r_units} against {other.r_units}"
    return "equal E-D and R-Units: both sides"


def pool_text(pool: Pool) -> str:
    """A pool as players write it.

    >>> pool_text(Pool(8, 3))
    'd8 + 3d6'
    """
    return f"d{pool.polygon} + {pool.dice}d6"


def pool_figures(both: tuple[Assessment, Assessment]) -> tuple[Figure, ...]:
    """The pools of aggressor and defender for a screen, with what they are made of."""
    return tuple(
        Figure(
            name.capitalize(),
            pool_text(found.pool),
            clause="TKO-4",
            parts=tuple(
                Figure(part.reason, part.dice, "die" if part.dice == 1 else "dice", part.clause)
                for part in found.parts
            ),
        )
        for name, found in zip(ROLES, both, strict=True)
    )


def pool_terms(both: tuple[Assessment, Assessment]) -> list[Json]:
    """What the dice of both sides come from, as terms of an estimate."""
    return [
        {"text": f"{role}, {part.reason}", "value": part.dice, "clause": part.clause}
        for role, found in zip(ROLES, both, strict=True)
        for part in found.parts
    ]


def assessment_document(found: Assessment) -> Json:
    """A pool and its reasons as JSON."""
    pool = found.pool
    parts = [{"dice": p.dice, "reason": p.reason, "clause": p.clause or None} for p in found.parts]
    return {"polygon": pool.polygon, "dice": pool.dice, "text": pool_text(pool), "parts": parts}
