"""How things stand at a heading of the log: screens make reports of the time between of it."""

from __future__ import annotations

from typing import NotRequired, TypedDict


class DigestRow(TypedDict):
    """One line of a report."""

    group: str
    """What it is about, such as losses; rows of a group stand together."""
    caption: str
    value: float | str
    side: NotRequired[int]
    """Whose it is."""
    running: NotRequired[bool]
    """Whether the value is of all time, so that the difference to the last report is told."""
