"""Finding and loading scenarios of any system, and turning model errors into places."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final, Generic, Protocol, TypeVar, get_args, get_origin

from pydantic import BaseModel, ValidationError

from hexfront.core.contract import Scenario
from hexfront.core.documents.mistakes import MAX_PROBLEMS, Repairs, model_problems, repair
from hexfront.core.documents.places import located, located_problems
from hexfront.core.documents.strictjson import Json
from hexfront.core.documents.stricttoml import read_document
from hexfront.core.errors import InputError, Problem, shown
from hexfront.core.hex_lists.expanding import Origins, expand
from hexfront.core.hex_lists.forms import HexLists
from hexfront.core.packs import MARK, installed_scenarios
from hexfront.core.system import System

M = TypeVar("M", bound=BaseModel)
T = TypeVar("T")
_SUFFIXES = (".json", ".toml")
_PART: Final = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_. -]{0,99}")


class _NamedModel(Protocol):
    """What the pydantic model of every scenario file has."""

    @property
    def name(self) -> str: ...

    @property
    def title(self) -> str: ...

    def model_dump(self, *, mode: str, exclude_none: bool, exclude: set[str]) -> dict[str, Any]: ...

    def __iter__(self) -> Generator[tuple[str, Any], None, None]: ...


class DocumentModel(Protocol):
    """A part of a file that has been read, and its JSON."""

    @property
    def document(self) -> Json:
        """Its JSON; nobody changes it."""


F = TypeVar("F", bound=_NamedModel)
L = TypeVar("L", bound=Scenario)


@dataclass(frozen=True)
class FileScenario(Generic[F]):
    """A validated scenario with everything it refers to inside; systems derive theirs from it."""

    file: F

    @property
    def name(self) -> str:
        """Its short name."""
        return self.file.name

    @property
    def title(self) -> str:
        """As shown in lists."""
        return self.file.title

    @cached_property
    def document(self) -> Json:
        """JSON that is read as an equal scenario without any other file; nobody changes it."""
        parts = self.read_parts
        made = self.file.model_dump(mode="json", exclude_none=True, exclude=set(parts))
        if not parts:
            return made
        made |= {key: part.document for key, part in parts.items()}
        return {key: made[key] for key, _ in self.file if key in made}

    @property
    def read_parts(self) -> Mapping[str, DocumentModel]:
        """Large parts by their keys.

        A document that has one of these in place of JSON is read, too, and the part no second time.
        """
        return {}


class Reading:
    """Gathers the problems of a file, so that all of them are told at once."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self._origins: list[tuple[str, Origins]] = []

    def attempt(self, task: Callable[[], T]) -> T | None:
        """What the task gives; None where it fails, with its problems kept."""
        try:
            return task()
        except InputError as error:
            self.problems += error.problems
            return None

    def report(self, place: str, found: object, expected: str) -> None:
        """Keep one problem."""
        self.problems.append(Problem(place, shown(found), expected))

    @property
    def whole(self) -> bool:
        """Whether every name of the document is there, so that one can be called unknown."""
        return True

    def unknown(self, place: str, found: object, expected: str) -> None:
        """Keep a problem of a name that nothing in the document has."""
        self.report(place, found, expected)

    def once(self, values: Iterable[tuple[str, object]], expected: str) -> None:
        """Report every (place, value) whose value came before."""
        seen: set[object] = set()
        for place, value in values:
            if value in seen:
                self.report(place, value, expected)
            seen.add(value)

    def expanded(self, document: Json, lists: HexLists | None, place: str) -> Json:
        """A document with its short lists of hexes made long.

        Problems of the long one are told as of the short one, which a person has written.
        """
        made = expand(document, lists)
        for at, found, expected in made.problems:
            self.report(f"{place}: {at}", found, expected)
        self._origins.append((place, made.origins))
        return made.document

    def finish(self, value: T | None) -> T:
        """The value where nothing was found. Errors: `InputError`."""
        if self.problems or value is None:
            told = self.problems[:MAX_PROBLEMS]
            for place, origins in self._origins:
                told = [origins.of(problem, place) for problem in told]
            raise InputError(told)
        return value


