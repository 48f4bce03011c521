"""The clocks of a match at a terminal: what is left to each side, and whose time is over.

They stand while no terminal and no server is open. Of sides that plan at the same time all run.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexfront.core.contract import Refusal
from hexfront.people.clocks import Stop, spent
from hexfront.people.timepiece import BEAT_SECONDS, Timepiece
from hexfront.people.timing import NOBODY_LATE, MatchClock
from hexfront.play.live import LiveMatch
from hexfront.play.storage.store import Store

NO_CLOCK: Final = Refusal("", "This match has no clock.")
HOUR: Final = 3600
DAY: Final = 24 * HOUR


class TerminalClocks:
    """Those of one match; nothing happens where it has none."""

    def __init__(self, store: Store, match_id: str) -> None:
        """Read the clocks. Errors: `NotSaved`."""
        self._timepiece = Timepiece(store)
        self._beaten = 0.0
        self.clock = MatchClock.read(store, match_id, self._timepiece.now)
        if self.clock is not None:
            self._timepiece.begin()

    def look(self, live: LiveMatch) -> bool:
        """Let who has no time left lose, where nobody has to claim it; whether that was so.

        Errors: `NotSaved`.
        """
        if self.clock is None:
            return False
        if self._timepiece.now() >= self._beaten + BEAT_SECONDS:
            self._timepiece.beat()
            self._beaten = self._timepiece.now()
        late = self.clock.late() if self.clock.pace.at_once and live.match.result is None else []
        if late:
            live.lose(late, "time", "")
        return bool(late)

    def claim(self, live: LiveMatch) -> Refusal | None:
        """Claim the win against those whose time is over; why not. Errors: `NotSaved`.

        Whoever sits here does it for the others: at one terminal the one to act is the late one.
        """
        if self.clock is None:
            return NO_CLOCK
        late = self.clock.late()
        return live.lose(late, "time", "") if late else NOBODY_LATE

    def line(self, viewer: int, titles: Sequence[str]) -> str:
        """What is left on each clock, as a viewer may know it; empty where none runs."""
        if self.clock is None or not self.clock.is_timed:
            return ""
        now, shown = self.clock.now(), self.clock.shown({viewer})[viewer]["sides"]
        parts = []
        for one in shown:
            due, stops = one["due"], [Stop(*stop) for stop in one["stops"]]
            left = one["remaining"] if due is None else spent(now, due, stops)
            words = time_words(left) if left > 0 else "time is over"
            stands = any(stop.began <= now < stop.ended for stop in stops)
            state = "" if due is None else " (on holiday)" if stands else " (runs)"
            parts.append(f"{titles[one['side']]} {words}{state}")
        return f"Time left: {', '.join(parts)}"


def time_words(seconds: float) -> str:
    """A time as clocks show it.

    >>> time_words(59.9), time_words(3725), time_words(2 * 86400 + 3600)
    ('0:59', '1:02:05', '2 d 1 h')
    """
    whole = max(0, int(seconds))
    if whole >= DAY:
        return f"{whole // DAY} d {whole % DAY // HOUR} h"
    minutes, rest = divmod(whole, 60)
    if whole >= HOUR:
        return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"
    return f"{minutes}:{rest:02}"
