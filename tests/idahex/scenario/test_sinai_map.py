"""Where the cells of the Sinai sample lie on the ground: towns, the canal, land and sea."""

from __future__ import annotations

import json
import math
import tomllib
from itertools import pairwise
from typing import Any, Final

import pytest

from hexfront.systems.idahex.deck.decks import read_deck
from hexfront.systems.idahex.deck.folder import FOLDER
from hexfront.systems.idahex.deck.ranks import rank_and_row
from tests.idahex.deck.test_sinai_deck import CANAL, FILE50, FILE60, is_active

DECKS: Final = FOLDER / "data" / "decks"
MAP: Final = tomllib.loads((DECKS / "sinai-map.toml").read_text(encoding="utf-8"))
GEOGRAPHY: Final = json.loads((DECKS / "sinai.geojson").read_text(encoding="utf-8"))

Point = tuple[float, float]


@pytest.fixture(scope="module")
def v() -> dict[str, Any]:
    return read_deck(FILE50, FILE60).values


def to_plane(longitude: float, latitude: float) -> Point:
    p = MAP["projection"]
    degree = p["radius"] * math.pi / 180
    return (
        (longitude - p["longitude"]) * math.cos(math.radians(p["latitude"])) * degree,
        (latitude - p["latitude"]) * degree,
    )


def centre(cell: int) -> Point:
    grid = MAP["grid"]
    rank, row = rank_and_row(cell, 12)
    east, north = grid["first_cell"]
    return (
        east + rank * grid["rank_width"],
        north - (row + rank % 2 / 2) * grid["depth"],
    )


def canal() -> list[tuple[Point, Point]]:
    lines = [
        [to_plane(*point) for point in f["geometry"]["coordinates"]]
        for f in GEOGRAPHY["features"]
        if f["properties"].get("name") == "Suez Canal"
    ]
    return [part for line in lines for part in pairwise(line)]


def from_segment(point: Point, segment: tuple[Point, Point]) -> float:
    (x, y), ((x1, y1), (x2, y2)) = point, segment
    dx, dy = x2 - x1, y2 - y1
    along = ((x - x1) * dx + (y - y1) * dy) / (dx * dx + dy * dy)
    along = max(0.0, min(1.0, along))
    return math.dist(point, (x1 + along * dx, y1 + along * dy))


def crosses(a: Point, b: Point, c: Point, d: Point) -> bool:
    def turn(p: Point, q: Point, r: Point) -> float:
        return (q[0] - p[0]) * (r[1] - p[1]) - (q[1] - p[1]) * (r[0] - p[0])

    return turn(a, b, c) * turn(a, b, d) < 0 and turn(c, d, a) * turn(c, d, b) < 0


def is_land(point: Point) -> bool:
    crossings = 0
    x, y = point
    for feature in GEOGRAPHY["features"]:
        if feature["properties"]["layer"] == "land":
            for polygon in feature["geometry"]["coordinates"]:
                for ring in polygon:
                    for (x1, y1), (x2, y2) in pairwise(to_plane(*corner) for corner in ring):
                        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
                            crossings += 1
    return crossings % 2 == 1


@pytest.mark.clause("IDX-2.1", "IDX-G14")
def test_towns_and_the_canal_lie_where_the_map_says(v: dict[str, Any]) -> None:
    grid = MAP["grid"]
    assert grid["depth"] == v["depth"]
    assert grid["rank_width"] == pytest.approx(grid["depth"] * math.sqrt(3) / 2, abs=1e-6)
    for town in MAP["town"]:
        place = to_plane(*town["place"])
        distance = math.dist(place, centre(town["cell"]))
        assert distance == pytest.approx(town["distance"], abs=0.051)
        assert town["cell"] == min(range(1, 116), key=lambda c: math.dist(place, centre(c)))
    assert [tuple(c["cells"]) for c in MAP["crossing"]] == CANAL
    parts = canal()
    for crossing in MAP["crossing"]:
        (x1, y1), (x2, y2) = (centre(cell) for cell in crossing["cells"])
        middle = ((x1 + x2) / 2, (y1 + y2) / 2)
        distance = min(from_segment(middle, part) for part in parts)
        assert distance == pytest.approx(crossing["distance"], abs=0.051)


@pytest.mark.clause("IDX-2.1", "IDX-G14")
def test_the_canal_passes_between_the_cells_that_have_the_barrier(v: dict[str, Any]) -> None:
    found = [
        (one, other)
        for one, other in sorted(v["basic_bartype"])
        if any(crosses(centre(one), centre(other), *part) for part in canal())
    ]
    # Across the Great Bitter Lake the sample has no barrier
    assert found == sorted([*CANAL, (43, 54), (54, 55)])


@pytest.mark.clause("IDX-2.1", "IDX-G7")
def test_active_cells_lie_on_land(v: dict[str, Any]) -> None:
    wet = [c for c in range(1, 116) if is_active(v, c) and not is_land(centre(c))]
    assert wet == [24, 105]
    sea = [47, 48, 59, 70, 71, 82, 93]
    assert not any(is_land(centre(cell)) for cell in sea)


@pytest.mark.clause("IDX-2.1")
def test_the_geography_names_its_source() -> None:
    assert GEOGRAPHY["attribution"] == "Made with Natural Earth"
    assert "Public domain" in GEOGRAPHY["licence"]
    assert (DECKS / "sinai.geojson").stat().st_size < 60_000
