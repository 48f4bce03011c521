"""A war told moment by moment: the same as `clock.run`, with a stop wherever something happens.

`run` goes from one stop for players to the next in one call of a kernel, which
is quick.  Who wants to see what each event found, such as the kill matrices of
every frame, lets the same kernels run in smaller steps.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum

from hexfront.core.events import EventLog
from hexfront.mechanics.agenda import DUE, NOWHERE, first
from hexfront.systems.idahex.rules.air import assess_strikes
from hexfront.systems.idahex.rules.clock import (
    change_until,
    end_frame,
    frame_end,
    frames_in,
    start_cycle,
)
from hexfront.systems.idahex.rules.maneuver.delays import ground_of
from hexfront.systems.idahex.rules.maneuver.forces import tie
from hexfront.systems.idahex.rules.records import forget_record
from hexfront.systems.idahex.scenario import state as s
from hexfront.systems.idahex.scenario.design import CYCLE, PERIOD, T_END, Design
from hexfront.systems.idahex.scenario.state import Scratch, State


class Moment(Enum):
    """What has happened."""

    STRIKES = "the air strikes of a cycle"
    CHANGES = "changes of status at one time"
    FRAME = "the end of a frame"
    CYCLE = "the start of a cycle"


def moments(design: Design, state: State, scratch: Scratch, log: EventLog) -> Iterator[Moment]:
    """From one stop for players to the next: `state` and `log` are as after each moment (2.3).

    The time is that of the state.  The log is for the caller to clear.
    """
    out, game, clock = log.rows, state.game, design.area.clock
    if game.phase == s.STRIKES and game.stopped == 0:
        assess_strikes(design, state, scratch, out)
        game.phase = s.COMMANDS
        yield Moment.STRIKES
        return
    period, cycle = frames_in(design.area, PERIOD), frames_in(design.area, CYCLE)
    close = tie(ground_of(design))
    while game.stopped == 0 and game.phase != s.OVER:
        end = frame_end(design.area, game.frames + 1)
        if end > clock[T_END] + close:
            yield from _changes(design, state, scratch, log, clock[T_END], included=True)
            break
        yield from _changes(design, state, scratch, log, end, included=False)
        game.frames += 1
        end_frame(design, state, scratch, out)
        yield Moment.FRAME
        yield from _changes(design, state, scratch, log, end, included=True)
        if end >= clock[T_END] - close:
            break
        if game.frames % cycle == 0:
            start_cycle(design, state, out)
            yield Moment.CYCLE
            return
        if game.frames % period == 0:
            game.phase = s.COMMANDS
            return
    game.phase = s.OVER


def _changes(
    design: Design, state: State, scratch: Scratch, log: EventLog, end: float, *, included: bool
) -> Iterator[Moment]:
    """The changes of status up to a time, all of one time together (3.3)."""
    while True:
        forget_record(scratch)
        force = first(state.heap)
        due = state.agenda[force, DUE] if force != NOWHERE else end
        if force == NOWHERE or due > end or (due == end and not included):
            change_until(design, state, scratch, end, included, log.rows)
            return
        now = float(max(due, state.game.time))
        change_until(design, state, scratch, now, True, log.rows)
        yield Moment.CHANGES
