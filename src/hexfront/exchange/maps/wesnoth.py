"""Maps of Battle for Wesnoth (`.map`): rows of terrain codes, with a border of one hex."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

from hexfront.core.documents.strictjson import read_bytes
from hexfront.core.errors import InputError
from hexfront.core.grid_map import Cell, GridMap, Spot
from hexfront.core.table.plurals import counted
from hexfront.hex.coordinates import Offset

MAX_BYTES: Final = 4 * 1024 * 1024
MAX_CELLS: Final = 250_000
_CODE: Final = re.compile(
    r"(?:(?P<start>[A-Za-z0-9_]{1,20}) )?(?P<code>[A-Za-z_*/|\\]{1,5}(\^[A-Za-z_*/|\\]{1,5})?)"
)
_HEADER: Final = re.compile(r"(border_size|usage)=.*")

OVER: Final = (
    ("V", "village"),
    ("Fet", "forest"),
    ("F", "forest"),
    ("T", "forest"),
    ("Uf", "forest"),
    ("B", "road"),
    ("Do", "oasis"),
    ("Gvs", "farmland"),
    ("Xo", "impassable wall"),
    ("Qo", "void"),
    ("P", "castle"),
    ("W", "water"),
)
"""What lies over the ground, by the beginnings of codes; all else only pleases the eye."""
GROUND: Final = (
    ("Wo", "deep ocean"),
    ("Ww", "shallow water"),
    ("Wwr", "reef"),
    ("Wwf", "ford grass"),
    ("W", "water"),
    ("S", "swamp"),
    ("Hh", "hills"),
    ("H", "hills"),
    ("M", "mountains"),
    ("D", "desert"),
    ("Ds", "beach sand"),
    ("A", "snow"),
    ("Ai", "ice"),
    ("C", "castle"),
    ("K", "castle keep"),
    ("R", "road flat"),
    ("G", "grass"),
    ("I", "house interior"),
    ("Uh", "rocky rough"),
    ("U", "rough cave"),
    ("Q", "chasm void"),
    ("X", "impassable wall"),
    ("_off", "off-map"),
    ("_fme", "off-map"),
    ("_s", "off-map"),
)
"""What the ground is, by the beginnings of codes; the longest counts."""


def import_wesnoth(path: Path) -> GridMap:
    """The map in a file of Wesnoth. Errors: `InputError`."""
    data = read_bytes(path, MAX_BYTES)
    if len(data) > MAX_BYTES:
        raise InputError.at(str(path), f"<more than {MAX_BYTES} bytes>", f"at most {MAX_BYTES}")
    try:
        lines = data.decode("utf-8-sig").splitlines()
    except UnicodeDecodeError as error:
        raise InputError.at(f"{path}: byte {error.start}", "<no UTF-8>", "UTF-8 text") from None
    border = 1
    rows: list[tuple[int, list[str]]] = []
    for number, text in enumerate(lines, 1):
        header = _HEADER.fullmatch(text.strip())
        if header and not rows:
            if text.startswith("border_size="):
                border = _border(text.partition("=")[2], f"{path}: line {number}")
        elif text.strip():
            rows.append((number, [word.strip() for word in text.split(",")]))
    return _grid(rows, border, path)


def _border(text: str, place: str) -> int:
    if text.strip() not in ("0", "1"):
        raise InputError.at(place, text, "a border of 0 or 1")
    return int(text)


def _grid(rows: list[tuple[int, list[str]]], border: int, path: Path) -> GridMap:
    wide, high = (len(rows[0][1]) if rows else 0), len(rows)
    if wide <= 2 * border or high <= 2 * border:
        found = f"<{wide} by {high} codes>"
        raise InputError.at(str(path), found, f"rows of codes, with a border of {border}")
    if wide * high > MAX_CELLS:
        raise InputError.at(str(path), f"<{wide * high} codes>", f"at most {MAX_CELLS}")
    cells: dict[Spot, Cell] = {}
    words: dict[str, str] = {}
    starts = []
    for row, (number, codes) in enumerate(rows):
        if len(codes) != wide:
            found = f"<{len(codes)} codes>"
            raise InputError.at(f"{path}: line {number}", found, f"{wide}, as in the first row")
        for column, text in enumerate(codes):
            found_code = _CODE.fullmatch(text)
            if found_code is None:
                place = f"{path}: line {number}, code {column + 1}"
                raise InputError.at(place, text, "a code of a terrain, such as Gg or Gg^Fp")
            inside = border <= column < wide - border and border <= row < high - border
            if not inside:
                continue
            code = found_code["code"]
            words.setdefault(code, in_words(code))
            cells[column - border, row - border] = Cell(code)
            if found_code["start"]:
                starts.append(found_code["start"])
    notes = []
    if border:
        notes.append("the border of one hex around the map")
    if starts:
        notes.append(f"{counted(len(starts), 'starting place')}: {', '.join(starts[:9])}")
    # Counted from 1 inside the border, hexes of even columns lie lower.
    return GridMap(
        Offset.ODD_Q,
        wide - 2 * border,
        high - 2 * border,
        cells,
        title=path.stem.replace("_", " "),
        words=words,
        notes=notes,
    )


def in_words(code: str) -> str:
    """What a code means, as far as it matters to a rule."""
    ground, _, over = code.partition("^")
    upper = _longest(over, OVER)
    if upper is not None:
        return upper  # A wood on a hill is a wood; a bridge is crossed as a road is.
    return _longest(ground, GROUND) or code


def _longest(code: str, table: tuple[tuple[str, str], ...]) -> str | None:
    found = [entry for entry in table if code.startswith(entry[0])]
    return max(found, key=lambda entry: len(entry[0]))[1] if code and found else None
