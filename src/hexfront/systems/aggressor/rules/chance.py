"""What chance may answer, and how likely (AGR-11 to AGR-40)."""

from __future__ import annotations

from hexfront.jit import kernel
from hexfront.systems.aggressor.rules.observation import (
    distance,
)
from hexfront.systems.aggressor.rules.special import (
    contact_chance,
    replacement_chance,
)
from hexfront.systems.aggressor.scenario.state import (
    ACTOR,
    AIR,
    ASSAULTING,
    BEGINNER,
    CHOOSING,
    CLASSIC,
    CLASSIC_SPAN,
    CONTACTING,
    DIE,
    DIRECT,
    HIT,
    HOME_HEXES,
    IMMOBILE,
    NOBODY,
    PHASE,
    PLACE,
    REPLACING,
    RISING,
    STRENGTH,
    TARGET_HEX,
    TRYING,
    AggressorGround,
    AggressorState,
)


@kernel
def chance_count(ground: AggressorGround, state: AggressorState) -> int:
    """How many answers chance may give; 0 where it is not asked."""
    phase = state.game[PHASE]
    if phase == HIT:
        return int(ground.rules[DIE])
    if phase == RISING:
        return int(ground.rules[HOME_HEXES])
    if phase == CHOOSING:
        return 2 if ground.rules[BEGINNER] == NOBODY else 1
    if phase == AIR and ground.rules[CLASSIC] == 0:
        return int(2 * ground.rules[DIE] - 1)
    if phase in (TRYING, ASSAULTING, AIR, CONTACTING, REPLACING):
        return 2
    return 0


@kernel
def chance_weight(ground: AggressorGround, state: AggressorState, outcome: int) -> int:
    """The weight of an answer, 0 … `chance_count` − 1; of two, the first is the success."""
    phase = state.game[PHASE]
    if phase == AIR and ground.rules[CLASSIC] == 0:
        return int(min(outcome + 1, 2 * ground.rules[DIE] - 1 - outcome))
    if phase in (HIT, RISING, CHOOSING):
        return 1
    unit = state.game[ACTOR]
    whole = 100
    if phase == AIR:
        chance = distance(ground, state.units[unit, PLACE], state.game[TARGET_HEX])
        whole = ground.rules[CLASSIC_SPAN] * state.units[unit, STRENGTH]
    elif phase == TRYING:
        chance = ground.rules[IMMOBILE]
    elif phase == ASSAULTING:
        chance = ground.rules[DIRECT]
    elif phase == CONTACTING:
        chance = contact_chance(ground, state, unit)
    else:
        chance = replacement_chance(ground, state, unit)
    return int(chance if outcome == 0 else whole - chance)
