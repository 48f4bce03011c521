"""Whole wars with machine commanders on both sides, fought without returning to Python."""

from __future__ import annotations

from hexfront.jit import kernel
from hexfront.systems.idahex.clock import run
from hexfront.systems.idahex.commander import command
from hexfront.systems.idahex.design import SIDES, Design, Int
from hexfront.systems.idahex.staff import Room, Staff
from hexfront.systems.idahex.staff_giving import Desk
from hexfront.systems.idahex.state import OVER, PHASE, Scratch, State


@kernel
def fight(
    design: Design,
    staff: Staff,
    state: State,
    scratch: Scratch,
    room: Room,
    desk: Desk,
    until: float,
    words: Int,
    out: Int,
) -> int:
    """Fight on until a time, or the end of the war; how many times commands were given.

    The war must have begun (`clock.begin`), or been stopped at a break.  With
    room in `words` the commands of both sides are noted there, of the last
    stop only.
    """
    stops = 0
    while state.game[PHASE] != OVER and state.time[0] < until:
        words[0] = 0
        for side in range(SIDES):
            command(design, staff, state, scratch, room, desk, side, words, out)
        run(design, state, scratch, out)
        stops += 1
    return stops
