"""Maps of Wesnoth, GeoJSON, GeoTIFF and VASSAL, and how they are made to fit."""

from __future__ import annotations

import json
import zipfile
from itertools import pairwise
from pathlib import Path

import pytest

from hexfront.core.errors import InputError
from hexfront.core.grid_map import Cell, Feature, GridMap
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.exchange.maps.families import guess
from hexfront.exchange.maps.fitting import crop, fit
from hexfront.exchange.maps.geojson import export_geojson, import_geojson
from hexfront.exchange.maps.vassal import cells_of, import_vassal, read_grids
from hexfront.exchange.maps.wesnoth import import_wesnoth, in_words
from hexfront.exchange.table import Table, read_table, to_toml
from hexfront.hex.coordinates import Hex, Offset, neighbour

pytest.importorskip("defusedxml")

WESNOTH = """border_size=1
usage=map

Gg, Gg, Gg, Gg, Gg
Gg, 1 Ke, Gs^Fp, Hh, Gg
Gg, Wo, Gg^Vh, _off^_usr, Gg
Gg, Gg, Gg, Gg, Gg
"""


def form_of(name: str):  # type: ignore[no-untyped-def]
    make = find_system(name).scenarios.map_form
    assert make is not None
    return make()


# ---- Wesnoth


def test_wesnoth_maps_are_read_without_their_border(tmp_path: Path) -> None:
    (tmp_path / "two_hills.map").write_text(WESNOTH, "utf-8")
    grid = import_wesnoth(tmp_path / "two_hills.map")
    assert (grid.columns, grid.rows, grid.offset, grid.title) == (3, 2, Offset.ODD_Q, "two hills")
    assert grid.cells[0, 0].terrain == "Ke"
    assert grid.notes == ["the border of one hex around the map", "1 starting place: 1"]
    fitted = fit(grid, form_of("brigade"), Table())
    assert {spot: cell.terrain for spot, cell in fitted.grid.cells.items()} == {
        (0, 0): "town",
        (0, 1): "water",
        (1, 0): "woods",
        (1, 1): "town",
        (2, 0): "hill",
    }
    assert fitted.table.terrain["_off^_usr"] == ""
    assert fitted.grid.cells[1, 1].name == "Town 0202"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("Gg", "grass"),
        ("Wwr", "reef"),
        ("Ww^Bw|", "road"),
        ("Hh^Fp", "forest"),
        ("Gg^Ve", "village"),
        ("Gg^Efm", "grass"),
        ("Zz", "Zz"),
    ],
)
def test_codes_of_wesnoth_in_words(code: str, words: str) -> None:
    assert in_words(code) == words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Gg, Gg\nGg, Gg", "found <2 by 2 codes>"),
        ("Gg,Gg,Gg\nGg,Gg\nGg,Gg,Gg", "line 2: found <2 codes>, expected 3"),
        ("Gg,Gg,Gg\nGg,(b),Gg\nGg,Gg,Gg", r"line 2, code 2: found '\(b\)'"),
        ("border_size=7\nGg", "line 1: found '7', expected a border of 0 or 1"),
    ],
)
def test_what_is_no_map_of_wesnoth(tmp_path: Path, text: str, expected: str) -> None:
    (tmp_path / "a.map").write_text(text, "utf-8")
    with pytest.raises(InputError, match=expected):
        import_wesnoth(tmp_path / "a.map")


# ---- fitting


def test_first_guesses_go_to_the_nearest_ground() -> None:
    brigade, aggressor = form_of("brigade").terrains, form_of("aggressor").terrains
    assert guess("DeepForest_2", brigade) == ("woods", "both are woods")
    assert guess("mountains", brigade) == ("hill", "the nearest to mountain")
    assert guess("swamp", aggressor) == ("rough", "the nearest to swamp")
    assert guess("tile:7", brigade) == ("clear", "no word that is known")


def grid(offset: Offset, columns: int = 4, rows: int = 3) -> GridMap:
    cells = {(c, r): Cell("grass", 5.0, "") for c in range(columns) for r in range(rows)}
    cells[1, 1] = Cell("forest", 1.0, "Harnau")
    features = [
        Feature("stream", sides=(((1, 1), (1, 2)),)),
        Feature("road", path=((0, 0), (1, 0))),
        Feature("pipeline", path=((0, 0), (1, 0))),
    ]
    return GridMap(offset, columns, rows, cells, features, title="A map")


