"""Armies that players choose and place before a game: counted, checked, saved under a name.

Where a board has a `army_setup`, a side sets its army up with offers of two kinds:
`deploy`, with the type as its word and the place as its aim, and `remove`,
with the counter as its subject.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field

from hexfront.core.contract import Counter, Offer, Rules, Step, View
from hexfront.core.documents.files import typed_path, write_whole
from hexfront.core.documents.strictjson import Json, pointer, read_json, write_json
from hexfront.core.errors import InputError, Problem, shown
from hexfront.core.events import EventLog
from hexfront.core.scenario import check_model
from hexfront.core.table.aim import aimed, aims_at, place_numbers
from hexfront.core.table.plurals import counted

FORMAT: Final = "hexfront-army/1"
DEPLOY: Final = "deploy"
REMOVE: Final = "remove"
SETTING_UP: Final = frozenset({DEPLOY, REMOVE, "ready", "recall"})
"""Kinds of offers that a side has only while it sets up."""
MAX_FILE: Final = 256 * 1024
_NAME = re.compile(r"[a-z0-9][a-z0-9-]{0,39}")


class Unit(NamedTuple):
    """A unit of an army: its type and where it stands."""

    type: str
    hex: str


class SavedArmy(NamedTuple):
    """An army as it was kept."""

    side: str
    """The name of the side that it was set up for."""
    units: list[Unit]


class Entry(BaseModel):
    """A unit in a file."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    type: str = Field(min_length=1, max_length=40)
    hex: str = Field(min_length=1, max_length=40)


class ArmyFile(BaseModel):
    """A saved army."""

    model_config = ConfigDict(extra="forbid", strict=True, frozen=True)
    format: Literal["hexfront-army/1"]
    system: str = Field(max_length=80)
    board: str = Field(max_length=200)
    """The title of the board that it was set up on; it may be used on others too."""
    side: str = Field(max_length=80)
    units: list[Entry] = Field(max_length=10_000)


class ArmySetup:
    """What armies may be made of on a board: `size` units of some `types`."""

    def __init__(self, document: Json) -> None:
        self.size = int(document["size"])
        self.types: Mapping[str, Json] = document["types"]
        clause = document.get("clause")
        self.clause = f" ({clause})" if clause else ""
        """The rule on saved armies, as it stands behind an error."""

    def title(self, name: str) -> str:
        """What a type is called."""
        return str(self.types[name].get("title") or name)

    def type_of(self, counter: Counter) -> str:
        """The type of an own counter; empty where it has none of these."""
        for name, kind in self.types.items():
            if counter.name in (name, self.title(name)):
                return name
            if counter.sidc and counter.sidc in kind.get("sidcs", ()):
                return name
        return ""

    def army(self, view: View) -> list[Unit]:
        """The viewer's army as far as it stands, in the order of its counters."""
        own = [c for c in view.counters if c.side == view.viewer and c.place]
        return [Unit(self.type_of(c), c.place) for c in own if self.type_of(c)]

    def counts(self, view: View) -> dict[str, int]:
        """How many of each type the viewer's army has."""
        chosen = [unit.type for unit in self.army(view)]
        return {name: chosen.count(name) for name in self.types}


class ArmyStore:
    """The saved armies of one system: files in a folder of the user.

    A name that ends in `.json` is a file anywhere, such as one that a browser
    has exported.
    """

    def __init__(self, folder: Path, system: str) -> None:
        self._folder = folder / "armies" / system
        self._system = system

    def names(self) -> list[str]:
        """What has been saved, by name."""
        found = [path.stem for path in self._folder.glob("*.json")]
        return sorted(name for name in found if _NAME.fullmatch(name))

    def save(self, name: str, units: Sequence[Unit], board: str, side: str) -> Path:
        """Keep an army; one of the same name is replaced. Errors: `InputError`."""
        path = self._path(name)
        text = write_json(
            {
                "format": FORMAT,
                "system": self._system,
                "board": board,
                "side": side,
                "units": [unit._asdict() for unit in units],
            }
        )
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = error.strerror or error
            raise InputError.at(str(path), f"<{reason}>", "a file that can be written") from None
        write_whole(path, text + "\n")
        return path

    def load(self, name: str) -> SavedArmy:
        """A saved army, not yet checked against a board. Errors: `InputError`."""
        path = self._path(name)
        if not path.exists() and path.parent == self._folder:
            known = ", ".join(self.names()) or "none is saved"
            raise InputError.at("army", name, f"one of: {known}")
        place = f"army {path.stem}"
        file = check_model(ArmyFile, read_json(path, MAX_FILE), place)
        if file.system != self._system:
            raise InputError.at(f"{place}: /system", file.system, repr(self._system))
        return SavedArmy(file.side, [Unit(entry.type, entry.hex) for entry in file.units])

    def _path(self, name: str) -> Path:
        if name.strip().endswith(".json"):
            return typed_path(name)
        wanted = name.strip().lower()
        if not _NAME.fullmatch(wanted):
            expected = "1 to 40 small letters, digits and hyphens, or a file ending in .json"
            raise InputError.at("army: name", name, expected)
        return self._folder / f"{wanted}.json"


