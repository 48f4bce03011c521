"""The clocks of one match in memory: what happens there lets them run and stop.

Persons plan at the same time unseen: that one of them has ended his turn is not shown to the others
while they still plan, so until then his clock looks to them as if it ran.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable
from dataclasses import replace
from typing import Any, Final

from hexfront.core.contract import Refusal
from hexfront.people import clocks
from hexfront.people.clocks import SideClock, Stop, read_clocks, read_pace, write_clocks
from hexfront.people.paces import Pace, pace_data
from hexfront.play.storage.store import Store
from hexfront.play.timing import Turns

TIME_OVER: Final = Refusal("", "Your time is over.")
PAUSED: Final = Refusal("", "The game is paused: let it go on first.")
NOT_PAUSED: Final = Refusal("", "Nobody has asked for a pause.")
NO_TIME: Final = Refusal("", "This game is played without a clock.")
NOBODY_LATE: Final = Refusal("", "Nobody who must act now has run out of time.")
OWN_TIME_OVER: Final = Refusal("", "Your own time is over, too.")
SOMEBODY_LATE: Final = Refusal("", "A clock has run out.")
NOBODY_AWAY: Final = Refusal("", "Nobody who must act now has been away for long enough.")
NO_GIFT: Final = Refusal("", "Time is given to another player whose clock can take more.")
LOW: Final = 0.1
"""The part of the time at the start from which on a clock is low."""
MOST_GIVEN: Final = 366 * 86400.0
"""On a clock, gifts and all."""
RETURN_SECONDS: Final = 60.0
"""So long nobody is called away of whom this process cannot know whether he was there before it."""


class MatchClock:
    """The clocks of a match; see `hexfront.play.timing.Timing`."""

    def __init__(
        self,
        store: Store,
        match_id: str,
        pace: Pace,
        paused: float | None,
        now: Callable[[], float],
    ) -> None:
        """Read the clocks of a match of some pace. Errors: `NotSaved`."""
        self.pace = pace
        self.lags: dict[int, float] = {}
        """By side how long a message to its page and back takes."""
        self._store, self._match = store, match_id
        self._now, self._loaded = now, now()
        self._paused = self._kept_paused = paused
        self._sides = read_clocks(store, match_id)
        self._kept = dict(self._sides)
        self._gifts = Counter[int]()
        self._moment = -1

    @classmethod
    def read(cls, store: Store, match_id: str, now: Callable[[], float]) -> MatchClock | None:
        """That of a match; None where it has none. Errors: `NotSaved`."""
        found = read_pace(store, match_id)
        return None if found is None else cls(store, match_id, *found, now)

    @property
    def is_timed(self) -> bool:
        """Whether anybody's time can end."""
        return self.pace.first is not None

    def _stops(self) -> Callable[[int], list[Stop]]:
        """What stops the clock of each side."""
        since = min((clock.began for clock in self._sides.values()), default=0.0)
        found = clocks.stops_of(self._store, self._match, self.pace, since)
        return lambda side: found.get(side, found[-1])

    def _lag(self, side: int) -> float:
        return min(self.lags.get(side, 0.0), pace_data().lag)

    # What a match asks

    def begin(self, moment: int) -> None:
        """The match has been loaded, at a time of the game."""
        self._moment = moment

    def refusal(self, side: int) -> Refusal | None:
        """Why a side can give no orders now; None where time lets it."""
        if self._paused is not None:
            return PAUSED
        if self.pace.at_once and side in self.late():
            return TIME_OVER
        return None

    def follow(self, turns: Turns) -> Callable[[Any], None]:
        """Let the clocks run of those who must act, and no others; see `Timing`."""
        now, stops = self._now(), self._stops()
        before = {side for side, clock in self._sides.items() if clock.running}
        after = {side for side in turns.waiting if side in self._sides}
        # Who is not to act can order nothing but that the end of his turn is taken back.
        again = turns.side in after - before and (turns.undone or turns.moment == self._moment)
        new_moment = turns.moment != self._moment and not turns.undone
        # Others go on planning: they do not know that somebody has ended, or has begun again.
        quiet = not new_moment and bool(after) and (after < before or (again and after > before))
        for side in before if new_moment else before - after:
            clock = self._sides[side]
            if again:
                self._sides[side] = clocks.refunded(clock)
                continue
            own = self.pace if side == turns.side and self.is_timed else None
            clock = clocks.stopped(
                clock, now, stops(side), pace=own, moment=self._moment, lag=self._lag(side)
            )
            self._sides[side] = replace(clock, veiled=quiet)
        for side in after if new_moment else after - before:
            clock = self._sides[side]
            began_again = again and side == turns.side
            self._sides[side] = (
                clocks.started_again(clock) if began_again else clocks.started(clock, now)
            )
        if not quiet and (new_moment or after != before):
            for side, clock in self._sides.items():
                self._sides[side] = replace(clock, veiled=False)
        if turns.side in self._sides:
            self._sides[turns.side] = replace(self._sides[turns.side], seen=now)
        self._moment = turns.moment
        return self._changes()

    def _changes(self) -> Callable[[Any], None]:
        """What writes all that has changed since it was asked last."""
        changed = [c for side, c in self._sides.items() if c != self._kept.get(side)]
        paused, pause_changed = self._paused, self._paused != self._kept_paused
        self._kept, self._kept_paused = dict(self._sides), self._paused

        def write(db: Any) -> None:
            write_clocks(db, self._match, changed)
            if pause_changed:
                db.execute(
                    "UPDATE match_clocks SET paused = ? WHERE match_id = ?", (paused, self._match)
                )

        return write

    # What persons do with it; a `commit` of the match keeps it

    def late(self) -> list[int]:
        """The sides that must act and whose time is over, the first of them first."""
        if not self.is_timed or self._paused is not None:
            return []
        now, stops = self._now(), self._stops()
        late = [
            (clocks.due(clock, stops(side)), side)
            for side, clock in self._sides.items()
            if clocks.fallen(clock, now, stops(side), self._lag(side))
        ]
        return [side for _, side in sorted(late)]

    def away(self, here: Collection[int], *, returned: bool = False) -> list[int]:
        """The sides that must act, and have stayed away for as long as the pace allows.

        `here`: the sides whose pages are open; `returned`: all pages have had the time to come
        back after a restart.
        """
        now, stops = self._now(), self._stops()
        if self._paused is not None:
            return []
        return [
            side
            for side, clock in self._sides.items()
            if clock.running
            and side not in here
            and self._absence(clock, now, stops(side), returned=returned)
        ]

    def _absence(
        self, clock: SideClock, now: float, stops: Iterable[Stop], *, returned: bool
    ) -> bool:
        """Whether a side has been away for long enough, since it was there and had to act.

        After a restart pages need a while to come back.
        """
        away = clocks.spent(max(clock.seen, clock.began), now, stops)
        waited = clocks.spent(self._loaded, now, stops)
        back = returned or waited >= min(self.pace.absence, RETURN_SECONDS)
        return away >= self.pace.absence and back

    def claim(self, side: int, here: Collection[int]) -> tuple[list[int], str] | Refusal:
        """Against whom somebody may claim, and whether for `time` or `absence`; why not."""
        late = self.late()
        if side in late:
            return OWN_TIME_OVER
        if late:
            return late, "time"
        away = [other for other in self.away(here) if other != side]
        return (away, "absence") if away else (NOBODY_LATE if self.is_timed else NOBODY_AWAY)

    def give(self, side: int, other: int) -> Refusal | None:
        """Give another player time; why not, where that cannot be."""
        clock = self._sides.get(other)
        if clock is None or other == side or not self.pace.gift:
            return NO_GIFT
        if clock.remaining + self.pace.gift > MOST_GIVEN:
            return NO_GIFT
        if self.pace.at_once and other in self.late():
            return NO_GIFT
        self._sides[other] = clocks.given(clock, self.pace.gift)
        self._gifts[other] += 1
        return None

    def ask_pause(self, side: int, persons: Collection[int]) -> Refusal | None:
        """Want a pause; it begins when all persons want it."""
        if not self.is_timed:
            return NO_TIME
        if self._paused is not None or side not in self._sides:
            return PAUSED
        if self.late():
            return SOMEBODY_LATE
        self._sides[side] = replace(self._sides[side], wants_pause=True)
        if all(self._sides[one].wants_pause for one in persons if one in self._sides):
            now, stops = self._now(), self._stops()
            for one, clock in self._sides.items():
                self._sides[one] = clocks.paused(clock, now, stops(one))
            self._paused = now
        return None

    def go_on(self) -> Refusal | None:
        """End a pause, or decline one."""
        if self._paused is not None:
            now, stops = self._now(), self._stops()
            for one, clock in self._sides.items():
                self._sides[one] = clocks.resumed(clock, self._paused, now, stops(one))
            self._paused = None
            return None
        if not any(clock.wants_pause for clock in self._sides.values()):
            return NOT_PAUSED
        for one, clock in self._sides.items():
            self._sides[one] = replace(clock, wants_pause=False)
        return None

    def note_seen(self, sides: Collection[int]) -> None:
        """Keep that persons on some sides are there, or have just left. Errors: `NotSaved`."""
        now = self._now()
        for side in sides:
            if side in self._sides:
                self._sides[side] = replace(self._sides[side], seen=now)
                self._kept[side] = replace(self._kept[side], seen=now)
        with self._store.transaction(self._match) as db:
            for side in sides:
                db.execute(
                    "UPDATE side_clocks SET seen = ? WHERE match_id = ? AND side = ?",
                    (now, self._match, side),
                )

    # What is shown

    def shown(self, viewers: Collection[int]) -> dict[int, dict[str, Any]]:
        """The clocks as each viewer may know them: a message without number and time of now.

        `due` is a moment; of a clock that stands `remaining` says what is on it.
        """
        stops = self._stops()
        common = {
            "type": "clocks",
            "title": self.pace.title,
            "timed": self.is_timed,
            "at_once": self.pace.at_once,
            "low": LOW * (self.pace.first or 0.0),
            "gift": self.pace.gift,
            "absence": self.pace.absence,
            "paused": self._paused is not None,
            "wants_pause": [one for one, clock in self._sides.items() if clock.wants_pause],
        }
        return {
            viewer: common
            | {
                "sides": [
                    self._shown(clock, stops(side), own=side == viewer)
                    for side, clock in self._sides.items()
                ]
            }
            for viewer in viewers
        }

    def _shown(self, clock: SideClock, stops: list[Stop], *, own: bool) -> dict[str, Any]:
        if clock.veiled and not own:
            clock = clocks.started_again(clock)
            if self._paused is not None:
                clock = clocks.paused(clock, self._paused, stops)
        runs = clock.running and self.is_timed and self._paused is None
        due = clocks.due(clock, stops)
        between = [
            one for one in clocks.union(stops) if one.ended > clock.began and one.began < due
        ]
        return {
            "side": clock.side,
            "remaining": None if runs else round(clock.remaining, 3),
            "due": round(due, 3) if runs else None,
            "stops": [[*one] for one in between] if runs else [],
            "gifts": self._gifts[clock.side],
        }

    def now(self) -> float:
        """The time by which it goes."""
        return self._now()
