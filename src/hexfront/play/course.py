"""What a viewer's gauges showed over time, for charts.

A point is taken whenever time has gone on, so that points tell nothing of
orders that others have given unseen.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hexfront.core.contract import Gauge
from hexfront.core.events import EventLog
from hexfront.core.state import copy_state
from hexfront.play.match import Match


@dataclass(frozen=True, slots=True)
class Point:
    """The gauges of a viewer at a time."""

    time: int
    """In the system's own ticks."""
    gauges: tuple[Gauge, ...]


class Course:
    """The points of one match; it follows the match as far as it has gone when asked."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._begin()

    def _begin(self) -> None:
        self._state: Any = self._match.rules.start()
        self._steps, self._digest = 0, ""
        self._points: dict[int, list[Point]] = {viewer: [] for viewer in self._match.told}
        self._take(self._state)

    def _take(self, state: Any) -> None:
        time = self._match.rules.decision(state).time
        for viewer, points in self._points.items():
            points.append(Point(time, self._match.rules.view(state, viewer).gauges))

    def points(self, viewer: int, since: int = 0) -> list[Point]:
        """The points of a viewer from number `since` on."""
        self._follow()
        return self._points[viewer][since:]

    def _follow(self) -> None:
        """Take the points that have come; anew from the start where orders were taken back."""
        if not any(points[0].gauges for points in self._points.values()):
            return  # The system shows none.
        journal, rules = self._match.journal, self._match.rules
        if journal.digests[self._steps - 1 : self._steps] != [self._digest] and self._steps:
            self._begin()
        state, time = copy_state(self._state), rules.decision(self._state).time
        log = EventLog()
        for number in range(self._steps, len(journal.steps)):
            log.clear()
            rules.apply(state, journal.steps[number], log)
            if rules.decision(state).time > time:
                time = rules.decision(state).time
                self._take(state)
                # Kept only here: what came after may still be taken back.
                self._state, self._steps = copy_state(state), number + 1
                self._digest = journal.digests[number]
