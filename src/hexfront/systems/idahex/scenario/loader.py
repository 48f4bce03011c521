"""Reading scenario files of IDAHEX.

A file is checked in two ways, and one `InputError` carries what both find: its
form (`model`), and its cards (`decks`) or names (`warfile`).  A loaded
scenario holds its cards or its war, so its `document` needs no other file.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, Final

from hexfront.core.documents.strictjson import Json
from hexfront.core.errors import InputError
from hexfront.core.hex_lists.forms import HexLists
from hexfront.core.map_layers import Records, Size, part_of
from hexfront.core.scenario import FileScenario, Reading, check_form, option_setter
from hexfront.core.scenario_files import Change, NamedNumbers
from hexfront.systems.idahex.deck.decks import GameDesign, read_deck
from hexfront.systems.idahex.deck.errata import Name, followed
from hexfront.systems.idahex.deck.folder import FOLDER
from hexfront.systems.idahex.scenario.changes import NAMES, changed_design
from hexfront.systems.idahex.scenario.compilation import compile_design, units_of
from hexfront.systems.idahex.scenario.design import T_END, T_INIT, Design
from hexfront.systems.idahex.scenario.geography import shipped_ground
from hexfront.systems.idahex.scenario.misprints import printed
from hexfront.systems.idahex.scenario.model import Deck, Ground, Options, ScenarioFile
from hexfront.systems.idahex.scenario.setting import Names, Setting
from hexfront.systems.idahex.warfile.conversion import design_of
from hexfront.systems.idahex.warfile.model import War
from hexfront.systems.idahex.warfile.side import Side

DEFAULT: Final = FOLDER / "data" / "scenarios" / "sinai.json"
MAP: Final = "/war/map"
DECKS: Final = FOLDER / "data" / "decks"
_SYMBOLS: Final = ("10061000000000000000", "10031000000000000000")
"""A unit of which no more is known than whose it is, by side."""


@dataclass(frozen=True)
class IdahexScenario(FileScenario[ScenarioFile]):
    """A validated scenario with its cards or its war inside."""

    game: GameDesign

    @property
    def ground(self) -> Ground:
        """What is drawn beneath the map."""
        return self.file.ground if isinstance(self.file.ground, Ground) else Ground()

    @cached_property
    def setting(self) -> Setting:
        """The war as its rules need it."""
        values = self.game.values
        design = compile_design(values, as_printed=self.game.as_printed)
        _end_at(design, self.file.options.until)
        return Setting(design, tuple(units_of(values)), self._names(values), values["iprint"])

    def _names(self, values: Mapping[str, Any]) -> Names:
        if self.file.war is not None:
            return self._names_of_war(self.file.war)
        kinds, symbols = [], []
        for number, side in enumerate(values["flag"], 1):
            label = self.file.units.get(str(number))
            kinds.append(label.title if label else f"Type {number}")
            symbols.append(label.symbol if label else _SYMBOLS[side - 1])
        return Names(
            resources=(tuple(values["rsname"][0]), tuple(values["rsname"][1])),
            environments=tuple(values["ename"]),
            routes=tuple(values["rname"]),
            barriers=tuple(values["bname"]),
            kinds=tuple(kinds),
            symbols=tuple(symbols),
            time=self.file.time,
            distance=self.file.distance,
        )

    def _names_of_war(self, war: War) -> Names:
        symbols = [kind.symbol or _SYMBOLS[kind.side == "blue"] for kind in war.types]
        return Names(
            resources=(resource_names(war.red), resource_names(war.blue)),
            environments=tuple(entry.name for entry in war.map.environments),
            routes=tuple(entry.name for entry in war.map.routes),
            barriers=tuple(entry.name for entry in war.map.barriers),
            kinds=tuple(kind.name for kind in war.types),
            symbols=tuple(symbols),
            time=self.file.time,
            distance=self.file.distance,
        )


def resource_names(side: Side) -> tuple[str, ...]:
    """What a side's resources are called, in the order of the deck."""
    lists = (side.ground_weapons, side.air_defence, side.transport, side.supplies, side.personnel)
    return tuple(entry.name for entries in lists for entry in entries)


def _end_at(design: Design, until: int) -> None:
    """Let the war end earlier, or later, than its deck says (IDX-2.3)."""
    if until > design.area.clock[T_INIT]:
        design.area.clock[T_END] = until


def shipped_decks() -> tuple[str, ...]:
    """The names of the decks that come with IDAHEX."""
    return tuple(sorted(path.stem for path in DECKS.glob("*.50")))


