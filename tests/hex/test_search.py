from collections.abc import Callable
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hexfront.hex.grid import Grid
from hexfront.hex.search import UNLIMITED, UNREACHED, new_search_scratch, path_to, search
from tests.hex.oracles import allowed_steps, cheapest
from tests.hex.test_grid import grids

SMALL = st.integers(-1, 4)
LARGE = st.sampled_from([0, 1, 2, 60, 63, 64, 65, 130, 100_000])


@st.composite
def problems(draw: st.DrawFn) -> tuple[Grid, list[int], list[list[int]] | None, list[int]]:
    grid = draw(grids().filter(lambda g: g.n > 0))
    costs = draw(st.sampled_from([SMALL, LARGE]))

    def of_size(values: st.SearchStrategy[int], size: int) -> list[int]:
        return draw(st.lists(values, min_size=size, max_size=size))

    entry = [*of_size(costs, grid.n), 0]
    zone = [*of_size(st.sampled_from([0, 0, 0, 1]), grid.n), 0]
    if draw(st.booleans()):
        return grid, entry, None, zone
    flat = of_size(st.sampled_from([0, 0, 1, 5, 70, -1]), 6 * (grid.n + 1))
    return grid, entry, np.array(flat).reshape(-1, 6).tolist(), zone


def arrays(
    entry: list[int], sides: list[list[int]] | None, zone: list[int]
) -> tuple[np.ndarray, np.ndarray | None, np.ndarray]:
    table = None if sides is None else np.array(sides, np.int64)
    return np.array(entry, np.int64), table, np.array(zone, np.uint8)


@settings(max_examples=300)
@given(
    problems(),
    st.data(),
    st.booleans(),
    st.booleans(),
    st.sampled_from([0, 1, 3, 7, 12, 70, 300, UNLIMITED]),
)
def test_reach_is_that_of_the_definition(
    problem: tuple[Grid, list[int], list[list[int]] | None, list[int]],
    data: st.DataObject,
    stop: bool,
    no_zone_to_zone: bool,
    points: int,
) -> None:
    grid, entry, sides, zone = problem
    scratch = new_search_scratch(grid.n)
    entry_cost, side_cost, in_zone = arrays(entry, sides, zone)
    for _ in range(2):  # the second search must not see the first
        start = data.draw(st.integers(0, grid.n - 1))
        rules = (entry, sides, zone, stop, no_zone_to_zone, start)
        expected = cheapest(grid, *rules, points)
        count = search(
            grid.neighbours, entry_cost, side_cost, in_zone, stop, no_zone_to_zone,
            start, points, grid.n, scratch,
        )  # fmt: skip
        reached = scratch.reached[:count].tolist()
        assert {h: int(scratch.cost[h]) for h in reached} == expected
        assert np.count_nonzero(scratch.cost != UNREACHED) == count == scratch.size[0]
        assert reached[0] == start
        spent = [expected[h] for h in reached]
        assert spent == sorted(spent)
        for hex_ in reached:
            path = path_to(scratch, hex_)
            assert path[0] == start
            assert path[-1] == hex_
            total = 0
            for a, b in pairwise(path):
                total += dict(allowed_steps(grid, *rules, a))[b]
            assert total == expected[hex_]


@settings(max_examples=200)
@given(problems(), st.data(), st.booleans(), st.booleans())
def test_a_search_for_a_target_finds_its_cost_and_leaves_nothing_behind(
    problem: tuple[Grid, list[int], list[list[int]] | None, list[int]],
    data: st.DataObject,
    stop: bool,
    no_zone_to_zone: bool,
) -> None:
    grid, entry, sides, zone = problem
    start = data.draw(st.integers(0, grid.n - 1))
    target = data.draw(st.integers(0, grid.n - 1))
    scratch = new_search_scratch(grid.n)
    costs = arrays(entry, sides, zone)
    rules = (entry, sides, zone, stop, no_zone_to_zone, start)
    expected = cheapest(grid, *rules, UNLIMITED)
    for goal in (target, grid.n):
        count = search(
            grid.neighbours, *costs, stop, no_zone_to_zone, start, UNLIMITED, goal, scratch
        )
        assert scratch.cost[target] == expected.get(target, UNREACHED)
        assert np.count_nonzero(scratch.cost != UNREACHED) == count
        assert bool(path_to(scratch, target)) == (target in expected)
    assert set(scratch.reached[:count].tolist()) == set(expected)


