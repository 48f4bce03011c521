"""Maps of small worlds: land and sea, coasts and straits, rivers, ways, places."""

from __future__ import annotations

import math
import random
from itertools import pairwise
from pathlib import Path

import pytest

from hexfront.core.documents.stricttoml import parse_toml
from hexfront.core.errors import InputError
from hexfront.hex.coordinates import Orientation, distance, neighbour
from hexfront.mapping.features import Kind
from hexfront.mapping.geometry import distance_to
from hexfront.mapping.plane import Box, lay_out
from hexfront.mapping.toml_writer import to_toml
from hexfront.mechanics.hexmap import load_hexmap
from hexfront.mechanics.hexmap_board import board_parts
from hexfront.pictures.board import board_svg
from tests.mapping.shapes import DEGREE, feature, land, made

WHOLE = land(-2, -2, 2, 2)
ROUND = Orientation.FLAT


def test_land_and_sea_by_share(tmp_path: Path) -> None:
    """The west is land: the shares add up to its area."""
    hexmap = made(tmp_path, land(-2, -2, 0, 2)).map
    shares = [entry.land for entry in hexmap.hex.values()]
    cell = math.sqrt(3) / 2 * 20**2
    ground = lay_out(Box(-1, -1, 1, 1), 20, ROUND)
    box = ground.layout.bounds(ground.hexes())
    assert sum(shares) * cell == pytest.approx(-box.left * (2 * DEGREE), rel=0.05)
    for label, entry in hexmap.hex.items():
        assert (entry.terrain == "sea") == (entry.land < 0.5), label
    hexes = hexmap.hexes
    labels = {hex_: label for label, hex_ in hexes.items()}
    for label, entry in hexmap.hex.items():
        facing = [
            name
            for d, name in enumerate(hexmap.direction_names)
            if (there := labels.get(neighbour(hexes[label], d))) is not None
            and hexmap.hex[there].terrain == "sea"
        ]
        assert list(entry.coast) == (facing if entry.terrain != "sea" else [])
    assert any(entry.coast for entry in hexmap.hex.values())


def test_lakes_are_water_and_the_share_of_land_is_asked_for(tmp_path: Path) -> None:
    lake = feature("lakes", "Polygon", [[[0, 0], [0.5, 0], [0.5, 0.5], [0, 0.5], [0, 0]]])
    plain = made(tmp_path, WHOLE).map
    wet = made(tmp_path, WHOLE, lake).map
    strict = made(tmp_path, WHOLE, lake, land_from=1.0).map
    assert not any(entry.terrain == "sea" for entry in plain.hex.values())
    some = sum(entry.terrain == "sea" for entry in wet.hex.values())
    more = sum(entry.terrain == "sea" for entry in strict.hex.values())
    assert 0 < some < more
    assert sum(1 - entry.land for entry in wet.hex.values()) * math.sqrt(3) / 2 * 20**2 == (
        pytest.approx((DEGREE / 2) ** 2, rel=0.01)
    )


@pytest.mark.parametrize("orientation", list(Orientation))
def test_a_narrow_strait_parts_two_lands(tmp_path: Path, orientation: Orientation) -> None:
    hexmap = made(tmp_path, land(-2, -2, 0.1, 2), land(0.12, -2, 2, 2), orientation=orientation).map
    assert not any(entry.terrain == "sea" for entry in hexmap.hex.values())
    hexes = hexmap.hexes
    closed = {frozenset(side) for side in hexmap.straits}
    west = {"0101"}
    waiting = ["0101"]
    while waiting:
        here = waiting.pop()
        for label, hex_ in hexes.items():
            if (
                label not in west
                and distance(hexes[here], hex_) == 1
                and frozenset((here, label)) not in closed
            ):
                west.add(label)
                waiting.append(label)
    ground = lay_out(Box(-1, -1, 1, 1), 20, orientation)
    for label, hex_ in hexes.items():
        x = ground.layout.centre(hex_).x - 0.11 * DEGREE
        if abs(x) > 1:
            assert (label in west) == (x < 0), label


def test_what_lies_on_the_other_side_of_the_world_is_not_seen(tmp_path: Path) -> None:
    """About the antipode of the middle the projection turns land inside out."""
    far = land(170, -20, 180, 20), land(-180, -20, -160, 20)
    ring = feature("rivers", "LineString", [[100, 10], [101, 11]], name="Far")
    near = land(-2, -2, 0, 2)
    assert made(tmp_path, near, *far, ring).document == made(tmp_path, near).document


