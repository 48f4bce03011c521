"""Maps of any size, drawn by chance and fair by symmetry (AGR-5).

West of the border a landscape of ridges is laid out; its highest hexes become
rough.  The east is its mirror image: with an odd number of columns the mirror
at the border column takes the grid of hexes onto itself, which a half turn does
not, as every second column is half a hex lower.
"""

from __future__ import annotations

from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.core.dice import Dice, dice_from_seed, draw
from hexfront.core.errors import InputError, Problem, shown
from hexfront.core.scenario_files import MapDraft, MapWishes
from hexfront.hex.numbering import LetterNumbering
from hexfront.systems.aggressor.scenario.fairness import (
    Range,
    fairness_facts,
    fairness_problems,
)
from hexfront.systems.aggressor.scenario.ground_tables import SECTORS, HexTables, hex_tables
from hexfront.systems.aggressor.scenario.relief import CONTOURS, heights
from hexfront.systems.aggressor.scenario.terrain import LARGEST, SMALLEST, Drawing, Terrain

SHARE: Final = 0.375
"""How much of a map is rough where one does not say."""
SHARES: Final = Range(0.2, 0.5)
"""What one may ask for."""
SPREAD: Final = 0.025
"""How far the share of a map may be from what was asked for."""
TRIES: Final = 400
SEEDS: Final = 1 << 63

FAR: Final = 99
"""Hexes from a ridge, beyond which it makes no difference."""
CROWDED: Final = 1.35
"""How much rougher than the map a sector may become."""
RIDGE_EVERY: Final = 10
"""Hexes of the western half for each ridge."""
CREST: Final = 60
"""The least height of a ridge; at most twice as high."""
FALL: Final = 34
"""How much lower the ground is with each hex away from a ridge."""
JITTER: Final = 24


class _Half(NamedTuple):
    """The land west of the border: the first hexes of the map in number order."""

    tables: HexTables
    """Of the whole map."""
    rows: int
    size: int
    """Hexes."""
    most: NDArray[np.int64]
    """(9,) how many hexes of each sector may become rough."""

    def near(self, hex_: int) -> list[int]:
        """The neighbours in the half."""
        return [there for there in self.tables.neighbours[hex_].tolist() if there < self.size]


def random_terrain(
    columns: int, rows: int, seed: int, share: float = SHARE, name: str = "", title: str = ""
) -> Terrain:
    """A map drawn by a seed: the same for the same arguments.

    Errors: `InputError` for a size that is no map's, a share that is out of range, and where no
    fair map is found.
    """
    _check(columns, rows, seed, share)
    blank = Terrain(
        format="hexfront-aggressor-terrain/1",
        system="aggressor",
        name=name or f"random-{columns}x{rows}-{seed}",
        title=title or f"Random map, {columns} by {rows}, seed {seed}",
        columns=columns,
        rows=rows,
        rough=(),
    )
    half = _half(blank, share)
    wanted = round(share * columns * rows / 2)
    for attempt in range(TRIES):
        dice = dice_from_seed(seed, attempt, "aggressor map")
        landscape = _landscape(half, dice)
        rough = _massed(half, landscape, wanted)
        terrain = blank.model_copy(update={"rough": _mirrored(half, columns, rough)})
        if not fairness_problems(terrain, Range(share - SPREAD, share + SPREAD)):
            return with_heights(terrain)
    raise InputError.at(
        "rough share", share, f"one for which {TRIES} tries give a fair {columns} by {rows} map"
    )


def random_map(wishes: MapWishes) -> MapDraft:
    """A map drawn by chance, as the command line asks for it. Errors: `InputError`."""
    share = SHARE if wishes.share is None else wishes.share
    terrain = random_terrain(
        wishes.columns, wishes.rows, wishes.seed, share, wishes.name, wishes.title
    )
    document = terrain.model_dump(mode="json", exclude_defaults=True)
    return MapDraft(document, fairness_facts(terrain))


