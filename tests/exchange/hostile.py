"""Reads files that were made to harm, in a process of its own: each must be refused.

    python -m tests.exchange.hostile          # a table: what each format's files cost at most
    python -m tests.exchange.hostile FOLDER   # reads the files of a folder

With a folder it prints a line of JSON for each file: its name, the refusal, the processor's
seconds, and the most memory that the process has taken so far, in MiB. The table is made of such
lines, with a process for each format; a process that has read nothing takes some 100 MiB.
"""

from __future__ import annotations

import base64
import gzip
import io
import json
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, groupby
from pathlib import Path

from hexfront.core.documents.places import located
from hexfront.core.documents.stricttoml import parse_document
from hexfront.core.errors import InputError
from hexfront.core.registry import find_system
from hexfront.exchange.forces.msdl import import_msdl
from hexfront.exchange.forces.orbat_mapper import import_orbat
from hexfront.exchange.maps.geojson import import_geojson
from hexfront.exchange.maps.geotiff import import_geotiff
from hexfront.exchange.maps.tiled_reading import import_tiled
from hexfront.exchange.maps.vassal import import_vassal
from hexfront.exchange.maps.wesnoth import import_wesnoth
from hexfront.hex.coordinates import Orientation
from hexfront.study.memory import peak_memory

ENTITIES = (
    '<?xml version="1.0"?><!DOCTYPE map [<!ENTITY a "ha">'
    + "".join(
        f'<!ENTITY {b} "{f"&{a};" * 10}">' for a, b in zip("abcdefgh", "bcdefghi", strict=True)
    )
    + "]>"
)
OUTSIDE = '<?xml version="1.0"?><!DOCTYPE map [<!ENTITY a SYSTEM "file:///etc/passwd">]>'
LAND = '<tileset firstgid="1" name="t" tilecount="1"><tile id="0" class="grass"/></tileset>'
LARGE = 220_000_000
"""Bytes: more than a reader may take."""
MAP = (
    '<map orientation="hexagonal" width="{w}" height="{h}" tilewidth="64" tileheight="56" '
    'hexsidelength="32" staggeraxis="x" staggerindex="odd"{more}>'
)


def tmx(inside: str, w: int = 3, h: int = 2, more: str = "") -> str:
    return MAP.format(w=w, h=h, more=more) + inside + "</map>"


def layer(data: str, w: int = 3, h: int = 2, how: str = ' encoding="csv"') -> str:
    return f'<layer name="a" width="{w}" height="{h}"><data{how}>{data}</data></layer>'


def bomb(kind: str) -> str:
    if kind == "zstd":
        import zstandard

        packed = zstandard.ZstdCompressor().compress(b"\0" * LARGE)
    else:
        pack = {"zlib": zlib.compress, "gzip": gzip.compress}[kind]
        packed = pack(b"\0" * LARGE, 1)
    how = f' encoding="base64" compression="{kind}"'
    return tmx(layer(base64.b64encode(packed).decode(), how=how))


def chunks(x: int) -> str:
    inside = (
        '<chunk x="0" y="0" width="1" height="1">1</chunk>'
        f'<chunk x="{x}" y="{x}" width="1" height="1">1</chunk>'
    )
    return tmx(layer(inside), more=' infinite="1"')


def module(kind: str) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        if kind == "bomb":
            archive.writestr("buildFile.xml", b" " * LARGE, compresslevel=1)
        elif kind == "many":
            for number in range(12_000):
                archive.writestr(f"images/{number}.png", b"")
        else:
            archive.writestr("buildFile", grid_xml("0.00001" if kind == "dots" else "50"))
    return stream.getvalue()


def grid_xml(size: str, wide: int = 2_000_000_000) -> str:
    package = "VASSAL.build.module.map.boardPicker"
    grid = f'<{package}.board.HexGrid dx="{size}" dy="{size}" x0="0" y0="0"/>'
    board = f'<{package}.Board name="b" width="{wide}" height="{wide}">{grid}</{package}.Board>'
    map_ = f"<VASSAL.build.module.Map>{board}</VASSAL.build.module.Map>"
    return f"<VASSAL.build.GameModule>{map_}</VASSAL.build.GameModule>"


Read = Callable[[Path], object]


