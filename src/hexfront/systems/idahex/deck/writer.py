"""Writing game design data as cards, with the texts of the cards that they came from (9.1)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from hexfront.core.scenario import Reading
from hexfront.systems.idahex.deck.cards import (
    INTEGER,
    LOGICAL,
    TEXT,
    Card,
    Slot,
    join_cards,
    make_format,
    write_field,
)
from hexfront.systems.idahex.deck.fields import END, END_NAME, Field, end_flat
from hexfront.systems.idahex.deck.groups import FIRST_OF_CYCLES, GROUPS
from hexfront.systems.idahex.deck.language import Group, Item, Listing, Read, Unknown
from hexfront.systems.idahex.deck.statements import SHAPES, Flat, Walk, items_of, look_up
from hexfront.systems.idahex.deck.variables import VARIABLES


class Cell(NamedTuple):
    """A field of a card to be written."""

    slot: Slot
    name: str
    """Empty where the value is not a variable's."""
    flat: Flat
    value: Any
    """None leaves the field blank."""


class Lister(Walk):
    """Goes through values in the order of the groups and lists the cards that they need."""

    def __init__(self, values: Mapping[str, Any], reading: Reading) -> None:
        super().__init__()
        self.values = values
        self.reading = reading
        self.group: Group = GROUPS[0]
        self.cards: list[list[Cell]] = []
        self.tables: set[float | None] = set()
        self.unlisted: list[str] = []
        """The variables of groups that could not be listed to their end."""

    def find(self, name: str, index: Flat) -> Any:
        """A variable; None where there is none."""
        found = look_up(SHAPES[name], self.values.get(name), index) if name in SHAPES else None
        return None if isinstance(found, dict | list) else found

    def entries(self, name: str) -> list[tuple[int, int]]:
        """The keys and values of a dictionary of whole numbers, in order."""
        return list((self.values.get(name) or {}).items())

    def nothing(self, item: Item, prefix: Flat) -> None:
        """Nothing is to be written."""

    def statement(self, read: Read) -> None:
        """The cards of a read statement."""
        slots = make_format(read.format)
        card: list[Cell] = []
        used = 0
        for item, flat in self.targets(read):
            if used % len(slots) == 0:
                card = []
                self.cards.append(card)
            slot = slots[used % len(slots)]
            used += 1
            if item.is_word:
                card.append(Cell(slot, "", (), self._word(item)))
            elif flat is not None:
                card.append(Cell(slot, item.name, flat, self.value(item, flat)))
            else:
                card.append(Cell(slot, "", (), None))
        if used == 0:
            self.cards.append([])

    def place(self, item: Item, _: Flat) -> str:
        """Where a value stands."""
        return self.shown(item)

    def _word(self, item: Item) -> int | bool:
        if item.name != "o":
            return self.words[item.name]
        table = self.find("mapps", (self.words["s"], self.words["i"]))
        is_old = table in self.tables
        self.tables.add(table)
        self.words["o"] = is_old
        return is_old

    def value(self, item: Item, flat: Flat) -> Any:
        """The value of a field; None, which is told, where it cannot be written."""
        value = self.find(item.name, flat)
        kind = VARIABLES[item.name].kind
        wanted = {INTEGER: int, LOGICAL: bool, TEXT: str}.get(kind, (int, float))
        is_right = isinstance(value, wanted) and isinstance(value, bool) == (kind == LOGICAL)
        if item.name in ("basic_rtetype", "basic_bartype") and value is None:
            return None
        if is_right and isinstance(value, float) and not math.isfinite(value):
            is_right = False
        if not is_right:
            found = "<nothing>" if value is None else value
            self.reading.report(self.place(item, flat), found, f"a {KINDS[kind]}")
            return None
        return value

    def listing(self, listing: Listing) -> None:
        """The entries of a list, and the card that ends it."""
        for key in self.keys(listing):
            for name, number in zip(listing.index, key, strict=False):
                self.words[name] = number
            self.run(listing.body)
        first = listing.body[0]
        slot = make_format(first.format if isinstance(first, Read) else "")[0]
        self.cards.append([Cell(slot, END_NAME, end_flat(self.group, self.words), END)])

    def names(self, listing: Listing) -> list[str]:
        """The variables of which a list holds something."""
        return [item.name for item in items_of(listing.body)]

    def keys(self, listing: Listing) -> list[Flat]:
        """The numbers that the entries begin with, in the order of the values."""
        keys: dict[Flat, None] = {}
        for item in items_of(listing.body):
            here = self.values.get(item.name)
            for part in item.parts:
                if part.is_key:
                    break
                place = self._values(part)[0] - 1
                here = here[place] if isinstance(here, list) and place < len(here) else {}
            if not isinstance(here, dict) or item.name in ("ssvact", "ssvres"):
                continue
            for key in here:
                whole = key if isinstance(key, tuple) else (key,)
                keys[whole[: len(listing.index)]] = None
        return list(keys)


