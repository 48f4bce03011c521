"""What the first frame of an attack would find, before it is ordered (IDX-5.1.3, IDX-5.2).

The war goes on in a copy of what the side knows, by its own rules and with no more commands,
until the attack has been fought for one frame. The enemy stands there at its planned strength.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from hexfront.core.contract import Figure
from hexfront.core.events import EventLog
from hexfront.systems.idahex.knowledge.overlays.figures import figure
from hexfront.systems.idahex.rules.command.theatre import Theatre
from hexfront.systems.idahex.rules.words import apply_step
from hexfront.systems.idahex.scenario import orders as o
from hexfront.systems.idahex.scenario import state as s

MOST_STOPS: Final = 60
"""Stops of the war that are looked ahead at most."""
ASSUMED: Final = "with the enemy at its planned strength, and no more commands"


def forecast(theatre: Theatre, state: s.State, side: int, place: int) -> Iterator[Figure]:
    """What the first frame of a side's attack on a cell finds; the state goes on."""
    out = EventLog()
    for _ in range(MOST_STOPS):
        for row in range(len(state.engagements.cell)):
            engagements, found = state.engagements, state.figures
            fights = engagements.cell[row] == place and engagements.attacker[row] == side
            if fights and found.front_length[row] > 0:
                yield from _figures(state, row)
                return
        if state.game.phase == s.OVER:
            return
        for each in (each for each in range(2) if not state.game.ready >> each & 1):
            apply_step(theatre, state, each, o.GO, out.rows)


def _figures(state: s.State, row: int) -> Iterator[Figure]:
    """The figures of an engagement's first frame."""
    found = state.figures
    yield figure("Force ratio in the first frame", found.ratio[row], "IDX-5.1.3", ASSUMED)
    moved = float(found.feba[row] - found.feba_before[row])
    yield figure("FEBA moves in it by", moved, "IDX-5.2", ASSUMED, unit="of depth")
    for role, name in enumerate(("attackers", "defenders")):
        if (loss := float(found.loss[row, role])) >= 0:
            yield figure(f"Value lost by the {name}", 100 * loss, "IDX-5.4.5", ASSUMED, unit="%")
