"""What a side may know as a state of the same form, for kernels that see with a side's eyes.

An allow-list word by word, the same as that of the views (`known_facts`): plans
belong to their side (BRG-9), companies of unidentified counters to their owner (BRG-28).
"""

from __future__ import annotations

from hexfront.core.dice import Dice, draw
from hexfront.core.tables import fill
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.brigade.rules.hexes import (
    add_friends,
    add_holder,
    add_zones,
    copy_seen,
    path_hex,
    set_path_hex,
)
from hexfront.systems.brigade.rules.movement import side_of
from hexfront.systems.brigade.scenario.state import (
    NOBODY,
    BrigadeGround,
    BrigadeState,
    Phase,
)


@kernel
def pack_view(ground: BrigadeGround, state: BrigadeState, side: int, packed: BrigadeState) -> None:
    """Write what the side may know of a state into `packed`; what is hidden has fixed values.

    A company that is hidden is NOBODY, and its counter has no movement points; `imagine`
    deals one.  An enemy whose plan is hidden stands where he stands, with all his points
    and without orders, so that the kernels of the rules answer for the side as they would on
    the state itself.
    """
    pack_course(state, side, packed)
    for unit in range(ground.rules.first_unit[2]):
        own = side_of(ground, unit) == side
        company = NOBODY
        if knows_company(ground, state, unit, own):
            company = state.units.company[unit]
        packed.units.company[unit] = company
        packed.units.place[unit] = state.units.place[unit]
        packed.units.known[unit] = state.units.known[unit]
        packed.units.fought[unit] = state.units.fought[unit]
        packed.units.duty[unit] = state.units.duty[unit]
        packed.units.plotted_rank[unit] = 0
        packed.units.plotted_steps[unit] = 0
        if own:
            pack_plan(state, unit, packed)
        else:
            pack_no_plan(ground, state, unit, packed)
    pack_hexes(ground, state, packed)


@inline_kernel
def pack_course(state: BrigadeState, side: int, packed: BrigadeState) -> None:
    """The course of the game: of the other side neither plan nor changes of mind (BRG-9)."""
    packed.game.turn = state.game.turn
    packed.game.phase = state.game.phase
    packed.game.active = state.game.active
    packed.game.defender = state.game.defender
    packed.game.retreating = state.game.retreating
    packed.game.undealt = state.game.undealt
    packed.game.battle_hex = state.game.battle_hex
    packed.game.submitted = state.game.submitted & (1 << side)
    packed.game.mover[side] = state.game.mover[side]
    packed.game.plots[side] = state.game.plots[side]
    packed.game.changes[side] = state.game.changes[side]
    packed.game.mover[1 - side] = NOBODY
    packed.game.plots[1 - side] = 0
    packed.game.changes[1 - side] = 0


@inline_kernel
def knows_company(ground: BrigadeGround, state: BrigadeState, unit: int, own: bool) -> bool:
    """Whether a side knows which company a counter carries (BRG-28)."""
    if state.game.phase == Phase.DEAL:
        return False
    return own or ground.rules.detection == 0 or state.units.known[unit] == 1


@inline_kernel
def pack_plan(state: BrigadeState, unit: int, packed: BrigadeState) -> None:
    """The orders of a unit of its own (BRG-9)."""
    packed.units.planned[unit] = state.units.planned[unit]
    packed.units.points[unit] = state.units.points[unit]
    packed.units.steps[unit] = state.units.steps[unit]
    packed.units.rank[unit] = state.units.rank[unit]
    packed.units.target[unit] = state.units.target[unit]
    packed.units.will_advance[unit] = state.units.will_advance[unit]
    fill(packed.paths[unit], 0)
    for step in range(state.units.steps[unit]):
        set_path_hex(packed, unit, step, path_hex(state, unit, step))


@inline_kernel
def pack_no_plan(
    ground: BrigadeGround, state: BrigadeState, unit: int, packed: BrigadeState
) -> None:
    """An enemy as if he had no orders; attacks by turns are named in the open (BRG-10)."""
    company = packed.units.company[unit]
    packed.units.planned[unit] = state.units.place[unit]
    packed.units.points[unit] = 0 if company == NOBODY else ground.companies.movement[company]
    packed.units.steps[unit] = 0
    packed.units.rank[unit] = 0
    packed.units.target[unit] = NOBODY if ground.rules.plotted == 1 else state.units.target[unit]
    packed.units.will_advance[unit] = 0
    fill(packed.paths[unit], 0)


@inline_kernel
def pack_hexes(ground: BrigadeGround, state: BrigadeState, packed: BrigadeState) -> None:
    """Where units stand is seen by both sides; where they will stand follows from their rows."""
    for place in range(ground.rules.off_map + 1):
        copy_seen(state, place, packed)
    for unit in range(ground.rules.first_unit[2]):
        if packed.units.planned[unit] != ground.rules.off_map:
            add_friends(packed, packed.units.planned[unit], side_of(ground, unit), 1)


@kernel
def fill_hexes(ground: BrigadeGround, state: BrigadeState) -> None:
    """Derive who stands where, and whose zone is where, from the rows of the units (BRG-16)."""
    fill(state.hexes, 0)
    off = ground.rules.off_map
    for unit in range(ground.rules.first_unit[2]):
        side = side_of(ground, unit)
        place, planned = state.units.place[unit], state.units.planned[unit]
        if place != off:
            add_holder(state, place, unit)
            for direction in range(6):
                add_zones(state, ground.hexes.neighbour[place, direction], side, 1)
        if planned != off:
            add_friends(state, planned, side, 1)


@kernel
def imagine(ground: BrigadeGround, state: BrigadeState, dice: Dice) -> None:
    """Deal the companies that are left to the counters that carry none, at random (BRG-28)."""
    for side in range(2):
        first, last = ground.rules.first_unit[side], ground.rules.first_unit[side + 1]
        taken = 0
        for unit in range(first, last):
            if state.units.company[unit] != NOBODY:
                taken |= 1 << (state.units.company[unit] - first)
        for unit in range(first, last):
            if state.units.company[unit] == NOBODY:
                company = draw_company(first, last, taken, dice)
                taken |= 1 << (company - first)
                state.units.company[unit] = company
                if state.game.phase != Phase.DEAL:
                    state.units.points[unit] = ground.companies.movement[company]


@inline_kernel
def draw_company(first: int, last: int, taken: int, dice: Dice) -> int:
    """One of the companies of a side that are not taken; bit 0 of `taken` is the first of them."""
    left = 0
    for company in range(first, last):
        left += 1 - (taken >> (company - first) & 1)
    number = draw(dice, left)
    for company in range(first, last):
        if taken >> (company - first) & 1 == 0:
            if number == 0:
                return company
            number -= 1
    return NOBODY
