"""Maps of Tiled in all their forms, in and out."""

from __future__ import annotations

import base64
import gzip
import json
import struct
import zlib
from collections.abc import Sequence
from pathlib import Path

import pytest

from hexfront.core.errors import InputError
from hexfront.core.grid_map import Cell, Feature, GridMap
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.exchange.maps.tiled_reading import PixelGrid, import_tiled
from hexfront.exchange.maps.tiled_writing import export_tiled
from hexfront.hex.coordinates import Offset, neighbour
from hexfront.hex.layout import Layout

pytest.importorskip("defusedxml")

TILESET = """<tileset firstgid="1" name="ground" tilewidth="64" tileheight="56" tilecount="3">
  <image source="ground.png" width="192" height="56"/>
  <tile id="0" class="grass"/>
  <tile id="1"><properties><property name="terrain" value="forest"/></properties></tile>
  <tile id="2" type="lake"/>
 </tileset>"""
NUMBERS = [1, 2, 3, 0, 1, 2]
"""Of three columns and two rows."""
WORDS = {(0, 0): "grass", (1, 0): "forest", (2, 0): "lake", (1, 1): "grass", (2, 1): "forest"}


def head(more: str = "", axis: str = "x", index: str = "odd", side: int = 32) -> str:
    return (
        '<?xml version="1.0" encoding="UTF-8"?>\n<map version="1.10" tiledversion="1.11.0" '
        'orientation="hexagonal" renderorder="right-down" width="3" height="2" tilewidth="64" '
        f'tileheight="56" infinite="0" hexsidelength="{side}" staggeraxis="{axis}" '
        f'staggerindex="{index}" nextlayerid="2" nextobjectid="1"{more}>'
    )


def layer(data: str, attributes: str = ' encoding="csv"') -> str:
    return (
        f'<layer id="1" name="terrain" width="3" height="2"><data{attributes}>{data}</data></layer>'
    )


def csv(numbers: Sequence[int] = NUMBERS) -> str:
    return ",".join(map(str, numbers))


def packed(numbers: Sequence[int] = NUMBERS) -> bytes:
    return struct.pack(f"<{len(numbers)}I", *numbers)


def read(folder: Path, text: str, name: str = "map.tmx") -> GridMap:
    (folder / name).write_text(text, "utf-8")
    return import_tiled(folder / name)


def words(grid: GridMap) -> dict[tuple[int, int], str]:
    return {spot: cell.terrain for spot, cell in grid.cells.items()}


def forms() -> dict[str, tuple[str, str]]:
    def text(data: bytes) -> str:
        return f"\n   {base64.b64encode(data).decode()}\n  "

    found = {
        "csv": (csv(), ' encoding="csv"'),
        "elements": ("".join(f'<tile gid="{n}"/>' for n in NUMBERS), ""),
        "base64": (text(packed()), ' encoding="base64"'),
        "zlib": (text(zlib.compress(packed())), ' encoding="base64" compression="zlib"'),
        "gzip": (text(gzip.compress(packed())), ' encoding="base64" compression="gzip"'),
    }
    try:
        import zstandard
    except ImportError:
        return found
    data = text(zstandard.ZstdCompressor().compress(packed()))
    return {**found, "zstd": (data, ' encoding="base64" compression="zstd"')}


@pytest.mark.parametrize("form", forms())
def test_every_encoding_of_tmx_and_tmj(tmp_path: Path, form: str) -> None:
    data, attributes = forms()[form]
    grid = read(tmp_path, f"{head()}{TILESET}{layer(data, attributes)}</map>")
    assert (grid.columns, grid.rows, grid.offset) == (3, 2, Offset.ODD_Q)
    assert words(grid) == WORDS
    if form == "elements":
        return
    as_json = {
        "orientation": "hexagonal",
        "width": 3,
        "height": 2,
        "tilewidth": 64,
        "tileheight": 56,
        "infinite": False,
        "hexsidelength": 32,
        "staggeraxis": "x",
        "staggerindex": "odd",
        "type": "map",
        "tiledversion": "1.11.0",
        "version": "1.10",
        "tilesets": [{"firstgid": 1, "source": "ground.tsj"}],
        "layers": [
            {
                "type": "tilelayer",
                "name": "terrain",
                "width": 3,
                "height": 2,
                "x": 0,
                "y": 0,
                "visible": True,
                **(
                    {"data": NUMBERS}
                    if form == "csv"
                    else {
                        "data": "".join(data.split()),
                        "encoding": "base64",
                        "compression": form if form != "base64" else "",
                    }
                ),
            }
        ],
    }
    tiles = [
        {"id": 0, "type": "grass"},
        {"id": 1, "properties": [{"name": "terrain", "type": "string", "value": "forest"}]},
        {"id": 2, "image": "tiles/lake.png"},
    ]
    (tmp_path / "ground.tsj").write_text(
        json.dumps({"type": "tileset", "name": "ground", "tilecount": 3, "tiles": tiles}), "utf-8"
    )
    assert words(read(tmp_path, json.dumps(as_json), "map.tmj")) == WORDS


