"""The numbers of cells, which run down vertical ranks (IDX-2.1).

The first rank has nrank1 cells; each next one has one cell less or one more in turn.
"""

from __future__ import annotations


def rank_and_row(cell: int, rank1: int) -> tuple[int, int]:
    """The rank, and the place in it, both from 0, of a cell by its number."""
    pair, rest = divmod(cell - 1, 2 * rank1 - 1)
    return (2 * pair, rest) if rest < rank1 else (2 * pair + 1, rest - rank1)


def is_bottom(cell: int, cells: int, rank1: int) -> bool:
    """Whether a cell is the highest-numbered one of its rank, which is always inactive (IDX-2.1).

    >>> [cell for cell in range(1, 58) if is_bottom(cell, 57, 8)]
    [8, 15, 23, 30, 38, 45, 53, 57]
    """
    rank, row = rank_and_row(cell, rank1)
    return cell == cells or row == rank1 - rank % 2 - 1


def cell_number(rank: int, row: int, rank1: int) -> int:
    """The number of the cell at a rank and a place in it; 0 where there is none."""
    length = rank1 - rank % 2
    if rank < 0 or not 0 <= row < length:
        return 0
    return (rank // 2) * (2 * rank1 - 1) + (rank % 2) * rank1 + row + 1


def after(cell: int, rank1: int) -> tuple[int, int, int]:
    """The neighbours with higher numbers: below, upper right, lower right; 0 where there is none.

    >>> after(1, 8)
    (2, 9, 0)
    """
    rank, row = rank_and_row(cell, rank1)
    up = row - 1 + rank % 2
    return (
        cell_number(rank, row + 1, rank1),
        cell_number(rank + 1, up, rank1),
        cell_number(rank + 1, up + 1, rank1),
    )
