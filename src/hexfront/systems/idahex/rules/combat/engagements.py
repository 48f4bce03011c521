"""One frame of one engagement, and what follows from it (IDX-5.1 to IDX-5.3)."""

from __future__ import annotations

from math import inf
from typing import Final, NamedTuple

from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, event
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.idahex.deck.errata import FEBA_AT_END
from hexfront.systems.idahex.rules.combat.functions import worth
from hexfront.systems.idahex.rules.combat.involvement import involve
from hexfront.systems.idahex.rules.combat.kills import become_effective, exchange_fire, front_length
from hexfront.systems.idahex.rules.combat.losses import (
    HOPELESS,
    OVERWHELMING,
    add_air,
    assess_losses,
    find_intensity,
    find_values,
    move_feba,
    prescribe,
)
from hexfront.systems.idahex.scenario.design import Design, Int
from hexfront.systems.idahex.scenario.state import ATTACKERS, DEFENDERS, Scratch, State


@event("IDX-5.2", word="combat", places="place")
class CombatFought(NamedTuple):
    """A frame of combat: postures of both sides, and how the feba moves."""

    engagement: int
    place: int
    attack: int
    defence: int
    moves: int


@event(
    "IDX-5.1.3",
    "{side} cannot hurt the enemy in {place} and loses everything there.",
    word="combat",
    places="place",
)
class WipedOut(NamedTuple):
    """A side cannot hurt the enemy, and loses everything."""

    engagement: int
    place: int
    side: int


MARGIN: Final = 1e-5
"""How far below its threshold of value a unit must fall to vanish (IDX-5.3)."""


@outlined_kernel
def assess(design: Design, state: State, scratch: Scratch, row: int, out: Int) -> None:
    """Assess an engagement at the end of a frame: losses, values, the feba (IDX-5.1, IDX-5.2).

    Both sides must have units in it.  Whether units vanish and whether the
    defenders are beaten is for the caller to ask, with `weak` and `defeated`.
    """
    area, forces, combat = design.area, design.forces, design.combat
    counts, support = forces.counts, design.support
    side = state.engagements.attacker[row]
    for role in range(2):
        first = state.engagements.heads[row, role]
        of = side if role == 0 else 1 - side
        involve(
            forces,
            support,
            combat.standard,
            design.delays.unit_class,
            design.printed,
            state,
            scratch,
            first,
        )
        become_effective(area, forces, combat, state, scratch, first, of)
    where = state.engagements.cell[row]
    if design.printed[FEBA_AT_END] == 1 and front_length(area, state, row, where) == inf:
        state.figures.feba[row] = 1.0
    exchange_fire(area, forces, combat, state, scratch, row)
    find_values(counts, state, scratch, row)
    prescribe(counts, area, combat, state, scratch, row)
    find_intensity(area, combat, state, row)
    assess_losses(counts, state, scratch, row)
    add_air(counts, area.clock, state, row)
    move_feba(area, combat, state, row)
    before, after = state.figures.feba_before[row], state.figures.feba[row]
    note(
        out,
        PUBLIC,
        CombatFought(
            row,
            where,
            state.engagements.posture[row, ATTACKERS],
            state.engagements.posture[row, DEFENDERS],
            1 if after > before else -1 if after < before else 0,
        ),
    )
    ratio = state.figures.ratio[row]
    if ratio < HOPELESS or ratio > OVERWHELMING:
        loser = side if ratio < HOPELESS else 1 - side
        note(out, PUBLIC, WipedOut(row, where, loser))


@inline_kernel
def weak(design: Design, state: State, unit: int) -> bool:
    """Whether what an engaged unit has left is worth too little to exist (IDX-5.3).

    By standard values on defence, beside those of its toe.
    """
    kind, side = state.units.kind[unit], state.units.side[unit]
    value = design.combat.value_defence[side]
    planned = worth(value, design.forces.toe[kind])
    left = worth(value, state.stock[unit])
    return bool(left < design.forces.vanish[kind] * planned - MARGIN)


@inline_kernel
def defeated(design: Design, state: State, row: int) -> bool:
    """Whether the feba has reached febad: the defenders must retreat or die (IDX-5.3)."""
    return bool(state.figures.feba[row] >= design.combat.limit[0])
