"""The commands of a commander: carried out as a player's are, and written down word by word.

Every command goes through the function that a player's command goes through,
so nothing that a player could not do comes of it.  What was accepted is noted
in `words` as the codes of `orders`, one command after the other, each up to
and with "end".  Place 0 of `words` counts them; without room nothing is noted.
"""

from __future__ import annotations

from typing import Final

from hexfront.jit import kernel, kernel_part
from hexfront.systems.idahex import orders as o
from hexfront.systems.idahex.air import CLOSE_SUPPORT, INTERDICTION, add_strike
from hexfront.systems.idahex.delays import Ground
from hexfront.systems.idahex.design import NACTYP, NRS, Design, Int
from hexfront.systems.idahex.missions import cancel_mission, create, replace
from hexfront.systems.idahex.staff import Room, Staff
from hexfront.systems.idahex.state import (
    AIM,
    FORCE,
    NONE,
    WANTED,
    Scratch,
    State,
)
from hexfront.systems.idahex.transfers import add_delivery, transfer

OK: Final = 0
GIVERS: Final = 0
TAKERS: Final = 1
TEN: Final = 10


@kernel_part
def say(words: Int, code: int) -> None:
    """Note a word."""
    count = words[0] + 1
    if count < words.shape[0]:
        words[0] = count
        words[count] = code


@kernel
def say_number(words: Int, value: int) -> None:
    """Note the digits of a whole number that is not negative."""
    unit = 1
    while value // unit >= TEN:
        unit *= TEN
    while unit > 0:
        say(words, o.DIGIT + value // unit % TEN)
        unit //= TEN


@kernel_part
def word_of_unit(state: State, unit: int) -> int:
    """The code of a unit, as `orders.OrderBook.unit` gives it."""
    return int(o.FIRST_RESOURCE + state.stock.shape[1] + unit)


@kernel_part
def word_of_cell(state: State, cell: int) -> int:
    """The code of a cell, as `orders.OrderBook.cell` gives it."""
    return int(o.FIRST_RESOURCE + state.stock.shape[1] + state.units.shape[0] + cell - 1)


@kernel_part
def write_order(room: Room, row: int, cell: int, posture: int) -> None:
    """Write an order of the mission to be given."""
    room.orders[row, AIM] = cell
    room.orders[row, WANTED] = posture


@kernel
def send(
    ground: Ground,
    state: State,
    room: Room,
    side: int,
    unit: int,
    length: int,
    words: Int,
    out: Int,
) -> bool:
    """Give a unit, or its task force, the mission of so many orders in `room`, if it can be (4.1).

    Any mission that it had is replaced.
    """
    room.lists[GIVERS, 0] = unit
    force = state.units[unit, FORCE]
    if force == NONE:
        refusal = create(
            ground,
            state,
            side,
            room.lists[GIVERS],
            1,
            0,
            room.orders,
            room.starts,
            length,
            out,
        )
    else:
        refusal = replace(ground, state, side, force, room.orders, room.starts, length, out)
    if refusal != OK:
        return False
    say(words, o.MISSION)
    say(words, word_of_unit(state, unit))
    for row in range(length):
        say(words, word_of_cell(state, room.orders[row, AIM]))
        say(words, o.POSTURE + room.orders[row, WANTED])
    say(words, o.END)
    return True


@kernel
def recall(state: State, side: int, unit: int, words: Int, out: Int) -> None:
    """Cancel the mission of a unit (4.1)."""
    if cancel_mission(state, side, state.units[unit, FORCE], out) == OK:
        say(words, o.CANCEL)
        say(words, word_of_unit(state, unit))
        say(words, o.END)


@kernel
def hand_over(
    design: Design,
    state: State,
    scratch: Scratch,
    room: Room,
    side: int,
    place: int,
    giver: int,
    count: int,
    words: Int,
    out: Int,
) -> bool:
    """One unit gives to so many units in `room.lists`, what `room` declares (4.2.1).

    Whole numbers only; what is not declared goes by need.
    """
    room.lists[GIVERS, 0] = giver
    refusal = transfer(
        design,
        state,
        scratch,
        place,
        side,
        room.lists[GIVERS],
        1,
        room.lists[TAKERS],
        count,
        room.amounts,
        room.declared,
        out,
    )
    if refusal != OK:
        return False
    say(words, o.TRANSFER)
    say(words, word_of_cell(state, place))
    say(words, word_of_unit(state, giver))
    say(words, o.TO)
    for i in range(count):
        say(words, word_of_unit(state, room.lists[TAKERS, i]))
    for resource in range(design.forces.counts[side, NRS]):
        if room.declared[resource] == 1:
            say(words, o.FIRST_RESOURCE + resource)
            say_number(words, int(room.amounts[resource]))
    say(words, o.END)
    return True


@kernel
def promise(
    design: Design,
    state: State,
    room: Room,
    side: int,
    unit: int,
    place: int,
    count: int,
    words: Int,
) -> bool:
    """A unit on a mission shall hand over, in a cell, to so many units in `room.lists` (4.2.2)."""
    force, takers = state.units[unit, FORCE], room.lists[TAKERS]
    if add_delivery(design.area, state, side, force, place, 1.0, takers, count) != OK:
        return False
    say(words, o.DELIVERY)
    say(words, word_of_unit(state, unit))
    say(words, word_of_cell(state, place))
    say(words, o.TO)
    for i in range(count):
        say(words, word_of_unit(state, takers[i]))
    say(words, o.END)
    return True


@kernel
def strike(
    design: Design,
    staff: Staff,
    state: State,
    room: Room,
    side: int,
    cell: int,
    role: int,
    words: Int,
) -> None:
    """Send all sorties of the cycle to a cell (6)."""
    for rank in range(room.classes.shape[0]):
        room.classes[rank] = room.classes.shape[0] - rank
    forces, sorties = design.forces, staff.sorties[side]
    if add_strike(design.area, forces, state, side, cell, role, room.classes, sorties) != OK:
        return
    say(words, o.STRIKE)
    say(words, word_of_cell(state, cell))
    say(words, o.CLOSE if role == CLOSE_SUPPORT else o.BEHIND)
    for rank in range(room.classes.shape[0] if role == INTERDICTION else 0):
        say(words, o.CLASS + room.classes[rank] - 1)
    for kind in range(forces.counts[side, NACTYP]):
        say(words, o.WITH)
        say_number(words, int(sorties[kind]))
    say(words, o.END)