@pytest.mark.parametrize("offset", Offset)
def test_neighbours_stay_neighbours_in_the_stagger_of_a_system(offset: Offset) -> None:
    before = grid(offset)
    form = form_of("brigade")
    after = fit(before, form, Table()).grid
    assert after.offset == Offset.ODD_Q
    woods = [spot for spot, cell in after.cells.items() if cell.terrain == "woods"]
    assert len(woods) == 1

    def around(grid_: GridMap, spot: tuple[int, int]) -> int:
        here = grid_.offset.to_axial(*spot)
        there = [grid_.offset.from_axial(neighbour(here, d)) for d in range(6)]
        return sum(other in grid_.cells for other in there)

    assert around(after, woods[0]) == around(before, (1, 1)) == 6
    (river,) = [feature for feature in after.features if feature.sides]
    one, other = (after.offset.to_axial(*spot) for spot in river.sides[0])
    assert max(map(abs, Hex(one.q - other.q, one.r - other.r))) == 1
    assert woods[0] in river.sides[0]


def test_what_a_system_has_no_place_for_is_told() -> None:
    fitted = fit(grid(Offset.ODD_Q), form_of("brigade"), Table())
    assert fitted.lost == [
        "1 name of hexes that take none: Harnau",
        "1 line of the kind pipeline, which the system has not",
    ]
    assert fitted.table.lines == {"stream": "river", "road": "road", "pipeline": ""}
    fitted = fit(grid(Offset.ODD_Q), form_of("aggressor"), Table())
    assert fitted.grid.columns == 9
    assert "4 columns become 9, as the system needs 9 to 199, odd" in fitted.lost
    assert "69 missing hexes become clear" in fitted.lost
    fitted = fit(grid(Offset.ODD_Q), form_of("malaya"), Table())
    assert "the heights of 12 hexes" in fitted.lost


def test_tables_say_what_words_mean(tmp_path: Path) -> None:
    form = form_of("brigade")
    table = read_table(None, {"terrain": ["forest=hill", "grass="], "lines": ["pipeline=rail"]})
    fitted = fit(grid(Offset.ODD_Q), form, table)
    assert {cell.terrain for cell in fitted.grid.cells.values()} == {"hill"}
    assert not fitted.reasons
    path = tmp_path / "table.toml"
    path.write_text(to_toml(fitted.table, {"forest": "as I want it"}), "utf-8")
    again = read_table(path, {})
    assert again == fitted.table
    with pytest.raises(InputError, match="terrain forest: found 'jungle', expected nothing"):
        fit(grid(Offset.ODD_Q), form, Table(terrain={"forest": "jungle"}))
    with pytest.raises(InputError, match="--terrain: found 'forest', expected WORD=MEANING"):
        read_table(None, {"terrain": ["forest"]})


def test_parts_of_maps_that_are_too_large() -> None:
    large = grid(Offset.EVEN_Q, 220, 4)
    with pytest.raises(InputError, match="columns: found 221, expected at most 200; --crop"):
        fit(large, form_of("brigade"), Table())
    part = crop(large, 1, 1, 3, 2)
    assert (part.columns, part.rows, part.offset) == (3, 2, Offset.ODD_Q)
    assert part.cells[0, 0].name == "Harnau"
    with pytest.raises(InputError, match="--crop: found '218,0,5,4'"):
        crop(large, 218, 0, 5, 4)


# ---- GeoJSON


@pytest.mark.parametrize(
    ("system", "scenario"),
    [("brigade", "across-the-drau"), ("aggressor", "first-game"), ("malaya", "campaign")],
)
def test_geojson_there_and_back(tmp_path: Path, system: str, scenario: str) -> None:
    found = find_system(system)
    form = form_of(system)
    before = form.read(load_scenario(found, scenario))
    text = export_geojson(before, lambda spot: form.label(before, spot))
    path = tmp_path / "map.geojson"
    path.write_text(text, "utf-8")
    after = import_geojson(path, None, None, "flat")
    assert (after.cells, after.features, after.title) == (
        before.cells,
        before.features,
        before.title,
    )
    rings = [
        feature["geometry"]["coordinates"][0]
        for feature in json.loads(text)["features"]
        if feature["geometry"]["type"] == "Polygon"
    ]
    for ring in rings[:20]:
        assert ring[0] == ring[-1] and len(ring) == 7
        turns = sum(a[0] * b[1] - b[0] * a[1] for a, b in pairwise(ring))
        assert turns > 0  # RFC 7946: outer rings run counterclockwise.