class _Guarded(Reading):
    """Keeps the problems of a document that was put right, but for those of what was put there."""

    def __init__(self, reading: Reading, place: str, repairs: Repairs) -> None:
        self._repairs, self._start = repairs, f"{place}: "
        self.problems = reading.problems

    def _keeps(self, place: str) -> bool:
        return not self._repairs.covers(place.removeprefix(self._start))

    def attempt(self, task: Callable[[], T]) -> T | None:
        """As `Reading.attempt`."""
        try:
            return task()
        except InputError as error:
            self.problems += [p for p in error.problems if self._keeps(p.place)]
            return None

    def report(self, place: str, found: object, expected: str) -> None:
        """Keep one problem, unless it is of what was put there."""
        if self._keeps(place):
            super().report(place, found, expected)

    @property
    def whole(self) -> bool:
        """Whether nothing was put right that others may name."""
        return not self._repairs.names

    def unknown(self, place: str, found: object, expected: str) -> None:
        """Keep a problem only where every name is there."""
        if self.whole:
            self.report(place, found, expected)

    def once(self, values: Iterable[tuple[str, object]], expected: str) -> None:
        """Report every value that came before, among those of the document itself."""
        super().once([(at, value) for at, value in values if self._keeps(at)], expected)


def scenario_names(system: System) -> list[str]:
    """The scenarios that ship with a system: its default first, then by name."""
    return sorted(_shipped(system), key=lambda name: (name != system.scenarios.default, name))


def known_scenarios(system: System) -> list[str]:
    """The scenarios that ship with a system, then those of installed packs."""
    return [*scenario_names(system), *installed_scenarios(system.name)]


def _shipped(system: System) -> dict[str, Path]:
    """The files of the scenarios that ship with a system, by name."""
    return documents_in(system.folder / "data" / "scenarios")


def documents_in(folder: Path) -> dict[str, Path]:
    """The documents of a folder by their names, which have no ending."""
    paths = sorted(path for path in folder.glob("*") if path.suffix in _SUFFIXES)
    return {path.stem: path for path in paths}


def part_file(reference: str, folder: Path | None, place: str, shipped: Path) -> Path:
    """The file that a document names for a part of it, such as its map.

    Args:
        reference: the name of a file that ships with the system, or a path.
        folder: holds the files that paths lead to; None for no files.
        place: of the reference, for errors.
        shipped: the folder of the files that ship with the system.

    Errors: `InputError`, also for every path that leaves the folder.
    """
    named = documents_in(shipped)
    if reference in named:
        return named[reference]
    known = f"one of: {', '.join(named)}"
    if folder is None:
        raise InputError.at(place, reference, f"the contents themselves, or {known}")
    if not reference.endswith(_SUFFIXES):
        raise InputError.at(place, reference, f"a path ending in .json or .toml, or {known}")
    return file_inside(reference, folder, place)


def file_inside(reference: str, folder: Path, place: str) -> Path:
    """A file by its path relative to a folder that it does not leave, by `..` or by a link.

    Errors: `InputError` at `place`.
    """
    if not all(_PART.fullmatch(part) for part in reference.split("/")):
        expected = "a path without .., made of plain names with / between them"
        raise InputError.at(place, reference, expected)
    path = folder / reference
    try:
        if path.resolve().is_relative_to(folder.resolve()) and path.is_file():
            return path
    except (OSError, RuntimeError):  # a name too long, links in a circle
        pass
    raise InputError.at(place, reference, f"the path of a file in {folder} or below")


def load_scenario(system: System, name: str | Path | None = None) -> Scenario:
    """A shipped scenario by its name, or one from a file (a path that ends in .json or .toml).

    One of an installed pack is called `PACK:SCENARIO`.

    Errors: `InputError` with every problem of the file.
    """
    wanted = str(name or system.scenarios.default)
    shipped = _shipped(system)
    if wanted.endswith(_SUFFIXES):
        path = Path(wanted)
    elif wanted in shipped:
        path = shipped[wanted]
    elif MARK in wanted and wanted in (installed := installed_scenarios(system.name)):
        path = installed[wanted]
    else:
        known = ", ".join(known_scenarios(system))
        expected = f"a file ending in .json or .toml, or one of: {known}"
        raise InputError.at("scenario", wanted, expected)
    document = read_document(path)
    try:
        return system.scenarios.load(document, path.parent, str(path))
    except InputError as error:
        raise located(error) from None


