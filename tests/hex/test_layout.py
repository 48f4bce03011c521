import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hexfront.hex.coordinates import DIRECTIONS, Hex, Orientation
from hexfront.hex.layout import Layout, Point

hexes = st.builds(Hex, st.integers(-500, 500), st.integers(-500, 500))
layouts = st.builds(
    Layout,
    st.sampled_from(Orientation),
    st.floats(0.01, 1000),
    st.builds(Point, st.floats(-1e4, 1e4), st.floats(-1e4, 1e4)),
)


@given(layouts, hexes)
def test_neighbouring_centres_lie_in_their_compass_direction(layout: Layout, hex_: Hex) -> None:
    depth = layout.size * math.sqrt(3)
    first = -90 if layout.orientation is Orientation.FLAT else -120
    centre = layout.centre(hex_)
    for d, step in enumerate(DIRECTIONS):
        there = layout.centre(Hex(hex_.q + step.q, hex_.r + step.r))
        angle = math.radians(first + 60 * d)
        assert there.x - centre.x == pytest.approx(depth * math.cos(angle), abs=1e-3 * depth)
        assert there.y - centre.y == pytest.approx(depth * math.sin(angle), abs=1e-3 * depth)


@given(layouts, hexes, st.floats(0, 0.99), st.floats(0, 2 * math.pi))
def test_every_point_within_a_hex_picks_it(
    layout: Layout, hex_: Hex, part: float, angle: float
) -> None:
    centre = layout.centre(hex_)
    inner = layout.size * math.sqrt(3) / 2 * part
    assert (
        layout.hex_at(centre.x + inner * math.cos(angle), centre.y + inner * math.sin(angle))
        == hex_
    )


@given(layouts, hexes)
def test_points_just_inside_the_corners_pick_the_hex(layout: Layout, hex_: Hex) -> None:
    centre = layout.centre(hex_)
    for corner in layout.corners(hex_):
        x = centre.x + 0.98 * (corner.x - centre.x)
        y = centre.y + 0.98 * (corner.y - centre.y)
        assert layout.hex_at(x, y) == hex_


@pytest.mark.parametrize("orientation", Orientation)
def test_side_d_lies_between_corners_d_and_d_plus_1(orientation: Orientation) -> None:
    layout = Layout(orientation, 3.0)
    for d, step in enumerate(DIRECTIONS):
        corners = layout.corners(Hex(0, 0))
        a, b = corners[d], corners[(d + 1) % 6]
        there = layout.centre(step)
        assert (a.x + b.x) / 2 == pytest.approx(there.x / 2)
        assert (a.y + b.y) / 2 == pytest.approx(there.y / 2)


@pytest.mark.parametrize("orientation", Orientation)
def test_sizes_and_bounds_enclose_the_corners(orientation: Orientation) -> None:
    layout = Layout(orientation, 2.5, Point(10, 20))
    corners = layout.corners(Hex(4, -1))
    bounds = layout.bounds([Hex(4, -1)])
    assert bounds.left == pytest.approx(min(p.x for p in corners))
    assert bounds.bottom == pytest.approx(max(p.y for p in corners))
    assert bounds.right - bounds.left == pytest.approx(layout.hex_width)
    assert bounds.bottom - bounds.top == pytest.approx(layout.hex_height)


@pytest.mark.parametrize("orientation", Orientation)
def test_many_centres_are_the_single_ones(orientation: Orientation) -> None:
    layout = Layout(orientation, 7.0, Point(1, 2))
    q, r = np.array([0, 3, -2]), np.array([5, -1, 0])
    expected = [layout.centre(Hex(int(a), int(b))) for a, b in zip(q, r, strict=True)]
    np.testing.assert_allclose(layout.centres(q, r), expected)


def test_impossible_geometry_is_refused() -> None:
    for size in (0.0, -1.0, math.nan, math.inf):
        with pytest.raises(ValueError, match="expected a positive number"):
            Layout(size=size)
    with pytest.raises(ValueError, match="expected finite numbers"):
        Layout().hex_at(math.nan, 0.0)
    with pytest.raises(ValueError, match="at least one"):
        Layout().bounds([])
