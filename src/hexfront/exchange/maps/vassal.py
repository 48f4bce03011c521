"""What can be read of a VASSAL module without running it: grids, numbering, pictures' names.

A module is a zip with a `buildFile` or `buildFile.xml`, which says how its boards are made.
Nothing of a module is run, and its pictures belong to whoever made them: they are unpacked only
where they are asked for, into a folder that no pack is made of (`private.toml`).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Final

from hexfront.core.documents.files import write_whole
from hexfront.core.documents.strictjson import read_bytes
from hexfront.core.errors import InputError
from hexfront.core.grid_map import Cell, GridMap, Spot
from hexfront.core.table.plurals import counted
from hexfront.exchange.picture_size import picture_size
from hexfront.exchange.safe_xml import MAX_XML, Element, parse_xml
from hexfront.hex.coordinates import Offset
from hexfront.packs.archive import Archive, open_archive
from hexfront.packs.manifest import PRIVATE

BUILD: Final = ("buildFile.xml", "buildFile")
MAX_MODULE: Final = 128 * 1024 * 1024
MAX_FILES: Final = 10_000
MAX_PICTURE: Final = 32 * 1024 * 1024
MAX_UNPACKED: Final = 512 * 1024 * 1024
"""Bytes that a module says that it holds; of these no more than a picture is unpacked at once."""
MAX_CELLS: Final = 250_000
_PICTURES: Final = (".png", ".jpg", ".jpeg", ".gif")
_PACKAGE: Final = "VASSAL.build.module.map.boardPicker"
ROOT_3: Final = math.sqrt(3)


Point = tuple[float, float]


@dataclass(frozen=True)
class HexGrid:
    """A grid of a board, or of a zone of it."""

    where: str
    """The names of map, board and zone."""
    size: tuple[float, float]
    """Width and height of the board, in pixels."""
    outline: tuple[Point, ...]
    """Corners of the zone that it covers; none for the whole board."""
    across: float
    """Between the centres of columns, before it is turned sideways."""
    down: float
    """Between the centres of hexes of a column."""
    origin: tuple[float, float]
    """The centre of the first hex, which may lie off the board; before it is turned."""
    sideways: bool
    numbering: Numbering | None
    picture: str = ""


@dataclass(frozen=True)
class Numbering:
    """How hexes of a grid are called."""

    first: str
    separator: str
    kinds: tuple[str, str]
    """Of columns and rows: N for numbers, A for letters."""
    leading: tuple[int, int]
    offsets: tuple[int, int]
    descending: tuple[bool, bool]
    stagger: bool

    def name(self, column: int, row: int) -> str:
        """The name of a column and row as they are counted there."""
        texts = [
            _counted(number + self.offsets[at], self.kinds[at], self.leading[at])
            for at, number in enumerate((column, row))
        ]
        if self.first == "V":
            texts.reverse()
        return self.separator.join(texts)


def _counted(number: int, kind: str, leading: int) -> str:
    if kind == "A":
        # After Z comes AA, then BB.
        letter = "-" if number < 0 else ""
        return letter + chr(65 + abs(number) % 26) * (abs(number) // 26 + 1)
    sign = "-" if number < 0 else ""
    return sign + str(abs(number)).rjust(leading + 1, "0")


def import_vassal(path: Path, pictures: Path | None = None) -> GridMap:
    """The largest grid of hexes of a module, with the names of its hexes; terrain is in pictures.

    Args:
        path: a module (.vmod), or its buildFile.
        pictures: a folder for the pictures of its boards, as private; None to leave them.

    Errors: `InputError`.
    """
    archive, root = _open(path)
    grids = list(read_grids(root, archive))
    if not grids:
        raise InputError.at(str(path), "<no HexGrid>", "a module with a board of hexes")
    notes = [f"the grid of {grid.where}" for grid in grids]
    counts = [sum(1 for _ in cells_of(grid)) for grid in grids]
    best = max(range(len(grids)), key=lambda n: counts[n])
    chosen = grids[best]
    del notes[best]
    if pictures is not None:
        if archive is None:
            raise InputError.at(
                "--pictures", str(pictures), "a whole module: this is its buildFile"
            )
        notes.append(_unpack(archive, grids, pictures, path))
    return _grid_map(chosen, notes)


def _open(path: Path) -> tuple[Archive | None, Element]:
    head = read_bytes(path, 4)[:4]
    if head != b"PK\x03\x04":
        data = read_bytes(path, MAX_XML)
        if len(data) > MAX_XML:
            raise InputError.at(str(path), "<a larger file>", f"at most {MAX_XML} bytes")
        return None, parse_xml(data, str(path))
    archive = open_archive(path, MAX_MODULE, MAX_FILES, MAX_PICTURE, MAX_UNPACKED)
    name = next((name for name in BUILD if name in archive), None)
    if name is None:
        raise InputError.at(str(path), "<no buildFile>", " or ".join(BUILD))
    if archive.size(name) > MAX_XML:
        found = f"<{archive.size(name)} bytes>"
        raise InputError.at(f"{path}: {name}", found, f"at most {MAX_XML} bytes")
    return archive, parse_xml(archive.read(name), f"{path}: {name}")


def read_grids(root: Element, archive: Archive | None) -> Iterator[HexGrid]:
    """All grids of hexes of a module's boards, and of zones on them."""
    for map_ in root.iter():
        if not str(map_.tag).endswith(("module.Map", "module.PrivateMap", "PlayerHand")):
            continue
        for board in map_.iter(f"{_PACKAGE}.Board"):
            where = f"{map_.get('mapName') or 'map'}, {board.get('name') or 'board'}"
            picture = board.get("image") or ""
            size = _size(board, picture, archive)
            for grid in board.iter(f"{_PACKAGE}.board.HexGrid"):
                zone = _zone_of(board, grid)
                if zone is None:
                    yield _hex_grid(grid, where, size, (), picture)
                elif outline := _outline(zone):
                    inside = f"{where}, {zone.get('name') or 'zone'}"
                    yield _hex_grid(grid, inside, size, outline, picture)


