"""Reading scenario and terrain files of Brigade Operations.

A file is checked in two ways, and one `InputError` carries what both find: its
form (`model`), and whether its parts fit together.  A loaded scenario
is complete: terrain, results tables and pictures are inside, so its `document`
needs no other file.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final, Generic, TypeVar

from pydantic import BaseModel, ValidationError

from hexfront.core.documents.strictjson import Json, read_json
from hexfront.core.documents.stricttoml import read_document
from hexfront.core.scenario import (
    FileScenario,
    Reading,
    check_model,
    option_setter,
    part_file,
)
from hexfront.core.table.plurals import counted
from hexfront.hex.coordinates import Hex, Offset
from hexfront.hex.numbering import ColumnRowNumbering, LabelError, split_number
from hexfront.mechanics.drawing_check import check_drawing
from hexfront.mechanics.file_model import MAX_HEXES, MAX_SIDE
from hexfront.systems.brigade.scenario.enclosures import (
    DATA,
    MAX_ICON,
    MAX_MAP_IMAGE,
    picture,
)
from hexfront.systems.brigade.scenario.map_layers import hex_lists
from hexfront.systems.brigade.scenario.model import (
    MAX_TYPES,
    MAX_UNITS,
    Drawing,
    MapImage,
    Objective,
    Options,
    Results,
    ResultsTable,
    ScenarioFile,
    Side,
    Terrain,
    TerrainHex,
    TerrainType,
    UnitEntry,
)

__all__ = [
    "STACK",
    "BrigadeScenario",
    "MapImage",
    "Objective",
    "Options",
    "Results",
    "ResultsTable",
    "ScenarioFile",
    "Side",
    "Terrain",
    "TerrainHex",
    "TerrainType",
    "UnitEntry",
    "default_results",
    "load",
    "load_terrain",
    "with_options",
]

STACK: Final[Mapping[str, int]] = {"standard": 1, "advanced": 2}
"""Units of one side that a hex holds, by option `rules` (BRG-15)."""

_STAND_IN: Final = Terrain(
    format="hexfront-terrain/1",
    system="brigade",
    name="none",
    title="None",
    columns=1,
    rows=1,
    types=(TerrainType(id=0, name="clear", title="Clear", cost=1, art="clear"),),
    hexes=(TerrainHex(hex="0101", terrain="clear"),),
)
"""Takes the place of a terrain file that cannot be used, so that the rest is still checked."""

M = TypeVar("M", bound=BaseModel)


@dataclass(frozen=True)
class BrigadeScenario(FileScenario[ScenarioFile]):
    """A validated scenario with terrain, results and pictures inside."""

    @property
    def terrain(self) -> Terrain:
        """The map."""
        return self.file.terrain

    @property
    def results(self) -> Results:
        """The combat results tables (BRG-23)."""
        return self.file.results or default_results()


@cache
def default_results() -> Results:
    """The shipped combat results tables (BRG-23)."""
    path = DATA / "results.json"
    return check_model(Results, read_json(path), str(path))


def load(document: Json, folder: Path | None, place: str) -> BrigadeScenario:
    """A scenario from JSON; `folder` holds the files it may refer to, None for no files.

    Errors: `InputError` with every problem of the scenario and of its terrain
    file, each with its JSON pointer.
    """
    reading = Reading()
    document = reading.expanded(document, hex_lists(document), place)
    raw = document if isinstance(document, dict) else {}
    form = document
    ground_raw, ground_at, ground_folder = raw.get("terrain"), f"{place}: /terrain", folder
    if isinstance(ground_raw, str):
        source, ground_raw, sound = _read_terrain(reading, ground_raw, folder, ground_at)
        ground_at, ground_folder = f"{source}: ", source and source.parent
        form = {**raw, "terrain": sound or _STAND_IN}
    file = reading.attempt(lambda: check_model(ScenarioFile, form, place))
    ground = _check_terrain(reading, ground_raw, ground_at, ground_folder)
    icons = _check_units(reading, raw, f"{place}: ", ground, folder)
    file = reading.finish(file)
    units = zip(file.units, icons, strict=True)
    return BrigadeScenario(
        file.model_copy(
            update={
                "terrain": _with_image(file.terrain, ground.image),
                "results": file.results or default_results(),
                "units": tuple(unit.model_copy(update={"icon": icon}) for unit, icon in units),
            }
        )
    )


def load_terrain(document: Json, folder: Path | None, place: str) -> Terrain:
    """A terrain file on its own. Errors: `InputError` with every problem (BRG-4)."""
    reading = Reading()
    document = reading.expanded(document, hex_lists(document), place)
    terrain = reading.attempt(lambda: check_model(Terrain, document, place))
    ground = _check_terrain(reading, document, f"{place}: ", folder)
    return _with_image(reading.finish(terrain), ground.image)


with_options: Final = option_setter(Options, load)


def _read_terrain(
    reading: Reading, reference: str, folder: Path | None, at: str
) -> tuple[Path | None, Json, Terrain | None]:
    """The path, the JSON and, where its form is right, the model of a terrain file."""
    source = reading.attempt(lambda: part_file(reference, folder, at, DATA / "terrain"))
    if source is None:
        return None, None, None
    before = len(reading.problems)
    document = reading.attempt(lambda: read_document(source))
    if len(reading.problems) > before:
        return source, None, None
    document = reading.expanded(document, hex_lists(document), str(source))
    return source, document, reading.attempt(lambda: check_model(Terrain, document, str(source)))


def _with_image(terrain: Terrain, data: str | None) -> Terrain:
    image = terrain.image and terrain.image.model_copy(update={"data": data})
    return terrain.model_copy(update={"image": image})


class _Part(Generic[M]):
    """The entries of a list that are sound on their own, each with its place.

    So parts can be compared although some entry has problems of its own.
    """

    def __init__(self, model: type[M], entries: Json, at: str, limit: int) -> None:
        self.items: list[tuple[str, M]] = []
        self.complete = isinstance(entries, list) and len(entries) <= limit
        for number, entry in enumerate(entries[:limit] if isinstance(entries, list) else []):
            sound = _sound(model, entry)
            if sound is None:
                self.complete = False
            else:
                self.items.append((f"{at}/{number}", sound))
        self._raw = entries if isinstance(entries, list) else None

    def known(self, key: str) -> dict[str, None] | None:
        """What all entries, sound or not, have under a key; None where one may be missing."""
        if self._raw is None:
            return None
        values = [entry.get(key) for entry in self._raw if isinstance(entry, dict)]
        names = [value for value in values if isinstance(value, str)]
        return dict.fromkeys(names) if len(names) == len(self._raw) else None


def _sound(model: type[M], document: Json) -> M | None:
    try:
        return model.model_validate(document, strict=True)
    except ValidationError:
        return None


@dataclass(frozen=True)
class _Ground:
    """What is known of the terrain while the rest is checked."""

    complete: bool
    """Whether every hex and type is sound."""
    labels: Mapping[str, None] | None
    """The hexes of the map, sound or not; None where one may be missing."""
    kinds: Mapping[str, TerrainType | None]
    """The type of each hex."""
    image: str | None
    """The picture under the grid as a data: URI."""


def _check_terrain(reading: Reading, document: Json, at: str, folder: Path | None) -> _Ground:
    """Types, hexes and towns of a map fit together (BRG-2 to BRG-4)."""
    raw = document if isinstance(document, dict) else {}
    types = _Part(TerrainType, raw.get("types"), f"{at}/types", MAX_TYPES)
    hexes = _Part(TerrainHex, raw.get("hexes"), f"{at}/hexes", MAX_HEXES)
    by_name = {kind.name: kind for _, kind in types.items}
    names = types.known("name")
    named = [(f"{p}/name", entry.name) for p, entry in hexes.items if entry.name]
    reading.once(((f"{p}/id", kind.id) for p, kind in types.items), "each id once")
    reading.once(((f"{p}/name", kind.name) for p, kind in types.items), "each name once")
    reading.once(((f"{p}/hex", entry.hex) for p, entry in hexes.items), "each hex once")
    reading.once(named, "each name once")
    if hexes.complete and not hexes.items:
        reading.report(f"{at}/hexes", "<nothing>", "at least one hex")
    numbering = _numbering(raw)
    for place, entry in hexes.items:
        try:
            if numbering:
                numbering.parse(entry.hex)
        except LabelError as error:
            reading.report(f"{place}/hex", entry.hex, error.expected)
        kind = by_name.get(entry.terrain)
        if kind is None and names is not None and entry.terrain not in names:
            reading.report(f"{place}/terrain", entry.terrain, f"one of: {', '.join(names)}")
        elif kind is not None and kind.town and entry.name is None:
            reading.report(f"{place}/name", "<nothing>", "the name of the town")
        elif kind is not None and not kind.town and entry.name is not None:
            reading.report(f"{place}/name", entry.name, "no name, as this is no town")
    complete = types.complete and hexes.complete
    kinds = {entry.hex: by_name.get(entry.terrain) for _, entry in hexes.items}
    drawing = _sound(Drawing, raw.get("drawing"))
    if drawing and complete:
        hexes_of = {label: _hex(label) for label in kinds}
        check_drawing(drawing, hexes_of, f"{at}/drawing", reading.report)
    image = _sound(MapImage, raw.get("image"))
    return _Ground(
        complete, hexes.known("hex"), kinds, _check_image(reading, image, f"{at}/image", folder)
    )


def _numbering(raw: Mapping[str, Json]) -> ColumnRowNumbering | None:
    """The numbers of a map's hexes; None for one whose size is not sound."""
    columns, rows = raw.get("columns"), raw.get("rows")
    if not (type(columns) is int and type(rows) is int):
        return None
    sound = min(columns, rows) >= 1 and max(columns, rows) <= MAX_SIDE
    return ColumnRowNumbering(columns, rows) if sound else None


