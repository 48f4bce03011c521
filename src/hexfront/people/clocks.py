"""The arithmetic of clocks, and their rows: no web, and no clock of the machine.

A clock of a side runs while the side must act. It is a bank of seconds; a turn adds to it where it
was over before the time was. What stops all clocks of a server (it was down), or those of one
account (its holidays), are intervals: nothing is written when one begins or ends, times are worked
out around them. Moments are seconds since 1970, all other times seconds.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Final, NamedTuple

from hexfront.core.documents.strictjson import parse_json, write_json
from hexfront.people.paces import Pace
from hexfront.play.storage.database import Transaction
from hexfront.play.storage.store import Store


class Stop(NamedTuple):
    """A time in which a clock does not run."""

    began: float
    ended: float


@dataclass(frozen=True, slots=True)
class SideClock:
    """The clock of one side."""

    side: int
    remaining: float
    """Seconds left; while it runs, those when it began to."""
    running: bool = False
    began: float = 0.0
    """When it began to run, last."""
    allowed: float = 0.0
    """Seconds left at that time, and what has been given since."""
    gained: float = 0.0
    """What the end of that run added."""
    moment: int = -1
    """The last time of the game whose turn has added something; -1: none yet."""
    veiled: bool = False
    """Whether the others do not know yet that it has stopped: they still plan."""
    wants_pause: bool = False
    seen: float = 0.0
    """When the side was last there, as far as that was noted."""


class Deadline(NamedTuple):
    """When the time of a side that must act ends."""

    match_id: str
    side: int
    due: float
    """Seconds since 1970."""
    allowed: float
    """Seconds that it had when its turn began."""


# Time around stops


def union(stops: Iterable[Stop]) -> list[Stop]:
    """The same times as intervals that do not touch, in order."""
    found: list[Stop] = []
    for stop in sorted(stop for stop in stops if stop.ended > stop.began):
        if found and stop.began <= found[-1].ended:
            found[-1] = Stop(found[-1].began, max(found[-1].ended, stop.ended))
        else:
            found.append(stop)
    return found


def spent(began: float, now: float, stops: Iterable[Stop]) -> float:
    """Seconds that a clock has run since it began; never less than 0, whatever a clock says."""
    stopped = sum(max(0.0, min(stop.ended, now) - max(stop.began, began)) for stop in union(stops))
    return max(0.0, now - began - stopped)


def due_at(began: float, seconds: float, stops: Iterable[Stop]) -> float:
    """When a clock that began to run has run for so many seconds."""
    due = began + max(0.0, seconds)
    for stop in union(stops):
        if stop.ended > began and max(stop.began, began) <= due:
            due += stop.ended - max(stop.began, began)
    return due


# A clock from turn to turn


def started(clock: SideClock, now: float) -> SideClock:
    """It begins to run."""
    return replace(
        clock, running=True, began=now, allowed=clock.remaining, gained=0.0, veiled=False
    )


def stopped(
    clock: SideClock,
    now: float,
    stops: Sequence[Stop],
    *,
    pace: Pace | None = None,
    moment: int = -1,
    lag: float = 0.0,
) -> SideClock:
    """It stops, and `lag` of its run is not charged.

    `pace`: where the side itself has ended its turn. It adds what the pace says, once for each
    `moment` of the game and only where the time was not over.
    """
    run = max(0.0, spent(clock.began, now, stops) - lag)
    left, gained = max(0.0, clock.remaining - run), 0.0
    if pace is not None and moment != clock.moment and not fallen(clock, now, stops, lag):
        most = left + pace.turn if pace.most is None else min(left + pace.turn, pace.most)
        gained = max(0.0, most - left)
    return replace(
        clock,
        running=False,
        remaining=left + gained,
        gained=gained,
        moment=moment if gained else clock.moment,
    )


def started_again(clock: SideClock) -> SideClock:
    """Its side has taken the end of its turn back: it has run since, and nothing was added."""
    moment = -1 if clock.gained else clock.moment
    again = replace(clock, running=True, remaining=clock.allowed, gained=0.0, veiled=False)
    return replace(again, moment=moment)


def refunded(clock: SideClock) -> SideClock:
    """Another side has taken its turn back: the run is not charged."""
    return replace(clock, running=False, remaining=clock.allowed, veiled=False)


def given(clock: SideClock, seconds: float) -> SideClock:
    """Somebody has given it time."""
    return replace(clock, remaining=clock.remaining + seconds, allowed=clock.allowed + seconds)


def paused(clock: SideClock, now: float, stops: Sequence[Stop]) -> SideClock:
    """All clocks are stopped for a while: what has run is charged."""
    if not clock.running:
        return clock
    left = max(0.0, clock.remaining - spent(clock.began, now, stops))
    return replace(clock, remaining=left, began=now)


def resumed(clock: SideClock, then: float, now: float, stops: Sequence[Stop]) -> SideClock:
    """They go on; `then`: since when they have been stopped."""
    clock = replace(clock, wants_pause=False, seen=max(clock.seen, now))
    if clock.running:
        return replace(clock, began=now, allowed=clock.remaining)
    # Should its turn be taken back, it has run until the pause, and from now on.
    left = max(0.0, clock.allowed - spent(clock.began, then, stops))
    return replace(clock, began=now, allowed=left)


def due(clock: SideClock, stops: Iterable[Stop]) -> float:
    """When the time of a clock that runs is over."""
    return due_at(clock.began, clock.remaining, stops)


def fallen(clock: SideClock, now: float, stops: Iterable[Stop], lag: float = 0.0) -> bool:
    """Whether the time of a clock that runs is over."""
    return clock.running and now >= due(clock, stops) + lag


# Rows

_COLUMNS: Final = (
    "side, remaining, running, began, allowed, gained, moment, veiled, wants_pause, seen"
)


def create_clocks(
    db: Transaction, match_id: str, pace: Pace, sides: Iterable[int], now: float
) -> None:
    """Give the persons on some sides of a new match clocks of a pace, in a transaction.

    Without a time to begin with there are rows all the same: somebody may stay away.
    """
    db.execute(
        "INSERT INTO match_clocks VALUES (?, ?, ?, NULL) ON CONFLICT (match_id) DO NOTHING",
        (match_id, write_json(pace.model_dump()), int(pace.at_once)),
    )
    for side in sides:
        db.execute(
            "INSERT INTO side_clocks (match_id, side, remaining, allowed, seen)"
            " VALUES (?, ?, ?, ?, ?) ON CONFLICT (match_id, side) DO NOTHING",
            (match_id, side, pace.first or 0.0, pace.first or 0.0, now),
        )


def read_pace(store: Store, match_id: str) -> tuple[Pace, float | None] | None:
    """The pace of a match, and since when it is paused; None where it has none."""
    rows = store.read("SELECT pace, paused FROM match_clocks WHERE match_id = ?", (match_id,))
    return (_pace(rows[0][0]), rows[0][1]) if rows else None


def read_clocks(store: Store, match_id: str) -> dict[int, SideClock]:
    """The clocks of a match by side. Errors: `NotSaved`."""
    query = f"SELECT {_COLUMNS} FROM side_clocks WHERE match_id = ? ORDER BY side"
    return {row[0]: _clock(row) for row in store.read(query, (match_id,))}


def write_clocks(db: Transaction, match_id: str, clocks: Iterable[SideClock]) -> None:
    """Keep clocks that have changed, in the transaction of what changes them."""
    names = [name for name in _COLUMNS.split(", ") if name != "side"]
    for clock in clocks:
        values = [getattr(clock, name) for name in names]
        plain = [int(value) if isinstance(value, bool) else value for value in values]
        db.execute(
            f"UPDATE side_clocks SET {', '.join(f'{name} = ?' for name in names)}"
            " WHERE match_id = ? AND side = ?",
            (*plain, match_id, clock.side),
        )


def stops_of(store: Store, match_id: str, pace: Pace, since: float) -> dict[int, list[Stop]]:
    """What stops the clock of each side of a match after a time; at -1 that of all others."""
    everywhere = [
        Stop(*row)
        for row in store.read("SELECT began, ended FROM stoppages WHERE ended > ?", (since,))
    ]
    found = {-1: everywhere}
    if pace.holidays:
        for side, began, ended in store.read(
            "SELECT side, began, ended FROM holidays JOIN account_seats USING (account)"
            " WHERE match_id = ? AND ended > ?",
            (match_id, since),
        ):
            found.setdefault(side, list(everywhere)).append(Stop(began, ended))
    return found


def deadlines(
    store: Store, *, at_once: bool = False, before: float | None = None
) -> list[Deadline]:
    """When the time of each side that must act ends, the next first. Errors: `NotSaved`.

    Of matches that go on and are not paused. `at_once`: only where the server ends the game then.
    `before`: only until that moment.
    """
    rows = store.read(
        "SELECT match_clocks.match_id, pace, side, remaining, began, allowed"
        " FROM side_clocks JOIN match_clocks ON match_clocks.match_id = side_clocks.match_id"
        " JOIN matches ON matches.id = side_clocks.match_id"
        " WHERE running = 1 AND over = 0 AND paused IS NULL AND at_once >= ?"
        " AND began + remaining <= ?",
        (int(at_once), 1e18 if before is None else before),
    )
    paces = {text: _pace(text) for text in {row[1] for row in rows}}
    timed = [row for row in rows if paces[row[1]].first is not None]
    if not timed:
        return []
    since = min(row[4] for row in timed)
    everywhere = stops_of(store, "", paces[timed[0][1]], since)[-1]
    free: dict[tuple[str, int], list[Stop]] = {}
    for match, side, began, ended in store.read(
        "SELECT match_id, side, began, ended FROM holidays JOIN account_seats USING (account)"
        " WHERE ended > ?",
        (since,),
    ):
        free.setdefault((match, side), []).append(Stop(began, ended))
    found = []
    for match, text, side, remaining, began, allowed in timed:
        own = free.get((match, side), []) if paces[text].holidays else []
        moment = due_at(began, remaining, [*everywhere, *own])
        if before is None or moment <= before:
            found.append(Deadline(match, side, moment, allowed))
    return sorted(found, key=lambda one: (one.due, one.match_id, one.side))


def unclaimed(store: Store, now: float) -> list[str]:
    """Rated matches with machines alone whose person may be late, or away for long enough.

    Nobody could claim it. May be: what has stopped clocks is not looked at. Errors: `NotSaved`.
    """
    rows = store.read(
        "SELECT match_clocks.match_id, match_clocks.pace, remaining, began, seen"
        " FROM side_clocks JOIN match_clocks ON match_clocks.match_id = side_clocks.match_id"
        " JOIN matches ON matches.id = side_clocks.match_id"
        " JOIN match_terms ON match_terms.match_id = side_clocks.match_id"
        " WHERE rated = 1 AND over = 0 AND paused IS NULL AND at_once = 0 AND running = 1"
        " AND (SELECT count(*) FROM seats WHERE seats.match_id = side_clocks.match_id"
        " AND seats.side >= 0 AND kind = 'person') = 1 ORDER BY match_clocks.match_id"
    )
    found = []
    for match, text, remaining, began, seen in rows:
        pace = _pace(text)
        late = pace.first is not None and began + remaining <= now
        if late or max(began, seen) + pace.absence <= now:
            found.append(str(match))
    return found


def _pace(text: Any) -> Pace:
    return Pace.model_validate(parse_json(text, "the pace of a match"))


def _clock(row: Sequence[Any]) -> SideClock:
    side, remaining, running, began, allowed, gained, moment, veiled, wants, seen = row
    times = (float(began), float(allowed), float(gained))
    return SideClock(
        side, float(remaining), bool(running), *times, moment, bool(veiled), bool(wants), seen
    )
