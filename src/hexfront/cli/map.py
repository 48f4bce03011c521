"""`hexfront map`: maps that a system makes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexfront.cli.console import say, say_json
from hexfront.cli.files import check_json_name, write_document
from hexfront.cli.settings import AsJson, SystemName
from hexfront.core.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable

    from hexfront.core.strictjson import Json
    from hexfront.core.system import MapDraft, MapWishes

RANDOM = "random"


def register(app: typer.Typer) -> None:
    """Add the group of commands."""
    maps = typer.Typer(help="Make maps for the scenarios of a system.", no_args_is_help=True)
    maps.command(RANDOM)(random)
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
    json: AsJson = False,
) -> None:
    """Draw a map by chance, and say what became of it.

    A scenario names the file in its "terrain".
    """
    from hexfront.core.system import MapWishes

    check_json_name(out)
    wishes = MapWishes(columns, rows, seed, rough, title=title)
    draft = _maker(system, RANDOM)(wishes)
    write_document(out, draft.document)
    if json:
        say_json({"file": str(out), **draft.facts})
        return
    say(f"{out}: {draft.document['title']}")
    for words, fact in draft.facts.items():
        say(f"  {words}: {_shown(fact)}")


def _maker(name: str, way: str) -> Callable[[MapWishes], MapDraft]:
    from hexfront.core.registry import find_system, system_names

    system = find_system(name)
    if way not in system.maps:
        able = [other for other in system_names() if way in find_system(other).maps]
        raise InputError.at(
            "system", name, f"one that makes such maps: {', '.join(able) or 'there is none yet'}"
        )
    return system.maps[way]


def _shown(fact: Json) -> str:
    if isinstance(fact, list):
        return ", ".join(map(str, fact)) or "none"
    return f"{fact:.1%}" if isinstance(fact, float) else str(fact)
