"""Units as a viewer knows them, and where they could go, reckoned from a view alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from hexfront.core.contract import UMPIRE, View
from hexfront.systems.aggressor.state import (
    DUG,
    FROZEN,
    FULL_RANGE,
    HALTED,
    HEXES,
    IDENTIFIED,
    MOVED,
    NEIGHBOUR,
    NO_TYPE,
    PLACE,
    RANGE,
    ROUGH,
    SPECIAL,
    STRENGTH,
    TYPE,
    TYPES,
    Setting,
)

Ways = dict[int, tuple[int, ...]]
"""The way to each hex, both ends included."""


class Piece(NamedTuple):
    """A unit as the viewer knows it; what is not known is taken at its most."""

    id: str
    side: int
    place: int
    kind: int
    range: int
    strength: int
    dug: bool
    own: bool
    level: int
    moved: int
    """Hexes moved this turn; as many as the range where it may move no more."""


class Field(NamedTuple):
    """What is in the way of units."""

    pieces: tuple[Piece, ...]
    taken: frozenset[int]
    """Hexes with a unit."""
    foes_beside: tuple[dict[int, set[int]], dict[int, set[int]]]
    """For each side: by hex, the hexes of enemies beside it (AGR-12)."""
    dirty: frozenset[int]
    """Contaminated hexes."""


NO_FOES: Final[set[int]] = set()


class Reach:
    """Where units could go on one map."""

    def __init__(self, setting: Setting) -> None:
        ground = setting.ground
        self._off = int(ground.rules[HEXES])
        self._types = ground.types.tolist()
        self._index = setting.index_of
        self._rough: list[int] = ground.hexes[: self._off, ROUGH].tolist()
        near = ground.hexes[: self._off, NEIGHBOUR : NEIGHBOUR + 6].tolist()
        self._near = [[there for there in row if there != self._off] for row in near]

    def around(self, place: int) -> list[int]:
        """The neighbours of a hex."""
        return self._near[place]

    def pieces(self, view: View) -> Iterator[Piece]:
        """All units on the map that the viewer knows."""
        prefixes = ("w", "e") if view.viewer == UMPIRE else ("", "")
        for side, rows in enumerate(view.facts["units"]):
            for number, row in enumerate(rows or (), 1):
                if row[PLACE] != self._off:
                    over = row[HALTED] + row[SPECIAL] + row[FROZEN] > 0
                    yield Piece(
                        f"{prefixes[side]}{number}",
                        side,
                        row[PLACE],
                        row[TYPE],
                        row[RANGE],
                        row[STRENGTH],
                        row[DUG] == 1,
                        True,
                        IDENTIFIED,
                        max(row[RANGE], 1) if over else row[MOVED],
                    )
        for number, place, level, kind, _ in view.facts["contacts"]:
            kinds = range(TYPES) if kind == NO_TYPE else (kind,)
            most = max(int(self._types[each][FULL_RANGE]) for each in kinds)
            side = 1 - view.viewer
            yield Piece(f"c{number}", side, place, kind, most, 1, False, False, level, 0)

    def field(self, view: View) -> Field:
        """What is in the way of units, as far as the viewer knows."""
        pieces = tuple(self.pieces(view))
        beside: tuple[dict[int, set[int]], dict[int, set[int]]] = ({}, {})
        for piece in pieces:
            for near in self._near[piece.place]:
                beside[1 - piece.side].setdefault(near, set()).add(piece.place)
        dirty = frozenset(self._index[label] for label in view.facts["contaminated"])
        return Field(pieces, frozenset(piece.place for piece in pieces), beside, dirty)

    def ways(self, field: Field, piece: Piece, moved: int) -> Ways:
        """Where a unit could go when it has moved so many hexes (AGR-9 to AGR-12).

        Known units are in the way, and halt it; contamination costs range (AGR-10).
        """
        foes = field.foes_beside[piece.side]
        found: Ways = {}
        best = {piece.place: piece.range}
        front: dict[int, tuple[int, tuple[int, ...]]] = {piece.place: (piece.range, (piece.place,))}
        while front:
            after: dict[int, tuple[int, tuple[int, ...]]] = {}
            for here, (reach, way) in front.items():
                if not self._may_leave(here, reach, moved):
                    continue
                zones = foes.get(here, NO_FOES)
                for there in self._near[here]:
                    left = max(reach - (there in field.dirty), 0)
                    if there in field.taken or best.get(there, -1) >= left:
                        continue
                    best[there] = left
                    found.setdefault(there, (*way, there))
                    if left and zones.isdisjoint(foes.get(there, NO_FOES)):
                        after[there] = (left, (*way, there))
            front = after
            moved += 1
        return found

    def _may_leave(self, here: int, reach: int, moved: int) -> bool:
        if reach == 0:
            return moved == 0
        return ((reach + 1) // 2 if self._rough[here] else reach) - moved >= 1