def test_lands_that_share_a_border_are_one(tmp_path: Path) -> None:
    assert made(tmp_path, land(-2, -2, 0, 2), land(0, -2, 2, 2)).map.straits == ()


def test_a_long_inlet_along_a_side_is_a_strait(tmp_path: Path) -> None:
    """Land all round, and water that covers sides but little of the hexes."""
    ground = lay_out(Box(-1, -1, 1, 1), 20, ROUND)
    hexes = {label: hex_ for hex_, label in ground.hexes().items()}
    a, b = ground.layout.corners(hexes["0404"])[3:5]
    ring = [
        [x / DEGREE, -y / DEGREE]
        for x, y in ((a.x, a.y - 1), (a.x, a.y + 1), (b.x, b.y + 1), (b.x, b.y - 1))
    ]
    inlet = feature("lakes", "Polygon", [[*ring, ring[0]]])
    assert made(tmp_path, WHOLE, inlet).map.straits == (("0404", "0405"),)


def wavy(dice: random.Random, count: int) -> list[list[float]]:
    """A line across the box that never turns back."""
    return [
        [-0.9 + 1.8 * k / count, 0.5 * math.sin(5 * k / count) + 0.1 * dice.random()]
        for k in range(count + 1)
    ]


@pytest.mark.parametrize("orientation", list(Orientation))
@pytest.mark.parametrize("km", [7.0, 20.0, 45.0])
def test_a_river_is_a_chain_of_sides_near_its_course(
    tmp_path: Path, orientation: Orientation, km: float
) -> None:
    line = wavy(random.Random(3), 60)
    river = feature("rivers", "LineString", line, name="Styx")
    hexmap = made(tmp_path, WHOLE, river, hex_km=km, orientation=orientation).map
    (found,) = hexmap.river
    assert found.name == "Styx"
    ground = lay_out(Box(-1, -1, 1, 1), km, orientation)
    points = [ground.projection.point(degrees) for degrees in line]
    hexes = hexmap.hexes
    for one, other in found.sides:
        a, b = (ground.layout.centre(hexes[label]) for label in (one, other))
        assert distance_to(points, ((a.x + b.x) / 2, (a.y + b.y) / 2)) < 0.75 * km
    for one, other in pairwise(found.sides):
        three = [hexes[label] for label in {*one, *other}]
        assert len(three) == 3
        assert all(distance(a, b) <= 1 for a in three for b in three)
    assert len(set(map(frozenset, found.sides))) == len(found.sides)


def test_a_river_reaches_the_sea_and_another_river(tmp_path: Path) -> None:
    main = feature("rivers", "LineString", [[-0.8, 0.05], [0.5, 0.02]], name="Main")
    branch = feature("rivers", "LineString", [[-0.2, 0.8], [-0.25, 0.06]], name="Branch")
    hexmap = made(tmp_path, land(-2, -2, 0.5, 2), main, branch).map
    first, second = hexmap.river
    hexes = hexmap.hexes

    def corners(side: tuple[str, str]) -> set[frozenset[object]]:
        one, other = (hexes[label] for label in side)
        around = [h for h in (neighbour(one, d) for d in range(6)) if distance(h, other) == 1]
        return {frozenset((one, other, third)) for third in around}

    labels = {hex_: label for label, hex_ in hexes.items()}
    mouth = {labels[h] for corner in corners(first.sides[-1]) for h in corner}  # type: ignore[index]
    assert any(hexmap.hex[label].terrain == "sea" for label in mouth)
    on_main = set().union(*map(corners, first.sides))
    assert corners(second.sides[-1]) & on_main
    assert not set(map(frozenset, first.sides)) & set(map(frozenset, second.sides))


def test_rivers_leave_out_the_sea_and_what_is_too_short(tmp_path: Path) -> None:
    short = feature("rivers", "LineString", [[-0.5, 0.5], [-0.49, 0.5]], name="Rill")
    across = feature("rivers", "LineString", [[-0.9, 0], [0.9, 0]], name="Sound")
    outside = feature("rivers", "LineString", [[40, 40], [41, 41]], name="Far")
    result = made(tmp_path, land(-2, -2, -0.3, 2), land(0.3, -2, 2, 2), short, across, outside)
    assert [river.name for river in result.map.river] == ["Sound", "Sound"]
    assert result.facts["left out"] == ["Rill"]


