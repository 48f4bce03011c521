"""The clocks of timed matches, told by the true time: what the server's own are compared with.

There are two for each side. The strict one charges all that may be charged, the lenient one only
what must be: between them lies what a killed process had not noted, and how far the machine's clock
was set. What the server shows of a side lies between them; nobody loses on time while the strict
one has some left, and nobody orders where the lenient one has none.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from typing import Any, Final, NamedTuple

from benchmarks.simulation.loop import Process, SimulatedLoop

from hexfront.people.paces import Pace, pace_data
from hexfront.people.timepiece import JUMP_SECONDS, Timepiece
from hexfront.people.timing import MatchClock
from hexfront.play.storage.store import Store
from hexfront.play.timing import Turns

BEAT_SECONDS: Final = 1.0
"""In place of the server's, since faults happen for some seconds alone."""
FLAG_SECONDS: Final = 3.0
"""In which the server ends a match whose time is over, where nothing hinders it."""
ROUNDED: Final = 0.01
"""What is shown is rounded."""
_FAST: Final = Pace(title="fast", about="", first=1.2, turn=0.3, most=1.6, gift=0.3, absence=0.3)
_SLOW: Final = Pace(title="slow", about="", first=3.0, turn=0.5, most=4.0, gift=0.5, absence=0.5)
_BY_HAND: Final = (_FAST, _SLOW)
PACES: Final = (*_BY_HAND, *(pace.model_copy(update={"flag": "at once"}) for pace in _BY_HAND))
Spent = Callable[[float, float], float]
"""(since, now) -> the seconds that are charged."""


@dataclass
class Life:
    """That of one process."""

    process: Process
    beaten: float
    """When it noted last that it lives, as it does while clocks run. A kill forgives the rest."""


class TrueTime:
    """How long there was a server. All moments are seconds since the simulation began."""

    def __init__(self, loop: SimulatedLoop) -> None:
        self.loop = loop
        self.lives: list[Life] = []
        self.rushes: list[tuple[float, float]] = []
        """When the server's clock was found ahead by too little for a stoppage, and by how much."""

    def most(self, since: float, now: float) -> float:
        """What may be charged: while a server ran, and what its clock has gone too fast."""
        rushed = sum(seconds for moment, seconds in self.rushes if since <= moment <= now)
        return rushed + sum(
            _overlap(life.process.began, life.process.ended, since, now) for life in self.lives
        )

    def least(self, since: float, now: float) -> float:
        """What must be charged: while a server ran and had noted it, or runs now."""
        ends = [None if life.process.alive else life.beaten for life in self.lives]
        return sum(
            _overlap(life.process.began, end, since, now)
            for life, end in zip(self.lives, ends, strict=True)
        )


def _overlap(began: float, ended: float | None, since: float, now: float) -> float:
    return max(0.0, (now if ended is None else min(ended, now)) - max(began, since))


class SimulatedTimepiece(Timepiece):
    """The time of one process; the true time knows of all of them."""

    def __init__(self, store: Store, time: TrueTime, process: Process) -> None:
        super().__init__(store, steady=time.loop.time)
        self._time = time
        self._life = Life(process, time.loop.now)
        time.lives.append(self._life)

    def beat(self) -> None:
        """As the server's own."""
        before, begins = self.now(), self._begins is not None
        noted = self._noted()
        try:
            super().beat()
        finally:  # also where it was killed after it has noted that
            after = self.now()
            if (seen := self._noted()) != noted:
                after, self._life.beaten = seen, self._time.loop.now
            if not begins and 0 < (rushed := after - before) <= JUMP_SECONDS:
                self._time.rushes.append((self._time.loop.now, rushed))

    def _noted(self) -> float:
        """When a process lived last, as far as that is kept."""
        rows = self._store.read("SELECT seen FROM heartbeat")
        return float(rows[0][0]) if rows else 0.0


