"""What a reader of forces has found."""

from __future__ import annotations

from dataclasses import dataclass, field

from hexfront.core.force_list import Force


@dataclass
class ReadForces:
    """Forces of another program."""

    title: str
    forces: list[Force]
    notes: list[str] = field(default_factory=list)
    """What was read and has no place here."""
    loyal: dict[str, str] = field(default_factory=dict)
    """Sides that belong to another side, both by name."""
