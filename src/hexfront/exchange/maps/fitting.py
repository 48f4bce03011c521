"""Making a map fit a system: terrain by a table, size and stagger, and what is lost told."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from hexfront.core.errors import InputError
from hexfront.core.grid_map import Cell, Feature, GridMap, MapForm, Spot
from hexfront.core.table.plurals import counted
from hexfront.exchange.maps.families import guess, guess_line
from hexfront.exchange.table import Table
from hexfront.hex.coordinates import Offset, distance

_TURNED: Final = {
    Offset.ODD_R: Offset.ODD_Q,
    Offset.EVEN_R: Offset.EVEN_Q,
    Offset.ODD_Q: Offset.ODD_R,
    Offset.EVEN_Q: Offset.EVEN_R,
}
_OTHER: Final = {
    Offset.ODD_R: Offset.EVEN_R,
    Offset.EVEN_R: Offset.ODD_R,
    Offset.ODD_Q: Offset.EVEN_Q,
    Offset.EVEN_Q: Offset.ODD_Q,
}


@dataclass
class Fitted:
    """A map that a system can hold, and how it came to be."""

    grid: GridMap
    table: Table
    """Every word of the map, as it was taken."""
    reasons: dict[str, str] = field(default_factory=dict)
    """Of guesses, by word."""
    counts: Counter[str] = field(default_factory=Counter)
    """Hexes by their word in the file."""
    lost: list[str] = field(default_factory=list)
    """What the map has and the system has no place for."""


def crop(grid: GridMap, column: int, row: int, columns: int, rows: int) -> GridMap:
    """A part of a map. Errors: `InputError` where it is not on the map."""
    if not (column >= 0 and row >= 0 and columns > 0 and rows > 0) or (
        column + columns > grid.columns or row + rows > grid.rows
    ):
        expected = f"a part of a map of {grid.columns} columns and {grid.rows} rows"
        raise InputError.at("--crop", f"{column},{row},{columns},{rows}", expected)
    flat = grid.offset in (Offset.ODD_Q, Offset.EVEN_Q)
    odd = (column if flat else row) % 2
    offset = _OTHER[grid.offset] if odd else grid.offset
    return _moved(grid, -column, -row, columns, rows, offset)


def fit(grid: GridMap, form: MapForm, table: Table) -> Fitted:
    """A map with the terrain, lines, size and stagger of a system.

    Errors: `InputError` for a table that names what the system does not have, and for a map
    that is too large.
    """
    _check_table(form, table)
    fitted = Fitted(grid, Table(), lost=list(grid.notes))
    grid = _staggered(grid, form, fitted)
    grid = _sized(grid, form, fitted)
    cells = dict(_cells(grid, form, table, fitted))
    if not cells:
        raise InputError.at("map", "<no hex>", "at least one hex that is not left out")
    features = list(_features(grid, cells, form, table, fitted))
    fitted.grid = replace(grid, cells=cells, features=features)
    return fitted


def _check_table(form: MapForm, table: Table) -> None:
    known = [kind.name for kind in form.terrains]
    lines = [*dict.fromkeys((*form.sides, *form.paths))]
    for part, entries, names in (("terrain", table.terrain, known), ("lines", table.lines, lines)):
        for word, meaning in entries.items():
            if meaning and meaning not in names:
                expected = f"nothing, to leave it out, or one of: {', '.join(names) or 'none'}"
                raise InputError.at(f"{part} {word}", meaning, expected)


def _staggered(grid: GridMap, form: MapForm, fitted: Fitted) -> GridMap:
    """The same hexes in the stagger that the system has."""
    if grid.offset.orientation != form.offset.orientation:
        fitted.lost.append(
            f"its hexes have {'points' if grid.offset.orientation == 'pointy' else 'sides'} on top"
            f" and those of the system have not: columns and rows change places"
        )
        grid = _transposed(grid)
    if grid.offset == form.offset:
        return grid
    flat = grid.offset in (Offset.ODD_Q, Offset.EVEN_Q)
    fitted.lost.append(
        f"every hex moves on by one {'column' if flat else 'row'}, since the system's "
        f"{'columns' if flat else 'rows'} are staggered the other way"
    )
    right, down = (1, 0) if flat else (0, 1)
    return _moved(grid, right, down, grid.columns + right, grid.rows + down, form.offset)


def _transposed(grid: GridMap) -> GridMap:
    def turn(spot: Spot) -> Spot:
        return spot[1], spot[0]

    return replace(
        grid,
        offset=_TURNED[grid.offset],
        columns=grid.rows,
        rows=grid.columns,
        cells={turn(spot): cell for spot, cell in grid.cells.items()},
        features=_features_at(grid, turn),
        degrees=None,
    )


def _moved(
    grid: GridMap, right: int, down: int, columns: int, rows: int, offset: Offset
) -> GridMap:
    def move(spot: Spot) -> Spot:
        return spot[0] + right, spot[1] + down

    cells = {
        (c, r): cell
        for (c, r), cell in ((move(spot), cell) for spot, cell in grid.cells.items())
        if 0 <= c < columns and 0 <= r < rows
    }
    features = _features_at(grid, move)
    return replace(grid, offset=offset, columns=columns, rows=rows, cells=cells, features=features)


def _features_at(grid: GridMap, put: Callable[[Spot], Spot]) -> list[Feature]:
    """The features of a map at other spots."""
    return [
        replace(
            feature,
            path=tuple(map(put, feature.path)),
            sides=tuple((put(one), put(other)) for one, other in feature.sides),
        )
        for feature in grid.features
    ]


def _sized(grid: GridMap, form: MapForm, fitted: Fitted) -> GridMap:
    """The map with as many columns and rows as the system allows, larger if it must be."""
    sizes = []
    for what, size, allowed in (
        ("columns", grid.columns, form.columns),
        ("rows", grid.rows, form.rows),
    ):
        able = next((number for number in allowed if number >= size), None)
        if able is None:
            expected = f"at most {allowed[-1]}; --crop COLUMN,ROW,COLUMNS,ROWS takes a part"
            raise InputError.at(what, size, expected)
        if able > size:
            fitted.lost.append(
                f"{size} {what} become {able}, as the system needs"
                f" {allowed[0]} to {allowed[-1]}{', odd' if allowed.step == 2 else ''}"
            )
        sizes.append(able)
    return replace(grid, columns=sizes[0], rows=sizes[1])


def _cells(
    grid: GridMap, form: MapForm, table: Table, fitted: Fitted
) -> Iterator[tuple[Spot, Cell]]:
    kinds = {kind.name: kind for kind in form.terrains}
    heights, names = 0, list[str]()
    for spot, cell in sorted(grid.cells.items()):
        word = cell.terrain
        fitted.counts[word] += 1
        meaning = fitted.table.terrain.get(word)
        if meaning is None:
            meaning = _meaning(word, grid, form, table, fitted)
            fitted.table.terrain[word] = meaning
        if not meaning:
            continue
        name = cell.name
        if kinds[meaning].needs_name and not name:
            name = f"{kinds[meaning].title} {spot[0] + 1:02}{spot[1] + 1:02}"
        elif name and not (form.names or kinds[meaning].needs_name):
            names.append(name)
            name = ""
        heights += cell.height is not None and not form.heights
        yield spot, Cell(meaning, cell.height if form.heights else None, name)
    if heights:
        fitted.lost.append(f"the heights of {counted(heights, 'hex', 'hexes')}")
    if names:
        few = ", ".join(names[:5]) + (", …" if len(names) > 5 else "")
        fitted.lost.append(f"{counted(len(names), 'name')} of hexes that take none: {few}")
    yield from _filling(grid, form, fitted)


def _filling(grid: GridMap, form: MapForm, fitted: Fitted) -> Iterator[tuple[Spot, Cell]]:
    if form.holes:
        return
    usual = form.terrains[0].name
    missing = [
        (c, r)
        for c in range(grid.columns)
        for r in range(grid.rows)
        if not _kept(grid, (c, r), fitted)
    ]
    if missing:
        fitted.lost.append(
            f"{counted(len(missing), 'missing hex', 'missing hexes')} become {usual}"
        )
    yield from ((spot, Cell(usual)) for spot in missing)


def _kept(grid: GridMap, spot: Spot, fitted: Fitted) -> bool:
    cell = grid.cells.get(spot)
    return cell is not None and bool(fitted.table.terrain[cell.terrain])


def _meaning(word: str, grid: GridMap, form: MapForm, table: Table, fitted: Fitted) -> str:
    if word in table.terrain:
        return table.terrain[word]
    words = grid.words.get(word, word)
    if words in form.off_map:
        return ""
    meaning, reason = guess(words, form.terrains)
    fitted.reasons[word] = reason if words == word else f"{words}: {reason}"
    return meaning


def _features(
    grid: GridMap, cells: dict[Spot, Cell], form: MapForm, table: Table, fitted: Fitted
) -> Iterator[Feature]:
    known = [*dict.fromkeys((*form.sides, *form.paths))]
    gone: Counter[str] = Counter()
    cut = 0
    for feature in grid.features:
        kind = table.lines.get(feature.kind)
        if kind is None:
            kind = guess_line(feature.kind, known) or ""
        fitted.table.lines[feature.kind] = kind
        allowed = form.sides if feature.sides else form.paths
        if not kind or kind not in allowed:
            gone[feature.kind] += 1
            continue
        sides = tuple(side for side in feature.sides if _beside(grid, cells, *side))
        if feature.sides:
            cut += len(feature.sides) - len(sides)
            if sides:
                yield Feature(kind, feature.name, sides=sides)
            continue
        legs = list(_legs(feature.path, grid, cells))
        cut += len(feature.path) - sum(map(len, legs))
        yield from (Feature(kind, feature.name, leg) for leg in legs)
    for kind, count in gone.items():
        fitted.lost.append(f"{counted(count, 'line')} of the kind {kind}, which the system has not")
    if cut:
        fitted.lost.append(
            f"{counted(cut, 'part')} of lines, off the map or with nothing beside on it"
        )


def _beside(grid: GridMap, cells: dict[Spot, Cell], one: Spot, other: Spot) -> bool:
    """Whether two hexes are on the map and have a side in common."""
    axial = grid.offset.to_axial
    return one in cells and other in cells and distance(axial(*one), axial(*other)) == 1


def _legs(
    path: Sequence[Spot], grid: GridMap, cells: dict[Spot, Cell]
) -> Iterator[tuple[Spot, ...]]:
    """The parts of a way in which each hex of the map lies beside the one before."""
    leg: list[Spot] = []
    for spot in path:
        if leg and not _beside(grid, cells, leg[-1], spot):
            if len(leg) > 1:
                yield tuple(leg)
            leg = []
        if spot in cells:
            leg.append(spot)
    if len(leg) > 1:
        yield tuple(leg)