def _hex(label: str) -> Hex:
    return Offset.ODD_Q.to_axial(*split_number(label))


def _check_image(
    reading: Reading, image: MapImage | None, at: str, folder: Path | None
) -> str | None:
    """The picture under the grid as a data: URI (BRG-1, BRG-4)."""
    if image is None:
        return None
    if image.data is None:
        return reading.attempt(lambda: picture(image.file, folder, MAX_MAP_IMAGE, f"{at}/file"))
    uri = image.data
    return reading.attempt(lambda: picture(uri, None, MAX_MAP_IMAGE, f"{at}/data"))


def _check_units(
    reading: Reading, raw: Mapping[str, Json], at: str, ground: _Ground, folder: Path | None
) -> list[str | None]:
    """Sides and their forces (BRG-7), units in their places (BRG-5, BRG-6) and the objective fit.

    Gives the icon of each unit as a data: URI.
    """
    units = _Part(UnitEntry, raw.get("units"), f"{at}/units", 2 * MAX_UNITS)
    sides = _Part(Side, raw.get("sides"), f"{at}/sides", 2)
    names = sides.known("name")
    reading.once(((f"{p}/name", side.name) for p, side in sides.items), "each name once")
    reading.once(((f"{p}/name", unit.name) for p, unit in units.items), "each name once")
    options = _sound(Options, raw.get("options", {}))
    for place, unit in units.items:
        if names is not None and unit.side not in names:
            reading.report(f"{place}/side", unit.side, f"one of: {', '.join(names)}")
        kind = ground.kinds.get(unit.hex)
        if ground.labels is not None and unit.hex not in ground.labels:
            reading.report(f"{place}/hex", unit.hex, "a hex of the map")
        elif kind and options and options.rules in kind.closed_in:
            expected = f"a hex that is open in the {options.rules} rules (BRG-14)"
            reading.report(f"{place}/hex", f"<{kind.name} hex {unit.hex}>", expected)
    for _, side in sides.items:
        count = sum(unit.side == side.name for _, unit in units.items)
        if count > MAX_UNITS or (count == 0 and units.complete):
            found = f"<{count} units of {side.name}>"
            reading.report(f"{at}/units", found, f"1 to {MAX_UNITS} units of {side.name} (BRG-7)")
    if options:
        _check_stacks(reading, units, STACK[options.rules])
    _check_objective(reading, raw.get("objective"), f"{at}/objective", sides, ground)
    return [_check_icon(reading, unit.icon, f"{p}/icon", folder) for p, unit in units.items]


