"""Lists that run through the rows of units: who stands in a cell, in a task force, in a fight.

Every list is kept in the order of the units' rows.
"""

from __future__ import annotations

from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.idahex.scenario.design import SIDES, Int
from hexfront.systems.idahex.scenario.state import (
    ATTACKER,
    ATTACKERS,
    ATTACKS,
    COMING,
    COMRADE,
    DEFENDERS,
    ENGAGEMENT,
    FIGURES_WIDTH,
    FIRST,
    FORCE,
    MATE,
    MOVEMENT,
    NEIGHBOUR,
    NONE,
    OBJECTIVE,
    PLACE,
    POSTURE,
    SIDE,
    SINCE,
    WHERE,
    State,
    class_of,
)


@inline_kernel
def insert(units: Int, first: int, unit: int, column: int) -> int:
    """The head of a list with one more unit in it; `column` holds the next one."""
    if first == NONE or first > unit:
        units[unit, column] = first
        return unit
    before = first
    while units[before, column] != NONE and units[before, column] < unit:
        before = units[before, column]
    units[unit, column] = units[before, column]
    units[before, column] = unit
    return first


@inline_kernel
def remove(units: Int, first: int, unit: int, column: int) -> int:
    """The head of a list with one unit less in it."""
    after = units[unit, column]
    units[unit, column] = NONE
    if first == unit:
        return int(after)
    before = first
    while units[before, column] != unit:
        before = units[before, column]
    units[before, column] = after
    return first


@kernel
def stand(state: State, unit: int) -> None:
    """An active unit appears in its cell."""
    place, side = state.units[unit, PLACE], state.units[unit, SIDE]
    state.standing[place, side] = insert(state.units, state.standing[place, side], unit, NEIGHBOUR)


@inline_kernel
def vanish(state: State, unit: int) -> None:
    """An active unit leaves its cell."""
    place, side = state.units[unit, PLACE], state.units[unit, SIDE]
    state.standing[place, side] = remove(state.units, state.standing[place, side], unit, NEIGHBOUR)


def list_movers(state: State) -> None:
    """Make the lists of who moves or attacks toward each cell anew, from the rows of the units."""
    state.coming[:] = NONE
    state.units[:, COMING] = NONE
    for unit in range(len(state.units)):
        head_for(state, unit)


@kernel
def head_for(state: State, unit: int) -> None:
    """A unit begins to move or attack toward its objective, if its posture is one for that."""
    if class_of(state.units[unit, POSTURE]) >= MOVEMENT:
        place, side = state.units[unit, OBJECTIVE], state.units[unit, SIDE]
        state.coming[place, side] = insert(state.units, state.coming[place, side], unit, COMING)


@inline_kernel
def turn_away(state: State, unit: int) -> None:
    """A unit leaves the posture or the objective with which it moved or attacked."""
    if class_of(state.units[unit, POSTURE]) >= MOVEMENT:
        place, side = state.units[unit, OBJECTIVE], state.units[unit, SIDE]
        state.coming[place, side] = remove(state.units, state.coming[place, side], unit, COMING)


@inline_kernel
def next_to_come(state: State, place: int, side: int, before: int) -> int:
    """The task force of the lowest row above `before` that moves or attacks toward a cell.

    NONE where there is no more.
    """
    found = NONE
    unit = state.coming[place, side]
    while unit != NONE:
        force = state.units[unit, FORCE]
        if force > before and (found == NONE or force < found):
            found = force
        unit = state.units[unit, COMING]
    return found


@kernel
def muster(state: State, force: int, unit: int) -> None:
    """A unit joins a task force."""
    state.units[unit, FORCE] = force
    state.forces[force, FIRST] = insert(state.units, state.forces[force, FIRST], unit, MATE)


@inline_kernel
def dismiss(state: State, unit: int) -> None:
    """A unit leaves its task force."""
    force = state.units[unit, FORCE]
    state.forces[force, FIRST] = remove(state.units, state.forces[force, FIRST], unit, MATE)
    state.units[unit, FORCE] = NONE


@kernel
def engage(state: State, row: int, unit: int, attacks: int) -> None:
    """A unit joins an engagement as an attacker (1) or a defender (0)."""
    head = ATTACKERS if attacks == 1 else DEFENDERS
    state.units[unit, ENGAGEMENT] = row
    state.units[unit, ATTACKS] = attacks
    state.engagements[row, head] = insert(state.units, state.engagements[row, head], unit, COMRADE)
    for resource in range(state.held.shape[1]):
        state.held[unit, resource] = 0.0


@inline_kernel
def release(state: State, unit: int) -> None:
    """A unit leaves its engagement; the engagement itself stays (3.3.7 ends it)."""
    row = state.units[unit, ENGAGEMENT]
    head = ATTACKERS if state.units[unit, ATTACKS] == 1 else DEFENDERS
    state.engagements[row, head] = remove(state.units, state.engagements[row, head], unit, COMRADE)
    state.units[unit, ENGAGEMENT] = NONE
    state.units[unit, ATTACKS] = 0


@outlined_kernel
def open_engagement(state: State, place: int, attacker: int) -> int:
    """A free row for an engagement in a cell; both its lists are empty, its figures are zero."""
    row = 0
    while state.engagements[row, WHERE] != 0:
        row += 1
    state.engagements[row, WHERE] = place
    state.engagements[row, ATTACKER] = attacker
    state.engagements[row, ATTACKERS] = NONE
    state.engagements[row, DEFENDERS] = NONE
    for figure in range(FIGURES_WIDTH):
        state.figures[row, figure] = 0.0
    for side in range(SIDES):
        for weapon in range(state.close.shape[2]):
            state.close[row, side, weapon] = 0.0
    state.figures[row, SINCE] = state.time[0]
    state.fighting[place] = row
    return row


@inline_kernel
def close_engagement(state: State, row: int) -> None:
    """Free the row of an engagement that nobody is in any more."""
    state.fighting[state.engagements[row, WHERE]] = NONE
    state.engagements[row, WHERE] = 0
