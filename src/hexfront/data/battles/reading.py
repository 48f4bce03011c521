"""Reading files in the form of CDB90, with what was corrected later."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from hexfront.core.errors import InputError, Problem, shown
from hexfront.data.battles.battle import Battle, Value
from hexfront.data.battles.codebook import FOLDER, Column, load_codebook

MOST_PROBLEMS: Final = 20
LARGEST_FILE: Final = 64 * 2**20


class Correction(NamedTuple):
    """A value that Helmbold corrected (1995, pages 2-4 and 2-5)."""

    battle: str
    column: str
    value: str


@cache
def load_corrections() -> dict[str, tuple[Correction, ...]]:
    """Corrections by the number of the battle."""
    found: dict[str, tuple[Correction, ...]] = {}
    with (FOLDER / "corrections.csv").open(encoding="utf-8", newline="") as lines:
        for row in csv.DictReader(lines):
            correction = Correction(row["battle"], row["column"], row["value"])
            found[row["ISQNO"]] = (*found.get(row["ISQNO"], ()), correction)
    return found


@cache
def load_battles() -> tuple[Battle, ...]:
    """The battles that come with Hexfront, corrections applied."""
    return read_battles(FOLDER / "cdb90.csv")


def read_battles(path: Path, needed: Iterable[str] = ()) -> tuple[Battle, ...]:
    """The battles of a file in the form of CDB90, corrections applied.

    Columns may stand in any order, further ones are left out, and lines may end
    as on any machine.  What is unknown by the codebook, and an empty cell, is None.

    Args:
        path: a CSV file, UTF-8, with a line of headings.
        needed: columns without which the file is of no use.

    Errors: `InputError` with all that is wrong, up to 20 problems.
    """
    try:
        rows = list(csv.reader(io.StringIO(_text_of(path), newline="")))
    except csv.Error as error:
        raise InputError(Problem(str(path), str(error), "a CSV file")) from None
    while rows and not any(cell.strip() for cell in rows[0]):
        rows.pop(0)
    if not rows:
        raise InputError.at(str(path), "an empty file", "a line of headings, and battles")
    headings = [heading.strip() for heading in rows[0]]
    _check_headings(path, headings, needed)
    body = [(n, row) for n, row in enumerate(rows[1:], start=2) if any(c.strip() for c in row)]
    if not body:
        raise InputError.at(str(path), "no battles", "a line for each battle below the headings")
    problems: list[Problem] = []
    found = []
    for number, row in body:
        place = f"{path} line {number}"
        if len(row) != len(headings):
            problems.append(Problem(place, f"{len(row)} cells", f"{len(headings)}, as headings"))
        else:
            found.append(_read_row(place, dict(zip(headings, row, strict=True)), problems))
        if len(problems) >= MOST_PROBLEMS:
            break
    if problems:
        raise InputError(problems[:MOST_PROBLEMS])
    return tuple(found)


def _text_of(path: Path) -> str:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise InputError.at(str(path), "a larger file", f"at most {LARGEST_FILE >> 20} MiB")
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        found = f"byte {error.start} is not UTF-8"
        raise InputError(Problem(str(path), found, "text in UTF-8")) from None
    except OSError as error:
        found = error.strerror or "an error"
        raise InputError(Problem(str(path), found, "a file that can be read")) from None
    if "\0" in text:
        raise InputError(Problem(str(path), "a zero byte", "a CSV file"))
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _check_headings(path: Path, headings: Sequence[str], needed: Iterable[str]) -> None:
    twice = sorted({one for one in headings if one in load_codebook() and headings.count(one) > 1})
    problems = [Problem(f"{path} headings", f"{shown(one)} twice", "once") for one in twice]
    missing = [column for column in needed if column not in headings]
    if missing:
        told = ", ".join(h for h in headings[:8] if h) or "nothing"
        more = f" and {len(headings) - 8} more" if len(headings) > 8 else ""
        expected = f"also the columns {', '.join(missing)}"
        problems.append(Problem(f"{path} headings", f"{told}{more}", expected))
    if problems:
        raise InputError(problems)


def _read_row(place: str, cells: dict[str, str], problems: list[Problem]) -> Battle:
    known = load_codebook()
    for correction in load_corrections().get(cells.get("ISQNO", "").strip(), ()):
        same = cells.get("NAME", "").strip().casefold() == correction.battle.casefold()
        if same and correction.column in cells:
            cells[correction.column] = correction.value
    values: dict[str, Value] = {}
    for name, cell in cells.items():
        column = known.get(name)
        if column is not None:
            values[name] = _read_cell(f"{place} {name}", cell.strip(), column, problems)
    return Battle(values)


def _read_cell(place: str, cell: str, column: Column, problems: list[Problem]) -> Value:
    """A cell by its column; numbers may have commas between thousands."""
    if cell in {"", "?", column.unknown}:
        return None
    if column.kind == "text":
        return cell
    if column.kind == "letters":
        return cell.upper()
    try:
        number = float(cell.replace(",", ""))
    except ValueError:
        number = math.nan
    if not math.isfinite(number):
        expected = f"a number, or {column.unknown or 'nothing'} where it is not known"
        problems.append(Problem(place, shown(cell), expected))
        return None
    if column.unknown and number == float(column.unknown):
        return None
    if column.kind == "code":
        return f"{number:g}"
    if number < 0 and column.unknown == "-1":
        problems.append(Problem(place, shown(cell), "0 or more, or -1 where it is not known"))
        return None
    return number
