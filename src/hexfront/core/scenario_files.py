"""What a designer writes for a system: its scenarios, and the files that stand beside them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, NamedTuple

from hexfront.core.contract import Scenario, Step
from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import Problem
from hexfront.core.force_list import ForceList, ForcesForm
from hexfront.core.grid_map import MapForm
from hexfront.core.hex_lists.forms import HexLists
from hexfront.core.hex_lists.schema import file_schema
from hexfront.core.map_layers import Documents, MapLayers

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
class FormatCheck:
    """What is to be said of files of an older format that can be used."""

    warnings: tuple[Problem, ...]
    """What looks odd, and how it is taken."""
    contents: tuple[str, ...]
    """What they hold, in lines."""


@dataclass(frozen=True, slots=True)
class OlderFormat:
    """A format that a system's scenarios were written in before there were scenario files.

    A scenario in it is given by its files, or by one name that ships with the system.
    """

    files: tuple[str, ...]
    """What each of its files is called, in their order; the first is always needed."""
    shipped: tuple[str, ...]
    load: Callable[[Sequence[str]], Scenario]
    """Its scenario. Errors: `InputError` with every problem of the files."""
    check: Callable[[Sequence[str]], FormatCheck]
    """Errors: as of `load`."""
    to_toml: Callable[[Sequence[str]], str]
    """A scenario file that says the same, with names and comments. Errors: as of `load`."""
    from_scenario: Callable[[Any], tuple[bytes, ...]]
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
    change: Callable[[Any, Sequence[Change]], Scenario]
    """(scenario, changes) -> the scenario with them, made one after the other; `InputError`, also
    where no rule allows them."""


@dataclass(frozen=True, slots=True)
class BlankQuestion:
    """A number or some names that a designer gives before he begins with nothing."""

    name: str
    title: str
    usual: int | tuple[str, ...]
    """The answer that he finds there: a number, or names."""
    allowed: range
    """Numbers that can be given, or how many names."""


BlankAnswers = Mapping[str, int | Sequence[str]]
"""By the name of the question; each is allowed, and of the kind of `BlankQuestion.usual`."""


@dataclass(frozen=True, slots=True)
class BlankForm:
    """How a scenario begins with nothing in it: what is asked, and what becomes of the answers."""

    title: str
    """What one begins with: `An empty ring`."""
    about: str
    """What it has all the same, in a sentence."""
    questions: tuple[BlankQuestion, ...]
    make: Callable[[Any, BlankAnswers], Json]
    """(the scenario whose rules it has, answers) -> a complete document, which need not be sound;
    name and title are put in by whoever asks."""


@dataclass(frozen=True, slots=True)
class ScenarioFiles:
    """The scenarios of a system, as files and as options, and the files beside them."""

    default: str
    """The name of the scenario that is played where none is named."""
    load: Callable[[Json, Path | None, str], Scenario]
    """(document, folder for files it refers to, place for errors) -> scenario; `InputError`."""
    schemas: Mapping[str, Callable[[], Json]] = field(default_factory=dict)
    """JSON Schemas by name, of documents in which lists of hexes are long (`file_schema`)."""
    documents: Mapping[str, Callable[[Json, Path | None, str], object]] = field(
        default_factory=dict
    )
    """Checks of the other files of the system, such as terrain, by their `format`.

    Arguments as of `load`; `InputError` with every problem.
    """
    options: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Every option that `with_options` knows, with its values as typed, the default first."""
    with_options: Callable[[Any, Mapping[str, str]], Scenario] | None = None
    """(scenario, options as typed) -> the scenario with these options; `InputError`.

    None where the system has no options.
    """
    warnings: Callable[[Any, str], Iterable[Problem]] | None = None
    """(scenario, place for them) -> what makes a game of it pointless; the scenario is sound.

    A warning is right whenever it is given; its place is as of the problems of `load`.
    None where nothing is looked for.
    """
    from_setup: Callable[[Any, Sequence[Step]], Json] | None = None
    """(rules, the steps of a finished game) -> a scenario that begins as the sides had set up.

    The document is complete. `InputError` where the game never came to that.
    None where the system has no set-up.
    """
    maps: Mapping[str, Callable[[MapWishes], MapDraft]] = field(default_factory=dict)
    """Ways to make a map, by what it is made from: `random` for chance alone; `InputError`."""
    numbers: NamedNumbers | None = None
    """None where numbers are found by their place in a scenario's document alone."""
    older_format: OlderFormat | None = None
    """None for a system that knows no files but its own."""
    map_form: Callable[[], MapForm] | None = None
    """What its map files hold, for other programs; None for a system whose maps are no hexes."""
    hex_lists: Callable[[Json], HexLists | None] | None = None
    """(a scenario or a map file) -> where it holds hexes, so that a file may say them shorter
    (`core.hex_lists`); None where it holds none."""
    map_layers: Callable[[Documents], MapLayers] | None = None
    """(documents of a draft, sound or not) -> what its map holds, for editors; None for a system
    whose maps cannot be drawn."""
    forces_form: Callable[[], ForcesForm] | None = None
    """How its scenarios hold forces, for other programs; None where they cannot be exchanged."""
    force_lists: tuple[ForceList, ...] = ()
    """Where its scenarios list units, for editors; none for a system whose scenarios have none."""
    names_places: tuple[str, ...] = ()
    """JSON pointers to what a scenario need not have and what names places of its map: lists, and
    members that may lack. A scenario with an empty map begins without them."""
    blank: BlankForm | None = None
    """How a scenario begins with nothing; None for a system with a `map_form`, where it is an
    empty map of some columns and rows, and for one whose scenarios are always copies."""

    def file_schema(self, name: str) -> Json:
        """A published schema as files are written: hexes in the long form or in the short ones."""
        return file_schema(self.schemas[name](), self.hex_lists)