def cases() -> Iterator[tuple[str, str | bytes]]:
    """Names of files, and what is in them."""
    yield "entities.tmx", ENTITIES + tmx("<layer name='&i;'/>")
    yield "outside.tmx", OUTSIDE + tmx("<layer name='&a;'/>")
    yield "cells.tmx", tmx(layer("1"), 100_000, 10_000)
    yield "layer.tmx", tmx(layer("1", 100_000, 10_000))
    yield "far.tmx", chunks(90_000)
    yield "zlib.tmx", bomb("zlib")
    yield "gzip.tmx", bomb("gzip")
    yield "zstd.tmx", bomb("zstd")
    yield "elements.tmx", tmx("<a/>" * 2_000_000)
    yield "nested.tmx", tmx("<group>" * 100_000)
    yield "groups.tmx", tmx("<group>" * 40 + "</group>" * 40)
    yield "numbers.tmx", tmx(layer("9" * 5_000_000))
    yield "deep.tmj", "[" * 5_000_000
    far = " ".join(f"{n % 2 * 9e6},{n % 3 * 9e6}" for n in range(18_000))
    line = f'<objectgroup><object class="road" x="0" y="0"><polyline points="{far}"/></object>'
    yield "lines.tmx", tmx(LAND + layer("1,1,1,1,1,1") + line + "</objectgroup>")
    yield "leaves.tmx", tmx('<tileset firstgid="1" source="../../etc/x.tsx"/>')
    yield "wide.map", ",".join(["Gg"] * 600_000) + "\n" + "Gg"
    yield "long.map", "G" * 4_000_000
    yield "big.geojson", json.dumps(grid_json(100_000, 100_000))
    yield "far.geojson", json.dumps(grid_json(3, 3, 10**9))
    yield "entities.xml", ENTITIES.replace("DOCTYPE map", "DOCTYPE m") + "<m>&i;</m>"
    yield "lists.geojson", "[" + "[]," * 5_000_000 + "[]]"
    yield "units.xml", many_units()
    yield "round.xml", round_units()
    yield "orbat.json", many_subunits()
    yield "bomb.vmod", module("bomb")
    yield "many.vmod", module("many")
    yield "dots.vmod", module("dots")
    yield "wide.vmod", module("wide")
    yield "buildFile", ENTITIES + "<map>&i;</map>"


def long_cases() -> Iterator[tuple[str, str | bytes]]:
    """Those whose readers need a system, or GDAL."""
    run = "0101..0199"
    yield "runs.terrain.json", terrain([{"kind": "road", "path": [run] * 500_000}])
    yield "roads.terrain.json", terrain([{"kind": "road", "path": [run]}] * 100_000)
    yield "sparse.tif", sparse_picture()


def terrain(roads: list[dict[str, object]]) -> str:
    """A map of Brigade with these roads."""
    kinds = [{"id": 0, "name": "clear", "title": "Clear", "cost": 1}]
    return json.dumps(
        {
            "format": "hexfront-terrain/1", "system": "brigade", "name": "roads", "title": "Roads",
            "layout": "flat", "columns": 9, "rows": 9, "types": kinds,
            "hexes": {"legend": {".": "clear"}, "rows": ["." * 9] * 9}, "drawing": {"roads": roads},
        }
    )  # fmt: skip


def sparse_picture() -> bytes:
    """A small GeoTIFF that says it has a thousand million points."""
    from rasterio.io import MemoryFile
    from rasterio.transform import from_bounds

    side = 32_000
    kind = {"driver": "GTiff", "tiled": True, "SPARSE_OK": True, "count": 1, "dtype": "int16"}
    place = from_bounds(10, 45, 15, 50, side, side)
    with MemoryFile() as file:
        with file.open(**kind, width=side, height=side, crs="EPSG:4326", transform=place):
            pass
        return bytes(file.read())


def read_terrain(path: Path) -> object:
    """As `hexfront validate` reads one, with the lines of what is wrong."""
    try:
        return _checked_terrain(path)
    except InputError as error:
        raise located(error) from None


def _checked_terrain(path: Path) -> object:
    check = find_system("brigade").scenarios.documents["hexfront-terrain/1"]
    return check(parse_document(path.read_bytes(), path), path.parent, str(path))


