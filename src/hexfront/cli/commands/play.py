"""`hexfront play` and `serve`: the browser."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from hexfront.cli.by_name import OptionsByName
from hexfront.cli.seats import Seats, WantedSeats
from hexfront.cli.settings import (
    AnySystemName,
    Options,
    ScenarioName,
    choose_scenario,
    chosen_system,
    options_for,
    read_options,
    warn_of,
)
from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.extras import how_to_install

if TYPE_CHECKING:
    from hexfront.server.launch import ReadyMatch

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8000
MAX_SEED = 2**63 - 1
WEB_PACKAGES = {"fastapi", "starlette", "uvicorn", "websockets"}

Port = Annotated[int, typer.Option(min=0, max=65535, help="Port; 0 takes any free one.")]
DataFolder = Annotated[
    Path | None,
    typer.Option(
        "--save", metavar="FOLDER", help="Where matches are kept. (default: the user's data folder)"
    ),
]
Seed = Annotated[
    int | None, typer.Option(hidden=True, help="Refused: a match in the browser has secret dice.")
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("play", cls=OptionsByName)(play)
    app.command("serve")(serve)


def play(
    system: AnySystemName = None,
    scenario: ScenarioName = None,
    side: Annotated[
        str | None, typer.Option(help="Your side, by name. (default: the first)")
    ] = None,
    opponent: Annotated[
        str | None,
        typer.Option(
            help="The machine opponent: easy, fair, hard or hardest, one by its name, or a "
            "network's FILE. (default: hard)"
        ),
    ] = None,
    seats: Seats = None,
    option: Options = None,
    port: Port = DEFAULT_PORT,
    no_open: Annotated[
        bool, typer.Option("--no-open", help="Only print the address, do not open a browser.")
    ] = False,
    save: DataFolder = None,
    tui: Annotated[bool, typer.Option("--tui", help="Play in the terminal, on a screen.")] = False,
    plain: Annotated[
        bool, typer.Option("--ascii", help="Play in plain text; works over a pipe.")
    ] = False,
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=MAX_SEED, help="With --tui or --ascii: the same dice every time."),
    ] = None,
    pace: Annotated[
        str | None,
        typer.Option(
            metavar="NAME",
            help="With --tui or --ascii: clocks, such as quick (10 min) or fast (24 h); "
            "docs/guides/people.md has all.",
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="With --tui or --ascii: go on with your last match.")
    ] = False,
    match: Annotated[
        str | None, typer.Option(help="With --resume: the match to go on with.")
    ] = None,
    script: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="With --tui or --ascii: a file with what you type first."
        ),
    ] = None,
) -> None:
    """Start a game against the machine in the browser, or in the terminal.

    Without a SYSTEM, and with several installed, the page lets you choose. In
    the terminal `--opponent person` is a second person beside you; in the browser
    each further person gets an address. With `--seats` persons and opponents may
    sit anywhere.
    """
    players = WantedSeats(side, opponent, seats)
    if tui or plain:
        from hexfront.cli.terminal import Wanted, play_in_terminal

        where = (system, scenario, players, option or [], save)
        wanted = Wanted(*where, seed, resume, match, script, pace)
        raise typer.Exit(play_in_terminal(wanted, screen=tui and not plain))
    _refuse_seed(seed)
    resumes = resume or match is not None
    for name, given in (("--resume", resumes), ("--script", script), ("--pace", pace)):
        if given:
            raise InputError.at(name, "<the browser>", "--tui or --ascii with it")
    _need_web()
    ready = _ready_match(system, scenario, players, option or [])
    _serve(DEFAULT_HOST, port, save, open_browser=not no_open, ready=ready)


def serve(
    host: Annotated[str, typer.Option(help="Address to listen on.")] = DEFAULT_HOST,
    port: Port = DEFAULT_PORT,
    save: DataFolder = None,
    settings: Annotated[
        Path | None,
        typer.Option(
            "--settings",
            "--config",
            metavar="FILE",
            help="Settings of the server (TOML): public address, database, host names, limits, "
            "e-mail and webhooks for turn notices. See docs/guides/serving.md.",
        ),
    ] = None,
    seed: Seed = None,
) -> None:
    """Serve games to browsers, without opening one here."""
    _refuse_seed(seed)
    _need_web()
    _serve(host, port, save, open_browser=False, ready=None, settings=settings)


def _refuse_seed(seed: int | None) -> None:
    if seed is not None:
        raise InputError.at(
            "--seed",
            seed,
            "none: a match in the browser has secret dice, whose hash is shown at the start and "
            "whose secret at the end; for games that a seed repeats use `hexfront run`",
        )


def _need_web() -> None:
    from importlib.util import find_spec

    missing = sorted(name for name in WEB_PACKAGES if find_spec(name) is None)
    if missing:
        raise HexfrontError(f"the browser game needs {', '.join(missing)}; {how_to_install('web')}")


def _ready_match(
    name: str | None, scenario: str | None, players: WantedSeats, options: list[str]
) -> ReadyMatch | None:
    from hexfront.core.registry import system_names
    from hexfront.play.storage.records import PERSON
    from hexfront.server.launch import ReadyMatch

    if name is None and len(system_names()) != 1 and not (scenario or players or options):
        return None
    system = chosen_system(name, options)
    options = options_for(system, options, players.seats)
    loaded = choose_scenario(system, scenario, options)
    warn_of(system, loaded, scenario)
    seats = players.players(system, system.rules(loaded))
    if PERSON not in seats:
        expected = "a person on a side at least; `hexfront run` plays without"
        raise InputError.at("--seats", ",".join(seats), expected)
    return ReadyMatch(system.name, scenario, tuple(seats), read_options(options))


def _serve(
    host: str,
    port: int,
    save: Path | None,
    *,
    open_browser: bool,
    ready: ReadyMatch | None,
    settings: Path | None = None,
) -> None:
    from hexfront.server.launch import serve
    from hexfront.server.settings import load_settings

    serve(host, port, save, open_browser, ready, load_settings(settings))
