"""Giving the commands of a plan: carried out as a player's are, and written down word by word.

Every command goes through the function that a player's command goes through,
so nothing that a player could not do comes of it.  What was accepted is noted
in `words` as the codes of `orders`, one command after the other, each up to
and with "end".  Place 0 of `words` counts them; without room nothing is noted.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np

from hexfront.by_reference import by_reference
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.idahex.opponents.staff.headquarters import (
    BY_NEED,
    COUNT,
    FIRST_AMOUNT,
    FIRST_OF,
    KIND_OF,
    PLACE_OF,
    WHO,
)
from hexfront.systems.idahex.rules.air import CLOSE_SUPPORT, add_strike
from hexfront.systems.idahex.rules.command.missions import (
    cancel_mission,
    create,
    foresee,
    judge_units,
    replace,
    write,
)
from hexfront.systems.idahex.rules.maneuver.delays import NO_REASON, Ground, ground_in
from hexfront.systems.idahex.rules.maneuver.forces import disband, form, free_row
from hexfront.systems.idahex.rules.supply.transfers import add_delivery, transfer
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario.design import NACTYP, NRS, Design, Float, Int
from hexfront.systems.idahex.scenario.state import (
    AIM,
    MAX_ORDERS,
    MAX_RECIPIENTS,
    NONE,
    WANTED,
    Scratch,
    State,
)

OK: Final = 0
TEN: Final = 10
CLASSES: Final = 4
WHOLE: Final = 1.0
"""The size of deliveries."""


@by_reference
class CommandWorkspace(NamedTuple):
    """What commands are written on."""

    orders: Int
    """[order, 2]."""
    starts: Float
    """[order]: always 0."""
    saved: Int
    times: Float
    """What a mission overwrites that is only tried."""
    givers: Int
    takers: Int
    amounts: Float
    declared: Int
    classes: Int
    """Posture classes for interdiction: attackers first, holders last."""


def make_command_workspace(design: Design, units: int) -> CommandWorkspace:
    """Room for one command."""
    resources = int(design.forces.counts[:, NRS].max())
    return CommandWorkspace(
        orders=np.zeros((MAX_ORDERS, 2), dtype=np.int64),
        starts=np.zeros(MAX_ORDERS),
        saved=np.zeros((MAX_ORDERS, 2), dtype=np.int64),
        times=np.zeros(MAX_ORDERS),
        givers=np.zeros(1, dtype=np.int64),
        takers=np.zeros(max(units, MAX_RECIPIENTS), dtype=np.int64),
        amounts=np.zeros(resources),
        declared=np.zeros(resources, dtype=np.int64),
        classes=np.arange(CLASSES, 0, -1, dtype=np.int64),
    )


@outlined_kernel
def give(
    design: Design,
    state: State,
    scratch: Scratch,
    work: CommandWorkspace,
    plan: Int,
    sorties: Float,
    side: int,
    words: Int,
    out: Int,
) -> None:
    """Give all commands of a plan."""
    ground = ground_in(design)
    for row in range(1, plan[0, 0] + 1):
        kind = plan[row, KIND_OF]
        if kind == o.MISSION:
            done = give_mission(ground, state, work, plan[row], side, out)
        elif kind == o.CANCEL:
            force = state.units.force[plan[row, WHO]]
            done = cancel_mission(state, side, force, out) == OK
        elif kind == o.TRANSFER:
            done = give_transfer(design, state, scratch, work, plan[row], side, out)
        elif kind == o.DELIVERY:
            done = give_delivery(design, state, work, plan[row], side)
        else:
            cell, role = plan[row, PLACE_OF], plan[row, WHO]
            area, forces, classes = design.area, design.forces, work.classes
            done = add_strike(area, forces, state, side, cell, role, classes, sorties) == OK
        if done:
            cells_from = o.FIRST_RESOURCE + state.stock.shape[1] + len(state.units) - 1
            aircraft = design.forces.counts[side, NACTYP]
            write_down(words, plan[row], state.stock.shape[1], cells_from, sorties, aircraft)


@outlined_kernel
def give_mission(
    ground: Ground, state: State, work: CommandWorkspace, row: Int, side: int, out: Int
) -> bool:
    """A mission for a unit, or a new one for its task force (IDX-4.1)."""
    unit, length = row[WHO], row[COUNT]
    for order in range(length):
        work.orders[order, AIM] = row[FIRST_OF + 2 * order]
        work.orders[order, WANTED] = row[FIRST_OF + 2 * order + 1]
    work.givers[0] = unit
    orders, starts, force = work.orders, work.starts, state.units.force[unit]
    if force == NONE:
        if not is_foreseen_well(ground, state, work, unit, length):
            return False
        refusal = create(ground, state, side, work.givers, 1, 0, orders, starts, length, out)
    else:
        refusal = replace(ground, state, side, force, orders, starts, length, out)
    return bool(refusal == OK)


@outlined_kernel
def is_foreseen_well(
    ground: Ground, state: State, work: CommandWorkspace, unit: int, length: int
) -> bool:
    """Whether a unit without a task force could carry out the orders in `work` (IDX-3.2.3).

    Asked with a task force that is gone without a trace afterwards, as if it
    had been asked of a copy of the state.
    """
    if judge_units(ground, state, state.units.side[unit], work.givers, 1, 0) != OK:
        return False
    force = free_row(state)
    side = state.forces.side[force]
    for row in range(length):
        work.saved[row, AIM] = state.missions.aim[force, row]
        work.saved[row, WANTED] = state.missions.wanted[force, row]
        work.times[row] = state.missions.start[force, row]
    form(state, work.givers, 1, 0)
    write(state, force, work.orders, work.starts, length)
    reason = foresee(ground, state, force)
    disband(state, force)
    state.forces.side[force] = side
    for order in range(length):
        state.missions.aim[force, order] = work.saved[order, AIM]
        state.missions.wanted[force, order] = work.saved[order, WANTED]
        state.missions.start[force, order] = work.times[order]
    return bool(reason == NO_REASON)


@inline_kernel
def list_takers(work: CommandWorkspace, row: Int) -> int:
    """The units that are to receive; how many."""
    for i in range(row[COUNT]):
        work.takers[i] = row[FIRST_OF + i]
    return int(row[COUNT])


@outlined_kernel
def give_transfer(
    design: Design,
    state: State,
    scratch: Scratch,
    work: CommandWorkspace,
    row: Int,
    side: int,
    out: Int,
) -> bool:
    """A transfer from one unit (IDX-4.2.1)."""
    work.givers[0] = row[WHO]
    count = list_takers(work, row)
    for resource in range(design.forces.counts[side, NRS]):
        amount = row[FIRST_AMOUNT + resource]
        work.declared[resource] = 0 if amount == BY_NEED else 1
        work.amounts[resource] = 0.0 if amount == BY_NEED else float(amount)
    refusal = transfer(
        design,
        state,
        scratch,
        row[PLACE_OF],
        side,
        work.givers,
        1,
        work.takers,
        count,
        work.amounts,
        work.declared,
        out,
    )
    return bool(refusal == OK)


@inline_kernel
def give_delivery(
    design: Design, state: State, work: CommandWorkspace, row: Int, side: int
) -> bool:
    """A delivery order (IDX-4.2.2)."""
    count, force = list_takers(work, row), state.units.force[row[WHO]]
    area, takers = design.area, work.takers
    refusal = add_delivery(area, state, side, force, row[PLACE_OF], WHOLE, takers, count)
    return bool(refusal == OK)


# In words


@inline_kernel
def say(words: Int, code: int) -> None:
    """Note a word."""
    count = words[0] + 1
    if count < words.shape[0]:
        words[0] = count
        words[count] = code


@inline_kernel
def say_number(words: Int, value: int) -> None:
    """Note the digits of a whole number that is not negative."""
    unit = 1
    while value // unit >= TEN:
        unit *= TEN
    while unit > 0:
        say(words, o.DIGIT + value // unit % TEN)
        unit //= TEN


@outlined_kernel
def write_down(
    words: Int, row: Int, resources: int, cells_from: int, sorties: Float, aircraft: int
) -> None:
    """Note a command, as `drafts` would understand it.

    `cells_from` is the code of cell 0, if there were one.
    """
    if words.shape[0] == 1:
        return
    kind, units_from = row[KIND_OF], o.FIRST_RESOURCE + resources
    say(words, kind)
    if kind in (o.TRANSFER, o.STRIKE):
        say(words, cells_from + row[PLACE_OF])
    if kind != o.STRIKE:
        say(words, units_from + row[WHO])
    if kind == o.DELIVERY:
        say(words, cells_from + row[PLACE_OF])
    if kind in (o.TRANSFER, o.DELIVERY):
        say(words, o.TO)
        for i in range(row[COUNT]):
            say(words, units_from + row[FIRST_OF + i])
    if kind == o.TRANSFER:
        for resource in range(resources):
            if row[FIRST_AMOUNT + resource] != BY_NEED:
                say(words, o.FIRST_RESOURCE + resource)
                say_number(words, row[FIRST_AMOUNT + resource])
    elif kind == o.MISSION:
        for order in range(row[COUNT]):
            say(words, cells_from + row[FIRST_OF + 2 * order])
            say(words, o.POSTURE + row[FIRST_OF + 2 * order + 1])
    elif kind == o.STRIKE:
        say(words, o.CLOSE if row[WHO] == CLOSE_SUPPORT else o.BEHIND)
        for rank in range(0 if row[WHO] == CLOSE_SUPPORT else CLASSES):
            say(words, o.CLASS + CLASSES - 1 - rank)
        for number in range(aircraft):
            say(words, o.WITH)
            say_number(words, int(sorties[number]))
    say(words, o.END)