def test_external_tilesets_do_not_leave_the_folder(tmp_path: Path) -> None:
    maps, sets = tmp_path / "maps", tmp_path / "sets"
    maps.mkdir()
    sets.mkdir()
    inside = TILESET.replace(' firstgid="1"', ' version="1.10"')
    (sets / "ground.tsx").write_text(f'<?xml version="1.0" encoding="UTF-8"?>\n{inside}', "utf-8")
    outer = '<tileset firstgid="1" source="../sets/ground.tsx"/>'
    (maps / "map.tmx").write_text(f"{head()}{outer}{layer(csv())}</map>", "utf-8")
    assert words(import_tiled(maps / "map.tmx", root=tmp_path)) == WORDS
    with pytest.raises(InputError, match="tilesets/0/source: found"):
        import_tiled(maps / "map.tmx")
    long = f"{'x' * 300}.tsx"
    for source in ("../../etc/passwd", "/etc/passwd", "..\\..\\x.tsx", "sets/../../x.tsx", long):
        outer = f'<tileset firstgid="1" source="{source}"/>'
        (maps / "map.tmx").write_text(f"{head()}{outer}{layer(csv())}</map>", "utf-8")
        with pytest.raises(InputError, match="tilesets/0/source"):
            import_tiled(maps / "map.tmx", root=tmp_path)


@pytest.mark.parametrize(
    ("left", "offset"), [(-16, Offset.ODD_Q), (-15, Offset.EVEN_Q)], ids=["even", "odd"]
)
def test_infinite_maps_with_negative_chunks(tmp_path: Path, left: int, offset: Offset) -> None:
    """A chunk that begins at an odd column turns round which columns lie lower."""
    chunks = (
        f'<chunk x="{left}" y="-16" width="3" height="2">{csv()}</chunk>'
        f'<chunk x="{left + 3}" y="-16" width="2" height="1">1,0</chunk>'
        '<chunk x="64" y="64" width="2" height="1">0,0</chunk>'
    )
    text = head().replace('infinite="0"', 'infinite="1"')
    grid = read(tmp_path, f"{text}{TILESET}{layer(chunks)}</map>")
    assert (grid.columns, grid.rows, grid.offset) == (4, 2, offset)
    assert words(grid) == {**WORDS, (3, 0): "grass"}


def test_infinite_maps_of_json_with_packed_chunks(tmp_path: Path) -> None:
    """As Tiled writes them: chunks in base64, with zlib, that begin at negative places."""
    packed_ = base64.b64encode(zlib.compress(packed())).decode()
    layer_ = {
        "type": "tilelayer", "name": "terrain", "width": 3, "height": 2, "visible": True,
        "startx": -16, "starty": -16, "x": 0, "y": 0, "encoding": "base64", "compression": "zlib",
        "chunks": [{"x": -16, "y": -16, "width": 3, "height": 2, "data": packed_}],
    }  # fmt: skip
    grid = read(tmp_path, json.dumps(json_map(layer_, infinite=True)), "map.tmj")
    assert (grid.columns, grid.rows, grid.offset) == (3, 2, Offset.ODD_Q)
    assert words(grid) == WORDS


def json_map(layer_: dict[str, object], **more: object) -> dict[str, object]:
    """A map with its tileset inside."""
    tiles = [
        {"id": 0, "type": "grass"},
        {"id": 1, "properties": [{"name": "terrain", "type": "string", "value": "forest"}]},
        {"id": 2, "type": "lake"},
    ]
    tileset = {"firstgid": 1, "name": "ground", "tilecount": 3, "columns": 3, "tiles": tiles}
    usual = {
        "type": "map", "version": "1.10", "orientation": "hexagonal", "infinite": False,
        "width": 3, "height": 2, "tilewidth": 64, "tileheight": 56, "hexsidelength": 32,
        "staggeraxis": "x", "staggerindex": "odd",
    }  # fmt: skip
    return {**usual, "tilesets": [tileset], "layers": [layer_], **more}


