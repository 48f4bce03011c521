"""What several commands ask for: a system, a scenario, the options of a game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated

import typer

from hexfront.cli.console import print_warnings
from hexfront.cli.seats import split_seats
from hexfront.core.errors import InputError

if TYPE_CHECKING:
    from hexfront.core.contract import Scenario
    from hexfront.core.scenario_files import OlderFormat
    from hexfront.core.system import System


MOST_WARNINGS = 5


def _complete_system(incomplete: str) -> list[str]:
    from importlib.metadata import entry_points

    names = {entry.name for entry in entry_points(group="hexfront.systems")}
    return sorted(name for name in names if name.startswith(incomplete))


def _complete_scenario(context: typer.Context, incomplete: str) -> list[str]:
    from hexfront.core.registry import find_system
    from hexfront.core.scenario import known_scenarios

    try:
        names = known_scenarios(find_system(context.params["system"]))
    except Exception:  # A completion that finds nothing stays silent.
        return []
    return [name for name in names if name.startswith(incomplete)]


SystemName = Annotated[
    str,
    typer.Argument(
        metavar="SYSTEM", help="Name of a rule system.", autocompletion=_complete_system
    ),
]
AnySystemName = Annotated[
    str | None,
    typer.Argument(
        metavar="SYSTEM", help="Name of a rule system.", autocompletion=_complete_system
    ),
]
ScenarioName = Annotated[
    str | None,
    typer.Option(
        "--scenario",
        help="Name of a scenario of the system or of an installed pack, or a file ending in .json "
        "or .toml. "
        "(default: the system's)",
        autocompletion=_complete_scenario,
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="KEY=VALUE",
        help="An option of the rules; may be repeated, and written --KEY VALUE.",
    ),
]
DeckName = Annotated[
    str | None,
    typer.Option(
        "--deck",
        metavar="FILE,…",
        help="Instead of --scenario: a deck of cards, as its files or as the name of one that "
        "ships with the system.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON, one object a line.")]


def read_options(texts: Sequence[str]) -> dict[str, str]:
    """Options by their keys. Errors: `InputError`."""
    options: dict[str, str] = {}
    for text in texts:
        key, mark, value = text.partition("=")
        if not mark or not key or key in options:
            raise InputError.at("--option", text, "key=value, each key once")
        options[key] = value
    return options


def chosen_system(name: str | None, options: Sequence[str]) -> System:
    """The named system, or the only one. Errors: `InputError`.

    Without a name `options` may be slips: no option of the command, and of which system?
    """
    from hexfront.core.registry import find_system, system_names

    names = system_names()
    if name is not None or len(names) == 1:
        return find_system(name or names[0])
    listed = ", ".join(names)
    if not options:
        raise InputError.at("system", "<none>", f"one of: {listed}")
    expected = f"one of the command (see --help), or of a SYSTEM that is named too: {listed}"
    raise InputError.at("option", options[0].partition("=")[0], expected)


def decks_of(name: str) -> OlderFormat:
    """What a system knows of decks of cards. Errors: `InputError` where it knows none."""
    from hexfront.core.registry import find_system, system_names

    decks = find_system(name).scenarios.older_format
    if decks is None:
        able = [other for other in system_names() if find_system(other).scenarios.older_format]
        expected = f"one that has decks of cards: {', '.join(able) or 'there is none yet'}"
        raise InputError.at("system", name, expected)
    return decks


def options_for(system: System, options: Sequence[str] | None, seats: str | None) -> list[str]:
    """The options as typed; as many players as there are seats, where that is an option."""
    from hexfront.core.scenario_files import PLAYERS_OPTION

    typed = list(options or [])
    known = system.scenarios.options.get(PLAYERS_OPTION, ())
    number = str(len(split_seats(seats))) if seats is not None else ""
    if number in known and not any(text.startswith(f"{PLAYERS_OPTION}=") for text in typed):
        typed.append(f"{PLAYERS_OPTION}={number}")
    return typed


def choose_scenario(
    system: System, name: str | None, options: Sequence[str], deck: str | None = None
) -> Scenario:
    """The named scenario, or that of a deck, with the options. Errors: `InputError`."""
    from hexfront.core.scenario import load_scenario

    if deck is None:
        scenario = load_scenario(system, name)
    elif name is not None:
        raise InputError.at("--deck", deck, "either --deck or --scenario")
    else:
        scenario = decks_of(system.name).load(deck.split(","))
    wanted = read_options(options)
    if not wanted:
        return scenario
    if system.scenarios.with_options is None:
        raise InputError.at("--option", options[0], f"nothing: {system.name} has no options")
    return system.scenarios.with_options(scenario, wanted)


def warn_of(system: System, scenario: Scenario, name: str | None, deck: str | None = None) -> None:
    """Print what makes a game of the chosen scenario pointless."""
    from hexfront.core.scenario import scenario_warnings

    place = name or (f"deck {deck}" if deck else scenario.name)
    print_warnings(scenario_warnings(system, scenario, place), MOST_WARNINGS)
