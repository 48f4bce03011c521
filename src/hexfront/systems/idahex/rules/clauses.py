"""The clauses of IDAHEX, by the manual's section numbers, and their places in the rulebook.

An event names its clause by its place, counted from 1.
"""

from __future__ import annotations

from typing import Final

SECTIONS: Final = (
    *("2.1", "2.2", "2.2.1", "2.2.2", "2.3"),
    *("3.1", "3.2", "3.2.1", "3.2.2", "3.2.3", "3.2.3.1", "3.2.3.2"),
    *("3.2.4", "3.2.4.1", "3.2.4.2", "3.2.5", "3.2.5.1", "3.2.5.2", "3.2.6", "3.2.7", "3.2.8"),
    *("3.3", "3.3.1", "3.3.2", "3.3.3", "3.3.4", "3.3.5", "3.3.6", "3.3.7"),
    *("4.1", "4.2", "4.2.1", "4.2.2"),
    *("5", "5.1", "5.1.1", "5.1.2", "5.1.3", "5.2", "5.3"),
    *("5.4", "5.4.1", "5.4.2", "5.4.3", "5.4.4", "5.4.5", "5.4.6"),
    *("6", "7", "8"),
)
GROUPS: Final = 96
"""Data groups of section 9.1."""
IDS: Final = tuple(f"IDX-{s}" for s in SECTIONS) + tuple(f"IDX-G{g + 1}" for g in range(GROUPS))


def place_of(section: str) -> int:
    """The place of a section in the rulebook, counted from 1."""
    return SECTIONS.index(section) + 1


# For kernels, which need plain numbers
AREA_OF_WAR: Final = place_of("2.1")
TIME: Final = place_of("2.3")
SEQUENCE: Final = place_of("3.1")
MARCH: Final = place_of("3.2.3")
AIR_MOVEMENT: Final = place_of("3.2.4")
DISENGAGING: Final = place_of("3.2.5")
PURSUIT: Final = place_of("3.3.1")
ATTACKING: Final = place_of("3.3.2")
SECURITY_FORCE: Final = place_of("3.3.3")
COUNTERATTACK: Final = place_of("3.3.4")
ACTIVATION: Final = place_of("3.3.5")
TERMINATION: Final = place_of("3.3.7")
MISSION: Final = place_of("4.1")
TRANSFER: Final = place_of("4.2.1")
DELIVERY: Final = place_of("4.2.2")
LOSSES: Final = place_of("5.1.3")
FEBA_MOVES: Final = place_of("5.2")
RETREAT: Final = place_of("5.3")
AIR_SUPPORT: Final = place_of("6")
CONSUMPTION: Final = place_of("7")
