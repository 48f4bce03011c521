"""What a side may order now, and why not: one listing, one judgement, the same rules."""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int
from hexfront.core.refusals import refusal
from hexfront.core.table.changes import MOST_CHANGES
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.brigade.rules.combat import may_advance, retreat_refusal
from hexfront.systems.brigade.rules.hexes import holder_at, zones_at
from hexfront.systems.brigade.rules.movement import (
    GONE,
    OK,
    OTHER_IN_TRANSIT,
    in_transit,
    move_refusal,
    next_ways,
    passing_ways,
    roomy_ways,
    side_of,
)
from hexfront.systems.brigade.rules.orders import (
    ADVANCE_INTO,
    DONE,
    FIRST_ATTACK,
    FIRST_UNIT_CODE,
    RECALL,
    UNIT_CODES,
    WITHDRAW,
    attack_action,
    unit_code,
)
from hexfront.systems.brigade.scenario.state import (
    MAX_STACK,
    NOBODY,
    BrigadeGround,
    BrigadeState,
    Phase,
)

MOST_ATTACKERS: Final = 6
"""BRG-22"""

NOT_YOUR_TURN: Final = refusal(30, "BRG-9", "it is not this side's time to give orders")
UNKNOWN_ORDER: Final = refusal(31, "BRG-9", "there is no such order")
NOT_YOUR_UNIT: Final = refusal(32, "BRG-9", "players order their own units only")
WRONG_PHASE: Final = refusal(33, "BRG-9", "that order does not belong to this phase")
ALREADY_SUBMITTED: Final = refusal(34, "BRG-9", "the plan is submitted: take it back first")
NOTHING_TO_RECALL: Final = refusal(35, "BRG-9", "no plan is submitted")
ALREADY_ATTACKS: Final = refusal(36, "BRG-22", "the unit already has an attack order")
NOBODY_THERE: Final = refusal(
    37, "BRG-21", "only an adjacent enemy can be attacked, and none is there"
)
ALREADY_ATTACKED: Final = refusal(38, "BRG-22", "that enemy has been attacked in this step")
OTHER_BATTLE: Final = refusal(
    39, "BRG-22", "another battle is being prepared: fight or withdraw it first"
)
ADVANCE_TAKEN: Final = refusal(40, "BRG-26", "another unit of this battle already advances")
NOTHING_TO_WITHDRAW: Final = refusal(41, "BRG-9", "the unit has no orders to withdraw")
OTHER_RETREATS: Final = refusal(42, "BRG-26", "a retreat is due first")
CANNOT_ADVANCE: Final = refusal(43, "BRG-26", "only an attacker of this battle may advance")
HAS_FOUGHT: Final = refusal(44, "BRG-22", "the unit has attacked in this step")
TOO_MANY_ATTACKERS: Final = refusal(45, "BRG-22", "at most six units attack one enemy")
ADVANCE_LATER: Final = refusal(46, "BRG-26", "whether to advance is chosen after the battle")
GAME_OVER: Final = refusal(47, "BRG-27", "the game is over")
TOO_MANY_CHANGES: Final = refusal(
    48,
    "BRG-9",
    f"the side has taken orders back {MOST_CHANGES} times in this turn, and may not again",
)


@inline_kernel
def has_submitted(state: BrigadeState, side: int) -> bool:
    """Whether the side's plan is handed in (BRG-9)."""
    return (state.game.submitted >> side) & 1 == 1


@inline_kernel
def may_take_back(state: BrigadeState, side: int) -> bool:
    """Whether the side may still take orders back in this turn (BRG-9)."""
    return state.game.changes[side] < MOST_CHANGES


@inline_kernel
def may_act(ground: BrigadeGround, state: BrigadeState, side: int) -> bool:
    """Whether the game takes orders of the side now."""
    phase = state.game.phase
    if phase == Phase.PLAN:
        return True
    if phase == Phase.RETREAT:
        return side_of(ground, state.game.retreating) == side
    return phase in (Phase.MOVE, Phase.COMBAT, Phase.ADVANCE) and state.game.active == side