def _zone_of(board: Element, grid: Element) -> Element | None:
    for zone in board.iter(f"{_PACKAGE}.board.mapgrid.Zone"):
        if any(inner is grid for inner in zone.iter()):
            return zone
    return None


def _outline(zone: Element) -> tuple[Point, ...]:
    """The corners of a zone on its board, which are written `x,y;x,y;…`."""
    pairs = re.findall(r"(-?\d{1,6}),(-?\d{1,6})", (zone.get("path") or "")[:20_000])
    return tuple((float(x), float(y)) for x, y in pairs) if len(pairs) > 2 else ()


def _size(board: Element, picture: str, archive: Archive | None) -> tuple[float, float]:
    """Width and height of a board: as it says, or those of its picture."""
    wide, high = _number(board, "width", 0), _number(board, "height", 0)
    if picture and archive is not None:
        name = f"images/{picture}"
        if name in archive and (found := picture_size(archive.read(name))):
            return found
    return wide, high


def _hex_grid(
    grid: Element,
    where: str,
    size: tuple[float, float],
    outline: tuple[Point, ...],
    picture: str,
) -> HexGrid:
    down = _number(grid, "dy", 64.0)
    across = _number(grid, "dx", down * ROOT_3 / 2)
    if not (2 <= down <= 2000 and 2 <= across <= 2000):
        expected = "hexes of 2 to 2000 pixels"
        raise InputError.at(f"{where}: HexGrid", f"<{across:g} by {down:g}>", expected)
    numbering = grid.find(f"{_PACKAGE}.board.mapgrid.HexGridNumbering")
    origin = (_number(grid, "x0", 0), _number(grid, "y0", 32))
    sideways = grid.get("sideways") == "true"
    told = None if numbering is None else _numbering(numbering)
    return HexGrid(where, size, outline, across, down, origin, sideways, told, picture)


def _numbering(element: Element) -> Numbering:
    def whole(key: str, usual: int) -> int:
        return int(max(-9999, min(9999, _number(element, key, usual))))

    return Numbering(
        (element.get("first") or "H")[:1],
        (element.get("sep") or "")[:4],
        ((element.get("hType") or "N")[:1], (element.get("vType") or "N")[:1]),
        (min(whole("hLeading", 1), 5), min(whole("vLeading", 1), 5)),
        (whole("hOff", 1), whole("vOff", 1)),
        (element.get("hDescend") == "true", element.get("vDescend") == "true"),
        element.get("stagger", "true") != "false",
    )


def _number(element: Element, key: str, usual: float) -> float:
    text = element.get(key)
    try:
        value = float(text) if text not in (None, "") else usual
    except ValueError:
        return usual
    return value if math.isfinite(value) else usual


