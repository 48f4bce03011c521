"""`hexfront map`: maps that a system makes, and maps from real geography."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexfront.cli.console import progress_console, say, say_json
from hexfront.cli.files import Force, check_free, check_json_name, write_document
from hexfront.cli.settings import AsJson, SystemName
from hexfront.core.documents.files import write_whole
from hexfront.core.documents.slugs import slug
from hexfront.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from hexfront.core.documents.strictjson import Json
    from hexfront.core.scenario_files import MapDraft, MapWishes
    from hexfront.hex.coordinates import Orientation
    from hexfront.mapping.features import Kind
    from hexfront.mechanics.hexmap_model import HexMap

RANDOM = "random"
PICTURES = (".svg", ".png")
PICTURE_WIDTH = 1600
"""Pixels."""


def register(app: typer.Typer) -> None:
    """Add the group of commands."""
    maps = typer.Typer(help="Make maps for the scenarios of a system.", no_args_is_help=True)
    maps.command(RANDOM)(random)
    maps.command("from-geojson")(from_geojson)
    maps.command("cut")(cut)
    app.add_typer(maps, name="map")


def random(
    system: SystemName,
    columns: Annotated[int, typer.Option("--columns", help="How many columns.")],
    rows: Annotated[int, typer.Option("--rows", help="How many rows.")],
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="The map to write, ending in .json.")
    ],
    seed: Annotated[int, typer.Option("--seed", help="The same seed gives the same map.")] = 0,
    rough: Annotated[
        float | None,
        typer.Option(
            "--rough",
            metavar="SHARE",
            help="How much of the map is difficult ground, such as 0.38. (default: the system's)",
        ),
    ] = None,
    title: Annotated[str, typer.Option("--title", help="What the map is called.")] = "",
    force: Force = False,
    json: AsJson = False,
) -> None:
    """Draw a map by chance, and say what became of it.

    A scenario names the file in its "terrain".
    """
    from hexfront.core.registry import find_system
    from hexfront.core.scenario_files import MapWishes

    check_json_name(out)
    check_free("--out", [out], force=force)
    wishes = MapWishes(columns, rows, seed, rough, title=title)
    draft = _maker(system, RANDOM)(wishes)
    write_document(out, draft.document, find_system(system))
    if json:
        say_json({"file": str(out), **draft.facts})
        return
    say(f"{out}: {draft.document['title']}")
    for words, fact in draft.facts.items():
        say(f"  {words}: {_shown(fact)}")


def from_geojson(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The shapes, a GeoJSON file.")],
    bbox: Annotated[
        str, typer.Option("--bbox", metavar="W,S,E,N", help="The part to map, in degrees.")
    ],
    hex_km: Annotated[
        float, typer.Option("--hex-km", metavar="K", help="Kilometres between neighbours' centres.")
    ],
    out: Annotated[
        Path | None,
        typer.Option("--out", metavar="FILE", help="The map to write, ending in .toml."),
    ] = None,
    picture: Annotated[
        Path | None,
        typer.Option("--picture", metavar="FILE", help="A picture of it, .svg or .png."),
    ] = None,
    additions: Annotated[
        Path | None,
        typer.Option("--with", metavar="FILE", help="What the shapes do not tell, a TOML file."),
    ] = None,
    layer: Annotated[
        list[str] | None,
        typer.Option(
            "--layer",
            metavar="NAME=KIND",
            help="What features of a layer are, such as islands=land; repeat it for others. "
            "(default: what is usual)",
        ),
    ] = None,
    layer_property: Annotated[
        str, typer.Option("--layer-property", help="The property that names a feature's layer.")
    ] = "layer",
    orientation: Annotated[
        str, typer.Option("--orientation", help="What hexes have on top: flat or pointy.")
    ] = "flat",
    land_from: Annotated[
        float, typer.Option("--land-from", help="The share of land from which a hex is land.")
    ] = 0.5,
    title: Annotated[str, typer.Option("--title", help="What the map is called.")] = "",
    force: Force = False,
    json: AsJson = False,
) -> None:
    """Make a map of hexes from the coasts, rivers, ways and places of a GeoJSON file.

    The same files give the same map. Each problem of a file names the feature.
    """
    from hexfront.mapping.maker import Order, make_map
    from hexfront.mapping.plane import read_box
    from hexfront.mapping.toml_writer import to_toml

    _check_name("--out", out, (".toml",))
    _check_name("--picture", picture, PICTURES)
    check_free("--out", [out], force=force)
    check_free("--picture", [picture], force=force)
    order = Order(
        shapes=file,
        box=read_box(bbox),
        hex_km=hex_km,
        orientation=_orientation(orientation),
        additions=additions,
        layer=layer_property,
        layers=_layers(layer),
        land_from=land_from,
        name=slug((out or file).stem, "map"),
        title=title,
    )
    console = progress_console()
    with console.status("") as status:
        made = make_map(order, status.update if console.is_terminal else lambda stage: None)
    if out is not None:
        write_whole(out, to_toml(made.document), "--out")
    if picture is not None:
        _write_picture(picture, made.map)
    if json:
        say_json({"file": str(out) if out else None, **made.facts})
        return
    say(f"{out or file}: {made.map.title}")
    for words, fact in made.facts.items():
        say(f"  {words}: {_shown(fact)}")


def cut(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A map of hexes, .toml or .json.")],
    corner: Annotated[
        str, typer.Option("--from", metavar="CCRR", help="A hex in the first column and row.")
    ],
    opposite: Annotated[
        str, typer.Option("--to", metavar="CCRR", help="A hex in the last column and row.")
    ],
    out: Annotated[
        Path, typer.Option("--out", metavar="FILE", help="The map to write, ending in .toml.")
    ],
    title: Annotated[str, typer.Option("--title", help="What the map is called.")] = "",
    force: Force = False,
) -> None:
    """Cut a part out of a map of hexes; these keep their numbers."""
    from hexfront.mapping.cutting import cut_out
    from hexfront.mapping.toml_writer import to_toml
    from hexfront.mechanics.hexmap import read_hexmap

    _check_name("--out", out, (".toml",))
    check_free("--out", [out], force=force)
    whole = read_hexmap(file)
    part = cut_out(whole, corner, opposite, name=slug(out.stem, "map"), title=title or whole.title)
    document = part.model_dump(mode="json", exclude_none=True, exclude_defaults=True)
    command = f"hexfront map cut {file.name} --from {corner} --to {opposite}"
    write_whole(out, to_toml(document, command), "--out")
    say(f"{out}: {part.title}")
    say(f"  hexes: {len(part.hex)}")


def _check_name(option: str, path: Path | None, endings: tuple[str, ...]) -> None:
    if path is not None and path.suffix not in endings:
        raise InputError.at(option, str(path), f"a name that ends in {' or '.join(endings)}")


def _orientation(word: str) -> Orientation:
    from hexfront.hex.coordinates import Orientation

    try:
        return Orientation(word)
    except ValueError:
        raise InputError.at("--orientation", word, "flat or pointy") from None


def _layers(entries: list[str] | None) -> dict[str, Kind] | None:
    """What the features of each layer are; None where nothing is said. Errors: `InputError`."""
    from hexfront.core.scenario import Reading
    from hexfront.mapping.features import Kind

    if not entries:
        return None
    reading, found = Reading(), {}
    for entry in entries:
        name, equals, kind = entry.rpartition("=")
        if not (name and equals and kind in list(Kind)):
            reading.report("--layer", entry, f"NAME=KIND, with one of: {', '.join(Kind)}")
        else:
            found[name] = Kind(kind)
    return reading.finish(found)


def _write_picture(path: Path, hexmap: HexMap) -> None:
    """Errors: `InputError`, also where a PNG is wanted and cannot be made."""
    from hexfront.mechanics.hexmap_board import board_parts
    from hexfront.pictures.board import board_svg

    svg = board_svg({"sides": [], **board_parts(hexmap)}, width=PICTURE_WIDTH)
    data = svg.encode()
    if path.suffix == ".png":
        try:
            import resvg_py
        except ImportError:
            expected = "a name that ends in .svg, or the package resvg-py: pip install resvg-py"
            raise InputError.at("--picture", str(path), expected) from None
        data = bytes(resvg_py.svg_to_bytes(svg_string=svg, width=PICTURE_WIDTH))
    write_whole(path, data, "--picture")


def _maker(name: str, way: str) -> Callable[[MapWishes], MapDraft]:
    from hexfront.core.registry import find_system, system_names

    system = find_system(name)
    if way not in system.scenarios.maps:
        able = [other for other in system_names() if way in find_system(other).scenarios.maps]
        raise InputError.at(
            "system", name, f"one that makes such maps: {', '.join(able) or 'there is none yet'}"
        )
    return system.scenarios.maps[way]


def _shown(fact: Json) -> str:
    if isinstance(fact, list):
        return ", ".join(map(str, fact)) or "none"
    return f"{fact:.1%}" if isinstance(fact, float) else str(fact)
