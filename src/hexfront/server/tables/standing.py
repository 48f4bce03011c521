"""Orders that stand: given for a seat again and again, so that time runs fast.

A page whose system has a clock lets time run by one request. Whoever must act is then
served here, in the same loop in which machines act, until something is told to the seat
at which one wants to stop, until a time, or until the page says so or leaves.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Final

from hexfront.core.documents.strictjson import Json
from hexfront.play.live import LiveMatch
from hexfront.server.tables.client import Client
from hexfront.server.wire.frames import Run

SHOWN_SECONDS: Final = 0.2
"""At least so long from one picture of time that runs to the next."""
AT_ONCE: Final = 8
"""Orders that are given in one visit to the match, at most."""
AT_A_TIME: Final = 32
"""Orders that are given while time stands, at most: such an order does not let time run."""


@dataclass(slots=True)
class StandingOrder:
    """What a seat has let run."""

    client: Client
    seat: int
    order: int
    until: float | None
    stops: bool
    told: int
    """Entries of the log that the seat had been told before."""
    shown: float = 0.0
    moment: int = -1
    """The time of the game at which it was given last."""
    given: int = 0
    """How often at that time."""
    ended: str = ""
    """Why it has ended; "" while it goes on."""

    @classmethod
    def of(cls, client: Client, frame: Run, live: LiveMatch) -> StandingOrder:
        """What a request lets run."""
        told = len(live.match.logs[frame.seat])
        order = frame.order if frame.order is not None else 0
        return cls(client, frame.seat, order, frame.until, frame.stops, told)

    @property
    def quiet(self) -> bool:
        """Whether screens have been shown something a moment ago; where not, they are now."""
        now = time.monotonic()
        if now - self.shown < SHOWN_SECONDS:
            return True
        self.shown = now
        return False

    def _end(self, live: LiveMatch) -> str:
        """Why it ends now; "" while it goes on."""
        match, seat = live.match, self.seat
        if match.result is not None:
            return "over"
        entries = match.log_entries(seat, self.told)
        self.told += len(entries)
        if self.stops and any(entry.stops for entry in entries):
            return "event"
        if self.until is not None and match.decision.time >= self.until:
            return "time"
        return ""

    def serve(self, live: LiveMatch) -> None:
        """Give the order while the seat must act, until it ends."""
        for _ in range(AT_ONCE):
            self.ended = self._end(live)
            if self.ended or self.seat not in live.match.decision.sides:
                return
            stands = self._stands(live.match.decision.time)
            if stands or live.give_standing(self.seat, self.order) is not None:
                self.ended = "refused"
                return
        self.ended = self._end(live)

    def _stands(self, moment: int) -> bool:
        """Whether time has stood for too many orders."""
        if moment != self.moment:
            self.moment, self.given = moment, 0
        self.given += 1
        return self.given > AT_A_TIME


def ran(why: str, seat: int) -> dict[str, Json]:
    """Tells a page that what it let run has ended."""
    return {"type": "ran", "seat": seat, "why": why}
