"""The country: heights by chance, and what follows from them.

Everything follows from `SEED`: heights, two rivers in the lowest ground, woods and marshes, towns
where people would settle, roads as the cheapest ways between them.
"""

from __future__ import annotations

import heapq
import math
from collections.abc import Callable, Iterator
from itertools import pairwise
from random import Random
from typing import Final, NamedTuple

from hexfront.systems.idahex.deck.ranks import cell_number, is_bottom, rank_and_row

SEED: Final = 14
RANKS: Final = 23
FIRST_RANK: Final = 17
COUNT: Final = (RANKS // 2) * (2 * FIRST_RANK - 1) + FIRST_RANK
"""Cells, 380 of which the last of each rank is always inactive."""
DEPTH: Final = 8.0
"""Kilometres between the middles of neighbours."""
BORDER_RANK: Final = 10
"""The first rank of Blue's country."""
RIVER_RANK: Final = 13
"""Where the main river runs, about."""

Spot = tuple[float, float]


class Country(NamedTuple):
    """What the war's map is made of."""

    environment: dict[int, str]
    """By cell; those without one are lakes, and inactive."""
    links: dict[tuple[int, int], tuple[str, str]]
    """Route and barrier (empty for none) by pair of neighbours, the lower number first."""
    towns: dict[int, str]
    """Names by cell."""
    lakes: list[list[Spot]]
    """Their shores in sides of a hexagon, for the drawing alone."""


def make_country() -> Country:
    """The country, always the same."""
    random = Random(SEED)
    height = {
        cell: _height(random_field, cell) for random_field in [_noise(random)] for cell in CELLS
    }
    main = _valley(height, _column_cost(RIVER_RANK), top=True)
    west = _flood(CELLS[:1], set(main))
    east = [cell for cell in CELLS if cell not in west]
    side = _valley(height, _row_cost(), top=False, until=set(main), among=set(east))
    north = _flood(
        [cell for cell in east if rank_and_row(cell, FIRST_RANK)[1] == 0], {*side, *west}
    )
    wet = _noise(random)
    towns = _towns(height, main, side)
    environment = _environments(height, wet, {*main, *side}, towns)
    barrier = _barriers(environment, west, set(side), north)
    roads = _roads(height, environment, towns, barrier)
    links = _links(height, environment, barrier, roads)
    lakes = [_shore(cell) for cell in CELLS if cell not in environment]
    names = {cell: name for cell, (name, _) in towns.items()}
    return Country(environment, links, names, lakes)


# --- Cells


def neighbours(cell: int) -> Iterator[int]:
    """The active neighbours of a cell."""
    rank, row = rank_and_row(cell, FIRST_RANK)
    up = row - 1 + rank % 2
    for place in (
        (rank, row - 1),
        (rank, row + 1),
        (rank + 1, up),
        (rank + 1, up + 1),
        (rank - 1, up),
        (rank - 1, up + 1),
    ):
        other = cell_number(*place, FIRST_RANK)
        if 0 < other <= COUNT and not is_bottom(other, COUNT, FIRST_RANK):
            yield other


def middle(cell: int) -> Spot:
    """The middle of a cell in sides of a hexagon, cell 1 at (0, 0), y running down."""
    rank, row = rank_and_row(cell, FIRST_RANK)
    return 1.5 * rank, math.sqrt(3) * (row + (rank % 2) / 2)


CELLS: Final = tuple(cell for cell in range(1, COUNT + 1) if not is_bottom(cell, COUNT, FIRST_RANK))
WIDTH: Final = 1.5 * (RANKS - 1)
HEIGHT: Final = math.sqrt(3) * (FIRST_RANK - 2)


# --- Heights


def _noise(random: Random) -> Callable[[float, float], float]:
    """A smooth field of values from 0 to 1: three octaves between points of a lattice."""
    octaves = [
        (size, weight, {(i, j): random.random() for i in range(-2, 60) for j in range(-2, 60)})
        for size, weight in ((9.0, 0.6), (4.5, 0.3), (2.2, 0.1))
    ]

    def value(x: float, y: float) -> float:
        total = 0.0
        for size, weight, lattice in octaves:
            i, j = math.floor(x / size), math.floor(y / size)
            u, v = (_ease(x / size - i), _ease(y / size - j))
            top = lattice[i, j] * (1 - u) + lattice[i + 1, j] * u
            bottom = lattice[i, j + 1] * (1 - u) + lattice[i + 1, j + 1] * u
            total += weight * (top * (1 - v) + bottom * v)
        return total

    return value


def _ease(part: float) -> float:
    return part * part * (3 - 2 * part)


def _height(noise: Callable[[float, float], float], cell: int) -> float:
    """Metres: rolling ground, a ridge in the east and the foot of another in the north-west."""
    x, y = middle(cell)
    ridge = math.exp(-(((x - 0.80 * WIDTH) / 5.0) ** 2)) * (0.35 + 0.65 * y / HEIGHT)
    foot = math.exp(-(((x - 0.22 * WIDTH) / 4.0) ** 2)) * max(0.0, 1 - 1.6 * y / HEIGHT)
    return 120 + 420 * noise(x, y) + 260 * ridge + 200 * foot


# --- Waters


def _column_cost(rank: int) -> Callable[[int], float]:
    """What keeps a river near a rank."""
    return lambda cell: 30.0 * max(0, abs(rank_and_row(cell, FIRST_RANK)[0] - rank) - 1) ** 2


def _row_cost() -> Callable[[int], float]:
    """What keeps a river near the middle row."""
    return lambda cell: 20.0 * max(0, abs(rank_and_row(cell, FIRST_RANK)[1] - 7) - 1) ** 2


def _valley(
    height: dict[int, float],
    away: Callable[[int], float],
    *,
    top: bool,
    until: set[int] | None = None,
    among: set[int] | None = None,
) -> list[int]:
    """The lowest way from the top to the bottom, or from the east to a river, as cells."""
    rows = {cell: rank_and_row(cell, FIRST_RANK) for cell in CELLS}
    starts = [c for c, (rank, row) in rows.items() if (row == 0 if top else rank == RANKS - 1)]
    last = {rank: max(row for r, row in rows.values() if r == rank) for rank, _ in rows.values()}
    ends = until or {c for c, (rank, row) in rows.items() if row == last[rank]}
    starts = [cell for cell in starts if among is None or cell in among]
    return cheapest(
        starts,
        ends,
        lambda _, there: max(1.0, height[there] - 150) + away(there),
        lambda cell: among is None or cell in among,
    )


def cheapest(
    starts: list[int],
    ends: set[int],
    cost: Callable[[int, int], float],
    allowed: Callable[[int], bool] = lambda _: True,
) -> list[int]:
    """The cheapest way from one of some cells to one of others."""
    far = dict.fromkeys(starts, 0.0)
    before: dict[int, int] = {}
    heap = [(0.0, cell) for cell in sorted(starts)]
    done: set[int] = set()
    while heap:
        spent, cell = heapq.heappop(heap)
        if cell in done:
            continue
        done.add(cell)
        if cell in ends:
            way = [cell]
            while way[-1] in before:
                way.append(before[way[-1]])
            return way[::-1]
        for other in neighbours(cell):
            if allowed(other) and other not in done:
                total = spent + cost(cell, other)
                if total < far.get(other, math.inf):
                    far[other], before[other] = total, cell
                    heapq.heappush(heap, (total, other))
    raise ValueError("no way")


def _flood(starts: tuple[int, ...] | list[int], walls: set[int]) -> set[int]:
    """All cells that can be reached from some without entering others."""
    found = {cell for cell in starts if cell not in walls}
    todo = list(found)
    while todo:
        for other in neighbours(todo.pop()):
            if other not in found and other not in walls:
                found.add(other)
                todo.append(other)
    return found


def _barriers(
    environment: dict[int, str], west: set[int], side: set[int], north: set[int]
) -> dict[tuple[int, int], str]:
    """The Varn parts the west from its valley, the Esk the north from its own."""
    found = {}
    for cell in environment:
        for other in neighbours(cell):
            if cell < other and other in environment:
                if (cell in west) != (other in west):
                    found[cell, other] = "river"
                elif {cell in north, other in north} == {True, False} and side & {cell, other}:
                    found[cell, other] = "stream"
    return found


def _shore(cell: int) -> list[Spot]:
    """The shore of a lake that fills a cell, for the drawing."""
    x, y = middle(cell)
    angles = [math.radians(60 * n) for n in range(6)]
    return [(round(x + 0.85 * math.cos(a), 3), round(y + 0.85 * math.sin(a), 3)) for a in angles]


# --- Ground

PLACES: Final = (
    # Name, part of the width and of the height, how large: 2 has more roads.
    ("Harrow", 0.05, 0.20, 2),
    ("Dunmere", 0.16, 0.55, 2),
    ("Salt Cross", 0.07, 0.88, 1),
    ("Ostrey", 0.31, 0.36, 1),
    ("Kelby", 0.32, 0.72, 1),
    ("Thornfield", 0.43, 0.10, 1),
    ("Varnbridge", 0.58, 0.30, 2),
    ("Lower Varn", 0.59, 0.74, 2),
    ("Weir", 0.56, 0.52, 1),
    ("Millhaven", 0.70, 0.13, 1),
    ("Eskmouth", 0.66, 0.50, 2),
    ("Corran", 0.71, 0.88, 1),
    ("Aldwater", 0.78, 0.30, 2),
    ("Brakeley", 0.80, 0.66, 1),
    ("Norham", 0.90, 0.12, 1),
    ("Aster", 0.95, 0.44, 2),
    ("Stonegate", 0.92, 0.82, 1),
    ("Old Ferry", 0.45, 0.90, 1),
)


def _towns(
    height: dict[int, float], main: list[int], side: list[int]
) -> dict[int, tuple[str, int]]:
    """A cell for each town: the lowest near where it is wanted, on a river if one is near."""
    found: dict[int, tuple[str, int]] = {}
    for name, x, y, size in PLACES:

        def worth(cell: int, x: float = x, y: float = y) -> float:
            u, v = middle(cell)
            away = math.hypot(u - x * WIDTH, v - y * HEIGHT)
            return 120 * away + height[cell] - 150 * (cell in {*main, *side})

        found[min((c for c in CELLS if c not in found), key=worth)] = (name, size)
    return found


def _environments(
    height: dict[int, float],
    wet: Callable[[float, float], float],
    valleys: set[int],
    towns: dict[int, tuple[str, int]],
) -> dict[int, str]:
    """Plain, hills, woods, marsh, mountains by height and wetness; towns; lakes are left out."""
    low, high = (
        sorted(height.values())[len(height) // 2],
        sorted(height.values())[-len(height) // 12],
    )
    found = {}
    for cell in CELLS:
        dampness = wet(*middle(cell))
        if cell in towns:
            found[cell] = "town"
        elif height[cell] >= high:
            found[cell] = "mountains"
        elif cell not in valleys and dampness > 0.74 and height[cell] < low:
            continue
        elif dampness > 0.60 and height[cell] < low:
            found[cell] = "marsh"
        elif dampness > 0.52:
            found[cell] = "woods"
        elif height[cell] >= low:
            found[cell] = "hills"
        else:
            found[cell] = "plain"
    return found


# --- Ways

_STEEP: Final = {
    "plain": 1.0,
    "town": 1.0,
    "hills": 1.6,
    "woods": 1.8,
    "marsh": 3.0,
    "mountains": 4.0,
}


def _roads(
    height: dict[int, float],
    environment: dict[int, str],
    towns: dict[int, tuple[str, int]],
    barrier: dict[tuple[int, int], str],
) -> dict[tuple[int, int], str]:
    """Highways between large towns, roads between neighbours of any size."""
    roads: dict[tuple[int, int], str] = {}

    def cost(cell: int, other: int) -> float:
        pair = (min(cell, other), max(cell, other))
        if pair in roads:
            return 0.5
        bridge = {"river": 3.0, "stream": 1.0}.get(barrier.get(pair, ""), 0.0)
        return _STEEP[environment[other]] + abs(height[cell] - height[other]) / 100 + bridge

    def join(first: int, second: int, kind: str) -> None:
        for pair in pairwise(cheapest([first], {second}, cost, lambda cell: cell in environment)):
            roads.setdefault((min(pair), max(pair)), kind)

    large = [cell for cell, (_, size) in towns.items() if size > 1]
    for cell in large:
        for other in _near(cell, large, 2):
            join(cell, other, "highway")
    for cell in towns:
        for other in _near(cell, list(towns), 3):
            join(cell, other, "road")
    return roads


def _near(cell: int, cells: list[int], count: int) -> list[int]:
    others = [other for other in cells if other != cell]
    return sorted(others, key=lambda other: math.dist(middle(cell), middle(other)))[:count]


def _links(
    height: dict[int, float],
    environment: dict[int, str],
    barrier: dict[tuple[int, int], str],
    roads: dict[tuple[int, int], str],
) -> dict[tuple[int, int], tuple[str, str]]:
    """Route and barrier of all pairs: roads have bridges, mountains only trails."""
    links = {}
    for cell, kind in environment.items():
        for other in neighbours(cell):
            if cell > other or other not in environment:
                continue
            pair = (cell, other)
            rough = {kind, environment[other]}
            route = roads.get(pair) or ("trail" if rough & {"mountains", "marsh"} else "track")
            crossing = barrier.get(pair, "")
            if crossing == "river" and pair in roads:
                crossing = "river bridge"
            elif crossing == "stream" and pair in roads:
                crossing = ""
            elif not crossing and "mountains" in rough and abs(height[cell] - height[other]) > 110:
                crossing = "escarpment"
            links[pair] = (route, crossing)
    return links
