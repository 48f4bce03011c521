"""Breakout: a ship that its enemies do not see, on nineteen hexes."""

from __future__ import annotations

from pathlib import Path

from breakout.rules import BreakoutRules
from hexfront.mechanics.plain import plain_system

SYSTEM = plain_system(
    "breakout",
    "Breakout",
    "A raider slips past two hunters who do not see it.",
    sides=("Raider", "Hunters"),
    folder=Path(__file__).parent,
    rules=BreakoutRules,
)
