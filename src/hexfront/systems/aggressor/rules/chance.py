"""What chance may answer, and how likely (AGR-11 to AGR-40)."""

from __future__ import annotations

from hexfront.jit import small_kernel
from hexfront.systems.aggressor.rules.observation import (
    distance,
)
from hexfront.systems.aggressor.rules.special import (
    contact_chance,
    replacement_chance,
)
from hexfront.systems.aggressor.scenario.state import NOBODY, AggressorGround, AggressorState, Phase


@small_kernel
def chance_count(ground: AggressorGround, state: AggressorState) -> int:
    """How many answers chance may give; 0 where it is not asked."""
    phase = state.game.phase
    if phase == Phase.HIT:
        return ground.rules.die
    if phase == Phase.UPRISING:
        return ground.rules.home_hexes
    if phase == Phase.BEGINNER:
        return 2 if ground.rules.beginner == NOBODY else 1
    if phase == Phase.AIR and ground.rules.classic == 0:
        return int(2 * ground.rules.die - 1)
    if phase in (Phase.IMMOBILE, Phase.DIRECT, Phase.AIR, Phase.CONTACT, Phase.REPLACEMENT):
        return 2
    return 0


@small_kernel
def chance_weight(ground: AggressorGround, state: AggressorState, outcome: int) -> int:
    """The weight of an answer, 0 … `chance_count` − 1; of two, the first is the success."""
    phase = state.game.phase
    if phase == Phase.AIR and ground.rules.classic == 0:
        return int(min(outcome + 1, 2 * ground.rules.die - 1 - outcome))
    if phase in (Phase.HIT, Phase.UPRISING, Phase.BEGINNER):
        return 1
    unit = state.game.actor
    whole = 100
    if phase == Phase.AIR:
        chance = distance(ground, state.units.place[unit], state.game.target_hex)
        whole = ground.rules.classic_span * state.units.strength[unit]
    elif phase == Phase.IMMOBILE:
        chance = ground.rules.immobile
    elif phase == Phase.DIRECT:
        chance = ground.rules.direct
    elif phase == Phase.CONTACT:
        chance = contact_chance(ground, state, unit)
    else:
        chance = replacement_chance(ground, state, unit)
    return int(chance if outcome == 0 else whole - chance)