KINDS: Final = {INTEGER: "whole number", "f": "number", LOGICAL: "T or F", TEXT: "name"}


def list_cards(values: Mapping[str, Any], file: int, reading: Reading) -> list[list[Cell]]:
    """The cards of file 50 (0) or 60 (1). Every value that is missing is reported."""
    return list_cards_with(Lister(values, reading), file)


def list_cards_with(lister: Lister, file: int) -> list[list[Cell]]:
    """As `list_cards`, with a lister that may look at the values on its way."""
    values = lister.values
    listed = 0
    try:
        if file == 0:
            for group in GROUPS[: FIRST_OF_CYCLES - 1]:
                lister.group, lister.words = group, {}
                lister.run(group.body)
                listed = group.number
        else:
            maps = [name for group in GROUPS[FIRST_OF_CYCLES - 1 :] for name in group.names]
            for cycle in range(max(len(values.get(name) or []) for name in maps)):
                for group in GROUPS[FIRST_OF_CYCLES - 1 :]:
                    lister.group, lister.words = group, {"c": cycle + 1}
                    lister.run(group.body)
    except Unknown as error:
        lister.reading.report(str(error), "<nothing>", "a whole number that the other data need")
        lister.unlisted = [name for group in GROUPS[listed:] for name in group.names]
    return lister.cards


def write_file(
    values: Mapping[str, Any],
    file: int,
    cards: Sequence[Card],
    fields: Mapping[int, Sequence[Field]],
    ends: Mapping[int, Field],
    before: Mapping[tuple[str, Flat], Any],
    reading: Reading,
) -> str:
    """File 50 (0) or 60 (1), with the texts of the cards that the values came from."""
    listed = list_cards(values, file, reading)
    now = {(cell.name, cell.flat): cell for card in listed for cell in card if cell.name}
    old = {(field.name, field.flat) for row in fields.values() for field in row}
    if cards and old == {key for key in now if key[0] != END_NAME}:
        return _patch(cards, fields, before, now, reading)
    whole = {**fields, **{number: [field] for number, field in ends.items()}}
    kept = {**before, **{(field.name, field.flat): END for field in ends.values()}}
    return _rewrite(listed, cards, whole, kept, reading)


def _patch(
    cards: Sequence[Card],
    fields: Mapping[int, Sequence[Field]],
    before: Mapping[tuple[str, Flat], Any],
    now: Mapping[tuple[str, Flat], Cell],
    reading: Reading,
) -> str:
    """The same cards with new texts where values have changed."""
    last = {(f.name, f.flat): number for number, row in fields.items() for f in row}
    written = []
    for card in cards:
        text = card.text
        for field in fields.get(card.number, ()):
            key = (field.name, field.flat)
            if now[key].value != before.get(key) and last[key] == card.number:
                text = _put(text, field.slot, _text(now[key], reading))
        written.append(Card(card.number, text, card.end))
    return join_cards(written)


def _rewrite(
    listed: Sequence[Sequence[Cell]],
    cards: Sequence[Card],
    fields: Mapping[int, Sequence[Field]],
    before: Mapping[tuple[str, Flat], Any],
    reading: Reading,
) -> str:
    """New cards, with the texts of the old ones for the values that stay."""
    known = {
        (field.name, field.flat): (cards[number - 1], field.slot)
        for number, row in fields.items()
        for field in row
    }
    end = cards[0].end if cards and cards[0].end else "\n"
    written = []
    for number, row in enumerate(listed, 1):
        text, is_kept = "", False
        keys = [(cell.name, cell.flat) for cell in row if cell.name]
        first = known.get(keys[0]) if keys else None
        if first and [(f.name, f.flat) for f in fields[first[0].number]] == keys:
            text, is_kept = first[0].text, True
        for cell in row:
            if is_kept and not cell.name:
                continue
            place = known.get((cell.name, cell.flat))
            if place and place[1] == cell.slot and before.get((cell.name, cell.flat)) == cell.value:
                new = place[0].field(cell.slot)
            else:
                new = _text(cell, reading)
            text = _put(text, cell.slot, new)
        written.append(Card(number, text if is_kept else text.rstrip(" "), end))
    return join_cards(written)


def _text(cell: Cell, reading: Reading) -> str:
    width = cell.slot.last - cell.slot.first + 1
    if cell.value is None:
        return " " * width
    try:
        return write_field(cell.slot, cell.value)
    except ValueError as error:
        index = f"({','.join(map(str, cell.flat))})" if cell.flat else ""
        reading.report(f"{cell.name}{index}", cell.value, str(error))
        return " " * width


def _put(text: str, slot: Slot, new: str) -> str:
    """A card with another text in a field; one that is too short grows only where it must."""
    whole = text.ljust(slot.last)
    changed = whole[: slot.first - 1] + new + whole[slot.last :]
    return changed.rstrip(" ") if len(text) < slot.last else changed
