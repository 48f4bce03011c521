"""Plans: making them, taking parts back, and carrying them out (BRG-9 to BRG-11)."""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int
from hexfront.core.events import note
from hexfront.jit import inline_kernel, kernel, small_kernel
from hexfront.systems.brigade.rules.movement import (
    CUT_SHORT,
    NOT_ADJACENT,
    OK,
    PLOTTED_STEP,
    STOPPED,
    adjacent,
    begin_side,
    direction_to,
    enter,
    may_end,
    side_of,
    step_refusal,
    take_step,
    walk,
)
from hexfront.systems.brigade.rules.orders import (
    DONE,
    FIRST_ATTACK,
    FIRST_UNIT_CODE,
    RECALL,
    UNIT_CODES,
    WITHDRAW,
)
from hexfront.systems.brigade.scenario.state import NOBODY, BrigadeGround, BrigadeState

ATTACK_DROPPED: Final = 6
WITHDRAWN: Final = 7
ATTACK_ORDERED: Final = 23
PLAN_SUBMITTED: Final = 24
PLAN_RECALLED: Final = 25


@small_kernel
def legal_length(
    ground: BrigadeGround, state: BrigadeState, unit: int, length: int
) -> tuple[int, int]:
    """How many hexes of a plotted path can be entered now, and why not more.

    Steps after the first illegal one are lost (BRG-11), and so are those that
    would leave the unit on friends at the end (BRG-15).  Leaves the state as it
    was, the unit at the start of its path.
    """
    side = side_of(ground, unit)
    start, points = state.units.planned[unit], state.units.points[unit]
    keep, taken, refusal = 0, 0, OK
    while taken < length:
        there = state.paths[unit, taken]
        direction = direction_to(ground, state.units.planned[unit], there)
        refusal = NOT_ADJACENT if direction < 0 else step_refusal(ground, state, unit, direction)
        if refusal != OK:
            break
        enter(ground, state, unit, there)
        taken += 1
        if may_end(ground, state, unit, there):
            keep = taken
    state.hexes.friends[state.units.planned[unit], side] -= 1
    state.hexes.friends[start, side] += 1
    state.units.planned[unit], state.units.points[unit], state.units.steps[unit] = (
        start,
        points,
        0,
    )
    return keep, refusal


@kernel
def follow_plan(
    ground: BrigadeGround, state: BrigadeState, side: int, made: bool, out: Int
) -> None:
    """Follow the side's paths in the order of its plan, as far as they are legal now.

    `made`: units really move (BRG-9, BRG-11); otherwise the plan alone is put
    right after a part of it was taken back.
    """
    first, last = ground.rules.first_unit[side], ground.rules.first_unit[side + 1]
    plots = state.game.plots[side]
    for unit in range(first, last):
        state.units.plotted_rank[unit] = state.units.rank[unit]
        state.units.plotted_steps[unit] = state.units.steps[unit]
    begin_side(ground, state, side)
    for rank in range(1, plots + 1):
        for unit in range(first, last):
            length = state.units.plotted_steps[unit]
            if state.units.plotted_rank[unit] == rank and length > 0:
                follow_path(ground, state, unit, length, made, out)
    for unit in range(first, last):
        state.units.plotted_rank[unit] = 0
        state.units.plotted_steps[unit] = 0
    state.game.mover[side] = NOBODY


@inline_kernel
def follow_path(
    ground: BrigadeGround, state: BrigadeState, unit: int, length: int, made: bool, out: Int
) -> None:
    """Follow one unit's path; what is illegal now is dropped and explained (BRG-11)."""
    if state.units.place[unit] == ground.rules.off_map:
        return
    keep, refusal = legal_length(ground, state, unit, length)
    for step in range(keep):
        there = state.paths[unit, step]
        if made:
            walk(ground, state, unit, there, out)
        else:
            take_step(ground, state, unit, there)
    if keep < length:
        kind = STOPPED if made else CUT_SHORT
        audience = 1 << side_of(ground, unit)
        wanted = state.paths[unit, keep]
        note(out, kind, 11, audience, unit, state.units.planned[unit], wanted, refusal, 0)


@kernel
def withdraw(ground: BrigadeGround, state: BrigadeState, unit: int, out: Int) -> None:
    """Take a unit's plotted orders back; what depended on them is put right."""
    side = side_of(ground, unit)
    moved = state.units.steps[unit] > 0
    state.game.changes[side] += 1
    state.units.target[unit] = NOBODY
    state.units.will_advance[unit] = 0
    state.units.steps[unit] = 0
    note(out, WITHDRAWN, 9, 1 << side, unit, 0, 0, 0, 0)
    if not moved:
        return
    follow_plan(ground, state, side, False, out)
    for other in range(ground.rules.first_unit[side], ground.rules.first_unit[side + 1]):
        target = state.units.target[other]
        if target != NOBODY and not adjacent(
            ground, state.units.planned[other], state.units.place[target]
        ):
            state.units.target[other] = NOBODY
            state.units.will_advance[other] = 0
            note(out, ATTACK_DROPPED, 11, 1 << side, other, target, NOT_ADJACENT, 0, 0)


@inline_kernel
def name_attack(
    ground: BrigadeGround, state: BrigadeState, unit: int, action: int, audience: int, out: Int
) -> int:
    """Let a unit attack a neighbour; gives the defender (BRG-21, BRG-26)."""
    parts = action - FIRST_ATTACK
    there = ground.hexes.neighbour[state.units.planned[unit], parts // 4]
    target = state.hexes.holder[there, parts // 2 % 2]
    state.units.target[unit] = target
    state.units.will_advance[unit] = parts % 2
    note(out, ATTACK_ORDERED, 21, audience, unit, target, parts % 2, 0, 0)
    return target


@kernel
def plot(ground: BrigadeGround, state: BrigadeState, side: int, order: int, out: Int) -> None:
    """Carry an order of the planning phase out; none but its side hears of it (BRG-9).

    A kernel of its own, so that a first plan can be made seconds after a cold
    start: it needs nothing of what carries plans out.
    """
    audience = 1 << side
    if order == DONE:
        state.game.submitted |= audience
        note(out, PLAN_SUBMITTED, 9, audience, side, 0, 0, 0, 0)
        return
    if order == RECALL:
        state.game.submitted &= ~audience
        state.game.changes[side] += 1
        note(out, PLAN_RECALLED, 9, audience, side, 0, 0, 0, 0)
        return
    unit = (order - FIRST_UNIT_CODE) // UNIT_CODES
    action = (order - FIRST_UNIT_CODE) % UNIT_CODES
    if action < FIRST_ATTACK:
        here = state.units.planned[unit]
        there = ground.hexes.neighbour[here, action]
        state.game.mover[side] = unit
        take_step(ground, state, unit, there)
        note(out, PLOTTED_STEP, 9, audience, unit, here, there, 0, 0)
    elif action == WITHDRAW:
        withdraw(ground, state, unit, out)
    else:
        name_attack(ground, state, unit, action, audience, out)