def test_a_map_of_the_earth_lies_where_it_does(tmp_path: Path) -> None:
    malaya, form = find_system("malaya"), form_of("malaya")
    grid_ = form.read(load_scenario(malaya, "campaign"))
    text = export_geojson(grid_, lambda spot: form.label(grid_, spot))
    named = {
        feature["properties"].get("name"): feature["geometry"]["coordinates"][0]
        for feature in json.loads(text)["features"]
    }
    ring = named["Kuala Lumpur"]
    assert min(p[0] for p in ring) < 101.69 < max(p[0] for p in ring)
    assert min(p[1] for p in ring) < 3.15 < max(p[1] for p in ring)


def test_shapes_of_the_earth_need_a_box(tmp_path: Path) -> None:
    path = tmp_path / "land.geojson"
    ring = [[10, 50], [12, 50], [12, 51], [10, 51], [10, 50]]
    land = {"type": "Polygon", "coordinates": [ring]}
    feature = {"type": "Feature", "properties": {"layer": "land"}, "geometry": land}
    path.write_text(json.dumps({"type": "FeatureCollection", "features": [feature]}), "utf-8")
    with pytest.raises(InputError, match="--bbox: found <nothing>"):
        import_geojson(path, None, 10, "flat")
    found = import_geojson(path, "10,50,13,51", 20, "flat")
    terrains = [cell.terrain for cell in found.cells.values()]
    assert 0 < terrains.count("sea") < terrains.count("clear")


# ---- GeoTIFF


def test_heights_and_cover_become_terrain(tmp_path: Path) -> None:
    np = pytest.importorskip("numpy")
    rasterio = pytest.importorskip("rasterio")
    pytest.importorskip("pyproj")
    from rasterio.transform import from_bounds

    from hexfront.exchange.maps.geotiff import import_geotiff
    from hexfront.exchange.maps.land_rules import USUAL, read_rules
    from hexfront.hex.coordinates import Orientation

    def write(name: str, values: object, kind: str, nodata: float | None) -> Path:
        path = tmp_path / name
        with rasterio.open(
            path, "w", driver="GTiff", height=100, width=150, count=1, dtype=kind, nodata=nodata,
            crs="EPSG:32632",
            transform=from_bounds(500_000, 5_300_000, 530_000, 5_320_000, 150, 100),
        ) as made:  # fmt: skip
            made.write(np.asarray(values, kind), 1)
        return path

    down, across = np.mgrid[0:100, 0:150]
    hill = 900 * np.exp(-((across - 75) ** 2 + (down - 50) ** 2) / 300)
    heights = write("heights.tif", hill, "float32", -9999)
    kinds = np.full((100, 150), 30)
    kinds[60:, 110:], kinds[:20, :30] = 10, 80
    cover = write("cover.tif", kinds, "uint8", None)
    found = import_geotiff(heights, cover, None, 1.5, Orientation.FLAT)
    corners = [found.cells[0, 0], found.cells[found.columns - 1, found.rows - 1]]
    assert [cell.terrain for cell in corners] == ["water", "woods"]
    middle = found.cells[found.columns // 2, found.rows // 2]
    assert middle.terrain in ("mountain", "hill") and (middle.height or 0) > 300
    assert found.degrees is not None
    longitude, latitude = found.degrees(0, 0)
    assert abs(longitude - 9.0) < 0.05 and abs(latitude - 48.03) < 0.05
    rules = tmp_path / "rules.toml"
    import_geotiff(heights, cover, None, 1.5, Orientation.POINTY, None, rules)
    assert read_rules(rules) == USUAL
    rules.write_text(
        'format = "hexfront-land-rules/1"\notherwise = "heath"\n'
        '[[rule]]\nterrain = "peak"\nabove = 400\n',
        "utf-8",
    )
    part = import_geotiff(heights, None, "9.0,47.9,9.3,48.02", 1.5, Orientation.FLAT, rules)
    words = {cell.terrain for cell in part.cells.values()}
    assert words == {"heath", "peak"}
    with pytest.raises(InputError, match="--bbox: found <no point of it>"):
        import_geotiff(heights, None, "40,10,41,11", 5, Orientation.FLAT)
    (tmp_path / "no.tif").write_bytes(b"II*\0 no picture")
    with pytest.raises(InputError, match=r"no\.tif: found"):
        import_geotiff(tmp_path / "no.tif", None, None, 5, Orientation.FLAT)


# ---- VASSAL

P = "VASSAL.build.module.map.boardPicker"


def numbering(more: str = "") -> str:
    usual = {
        "first": "H", "sep": "", "hType": "N", "vType": "N", "hLeading": "1", "vLeading": "1",
        "hOff": "1", "vOff": "1", "hDescend": "false", "vDescend": "false", "stagger": "false",
    }  # fmt: skip
    changed = dict(pair.split("=") for pair in more.split())
    said = "".join(f' {key}="{value}"' for key, value in {**usual, **changed}.items())
    return f"<{P}.board.mapgrid.HexGridNumbering{said}/>"


def build_file(grid_: str, zone: str = "", size: str = 'width="400" height="300"') -> str:
    inside = f"<{P}.board.ZonedGrid>{zone.format(grid_)}</{P}.board.ZonedGrid>" if zone else grid_
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<VASSAL.build.GameModule name="Test" '
        'VassalVersion="3.7.0"><VASSAL.build.module.Map mapName="Main">'
        f'<{P}><{P}.Board name="Front" image="front.png" {size}>{inside}</{P}.Board></{P}>'
        "</VASSAL.build.module.Map></VASSAL.build.GameModule>"
    )