def test_tilesets_may_stand_inside_and_in_files_of_either_form(tmp_path: Path) -> None:
    plain = {"type": "tilelayer", "name": "a", "width": 3, "height": 2, "data": NUMBERS}
    whole = json_map(plain)
    assert words(read(tmp_path, json.dumps(whole), "map.tmj")) == WORDS
    (tileset,) = whole["tilesets"]  # type: ignore[misc]
    (tmp_path / "ground.tsj").write_text(json.dumps({"type": "tileset", **tileset}), "utf-8")
    inside = TILESET.replace(' firstgid="1"', ' version="1.10"')
    (tmp_path / "ground.tsx").write_text(f'<?xml version="1.0"?>\n{inside}', "utf-8")
    of_json = f'<tileset firstgid="1" source="ground.tsj"/>{layer(csv())}'
    assert words(read(tmp_path, f"{head()}{of_json}</map>")) == WORDS
    of_xml = json_map(plain, tilesets=[{"firstgid": 1, "source": "ground.tsx"}])
    assert words(read(tmp_path, json.dumps(of_xml), "other.tmj")) == WORDS
    with pytest.raises(InputError, match="hexsidelength: found 0, expected more than 0"):
        read(tmp_path, json.dumps(json_map(plain, hexsidelength=0)), "flat.tmj")


def test_a_map_whose_tileset_is_not_there_is_read_by_numbers(tmp_path: Path) -> None:
    plain = {"type": "tilelayer", "name": "a", "width": 3, "height": 2, "data": NUMBERS}
    for source in ("ground.tsx", "sets/boden und gras.tsx", "D:/Karten/ground.tsx", "наборы/a.tsx"):
        whole = json_map(plain, tilesets=[{"firstgid": 1, "source": source}])
        made = read(tmp_path, json.dumps(whole), "map.tmj")
        name = Path(source).stem
        assert {cell.terrain for cell in made.cells.values()} == {f"{name}:{n}" for n in range(3)}
        assert made.notes == [
            f"what the tiles of {name} are called: there is no file {source} beside the map"
        ]
    (tmp_path / "наборы").mkdir()
    inside = TILESET.replace(' firstgid="1"', ' version="1.10"')
    (tmp_path / "наборы" / "a.tsx").write_text(f'<?xml version="1.0"?>\n{inside}', "utf-8")
    made = read(tmp_path, json.dumps(whole), "map.tmj")
    assert (words(made), made.notes) == (WORDS, [])


def test_json_of_early_versions_has_properties_by_name_and_tiles_by_number(tmp_path: Path) -> None:
    plain = {"type": "tilelayer", "name": "a", "width": 3, "height": 2, "data": NUMBERS}
    tileset = {
        "firstgid": 1,
        "name": "ground",
        "tiles": {"0": {"image": "wood.png"}, "1": {"image": "lake.png"}},
        "tileproperties": {"0": {"terrain": "wood", "cost": 2}, "one": {}, "2": "none"},
    }
    whole = json_map(plain, tilesets=[tileset], properties={"title": "Old", "list": []})
    made = read(tmp_path, json.dumps(whole), "old.json")
    assert {cell.terrain for cell in made.cells.values()} == {"wood", "lake", "ground:2"}
    assert made.title == "Old"


def test_hexsides_are_exported_as_objects_with_properties() -> None:
    """As any program reads them that knows Tiled's objects."""
    cells = {(c, r): Cell("clear") for c in range(3) for r in range(3)}
    river = Feature("river", "Harn", sides=(((1, 1), (1, 2)), ((1, 1), (0, 2))))
    made = export_tiled(GridMap(Offset.ODD_Q, 3, 3, cells, [river]), "tiles.png")
    groups = [one for one in json.loads(made.tmj())["layers"] if one["type"] == "objectgroup"]
    (drawn,) = [one for group in groups for one in group["objects"] if one["name"] == "Harn"]
    said = {one["name"]: one["value"] for one in drawn["properties"]}
    assert said["sides"].split() == ["1,1", "1,2", "1,1", "0,2"]
    assert len(drawn["polyline"]) == 3
    assert '<property name="sides" value="1,1 1,2 1,1 0,2"/>' in made.tmx()


def test_flips_and_turns_do_not_change_the_tile(tmp_path: Path) -> None:
    bits = [0x80000000, 0x40000000, 0x20000000, 0x10000000, 0xF0000000, 0]
    numbers = [1 | bit for bit in bits]
    grid = read(tmp_path, f"{head()}{TILESET}{layer(csv(numbers))}</map>")
    assert set(words(grid).values()) == {"grass"}
    assert "how 5 tiles are flipped or turned, which no rule reads" in grid.notes


