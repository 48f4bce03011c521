"""Where a document holds hexes, and how these are called."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, TypeAlias

from hexfront.core.documents.strictjson import Json
from hexfront.core.map_layers import Size, Store
from hexfront.hex.coordinates import Hex, Offset, distance
from hexfront.hex.numbering import (
    ColumnRowNumbering,
    LabelError,
    LetterNumbering,
    Numbering,
    RankNumbering,
)

Spot: TypeAlias = "tuple[int, int]"
LEGEND: Final = "legend"
ROWS: Final = "rows"
RUN: Final = ".."
NO_HEX: Final = " "
OUT: Final = "."
"""A hex that a list leaves out, or on which nothing is."""
IN: Final = "#"
"""A hex that a list has."""
MOST: Final = 400
"""Columns, and rows, that are looked at; whether a map may be so large is said elsewhere."""


@dataclass(frozen=True)
class HexLists:
    """Where a document holds the hexes of a map; pointers lead from the document."""

    numbering: str
    """As of `MapLayers`."""
    size: Size
    stores: tuple[Store, ...]
    pointy: bool = False
    usual: Mapping[str, Json] = field(default_factory=dict)
    """Of entries of hexes: what a field is where nothing is said."""

    def hexes(self, document: Json) -> MapHexes | None:
        """The hexes of the document's map; None where its size is not sound."""
        columns, rows = (at_pointer(document, at) for at in (self.size.columns, self.size.rows))
        if type(columns) is not int or type(rows) is not int:
            return None
        most = MOST * MOST if self.size.count else MOST
        if not (1 <= columns <= most and 1 <= rows <= MOST):
            return None
        try:
            if self.size.count:
                ranks = RankNumbering(columns, rows)
                return MapHexes(ranks, ranks.ranks, rows, self.pointy)
            kind = LetterNumbering if self.numbering == "letters" else ColumnRowNumbering
            return MapHexes(kind(columns, rows), columns, rows, self.pointy)
        except ValueError:
            return None


@dataclass(frozen=True)
class MapHexes:
    """The hexes of a map by number."""

    numbering: Numbering
    columns: int
    rows: int
    pointy: bool

    @cached_property
    def labels(self) -> dict[Spot, str]:
        """Of all hexes, in the order of their numbers: down the first column, and so on."""
        found = {}
        for column in range(self.columns):
            for row in range(self.rows):
                try:
                    found[column, row] = self.numbering.label(column, row)
                except LabelError:  # The last of every second rank.
                    continue
        return found

    def line(self, one: str, other: str) -> list[str] | None:
        """The hexes from one to another; None where these are on no line. Errors: `LabelError`."""
        start, end = self.numbering.parse(one), self.numbering.parse(other)
        if start[0] == end[0] or start[1] == end[1]:
            axis = int(start[0] == end[0])
            step = 1 if end[axis] >= start[axis] else -1
            along = range(start[axis], end[axis] + step, step)
            spots = [(n, start[1]) if axis == 0 else (start[0], n) for n in along]
        else:
            spots = self._straight(start, end)
        known = [self.labels.get(spot) for spot in spots]
        return None if not known or None in known else [label for label in known if label]

    def _straight(self, start: Spot, end: Spot) -> list[Spot]:
        offset = Offset.ODD_R if self.pointy else Offset.ODD_Q
        a, b = offset.to_axial(*start), offset.to_axial(*end)
        far = distance(a, b)
        dq, dr = b.q - a.q, b.r - a.r
        if dq % far or dr % far:
            return []
        return [
            offset.from_axial(Hex(a.q + dq // far * n, a.r + dr // far * n)) for n in range(far + 1)
        ]


def at_pointer(document: Json, at: str) -> Json:
    """The value at a pointer; None where there is none."""
    for part in at.split("/")[1:]:
        if isinstance(document, list) and part.isdecimal() and int(part) < len(document):
            document = document[int(part)]
        elif isinstance(document, dict):
            document = document.get(part)
        else:
            return None
    return document


def with_value(document: Json, at: str, value: Json) -> Json:
    """A copy of a document with another value at a pointer; all else is shared."""
    if not at:
        return value
    part, slash, rest = at[1:].partition("/")
    if isinstance(document, list):
        changed = list(document)
        changed[int(part)] = with_value(document[int(part)], slash + rest, value)
        return changed
    return {**document, part: with_value(document[part], slash + rest, value)}
