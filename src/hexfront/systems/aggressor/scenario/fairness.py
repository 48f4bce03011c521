"""Whether a map of Aggressor is fair, and shaped as AGR-5 wants it."""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.core.documents.strictjson import Json
from hexfront.systems.aggressor.scenario.ground_tables import (
    BORDER,
    EAST,
    SECTORS,
    WEST,
    HexTables,
    hex_tables,
)
from hexfront.systems.aggressor.scenario.terrain import Terrain

Mask = NDArray[np.bool_]


class Range(NamedTuple):
    """Two shares, and what lies between them."""

    low: float
    high: float

    @property
    def middle(self) -> float:
        """Half way."""
        return (self.low + self.high) / 2


USUAL: Final = Range(0.35, 0.40)
"""How much of a map is rough (AGR-5)."""
LONELY: Final = 0.1
"""The share of rough hexes that may have no rough neighbour; one a home always may."""


def sector_range(share: float) -> Range:
    """How much of a sector may be rough on a map of which `share` is.

    Every sector gives some cover, and leaves open ground to move on.
    """
    return Range(0.5 * share, min(0.85, 1.75 * share))


def largest_massif(share: float) -> float:
    """How much of the rough ground of a home may be one massif."""
    return max(0.6, 1.75 * share)


def massifs(tables: HexTables, rough: Mask) -> list[list[int]]:
    """The groups of rough hexes that touch, the largest first."""
    left = set(np.flatnonzero(rough).tolist())
    found = []
    while left:
        group = [left.pop()]
        for here in group:
            near = left.intersection(tables.neighbours[here].tolist())
            left -= near
            group += sorted(near)
        found.append(sorted(group))
    return sorted(found, key=lambda group: (-len(group), group))


def fairness_problems(terrain: Terrain, share: Range = USUAL) -> list[str]:
    """What is unfair or misshapen about a map, in words; empty for a good one."""
    tables = hex_tables(terrain)
    rough = tables.rough == 1
    return [
        *_of_all(rough, share),
        *_of_sides(tables, rough),
        *_of_sectors(tables, rough, sector_range(share.middle)),
        *_of_massifs(tables, rough, share.middle),
    ]


def fairness_facts(terrain: Terrain) -> dict[str, Json]:
    """Figures by which a designer judges a map."""
    tables = hex_tables(terrain)
    rough = tables.rough == 1
    in_sectors = np.bincount(tables.sector[rough], minlength=SECTORS).tolist()
    facts: dict[str, Json] = {
        "size": f"{terrain.columns} columns by {terrain.rows} rows, {tables.n} hexes",
        "rough hexes": int(rough.sum()),
        "rough share": round(float(rough.mean()), 4),
        "rough hexes by sector": in_sectors,
    }
    for home, name in ((WEST, "west"), (EAST, "east")):
        sizes = [len(group) for group in massifs(tables, rough & (tables.home == home))]
        facts[f"massifs in the {name}"] = sizes
    return facts


def _of_all(rough: Mask, share: Range) -> list[str]:
    found = rough.mean()
    if share.low <= found <= share.high:
        return []
    return [f"{found:.1%} of the map is rough, expected {share.low:.1%} to {share.high:.1%}"]


def _of_sides(tables: HexTables, rough: Mask) -> list[str]:
    """The border is clear (AGR-4), and what mirrors at it has equal shares."""
    problems = []
    if rough[tables.home == BORDER].any():
        problems.append("the border column has rough hexes")
    for band in range(3):
        for of_west, of_east in ((0, 2), (1, 1)):
            west, east = (
                int(rough[(tables.sector == 3 * band + column) & (tables.home == home)].sum())
                for column, home in ((of_west, WEST), (of_east, EAST))
            )
            if west != east:
                words = f"sectors {3 * band + of_west + 1} and {3 * band + of_east + 1}"
                if of_west == of_east:
                    words = f"the two halves of sector {3 * band + of_west + 1}"
                problems.append(f"{words} have {west} and {east} rough hexes")
    return problems


def _of_sectors(tables: HexTables, rough: Mask, share: Range) -> list[str]:
    problems = []
    for sector in range(SECTORS):
        # The border is clear anyway: it says nothing about the land on either side.
        inside = (tables.sector == sector) & (tables.home != BORDER)
        size, found = int(inside.sum()), int(rough[inside].sum())
        low, high = int(share.low * size), int(np.ceil(share.high * size))
        if not low <= found <= high:
            problems.append(
                f"sector {sector + 1} has {found} rough hexes of {size} off the border, "
                f"expected {low} to {high}"
            )
    return problems


def _of_massifs(tables: HexTables, rough: Mask, share: float) -> list[str]:
    problems = []
    for home, name in ((WEST, "west"), (EAST, "east")):
        mine = rough & (tables.home == home)
        sizes = [len(group) for group in massifs(tables, mine)]
        total, lonely = int(mine.sum()), sizes.count(1)
        if lonely > max(1, LONELY * total):
            problems.append(f"{lonely} rough hexes in the {name} have no rough neighbour")
        if sizes and sizes[0] > largest_massif(share) * total:
            problems.append(f"one massif is {sizes[0]} of the {total} rough hexes in the {name}")
    return problems
