"""A match as it was: for stepping through it, live or finished.

Moments are numbered by what the viewer had been told, never by steps: the
number of steps would tell of the orders that others have given unseen.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from hexfront.core.contract import View
from hexfront.core.errors import InputError
from hexfront.core.events import EventLog
from hexfront.play.match import Match

SPACING: Final = 64
"""Steps between two states that are kept."""
MOST_KEPT: Final = 64
"""States; those of the oldest moments go first, but never the start."""


class History:
    """The past of one match."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self._kept: dict[int, Any] = {0: match.rules.start()}
        self._digests: dict[int, str] = {}

    def view(self, viewer: int, log_length: int) -> View:
        """What a viewer knew when it had been told so many things; 0 is the start.

        Errors: `InputError`.
        """
        entries = self._match.logs[viewer]
        if not 0 <= log_length <= len(entries):
            raise InputError.at("moment: log_length", log_length, f"0 to {len(entries)}")
        # What was told by other rules lies behind the last step that these give.
        steps = len(self._match.journal.steps)
        number = min(entries[log_length - 1].step, steps) if log_length else 0
        return self._match.rules.view(self._state(number), viewer)

    def position(self, side: int, step: int) -> tuple[View, Sequence[int]]:
        """What a side knew after a step, and what it could order. After the end of the match."""
        rules, state = self._match.rules, self._state(step)
        return rules.view(state, side), rules.choices(state, side)

    def at_last_order(self, side: int) -> View:
        """What a side knew when it gave its last order; without one, at the start."""
        steps = self._match.journal.steps
        number = next((n for n in range(len(steps) - 1, -1, -1) if steps[n].actor == side), 0)
        return self._match.rules.view(self._state(number), side)

    def _state(self, number: int) -> Any:
        """The state after a step."""
        journal, rules = self._match.journal, self._match.rules
        # Orders may have been taken back since a state was kept.
        for kept in [k for k, d in self._digests.items() if journal.digests[k - 1 : k] != [d]]:
            del self._kept[kept], self._digests[kept]
        start = max(kept for kept in self._kept if kept <= number)
        state = self._kept[start].copy()
        log = EventLog()
        for here in range(start, number):
            log.clear()
            rules.apply(state, journal.steps[here], log)
            if (here + 1) % SPACING == 0:
                self._kept[here + 1] = state.copy()
                self._digests[here + 1] = journal.digests[here]
                if len(self._digests) > MOST_KEPT:
                    oldest = min(self._digests)
                    del self._kept[oldest], self._digests[oldest]
        return state