def heights(path: Path) -> object:
    return import_geotiff(path, None, None, None, Orientation.FLAT)


def shapes(path: Path) -> object:
    return import_geojson(path, None, None, "flat")


def grid_json(columns: int, rows: int, column: int = 0) -> dict[str, object]:
    about = {"layer": "hex", "column": column, "row": 0, "terrain": "clear"}
    return {
        "type": "FeatureCollection",
        "hexfront": {
            "format": "hexfront-grid/1",
            "offset": "odd-q",
            "columns": columns,
            "rows": rows,
        },
        "features": [{"type": "Feature", "properties": about, "geometry": None}],
    }


def many_units() -> str:
    units = "<Unit><ObjectHandle>{}</ObjectHandle></Unit>"
    side = "<ForceSide><ObjectHandle>s</ObjectHandle><ForceSideName>S</ForceSideName></ForceSide>"
    inside = "".join(units.format(number) for number in range(70_000))
    return (
        f"<MilitaryScenario><ForceSides>{side}</ForceSides><Organizations><Units>{inside}"
        "</Units></Organizations></MilitaryScenario>"
    )


def round_units() -> str:
    """Two units above each other, and no side."""
    unit = (
        "<Unit><ObjectHandle>{}</ObjectHandle><Relations><ForceRelation><ForceRelationData>"
        "<CommandRelation><CommandingSuperiorHandle>{}</CommandingSuperiorHandle></CommandRelation>"
        "</ForceRelationData></ForceRelation></Relations></Unit>"
    )
    inside = unit.format("a", "b") + unit.format("b", "a")
    units = f"<Organizations><Units>{inside}</Units></Organizations>"
    return f"<MilitaryScenario><ForceSides/>{units}</MilitaryScenario>"


def many_subunits() -> str:
    units = [{"id": str(n), "name": "u", "sidc": "1" * 20} for n in range(30_000)]
    side = {"id": "s", "name": "S", "standardIdentity": "3", "groups": [{"subUnits": units}]}
    return json.dumps({"type": "ORBAT-mapper", "version": "2.2.0", "sides": [side]})


def write(folder: Path, files: Iterable[tuple[str, str | bytes]]) -> None:
    """Write files."""
    for name, data in files:
        (folder / name).write_bytes(data.encode() if isinstance(data, str) else data)


READERS: dict[str, Read] = {
    ".tmx": import_tiled,
    ".tmj": import_tiled,
    ".map": import_wesnoth,
    ".geojson": shapes,
    ".xml": import_msdl,
    ".json": import_orbat,
    ".terrain.json": read_terrain,
    ".tif": heights,
}


def read_all(folder: Path) -> None:
    for path in sorted(folder.iterdir()):
        start = time.process_time()
        try:
            READERS.get("".join(path.suffixes), import_vassal)(path)
            refused = ""
        except InputError as error:
            refused = str(error)
        seconds = time.process_time() - start
        print(json.dumps([path.name, refused, round(seconds, 3), peak_memory() >> 20]))


def ending(case: tuple[str, str | bytes]) -> str:
    """What a file's name ends in, by which its reader is chosen."""
    return "".join(Path(case[0]).suffixes) or case[0]


def table() -> None:
    """Print what the files of each format cost."""
    print(f"{'ends in':14} files  refused  seconds  of file            MiB")
    every = sorted(chain(cases(), long_cases()), key=ending)
    for name, files in groupby(every, ending):
        with tempfile.TemporaryDirectory() as folder:
            write(Path(folder), files)
            command = [sys.executable, "-m", "tests.exchange.hostile", folder]
            done = subprocess.run(command, capture_output=True, text=True, check=True)
        told = [json.loads(line) for line in done.stdout.splitlines()]
        refused = sum(bool(why) for _, why, _, _ in told)
        seconds, slowest = max((seconds, file) for file, _, seconds, _ in told)
        memory = max(memory for *_, memory in told)
        print(f"{name:14} {len(told):5}  {refused:7}  {seconds:7.2f}  {slowest:17}  {memory:3}")


if __name__ == "__main__":
    if len(sys.argv) > 1:
        read_all(Path(sys.argv[1]))
    else:
        table()