def for_side(army: SavedArmy, side: int, board: Json, at: str) -> list[Unit]:
    """The units for a side: as they were saved, or mirrored from left to right for another.

    `at` names the army in errors. Errors: `InputError`.
    """
    names = [str(entry["name"]) for entry in board["sides"]]
    if army.side not in names:
        raise InputError.at(f"{at}: /side", army.side, f"one of: {', '.join(names)}")
    if army.side == names[side]:
        return army.units
    images = _mirrored(board["places"])
    return [Unit(unit.type, images.get(unit.hex, unit.hex)) for unit in army.units]


def _mirrored(places: Sequence[Json]) -> dict[str, str]:
    """For each place the one as far from the right edge as it is from the left."""
    width = min(place["x"] for place in places) + max(place["x"] for place in places)
    at = {(round(p["x"], 2), round(p["y"], 2)): str(p["id"]) for p in places}
    images = ((str(p["id"]), (round(width - p["x"], 2), round(p["y"], 2))) for p in places)
    return {id: at[point] for id, point in images if point in at}


def check_army(
    units: Sequence[Unit], army_setup: ArmySetup, places: Mapping[str, int], at: str
) -> None:
    """Refuse an army that no side could have set up. Errors: `InputError` with every problem."""
    problems = list(_army_problems(units, army_setup, places, at))
    if problems:
        raise InputError(problems)


def _army_problems(
    units: Sequence[Unit], army_setup: ArmySetup, places: Mapping[str, int], at: str
) -> Iterator[Problem]:
    if len(units) != army_setup.size:
        found = f"<{counted(len(units), 'unit')}>"
        yield Problem(f"{at}: /units", found, f"{army_setup.size} units{army_setup.clause}")
    first: dict[str, int] = {}
    for number, unit in enumerate(units):
        here = f"{at}: {pointer('units', number)}"
        if unit.type not in army_setup.types:
            known = ", ".join(army_setup.types)
            yield Problem(f"{here}/type", shown(unit.type), f"one of: {known}{army_setup.clause}")
        if unit.hex not in places:
            yield Problem(
                f"{here}/hex", shown(unit.hex), f"a place of the board{army_setup.clause}"
            )
        elif unit.hex in first:
            other = pointer("units", first[unit.hex])
            expected = f"a place without {other}: one unit a place{army_setup.clause}"
            yield Problem(f"{here}/hex", shown(unit.hex), expected)
        first.setdefault(unit.hex, number)


def orders_for_army(
    rules: Rules[Any], state: Any, side: int, units: Sequence[Unit], at: str
) -> list[int]:
    """The orders by which a side that sets up gets this army instead of the one it has.

    They are tried on a copy. `at` names the army in errors. Errors: `InputError`
    with place, found and expected; nothing has changed then.
    """
    board = rules.board()
    if not board.get("army_setup"):
        raise InputError.at(
            "army", "<a game without a set-up>", "a game in which armies are set up"
        )
    army_setup, places = ArmySetup(board["army_setup"]), place_numbers(board)
    check_army(units, army_setup, places, at)
    trial = _Trial(rules, state.copy(), side)
    while removals := [o for o in trial.offers() if o.kind == REMOVE and o.orders]:
        trial.give(removals[0].orders[0])
    problems: list[Problem] = []
    for number, unit in enumerate(units):
        offers = [o for o in trial.offers() if o.kind == DEPLOY and o.word == unit.type]
        if not offers:
            raise InputError.at("army", "<no units may be placed now>", "the set-up of your army")
        chosen = next((offer for offer in offers if aims_at(offer, unit.hex)), None)
        if chosen is None:
            free = offers[0].aim.places if offers[0].aim is not None else None
            near = ", ".join((free or ())[:4])
            where = f"{at}: {pointer('units', number)}/hex"
            expected = f"a place of your own, such as {near} ({offers[0].clause})"
            problems.append(Problem(where, shown(unit.hex), expected))
        else:
            trial.give(aimed(chosen, unit.hex, places[unit.hex]).orders[0])
    if problems:
        raise InputError(problems)
    return trial.given


class _Trial:
    """Orders of one side, carried out on a state of its own."""

    def __init__(self, rules: Rules[Any], state: Any, side: int) -> None:
        self._rules, self._state, self._side = rules, state, side
        self._log = EventLog()
        self.given: list[int] = []

    def offers(self) -> Sequence[Offer]:
        return self._rules.offers(self._rules.view(self._state, self._side))

    def give(self, order: int) -> None:
        self._log.clear()
        self._rules.apply(self._state, Step(self._side, order), self._log)
        self.given.append(order)