def with_heights(terrain: Terrain) -> Terrain:
    """The map with contour lines through its rough hexes."""
    metres = heights(hex_tables(terrain)).tolist()
    high = {label: float(m) for label, m in zip(terrain.labels, metres, strict=True) if m > 0}
    return terrain.model_copy(update={"drawing": Drawing(heights=high, contours=CONTOURS)})


def _check(columns: int, rows: int, seed: int, share: float) -> None:
    problems = []
    if not SMALLEST <= columns <= LARGEST or columns % 2 == 0:
        odd = f"an odd number from {SMALLEST} to {LARGEST - 1}: the middle column is the border"
        problems.append(Problem("columns", shown(columns), odd))
    if not SMALLEST <= rows <= LARGEST:
        problems.append(Problem("rows", shown(rows), f"{SMALLEST} to {LARGEST}"))
    if not 0 <= seed < SEEDS:
        problems.append(Problem("seed", shown(seed), f"0 to {SEEDS - 1}"))
    if not SHARES.low <= share <= SHARES.high:
        problems.append(Problem("rough share", shown(share), f"{SHARES.low} to {SHARES.high}"))
    if problems:
        raise InputError(problems)


def _half(blank: Terrain, share: float) -> _Half:
    tables = hex_tables(blank)
    size = blank.border * blank.rows
    in_sector = np.bincount(tables.sector[:size], minlength=SECTORS)
    most = np.floor(CROWDED * share * in_sector).astype(np.int64) + 1
    return _Half(tables, blank.rows, size, most)


def _landscape(half: _Half, dice: Dice) -> NDArray[np.int64]:
    """(hexes of the half,) heights: ridges that fall off to both sides."""
    q, r = half.tables.q[: half.size], half.tables.r[: half.size]
    heights = np.array([draw(dice, JITTER) for _ in range(half.size)], np.int64)
    nearest = np.full(half.size, FAR, np.int64)
    top = np.zeros(half.size, np.int64)
    for _ in range(max(2, half.size // RIDGE_EVERY)):
        # Of three places the one farthest from other ridges, so that no part stays bare.
        here = max((draw(dice, half.size) for _ in range(3)), key=lambda hex_: nearest[hex_])
        crest = CREST + draw(dice, CREST)
        for hex_ in _ridge(half, here, dice):
            dq, dr = q - q[hex_], r - r[hex_]
            away = np.maximum(np.maximum(abs(dq), abs(dr)), abs(dq + dr))
            nearest = np.minimum(nearest, away)
            top = np.maximum(top, crest - FALL * away)
    return heights + top


def _ridge(half: _Half, here: int, dice: Dice) -> list[int]:
    """A line of hexes that bends now and then; it ends at the edge of the half."""
    direction = draw(dice, 6)
    line = [here]
    for _ in range(1 + draw(dice, 5)):
        here = int(half.tables.neighbours[here, direction])
        if here >= half.size:
            break
        line.append(here)
        direction = (direction + (0, 0, 1, 5)[draw(dice, 4)]) % 6
    return line


def _massed(half: _Half, landscape: NDArray[np.int64], wanted: int) -> set[int]:
    """The highest hexes, but no more in a sector than it may have, and few that stand alone."""
    order = np.argsort(-landscape, kind="stable").tolist()
    rough: set[int] = set()
    left = half.most.copy()
    for joined in (False, True, True):
        for hex_ in sorted(rough):
            if rough.isdisjoint(half.near(hex_)):
                rough.remove(hex_)
                left[half.tables.sector[hex_]] += 1
        for hex_ in order:
            if len(rough) == wanted:
                break
            sector = half.tables.sector[hex_]
            alone = joined and rough.isdisjoint(half.near(hex_))
            if hex_ not in rough and left[sector] > 0 and not alone:
                rough.add(hex_)
                left[sector] -= 1
    return rough


def _mirrored(half: _Half, columns: int, rough: set[int]) -> tuple[str, ...]:
    """The labels of the rough hexes west and east, in number order."""
    label = LetterNumbering(columns, half.rows).label
    west = [divmod(hex_, half.rows) for hex_ in sorted(rough)]
    east = [(columns - 1 - column, row) for column, row in west]
    return tuple(label(column, row) for column, row in west + sorted(east))
