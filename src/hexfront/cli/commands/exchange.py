"""`hexfront import` and `export`: maps and forces from and for other programs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexfront.cli.console import say, say_json
from hexfront.cli.files import Force, check_free, write_document
from hexfront.cli.naming import map_form_of, model_of
from hexfront.cli.settings import AsJson
from hexfront.core.documents.files import write_whole
from hexfront.core.documents.slugs import slug
from hexfront.core.errors import InputError
from hexfront.core.table.plurals import counted

if TYPE_CHECKING:
    from hexfront.core.grid_map import GridMap, MapForm
    from hexfront.core.system import System
    from hexfront.exchange.table import Table

Pairs = list[str] | None


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("import")(import_file)
    app.command("export")(export)


def import_file(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="A map or forces of another program.")
    ],
    system: Annotated[str, typer.Option("--system", help="The rule system that it is for.")],
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", metavar="FILE", help="What to write, ending in .json. Without it: look only."
        ),
    ] = None,
    source: Annotated[
        str | None,
        typer.Option(
            "--from",
            metavar="FORMAT",
            help="tiled, wesnoth, geojson, geotiff, vassal, msdl or orbat-mapper. "
            "(default: as the file looks)",
        ),
    ] = None,
    table: Annotated[
        Path | None,
        typer.Option("--table", metavar="FILE", help="What the words of the file mean, in TOML."),
    ] = None,
    write_table: Annotated[
        Path | None,
        typer.Option(
            "--write-table", metavar="FILE", help="Write the table that was used, to be edited."
        ),
    ] = None,
    terrain: Annotated[
        Pairs,
        typer.Option(
            "--terrain", metavar="WORD=TERRAIN", help="What a word means; repeat it for others."
        ),
    ] = None,
    line: Annotated[
        Pairs, typer.Option("--line", metavar="WORD=KIND", help="The same for rivers and roads.")
    ] = None,
    side: Annotated[
        Pairs, typer.Option("--side", metavar="WORD=SIDE", help="The same for sides of forces.")
    ] = None,
    scenario: Annotated[
        str | None,
        typer.Option("--scenario", help="Of forces: the scenario that is to have them."),
    ] = None,
    crop: Annotated[
        str | None,
        typer.Option(
            "--crop", metavar="COLUMN,ROW,COLUMNS,ROWS", help="Take a part; counted from 1."
        ),
    ] = None,
    root: Annotated[
        Path | None,
        typer.Option("--root", help="The folder that FILE may name others in. (default: its own)"),
    ] = None,
    key: Annotated[
        str, typer.Option("--property", help="The property of tiles that names their terrain.")
    ] = "terrain",
    title: Annotated[str | None, typer.Option("--title", help="What the map is called.")] = None,
    bbox: Annotated[
        str | None,
        typer.Option("--bbox", metavar="W,S,E,N", help="Of the earth: the part, in degrees."),
    ] = None,
    hex_km: Annotated[
        float | None,
        typer.Option("--hex-km", metavar="K", help="Of the earth: how far hexes are apart."),
    ] = None,
    cover: Annotated[
        Path | None,
        typer.Option("--cover", metavar="FILE", help="Land cover, a GeoTIFF beside the heights."),
    ] = None,
    rules: Annotated[
        Path | None,
        typer.Option("--rules", metavar="FILE", help="How heights and cover become terrain."),
    ] = None,
    write_rules: Annotated[
        Path | None,
        typer.Option("--write-rules", metavar="FILE", help="Write the rules, to be edited."),
    ] = None,
    private: Annotated[
        Path | None,
        typer.Option(
            "--pictures", metavar="FOLDER", help="Of a module: where its pictures go, as private."
        ),
    ] = None,
    force: Force = False,
    json: AsJson = False,
) -> None:
    """Make a map, or a scenario with forces, of a file that another program has written.

    What every word of the file became is told, and what was lost.
    """
    from hexfront.core.registry import find_system
    from hexfront.exchange.formats import FORCES, MAPS, format_of
    from hexfront.exchange.table import read_table

    if out is not None and out.suffix != ".json":
        raise InputError.at("--out", str(out), "a name that ends in .json")
    check_free("--out", [out], force=force)
    check_free("--write-table", [write_table], force=force)
    check_free("--write-rules", [write_rules], force=force)
    kind = source or format_of(file)
    if kind not in (*MAPS, *FORCES):
        raise InputError.at("--from", kind, f"one of: {', '.join((*MAPS, *FORCES))}")
    flags = {"terrain": terrain or [], "lines": line or [], "sides": side or []}
    words = read_table(table, flags)
    found = find_system(system)
    if kind in FORCES:
        from hexfront.cli.commands.exchange_forces import import_forces

        import_forces(kind, file, found, scenario, words, out, json=json)
        return
    form = _form_of_map(found, scenario)
    if kind == "tiled":
        from hexfront.exchange.maps.tiled_reading import import_tiled

        grid = import_tiled(file, root, key)
    elif kind == "wesnoth":
        from hexfront.exchange.maps.wesnoth import import_wesnoth

        grid = import_wesnoth(file)
    elif kind == "geojson":
        from hexfront.exchange.maps.geojson import import_geojson

        grid = import_geojson(file, bbox, hex_km, str(form.offset.orientation))
    elif kind == "geotiff":
        from hexfront.exchange.maps.geotiff import import_geotiff

        grid = import_geotiff(
            file, cover, bbox, hex_km, form.offset.orientation, rules, write_rules
        )
    else:
        from hexfront.exchange.maps.vassal import import_vassal

        grid = import_vassal(file, private)
    if crop is not None:
        grid = _cropped(grid, crop)
    _import_map(grid, found, form, words, title, file, out, write_table, json=json)


def _form_of_map(system: System, scenario: str | None) -> MapForm:
    """How the system's maps are exchanged, within a scenario where they are part of one."""
    from hexfront.core.scenario import load_scenario

    form = map_form_of(system)
    if scenario is None or form.within is None:
        return form
    return form.within(load_scenario(system, scenario))


