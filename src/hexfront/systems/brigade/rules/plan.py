"""Plans: making them, taking parts back, and carrying them out (BRG-9 to BRG-11)."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int
from hexfront.core.event_rows import note
from hexfront.core.events import clause_code, event
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.brigade.rules.hexes import add_friends, holder_at, path_hex
from hexfront.systems.brigade.rules.movement import (
    NOT_ADJACENT,
    OK,
    PathCut,
    StepPlotted,
    Stopped,
    adjacent,
    advance_to,
    begin_path,
    direction_to,
    enter,
    may_end,
    may_step,
    side_of,
    stand_back,
    step_refusal,
    take_step,
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

BY_PLAN: Final = clause_code("BRG-9")
BY_ATTACKER: Final = clause_code("BRG-22")
FAR_BEHIND: Final = 1 << 40
"""Beyond all places in the order of a plan."""


@event("BRG-11", word="drop", subjects="unit target")
class AttackDropped(NamedTuple):
    """An attack cannot be made any more; `refusal` says why."""

    unit: int
    target: int
    refusal: int


@event("", "{unit} has no orders any more.", word="withdraw", subjects="unit")
class OrdersWithdrawn(NamedTuple):
    """A unit's plotted orders, or its attack, are taken back."""

    unit: int
    clause: int


@event("BRG-21", word="order", subjects="unit target")
class AttackOrdered(NamedTuple):
    """A unit is to attack, and to advance afterwards where `advance` is 1."""

    unit: int
    target: int
    advance: int


@event("BRG-9", "The plan is submitted.", word="submit")
class PlanSubmitted(NamedTuple):
    """A side has finished its plan."""

    side: int


@event("BRG-9", "The plan is taken back.", word="recall")
class PlanRecalled(NamedTuple):
    """A side goes on planning."""

    side: int


@kernel
def follow_plan(
    ground: BrigadeGround, state: BrigadeState, side: int, made: bool, out: Int
) -> None:
    """Follow the side's paths in the order of its plan, as far as they are legal now.

    `made`: units really move (BRG-9, BRG-11); otherwise the plan alone is put
    right after a part of it was taken back.
    """
    first, last = ground.rules.first_unit[side], ground.rules.first_unit[side + 1]
    for unit in range(first, last):
        going = state.units.steps[unit] > 0 and state.units.place[unit] != ground.rules.off_map
        state.units.plotted_rank[unit] = state.units.rank[unit] if going else 0
        state.units.plotted_steps[unit] = state.units.steps[unit]
    stand_back(ground, state, side)
    rank, unit = next_rank(state, first, last, 0)
    while unit != NOBODY:
        follow_path(ground, state, unit, state.units.plotted_steps[unit], made, out)
        rank, unit = next_rank(state, first, last, rank)
    for unit in range(first, last):
        state.units.plotted_rank[unit] = 0
        state.units.plotted_steps[unit] = 0
    state.game.mover[side] = NOBODY


@inline_kernel
def next_rank(state: BrigadeState, first: int, last: int, rank: int) -> tuple[int, int]:
    """The next place in the order of a plan that is followed, and the unit that has it."""
    following, chosen = FAR_BEHIND, NOBODY
    for unit in range(first, last):
        other = state.units.plotted_rank[unit]
        nearer = (other > rank) & (other < following)
        following = other if nearer else following
        chosen = unit if nearer else chosen
    return following, chosen


@inline_kernel
def follow_path(
    ground: BrigadeGround, state: BrigadeState, unit: int, length: int, made: bool, out: Int
) -> None:
    """Follow one unit's path as far as it is legal now (BRG-11).

    Steps after the first illegal one are lost, and so are those that would leave the unit
    on friends at the end (BRG-15).
    """
    taken, keep = 0, 0
    while taken < length and may_step(ground, state, unit, path_hex(state, unit, taken)):
        enter(ground, state, unit, path_hex(state, unit, taken))
        taken += 1
        if may_end(ground, state, unit, state.units.planned[unit]):
            keep = taken
    refusal = OK if keep == length else cut_path(ground, state, unit, taken, keep, length)
    if keep > 0:
        begin_path(ground, state, unit)
    if made:
        for step in range(keep):
            advance_to(ground, state, unit, path_hex(state, unit, step), out)
    if keep < length:
        audience = 1 << side_of(ground, unit)
        wanted = path_hex(state, unit, keep)
        here = state.units.planned[unit]
        if made:
            note(out, audience, Stopped(unit, here, wanted, refusal))
        else:
            note(out, audience, PathCut(unit, here, wanted, refusal))


@kernel
def cut_path(
    ground: BrigadeGround, state: BrigadeState, unit: int, taken: int, keep: int, length: int
) -> int:
    """Go back to the last hex of a path that can be kept; gives why it leads no farther."""
    refusal = OK
    if taken < length:
        wanted = path_hex(state, unit, taken)
        direction = direction_to(ground, state.units.planned[unit], wanted)
        refusal = NOT_ADJACENT if direction < 0 else step_refusal(ground, state, unit, direction)
    if keep < taken:
        side = side_of(ground, unit)
        start = state.units.place[unit]
        add_friends(state, state.units.planned[unit], side, -1)
        add_friends(state, start, side, 1)
        state.units.planned[unit] = start
        state.units.points[unit] = ground.companies.movement[state.units.company[unit]]
        state.units.steps[unit] = 0
        for step in range(keep):
            enter(ground, state, unit, path_hex(state, unit, step))
    return refusal


@kernel
def withdraw(ground: BrigadeGround, state: BrigadeState, unit: int, out: Int) -> None:
    """Take a unit's plotted orders back; what depended on them is put right."""
    side = side_of(ground, unit)
    moved = state.units.steps[unit] > 0
    state.game.changes[side] += 1
    state.units.target[unit] = NOBODY
    state.units.will_advance[unit] = 0
    state.units.steps[unit] = 0
    note(out, 1 << side, OrdersWithdrawn(unit, BY_PLAN))
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
            note(out, 1 << side, AttackDropped(other, target, NOT_ADJACENT))


@inline_kernel
def name_attack(
    ground: BrigadeGround, state: BrigadeState, unit: int, action: int, audience: int, out: Int
) -> int:
    """Let a unit attack a neighbour; gives the defender (BRG-21, BRG-26)."""
    parts = action - FIRST_ATTACK
    there = ground.hexes.neighbour[state.units.planned[unit], parts // 4]
    target = holder_at(state, there, parts // 2 % 2)
    state.units.target[unit] = target
    state.units.will_advance[unit] = parts % 2
    note(out, audience, AttackOrdered(unit, target, parts % 2))
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
        note(out, audience, PlanSubmitted(side))
        return
    if order == RECALL:
        state.game.submitted &= ~audience
        state.game.changes[side] += 1
        note(out, audience, PlanRecalled(side))
        return
    unit = (order - FIRST_UNIT_CODE) // UNIT_CODES
    action = (order - FIRST_UNIT_CODE) % UNIT_CODES
    if action < FIRST_ATTACK:
        here = state.units.planned[unit]
        there = ground.hexes.neighbour[here, action]
        state.game.mover[side] = unit
        take_step(ground, state, unit, there)
        note(out, audience, StepPlotted(unit, here, there))
    elif action == WITHDRAW:
        withdraw(ground, state, unit, out)
    else:
        name_attack(ground, state, unit, action, audience, out)