@dataclass(frozen=True, slots=True)
class TrueClock:
    """The clock of a side, by one of both ways to charge."""

    left: float
    """Seconds on it; while it runs, those when it began to."""
    since: float | None = None
    """When it began to run; None while it stands."""
    credited: int = -1
    """The last time of the game whose turn has added something."""
    was: TrueClock | None = None
    """Before it began to run, or stopped, last: that can be taken back."""

    def left_at(self, now: float, spent: Spent) -> float:
        """Seconds left, less than 0 where they are over."""
        return self.left if self.since is None else self.left - spent(self.since, now)

    def started(self, now: float) -> TrueClock:
        """It begins to run."""
        return replace(self, since=now, was=replace(self, was=None))

    def stopped(self, left: float, pace: Pace | None, moment: int) -> TrueClock:
        """It stops with so much left, less than 0 where it is late; with a pace a turn ends."""
        kept = min(max(0.0, left), self.left)
        clock = replace(self, left=kept, since=None, was=self)
        if pace is None or left <= 0 or moment == self.credited:
            return clock
        most = kept + pace.turn if pace.most is None else min(kept + pace.turn, pace.most)
        return replace(clock, left=most, credited=moment) if most > kept else clock

    def taken_back(self) -> TrueClock:
        """As if the last time that it began to run, or stopped, had not been."""
        return self.was or self

    def anew(self, now: float, spent: Spent) -> TrueClock:
        """A pause begins: what has run is charged, whatever is taken back later."""
        if self.since is None:
            return self
        return replace(self, left=max(0.0, self.left_at(now, spent))).started(now)

    def resumed(self, since: float, now: float, spent: Spent) -> TrueClock:
        """A pause ends that has begun then: no clock has run, also where a stop is taken back."""
        if self.since is not None:
            return replace(self, since=now)
        if self.was is None or self.was.since is None:
            return self
        return replace(self, was=replace(self.was, left=self.was.left + spent(since, now)))

    def given(self, seconds: float) -> TrueClock:
        """Somebody has given it time."""
        was = None if self.was is None else self.was.given(seconds)
        return replace(self, left=self.left + seconds, was=was)


class Kept(NamedTuple):
    """What a transaction has kept of clocks."""

    turns: Turns
    lags: dict[int, float]
    """By side what is not charged of a run."""
    gifts: list[tuple[int, int]]
    """Who has given time to whom."""
    paused: bool
    """Whether the match is paused since then."""


@dataclass
class TrueClocks:
    """Those of a match."""

    pace: Pace
    sides: Collection[int]
    time: TrueTime
    seen: Callable[[int], float]
    """(side) -> when somebody looked from there last; now, where somebody does."""
    moment: int = -1
    changes: int = 0
    """That have been committed."""
    gifts: list[tuple[int, int]] = field(default_factory=list)
    losses: list[str] = field(default_factory=list)
    """Each `time`, `absence`, or `abandon` for either."""
    shown: dict[int, dict[str, Any]] = field(default_factory=dict)
    """By viewer the last message about them."""
    wrong: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        begun = TrueClock(self.pace.first or 0.0)
        self._strict = dict.fromkeys(self.sides, begun)
        self._lenient = dict.fromkeys(self.sides, begun)
        self._both = ((self._strict, self._most), (self._lenient, self._least))
        self._paused: float | None = None
        """Since when the match is paused."""

    def _most(self, since: float, now: float) -> float:
        return self.time.most(since, now if self._paused is None else self._paused)

    def _least(self, since: float, now: float) -> float:
        return self.time.least(since, now if self._paused is None else self._paused)

    @property
    def now(self) -> float:
        """Seconds since the simulation began."""
        return self.time.loop.now

    def runs(self, side: int) -> bool:
        """Whether the clock of a side runs."""
        return side in self._strict and self._strict[side].since is not None

    def left(self, side: int) -> tuple[float, float]:
        """At least and at most so much is left to a side."""
        least, most = (clocks[side].left_at(self.now, spent) for clocks, spent in self._both)
        return least, most

    def may_claim(self, side: int) -> int | None:
        """The number of changes so far, where the time of another side is surely over; else None.

        A side whose own time may be over claims nothing.
        """
        if self._paused is not None:
            return None
        lag = pace_data().lag
        late = [other for other in self.sides if self.runs(other) and self.left(other)[1] < -lag]
        own = self.left(side)[0] if self.runs(side) else 1.0
        return self.changes if late and side not in late and own > ROUNDED else None

    def away(self, side: int) -> float:
        """How long a side has been away since it must act."""
        since = self._strict[side].since
        return 0.0 if since is None else self._most(max(since, self.seen(side)), self.now)

    def follow(self, kept: Kept, *, ordered: bool) -> None:
        """A change of the match has been committed; `ordered`: by orders of a side."""
        if ordered and self.pace.at_once:
            self._check_order(kept)
        self.changes += 1
        self.gifts += kept.gifts
        for clocks, _ in self._both:
            for _, side in kept.gifts:
                clocks[side] = clocks[side].given(self.pace.gift)
        if kept.paused != (self._paused is not None):
            self._pause()
        for clocks, spent in self._both:
            self._follow(clocks, spent, kept)
        self.moment = kept.turns.moment

    def _pause(self) -> None:
        """A pause begins, or ends."""
        since, self._paused = self._paused, self.now if self._paused is None else None
        for clocks, spent in self._both:
            for side, clock in clocks.items():
                if since is None:
                    clocks[side] = clock.anew(self.now, spent)
                else:
                    clocks[side] = clock.resumed(since, self.now, spent)

    def _check_order(self, kept: Kept) -> None:
        """Who orders has time left, where the server ends a match at once."""
        side = kept.turns.side
        if self.runs(side):
            most = self.left(side)[1] + kept.lags.get(side, 0.0)
            if most < -ROUNDED:
                self.wrong.append(f"side {side} has ordered {-most:.3f} s after its time")

    def lost(self, way: str, side: int) -> None:
        """A side is out of the match: its time is really over, or it has really been away."""
        self.losses.append(way)
        least, away = self.left(side)[0], self.away(side)
        over, gone = least <= ROUNDED, away >= self.pace.absence - ROUNDED
        if not {"time": over, "absence": gone}.get(way, over or gone):
            self.wrong.append(
                f"side {side} is out by {way} with {least:.3f} s left, {away:.3f} s away"
            )

    def check_end(self, healed: float) -> None:
        """Where there were no faults for some seconds, whose time is over is out."""
        if not self.pace.at_once:
            return
        for side in self.sides:
            late = -self.left(side)[1] if self.runs(side) else 0.0
            if min(late, self.now - healed) > FLAG_SECONDS:
                self.wrong.append(f"the time of side {side} has been over for {late:.3f} s")

    def _follow(self, clocks: dict[int, TrueClock], spent: Spent, kept: Kept) -> None:
        """Let the clocks run of those who must act, by one of both ways to charge."""
        turns, now = kept.turns, self.now
        before = {side for side, clock in clocks.items() if clock.since is not None}
        after = {side for side in turns.waiting if side in clocks}
        # Who need not act can order only that the end of his turn is taken back.
        again = turns.side in after - before and (turns.undone or turns.moment == self.moment)
        passes = turns.moment != self.moment and not turns.undone
        for side in before if passes else before - after:
            clock = clocks[side]
            if again:
                clocks[side] = clock.taken_back()
                continue
            left = clock.left_at(now, spent) + kept.lags.get(side, 0.0)
            pace = self.pace if side == turns.side else None
            clocks[side] = clock.stopped(left, pace, self.moment)
        for side in after if passes else after - before:
            back = again and side == turns.side
            clocks[side] = clocks[side].taken_back() if back else clocks[side].started(now)


