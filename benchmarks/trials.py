"""Agents by trials instead of seconds, so that what they do can be measured again anywhere."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

TRIALS: Final[Mapping[str, int]] = {
    "brigade": 4000,
    "takeover": 1000,
    "aggressor": 100,
    "malaya": 60,
}
"""What `search` makes of a turn in place of seconds, by system."""
USUAL_TRIALS: Final = 1000
"""The same for any other system."""


def by_trials(agent: str, trials: int) -> str:
    """The agent without seconds: with the trials that it names, or else with so many."""
    word, _, more = agent.partition(":")
    parts = more.split(",")
    kept = [part for part in parts if not part.startswith("time=")]
    if len(kept) == len(parts):
        return agent
    if not any(part.startswith("iterations=") for part in kept):
        kept.append(f"iterations={trials}")
    return f"{word}:{','.join(kept)}"
