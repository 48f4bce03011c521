"""A rule system as the registry knows it: its rules, and all that it offers to those around them.

What the rules themselves must do stands in `hexfront.core.contract`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from hexfront.core.contract import AgentFactory, Rules, Scenario, Step, TeamFactory
from hexfront.core.encoder import ObservationEncoder
from hexfront.core.errors import Problem
from hexfront.core.language import Language
from hexfront.core.odds import FightOdds
from hexfront.core.playouts import PlayoutReport, playouts_by_steps
from hexfront.core.recorder import Recorder
from hexfront.core.report import Report
from hexfront.core.strictjson import Json
from hexfront.core.tally import Tally

PLAYERS_OPTION: Final = "players"
"""The name of the option by which a system says how many sides there are, if it has one."""


@dataclass(frozen=True, slots=True)
class MapWishes:
    """What somebody wants of a map that a system makes."""

    columns: int
    rows: int
    seed: int = 0
    """Whatever is left to chance follows from it."""
    share: float | None = None
    """How much of the map is difficult ground, 0 to 1; None for what is usual."""
    name: str = ""
    """Of the file; empty for one that says how it was made."""
    title: str = ""


@dataclass(frozen=True, slots=True)
class MapDraft:
    """A map that a system made."""

    document: Json
    """A file of the system, of a `format` that its `documents` check."""
    facts: Mapping[str, Json]
    """What a designer wants to know of it, by what it is in words."""


@dataclass(frozen=True, slots=True)
class DeckCheck:
    """What is to be said of a deck that can be used."""

    warnings: tuple[Problem, ...]
    """What looks odd, and how it is taken."""
    contents: tuple[str, ...]
    """What it holds, in lines."""


@dataclass(frozen=True, slots=True)
class Decks:
    """Decks of cards, for a system whose scenarios were written so before there were others.

    A deck is given by its files, or by one name that ships with the system.
    """

    files: tuple[str, ...]
    """What each of its files is called, in their order; the first is always needed."""
    shipped: tuple[str, ...]
    load: Callable[[Sequence[str]], Scenario]
    """Its scenario. Errors: `InputError` with every problem of the cards."""
    check: Callable[[Sequence[str]], DeckCheck]
    """Errors: as of `load`."""
    to_toml: Callable[[Sequence[str]], str]
    """A scenario file that says the same, with names and comments. Errors: as of `load`."""
    to_cards: Callable[[Any], tuple[bytes, ...]]
    """The files that say the same as a scenario. Errors: `InputError` for all that fits none."""


@dataclass(frozen=True, slots=True)
class Change:
    """One change of numbers that a scenario holds, for a study of what they do."""

    name: str
    index: tuple[int, ...]
    """Which element of a variable with many, counted from 1; what is behind it, if it
    ends early."""
    number: float
    is_factor: bool
    """Whether the numbers are multiplied by it, or become it."""


class NamedNumber(NamedTuple):
    """A number of a system's scenarios that has a name of its own, or a table of such."""

    about: str
    """What it means."""
    unit: str = ""
    source: str = ""
    """Where the rules have it from, for people."""


@dataclass(frozen=True, slots=True)
class NamedNumbers:
    """Numbers of a system's scenarios that have names of their own."""

    names: Mapping[str, NamedNumber]
    change: Callable[[Any, Change], Scenario]
    """(scenario, change) -> the scenario with it; `InputError`, also where no rule allows it."""


@dataclass(frozen=True)
class System:
    """A rule system as the registry knows it."""

    name: str
    title: str
    summary: str
    version: str
    """Of the rules; written into every journal."""
    sides: tuple[str, ...]
    """The usual names of the sides."""
    folder: Path
    """Holds `rulebook.toml` and `data/scenarios/`."""
    default_scenario: str
    load: Callable[[Json, Path | None, str], Scenario]
    """(document, folder for files it refers to, place for errors) -> scenario; `InputError`."""
    rules: Callable[[Any], Rules[Any]]
    agents: Mapping[str, AgentFactory]
    playouts: Callable[[Any, int, int], PlayoutReport] = playouts_by_steps
    """(rules, games, seed): random games, all choices listed at every step.

    A kernel of the system's own that plays them in one call is many times faster.
    """
    schemas: Mapping[str, Callable[[], Json]] = field(default_factory=dict)
    """Published JSON Schemas by name."""
    documents: Mapping[str, Callable[[Json, Path | None, str], object]] = field(
        default_factory=dict
    )
    """Checks of the other files of the system, such as terrain, by their `format`.

    Arguments as of `load`; `InputError` with every problem.
    """
    with_options: Callable[[Any, Mapping[str, str]], Scenario] | None = None
    """(scenario, options as typed) -> the scenario with these options; `InputError`.

    None where the system has no options.
    """
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Every option that `with_options` knows, with its values as typed, the default first."""
    warnings: Callable[[Any, str], Iterable[Problem]] | None = None
    """(scenario, place for them) -> what makes a game of it pointless; the scenario is sound.

    Such as a victory after the last turn. A warning is right whenever it is given; its place
    is as of the problems of `load`. None where nothing is looked for.
    """
    tally: Callable[[Any], Tally] | None = None
    """(rules) -> what a study counts in games beside their results; None for nothing more."""
    recorder: Callable[[Any], Recorder] | None = None
    """(rules) -> tables that a study writes about games; None for no tables."""
    team: TeamFactory | None = None
    """Agents that play together, for studies of many games; None where there are none."""
    measures: Mapping[str, Callable[[Any], Callable[[], int]]] = field(default_factory=dict)
    """Further work that `hexfront bench` times, by what it is in words, one unit of it.

    (rules) -> a job: each call of it does the work some times, and says how often.
    """
    setup_of: Callable[[Any, Sequence[Step]], Json] | None = None
    """(rules, the steps of a finished game) -> a scenario that begins as the sides had set up.

    The document is complete. `InputError` where the game never came to that.
    None where the system has no set-up.
    """
    maps: Mapping[str, Callable[[MapWishes], MapDraft]] = field(default_factory=dict)
    """Ways to make a map, by what it is made from: `random` for chance alone; `InputError`."""
    language: Callable[[Any], Language] | None = None
    """(rules) -> commands of the system's own; None where the words of offers are enough."""
    reports: Callable[[Any, int, int | None], Report] | None = None
    """(rules, viewer, level of detail) -> what a viewer gets in print; None for no such report.

    Without a level, that of the scenario counts. `InputError` for a level that there is not.
    """
    encoder: Callable[[Any, int], ObservationEncoder] | None = None
    """(rules, side) -> arrays for learners; None where they are made from views."""
    decks: Decks | None = None
    """None for a system that knows no cards."""
    batch_agents: Mapping[str, Callable[[str], AgentFactory]] = field(default_factory=dict)
    """Players for studies alone, such as scripts, by name. Errors: `InputError`.

    They are made from what stands behind the name: `FILE` in `script:FILE`, or
    nothing.  They may read files, and are offered to nobody at a table.
    """
    numbers: NamedNumbers | None = None
    """None where numbers are found by their place in a scenario's document alone."""
    odds: FightOdds | None = None
    """None for a system that knows no odds of fights that somebody describes."""
    variations: Sequence[str] = ()
    """Numbers of the usual scenario that are worth varying, as typed, for a help."""
    chance: bool = True
    """Whether games differ; without chance one game says all, unless an agent rolls dice."""