def _import_map(
    grid: GridMap,
    system: System,
    form: MapForm,
    words: Table,
    title: str | None,
    file: Path,
    out: Path | None,
    write_table: Path | None,
    *,
    json: bool,
) -> None:
    from hexfront.exchange.maps.fitting import fit
    from hexfront.exchange.maps.report import report_json, report_lines
    from hexfront.exchange.table import to_toml

    fitted = fit(grid, form, words)
    name = slug((out or file).stem, "map")
    shown = (title or grid.title or name)[:80]
    document = form.draft(fitted.grid, name, shown)
    place = str(out or file)
    # A map that is part of a scenario, or a file of its own.
    check = system.scenarios.documents.get(document["format"], system.scenarios.load)
    check(document, None, place)
    if write_table is not None:
        write_whole(write_table, to_toml(fitted.table, fitted.reasons), "--write-table")
    if out is not None:
        write_document(out, document, system)
    if json:
        say_json({"file": str(out) if out else None, **report_json(fitted, form)})
        return
    hexes = counted(len(fitted.grid.cells), "hex", "hexes")
    size = f"{fitted.grid.columns} by {fitted.grid.rows}, {hexes}"
    say(f"{place}: {shown}, {size}")
    for text in report_lines(fitted, form):
        say(text)


def _cropped(grid: GridMap, text: str) -> GridMap:
    from hexfront.exchange.maps.fitting import crop

    if not re.fullmatch(r"\d{1,6}(,\d{1,6}){3}", text):
        raise InputError.at("--crop", text, "COLUMN,ROW,COLUMNS,ROWS, such as 1,1,40,30")
    column, row, columns, rows = map(int, text.split(","))
    return crop(grid, column - 1, row - 1, columns, rows)


def export(
    what: Annotated[
        str,
        typer.Argument(metavar="WHAT", help="A scenario by name, or the file of one, or a map."),
    ],
    system: Annotated[str, typer.Option("--system", help="The rule system that it is of.")],
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            metavar="FILE",
            help="Ending in .tmx or .tmj (Tiled), .geojson, .xml (MSDL), .svg, .png or .pdf.",
        ),
    ],
    counters: Annotated[
        bool, typer.Option("--counters", help="Of pictures: counters to cut out, and no map.")
    ] = False,
    hex_mm: Annotated[
        float,
        typer.Option("--hex-mm", min=5, max=60, help="Of pictures: from side to side of a hex."),
    ] = 16,
    counter_mm: Annotated[
        float, typer.Option("--counter-mm", min=8, max=60, help="The side of a counter.")
    ] = 13,
    paper: Annotated[
        str, typer.Option("--paper", help="Of a PDF: a4, a3, letter, tabloid, or one large page.")
    ] = "a4",
    dpi: Annotated[
        int, typer.Option("--dpi", min=50, max=600, help="Of a PNG: dots an inch.")
    ] = 200,
    force: Force = False,
    json: AsJson = False,
) -> None:
    """Write a map or forces for another program, or sheets to print at their true size."""
    from hexfront.core.registry import find_system

    check_free("--out", [out], force=force)
    found = find_system(system)
    if out.suffix in (".tmx", ".tmj", ".geojson"):
        facts = _export_map(what, found, out)
    elif out.suffix == ".xml":
        from hexfront.cli.commands.exchange_forces import export_msdl

        facts = export_msdl(what, found, out)
    elif out.suffix in (".svg", ".png", ".pdf"):
        from hexfront.cli.commands.exchange_prints import export_print

        facts = export_print(what, found, out, counters, hex_mm, counter_mm, paper, dpi)
    else:
        expected = "a name that ends in .tmx, .tmj, .geojson, .xml, .svg, .png or .pdf"
        raise InputError.at("--out", str(out), expected)
    if json:
        say_json(facts)
        return
    say(f"{out}: {facts.pop('title')}")
    for words, fact in facts.items():
        if words != "file":
            say(f"  {words}: {', '.join(map(str, fact)) if isinstance(fact, list) else fact}")


def _export_map(what: str, system: System, out: Path) -> dict[str, object]:
    form = map_form_of(system)
    grid = form.read(model_of(what, system))
    facts: dict[str, object] = {"file": str(out), "title": grid.title, "hexes": len(grid.cells)}
    if out.suffix == ".geojson":
        from hexfront.exchange.maps.geojson import export_geojson

        write_whole(out, export_geojson(grid, lambda spot: form.label(grid, spot)), "--out")
        if grid.degrees is None:
            facts["place"] = "it lies nowhere on the earth: one hex is a kilometre, at 0°, 0°"
        return facts
    from hexfront.exchange.maps.tiled_writing import export_tiled

    picture = out.with_name(f"{out.stem}-tiles.png")
    made = export_tiled(grid, picture.name)
    write_whole(picture, made.picture, "--out")
    write_whole(out, made.tmj() if out.suffix == ".tmj" else made.tmx(), "--out")
    return {**facts, "tiles": str(picture)}