@pytest.mark.parametrize(
    ("axis", "index", "offset"),
    [
        ("x", "odd", Offset.ODD_Q),
        ("x", "even", Offset.EVEN_Q),
        ("y", "odd", Offset.ODD_R),
        ("y", "even", Offset.EVEN_R),
    ],
)
def test_the_staggered_axis_says_what_hexes_have_on_top(
    tmp_path: Path, axis: str, index: str, offset: Offset
) -> None:
    grid = read(tmp_path, f"{head('', axis, index)}{TILESET}{layer(csv())}</map>")
    assert grid.offset == offset


def test_layers_lie_over_each_other(tmp_path: Path) -> None:
    upper = layer("2,0,0,0,0,0").replace('id="1" name="terrain"', 'id="2" name="woods"')
    hidden = upper.replace('name="woods"', 'name="notes" visible="0"').replace("2,0", "3,0")
    grid = read(tmp_path, f"{head()}{TILESET}{layer(csv())}<group>{upper}</group>{hidden}</map>")
    assert words(grid) == {**WORDS, (0, 0): "forest"}
    assert "the hidden layer notes" in grid.notes
    assert "what lies under 1 tile of the layer woods" in grid.notes


def test_a_hidden_group_hides_its_layers(tmp_path: Path) -> None:
    upper = layer("2,2,2,2,2,2").replace('id="1" name="terrain"', 'id="2" name="winter"')
    names = (
        '<objectgroup id="3" name="plans"><object id="1" name="Harnau" x="32" y="28"><point/>'
        "</object></objectgroup>"
    )
    hidden = f'<group name="later" visible="0"><group>{upper}{names}</group></group>'
    grid = read(tmp_path, f"{head()}{TILESET}{layer(csv())}{hidden}</map>")
    assert words(grid) == WORDS
    assert {cell.name for cell in grid.cells.values()} == {""}
    assert sorted(grid.notes) == ["the hidden layer plans", "the hidden layer winter"]


@pytest.mark.parametrize("offset", Offset)
def test_pixels_and_hexes_agree(offset: Offset) -> None:
    """Beside each other on the map is beside each other in pixels, and corners are shared."""
    grid = PixelGrid(offset, (64, 56), 32, first=(-4, 6))
    layout = Layout(offset.orientation)
    for spot in ((3, 3), (4, 3), (3, 4)):
        assert grid.spot(*grid.centre(spot)) == spot
        here = offset.to_axial(*spot)
        corners = grid.corners(spot)
        for direction in range(6):
            there = offset.from_axial(neighbour(here, direction))
            shared = {tuple(map(round, c)) for c in corners} & {
                tuple(map(round, c)) for c in grid.corners(there)
            }
            ends = {tuple(map(round, corners[d % 6])) for d in (direction, direction + 1)}
            assert shared == ends
        turn = layout.centre(neighbour(here, 1)).x - layout.centre(here).x
        assert turn > 0


def test_lines_drawn_by_hand_are_snapped(tmp_path: Path) -> None:
    """A road to hexes, a river to sides, a name to its hex; all else is told."""
    grid = PixelGrid(Offset.ODD_Q, (64, 56), 32)
    a, b = grid.centre((0, 0)), grid.centre((2, 1))
    corners = grid.corners((1, 0))
    river = " ".join(f"{c.x - corners[5].x},{c.y - corners[5].y + 1}" for c in corners[3:6][::-1])
    objects = (
        '<objectgroup id="3" name="lines">'
        f'<object id="1" name="Highway" type="road" x="{a.x}" y="{a.y}">'
        f'<polyline points="0,0 {b.x - a.x},{b.y - a.y}"/></object>'
        f'<object id="2" class="stream" x="{corners[5].x}" y="{corners[5].y}">'
        f'<polyline points="{river}"/></object>'
        f'<object id="3" name="Harnau" x="{b.x}" y="{b.y}"><point/></object>'
        '<object id="4" x="5000" y="5000" width="3" height="3"/></objectgroup>'
    )
    found = read(tmp_path, f"{head()}{TILESET}{layer(csv())}{objects}</map>")
    road, stream = found.features
    assert (road.kind, road.name, road.path) == ("road", "Highway", ((0, 0), (1, 0), (2, 1)))
    assert stream.kind == "stream"
    assert set(stream.sides) == {((1, 0), (1, 1)), ((0, 1), (1, 0))}
    assert found.cells[2, 1].name == "Harnau"
    assert found.notes == ["1 object without a line or a name on the map"]


