"""What cannot be taken back, and why."""

from __future__ import annotations

from hexfront.core.contract import Refusal
from hexfront.systems.brigade.rules import movement, turn


def irrevocable(what: object, plotted: bool) -> Refusal | None:
    """Why an order that led to an event cannot be taken back; None where it can."""
    if isinstance(what, movement.Detected):
        return Refusal("BRG-28", "a unit has been identified by it")
    if isinstance(what, turn.StageBegins) and plotted:
        return Refusal("BRG-9", "both plans have been carried out since")
    return None
