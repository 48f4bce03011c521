"""`hexfront map from-geojson`: maps from real geography."""

from collections.abc import Callable
from pathlib import Path

import pytest

from hexfront.mechanics.hexmap import read_hexmap
from tests.conftest import Ended
from tests.mapping.shapes import feature, land, written

Run = Callable[..., Ended]
BOX = ("--bbox=-1,-1,1,1", "--hex-km", 20)


@pytest.fixture
def shapes(tmp_path: Path) -> Path:
    river = feature("rivers", "LineString", [[-0.8, 0.05], [0.5, 0.02]], name="Styx")
    town = feature("places", "Point", [-0.5, 0.5], name="Town")
    return written(tmp_path, land(-2, -2, 0.5, 2), river, town, feature("heights", "Point", [0, 0]))


def test_a_map_and_its_pictures_are_written(hexfront: Run, shapes: Path, tmp_path: Path) -> None:
    out, svg, png = (tmp_path / f"My Map.{ending}" for ending in ("toml", "svg", "png"))
    ended = hexfront(
        "map", "from-geojson", shapes, *BOX, "--out", out, "--picture", svg, "--title", "Moor"
    )
    assert (ended.code, ended.err) == (0, "")
    hexmap = read_hexmap(out)
    assert (hexmap.name, hexmap.title) == ("my-map", "Moor")
    assert "rivers: 1" in ended.out
    assert "layers not used: heights (1)" in ended.out
    assert ">Town<" in svg.read_text(encoding="utf-8")
    first = out.read_bytes()
    again = hexfront("map", "from-geojson", shapes, *BOX, "--out", out, "--picture", png,
                     "--title", "Moor", "--json", "--force")  # fmt: skip
    assert again.objects[0]["places"] == 1
    assert out.read_bytes() == first
    assert png.read_bytes().startswith(b"\x89PNG")


def test_pointy_hexes_layers_and_share(hexfront: Run, shapes: Path, tmp_path: Path) -> None:
    out = tmp_path / "made.toml"
    ended = hexfront(
        "map", "from-geojson", shapes, *BOX, "--out", out, "--orientation", "pointy",
        "--layer", "land=land", "--layer", "places=fort", "--land-from", 0.9,
    )  # fmt: skip
    assert ended.code == 0
    hexmap = read_hexmap(out)
    assert hexmap.orientation == "pointy"
    assert hexmap.place[0].kinds == ("fort",)
    assert hexmap.river == ()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (("--bbox", "1,2,3"), "error: --bbox: found '1,2,3', expected four numbers W,S,E,N"),
        (("--bbox", "1,2,3,x"), "expected four numbers"),
        (("--bbox", "nan,0,1,1"), "expected finite numbers"),
        (("--hex-km", 0), "error: --hex-km: found 0"),
        (
            ("--orientation", "round"),
            "error: --orientation: found 'round', expected flat or pointy",
        ),
        (("--layer", "land"), "error: --layer: found 'land', expected NAME=KIND"),
        (("--layer", "land=x", "--layer", "=land"), "error: --layer: found '=land'"),
        (("--land-from", 2), "error: --land-from: found 2"),
        (("--out", "made.json"), "error: --out: found 'made.json', expected a name that ends in"),
        (("--picture", "a.gif"), "a name that ends in .svg or .png"),
        (("--with", "none.toml"), "error: none.toml: found <No such file or directory>"),
        (("--layer-property", "kind"), "/features/0/properties/kind: found <nothing>"),
    ],
)
def test_bad_wishes_are_refused(
    hexfront: Run, shapes: Path, arguments: tuple[object, ...], words: str
) -> None:
    ended = hexfront("map", "from-geojson", shapes, *BOX, *arguments)
    assert ended.code == 2
    assert words in ended.err
