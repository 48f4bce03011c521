"""`hexfront play --tui` and `--ascii`: the table in a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from hexfront.cli.seats import WantedSeats
from hexfront.cli.settings import choose_scenario, chosen_system, options_for, warn_of
from hexfront.core.errors import HexfrontError, InputError
from hexfront.core.extras import how_to_install

if TYPE_CHECKING:
    from hexfront.play.storage.store import Store


@dataclass(frozen=True)
class Wanted:
    """What the command line asks for."""

    system: str | None
    scenario: str | None
    players: WantedSeats
    options: list[str]
    save: Path | None
    seed: int | None
    resume: bool
    match: str | None
    script: Path | None = None
    pace: str | None = None


def play_in_terminal(wanted: Wanted, *, screen: bool) -> int:
    """Play a new match or go on with one; returns the exit code. Errors: `HexfrontError`."""
    if screen:
        need_screen()
    from hexfront.core.packs import data_folder
    from hexfront.play.storage.store import Store

    begin = partial(_resumed, wanted) if wanted.resume else _new(wanted)
    store = Store(wanted.save or data_folder())
    try:
        return play_match(store, begin(store), wanted.script, screen=screen)
    finally:
        store.close()


def play_match(store: Store, match: str, script: Path | None, *, screen: bool) -> int:
    """Play a match of a store; returns the exit code. Errors: `HexfrontError`."""
    from hexfront.agents.background_compiler import BackgroundCompiler
    from hexfront.tui.session import Session

    system = store.load(match).system
    with BackgroundCompiler([system] if sys.stdin.isatty() else []) as compiling:
        session = Session(store, match, lambda: bool(compiling.left))
        if screen:
            from hexfront.tui.screen.app import play_on_screen

            return play_on_screen(session, script)
        from hexfront.tui.plain.table import play_plain

        return play_plain(session, script)


def need_screen() -> None:
    """Errors: `HexfrontError`, `InputError` where no screen can be shown."""
    from importlib.util import find_spec

    if find_spec("textual") is None:
        raise HexfrontError(
            f"the screen in the terminal needs textual; {how_to_install('tui')} "
            "(--ascii needs nothing more)"
        )
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise InputError.at("--tui", "<a pipe or a file>", "a terminal; --ascii works over a pipe")


def _new(wanted: Wanted) -> Callable[[Store], str]:
    """What begins the wanted match; mistakes are told before a data folder is made."""
    from hexfront.agents.levels import seat_of
    from hexfront.people.paces import check_pace
    from hexfront.tui.session import new_match

    if wanted.match is not None:
        raise InputError.at("--match", wanted.match, "--resume with it")
    system = chosen_system(wanted.system, wanted.options)
    options = options_for(system, wanted.options, wanted.players.seats)
    scenario = choose_scenario(system, wanted.scenario, options)
    warn_of(system, scenario, wanted.scenario)
    players = wanted.players.players(system, system.rules(scenario))
    seats = [seat_of(system, name) for name in players]
    pace = wanted.pace or ""
    if pace:
        check_pace(pace, "--pace")
    return lambda store: new_match(store, system, scenario, seats, wanted.seed, pace)


def _resumed(wanted: Wanted, store: Store) -> str:
    """The match to go on with: the one that is named, or the newest that is not over."""
    from hexfront.tui.session import own_matches

    players = wanted.players
    given = {"scenario": wanted.scenario, "side": players.side, "opponent": players.opponent}
    for name, value in {
        **given,
        "seats": players.seats,
        "seed": wanted.seed,
        "pace": wanted.pace,
    }.items():
        if value is not None:
            raise InputError.at(f"--{name}", value, "nothing beside --resume")
    if wanted.options:
        raise InputError.at("--option", wanted.options[0], "nothing beside --resume")
    found = [m for m in own_matches(store) if wanted.system in (None, m.system)]
    if wanted.match is not None:
        if wanted.match not in {summary.id for summary in found}:
            ids = ", ".join(summary.id for summary in found[:9]) or "none is kept"
            raise InputError.at("--match", wanted.match, f"one of: {ids}")
        return wanted.match
    open_ones = [summary for summary in found if not summary.over]
    if not open_ones:
        raise InputError.at(
            "--resume", "<no match of this terminal that is not over>", "a match to go on with"
        )
    for summary in open_ones[1:9]:
        more = f"{summary.system}, {summary.title}, begun {summary.created}"
        print(f"also open: --resume --match {summary.id} ({more})", file=sys.stderr)
    return open_ones[0].id
