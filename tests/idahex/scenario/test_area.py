"""The area of war: the manual's examples of successors and rim cells."""

from __future__ import annotations

import numpy as np
import pytest

from hexfront.systems.idahex.scenario.area import SUCCESSORS, distance, make_area, steps_between
from hexfront.systems.idahex.scenario.design import DEPTH, Area


def area_of(cells: int, rank1: int) -> Area:
    return make_area(rank1, np.ones(cells + 1, dtype=np.int64))


@pytest.mark.clause("IDX-2.1")
@pytest.mark.parametrize(
    ("cell", "which", "expected"),
    [(12, 1, 13), (12, 2, 19), (12, 3, 20), (7, 3, 0), (46, 1, 47), (46, 2, 0), (46, 3, 54)],
)
def test_successors_of_the_manual(cell: int, which: int, expected: int) -> None:
    area = area_of(60, 8)
    found = int(area.rim[cell, SUCCESSORS[which - 1]])
    assert (found if found and area.environment[found] > 0 else 0) == expected


@pytest.mark.clause("IDX-2.1")
def test_the_bottom_cells_are_inactive() -> None:
    area = area_of(60, 8)
    assert [c for c in range(1, 61) if area.environment[c] <= 0] == [
        *(8, 15, 23, 30, 38, 45, 53, 60)
    ]


@pytest.mark.clause("IDX-2.1")
def test_the_last_cell_of_a_rank_that_is_not_full_is_inactive() -> None:
    area = area_of(57, 8)
    assert [c for c in range(1, 58) if area.environment[c] <= 0] == [
        *(8, 15, 23, 30, 38, 45, 53, 57)
    ]


@pytest.mark.clause("IDX-5.3")
@pytest.mark.parametrize(
    ("cell", "rim"),
    [
        (6, [2, 3, 5, 7, 9, 10]),
        (1, [0, 0, 0, 2, 0, 5]),
    ],
)
def test_rim_cells_of_the_manual(cell: int, rim: list[int]) -> None:
    assert area_of(28, 4).rim[cell].tolist() == rim
    assert area_of(28, 4).rim[14, 4] == 17


@pytest.mark.clause("IDX-2.1")
@pytest.mark.parametrize(("cells", "rank1"), [(60, 8), (28, 4), (115, 12), (2, 2), (57, 8)])
def test_neighbours_are_mutual_and_one_depth_away(cells: int, rank1: int) -> None:
    area = area_of(cells, rank1)
    area.clock[DEPTH] = 15.0
    for cell in range(1, cells + 1):
        for side in range(6):
            other = int(area.rim[cell, side])
            if other:
                assert area.rim[other, 5 - side] == cell
                assert steps_between(area, cell, other) == 1
                assert distance(area, cell, other) == pytest.approx(15.0)