def test_points_almost_at_zero_and_turned_lines_are_read_and_bad_points_told(
    tmp_path: Path,
) -> None:
    """A way down the first column, drawn level and turned by a quarter; one point is no number."""
    grid = PixelGrid(Offset.ODD_Q, (64, 56), 32)
    a, b = grid.centre((0, 0)), grid.centre((0, 1))
    points = f"0,-5.6843418860808e-14 1.0e1,1e-9 {b.y - a.y},0 x,3"
    objects = (
        f'<objectgroup name="lines"><object name="Lane" class="road" x="{a.x}" y="{a.y / 1e1}e1" '
        f'rotation="90"><polyline points="{points}"/></object></objectgroup>'
    )
    found = read(tmp_path, f"{head()}{TILESET}{layer(csv([1] * 6))}{objects}</map>")
    assert [road.path for road in found.features] == [((0, 0), (0, 1))]
    assert found.notes == ["1 point of the line Lane"]
    line = {"name": "Lane", "class": "road", "x": a.x, "y": a.y, "rotation": -90}
    line["polyline"] = [{"x": 0, "y": 0}, {"x": a.y - b.y, "y": 0}, {"x": None, "y": 2}, 7]
    group = {"type": "objectgroup", "name": "lines", "objects": [line]}
    plain = {"type": "tilelayer", "name": "a", "width": 3, "height": 2, "data": [1] * 6}
    whole = json_map(plain, layers=[plain, group])
    found = read(tmp_path, json.dumps(whole), "map.tmj")
    assert [road.path for road in found.features] == [((0, 0), (0, 1))]
    assert found.notes == ["2 points of the line Lane"]


@pytest.mark.parametrize(
    ("system", "scenario"),
    [
        ("brigade", "across-the-drau"),
        ("aggressor", "standard"),
        ("malaya", "campaign"),
        ("idahex", "varnland"),
        ("idahex", "sinai"),
    ],
)
@pytest.mark.parametrize("ending", ["tmx", "tmj"])
def test_what_is_exported_is_read_again(
    tmp_path: Path, system: str, scenario: str, ending: str
) -> None:
    found = find_system(system)
    assert found.scenarios.map_form is not None
    grid = found.scenarios.map_form().read(load_scenario(found, scenario))
    again = there_and_back(grid, tmp_path, ending)
    assert (again.title, again.offset) == (grid.title, grid.offset)
    assert (again.columns, again.rows) == (grid.columns, grid.rows)
    assert again.cells == grid.cells
    assert again.features == sorted(grid.features, key=lambda feature: not feature.sides)
    assert not again.notes


@pytest.mark.parametrize("offset", Offset)
def test_every_stagger_is_exported(tmp_path: Path, offset: Offset) -> None:
    cells = {(c, r): Cell("clear", 1.5 if c else None) for c in range(3) for r in range(3)}
    river = Feature("river", "Harn & Söhne", sides=(((1, 1), (1, 2)),))
    grid = GridMap(offset, 3, 3, cells, [river], title='A "small" map')
    again = there_and_back(grid, tmp_path, "tmx")
    assert (again.offset, again.cells, again.features) == (offset, cells, [river])


def there_and_back(grid: GridMap, folder: Path, ending: str) -> GridMap:
    made = export_tiled(grid, "tiles.png")
    assert made.picture.startswith(b"\x89PNG")
    path = folder / f"map.{ending}"
    path.write_text(made.tmx() if ending == "tmx" else made.tmj(), "utf-8")
    return import_tiled(path)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (head(side=0) + "</map>", "hexsidelength: found 0, expected more than 0: hexes without"),
        (head().replace("hexagonal", "isometric") + "</map>", "orientation: found 'isometric'"),
        (head(axis="z") + "</map>", "staggeraxis: found 'z', expected x or y"),
        (head() + layer("1,2,3") + "</map>", "found <3 tiles>, expected 6 tiles"),
        (head() + layer("1,2,x,0,0,0") + "</map>", "expected 6 numbers with commas"),
        (head() + layer("AAA=", ' encoding="base64"') + "</map>", "bytes>, expected 24 bytes"),
        (head() + layer("!", ' encoding="base64"') + "</map>", "found <no base64>"),
        (head() + layer("", ' encoding="base64" compression="lzma"') + "</map>", "zlib, gzip or"),
        (head() + "</map>", "found <no tile>"),
        ("<map", "expected XML"),
        ("<tileset/>", "found <tileset>, expected an element map"),
    ],
)
def test_what_is_wrong_is_told(tmp_path: Path, text: str, expected: str) -> None:
    with pytest.raises(InputError, match=expected):
        read(tmp_path, text)
