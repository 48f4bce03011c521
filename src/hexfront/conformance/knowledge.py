"""What leaves for a viewer, and how many pairs of states were compared for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from hexfront.conformance.learners import learners_view
from hexfront.conformance.snapshot import payload
from hexfront.core.contract import Rules, Step
from hexfront.core.events import Event, EventLog
from hexfront.core.system import System


@dataclass(frozen=True)
class Pairs:
    """How many pairs of states were compared."""

    compared: int = 0
    different: int = 0
    """Pairs whose states really differ: without any, nothing hidden was examined."""

    def __add__(self, other: Pairs) -> Pairs:
        return Pairs(self.compared + other.compared, self.different + other.different)


def known_to(
    system: System, rules: Rules[Any], state: Any, viewer: int, *, offers: bool = True
) -> str:
    """Everything that leaves for a viewer at a position: the JSON that is sent, and arrays.

    Of the arrays of learners and of the packed view there are hashes. Offers are computed from
    the view alone, and often cost more than all the rest; so not every pair compares them.
    """
    view = rules.view(state, viewer)
    choices = [int(code) for code in rules.choices(state, viewer)] if viewer >= 0 else []
    learners = learners_view(system, rules) if viewer >= 0 else None
    arrays = learners.digests(state, viewer) if learners else None
    return payload([view, choices, list(rules.offers(view)) if offers else None, arrays])


def events_for(rules: Rules[Any], events: Sequence[Event], viewer: int) -> list[Event]:
    """What a viewer may know of events."""
    known = (rules.redact(event, viewer) for event in events)
    return [event for event in known if event is not None]


def after_step(rules: Rules[Any], state: Any, step: Step) -> tuple[Any, list[Event]]:
    """A copy of a state after a step, and the events of the step."""
    after = state.copy()
    log = EventLog(256)
    rules.apply(after, step, log)
    return after, log.events()
