"""Areas, lengths, distances and the projection, against sums that one can do by hand."""

import math
import random
from itertools import pairwise

import pytest

from hexfront.core.errors import InputError
from hexfront.hex.coordinates import Hex, Offset, Orientation
from hexfront.hex.layout import Layout
from hexfront.mapping.geometry import (
    Point,
    Polygon,
    area,
    clipped,
    distance_to,
    holds,
    pieces_in_hexes,
    share_within,
    simplified,
    stepped,
)
from hexfront.mapping.plane import RADIUS, Box, Projection, lay_out

SQUARE = ((0.0, 0.0), (4.0, 0.0), (4.0, 4.0), (0.0, 4.0))
HOLE = ((1.0, 1.0), (3.0, 1.0), (3.0, 3.0), (1.0, 3.0))


def areas_in_hexes(polygon: Polygon, layout: Layout, hexes: list[Hex]) -> dict[Hex, float]:
    pieces = pieces_in_hexes(polygon, layout, hexes)
    return {hex_: much for hex_, (_, much) in pieces.items() if much > 1e-9}


def test_a_ring_is_clipped_to_a_half_plane() -> None:
    assert area(SQUARE) == 16
    assert area(clipped(SQUARE, 1, 0, 1)) == 4
    assert area(clipped(SQUARE, 1, 1, 4)) == pytest.approx(8)
    assert clipped(SQUARE, 1, 0, -1) == []
    assert area(clipped(SQUARE, 1, 0, 9)) == 16


@pytest.mark.parametrize("orientation", list(Orientation))
def test_the_areas_in_hexes_add_up_to_the_polygon(orientation: Orientation) -> None:
    """A jagged island with a lake, over hexes that cover it wholly."""
    dice = random.Random(4)
    turns = [k * math.tau / 90 for k in range(90)]
    outer = tuple(
        (20 + far * math.cos(turn), 20 + far * math.sin(turn))
        for turn, far in ((turn, 8 + 5 * dice.random()) for turn in turns)
    )
    lake = tuple((20 + 3 * math.cos(turn), 20 + 3 * math.sin(turn)) for turn in turns)
    layout = Layout(orientation, 1.7)
    offset = Offset.ODD_Q if orientation is Orientation.FLAT else Offset.ODD_R
    hexes = [offset.to_axial(column, row) for column in range(20) for row in range(20)]
    found = areas_in_hexes(Polygon((outer, lake)), layout, hexes)
    whole = 1.5 * math.sqrt(3) * 1.7**2
    assert sum(found.values()) == pytest.approx(area(outer) - area(lake))
    assert max(found.values()) == pytest.approx(whole)
    assert all(-1e-9 <= much <= whole + 1e-9 for much in found.values())
    polygon = Polygon((outer, lake))
    for hex_, much in found.items():
        if much == pytest.approx(whole):
            assert all(holds(polygon, corner) for corner in layout.corners(hex_))


def test_half_a_hex_is_half_a_hex() -> None:
    layout = Layout(Orientation.FLAT, 2.0)
    right = Polygon((((0.0, -9.0), (9.0, -9.0), (9.0, 9.0), (0.0, 9.0)),))
    found = areas_in_hexes(right, layout, [Hex(0, 0), Hex(-1, 0)])
    assert found == {Hex(0, 0): pytest.approx(1.5 * math.sqrt(3) * 4 / 2)}


def test_a_point_in_a_hole_is_outside() -> None:
    ring = Polygon((SQUARE, HOLE))
    assert holds(ring, (0.5, 2))
    assert not holds(ring, (2, 2))
    assert not holds(ring, (5, 2))


@pytest.mark.parametrize(
    ("a", "b", "share"),
    [
        ((-4, 2), (0, 2), 0.0),
        ((-4, 0.5), (4, 0.5), 0.5),
        ((0.2, 0.5), (0.8, 0.5), 1.0),
        ((0.5, 2), (3.5, 2), 1 / 3),
        ((2, 1.5), (2, 2.5), 0.0),
        ((0, -2), (0.5, 6), 0.5),
    ],
)
def test_the_share_of_a_line_within(a: Point, b: Point, share: float) -> None:
    assert share_within(a, b, [Polygon((SQUARE, HOLE))]) == pytest.approx(share)
    assert share_within(b, a, [Polygon((SQUARE, HOLE))]) == pytest.approx(share)