def test_ways_are_hex_to_hex_along_the_line(tmp_path: Path) -> None:
    line = wavy(random.Random(8), 40)
    road = feature("roads", "LineString", line, name="High road")
    rail = feature("railways", "MultiLineString", [line[:20], line[25:]])
    track = feature("tracks", "LineString", [[-0.5, 0.9], [0.5, 0.9]])
    hexmap = made(tmp_path, WHOLE, road, rail, track).map
    high, low = hexmap.road
    assert (high.kind, high.name, low.kind) == ("road", "High road", "track")
    assert len(hexmap.rail) == 2
    ground = lay_out(Box(-1, -1, 1, 1), 20, ROUND)
    points = [ground.projection.point(degrees) for degrees in line]
    hexes = hexmap.hexes
    for label in high.path:
        assert distance_to(points, ground.layout.centre(hexes[label])) < 0.75 * 20
    assert len(set(high.path)) == len(high.path)


def test_a_road_keeps_to_land_and_parts_at_the_sea(tmp_path: Path) -> None:
    road = feature("roads", "LineString", [[-0.9, 0], [0.9, 0]])
    hexmap = made(tmp_path, land(-2, -2, -0.3, 2), land(0.3, -2, 2, 2), road).map
    assert len(hexmap.road) == 2
    assert all(hexmap.hex[label].terrain != "sea" for way in hexmap.road for label in way.path)


def test_places_stand_on_land(tmp_path: Path) -> None:
    places = [
        feature("places", "Point", [-0.5, 0.5], name="Inland"),
        feature("ports", "Point", [0.06, 0.0], name="Haven"),
        feature("places", "Point", [0.06, 0.0], name="Haven"),
        feature("places", "Point", [0.9, 0.0], name="Atlantis"),
        feature("places", "Point", [30, 0], name="Elsewhere"),
    ]
    result = made(tmp_path, land(-2, -2, 0, 2), *places)
    found = {place.name: place for place in result.map.place}
    assert list(found) == ["Inland", "Haven"]
    assert found["Haven"].kinds == ("port", "town")
    assert all(result.map.hex[place.hex].terrain == "clear" for place in found.values())
    assert 0 < found["Inland"].off <= 20 / math.sqrt(3)
    assert result.facts["left out"] == ["Atlantis"]


ADDED = """
[layers]
land = "land"
[[place]]
name = "Northtown"
at = [-0.5, 0.6]
kinds = ["town", "victory"]
source = "history"
[[place]]
name = "Southport"
known = "South"
kinds = ["port"]
seas = ["Great Sea"]
[[road]]
name = "King's road"
through = ["Northtown", [-0.7, 0.1], "Southport"]
[[rail]]
through = ["Northtown", "Southport"]
[[river]]
name = "Styx"
through = [[-0.9, 0.3], [-0.1, 0.3]]
[[ground]]
terrain = "swamp"
area = [[-1, -1], [-0.4, -1], [-0.4, 0], [-1, 0]]
[[sea]]
name = "Great Sea"
area = [[-0.2, -2], [2, -2], [2, 2], [-0.2, 2]]
[[edge]]
name = "top"
side = "north"
[[label]]
text = "Great Sea"
at = [0.5, 0]
kind = "water"
"""


def test_additions_are_merged(tmp_path: Path) -> None:
    south = feature("places", "Point", [-0.05, -0.6], name="South")
    hexmap = made(tmp_path, land(-2, -2, 0, 2), south, additions=ADDED).map
    north, port = hexmap.place
    assert (north.name, north.kinds, north.source) == ("Northtown", ("town", "victory"), "history")
    assert (port.name, port.seas, port.at) == ("Southport", ("Great Sea",), (-0.05, -0.6))
    assert hexmap.road[0].path[0] == hexmap.rail[0].path[0] == north.hex
    assert hexmap.road[0].path[-1] == hexmap.rail[0].path[-1] == port.hex
    assert len(hexmap.road[0].path) > len(hexmap.rail[0].path)
    assert {entry.terrain for entry in hexmap.hex.values()} == {"sea", "swamp", "clear"}
    assert all(e.seas == ("Great Sea",) for e in hexmap.hex.values() if e.terrain == "sea")
    assert all(label.endswith("01") for label in hexmap.edge[0].hexes)
    assert hexmap.made is not None
    assert hexmap.made.additions == "additions.toml"