def hexes(more: str, told: str) -> str:
    return f'<{P}.board.HexGrid dx="43.3" dy="50.0" {more}>{told}</{P}.board.HexGrid>'


def names(path: Path, text: str) -> dict[tuple[int, int], str]:
    from hexfront.exchange.safe_xml import parse_xml

    path.write_text(text, "utf-8")
    (found,) = read_grids(parse_xml(text.encode(), "x"), None)
    return dict(cells_of(found))


def test_vassal_grids_with_negative_offsets(tmp_path: Path) -> None:
    told = numbering("hOff=0 stagger=true")
    text = build_file(hexes('x0="-20" y0="10" sideways="false"', told))
    found = names(tmp_path / "buildFile", text)
    assert min(found) == (1, 0)
    assert found[1, 0] == "0102" and found[2, 0] == "0201"
    grid_ = import_vassal(tmp_path / "buildFile")
    assert (grid_.columns, grid_.rows, grid_.offset) == (9, 6, Offset.EVEN_Q)
    assert any("0102 to" in note for note in grid_.notes)


def test_vassal_grids_sideways(tmp_path: Path) -> None:
    """Of a grid turned sideways what were columns run down: its hexes have points on top."""
    told = numbering("first=V hType=A sep=-")
    found = names(tmp_path / "buildFile", build_file(hexes('x0="0" y0="20" sideways="true"', told)))
    assert found[0, 0] == "01-B" and found[2, 3] == "04-D"
    grid_ = import_vassal(tmp_path / "buildFile")
    assert grid_.offset == Offset.ODD_R
    assert (grid_.columns, grid_.rows) == (8, 7)


def test_vassal_grids_in_zones(tmp_path: Path) -> None:
    """Only hexes with their centres in the zone; what counts backwards counts in the zone."""
    zone = (
        f'<{P}.board.mapgrid.Zone name="West" path="0,0;200,0;200,300;0,300">{{}}'
        f"</{P}.board.mapgrid.Zone>"
    )
    told = numbering("vDescend=true")
    text = build_file(hexes('x0="0" y0="0" sideways="false"', told), zone)
    found = names(tmp_path / "buildFile.xml", text)
    assert max(column for column, _ in found) == 4
    assert found[0, 0] == "0108" and found[0, 5] == "0103"


def test_vassal_modules_give_their_pictures_as_private(tmp_path: Path) -> None:
    import struct

    picture = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + struct.pack(">II", 250, 150) + b"\x08\x06\0\0\0"
    with zipfile.ZipFile(tmp_path / "game.vmod", "w") as module:
        text = build_file(hexes('x0="0" y0="0" sideways="false"', numbering()), size="")
        module.writestr("buildFile.xml", text)
        module.writestr("images/front.png", picture)
        module.writestr("images/other.png", picture)
    folder = tmp_path / "art"
    grid_ = import_vassal(tmp_path / "game.vmod", folder)
    assert (grid_.columns, grid_.rows) == (6, 4)
    assert sorted(path.name for path in folder.iterdir()) == ["front.png", "private.toml"]
    assert any("private, and in no pack without rights" in note for note in grid_.notes)


def test_modules_without_hexes(tmp_path: Path) -> None:
    (tmp_path / "buildFile").write_text(build_file(""), "utf-8")
    with pytest.raises(InputError, match="found <no HexGrid>"):
        import_vassal(tmp_path / "buildFile")
    with zipfile.ZipFile(tmp_path / "a.vmod", "w") as module:
        module.writestr("notes.txt", "")
    with pytest.raises(InputError, match="found <no buildFile>"):
        import_vassal(tmp_path / "a.vmod")
