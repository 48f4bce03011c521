"""What time is left to whom."""

from __future__ import annotations

from typing import NamedTuple

from hexfront.play.storage.database import Database


class Deadline(NamedTuple):
    """When the time of a side that must act ends."""

    match_id: str
    side: int
    due: float
    """Seconds since 1970 at which the side's time ends."""
    allowed: float
    """Seconds that it had when its turn began."""


def deadlines(store: Database) -> list[Deadline]:
    """Those of all matches that go on: none, since no clock runs yet. Errors: `NotSaved`."""
    del store
    return []
