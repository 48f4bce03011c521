"""Carrying commands out, and the numbers of the reasons for which they are refused (IDX-4, IDX-6).

A number is 0, or what a module gives and where `refusals` lets those of the module begin.
"""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int, copy_block, direct
from hexfront.core.contract import Refusal
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.idahex.rules import air
from hexfront.systems.idahex.rules.command import missions
from hexfront.systems.idahex.rules.command.drafts import Command
from hexfront.systems.idahex.rules.command.refusals import (
    ASKED_ALREADY,
    NO_SUCH_RESOURCE,
    OF_DELIVERIES,
    OF_MISSIONS,
    OF_STRIKES,
    OF_TRANSFERS,
    refusal_of,
)
from hexfront.systems.idahex.rules.command.sentences import Sentence, is_written, value_of
from hexfront.systems.idahex.rules.command.theatre import Theatre
from hexfront.systems.idahex.rules.maneuver.delays import NO_REASON, ground_in
from hexfront.systems.idahex.rules.supply import transfers
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario.design import NRS
from hexfront.systems.idahex.scenario.state import AIM, NONE, WANTED, State

OK: Final = 0


@kernel
def carry_out(theatre: Theatre, state: State, side: int, sentence: Sentence, out: Int) -> int:
    """Do what a whole command says, or give why not. Ask with a copy of the state first."""
    word = sentence.said.word
    if word == o.MISSION:
        return give_mission(theatre, state, side, sentence, out)
    if word == o.CANCEL:
        return cancel(state, side, sentence, out)
    if word == o.TRANSFER:
        return hand_over(theatre, state, side, sentence, out)
    if word == o.DELIVERY:
        return order_delivery(theatre, state, side, sentence)
    if word == o.RECALL:
        return recall(state, side, sentence)
    if word == o.STRIKE:
        return enter_strike(theatre, state, side, sentence)
    if state.game.stopped >> side & 1:
        return ASKED_ALREADY
    state.game.stopped |= 1 << side
    return OK


@kernel
def judge(theatre: Theatre, state: State, side: int, sentence: Sentence) -> int:
    """Why a whole command would be refused; the war stays as it is."""
    copy_block(theatre.spare, state)
    return int(carry_out(theatre, theatre.spare, side, sentence, theatre.unheard))


@inline_kernel
def of(family: int, code: int) -> int:
    """The number of a refusal of a module."""
    return family + code if code != OK else OK


@inline_kernel
def list_rows(named: Int, count: int, rows: Int) -> int:
    """Units as the kernels want them: in rising order, each once; how many."""
    length = 0
    for i in range(count):
        place = length
        while place > 0 and rows[place - 1] >= named[i]:
            place -= 1
        if place < length and rows[place] == named[i]:
            continue
        for later in range(length, place, -1):
            rows[later] = rows[later - 1]
        rows[place] = named[i]
        length += 1
    return length


@outlined_kernel
def give_mission(theatre: Theatre, state: State, side: int, sentence: Sentence, out: Int) -> int:
    """A mission for units, or a new one for the task force that they are in (IDX-4.1)."""
    ground, desk, said = ground_in(theatre.design), theatre.desk, sentence.said
    count, length = list_rows(sentence.units, said.units, desk.units), said.orders
    if count == 0:
        return OF_MISSIONS + missions.NO_UNITS
    for row in range(min(length, len(desk.starts))):
        desk.orders[row, AIM] = sentence.places[row]
        desk.orders[row, WANTED] = sentence.postures[row]
        desk.starts[row] = value_of(sentence.starts[row])
    force = state.units.force[desk.units[0]]
    for i in range(1, count):
        if state.units.force[desk.units[i]] != force:
            return OF_MISSIONS + missions.IN_A_FORCE
    orders, starts = desk.orders, desk.starts
    if force == NONE:
        mode = int(value_of(sentence.mode))
        units = desk.units
        code = missions.create(ground, state, side, units, count, mode, orders, starts, length, out)
    elif is_written(sentence.mode):
        code = missions.WRONG_MODE
    else:
        code = missions.replace(ground, state, side, force, orders, starts, length, out)
    force = state.units.force[desk.units[0]]
    if code != OK or force == NONE:
        return of(OF_MISSIONS, code)
    reason = missions.foresee(ground, state, force)
    return OF_MISSIONS + missions.ENDLESS + reason if reason != NO_REASON else OK


