"""What cannot be taken back, and why."""

from __future__ import annotations

from hexfront.core.contract import Refusal
from hexfront.systems.aggressor.rules import combat, movement, special
from hexfront.systems.aggressor.rules import observation as knowledge


def irrevocable(what: object) -> Refusal | None:
    """Why an order that led to an event cannot be taken back; None where it can."""
    if isinstance(what, movement.Blocked):
        return Refusal("AGR-19", "it has shown an enemy that was not seen before")
    if isinstance(what, knowledge.ContactMade):
        return Refusal("AGR-19", "it has brought an enemy in sight")
    if isinstance(what, movement.Moved) and what.taught:
        return Refusal("AGR-19", "it has shown that hexes out of sight were free of enemies")
    if isinstance(what, special.Reconnoitred):
        return Refusal("AGR-30", "the flight has shown who stands along its way")
    if isinstance(what, combat.Contaminated):
        return Refusal("AGR-33", "the missiles are launched")
    if isinstance(what, combat.Retreated):
        return Refusal("AGR-27", "it has shown which hexes beside the defender were free")
    return None
