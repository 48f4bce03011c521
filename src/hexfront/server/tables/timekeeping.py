"""Clocks at the table: what persons do with them, and whose time is over."""

from __future__ import annotations

from collections.abc import Collection
from typing import Final

from hexfront.agents import usual_opponent
from hexfront.agents.levels import agent_of
from hexfront.core.contract import Refusal
from hexfront.people.timing import MatchClock
from hexfront.play import endings
from hexfront.play.endings import Loss
from hexfront.play.live import LiveMatch
from hexfront.play.match import ENDED
from hexfront.server.wire.frames import Time

NO_CLOCK: Final = Refusal("", "This match has no clock.")


def clock_of(live: LiveMatch) -> MatchClock | None:
    """The clock of a match, if it has one."""
    return live.timing if isinstance(live.timing, MatchClock) else None


def substitute(live: LiveMatch) -> str:
    """The machine that plays on for who is out of the match."""
    return agent_of(live.match.system, usual_opponent(live.match.system))


def end_late(live: LiveMatch) -> None:
    """Take out of the match whose time is over, where nobody has to claim it."""
    clock = clock_of(live)
    if clock is not None and clock.pace.at_once and (late := clock.late()):
        live.lose(late, "time", substitute(live))


def end_unclaimed(live: LiveMatch, here: Collection[int]) -> None:
    """Take out of a match with machines alone who is late or has stayed away: nobody can claim it.

    `here`: the sides whose pages are open.
    """
    clock = clock_of(live)
    if clock is None or len(live.persons) != 1:
        return
    if late := clock.late():
        live.lose(late, "time", substitute(live))
    elif away := clock.away(here, returned=True):
        live.lose(away, "absence", substitute(live))


def keep_time(live: LiveMatch, frame: Time, here: Collection[int]) -> Refusal | None:
    """What a person does with the clocks; why not. `here`: the sides whose pages are open.

    Errors: `NotSaved`.
    """
    clock = clock_of(live)
    if clock is None:
        return NO_CLOCK
    if live.match.result is not None:
        return ENDED
    if frame.seat not in live.persons:
        return endings.RESIGNED
    if frame.way in ("claim", "leave"):
        found = clock.claim(frame.seat, here)
        if isinstance(found, Refusal):
            return found
        sides, why = found
        request = (frame.seat, frame.key, 0)
        if frame.way == "leave":
            return live.call_off(sides[0], request)
        way: Loss = "time" if why == "time" else "absence"
        return live.lose(sides, way, substitute(live), request)
    if (closed := live.closed) is not None:
        return closed
    if frame.way == "give":
        refusal = clock.give(frame.seat, frame.to)
    elif frame.way == "pause":
        refusal = clock.ask_pause(frame.seat, live.persons)
    else:
        refusal = clock.go_on()
    if refusal is None:
        live.keep_time(frame.seat, frame.key)
    return refusal