def hex_lists(document: Json) -> HexLists | None:
    """Where the war of a scenario holds cells (IDX-2.1)."""
    if not isinstance(part_of(document, *MAP.split("/")[1:]), dict):
        return None
    size = Size(f"{MAP}/count", f"{MAP}/first_rank", (1, 2), (200, 200), count=True)
    cells = Records(f"{MAP}/cells", "number", "environment", whole=True, number=True)
    return HexLists("ranks", size, (cells,))


def load(document: Json, folder: Path | None, place: str) -> IdahexScenario:
    """A scenario from JSON; `folder` is of no use, as nothing is read from there.

    Errors: `InputError` with every problem of the form, and of the cards or the war.
    """
    reading = Reading()
    document = reading.expanded(document, hex_lists(document), place)
    file, beside = check_form(ScenarioFile, document, place, reading, DEFAULT)
    # A war whose names are not all there would be told of others that are not known.
    if file is None or not (beside.whole or file.war is None):
        return reading.finish(None)
    return reading.finish(beside.attempt(lambda: _with_parts(file, place)))


def _with_parts(file: ScenarioFile, place: str) -> IdahexScenario:
    """The scenario of a file of sound form. Errors: `InputError`."""
    if isinstance(file.ground, str):
        ground = shipped_ground(file.ground, f"{place}: /ground")
        file = file.model_copy(update={"ground": ground})
    if file.war is not None:
        printed = followed(file.options.as_printed)
        return _changed(file, design_of(file.war, f"{place}: /war", as_printed=printed), place)
    return _load_deck(file, place)


def _changed(file: ScenarioFile, game: GameDesign, place: str) -> IdahexScenario:
    return IdahexScenario(file, changed_design(game, file.changes, f"{place}: /changes"))


def _load_deck(file: ScenarioFile, place: str) -> IdahexScenario:
    """A scenario whose war is on cards. Errors: `InputError`."""
    deck = (
        file.deck
        if isinstance(file.deck, Deck)
        else shipped_deck(file.deck or "", f"{place}: /deck")
    )
    reading = Reading()
    as_printed = followed(file.options.as_printed)
    read = _as_printed(deck) if "maps" in as_printed else deck
    text50, text60 = ("\n".join([*cards, ""]) for cards in (read.file50, read.file60))
    game = reading.attempt(lambda: _read_cards(text50, text60, place, as_printed))
    if game is not None:
        kinds = len(game.values["flag"])
        for number in file.units:
            if not (number.isdecimal() and 1 <= int(number) <= kinds):
                expected = f"the number of a type of unit, 1 to {kinds}"
                reading.report(f"{place}: /units", number, expected)
    return _changed(file.model_copy(update={"deck": deck}), reading.finish(game), place)


@lru_cache(maxsize=2)
def _read_cards(text50: str, text60: str, place: str, as_printed: frozenset[Name]) -> GameDesign:
    """The design on cards.

    The last ones are kept: whoever varies a war, or reads journals of one, reads
    the same cards each time, and no design is changed once it is read.
    """
    return read_deck(text50, text60, place, as_printed=as_printed)


def _as_printed(deck: Deck) -> Deck:
    """The cards as the manual prints them, if they are a shipped deck's."""
    for name in shipped_decks():
        if deck == shipped_deck(name, ""):
            return printed(deck, name)
    return deck


def shipped_deck(name: str, place: str) -> Deck:
    """A deck that comes with IDAHEX. Errors: `InputError`."""
    if name not in shipped_decks():
        expected = f"an object with file50, or one of: {', '.join(shipped_decks())}"
        raise InputError.at(place, name, expected)
    files = [(DECKS / f"{name}.{n}").read_text(encoding="utf-8") for n in (50, 60)]
    return Deck(file50=tuple(files[0].splitlines()), file60=tuple(files[1].splitlines()))


with_options: Final = option_setter(Options, load)


def with_changes(scenario: Any, changes: Sequence[Change]) -> Any:
    """The scenario with more changes, which are checked together. Errors: `InputError`."""
    document: dict[str, Any] = scenario.document
    entries: list[Mapping[str, Any]] = [
        {
            "variable": change.name,
            "at": list(change.index),
            "times" if change.is_factor else "to": float(change.number),
        }
        for change in changes
    ]
    made = [*document.get("changes", ()), *entries]
    return load({**document, "changes": made}, None, scenario.name)


NUMBERS: Final = NamedNumbers(names=NAMES, change=with_changes)