def cells_of(grid: HexGrid) -> Iterator[tuple[Spot, str]]:
    """The hexes whose centres lie on the board, or in the zone, with their names.

    Columns and rows are counted from the origin; of a grid that is turned sideways columns run
    down the board.
    """
    corners = grid.outline or ((0, 0), (grid.size[0], 0), grid.size, (0, grid.size[1]))
    raw = [(y, x) if grid.sideways else (x, y) for x, y in corners]
    left, right = min(x for x, _ in raw), max(x for x, _ in raw)
    top, bottom = min(y for _, y in raw), max(y for _, y in raw)
    first = math.ceil((left - grid.origin[0]) / grid.across)
    last = math.floor((right - grid.origin[0]) / grid.across)
    if (last - first + 1) * ((bottom - top) / grid.down + 2) > MAX_CELLS:
        found = f"<{last - first + 1} columns>"
        raise InputError.at(f"{grid.where}: HexGrid", found, f"at most {MAX_CELLS} hexes")
    for column in range(first, last + 1):
        start = grid.origin[1] + (grid.down / 2 if column % 2 else 0)
        lowest = math.floor((bottom - start) / grid.down)
        for row in range(math.ceil((top - start) / grid.down), lowest + 1):
            centre = grid.origin[0] + column * grid.across, start + row * grid.down
            if not grid.outline or _inside(centre, raw):
                yield (column, row), _name(grid, column, row)


def _inside(point: Point, ring: Sequence[Point]) -> bool:
    """Whether a point lies in a polygon: a ray from it crosses the border at odd times."""
    odd = False
    for (ax, ay), (bx, by) in pairwise((*ring, ring[0])):
        if (ay > point[1]) != (by > point[1]):
            odd ^= point[0] < ax + (point[1] - ay) * (bx - ax) / (by - ay)
    return odd


def _name(grid: HexGrid, column: int, row: int) -> str:
    told = grid.numbering
    if told is None:
        return ""
    xs, ys = [x for x, _ in grid.outline], [y for _, y in grid.outline]
    wide, high = (max(xs) - min(xs), max(ys) - min(ys)) if grid.outline else grid.size
    # As VASSAL counts backwards: these two are the same whichever way the grid is turned.
    most_rows = math.floor(high / grid.across + 0.5)
    most_columns = math.floor(wide / grid.down + 0.5)
    across_back, down_back = told.descending
    if grid.sideways:
        back, row_back, most, row_most = down_back, across_back, most_rows, most_columns
    else:
        back, row_back, most, row_most = across_back, down_back, most_columns, most_rows
    shown_column = most - column if back else column
    shown_row = row_most - row if row_back else row
    if told.stagger and column % 2:
        shown_row += -1 if row_back else 1
    return told.name(shown_column, shown_row)


def _grid_map(grid: HexGrid, notes: list[str]) -> GridMap:
    found = dict(cells_of(grid))
    left = min(column for column, _ in found)
    top = min(row for _, row in found)
    odd = left % 2 == 0  # Raw columns 1, 3, … lie half a hex lower.
    offset = Offset.ODD_Q if odd else Offset.EVEN_Q
    columns = max(column for column, _ in found) - left + 1
    rows = max(row for _, row in found) - top + 1
    cells = {(c - left, r - top): Cell("board", name="") for c, r in found}
    if grid.sideways:
        offset = Offset.ODD_R if odd else Offset.EVEN_R
        cells = {(r, c): cell for (c, r), cell in cells.items()}
        columns, rows = rows, columns
    names = [name for name in found.values() if name]
    if names:
        ends = f"{found[min(found)]} to {found[max(found)]}"
        notes.append(f"the numbers of its hexes, {ends}, as systems number hexes themselves")
    notes.append("what is on the board's picture: terrain, rivers and roads are to be drawn")
    return GridMap(
        offset,
        columns,
        rows,
        cells,
        title=grid.where[:80],
        words={"board": "clear"},
        notes=notes,
    )


def _unpack(archive: Archive, grids: list[HexGrid], folder: Path, module: Path) -> str:
    """Write the pictures of boards into a folder that is marked as private."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError.at("--pictures", f"<{error.strerror}>", "a folder to write into") from None
    source = re.sub(r"[^\w .-]", "", module.name)
    mark = f'# The pictures belong to whoever made the module.\nsource = "{source}"\n'
    write_whole(folder / PRIVATE, mark, "--pictures")
    written = 0
    for picture in dict.fromkeys(grid.picture for grid in grids if grid.picture):
        name = f"images/{picture}"
        plain = re.sub(r"[^A-Za-z0-9_. -]", "_", picture).strip(" .")
        if name in archive and plain.lower().endswith(_PICTURES):
            write_whole(folder / plain, archive.read(name), "--pictures")
            written += 1
    return f"{counted(written, 'picture')} in {folder}, private, and in no pack without rights"
