"""What a viewer's gauges showed over time, for charts.

A point is taken whenever time has gone on, so that points tell nothing of
orders that others have given unseen.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from hexfront.core.contract import Gauge
from hexfront.core.events import EventLog
from hexfront.play.match import Match

MOST_POINTS: Final = 1000
"""That are shown at once: more than a chart is wide."""
KEPT: Final = 8
"""So many times can be taken back before the match is followed from its start again."""


@dataclass(frozen=True, slots=True)
class Point:
    """The gauges of a viewer at a time."""

    time: int
    """In the system's own ticks."""
    gauges: tuple[Gauge, ...]


class _Stop(NamedTuple):
    """A situation in which points were taken."""

    state: Any
    steps: int
    digest: str
    points: int
    """How many there were then."""


class TimeSeries:
    """The points of one match; it follows the match as far as it has gone when asked."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._points: dict[int, list[Point]] = {viewer: [] for viewer in match.logs}
        start = match.rules.start()
        self._take(start)
        self._start = _Stop(start, 0, "", 1)
        self._stops = deque([self._start], KEPT)

    def _take(self, state: Any) -> None:
        time = self._match.rules.decision(state).time
        for viewer, points in self._points.items():
            points.append(Point(time, self._match.rules.view(state, viewer).gauges))

    def points(self, viewer: int, since: int = 0) -> list[Point]:
        """The points of a viewer from number `since` on."""
        self._follow()
        return self._points[viewer][since:]

    def _follow(self) -> None:
        """Take the points that have come; without those of orders that were taken back."""
        if not any(points[0].gauges for points in self._points.values()):
            return  # The system shows none.
        journal, rules = self._match.journal, self._match.rules
        last = self._agreed()
        state, time = last.state.copy(), rules.decision(last.state).time
        log = EventLog()
        for number in range(last.steps, len(journal.steps)):
            log.clear()
            rules.apply(state, journal.steps[number], log)
            if rules.decision(state).time > time:
                time = rules.decision(state).time
                self._take(state)
                # Kept only here: what came after may still be taken back.
                count = len(next(iter(self._points.values())))
                kept = _Stop(state.copy(), number + 1, journal.digests[number], count)
                self._stops.append(kept)

    def _agreed(self) -> _Stop:
        """The last situation that the match still came through; later points are dropped."""
        digests = self._match.journal.digests
        while self._stops:
            last = self._stops[-1]
            if not last.steps or digests[last.steps - 1 : last.steps] == [last.digest]:
                break
            self._stops.pop()
        else:
            last = self._start
            self._stops.append(last)
        for points in self._points.values():
            del points[last.points :]
        return last


def thinned(points: Sequence[Point], most: int = MOST_POINTS) -> list[Point]:
    """At most so many of the points: evenly, with both ends and each gauge's least and most."""
    if len(points) <= most:
        return list(points)
    least: dict[tuple[str, str], tuple[float, int]] = {}
    greatest: dict[tuple[str, str], tuple[float, int]] = {}
    for place, point in enumerate(points):
        for gauge in point.gauges:
            name, found = (gauge.chart, gauge.caption), (gauge.value, place)
            if name not in least or gauge.value < least[name][0]:
                least[name] = found
            if name not in greatest or gauge.value > greatest[name][0]:
                greatest[name] = found
    wanted = {place for _, place in (*least.values(), *greatest.values())}
    count = max(2, most - len(wanted))
    wanted |= {number * (len(points) - 1) // (count - 1) for number in range(count)}
    return [points[place] for place in sorted(wanted)]
