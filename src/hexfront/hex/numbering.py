"""The printed numbers of hexes: CCRR or CCCRRR, letters, and IDAHEX ranks.

A numbering turns a column and a row, both counted from 0 at the top left, into a
label and back.  All three number flat-top maps whose columns 1, 3, 5, ... (counted
from 0) lie half a hex lower, which is `Offset.ODD_Q`, and all three count down each
column first, so that their order is the order of a `Grid`'s indices.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hexfront.hex.coordinates import Offset, neighbour

_SHOWN = 40


class LabelError(ValueError):
    """A label that names no hex of the map: `place`, `found` and `expected` say why."""

    def __init__(self, place: str, found: object, expected: str) -> None:
        text = repr(found)
        self.place = place
        self.found = text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"
        self.expected = expected
        super().__init__(f"{place}: found {self.found}, expected {expected}")


class Numbering(Protocol):
    """What every numbering can do."""

    def label(self, column: int, row: int) -> str:
        """The label of a place; raises LabelError for a place off the map."""
        ...

    def parse(self, text: str) -> tuple[int, int]:
        """The column and row of a label; raises LabelError for any other text."""
        ...


def _check_size(columns: int, rows: int, most: int, numbering: str) -> None:
    if not (1 <= columns <= most and 1 <= rows <= most):
        raise ValueError(
            f"size of a map with {numbering}: found {columns} columns and {rows} rows, "
            f"expected 1 to {most} of each"
        )


def _check_place(column: int, row: int, columns: int, rows: int) -> None:
    if not (0 <= column < columns and 0 <= row < rows):
        raise LabelError(
            "place on the map",
            (column, row),
            f"column 0 to {columns - 1} and row 0 to {rows - 1}",
        )


@dataclass(frozen=True)
class ColumnRowNumbering:
    """The column, then the row counted down, both from 1 (BRG-1).

    Two digits each, CCRR, where both sides of the map are at most 99; else three each, CCCRRR.
    Raises ValueError for a side below 1 or above 999.

    >>> numbering = ColumnRowNumbering(8, 9)
    >>> numbering.label(1, 0), numbering.parse("0809")
    ('0201', (7, 8))
    >>> ColumnRowNumbering(200, 9).label(1, 0)
    '002001'
    """

    columns: int
    rows: int

    def __post_init__(self) -> None:
        _check_size(self.columns, self.rows, 999, "numbers of columns and rows")

    @property
    def digits(self) -> int:
        """How many digits a column, and a row, has."""
        return 2 if max(self.columns, self.rows) <= 99 else 3

    def label(self, column: int, row: int) -> str:
        """The number of a place; raises LabelError for a place off the map."""
        _check_place(column, row, self.columns, self.rows)
        return self._write(column) + self._write(row)

    def parse(self, text: str) -> tuple[int, int]:
        """The column and row of a number; raises LabelError for any other text."""
        if not (isinstance(text, str) and len(text) == 2 * self.digits and _digits(text)):
            form = "four digits CCRR" if self.digits == 2 else "six digits CCCRRR"
            last = self.label(self.columns - 1, self.rows - 1)
            raise LabelError("hex number", text, f"{form}, {self.label(0, 0)} to {last}")
        column, row = split_number(text)
        for what, place, count in (("column", column, self.columns), ("row", row, self.rows)):
            if not 0 <= place < count:
                expected = f"{what} {self._write(0)} to {self._write(count - 1)}"
                raise LabelError(f"{what} of a hex number", text, expected)
        return column, row

    def _write(self, place: int) -> str:
        return f"{place + 1:0{self.digits}d}"


def split_number(label: str) -> tuple[int, int]:
    """The column and row, from 0, of a number CCRR or CCCRRR, whatever the size of its map.

    >>> split_number("0809"), split_number("100200")
    ((7, 8), (99, 199))
    """
    half = len(label) // 2
    return int(label[:half]) - 1, int(label[half:]) - 1


@dataclass(frozen=True)
class LetterNumbering:
    """`@`, letters of the column, letters of the row (AGR-1, AGR-5).

    One letter each where both sides of the map are at most 26; else two letters
    each, AA, AB, ... AZ, BA, and so on.  Small letters are read as well.
    Raises ValueError for a side below 1 or above 676.

    >>> numbering = LetterNumbering(21, 15)
    >>> numbering.label(20, 14), numbering.parse("@AA")
    ('@UO', (0, 0))
    >>> LetterNumbering(99, 99).label(1, 2)
    '@ABAC'
    """

    columns: int
    rows: int

    def __post_init__(self) -> None:
        _check_size(self.columns, self.rows, 26 * 26, "letters")

    @property
    def letters(self) -> int:
        """How many letters a column, and a row, has."""
        return 1 if max(self.columns, self.rows) <= 26 else 2

    def label(self, column: int, row: int) -> str:
        """The letters of a place; raises LabelError for a place off the map."""
        _check_place(column, row, self.columns, self.rows)
        return f"@{self._write(column)}{self._write(row)}"

    def parse(self, text: str) -> tuple[int, int]:
        """The column and row of a label; raises LabelError for any other text."""
        count = self.letters
        last = self.label(self.columns - 1, self.rows - 1)
        expected = f"@ and {2 * count} letters, {self.label(0, 0)} to {last}"
        if not (isinstance(text, str) and len(text) == 2 * count + 1 and text[0] == "@"):
            raise LabelError("hex letters", text, expected)
        letters = text[1:].upper() if text.isascii() else ""
        if not letters.isalpha():
            raise LabelError("hex letters", text, expected)
        column, row = self._read(letters[:count]), self._read(letters[count:])
        if column >= self.columns:
            until = self._write(self.columns - 1)
            raise LabelError("column of hex letters", text, f"column {self._write(0)} to {until}")
        if row >= self.rows:
            until = self._write(self.rows - 1)
            raise LabelError("row of hex letters", text, f"row {self._write(0)} to {until}")
        return column, row

    def _write(self, number: int) -> str:
        low = chr(ord("A") + number % 26)
        return low if self.letters == 1 else chr(ord("A") + number // 26) + low

    @staticmethod
    def _read(letters: str) -> int:
        number = 0
        for letter in letters:
            number = 26 * number + ord(letter) - ord("A")
        return number


# The directions that lead to higher numbers, and to all neighbours in number order.
_SUCCESSORS = (3, 1, 2)
_RIM = (5, 4, 0, 3, 1, 2)


@dataclass(frozen=True)
class RankNumbering:
    """Cells in vertical ranks, numbered from 1 down each rank (IDX-2.1).

    The first rank has `first_rank` cells (nrank1), the next one less and half a cell
    lower, and so on in turn; `cells` is ncells.  The bottom cell of every rank is
    inactive whatever the data say; `inactive` names the others.  A column is a rank
    counted from 0.  Raises ValueError where the cells do not fill whole ranks, or
    an inactive cell does not exist.

    >>> war = RankNumbering(cells=60, first_rank=8)
    >>> war.successor(12, 3), war.rim_cell(12, 1), war.parse("9")
    (20, 4, (1, 0))
    """

    cells: int
    first_rank: int
    inactive: frozenset[int] = field(default=frozenset())

    def __post_init__(self) -> None:
        if self.first_rank < 2:
            raise ValueError(
                f"cells of the first rank: found {self.first_rank}, expected 2 or more"
            )
        rest = self.cells % self._pair
        if self.cells < 1 or rest not in (0, self.first_rank):
            raise ValueError(
                f"number of cells: found {self.cells}, expected whole ranks of "
                f"{self.first_rank} and {self.first_rank - 1} cells in turn"
            )
        strangers = sorted(cell for cell in self.inactive if not 1 <= cell <= self.cells)
        if strangers:
            raise ValueError(f"inactive cells: found {strangers[0]}, expected 1 to {self.cells}")

    @property
    def _pair(self) -> int:
        return 2 * self.first_rank - 1

    @property
    def ranks(self) -> int:
        """How many ranks the area of war has."""
        return 2 * (self.cells // self._pair) + (self.cells % self._pair > 0)

    def rank_length(self, column: int) -> int:
        """How many cells a rank has."""
        return self.first_rank - column % 2

    @property
    def bottom_cells(self) -> tuple[int, ...]:
        """The last cell of every rank; these are always inactive."""
        return tuple(self.cell(k, self.rank_length(k) - 1) for k in range(self.ranks))

    def is_active(self, cell: int) -> bool:
        """Whether a cell takes part; raises LabelError for a cell that does not exist."""
        column, row = self.position(cell)
        return row < self.rank_length(column) - 1 and cell not in self.inactive

    def present(self) -> NDArray[np.bool_]:
        """The places that hold a cell, as `Grid` takes them, shape (ranks, first_rank).

        With it, a cell's index in the grid is its number less 1.
        """
        there = np.ones((self.ranks, self.first_rank), np.bool_)
        there[1::2, -1] = False
        return there

    def cell(self, column: int, row: int) -> int:
        """The number of the cell at a place; raises LabelError for a place off the map."""
        _check_place(column, row, self.ranks, self.first_rank)
        _check_place(column, row, self.ranks, self.rank_length(column))
        return column // 2 * self._pair + column % 2 * self.first_rank + row + 1

    def position(self, cell: int) -> tuple[int, int]:
        """The column (rank) and row of a cell; raises LabelError where there is none."""
        if not 1 <= cell <= self.cells:
            raise LabelError("cell number", cell, f"1 to {self.cells}")
        pairs, rest = divmod(cell - 1, self._pair)
        below = int(rest >= self.first_rank)
        return 2 * pairs + below, rest - below * self.first_rank

    def label(self, column: int, row: int) -> str:
        """The cell's number as text; raises LabelError for a place off the map."""
        return str(self.cell(column, row))

    def parse(self, text: str) -> tuple[int, int]:
        """The column and row of a cell number; raises LabelError for any other text."""
        if not (isinstance(text, str) and _digits(text) and len(text) <= 9):
            raise LabelError("cell number", text, f"1 to {self.cells}")
        return self.position(int(text))

    def successor(self, cell: int, k: int) -> int:
        """The k-th successor of a cell: 1 below, 2 upper right, 3 lower right (IDX-2.1).

        -1 where the cell or that neighbour is inactive, or there is none.  Raises
        LabelError for a cell that does not exist, ValueError for another k.
        """
        if not 1 <= k <= 3:
            raise ValueError(f"successor of a cell: found {k}, expected 1 to 3")
        there = self._adjacent(cell, _SUCCESSORS[k - 1])
        active = there > 0 and self.is_active(cell) and self.is_active(there)
        return there if active else -1

    def rim_cell(self, cell: int, k: int) -> int:
        """The k-th rim cell of a cell, active or not, or -1 where there is none (IDX-5.3).

        1 upper left, 2 lower left, 3 above, 4 below, 5 upper right, 6 lower right,
        which is the order of their numbers.  Raises LabelError for a cell that does
        not exist, ValueError for another k.
        """
        if not 1 <= k <= 6:
            raise ValueError(f"rim cell of a cell: found {k}, expected 1 to 6")
        return self._adjacent(cell, _RIM[k - 1])

    def _adjacent(self, cell: int, direction: int) -> int:
        hex_ = neighbour(Offset.ODD_Q.to_axial(*self.position(cell)), direction)
        column, row = Offset.ODD_Q.from_axial(hex_)
        if 0 <= column < self.ranks and 0 <= row < self.rank_length(column):
            return self.cell(column, row)
        return -1


def _digits(text: str) -> bool:
    return text.isascii() and text.isdigit()