BAD = """
[[place]]
name = "Nowhere"
at = [0.9, 0.9]
kinds = ["town"]
[[place]]
name = "Inland"
at = [-0.5, 0.5]
kinds = ["port"]
seas = ["Great Sea"]
[[place]]
name = "Town"
at = [-0.5, -0.5]
kinds = ["town"]
[[road]]
through = ["Town", [0.9, 0.0]]
[[rail]]
through = ["Town", [-0.5, -0.5]]
[[river]]
through = [[0.8, 0.8], [0.9, 0.9]]
"""


def test_all_that_does_not_fit_the_land_is_told_at_once(tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        made(tmp_path, land(-2, -2, 0, 2), additions=BAD)
    told = [str(problem).split("additions.toml: ")[1] for problem in error.value.problems]
    assert [line.split(": found")[0] for line in told] == [
        "/place/0", "/place/1/seas", "/road/0", "/rail/0", "/river/0",
    ]  # fmt: skip
    assert "expected a place on land of the map, or beside it" in told[0]
    assert "expected a sea beside its hex" in told[1]
    assert "<part 1: [-0.5, -0.5] to [0.9, 0.0]>" in told[2]


@pytest.mark.parametrize(
    ("additions", "words"),
    [
        ("[[place]]\nname = 'A'\nkinds = ['town']", "either at, in degrees, or known, a name"),
        ("[[place]]\nname = 'A'\nknown = 'B'\nkinds = ['town']", "found 'B', expected a place of"),
        ("[[road]]\nthrough = ['A', [0, 0]]", "/road/0/through/0: found 'A', expected the name"),
        ("[[road]]\nthrough = [[0, 0]]", "/road/0/through"),
        ("[[ground]]\nterrain = 'x'\narea = [[0, 0], [1, 1]]", "/ground/0/area"),
        ("[layers]\nland = 'lnd'", "/layers/land: found 'lnd', expected one of: land, water"),
        ("nonsense = 1", "/nonsense"),
        ("[[place]", "TOML"),
    ],
)
def test_bad_additions_are_told(tmp_path: Path, additions: str, words: str) -> None:
    with pytest.raises(InputError) as error:
        made(tmp_path, WHOLE, additions=additions)
    assert words in str(error.value)


def test_a_box_without_land_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="found <no land hex>, expected land that covers"):
        made(tmp_path, land(10, 10, 11, 11))
    with pytest.raises(InputError, match="--land-from: found 0"):
        made(tmp_path, WHOLE, land_from=0)


def test_the_same_files_give_the_same_text_and_it_reads_back(tmp_path: Path) -> None:
    south = feature("places", "Point", [-0.05, -0.6], name='So"uth\\ ☃')
    wishes = {"additions": ADDED.replace('"South"', "'So\"uth\\ ☃'")}
    one = made(tmp_path, land(-2, -2, 0, 2), south, **wishes)  # type: ignore[arg-type]
    other = made(tmp_path, land(-2, -2, 0, 2), south, **wishes)  # type: ignore[arg-type]
    text = to_toml(one.document)
    assert text == to_toml(other.document)
    assert load_hexmap(parse_toml(text, "x"), None, "x") == one.map


def test_layers_by_order(tmp_path: Path) -> None:
    result = made(tmp_path, WHOLE, feature("odd", "Point", [0, 0], name="A"), land(0, 0, 1, 1),
        layers={"land": Kind.LAND, "odd": Kind.FORT})  # fmt: skip
    assert result.map.place[0].kinds == ("fort",)


@pytest.mark.parametrize("orientation", list(Orientation))
def test_a_picture_shows_the_names_and_the_coast(tmp_path: Path, orientation: Orientation) -> None:
    south = feature("places", "Point", [-0.05, -0.6], name="South")
    result = made(tmp_path, land(-2, -2, 0, 2), south, additions=ADDED, orientation=orientation)
    svg = board_svg({"sides": [], **board_parts(result.map)})
    for word in ("Northtown", "Southport", "Styx", "Great Sea"):
        assert f">{word}<" in svg
