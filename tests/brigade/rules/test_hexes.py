"""The words of hexes and paths hold whatever a legal scenario may put into them."""

from __future__ import annotations

from itertools import permutations

import pytest

from hexfront.systems.brigade.rules.hexes import (
    add_friends,
    add_holder,
    add_zones,
    drop_holder,
    friends_at,
    holder_at,
    path_of,
    set_path_hex,
    zones_at,
)
from hexfront.systems.brigade.scenario.model import MAX_UNITS
from hexfront.systems.brigade.scenario.state import HOLDERS, NOBODY, BrigadeState

LAST = 2 * MAX_UNITS - 1
"""The number of the last unit of the largest scenario."""


def new_state() -> BrigadeState:
    """Three hexes, and a unit whose path may have twelve."""
    return BrigadeState.new(unit=1, place=3, four=3)


def holders(state: BrigadeState) -> list[int]:
    """Who is in hex 1."""
    return [int(holder_at(state, 1, level)) for level in range(HOLDERS)]


@pytest.mark.parametrize("coming", list(permutations((0, 41, LAST))))
def test_units_are_in_a_hex_lowest_first_whoever_comes_and_goes(coming: tuple[int, ...]) -> None:
    state = new_state()
    for count in range(1, HOLDERS + 1):
        add_holder(state, 1, coming[count - 1])
        assert holders(state) == sorted(coming[:count]) + [NOBODY] * (HOLDERS - count)
    for count in range(1, HOLDERS + 1):
        drop_holder(state, 1, coming[count - 1])
        assert holders(state) == sorted(coming[count:]) + [NOBODY] * count
    assert state == new_state()


def test_counts_of_a_hex_do_not_touch_each_other() -> None:
    state = new_state()
    add_holder(state, 1, LAST)
    most = 6 * MAX_UNITS  # "off the map" is the neighbour of every hex at the edge
    for side in range(2):
        add_zones(state, 1, side, most)
        add_friends(state, 1, side, HOLDERS)
    add_zones(state, 1, 0, -most)
    add_friends(state, 1, 0, -1)
    assert [int(zones_at(state, 1, side)) for side in range(2)] == [0, most]
    assert [int(friends_at(state, 1, side)) for side in range(2)] == [HOLDERS - 1, HOLDERS]
    assert holders(state) == [LAST, NOBODY, NOBODY]
    assert [int(state.hexes[0]), int(state.hexes[2])] == [0, 0]


def test_a_path_gives_back_its_hexes_in_order() -> None:
    state = new_state()
    path = [9800, 0, 39_999, 1, 2, 40_000, 9800, 32_768, 4, 5, 6, 9801]
    for _ in range(2):  # the second time over what is left of the first
        for step, place in enumerate(path):
            set_path_hex(state, 0, step, place)
        state.units.steps[0] = len(path)
        assert path_of(state, 0) == path
        path = path[::-1]
