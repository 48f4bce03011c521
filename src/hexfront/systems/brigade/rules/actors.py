"""Who acts next: a side, or chance (BRG-9, BRG-22, BRG-28)."""

from __future__ import annotations

from hexfront.jit import small_kernel
from hexfront.systems.brigade.rules.choices import has_submitted
from hexfront.systems.brigade.rules.movement import side_of
from hexfront.systems.brigade.rules.turn import deal_span
from hexfront.systems.brigade.scenario.state import BrigadeGround, BrigadeState, Phase


@small_kernel
def acting_side(ground: BrigadeGround, state: BrigadeState) -> int:
    """The first side that must act."""
    phase = state.game.phase
    if phase == Phase.PLAN:
        return 1 if has_submitted(state, 0) else 0
    if phase == Phase.RETREAT:
        return side_of(ground, state.game.retreating)
    return state.game.active


@small_kernel
def chance_faces(ground: BrigadeGround, state: BrigadeState) -> int:
    """How many equal outcomes chance has now; 0 where it is not asked."""
    phase = state.game.phase
    if phase == Phase.BATTLE:
        return 6
    if phase == Phase.DEAL:
        return deal_span(ground, state.game.undealt)[1]
    return 0
