"""Reading scenario files of Aggressor.

A file is checked in two ways, and one `InputError` carries what both find: its
form (`scenario_model`), and whether its parts fit together.  A loaded scenario
holds its map, so its `document` needs no other file.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from hexfront.core.errors import InputError
from hexfront.core.scenario import Reading, check_model, typed_options
from hexfront.core.strictjson import Json, read_json
from hexfront.hex.numbering import LabelError
from hexfront.systems.aggressor.ground_tables import hex_tables
from hexfront.systems.aggressor.scenario_model import (
    Deployed,
    Options,
    ScenarioFile,
    Suggestion,
)
from hexfront.systems.aggressor.terrain_model import Terrain, load_terrain

DATA: Final = Path(__file__).parent / "data"
MAX_FILE: Final = 4 * 1024 * 1024
RANDOM: Final = "random"
"""The army that the set-up suggests beside those of the scenario."""


@dataclass(frozen=True)
class AggressorScenario:
    """A validated scenario with its map inside."""

    file: ScenarioFile

    @property
    def name(self) -> str:
        """Its short name."""
        return self.file.name

    @property
    def title(self) -> str:
        """As shown in lists."""
        return self.file.title

    @property
    def document(self) -> Json:
        """JSON that `load` turns into an equal scenario without any other file."""
        return self.file.model_dump(mode="json", exclude_none=True)

    @cached_property
    def suggestions(self) -> tuple[Suggestion, ...]:
        """The mixes of types that the set-up offers: the file's own, or the shipped ones."""
        return self.file.suggestions or shipped_suggestions(self.file.army_size)


def shipped_terrains() -> tuple[str, ...]:
    """The names of the maps that come with Aggressor."""
    return tuple(sorted(path.stem for path in (DATA / "terrain").glob("*.json")))


def shipped_suggestions(army: int) -> tuple[Suggestion, ...]:
    """The shipped mixes of types, scaled to an army of another size."""
    entries = read_json(DATA / "suggestions.json")
    found = [check_model(Suggestion, entry, "suggestions.json") for entry in entries]
    return tuple(scaled(suggestion, army) for suggestion in found)


def scaled(suggestion: Suggestion, army: int) -> Suggestion:
    """The same mix for an army of another size; what is left over goes to the largest parts."""
    total = sum(suggestion.units.values())
    if total == army:
        return suggestion
    units = {kind: count * army // total for kind, count in suggestion.units.items()}
    order = sorted(units, key=lambda kind: (-suggestion.units[kind] * army % total, kind))
    for kind in order[: army - sum(units.values())]:
        units[kind] += 1
    return suggestion.model_copy(update={"units": units})


def load(document: Json, folder: Path | None, place: str) -> AggressorScenario:
    """A scenario from JSON; `folder` holds the map that it may refer to, None for no files.

    Errors: `InputError` with every problem, each with its JSON pointer.
    """
    reading = Reading()
    if not isinstance(document, dict):
        raise InputError.at(place, document, "an object")
    reference = document.get("terrain")
    at = f"{place}: /terrain"
    terrain: Terrain | None
    if isinstance(reference, str):
        terrain = reading.attempt(lambda: _terrain(reference, folder, at))
    else:
        terrain = reading.attempt(lambda: load_terrain(reference, None, at))
    form = {**document, "terrain": terrain or _stand_in()}
    file = reading.attempt(lambda: check_model(ScenarioFile, form, place))
    if file is not None:
        _check_parts(file, terrain, place, reading)
    return AggressorScenario(reading.finish(file))


def with_options(scenario: AggressorScenario, changes: Mapping[str, str]) -> AggressorScenario:
    """The scenario with options set by name, as typed. Errors: `InputError`."""
    document = scenario.document
    document["options"] |= typed_options(Options, changes)
    return load(document, None, scenario.name)


def _stand_in() -> Terrain:
    """Takes the place of a map that cannot be used, so that the rest is still checked."""
    return Terrain(
        format="hexfront-aggressor-terrain/1",
        system="aggressor",
        name="none",
        title="None",
        columns=9,
        rows=9,
        rough=(),
    )


def _terrain(reference: str, folder: Path | None, at: str) -> Terrain:
    """The map that a scenario names: a shipped one, or a file beside it."""
    if not reference.endswith(".json"):
        if reference not in shipped_terrains():
            expected = f"a file ending in .json, or one of: {', '.join(shipped_terrains())}"
            raise InputError.at(at, reference, expected)
        path = DATA / "terrain" / f"{reference}.json"
        return load_terrain(read_json(path), None, str(path))
    if folder is None:
        raise InputError.at(at, reference, "the map itself, since no file can be read here")
    path = (folder / reference).resolve()
    if not path.is_relative_to(folder.resolve()) or not path.is_file():
        raise InputError.at(at, reference, "a file in the folder of the scenario, or below")
    if path.stat().st_size > MAX_FILE:
        raise InputError.at(at, reference, f"a file of at most {MAX_FILE} bytes")
    return load_terrain(read_json(path), None, str(path))


def _check_parts(file: ScenarioFile, terrain: Terrain | None, place: str, reading: Reading) -> None:
    """Sides, armies and suggestions fit the army's size and the map (AGR-3, AGR-6, AGR-52)."""

    def report(at: str, found: object, expected: str) -> None:
        reading.report(f"{place}: {at}", found, expected)

    for number, (side, name) in enumerate(zip(file.sides, ("west", "east"), strict=True)):
        if side.name != name:
            report(f"/sides/{number}/name", side.name, name)
    names = {RANDOM}
    for number, suggestion in enumerate(file.suggestions):
        if suggestion.name in names:
            expected = f"a name of its own, and not {RANDOM} (AGR-52)"
            report(f"/suggestions/{number}/name", suggestion.name, expected)
        names.add(suggestion.name)
        total = sum(suggestion.units.values())
        if total != file.army_size:
            at = f"/suggestions/{number}/units"
            report(at, f"<{total} units>", f"{file.army_size} units (AGR-6)")
    if terrain is None:
        return
    room = terrain.border * terrain.rows
    if file.army_size > room:
        report("/army_size", file.army_size, f"at most {room}, the hexes of a home (AGR-3)")
    for number, army in enumerate((file.armies.west, file.armies.east)):
        if army is not None:
            name = ("west", "east")[number]
            check_army(army, number, terrain, file.army_size, f"/armies/{name}", report)


def check_army(
    army: tuple[Deployed, ...],
    side: int,
    terrain: Terrain,
    size: int,
    at: str,
    report: Callable[[str, object, str], None],
) -> None:
    """An army has its full number, each unit in a hex of its own at home (AGR-3, AGR-6, AGR-52)."""
    if len(army) != size:
        report(at, f"<{len(army)} units>", f"{size} units (AGR-6)")
    home = hex_tables(terrain).home
    taken: set[str] = set()
    for number, unit in enumerate(army):
        where = f"{at}/{number}/hex"
        try:
            column, row = terrain.numbering.parse(unit.hex)
        except LabelError as error:
            report(where, unit.hex, error.expected)
            continue
        if home[column * terrain.rows + row] != side:
            report(where, unit.hex, f"a hex of the home in the {('west', 'east')[side]} (AGR-52)")
        elif unit.hex in taken:
            report(where, unit.hex, "a hex without another unit (AGR-3)")
        taken.add(unit.hex)
