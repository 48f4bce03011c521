"""What the sides have in a fight and the dice that it gives them, TKO-4 to TKO-7, as kernels.

All is judged from plain numbers, so that the rules, the odds and every "why?" ask the
same function, whether there is a game or not.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.jit import inline_kernel
from hexfront.systems.takeover.scenario.state import LEVEL, NS_UNIT, R_UNIT, Numbers, TakeoverState

# What gives dice
BEGINNING: Final = 0
SECURITY: Final = 1
ECONOMY: Final = 2
AGENTS_AT_HOME: Final = 3
AGENTS_ABROAD: Final = 4
SOURCES: Final = 5


class Strength(NamedTuple):
    """What counts for a side (TKO-5 to TKO-7)."""

    level: int
    """Of Economic Development, on its territory in the fight."""
    r_units: int
    """R-Units without NS-Units, there."""
    ns_units: int
    """There."""
    agents: int
    """Its agents, there."""
    abroad: int
    """Its agents on the other side's territory in the fight."""


NOTHING: Final = Strength(0, 0, 0, 0, 0)


@inline_kernel
def dice_from(rules: Numbers, side: int, source: int, own: Strength, other: Strength) -> int:
    """Six-sided dice that a source gives to a side (TKO-4 to TKO-7)."""
    if source == BEGINNING:
        return rules.dice[side]
    if source == SECURITY:
        return own.ns_units * rules.each_ns_unit
    if source == ECONOMY:
        return rules.economic_superiority if economic_lead(own, other) >= 0 else 0
    if source == AGENTS_AT_HOME:
        return rules.each_agent_superiority if own.agents > other.abroad else 0
    return rules.each_agent_superiority if own.abroad > other.agents else 0


@inline_kernel
def economic_lead(own: Strength, other: Strength) -> int:
    """Above 0 where a side is superior, below 0 where the other is, 0 for neither (TKO-6)."""
    if own.level != other.level:
        return own.level - other.level
    return own.r_units - other.r_units


@inline_kernel
def dice_of(rules: Numbers, side: int, own: Strength, other: Strength) -> int:
    """Six-sided dice of a side from all sources (TKO-4 to TKO-7)."""
    total = 0
    for source in range(SOURCES):
        total += dice_from(rules, side, source, own, other)
    return total


@inline_kernel
def strength_at(state: TakeoverState, territory: int, opposite: int) -> Strength:
    """What the owner of a territory has in a fight between it and the one opposite."""
    goods, player = state.territories.goods[territory], state.territories.owner[territory]
    return Strength(
        goods[LEVEL],
        goods[R_UNIT],
        goods[NS_UNIT],
        state.agents[territory, player],
        state.agents[opposite, player],
    )
