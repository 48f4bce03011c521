"""Carrying commands out, and the reasons for which they are refused (IDX-4, IDX-6)."""

from __future__ import annotations

from typing import Final

import numpy as np

from hexfront.core.contract import Refusal
from hexfront.systems.idahex.rules import air
from hexfront.systems.idahex.rules.command import missions
from hexfront.systems.idahex.rules.command.drafts import Command
from hexfront.systems.idahex.rules.maneuver import delays
from hexfront.systems.idahex.rules.supply import transfers
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.design import NACTYP, NRS, Float, Int
from hexfront.systems.idahex.scenario.setting import Setting

_MISSIONS: Final = {
    missions.NO_UNITS: "No unit is named.",
    missions.NO_SUCH_UNIT: "There is no such unit.",
    missions.NOT_YOURS: "There is no such unit of yours.",
    missions.LISTED_TWICE: "A unit is named twice.",
    missions.DESTROYED_UNIT: "A unit is destroyed.",
    missions.IN_A_FORCE: "A unit belongs to another task force: cancel that mission first.",
    missions.DIFFERENT_STATUS: "The units of a task force have one place, posture and objective.",
    missions.WRONG_MODE: "There is no such transport mode for this task force.",
    missions.NO_CARRIER: "None of the units is a carrier for that transport mode.",
    missions.NO_ORDERS: "The mission has no order.",
    missions.TOO_MANY_ORDERS: "The mission has too many orders.",
    missions.NO_SUCH_POSTURE: "There is no such posture in this war.",
    missions.NO_SUCH_CELL: "No unit can enter that cell.",
    missions.BAD_START: "A start time is no number.",
    missions.NEVER_COMPLETES: "An order could never be completed from where it begins.",
    missions.NO_SUCH_FORCE: "The unit has no mission.",
}
_ENDLESS: Final = {
    delays.NO_REASON: ("IDX-3.2", "It would wait without end."),
    delays.NOT_ACTIVE: ("IDX-3.2.3", "No unit can enter the objective."),
    delays.NOT_ADJACENT: ("IDX-3.2.3", "A march goes no further than to the next cell."),
    delays.NO_CARRIERS: ("IDX-3.2.3.2", "None of its units can carry the others."),
    delays.OVERLOADED: ("IDX-3.2.3.2", "The carriers cannot take so much."),
    delays.NO_RATE: ("IDX-3.2.3", "A unit cannot move there in this posture, or lacks transport."),
    delays.NOT_AIRMOBILE: ("IDX-3.2.4", "A unit cannot move by air."),
    delays.ENGAGED: ("IDX-3.2.5", "Engaged units cannot go over to movement by air."),
    delays.COMBAT: ("IDX-3.2.6", "The attack goes on."),
    delays.DEAD: ("IDX-3.2.7", "Destroyed units do not come back."),
    delays.NO_STATUS: ("IDX-3.1", "The order cannot be carried out from this status."),
}
_TRANSFERS: Final = {
    transfers.NO_GIVERS: "No unit there is in the transfer posture.",
    transfers.NO_TAKERS: "There is no unit that could take.",
    transfers.NO_SUCH_UNIT: "There is no such unit.",
    transfers.NOT_YOURS: "A unit belongs to the enemy.",
    transfers.NOT_THERE: "A unit is not in that cell.",
    transfers.NOT_IN_TRANSFER_POSTURE: "A giver is not in the transfer posture.",
    transfers.NOT_ACTIVE: "A unit is not active.",
    transfers.BAD_AMOUNT: "An amount is negative.",
    transfers.NO_SUCH_FORCE: "The unit is in no task force: give it a mission first.",
    transfers.BAD_SIZE: "The size of a delivery is from 0 to 1.",
    transfers.TOO_MANY: "Too many recipients are named.",
    transfers.BAD_DESTINATION: "No unit can enter the destination.",
    transfers.TABLE_FULL: "There are too many delivery orders already.",
    transfers.NO_SUCH_DELIVERY: "There is no such delivery order.",
}
_STRIKES: Final = {
    air.BAD_CELL: "No unit can be in the target cell.",
    air.BAD_ROLE: "A strike is for close support or for interdiction.",
    air.BAD_PRIORITY: "Each of the four posture classes is named once.",
    air.BAD_AIRCRAFT: "A number of aircraft is negative.",
    air.TABLE_FULL: "There are too many strikes already.",
    air.NO_SUCH_STRIKE: "You have entered no air strike on that cell in this cycle.",
}


def endless(reason: int) -> tuple[str, str]:
    """The clause, and in words why a change of status never comes, by a reason of `delays`."""
    if reason >= delays.NO_SUPPLIES:
        lacking = reason - delays.NO_SUPPLIES + 1
        return "IDX-3.2.3", f"It has not the supplies of type {lacking} that it needs to move."
    return _ENDLESS[reason]


