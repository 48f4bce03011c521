"""What follows from game design data that are known already: counts, columns, neighbours."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol

from hexfront.systems.idahex.deck.language import Unknown
from hexfront.systems.idahex.deck.ranks import after, is_bottom


class Known(Protocol):
    """Data read so far."""

    def find(self, name: str, index: tuple[int, ...]) -> float | None:
        """A variable; None where it is not known."""

    def entries(self, name: str) -> list[tuple[int, int]]:
        """The keys and values of a variable that is a dictionary of whole numbers, in order."""


def need(known: Known, name: str, *index: int) -> int:
    """A variable that must be known. Errors: `Unknown`."""
    value = known.find(name, index)
    if value is None:
        written = f"({','.join(str(i) for i in index)})" if index else ""
        raise Unknown(f"{name}{written}")
    return value  # type: ignore[return-value]


def weapons(known: Known, side: int) -> int:
    """Types of weapons: nwep (IDX-2.2.2)."""
    return need(known, "nggwep", side) + need(known, "ngawep", side)


def equipment(known: Known, side: int) -> int:
    """Types of equipment: nequip (IDX-2.2.2)."""
    return weapons(known, side) + need(known, "ntrpt", side)


def materiel(known: Known, side: int) -> int:
    """Types of materiel: nmat (IDX-2.2.2)."""
    return equipment(known, side) + need(known, "nss", side)


def resources(known: Known, side: int) -> int:
    """Types of resources: nrs (IDX-2.2.2)."""
    return materiel(known, side) + need(known, "npers", side)


def support(known: Known, side: int) -> int:
    """Types of support resources: nsp (IDX-2.2.2)."""
    return need(known, "nss", side) + need(known, "npers", side)


def columns(known: Known) -> dict[int, int]:
    """poff: the column of the combat data for each posture (group 41)."""
    hold, leave, attack = (need(known, "npost", i) for i in (1, 2, 4))
    found = {}
    for posture in range(10, 20):
        found[posture] = posture - 9 if posture < 10 + hold else 1
    for posture in range(20, 30):
        found[posture] = hold + (posture - 19 if posture < 20 + leave else 1)
    for posture in range(40, 50):
        found[posture] = hold + leave + (posture - 39 if posture < 40 + attack else 1)
    for posture, column in known.entries("poff"):
        if posture in found:
            found[posture] = max(column, found[10 if posture < 30 else 40])
    return found


def column(known: Known, posture: int) -> int:
    """The column of the combat data for a posture: poff (group 41)."""
    found = columns(known)
    if posture not in found:
        raise Unknown(f"poff({posture})")
    return found[posture]


def defence_columns(known: Known) -> int:
    """The last column for hold and disengagement postures: kdp (group 48)."""
    return max(column for posture, column in columns(known).items() if posture < 30)


def attack_columns(known: Known) -> int:
    """The last column for attack postures: kap (group 47)."""
    return max(column for posture, column in columns(known).items() if posture >= 40)


def place_of_posture(_: Known, posture: int) -> int:
    """[kpost]: movement and attack postures share their places (section 7, glossary)."""
    return posture - 9 if posture < 40 else posture - 19


def is_active(known: Known, cell: int) -> bool:
    """Whether units can enter a cell: it exists, is no rank's last, and has an environment."""
    cells = need(known, "ncells")
    if not 1 <= cell <= cells or is_bottom(cell, cells, need(known, "nrank1")):
        return False
    return bool((known.find("basic_env", (cell,)) or 0) > 0)


def successor(known: Known, cell: int, which: int) -> int:
    """[successor]: below, upper right, lower right; -1 where either cell is inactive (IDX-2.1)."""
    if not is_active(known, cell):
        return -1
    other = after(cell, need(known, "nrank1"))[which - 1]
    return other if is_active(known, other) else -1


DERIVED: Final[dict[str, Callable[..., int]]] = {
    "nwep": weapons,
    "nequip": equipment,
    "nmat": materiel,
    "nrs": resources,
    "nsp": support,
    "poff": column,
    "kap": attack_columns,
    "kdp": defence_columns,
    "kpost": place_of_posture,
    "successor": successor,
}
"""Functions that expressions in the groups may use."""


def number(known: Known, name: str, index: tuple[int, ...]) -> int:
    """A variable, or what follows from others. Errors: `Unknown`."""
    if name in DERIVED:
        return DERIVED[name](known, *index)
    return need(known, name, *index)
