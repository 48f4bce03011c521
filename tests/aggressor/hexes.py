"""The map read slowly: labels, neighbours, distances and lines, from the words of the clauses.

Nothing here is shared with the package.
"""

from __future__ import annotations

from fractions import Fraction

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
KEYS = {"NW": "1", "SW": "2", "N": "3", "S": "4", "NE": "5", "SE": "6"}
"""The key of each direction (AGR-44)."""


def at(column: int, row: int) -> str:
    """The label of a place on a map of one letter each (AGR-1)."""
    return f"@{LETTERS[column]}{LETTERS[row]}"


def where(label: str) -> tuple[int, int]:
    """Column and row, from 0."""
    return LETTERS.index(label[1]), LETTERS.index(label[2])


def beside(label: str) -> dict[str, str]:
    """The six hexes around, by direction: A, C, E… are high, B, D, F… half a hex lower (AGR-1)."""
    column, row = where(label)
    up = row - 1 if column % 2 == 0 else row
    places = {
        "N": (column, row - 1),
        "NE": (column + 1, up),
        "SE": (column + 1, up + 1),
        "S": (column, row + 1),
        "SW": (column - 1, up + 1),
        "NW": (column - 1, up),
    }
    return {name: at(x, y) for name, (x, y) in places.items() if x >= 0 and y >= 0}


def cube(label: str) -> tuple[int, int, int]:
    """Three coordinates whose sum is 0; a step changes two of them by one."""
    column, row = where(label)
    down = row - (column - column % 2) // 2
    return column, down, -column - down


def distance(one: str, other: str) -> int:
    """Steps between two hexes."""
    return max(abs(a - b) for a, b in zip(cube(one), cube(other), strict=True))


def around(label: str, far: int, columns: int = 21, rows: int = 15) -> set[str]:
    """All hexes of a map within some distance of one, without itself."""
    every = {at(c, r) for c in range(columns) for r in range(rows)}
    return {there for there in every if 1 <= distance(label, there) <= far}


def line(one: str, other: str, columns: int = 21, rows: int = 15) -> set[str]:
    """Every hex on the straight line between two, their own included (AGR-30).

    N+1 points at equal distances; a hex is on the line if no other is nearer to
    one of the points, so both count where the point lies on their side.
    """
    n = max(1, distance(one, other))
    a, b = cube(one), cube(other)
    found = set()
    for step in range(n + 1):
        point = [x + Fraction(step, n) * (y - x) for x, y in zip(a, b, strict=True)]
        far = {
            at(c, r): sum((p - q) ** 2 for p, q in zip(point, cube(at(c, r)), strict=True))
            for c in range(columns)
            for r in range(rows)
        }
        least = min(far.values())
        found |= {label for label, off in far.items() if off == least}
    return found
