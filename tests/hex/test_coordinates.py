from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.hex.coordinates import (
    DIRECTIONS,
    Hex,
    Offset,
    Orientation,
    distance,
    line,
    line_samples,
    neighbour,
    opposite,
    ring,
    rotate,
    spiral,
)
from tests.hex.oracles import hexes_under_line, steps_between

near = st.builds(Hex, st.integers(-7, 7), st.integers(-7, 7))
far = st.builds(Hex, st.integers(-(10**9), 10**9), st.integers(-(10**9), 10**9))


@given(near, near)
def test_distance_counts_steps(a: Hex, b: Hex) -> None:
    assert distance(a, b) == distance(b, a) == steps_between(a, b)


@given(near, near)
def test_line_samples_are_the_nearest_centres(a: Hex, b: Hex) -> None:
    samples = line_samples(a, b)
    assert [set(s) for s in samples] == hexes_under_line(a, b)
    assert all(list(s) == sorted(s) for s in samples)
    assert samples == line_samples(b, a)[::-1]


@given(near, near)
def test_line_is_connected_and_the_same_backwards(a: Hex, b: Hex) -> None:
    hexes = line(a, b)
    assert hexes[0] == a
    assert hexes[-1] == b
    assert all(distance(x, y) == 1 for x, y in pairwise(hexes))
    assert hexes == line(b, a)[::-1]


def test_line_along_sides_names_both_hexes_of_each_side() -> None:
    samples = line_samples(Hex(0, 0), Hex(2, 2))
    assert [len(s) for s in samples] == [1, 2, 1, 2, 1]
    assert samples[1] == (Hex(0, 1), Hex(1, 0))
    assert line(Hex(0, 0), Hex(2, 2))[1] == Hex(0, 1)


@given(near, st.integers(0, 5))
def test_ring_and_spiral_hold_what_their_distance_says(centre: Hex, radius: int) -> None:
    around = [Hex(centre.q + q, centre.r + r) for q in range(-6, 7) for r in range(-6, 7)]
    circle = list(ring(centre, radius))
    assert len(circle) == len(set(circle)) == (6 * radius or 1)
    assert set(circle) == {h for h in around if steps_between(centre, h) == radius}
    assert circle[0] == neighbour(centre, 0, radius)
    disc = list(spiral(centre, radius))
    assert disc[0] == centre
    assert [distance(centre, h) for h in disc] == sorted(distance(centre, h) for h in disc)
    assert len(set(disc)) == len(disc) == 1 + 3 * radius * (radius + 1)


def test_rings_and_spirals_refuse_a_negative_radius() -> None:
    with pytest.raises(ValueError, match="found -1, expected 0 or more"):
        ring(Hex(0, 0), -1)
    with pytest.raises(ValueError, match="found -1, expected 0 or more"):
        spiral(Hex(0, 0), -1)


@given(near, near, st.integers(-13, 13))
def test_rotation_turns_clockwise_and_keeps_the_distance(a: Hex, centre: Hex, steps: int) -> None:
    turned = rotate(a, steps, centre)
    assert distance(centre, turned) == distance(centre, a)
    assert rotate(turned, -steps, centre) == a
    for d in range(6):
        assert rotate(DIRECTIONS[d], steps) == DIRECTIONS[(d + steps) % 6]


def test_opposite_directions_cancel() -> None:
    for d in range(6):
        assert neighbour(neighbour(Hex(3, -2), d), opposite(d)) == Hex(3, -2)


@given(far, st.sampled_from(Offset))
def test_offsets_round_trip(hex_: Hex, offset: Offset) -> None:
    assert offset.to_axial(*offset.from_axial(hex_)) == hex_


@pytest.mark.parametrize(
    ("offset", "base", "expected"),
    [  # neighbours in directions 0 to 5, as (column, row)
        (Offset.ODD_Q, (2, 2), [(2, 1), (3, 1), (3, 2), (2, 3), (1, 2), (1, 1)]),
        (Offset.ODD_Q, (1, 2), [(1, 1), (2, 2), (2, 3), (1, 3), (0, 3), (0, 2)]),
        (Offset.EVEN_Q, (2, 2), [(2, 1), (3, 2), (3, 3), (2, 3), (1, 3), (1, 2)]),
        (Offset.ODD_R, (2, 2), [(1, 1), (2, 1), (3, 2), (2, 3), (1, 3), (1, 2)]),
        (Offset.EVEN_R, (2, 2), [(2, 1), (3, 1), (3, 2), (3, 3), (2, 3), (1, 2)]),
    ],
)
def test_offsets_stagger_as_they_say(
    offset: Offset, base: tuple[int, int], expected: list[tuple[int, int]]
) -> None:
    hex_ = offset.to_axial(*base)
    assert [offset.from_axial(neighbour(hex_, d)) for d in range(6)] == expected


def test_compass_names_run_clockwise() -> None:
    assert Orientation.FLAT.direction_names == ("N", "NE", "SE", "S", "SW", "NW")
    assert Orientation.POINTY.direction_names == ("NW", "NE", "E", "SE", "SW", "W")