def test_distances_steps_and_fewer_points() -> None:
    line = [(0.0, 0.0), (3.0, 0.0), (3.0, 0.0), (3.0, 4.0)]
    assert distance_to(line, (2, 2)) == 1
    assert distance_to(line, (3, 9)) == 5
    assert distance_to([(1.0, 1.0)], (4, 5)) == 5
    steps = stepped(line, 0.7)
    assert steps[0] == line[0]
    assert steps[-1] == line[-1]
    assert all(math.dist(a, b) <= 0.7 for a, b in pairwise(steps))
    dense = stepped([*SQUARE, SQUARE[0]], 0.1)[:-1]
    assert sorted(simplified(dense, 0.01)) == sorted(SQUARE)


def test_distances_from_the_middle_are_true() -> None:
    """Great circles by the haversine formula."""
    plane = Projection(102.0, 4.0)
    assert plane.point((102.0, 4.0)) == (0, 0)
    for longitude, latitude in ((102, 7), (99, 4), (104.5, 1.2), (60, 50)):
        x, y = plane.point((longitude, latitude))
        p, q = math.radians(4), math.radians(latitude)
        turn = math.radians(longitude - 102)
        haversine = math.sin((q - p) / 2) ** 2 + math.cos(p) * math.cos(q) * math.sin(turn / 2) ** 2
        assert math.hypot(x, y) == pytest.approx(2 * RADIUS * math.asin(math.sqrt(haversine)))
    assert plane.point((102, 5))[1] < 0 < plane.point((103, 4))[0]


@pytest.mark.parametrize("orientation", list(Orientation))
def test_hexes_cover_the_box(orientation: Orientation) -> None:
    ground = lay_out(Box(-1, -1, 1, 1), 20, orientation)
    a, b = (ground.layout.centre(Hex(*pair)) for pair in ((0, 0), (1, 0)))
    assert math.dist(a, b) == pytest.approx(20)
    edge = [ground.projection.point(degrees) for degrees in ground.box.edge()]
    bounds = ground.layout.bounds(ground.hexes())
    assert bounds.left == pytest.approx(min(x for x, _ in edge))
    assert bounds.top == pytest.approx(min(y for _, y in edge))
    assert bounds.right > max(x for x, _ in edge) - 10
    assert bounds.bottom > max(y for _, y in edge) - 10
    assert list(ground.hexes().values())[:2] == ["0101", "0102"]
    assert ground.in_sides(ground.layout.origin) == (0, 0)


@pytest.mark.parametrize(
    ("box", "km", "words"),
    [
        (Box(1, -1, -1, 1), 20, "--bbox: found '1,-1,-1,1', expected W,S,E,N in degrees"),
        (Box(-1, 1, 1, -1), 20, "with W less than E and S less than N"),
        (Box(-200, -1, 1, 1), 20, "--bbox"),
        (Box(-80, -1, 80, 1), 200, "at most 90 degrees a side"),
        (Box(-1, -1, 1, math.nan), 20, "finite numbers"),
        (Box(-1, -1, 1, 1), 0, "--hex-km: found 0, expected more than 0"),
        (Box(-1, -1, 1, 1), 1, "expected at least 1.29, for 200 hexes a side"),
    ],
)
def test_bad_boxes_are_refused(box: Box, km: float, words: str) -> None:
    with pytest.raises(InputError) as error:
        lay_out(box, km, Orientation.FLAT)
    assert words in str(error.value)


def test_the_size_that_an_error_names_will_do() -> None:
    ground = lay_out(Box(-1, -1, 1, 1), 1.29, Orientation.FLAT)
    assert ground.columns == 199