@kernel
def attack_refusal(
    ground: BrigadeGround, state: BrigadeState, unit: int, direction: int, level: int, advance: int
) -> int:
    """Why this attack may not be ordered, or OK (BRG-21, BRG-22, BRG-26)."""
    side = side_of(ground, unit)
    here = state.units.planned[unit]
    if here == ground.rules.off_map:
        return GONE
    if in_transit(ground, state, side) != NOBODY:
        return OTHER_IN_TRANSIT
    if state.units.target[unit] != NOBODY:
        return ALREADY_ATTACKS
    target = holder_at(state, ground.hexes.neighbour[here, direction], level)
    if target == NOBODY or side_of(ground, target) == side:
        return NOBODY_THERE
    if ground.rules.plotted == 0:
        if state.units.fought[unit] == 1:
            return HAS_FOUGHT
        if state.units.fought[target] == 1:
            return ALREADY_ATTACKED
        if state.game.defender not in (NOBODY, target):
            return OTHER_BATTLE
        if advance == 1:
            return ADVANCE_LATER
    attackers = 0
    for other in range(ground.rules.first_unit[side], ground.rules.first_unit[side + 1]):
        if state.units.target[other] == target:
            attackers += 1
            if advance == 1 and state.units.will_advance[other] == 1:
                return ADVANCE_TAKEN
    return TOO_MANY_ATTACKERS if attackers >= MOST_ATTACKERS else OK


@kernel
def order_refusal(ground: BrigadeGround, state: BrigadeState, side: int, order: int) -> int:
    """Why the side may not give this order now, or OK."""
    phase = state.game.phase
    if phase == Phase.OVER:
        return GAME_OVER
    if order < 0 or order >= FIRST_UNIT_CODE + ground.rules.first_unit[2] * UNIT_CODES:
        return UNKNOWN_ORDER
    if not may_act(ground, state, side):
        return NOT_YOUR_TURN
    if phase == Phase.PLAN and has_submitted(state, side):
        if order != RECALL:
            return ALREADY_SUBMITTED
        return OK if may_take_back(state, side) else TOO_MANY_CHANGES
    if order == RECALL:
        return NOTHING_TO_RECALL
    if order == DONE:
        return done_refusal(ground, state, side)
    unit = (order - FIRST_UNIT_CODE) // UNIT_CODES
    if side_of(ground, unit) != side:
        return NOT_YOUR_UNIT
    return unit_refusal(ground, state, unit, (order - FIRST_UNIT_CODE) % UNIT_CODES)


@inline_kernel
def done_refusal(ground: BrigadeGround, state: BrigadeState, side: int) -> int:
    """Why the side may not say that it is done, or OK (BRG-15, BRG-25)."""
    phase = state.game.phase
    if phase == Phase.RETREAT:
        return OTHER_RETREATS
    if phase in (Phase.PLAN, Phase.MOVE) and in_transit(ground, state, side) != NOBODY:
        return OTHER_IN_TRANSIT
    return OK


