"""What is played back: events one after another, each with the view after it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from hexfront.core.contract import LogEntry

SPEEDS: Final = (2.0, 1.2, 0.7, 0.35, 0.12)
"""Seconds an event."""


class PlaybackQueue:
    """A place in a row of numbered entries."""

    def __init__(self, entries: Sequence[tuple[int, LogEntry]], *, paused: bool = False) -> None:
        self.entries = list(entries)
        self.at = len(self.entries) - 1 if paused else 0
        self.paused = paused

    @property
    def number(self) -> int:
        """How many things had been told then."""
        return self.entries[self.at][0]

    @property
    def entry(self) -> LogEntry:
        """What is shown now."""
        return self.entries[self.at][1]

    def step(self, by: int) -> bool:
        """Go on or back; whether there was something."""
        there = self.at + by
        if not 0 <= there < len(self.entries):
            return False
        self.at = there
        return True
