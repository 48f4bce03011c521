import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.hex.coordinates import Offset, neighbour
from hexfront.hex.grid import Grid
from tests.effort import calls_of


@st.composite
def grids(draw: st.DrawFn, most: int = 7) -> Grid:
    columns, rows = draw(st.integers(1, most)), draw(st.integers(1, most))
    cells = draw(st.lists(st.booleans(), min_size=columns * rows, max_size=columns * rows))
    present = np.array(cells).reshape(columns, rows)
    return Grid(columns, rows, draw(st.sampled_from(Offset)), present)


@given(grids())
def test_neighbours_are_those_of_the_coordinates(grid: Grid) -> None:
    assert grid.neighbours.shape == (grid.n + 1, 6)
    assert (grid.neighbours[grid.n] == grid.n).all()
    hexes = [grid.axial(i) for i in range(grid.n)]
    for i, hex_ in enumerate(hexes):
        for d in range(6):
            there = neighbour(hex_, d)
            expected = hexes.index(there) if there in hexes else grid.n
            assert grid.neighbours[i, d] == expected == grid.index_of(*there)


@given(grids())
def test_indices_run_down_the_columns_and_back(grid: Grid) -> None:
    places = [grid.place(i) for i in range(grid.n)]
    assert places == sorted(places)
    for i, (column, row) in enumerate(places):
        assert grid.index_at(column, row) == grid.index_of(*grid.axial(i)) == i
    missing = {(c, r) for c in range(-1, 9) for r in range(-1, 9)} - set(places)
    assert all(grid.index_at(*place) == grid.n for place in missing)


def test_a_large_grid_is_built_by_arrays() -> None:
    """And not hex by hex."""
    assert calls_of(lambda: Grid(1000, 1000)) < 10_000
    grid = Grid(1000, 1000)
    assert grid.n == 1_000_000
    assert grid.neighbours[500_500].tolist() == [500499, 501499, 501500, 500501, 499500, 499499]


def test_bad_sizes_and_indices_are_refused() -> None:
    with pytest.raises(ValueError, match="found 0 columns and 4 rows, expected 1 or more"):
        Grid(0, 4)
    with pytest.raises(ValueError, match=r"found shape \(4, 3\), expected \(3, 4\)"):
        Grid(3, 4, present=np.ones((4, 3), bool))
    grid = Grid(3, 4)
    for index in (-1, 12):
        with pytest.raises(IndexError, match=f"found {index}, expected 0 to 11"):
            grid.axial(index)