@inline_kernel
def unit_refusal(ground: BrigadeGround, state: BrigadeState, unit: int, action: int) -> int:
    """Why the unit may not be given this action now, or OK."""
    phase = state.game.phase
    if action < FIRST_ATTACK:
        if phase == Phase.RETREAT:
            if state.game.retreating != unit:
                return OTHER_RETREATS
            return retreat_refusal(ground, state, unit, action)
        if phase in (Phase.PLAN, Phase.MOVE):
            return move_refusal(ground, state, unit, action)
        return WRONG_PHASE
    if action == ADVANCE_INTO:
        if phase != Phase.ADVANCE:
            return WRONG_PHASE
        return OK if may_advance(state, unit) else CANNOT_ADVANCE
    if phase not in (Phase.PLAN, Phase.COMBAT):
        return WRONG_PHASE
    if action == WITHDRAW:
        ordered = state.units.target[unit] != NOBODY or (
            phase == Phase.PLAN and state.units.steps[unit] > 0
        )
        if not ordered:
            return NOTHING_TO_WITHDRAW
        return OK if may_take_back(state, side_of(ground, unit)) else TOO_MANY_CHANGES
    parts = action - FIRST_ATTACK
    return attack_refusal(ground, state, unit, parts // 4, parts // 2 % 2, parts % 2)


@kernel
def list_choices(ground: BrigadeGround, state: BrigadeState, side: int, codes: Int) -> int:
    """Write every order the side may give now into `codes`, ascending; gives their number."""
    phase = state.game.phase
    if not may_act(ground, state, side):
        return 0
    if phase == Phase.PLAN and has_submitted(state, side):
        codes[0] = RECALL
        return int(may_take_back(state, side))
    count = 0
    if done_refusal(ground, state, side) == OK:
        codes[0] = DONE
        count = 1
    if phase == Phase.RETREAT:
        return list_retreats(ground, state, codes)
    planning = phase == Phase.PLAN
    moving, fighting = planning or phase == Phase.MOVE, planning or phase == Phase.COMBAT
    off, mover, back = ground.rules.off_map, state.game.mover[side], may_take_back(state, side)
    others_move = in_transit(ground, state, side) == NOBODY
    for unit in range(ground.rules.first_unit[side], ground.rules.first_unit[side + 1]):
        if state.units.place[unit] == off:
            continue
        steps, idle = state.units.steps[unit], state.units.target[unit] == NOBODY
        if moving and idle and (unit == mover or (steps == 0 and others_move)):
            count = list_moves(ground, state, side, unit, codes, count)
        if fighting:
            if idle and others_move:
                count = list_attacks(ground, state, side, unit, codes, count)
            codes[count] = unit_code(unit, WITHDRAW)
            count += back & ((not idle) | (planning & (steps > 0)))
        if phase == Phase.ADVANCE and may_advance(state, unit):
            codes[count] = unit_code(unit, ADVANCE_INTO)
            count += 1
    return count


@inline_kernel
def list_moves(
    ground: BrigadeGround, state: BrigadeState, side: int, unit: int, codes: Int, count: int
) -> int:
    """Append the steps that the unit may take next."""
    here = state.units.planned[unit]
    ways = next_ways(ground, state, unit)
    roomy = roomy_ways(ground, state, side, here)
    ways = ways & roomy | passing_ways(ground, state, unit, here, ways & ~roomy)
    # Written whether they are legal or not, as nobody can guess which are.
    for direction in range(6):
        codes[count] = unit_code(unit, direction)
        count += ways >> direction & 1
    return count


@inline_kernel
def list_attacks(
    ground: BrigadeGround, state: BrigadeState, side: int, unit: int, codes: Int, count: int
) -> int:
    """Append the attacks that the unit may be given."""
    here = state.units.planned[unit]
    if zones_at(state, here, 1 - side) == 0:
        return count
    for direction in range(6):
        there = ground.hexes.neighbour[here, direction]
        for level in range(MAX_STACK):
            if holder_at(state, there, level) == NOBODY:
                break
            for advance in range(2):
                if attack_refusal(ground, state, unit, direction, level, advance) == OK:
                    codes[count] = unit_code(unit, attack_action(direction, level, advance))
                    count += 1
    return count


@inline_kernel
def list_retreats(ground: BrigadeGround, state: BrigadeState, codes: Int) -> int:
    """Write the hexes that a retreating unit's owner may choose (BRG-26)."""
    unit = state.game.retreating
    count = 0
    for direction in range(6):
        if retreat_refusal(ground, state, unit, direction) == OK:
            codes[count] = unit_code(unit, direction)
            count += 1
    return count