@outlined_kernel
def cancel(state: State, side: int, sentence: Sentence, out: Int) -> int:
    """The end of a mission, or of the last air strike that was entered on a cell (4.1, 6)."""
    said = sentence.said
    if said.of_strike == 1:
        found = NONE
        for row in range(len(state.strikes)):
            if state.strikes.target[row] == said.place and state.strikes.striker[row] == side:
                found = row
        return of(OF_STRIKES, air.cancel_strike(state, side, found))
    if said.units == 0:
        return OF_MISSIONS + missions.NO_UNITS
    force = state.units.force[sentence.units[0]]
    return of(OF_MISSIONS, missions.cancel_mission(state, side, force, out))


@outlined_kernel
def hand_over(theatre: Theatre, state: State, side: int, sentence: Sentence, out: Int) -> int:
    """A transfer between units of a cell (IDX-4.2.1)."""
    design, desk, said = theatre.design, theatre.desk, sentence.said
    resources, place = design.forces.counts[side, NRS], said.place
    for i in range(said.amounts):
        if sentence.resources[i] >= resources:
            return NO_SUCH_RESOURCE
    givers = list_rows(sentence.units, said.units, desk.units)
    takers = list_rows(sentence.others, said.others, desk.takers)
    if givers == 0:
        givers = transfers.list_present(design.forces, state, place, side, True, desk.units)
    if takers == 0:
        takers = transfers.list_present(design.forces, state, place, side, False, desk.takers)
    for resource in range(resources):
        desk.amounts[resource] = 0.0
        desk.declared[resource] = 0
    for i in range(said.amounts):
        desk.amounts[sentence.resources[i]] = value_of(sentence.amounts[i])
        desk.declared[sentence.resources[i]] = 1
    code = transfers.transfer(
        design,
        state,
        theatre.scratch,
        place,
        side,
        desk.units,
        givers,
        desk.takers,
        takers,
        desk.amounts,
        desk.declared,
        out,
    )
    return of(OF_TRANSFERS, code)


@outlined_kernel
def order_delivery(theatre: Theatre, state: State, side: int, sentence: Sentence) -> int:
    """A delivery order (IDX-4.2.2)."""
    desk, said = theatre.desk, sentence.said
    if said.units == 0:
        return OF_DELIVERIES + transfers.NO_SUCH_FORCE
    carrier = sentence.units[0]
    if state.units.side[carrier] != side:
        return OF_DELIVERIES + transfers.NOT_YOURS
    size = value_of(sentence.size) if is_written(sentence.size) else 1.0
    count = list_rows(sentence.others, said.others, desk.units)
    area, force = theatre.design.area, state.units.force[carrier]
    code = transfers.add_delivery(area, state, side, force, said.place, size, desk.units, count)
    return of(OF_DELIVERIES, code)


@outlined_kernel
def recall(state: State, side: int, sentence: Sentence) -> int:
    """The end of a delivery order (IDX-4.2.2)."""
    said, found = sentence.said, NONE
    force = state.units.force[sentence.units[0]] if said.units > 0 else NONE
    if force != NONE:
        found = transfers.find_delivery(state, side, force, said.place)
    return of(OF_DELIVERIES, transfers.cancel_delivery(state, side, found))


@outlined_kernel
def enter_strike(theatre: Theatre, state: State, side: int, sentence: Sentence) -> int:
    """An air strike (IDX-6)."""
    design, desk, said = theatre.design, theatre.desk, sentence.said
    role = air.CLOSE_SUPPORT if said.role == o.CLOSE else air.INTERDICTION
    for rank in range(air.CLASSES):
        desk.classes[rank] = rank + 1 if said.classes == 0 else 0
    for rank in range(min(said.classes, air.CLASSES)):
        desk.classes[rank] = sentence.classes[rank]
    for kind in range(len(desk.aircraft)):
        said_of_it = kind < said.aircraft
        desk.aircraft[kind] = value_of(sentence.aircraft[kind]) if said_of_it else 0.0
    area, forces, classes, planes = design.area, design.forces, desk.classes, desk.aircraft
    code = air.add_strike(area, forces, state, side, said.place, role, classes, planes)
    return of(OF_STRIKES, code)


class Commander:
    """Carries the commands of one war out, for Python."""

    _carry_out = direct(carry_out)
    _judge = direct(judge)

    def __init__(self, theatre: Theatre) -> None:
        self._theatre = theatre

    def carry_out(self, state: State, side: int, command: Command, out: Int) -> Refusal | None:
        """Do what a whole command says; or why not. Ask with a copy of the state first."""
        return refusal_of(int(self._carry_out(self._theatre, state, side, command.sentence, out)))

    def judge(self, state: State, side: int, command: Command) -> Refusal | None:
        """Why a whole command would be refused; the war stays as it is."""
        return refusal_of(int(self._judge(self._theatre, state, side, command.sentence)))