def open_map(columns: int, rows: int) -> tuple[Grid, np.ndarray, np.ndarray]:
    grid = Grid(columns, rows)
    entry = np.ones(grid.n + 1, np.int64)
    entry[grid.n] = 0
    return grid, entry, np.zeros(grid.n + 1, np.uint8)


def test_twelve_points_on_an_open_map_reach_469_hexes() -> None:
    grid, entry, zone = open_map(40, 40)
    scratch = new_search_scratch(grid.n)
    start = grid.index_at(20, 20)
    count = search(grid.neighbours, entry, None, zone, True, True, start, 12, grid.n, scratch)
    assert count == 1 + 3 * 12 * 13


def zone_walk(stop: bool, no_zone_to_zone: bool) -> Callable[[int], int]:
    """A corridor of one column, with zone hexes at rows 2 and 3."""
    grid, entry, zone = open_map(1, 8)
    zone[2:4] = 1

    def reach(start: int) -> int:
        scratch = new_search_scratch(grid.n)
        search(grid.neighbours, entry, None, zone, stop, no_zone_to_zone, start, 9, grid.n, scratch)
        return int(max(scratch.reached[: scratch.size[0]]))

    return reach


@pytest.mark.clause("BRG-17", "BRG-18", "BRG-19")
def test_zones_of_control_stop_and_bar_a_move() -> None:
    assert zone_walk(stop=False, no_zone_to_zone=False)(0) == 7
    assert zone_walk(stop=True, no_zone_to_zone=False)(0) == 2
    assert zone_walk(stop=True, no_zone_to_zone=False)(2) == 3, "it may leave, and stops again"
    assert zone_walk(stop=True, no_zone_to_zone=True)(2) == 2
    assert zone_walk(stop=True, no_zone_to_zone=True)(3) == 7
    assert zone_walk(stop=False, no_zone_to_zone=True)(0) == 2


def test_rivers_cost_and_bar_by_side() -> None:
    grid, entry, zone = open_map(1, 4)
    sides = np.zeros((grid.n + 1, 6), np.int64)
    sides[1, 3] = 2  # southward out of the second hex
    sides[2, 3] = -1
    scratch = new_search_scratch(grid.n)
    search(grid.neighbours, entry, sides, zone, True, True, 0, 9, grid.n, scratch)
    assert scratch.cost[:4].tolist() == [0, 1, 4, UNREACHED]
    assert path_to(scratch, 2) == [0, 1, 2]
    assert path_to(scratch, 3) == []
    search(grid.neighbours, entry, sides, zone, True, True, 3, 9, grid.n, scratch)
    assert scratch.cost[:4].tolist() == [3, 2, 1, 0], "the way back crosses other sides"


@settings(max_examples=100)
@given(problems(), st.data(), st.booleans(), st.booleans())
def test_compiled_and_interpreted_search_agree_in_order_and_paths(
    problem: tuple[Grid, list[int], list[list[int]] | None, list[int]],
    data: st.DataObject,
    stop: bool,
    no_zone_to_zone: bool,
) -> None:
    grid, entry, sides, zone = problem
    start = data.draw(st.integers(0, grid.n - 1))
    results = []
    for function in (search, getattr(search, "py_func", search)):
        scratch = new_search_scratch(grid.n)
        count = function(
            grid.neighbours, *arrays(entry, sides, zone), stop, no_zone_to_zone,
            start, UNLIMITED, grid.n, scratch,
        )  # fmt: skip
        reached = scratch.reached[:count].tolist()
        results.append((reached, scratch.cost.tolist(), scratch.parent[reached].tolist()))
    assert results[0] == results[1]