class Commander:
    """Carries the commands of one war out."""

    def __init__(self, setting: Setting) -> None:
        self._setting = setting
        design = setting.design
        self._ground = delays.ground_of(design)
        self._does = {
            o.MISSION: self._mission,
            o.CANCEL: self._cancel,
            o.TRANSFER: self._transfer,
            o.DELIVERY: self._delivery,
            o.RECALL: self._recall,
            o.STRIKE: self._strike,
            o.STOP: self._stop,
        }

    def carry_out(self, state: s.State, side: int, command: Command, out: Int) -> Refusal | None:
        """Do what a whole command says; or why not. Ask with a copy of the state first."""
        return self._does[command.word](state, side, command, out)

    def _mission(self, state: s.State, side: int, command: Command, out: Int) -> Refusal | None:
        units = transfers.listed(command.units)
        orders: Int = np.array([[d.place, d.posture] for d in command.orders], dtype=np.int64)
        starts: Float = np.array([float(d.start or 0) for d in command.orders])
        request = (orders, starts, len(orders), out)
        forces = set(state.units.force[units].tolist())
        if forces == {s.NONE}:
            mode = int(command.mode or 0)
            code = missions.create(self._ground, state, side, units, len(units), mode, *request)
        elif len(forces) > 1:
            code = missions.IN_A_FORCE
        elif command.mode:
            code = missions.WRONG_MODE
        else:
            code = missions.replace(self._ground, state, side, forces.pop(), *request)
        return self._mission_refusal(int(code)) or self._foreseen(state, int(units[0]))

    def _foreseen(self, state: s.State, unit: int) -> Refusal | None:
        """Why a movement of a new mission would never end (IDX-3.2.3)."""
        force = int(state.units.force[unit])
        if force == s.NONE:
            return None
        reason = int(missions.foresee(self._ground, state, force))
        return None if reason == delays.NO_REASON else Refusal(*endless(reason))

    def _cancel(self, state: s.State, side: int, command: Command, out: Int) -> Refusal | None:
        if command.of_strike:
            on_cell = state.strikes.target == command.place
            rows = np.flatnonzero(on_cell & (state.strikes.striker == side))
            row = int(rows[-1]) if len(rows) else s.NONE
            return _refusal("IDX-6", _STRIKES, air.cancel_strike(state, side, row))
        force = int(state.units.force[command.units[0]])
        return self._mission_refusal(int(missions.cancel_mission(state, side, force, out)))

    def _mission_refusal(self, code: int) -> Refusal | None:
        if code < missions.ENDLESS:
            return _refusal("IDX-4.1", _MISSIONS, code)
        return Refusal(*endless(code - missions.ENDLESS))

    def _transfer(self, state: s.State, side: int, command: Command, out: Int) -> Refusal | None:
        design = self._setting.design
        place = command.place
        givers = transfers.listed(command.units)
        takers = transfers.listed(command.others)
        if not command.units:
            givers = transfers.default_givers(design, state, place, side)
        if not command.others:
            takers = transfers.default_takers(design, state, place, side)
        resources = int(design.forces.counts[side, NRS])
        amounts: Float = np.zeros(resources)
        declared: Int = np.zeros(resources, dtype=np.int64)
        for resource, amount in command.amounts:
            if resource >= resources:
                return Refusal("IDX-2.2.2", "The side has no such type of resource.")
            amounts[resource], declared[resource] = float(amount), 1
        scratch = self._setting.scratch
        lists = (givers, len(givers), takers, len(takers))
        code = transfers.transfer(
            design, state, scratch, place, side, *lists, amounts, declared, out
        )
        return _refusal("IDX-4.2.1", _TRANSFERS, code)

    def _delivery(self, state: s.State, side: int, command: Command, out: Int) -> Refusal | None:
        if state.units.side[command.units[0]] != side:
            return _refusal("IDX-4.2.2", _TRANSFERS, transfers.NOT_YOURS)
        force = int(state.units.force[command.units[0]])
        recipients = transfers.listed(command.others)
        size = float(command.size) if command.size else 1.0
        code = transfers.add_delivery(
            self._setting.design.area,
            state,
            side,
            force,
            command.place,
            size,
            recipients,
            len(recipients),
        )
        return _refusal("IDX-4.2.2", _TRANSFERS, code)

    def _recall(self, state: s.State, side: int, command: Command, out: Int) -> Refusal | None:
        force = int(state.units.force[command.units[0]])
        half = len(state.deliveries) // 2
        orders, own = state.deliveries, slice(side * half, side * half + half)
        matching = (orders.carrier[own] == force) & (orders.destination[own] == command.place)
        rows = np.flatnonzero(matching & (force != s.NONE))
        row = side * half + int(rows[0]) if len(rows) else s.NONE
        code = transfers.cancel_delivery(state, side, row)
        return _refusal("IDX-4.2.2", _TRANSFERS, code)

    def _strike(self, state: s.State, side: int, command: Command, out: Int) -> Refusal | None:
        design = self._setting.design
        role = air.CLOSE_SUPPORT if command.role == o.CLOSE else air.INTERDICTION
        priority = np.array(command.classes or [1, 2, 3, 4], dtype=np.int64)
        aircraft: Float = np.zeros(max(1, int(design.forces.counts[:, NACTYP].max())))
        for kind, number in enumerate(command.aircraft):
            aircraft[kind] = float(number)
        code = air.add_strike(
            design.area, design.forces, state, side, command.place, role, priority, aircraft
        )
        return _refusal("IDX-6", _STRIKES, code)

    def _stop(self, state: s.State, side: int, command: Command, out: Int) -> Refusal | None:
        if state.game.stopped >> side & 1:
            return Refusal("IDX-2.3", "You have asked for it already in this period.")
        state.game.stopped |= 1 << side
        return None


def _refusal(clause: str, reasons: dict[int, str], code: int) -> Refusal | None:
    return Refusal(clause, reasons[int(code)]) if code else None
