"""Lists that run through the rows of units: who stands in a cell, in a task force, in a fight.

Every list is kept in the order of the units' rows.
"""

from __future__ import annotations

from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.idahex.scenario.design import SIDES, Int
from hexfront.systems.idahex.scenario.state import (
    ATTACKERS,
    DEFENDERS,
    FIGURES_WIDTH,
    MOVEMENT,
    NONE,
    State,
    class_of,
)


@inline_kernel
def insert(links: Int, first: int, unit: int) -> int:
    """The head of a list with one more unit in it; `links` holds the next one of each."""
    if first == NONE or first > unit:
        links[unit] = first
        return unit
    before = first
    while links[before] != NONE and links[before] < unit:
        before = links[before]
    links[unit] = links[before]
    links[before] = unit
    return first


@inline_kernel
def remove(links: Int, first: int, unit: int) -> int:
    """The head of a list with one unit less in it."""
    after = links[unit]
    links[unit] = NONE
    if first == unit:
        return int(after)
    before = first
    while links[before] != unit:
        before = links[before]
    links[before] = after
    return first


@kernel
def stand(state: State, unit: int) -> None:
    """An active unit appears in its cell."""
    place, side = state.units.place[unit], state.units.side[unit]
    state.standing[place, side] = insert(
        state.units.next_in_cell, state.standing[place, side], unit
    )


@inline_kernel
def vanish(state: State, unit: int) -> None:
    """An active unit leaves its cell."""
    place, side = state.units.place[unit], state.units.side[unit]
    state.standing[place, side] = remove(
        state.units.next_in_cell, state.standing[place, side], unit
    )


@kernel
def list_movers(state: State) -> None:
    """Make the lists of who moves or attacks toward each cell anew, from the rows of the units."""
    for cell in range(state.coming.shape[0]):
        for side in range(SIDES):
            state.coming[cell, side] = NONE
    for unit in range(len(state.units)):
        state.units.next_inbound[unit] = NONE
    for unit in range(len(state.units)):
        head_for(state, unit)


@outlined_kernel
def head_for(state: State, unit: int) -> None:
    """A unit begins to move or attack toward its objective, if its posture is one for that."""
    if class_of(state.units.posture[unit]) >= MOVEMENT:
        place, side = state.units.objective[unit], state.units.side[unit]
        state.coming[place, side] = insert(
            state.units.next_inbound, state.coming[place, side], unit
        )


@inline_kernel
def turn_away(state: State, unit: int) -> None:
    """A unit leaves the posture or the objective with which it moved or attacked."""
    if class_of(state.units.posture[unit]) >= MOVEMENT:
        place, side = state.units.objective[unit], state.units.side[unit]
        state.coming[place, side] = remove(
            state.units.next_inbound, state.coming[place, side], unit
        )


@inline_kernel
def next_to_come(state: State, place: int, side: int, before: int) -> int:
    """The task force of the lowest row above `before` that moves or attacks toward a cell.

    NONE where there is no more.
    """
    found = NONE
    unit = state.coming[place, side]
    while unit != NONE:
        force = state.units.force[unit]
        if force > before and (found == NONE or force < found):
            found = force
        unit = state.units.next_inbound[unit]
    return found


@kernel
def add_member(state: State, force: int, unit: int) -> None:
    """A unit joins a task force."""
    state.units.force[unit] = force
    state.forces.first[force] = insert(state.units.next_in_force, state.forces.first[force], unit)


@inline_kernel
def remove_member(state: State, unit: int) -> None:
    """A unit leaves its task force."""
    force = state.units.force[unit]
    state.forces.first[force] = remove(state.units.next_in_force, state.forces.first[force], unit)
    state.units.force[unit] = NONE


@kernel
def engage(state: State, row: int, unit: int, attacks: int) -> None:
    """A unit joins an engagement as an attacker (1) or a defender (0)."""
    role = ATTACKERS if attacks == 1 else DEFENDERS
    state.units.engagement[unit] = row
    state.units.attacks[unit] = attacks
    state.engagements.heads[row, role] = insert(
        state.units.next_in_engagement, state.engagements.heads[row, role], unit
    )
    for resource in range(state.held.shape[1]):
        state.held[unit, resource] = 0.0


@inline_kernel
def release(state: State, unit: int) -> None:
    """A unit leaves its engagement; the engagement itself stays (3.3.7 ends it)."""
    row = state.units.engagement[unit]
    role = ATTACKERS if state.units.attacks[unit] == 1 else DEFENDERS
    state.engagements.heads[row, role] = remove(
        state.units.next_in_engagement, state.engagements.heads[row, role], unit
    )
    state.units.engagement[unit] = NONE
    state.units.attacks[unit] = 0


@outlined_kernel
def open_engagement(state: State, place: int, attacker: int) -> int:
    """A free row for an engagement in a cell; both its lists are empty, its figures are zero."""
    row = 0
    while state.engagements.cell[row] != 0:
        row += 1
    state.engagements.cell[row] = place
    state.engagements.attacker[row] = attacker
    state.engagements.heads[row, ATTACKERS] = NONE
    state.engagements.heads[row, DEFENDERS] = NONE
    for figure in range(FIGURES_WIDTH):
        state.figures.floats[row, figure] = 0.0
    for side in range(SIDES):
        for weapon in range(state.close.shape[2]):
            state.close[row, side, weapon] = 0.0
    state.figures.since[row] = state.game.time
    state.fighting[place] = row
    return row


@inline_kernel
def close_engagement(state: State, row: int) -> None:
    """Free the row of an engagement that nobody is in any more."""
    state.fighting[state.engagements.cell[row]] = NONE
    state.engagements.cell[row] = 0
