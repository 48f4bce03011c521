"""Units as a viewer knows them, and where they could go, reckoned from a view alone."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from hexfront.core.contract import UMPIRE, View
from hexfront.systems.aggressor.knowledge.ways import Obstacles, Paths, Walker, Way
from hexfront.systems.aggressor.scenario.state import IDENTIFIED, NO_TYPE, TYPES, Setting


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
    obstacles: tuple[Obstacles, Obstacles]
    """For the units of each side."""


class Reach:
    """Where units could go on one map."""

    def __init__(self, setting: Setting) -> None:
        ground = setting.ground
        self._paths = Paths(ground)
        self._off = ground.rules.hexes
        self._mobile = bool(ground.rules.mobile)
        self._ranges: list[int] = ground.types.full_range.tolist()
        self._index = setting.index_of

    def pieces(self, view: View) -> Iterator[Piece]:
        """All units on the map that the viewer knows."""
        prefixes = ("w", "e") if view.viewer == UMPIRE else ("", "")
        for side, rows in enumerate(view.facts["units"]):
            for number, row in enumerate(rows or (), 1):
                if row["place"] != self._off:
                    over = row["halted"] + row["special"] + row["frozen"] > 0
                    yield Piece(
                        f"{prefixes[side]}{number}",
                        side,
                        row["place"],
                        row["kind"],
                        row["range"],
                        row["strength"],
                        row["dug"] == 1,
                        True,
                        IDENTIFIED,
                        max(row["range"], 1) if over else row["moved"],
                    )
        for number, place, level, kind, _ in view.facts["contacts"]:
            kinds = range(TYPES) if kind == NO_TYPE else (kind,)
            most = max(self._ranges[each] for each in kinds)
            side = 1 - view.viewer
            yield Piece(f"c{number}", side, place, kind, most, 1, False, False, level, 0)

    def field(self, view: View) -> Field:
        """What is in the way of units, as far as the viewer knows."""
        pieces = tuple(self.pieces(view))
        sides: tuple[set[int], set[int]] = (set(), set())
        for piece in pieces:
            sides[piece.side].add(piece.place)
        dirty = {self._index[label] for label in view.facts["contaminated"]}
        taken = sides[0] | sides[1]
        obstacles = Obstacles(taken, sides[1], dirty), Obstacles(taken, sides[0], dirty)
        return Field(pieces, obstacles)

    def ways(self, field: Field, piece: Piece, moved: int) -> dict[int, Way]:
        """Where a unit could go when it has moved so many hexes (AGR-9 to AGR-12)."""
        found = self._paths.ways(_walker(piece, moved), field.obstacles[piece.side])
        del found[piece.place]
        return found

    def targets(self, field: Field, piece: Piece) -> set[int]:
        """The hexes that a fresh unit could attack, after it has moved or not.

        Never from a contaminated hex (AGR-20); with mobile attacks a movement point must
        be left (AGR-27).
        """
        obstacles = field.obstacles[piece.side]
        stands = {
            place
            for place, way in self._paths.search(_walker(piece, 0), obstacles)
            if place not in obstacles.dirty
            and not (self._mobile and self._paths.allowance(place, way.range, way.moved) < 1)
        }
        return {near for place in stands for near in self._paths.around[place]}


def _walker(piece: Piece, moved: int) -> Walker:
    return Walker(piece.place, piece.range, moved, halted=False)