def _check_icon(reading: Reading, icon: str | None, at: str, folder: Path | None) -> str | None:
    return None if icon is None else reading.attempt(lambda: picture(icon, folder, MAX_ICON, at))


def _check_stacks(reading: Reading, units: _Part[UnitEntry], limit: int) -> None:
    """No hex holds enemies, or more friends than the option set allows (BRG-15)."""
    standing: dict[str, list[str]] = {}
    for place, unit in units.items:
        others = standing.setdefault(unit.hex, [])
        if any(side != unit.side for side in others):
            reading.report(f"{place}/hex", unit.hex, "a hex without an enemy")
        elif len(others) >= limit:
            expected = f"a hex with at most {counted(limit, 'unit')} (BRG-15)"
            reading.report(f"{place}/hex", unit.hex, expected)
        others.append(unit.side)


def _check_objective(
    reading: Reading, document: Json, at: str, sides: _Part[Side], ground: _Ground
) -> None:
    """The objective is a known side's, and the map has the towns for it (BRG-27)."""
    objective = _sound(Objective, document)
    if objective is None:
        return
    names = sides.known("name")
    if names is not None and objective.side not in names:
        reading.report(f"{at}/side", objective.side, f"one of: {', '.join(names)}")
    towns = sum(kind is not None and kind.town for kind in ground.kinds.values())
    if ground.complete and objective.towns > towns:
        reading.report(f"{at}/towns", objective.towns, f"at most {towns}, the towns on the map")