class SimulatedClock(MatchClock):
    """The clocks of a match in a process; the true ones are told of all that is kept of them."""

    truths: dict[str, TrueClocks]
    """By match, of those whose clocks are followed. Set by the world."""

    def __init__(self, store: Any, match_id: str, *args: Any) -> None:
        super().__init__(store, match_id, *args)
        self._simulated, self._given = store, list[tuple[int, int]]()
        self._truth = self.truths.get(match_id)

    def follow(self, turns: Turns) -> Callable[[Any], None]:
        """As the server's own."""
        lags = {side: min(lag, pace_data().lag) for side, lag in self.lags.items()}
        write, paused = super().follow(turns), self._paused is not None
        kept = Kept(turns, lags, self._given, paused)
        self._given = []

        def keep(db: Any) -> None:
            write(db)
            self._simulated.kept = None if self._truth is None else kept

        return keep

    def give(self, side: int, other: int) -> Any:
        """As the server's own."""
        refusal = super().give(side, other)
        if refusal is None:
            self._given.append((side, other))
        return refusal

    def shown(self, viewers: Collection[int]) -> dict[int, dict[str, Any]]:
        """As the server's own, and compared: each side is shown its own clock as it is."""
        shown, truth = super().shown(viewers), self._truth
        for viewer, message in shown.items() if truth is not None else ():
            truth.shown[viewer] = message
            for one in message["sides"]:
                if one["side"] != viewer:
                    continue  # others may not see that it stands
                left = one["remaining"] if one["due"] is None else one["due"] - self.now()
                least, most = truth.left(viewer)
                if not least - ROUNDED <= max(0.0, left) <= max(0.0, most) + ROUNDED:
                    bounds = f"{least:.3f} to {most:.3f}"
                    truth.wrong.append(f"side {viewer} is shown {left:.3f} s and has {bounds}")
        return shown
