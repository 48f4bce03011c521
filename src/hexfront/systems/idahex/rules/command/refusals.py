"""Why commands are refused, in words: the numbers that kernels give (IDX-4, IDX-6)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from hexfront.core.contract import Refusal
from hexfront.systems.idahex.rules import air
from hexfront.systems.idahex.rules.command import missions
from hexfront.systems.idahex.rules.maneuver import delays
from hexfront.systems.idahex.rules.supply import transfers

# Where the refusals of each module begin, in the numbers of `execution.carry_out`
OF_MISSIONS: Final = 0
OF_TRANSFERS: Final = 10_000
OF_DELIVERIES: Final = 20_000
OF_STRIKES: Final = 30_000
OF_COMMANDS: Final = 40_000
NO_SUCH_RESOURCE: Final = OF_COMMANDS + 1
ASKED_ALREADY: Final = OF_COMMANDS + 2

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
_COMMANDS: Final = {
    NO_SUCH_RESOURCE: Refusal("IDX-2.2.2", "The side has no such type of resource."),
    ASKED_ALREADY: Refusal("IDX-2.3", "You have asked for it already in this period."),
}
_FAMILIES: Final[Mapping[int, tuple[str, Mapping[int, str]]]] = {
    OF_MISSIONS: ("IDX-4.1", _MISSIONS),
    OF_TRANSFERS: ("IDX-4.2.1", _TRANSFERS),
    OF_DELIVERIES: ("IDX-4.2.2", _TRANSFERS),
    OF_STRIKES: ("IDX-6", _STRIKES),
}
_SIZE: Final = OF_TRANSFERS - OF_MISSIONS


def endless(reason: int) -> tuple[str, str]:
    """The clause, and in words why a change of status never comes, by a reason of `delays`."""
    if reason >= delays.NO_SUPPLIES:
        lacking = reason - delays.NO_SUPPLIES + 1
        return "IDX-3.2.3", f"It has not the supplies of type {lacking} that it needs to move."
    return _ENDLESS[reason]


def refusal_of(number: int) -> Refusal | None:
    """What a number of `execution.carry_out` means; None for 0, which is no refusal."""
    if number == 0:
        return None
    if number >= OF_COMMANDS:
        return _COMMANDS[number]
    if missions.ENDLESS <= number < OF_TRANSFERS:
        return Refusal(*endless(number - missions.ENDLESS))
    clause, reasons = _FAMILIES[number // _SIZE * _SIZE]
    return Refusal(clause, reasons[number % _SIZE])
