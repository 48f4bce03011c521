"""The names that the indices of a deck have in a war file, and its tables gone through.

An axis is one index of a variable: the words of `tables`, such as
`ground` for the ground-to-ground weapons of the side at hand, or `enemy_ground`
for those of the other.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from hexfront.systems.idahex.deck.statements import Flat
from hexfront.systems.idahex.warfile.tables import (
    CATEGORIES,
    CLASSES,
    SIDES,
    WORDS,
    CurveField,
    Field,
    Steps,
)

_SPANS: Final = {
    "ground": (0, 1),
    "weapon": (0, 2),
    "equipment": (0, 3),
    "materiel": (0, 4),
    "resource": (0, 5),
    "supply": (3, 4),
    "support": (3, 5),
    "personnel": (4, 5),
}
"""The categories of an axis: the first, and the one after the last (IDX-2.2.2)."""
_POSTURES: Final = (
    "movement",
    "attack_posture",
    "defence_posture",
    "attack_column",
    "defence_column",
)


@dataclass
class Labels:
    """Names by axis, in the order of the deck."""

    resources: tuple[list[list[str]], list[list[str]]]
    """By side and category."""
    environments: list[str]
    routes: list[str]
    barriers: list[str]
    kinds: list[str]
    """Of the types of units."""
    sides: list[int]
    """Of the types of units: 0 Red, 1 Blue."""
    aircraft: tuple[list[str], list[str]]
    air_weapons: tuple[list[str], list[str]]
    npost: Sequence[int] = (1, 1, 1, 1)
    columns: Mapping[int, int] = field(default_factory=dict)
    """Of the combat data, by posture (group 41)."""

    def of(self, axis: str, side: int) -> list[str]:
        """The names of an axis for a side."""
        if axis.startswith("enemy_"):
            return self.of(axis.removeprefix("enemy_"), 1 - side)
        if axis in _SPANS:
            start, stop = _SPANS[axis]
            return [name for names in self.resources[side][start:stop] for name in names]
        if axis in _POSTURES:
            return self._postures(axis)
        by_axis = {
            "environment": self.environments,
            "route": self.routes,
            "barrier": self.barriers,
            "aircraft": self.aircraft[side],
            "air_weapon": self.air_weapons[side],
            "class3": list(CLASSES[:3]),
            "class4": list(CLASSES),
        }
        return by_axis[axis]

    def _postures(self, axis: str) -> list[str]:
        hold, leave, move, attack = self.npost
        defence = [*range(10, 10 + hold), *range(20, 20 + leave)]
        ranges = {
            "movement": range(30, 30 + move),
            "attack_posture": range(40, 40 + attack),
            "defence_posture": defence,
        }
        if axis in ranges:
            return [str(posture) for posture in ranges[axis]]
        is_defence = axis == "defence_column"
        last = max((c for p, c in self.columns.items() if (p < 30) == is_defence), default=0)
        own = {*defence, *ranges["attack_posture"]}
        found: dict[int, int] = {}
        for posture in sorted(self.columns, key=lambda p: (p not in own, p)):
            found.setdefault(self.columns[posture], posture)
        return [str(found[c]) if c in found else f"column {c}" for c in range(1, last + 1)]

    def column_default(self, axis: str, label: str) -> float | None:
        """0 for columns of groups 47 and 50 that are read and belong to no attack posture."""
        if axis != "attack_column":
            return None
        used = {self.columns[p] for p in range(40, 50)}
        column = self.of(axis, 0).index(label) + 1
        return None if column in used else 0.0

    def owners(self, kind: str, side: int | None) -> list[int]:
        """The numbers, from 0, of the owners of a kind; those of a side where it has sides."""
        if kind in ("resource", "equipment"):
            return list(range(len(self.of(kind, side or 0))))
        if kind == "type":
            return list(range(len(self.kinds)))
        return list(range(len(self.environments if kind == "environment" else self.barriers)))

    def all_owners(self, kind: str) -> list[tuple[int, int]]:
        """The sides and numbers of all owners of a kind; the side is 0 where there is none."""
        if kind == "war":
            return [(0, 0)]
        if kind == "side":
            return [(0, 0), (1, 0)]
        if kind in ("resource", "equipment"):
            return [(side, own) for side in (0, 1) for own in self.owners(kind, side)]
        is_type = kind == "type"
        return [(self.sides[own] if is_type else 0, own) for own in self.owners(kind, 0)]

    def steps(self, kind: str, side: int, own: int) -> Steps:
        """Where an owner stands in the document."""
        if kind == "war":
            return ()
        if kind == "side":
            return (SIDES[side],)
        if kind == "type":
            return ("types", own)
        if kind in ("environment", "barrier"):
            return ("map", f"{kind}s", own)
        for category, names in zip(CATEGORIES, self.resources[side], strict=True):
            if own < len(names):
                return (SIDES[side], category, own)
            own -= len(names)
        raise IndexError(own)


def key_of(axis: str, key: str) -> str:
    """A key with a posture's word as its number."""
    return str(WORDS[key]) if axis in _POSTURES and key in WORDS else key


Leaf = Callable[[Flat, int, int, tuple[str, ...]], Any]
"""(places counted from 0, side, owner, names of the free axes) -> what stands there."""


def build(
    entry: Field | CurveField,
    labels: Labels,
    leaf: Leaf,
    *,
    side: int = 0,
) -> Any:
    """The nested lists of a variable, in the order of the deck."""

    def level(at: int, places: Flat, side: int, own: int, names: tuple[str, ...]) -> Any:
        if at == len(entry.axes):
            return leaf(places, side, own, names)
        axis = entry.axes[at]
        if axis == "side":
            return [level(at + 1, (*places, s), s, own, names) for s in (0, 1)]
        if axis == "*":
            return [
                level(
                    at + 1,
                    (*places, one),
                    labels.sides[one] if entry.owner == "type" else side,
                    one,
                    names,
                )
                for one in labels.owners(entry.owner, side)
            ]
        return [
            level(at + 1, (*places, n), side, own, (*names, name))
            for n, name in enumerate(labels.of(axis, side))
        ]

    return level(0, (), side, 0, ())


def steps_to(
    entry: Field | CurveField, labels: Labels, places: Sequence[int], side: int
) -> tuple[Steps, tuple[str, ...]]:
    """Where the owner of a value stands and the names of its free axes, by places from 0."""
    own, names = 0, []
    for axis, place in zip(entry.axes, places, strict=False):
        if axis == "side":
            side = place
        elif axis == "*":
            own = place
            side = labels.sides[place] if entry.owner == "type" else side
        else:
            names.append(labels.of(axis, side)[place])
    return labels.steps(entry.owner, side, own), tuple(names)


def size(entry: Field | CurveField, labels: Labels) -> int:
    """How many values a variable has, or more: the larger side counts for both."""
    count = 1
    for axis in entry.axes:
        if axis == "side":
            count *= 2
        elif axis == "*":
            count *= max(len(labels.owners(entry.owner, side)) for side in (0, 1))
        else:
            count *= max(len(labels.of(axis, side)) for side in (0, 1))
    return count
