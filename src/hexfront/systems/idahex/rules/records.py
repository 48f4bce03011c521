"""What a run found on its way, for studies: engagements frame by frame, and when things happened.

A run goes from one stop for players to the next, so at a stop only the last
frame of an engagement can be read from the state, and none of an engagement
that has ended.  A run therefore notes them in `Scratch.fought`, and in
`Scratch.moments` how many events had been written when time went on.  Both hold
until the next run; place 0, 0 counts the rows.
"""

from __future__ import annotations

from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.design import Int
from hexfront.systems.idahex.scenario.state import (
    Scratch,
    State,
)


@inline_kernel
def forget_record(scratch: Scratch) -> None:
    """A run begins."""
    scratch.fought[0, 0] = 0.0
    scratch.moments[0, 0] = 0.0


@inline_kernel
def note_time(state: State, scratch: Scratch, out: Int) -> None:
    """Events from now on happen at the present time."""
    moments, before = scratch.moments, float(out[0, 0])
    last = int(moments[0, 0])
    if last == 0 or moments[last, s.EVENTS_BEFORE] != before:
        last += 1
    if last < moments.shape[0]:
        moments[0, 0] = last
        moments[last, s.EVENTS_BEFORE] = before
        moments[last, s.TIME_FROM] = state.game.time


@outlined_kernel
def note_frame(state: State, scratch: Scratch, row: int) -> None:
    """What the frame of an engagement found, before its units change their status."""
    fought = scratch.fought
    last = int(fought[0, 0]) + 1
    if last >= fought.shape[0]:
        return
    fought[0, 0] = last
    fought[last, s.FRAME_OF] = state.game.frames
    fought[last, s.CELL_OF] = state.engagements.cell[row]
    fought[last, s.SIDE_OF] = state.engagements.attacker[row]
    fought[last, s.POSTURES_OF] = state.engagements.posture[row, s.ATTACKERS]
    fought[last, s.POSTURES_OF + 1] = state.engagements.posture[row, s.DEFENDERS]
    for figure in range(s.FIGURES_WIDTH):
        fought[last, s.FIGURES_OF + figure] = state.figures.floats[row, figure]
    resources = state.lost.shape[1]
    for role in range(2):
        begin, count = s.LOSSES_OF + role * resources, 0
        for resource in range(resources):
            fought[last, begin + resource] = 0.0
        unit = state.engagements.heads[row, role]
        while unit != s.NONE:
            count += 1
            for resource in range(resources):
                fought[last, begin + resource] += state.lost[unit, resource]
            unit = state.units.next_in_engagement[unit]
        fought[last, s.UNITS_OF + role] = count
