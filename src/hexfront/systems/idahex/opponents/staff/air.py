"""Where a commander sends his aircraft at the start of a cycle (IDX-6)."""

from __future__ import annotations

from typing import Final

from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.idahex.opponents.staff.headquarters import (
    FOES_HOLD,
    FOES_OUT,
    PRESENT,
    Situation,
    Staff,
    StaffWorkspace,
)
from hexfront.systems.idahex.opponents.staff.plan import strike
from hexfront.systems.idahex.rules.air import CLOSE_SUPPORT, INTERDICTION
from hexfront.systems.idahex.scenario.design import NACTYP, RIM
from hexfront.systems.idahex.scenario.state import ATTACKERS, DEFENDERS

CLOSE_RACE: Final = 0.5


@inline_kernel
def strike_once(staff: Staff, now: Situation, room: StaffWorkspace, side: int) -> None:
    """Support the battle that matters most; without one, hit the strongest enemies near."""
    if not has_sorties(staff, side):
        return
    cell = battle_to_support(now)
    if cell > 0:
        strike(room, cell, CLOSE_SUPPORT)
        return
    cell = stack_to_hit(staff, room)
    if cell > 0:
        strike(room, cell, INTERDICTION)


@inline_kernel
def has_sorties(staff: Staff, side: int) -> bool:
    """Whether a side may send anything."""
    total = 0.0
    for kind in range(staff.counts[side, NACTYP]):
        total += staff.sorties[side, kind]
    return total > 0.0


@inline_kernel
def battle_to_support(now: Situation) -> int:
    """The cell of the battle with most at stake that is not yet decided; 0 for none."""
    best, most = 0, -1.0
    for row in range(len(now.engagements)):
        cell = now.engagements.cell[row]
        if cell != 0:
            one, other = now.figures.value[row, ATTACKERS], now.figures.value[row, DEFENDERS]
            stake = min(one, other) + CLOSE_RACE * now.figures.feba[row] * max(one, other)
            if stake > most or (stake == most and cell < best):
                best, most = int(cell), stake
    return best


@outlined_kernel
def stack_to_hit(staff: Staff, room: StaffWorkspace) -> int:
    """The cell beside own units with the strongest enemies; 0 for none."""
    best, most = 0, 0.0
    for cell in range(1, room.cells.shape[1]):
        value = room.cells[FOES_HOLD, cell] + room.cells[FOES_OUT, cell]
        value *= room.taste[cell]
        if value > most:
            beside = False
            for rim in range(RIM):
                other = staff.area.rim[cell, rim]
                beside = beside or (other > 0 and room.cells[PRESENT, other] > 0.0)
            if beside:
                best, most = cell, value
    return best
