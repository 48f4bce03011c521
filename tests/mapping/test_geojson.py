"""GeoJSON is read with its layers; what is wrong is told with the feature, all at once."""

from pathlib import Path
from typing import Any

import pytest

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.mapping import geojson
from hexfront.mapping.features import LAYERS, Kind
from hexfront.mapping.geojson import parse_geojson, read_geojson
from tests.mapping.shapes import box_ring, collection, feature, land, written

RING = box_ring(0, 0, 1, 1)


def test_each_kind_of_feature_is_read() -> None:
    hole = box_ring(0.2, 0.2, 0.4, 0.4)
    found = parse_geojson(
        collection(
            land(0, 0, 1, 1),
            feature("islands", "MultiPolygon", [[RING, hole], [RING]]),
            feature("rivers", "LineString", [[0, 0], [1, 1, 30]], name="Styx"),
            feature("railways", "MultiLineString", [[[0, 0], [1, 1]], [[2, 2], [3, 3]]]),
            feature("places", "Point", [0.5, 0.5], NAME="Town"),
            feature("ground", "Polygon", [RING], terrain="swamp"),
            feature("heights", "Point", [0, 0]),
            feature("heights", "Nonsense", None),
        ),
        "layer",
        LAYERS,
        "x",
    )
    assert [(a.kind, len(a.polygons), a.name) for a in found.areas] == [
        (Kind.LAND, 1, ""),
        (Kind.LAND, 2, ""),
        (Kind.GROUND, 1, "swamp"),
    ]
    assert [len(ring) for ring in found.areas[1].polygons[0]] == [4, 4]
    assert [(line.kind, line.name, len(line.legs)) for line in found.lines] == [
        (Kind.RIVER, "Styx", 1),
        (Kind.RAIL, "", 2),
    ]
    (spot,) = found.spots
    assert (spot.name, spot.at, spot.kinds, spot.place) == (
        "Town", (0.5, 0.5), ("town",), "x: /features/4",
    )  # fmt: skip
    assert found.unused == {"heights": 2}


def test_layers_may_be_called_otherwise(tmp_path: Path) -> None:
    shape = {**land(0, 0, 1, 1), "properties": {"featurecla": "Land"}}
    found = read_geojson(written(tmp_path, shape), "featurecla", {"Land": Kind.LAND})
    assert len(found.areas) == 1


@pytest.mark.parametrize(
    ("shape", "words"),
    [
        (None, "x: /features/0: found <nothing>, expected an object of the type 'Feature'"),
        ({"type": "Point"}, "x: /features/0: found 'Point'"),
        ({"type": "Feature"}, "/features/0/properties/layer: found <nothing>, expected the name"),
        (feature("land", "Polygon", RING), "/coordinates/0: found [0, 0], expected a list of 4"),
        (
            feature("land", "LineString", RING),
            "geometry/type: found 'LineString', expected Polygon",
        ),
        (feature("land", "Polygon", [RING[:3]]), "/coordinates/0: found [[0, 0], [1, 0], [1, 1]]"),
        (feature("land", "Polygon", [RING[:4]]), "/0/3: found (0.0, 1.0), expected the first"),
        (feature("land", "Polygon", []), "found [], expected a list of rings"),
        (feature("rivers", "LineString", [[0, 0]]), "a list of 2 positions or more"),
        (feature("rivers", "LineString", [[0, 0], [0, 91]]), "/coordinates/1: found [0, 91]"),
        (feature("rivers", "LineString", [[0, 0], [True, 9]]), "/coordinates/1: found [true, 9]"),
        (feature("rivers", "LineString", [[0, 0], ["a", 9]]), "/coordinates/1: found ['a', 9]"),
        (feature("rivers", "MultiLineString", 5), "/coordinates: found 5, expected a list"),
        (
            feature("places", "Point", [0, 0]),
            "/properties/name: found <nothing>, expected a name",
        ),
        (feature("places", "Point", [0, 0], name=7), "/properties/name: found 7, expected a name"),
        (feature("places", "Point", [0, 0], name="a\x1b"), "expected a name of 1 to 80 letters"),
        (feature("places", "MultiPoint", [[0, 0]], name="A"), "expected Point, for town"),
        (feature("ground", "Polygon", [RING]), "/properties/terrain: found <nothing>"),
        ({**land(0, 0, 1, 1), "geometry": None}, "/features/0/geometry: found <nothing>"),
    ],
)
def test_a_bad_feature_is_told(shape: Any, words: str) -> None:
    with pytest.raises(InputError) as error:
        parse_geojson(collection(shape), "layer", LAYERS, "x")
    assert words in str(error.value)


@pytest.mark.parametrize(
    ("document", "words"),
    [
        ([], "found [], expected an object of the type 'FeatureCollection'"),
        ({"type": "Feature"}, "found 'Feature'"),
        ({"type": "FeatureCollection"}, "/features: found <nothing>, expected a list"),
    ],
)
def test_what_is_no_collection_is_told(document: Json, words: str) -> None:
    with pytest.raises(InputError) as error:
        parse_geojson(document, "layer", LAYERS, "x")
    assert words in str(error.value)


def test_all_problems_are_told_at_once() -> None:
    good, bad = land(0, 0, 1, 1), feature("rivers", "LineString", [[0, 0], [0, 99], [200, 0]])
    with pytest.raises(InputError) as error:
        parse_geojson(collection(good, bad, None, bad), "layer", LAYERS, "x")
    assert [problem.place for problem in error.value.problems] == [
        "x: /features/1/geometry/coordinates/1",
        "x: /features/1/geometry/coordinates/2",
        "x: /features/2",
        "x: /features/3/geometry/coordinates/1",
        "x: /features/3/geometry/coordinates/2",
    ]


def test_there_are_limits(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(geojson, "MAX_POSITIONS", 12)
    shapes = [land(0, 0, 1, 1)] * 4
    with pytest.raises(InputError, match="/features/2: found <more than 12 positions"):
        parse_geojson(collection(*shapes), "layer", LAYERS, "x")
    monkeypatch.setattr(geojson, "MAX_FEATURES", 3)
    with pytest.raises(InputError, match="found <4 features>, expected at most 3"):
        parse_geojson(collection(*shapes), "layer", LAYERS, "x")
    monkeypatch.setattr(geojson, "MAX_FILE", 50)
    with pytest.raises(InputError, match="expected at most 50 bytes"):
        read_geojson(written(tmp_path, *shapes), "layer", LAYERS)


def test_a_file_that_is_no_json_is_told(tmp_path: Path) -> None:
    path = tmp_path / "shapes.geojson"
    path.write_text('{"type": "FeatureCollection", "features": [NaN]}')
    with pytest.raises(InputError, match="a finite number"):
        read_geojson(path, "layer", LAYERS)
    with pytest.raises(InputError, match="a file that can be read"):
        read_geojson(tmp_path / "none.geojson", "layer", LAYERS)
