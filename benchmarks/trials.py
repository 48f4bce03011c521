"""What was measured of opponents: by trials instead of seconds, and of which behaviour, so that
it can be measured again anywhere and nobody takes old figures for new ones.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
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


OLD: Final = "measured before rules, opponents or a scenario were changed"
_FINGERPRINTS: Final = Path(__file__).with_name("fingerprints.json")


def fingerprint(system: str) -> str:
    """That of a system's behaviour as committed; empty for a system without one."""
    known: dict[str, str] = json.loads(_FINGERPRINTS.read_text(encoding="utf-8"))
    return known.get(system, "")


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
