import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.hex.coordinates import Hex
from hexfront.hex.grid import Grid
from hexfront.hex.sight import line_of_sight
from tests.hex.oracles import sees
from tests.hex.test_grid import grids


def look(grid: Grid, height: np.ndarray, obstacle: np.ndarray, a: int, b: int) -> bool:
    return line_of_sight(grid.q, grid.r, grid.lookup, grid.q0, grid.r0, height, obstacle, a, b)


@settings(max_examples=200)
@given(grids().filter(lambda g: g.n > 0), st.data())
def test_sight_is_that_of_the_definition_and_symmetric(grid: Grid, data: st.DataObject) -> None:
    values = st.lists(st.integers(-2, 3), min_size=grid.n, max_size=grid.n)
    height = data.draw(values)
    obstacle = [max(0, v) for v in data.draw(values)]
    ground, cover = np.array(height, np.int64), np.array(obstacle, np.int64)
    places = st.integers(0, grid.n - 1)
    for _ in range(5):
        a, b = data.draw(places), data.draw(places)
        expected = sees(grid, height, obstacle, a, b)
        assert look(grid, ground, cover, a, b) == expected
        assert look(grid, ground, cover, b, a) == expected


def test_along_a_side_both_hexes_must_block() -> None:
    grid = Grid(5, 5)
    flat, woods = np.zeros(grid.n, np.int64), np.zeros(grid.n, np.int64)
    a, b = grid.index_of(1, 1), grid.index_of(2, 2)
    left, right = grid.index_of(1, 2), grid.index_of(2, 1)
    assert Hex(*grid.axial(left)) != Hex(*grid.axial(right))
    woods[left] = 1
    assert look(grid, flat, woods, a, b)
    woods[right] = 1
    assert not look(grid, flat, woods, a, b)


def test_a_ridge_hides_the_valley_but_not_the_far_hill() -> None:
    grid = Grid(1, 5)
    none = np.zeros(5, np.int64)
    assert not look(grid, np.array([0, 0, 2, 0, 0]), none, 0, 4)
    assert look(grid, np.array([0, 0, 2, 0, 4]), none, 0, 4), "it only touches the ridge"
    assert look(grid, np.array([2, 0, 2, 0, 2]), none, 0, 4)
    assert look(grid, np.array([0, 9, 0, 0, 0]), none, 0, 1), "neighbours always see each other"
    assert look(grid, np.array([0, 9, 0, 0, 0]), none, 0, 0)
