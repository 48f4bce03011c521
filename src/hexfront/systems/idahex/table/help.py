"""What `help` says of each command (4, 6)."""

from __future__ import annotations

from typing import Final

from hexfront.core.errors import InputError
from hexfront.core.table.answers import Answer, Table
from hexfront.systems.idahex.rules.command.commands import USAGE

SHOW: Final = "show units|cells|forces|engagements|involvement|map|losses …"
QUESTIONS: Final = {"show": SHOW, "help": "help [COMMAND]"}
"""What asks and orders nothing."""

_TEXTS: Final[dict[str, tuple[str, str]]] = {
    "mission": (
        "IDX-4.1",
        """\
Makes the units a task force with a mission: orders that are carried out one after another.
All must stand in one cell, in one posture, with one objective.
An order is a cell and a posture, and perhaps the time before which it is not begun.
Postures go by number, or as inactive, hold, transfer, disengage, move, attack.
The unit of an existing task force alone gives it new orders instead of all old ones.
stacked MODE: units of that transport class carry the others.
    mission 4 9: 16 31, 16 11, 12 hold at 2.65
    mission 21: 8 inactive, 8 hold""",
    ),
    "cancel": (
        "IDX-4.1",
        """\
Ends the mission of a task force, or a delivery order.
Of the air strikes on a cell, takes the last one back, before you say go (IDX-6).
    cancel 4
    cancel delivery 171 51
    cancel strike 38""",
    ),
    "transfer": (
        "IDX-4.2.1",
        """\
Hands resources over, at once, among your units in one cell. Givers are in the transfer posture.
Without `from`, all of them give; without `to`, all others take. What has no amount goes by need.
    transfer 99 from 170 to 171: 100 fuel
    transfer 99""",
    ),
    "delivery": (
        "IDX-4.2.2",
        """\
Arranges a transfer for the moment when a task force takes the transfer posture in a cell.
The size, 0 to 1, is how much of its surplus it gives. Without `to`, all other units there take.
    delivery 171 51 size 0.5 to 150""",
    ),
    "strike": (
        "IDX-6",
        """\
Sends aircraft, so many of each type, against a cell; only at the start of a cycle.
cas supports your side in the engagement there; interdict takes the posture classes of its targets,
the first choice first: 1 hold, 2 disengagement, 3 movement, 4 attack.
    strike 39 cas with 10
    strike 38 interdict 4 3 2 1 with 7, 7, 6""",
    ),
    "go": (
        "IDX-2.3",
        "You have no more commands now. The war goes on once both sides have said so.",
    ),
    "stop": ("IDX-2.3", "Ends the war where both sides say it in the same period; then say go."),
    "show": (
        "IDX-8",
        """\
Tells what you know, and changes nothing.
    show units                  all units: place, posture, objective, strength of your own
    show units blue             those of a side; `in 39` those in a cell
    show units 4 9              these, with what they hold if they are yours
    show cells                  owner and environment of all cells, and who stands there
    show cells 38 39            these, with routes and barriers to the cells around
    show forces [UNIT…]         your task forces: missions, next change of status, deliveries
    show engagements [CELL…]    force ratio, feba, losses, values, as far as you are told (IDX-8)
    show involvement UNIT…      which part of what your units hold would fight (IDX-5.4.1)
    show map                    the cells in their ranks, with owners and numbers of units
    show losses                 what your side has lost and used up so far""",
    ),
    "help": ("IDX-8", "Lists all commands, or explains one."),
}


def explain(word: str) -> Answer:
    """What `help`, alone or with a command, answers. Errors: `InputError`."""
    usage = {**USAGE, **QUESTIONS}
    if not word:
        table = Table("", ("command", "how it is written"), tuple(usage.items()), "", 2)
        return Answer("Commands; `help COMMAND` explains one.", "IDX-8", (), (table,))
    if word not in usage:
        raise InputError.at("help: command", word, f"one of: {', '.join(usage)}")
    clause, text = _TEXTS[word]
    return Answer(usage[word], clause, tuple(text.splitlines()))
