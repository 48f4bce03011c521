"""Where beaten defenders retreat to: haven (IDX-5.3)."""

from __future__ import annotations

from typing import Final

from hexfront.jit import outlined_kernel
from hexfront.systems.idahex.scenario.area import is_active, steps_between
from hexfront.systems.idahex.scenario.design import RIM, Area, Design
from hexfront.systems.idahex.scenario.state import ATTACKERS, NONE, State

NO_SCORE: Final = -1e9


@outlined_kernel
def haven(design: Design, state: State, row: int) -> int:
    """The cell that the defenders of an engagement retreat to; 0 if there is none (IDX-5.3).

    The rim is walked in the order of the cells' numbers, so that of equal
    scores the lowest number wins.
    """
    where = state.engagements.cell[row]
    best, best_score = 0, NO_SCORE
    for side in range(RIM):
        cell = design.area.rim[where, side]
        if may_retreat(design.area, design.combat.haven[0], state, row, cell):
            score = score_of(design.area, state, row, cell)
            if side + 1 == design.combat.haven[2 - state.engagements.attacker[row]]:
                score += 0.01
            if score > best_score:
                best, best_score = int(cell), score
    return best


@outlined_kernel
def may_retreat(area: Area, zone: int, state: State, row: int, cell: int) -> bool:
    """Whether a cell next to the engagement is an admissible direction of retreat (IDX-5.3).

    `zone`, haven.zoc, is 1 where attackers also close the cells beside them.
    """
    if not is_active(area, cell):
        return False
    where, attacker = state.engagements.cell[row], state.engagements.attacker[row]
    safe = state.standing[cell, 1 - attacker] != NONE and state.owner[cell] == 1 - attacker
    if state.standing[cell, attacker] != NONE and not safe:
        return False
    unit = state.engagements.heads[row, ATTACKERS]
    while unit != NONE:
        place = state.units.place[unit]
        if place == cell:
            return False
        if zone == 1 and not safe and place != where:
            beside = steps_between(area, place, cell) == 1
            if beside and steps_between(area, place, where) == 1:
                return False
        unit = state.units.next_in_engagement[unit]
    return True


@outlined_kernel
def score_of(area: Area, state: State, row: int, cell: int) -> float:
    """How desirable an admissible direction is: far from attackers, among friends (IDX-5.3)."""
    where, attacker = state.engagements.cell[row], state.engagements.attacker[row]
    score = 0.0
    unit = state.engagements.heads[row, ATTACKERS]
    while unit != NONE:
        steps = steps_between(area, state.units.place[unit], cell)
        if steps == 2 and score > -1.0:
            score = -1.0
        if steps == 1 and state.units.place[unit] != where:
            score = -2.0
        unit = state.units.next_in_engagement[unit]
    if state.owner[cell] == attacker:
        score -= 0.5
    elif state.standing[cell, 1 - attacker] != NONE:
        score += 1.8
    return score
