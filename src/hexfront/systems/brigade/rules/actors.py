"""Who acts next: a side, or chance (BRG-9, BRG-22, BRG-28)."""

from __future__ import annotations

from hexfront.jit import kernel
from hexfront.systems.brigade.rules.choices import has_submitted
from hexfront.systems.brigade.rules.movement import side_of
from hexfront.systems.brigade.rules.turn import deal_span
from hexfront.systems.brigade.scenario.state import (
    ACTIVE,
    BATTLE,
    DEAL,
    PHASE,
    PLAN,
    RETREAT,
    RETREATING,
    UNDEALT,
    BrigadeGround,
    BrigadeState,
)


@kernel
def acting_side(ground: BrigadeGround, state: BrigadeState) -> int:
    """The first side that must act."""
    phase = state.game[PHASE]
    if phase == PLAN:
        return 1 if has_submitted(state, 0) else 0
    if phase == RETREAT:
        return side_of(ground, state.game[RETREATING])
    return int(state.game[ACTIVE])


@kernel
def chance_faces(ground: BrigadeGround, state: BrigadeState) -> int:
    """How many equal outcomes chance has now; 0 where it is not asked."""
    phase = state.game[PHASE]
    if phase == BATTLE:
        return 6
    if phase == DEAL:
        return deal_span(ground, state.game[UNDEALT])[1]
    return 0