def scenario_warnings(system: System, scenario: Scenario, place: str) -> list[Problem]:
    """What makes a game of a sound scenario pointless, such as a victory after the last turn.

    Args:
        system: of the scenario.
        scenario: with the options of the game.
        place: the file that it is from, or another name for it.
    """
    found = system.scenarios.warnings(scenario, place) if system.scenarios.warnings else ()
    return located_problems(found)


def typed_options(model: type[BaseModel], changes: Mapping[str, str]) -> dict[str, Json]:
    """Options by name, as typed on a command line, as the values of a model's fields.

    Errors: `InputError` for every unknown option and value.
    """
    reading = Reading()
    values: dict[str, Json] = {}
    for name, word in changes.items():
        field = model.model_fields.get(name)
        if field is None:
            reading.report("option", name, f"one of: {', '.join(model.model_fields)}")
        elif field.annotation is int:
            # `int` takes more, such as 1_000 and digits of other scripts.
            if re.fullmatch(r"[+-]?[0-9]{1,18}", word.strip()):
                values[name] = int(word)
            else:
                reading.report(f"option {name}", word, "a whole number")
        else:
            known, parts = _choices(field.annotation)
            words = [part.strip() for part in word.lower().split(",")]
            if word.lower() in known:
                values[name] = known[word.lower()]
            elif parts and set(words) <= set(parts):
                values[name] = list(dict.fromkeys(words))
            else:
                some = f"; or some, with commas, of: {', '.join(parts)}" if parts else ""
                reading.report(f"option {name}", word, f"one of: {', '.join(known)}{some}")
    return reading.finish(values)


def option_setter(
    options: type[BaseModel], load: Callable[[Json, Path | None, str], L]
) -> Callable[[L, Mapping[str, str]], L]:
    """`ScenarioFiles.with_options` of a system whose documents have `options` of such a model."""

    def with_options(scenario: L, changes: Mapping[str, str]) -> L:
        """The scenario with options set by name, as typed. Errors: `InputError`."""
        document = scenario.document
        changed = {**document["options"], **typed_options(options, changes)}
        return load({**document, "options": changed}, None, scenario.name)

    return with_options


def _choices(annotation: Any) -> tuple[dict[str, Json], list[str]]:
    """What a field of a model can be, by the words for it; and of which words it may list some."""
    if annotation is bool:
        return {"false": False, "true": True}, []
    known: dict[str, Json] = {}
    parts: list[str] = []
    for kind in get_args(annotation):
        if get_origin(kind) is tuple:
            parts += get_args(get_args(kind)[0])
        elif kind is bool:
            known |= {"false": False, "true": True}
        else:
            known[str(kind).lower()] = kind
    return known, parts


def check_model(model: type[M], document: Json, place: str) -> M:
    """The document as a pydantic model. Errors: `InputError` with a JSON pointer a problem."""
    try:
        return model.model_validate(document, strict=True)
    except ValidationError as error:
        raise InputError(model_problems(error.errors(include_url=False), place, model)) from None


def check_form(
    model: type[M], document: Json, place: str, reading: Reading, pattern: Path | None = None
) -> tuple[M | None, Reading]:
    """The model of a document, and a reading for what its parts mean to each other.

    Where the form is wrong, its problems are kept, and the model is one in which they are
    put right as far as they can be, so that the rest is checked all the same. The reading
    then keeps no problem that comes of what was put there.

    Args:
        model: of the document.
        document: as it was read.
        place: of the document, for problems.
        reading: gathers the problems.
        pattern: the file of a sound document of the kind, out of which parts are taken.
            None: only what stands beside a mistake in the document itself is.
    """
    found = reading.attempt(lambda: check_model(model, document, place))
    if found is not None or not isinstance(document, dict):
        return found, reading
    repaired_model, repairs = repair(model, document, read_document(pattern) if pattern else {})
    return repaired_model, _Guarded(reading, place, repairs)
