"""Reading the fields of cards: values, their places, and what is wrong with them (9.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from hexfront.core.errors import Problem, shown
from hexfront.systems.idahex.deck.cards import (
    INTEGER,
    REAL,
    TEXT,
    Card,
    Slot,
    Value,
    is_adrift,
    make_format,
    parse_field,
    parse_name,
)
from hexfront.systems.idahex.deck.groups import NEEDED, group
from hexfront.systems.idahex.deck.language import Group, Item, Read, evaluate
from hexfront.systems.idahex.deck.statements import SHAPES, Flat, Walk, assemble
from hexfront.systems.idahex.deck.variables import VARIABLES, wanted

MOST_PROBLEMS: Final = 400
"""A reading that finds more than this gives up."""
PHANTOM: Final = 10_000_000
"""Entries of a list that begin with an impossible number are read under numbers from here on."""
END: Final = -9
END_NAME: Final = "<end>"
"""The name of what ends a list."""
_WORDS: Final = {"o": "old"}


class OutOfCards(Exception):
    """The file ends where a card is needed."""


class Field(NamedTuple):
    """A field that was read, and what it fills."""

    slot: Slot
    name: str
    flat: Flat


class Found(NamedTuple):
    """A problem and where its card is."""

    card: int
    problem: Problem


class Reader(Walk):
    """Reads one file; a second one, for the other file, goes on with what the first knows."""

    def __init__(self, cards: Sequence[Card], place: str) -> None:
        super().__init__()
        self.cards = cards
        self.place = place
        self.at = 0
        """The place of the next card, from 0."""
        self.values: dict[str, dict[Flat, Value]] = {}
        self.gaps: dict[str, dict[Flat, None]] = {}
        """Where values should stand that could not be read."""
        self.marks: dict[str, dict[Flat, None]] = {}
        self.places: dict[tuple[str, Flat], tuple[int, Slot, int]] = {}
        """Card, field and group of each value."""
        self.problems: list[Found] = []
        self.warnings: list[Found] = []
        self.fields: dict[int, list[Field]] = {}
        """Of each card, by its number."""
        self.ends: dict[int, Field] = {}
        """The fields that end a list, by the card's number."""
        self.adrift: list[str] = []
        self.group: Group = group(1)
        self.is_trial = False
        self.unread: list[str] = []
        """The variables of groups that could not be read to their end."""

    # What expressions ask for

    def find(self, name: str, index: Flat) -> Any:
        """A variable; None where it is not known."""
        return self.values.get(name, {}).get(index)

    def entries(self, name: str) -> list[tuple[int, int]]:
        """The keys and values of a dictionary of whole numbers, in order."""
        return [(flat[0], int(v)) for flat, v in self.values.get(name, {}).items()]

    def nothing(self, item: Item, prefix: Flat) -> None:
        """There is a list or dictionary here, even if nothing stands in it."""
        self.marks.setdefault(item.name, {})[prefix] = None

    def nested(self) -> dict[str, Any]:
        """All variables as nested lists."""
        nested = {}
        for name, shape in SHAPES.items():
            found = {**self.gaps.get(name, {}), **self.values.get(name, {})}
            real = {flat: v for flat, v in found.items() if not flat or max(flat) < PHANTOM}
            nested[name] = assemble(shape, real, self.marks.get(name, {}))
        return nested

    def shown(self, item: Item) -> str:
        """A variable with its indices as the manual writes them, or what else a field holds."""
        if item.is_word:
            return _WORDS.get(item.name, "number")
        if any(number >= PHANTOM for number in self.words.values()):
            return item.name
        return super().shown(item)

    # Problems

    def where(self, card: int, slot: Slot | None = None, name: str = "") -> str:
        """A place in the file as a person finds it."""
        parts = [self.place] if self.place else []
        parts.append(f"card {card}")
        if slot:
            parts.append(slot.columns)
        parts.append(f"group {self.group.number}{f' {name}' if name else ''}")
        return ", ".join(parts)

    def report(self, card: int, place: str, found: object, expected: str) -> None:
        """Keep a problem."""
        self.problems.append(Found(card, Problem(place, shown(found), expected)))
        if len(self.problems) >= MOST_PROBLEMS:
            raise OutOfCards

    def warn(self, card: int, place: str, found: object, expected: str) -> None:
        """Keep a warning."""
        self.warnings.append(Found(card, Problem(place, shown(found), expected)))

    # Cards and fields

    def take(self) -> Card:
        """The next card. Errors: `OutOfCards`."""
        if self.at >= len(self.cards):
            raise OutOfCards
        self.at += 1
        return self.cards[self.at - 1]

    def statement(self, read: Read) -> None:
        """One read statement, with as many cards as its items need."""
        slots = make_format(read.format)
        card: Card | None = None
        used = 0
        for item, flat in self.targets(read):
            slot = slots[used % len(slots)]
            if used % len(slots) == 0:
                card = self.take()
                self.fields[card.number] = []
            used += 1
            if card is not None and not item.is_skipped:
                self._field(card, slot, item, flat)
        if used == 0:
            self._blank_card()

    def _blank_card(self) -> None:
        """A read statement without items still takes a card; older decks may lack it."""
        if self.at < len(self.cards) and self.cards[self.at].text[:72].strip(" "):
            card = self.cards[self.at]
            place = self.where(card.number)
            names = ", ".join(self.group.names)
            self.warn(
                card.number, place, card.text[:20], f"a blank card, since no {names} are needed"
            )
        elif self.at < len(self.cards):
            self.at += 1

    def _field(self, card: Card, slot: Slot, item: Item, flat: Flat | None) -> None:
        text = card.field(slot)
        try:
            value = self._parse(slot, item, text)
        except ValueError as error:
            place = self.where(card.number, slot, self.shown(item))
            self.report(card.number, place, text.strip(" "), str(error))
            if flat is not None:
                self.gaps.setdefault(item.name, {})[flat] = None
            if item.is_word and self.words.get(item.name, 0) < PHANTOM:
                self.words[item.name] = 0
            return
        if not self.is_trial and is_adrift(slot, text):
            self.adrift.append(self.where(card.number, slot))
        if item.is_word:
            if self.words.get(item.name, 0) < PHANTOM:
                self.words[item.name] = int(value)
            return
        if flat is None:
            return
        broken = VARIABLES[item.name].broken_bound(value, self.words, self)
        self.fields[card.number].append(Field(slot, item.name, flat))
        self.places[item.name, flat] = (card.number, slot, self.group.number)
        if broken:
            place = self.where(card.number, slot, self.shown(item))
            self.report(card.number, place, value, wanted(*broken))
            if item.name in NEEDED:
                self.gaps.setdefault(item.name, {})[flat] = None
                return
        self.values.setdefault(item.name, {})[flat] = value

    def _parse(self, slot: Slot, item: Item, text: str) -> Value:
        if slot.kind == TEXT and item.width is not None:
            text = text[: evaluate(item.width, self.words, self)]
            return parse_name(TEXT, text)
        value = parse_field(slot.kind, text)
        if len(item.name) > 1 and VARIABLES[item.name].kind == INTEGER and slot.kind == REAL:
            if value != int(value):
                raise ValueError("a whole number")
            return int(value)
        return value


def end_flat(group: Group, words: Mapping[str, int]) -> Flat:
    """Which list it is that ends: its group, side and cycle."""
    return group.number, words.get("s", 0), words.get("c", 0)
