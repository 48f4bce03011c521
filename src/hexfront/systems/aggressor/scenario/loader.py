"""Reading scenario files of Aggressor.

A file is checked in two ways, and one `InputError` carries what both find: its
form (`model`), and whether its parts fit together.  A loaded scenario
holds its map, so its `document` needs no other file.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from hexfront.core.documents.strictjson import Json, read_json
from hexfront.core.documents.stricttoml import read_document
from hexfront.core.errors import InputError
from hexfront.core.scenario import (
    FileScenario,
    Reading,
    check_form,
    check_model,
    option_setter,
    part_file,
)
from hexfront.hex.numbering import LabelError
from hexfront.systems.aggressor.scenario.ground_tables import hex_tables
from hexfront.systems.aggressor.scenario.model import (
    Deployed,
    Options,
    ScenarioFile,
    Suggestion,
)
from hexfront.systems.aggressor.scenario.terrain import Terrain, load_terrain

DATA: Final = Path(__file__).parents[1] / "data"
DEFAULT: Final = DATA / "scenarios" / "standard.json"
RANDOM: Final = "random"
"""The army that the set-up suggests beside those of the scenario."""


@dataclass(frozen=True)
class AggressorScenario(FileScenario[ScenarioFile]):
    """A validated scenario with its map inside."""

    @cached_property
    def suggestions(self) -> tuple[Suggestion, ...]:
        """The mixes of types that the set-up offers: the file's own, or the shipped ones."""
        return self.file.suggestions or shipped_suggestions(self.file.army_size)


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
    file, beside = check_form(ScenarioFile, form, place, reading, DEFAULT)
    if file is not None:
        _check_parts(file, terrain, place, beside)
    return AggressorScenario(reading.finish(file))


with_options: Final = option_setter(Options, load)


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
    path = part_file(reference, folder, at, DATA / "terrain")
    return load_terrain(read_document(path), None, str(path))


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
            report(at, f"<{total} units>", f"{file.army_size} units, the army size (AGR-6)")
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
        found = f"<{len(army)} unit{'s' * (len(army) != 1)}>"
        report(at, found, f"{size} units, the army size, or none for the player to choose (AGR-6)")
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
