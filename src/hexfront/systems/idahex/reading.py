"""Reading the cards of the groups: values, places, and everything that is wrong (9.1).

After something wrong reading goes on as well as it can.  Where a group makes
no sense at all but would a few cards further up or down, cards are missing or
too many before it, and reading goes on from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from hexfront.core.errors import Problem, shown
from hexfront.systems.idahex.cards import (
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
from hexfront.systems.idahex.groups import FIRST_OF_CYCLES, NEEDED, group
from hexfront.systems.idahex.language import Group, Item, Listing, Read, Unknown, evaluate
from hexfront.systems.idahex.variables import VARIABLES, wanted
from hexfront.systems.idahex.walking import SHAPES, Flat, Walk, assemble

MOST_PROBLEMS: Final = 400
"""A reading that finds more than this gives up."""
ENOUGH_CARDS: Final = 40
ENOUGH_GROUPS: Final = 8
"""How far one looks ahead to see whether a start makes sense."""
HOPELESS: Final = 3
"""Cards with problems, so near to each other, that make a start senseless."""
REACH: Final = 12
"""How many cards a group is sought up and down."""
FAR: Final = 200


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
        self.marks: dict[str, dict[Flat, None]] = {}
        self.places: dict[tuple[str, Flat], tuple[int, Slot, int]] = {}
        """Card, field and group of each value."""
        self.problems: list[Found] = []
        self.warnings: list[Found] = []
        self.fields: dict[int, list[Field]] = {}
        """Of each card, by its number."""
        self.adrift: list[str] = []
        self.group: Group = group(1)
        self.is_trial = False

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
        return {
            name: assemble(shape, self.values.get(name, {}), self.marks.get(name, {}))
            for name, shape in SHAPES.items()
        }

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
            if item.is_word:
                self.words[item.name] = 0
            return
        if not self.is_trial and is_adrift(slot, text):
            self.adrift.append(self.where(card.number, slot))
        if item.is_word:
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

    # Loops that a card ends

    def listing(self, listing: Listing) -> None:
        """Entries up to a card whose first number is not positive."""
        seen: dict[Flat, int] = {}
        while True:
            if self.at >= len(self.cards):
                if self.group.number >= FIRST_OF_CYCLES:
                    return
                raise OutOfCards
            card = self.cards[self.at]
            if not self.is_trial and self._lacks_end(listing, card):
                self.report(
                    card.number,
                    self.where(card.number),
                    card.text[:20].strip(" "),
                    "-9, to end the list of this group",
                )
                return
            if self._is_end(listing, card):
                self.at += 1
                self.fields[card.number] = []
                return
            self._entry(listing, card, seen)

    def _index(self, listing: Listing, card: Card) -> Flat | None:
        """The numbers that an entry begins with; None where they are none."""
        first = listing.body[0]
        slots = make_format(first.format if isinstance(first, Read) else "")
        try:
            return tuple(
                int(parse_field(slot.kind, card.field(slot)))
                for slot, _ in zip(slots, listing.index, strict=False)
            )
        except ValueError:
            return None

    def _is_end(self, listing: Listing, card: Card) -> bool:
        index = self._index(listing, card)
        return index is not None and index[0] <= 0

    def _is_within(self, listing: Listing, index: Flat) -> bool:
        return all(
            evaluate(start, {}, self) <= number <= evaluate(stop, {}, self)
            for number, (start, stop) in zip(index, listing.bounds, strict=True)
        )

    def _lacks_end(self, listing: Listing, card: Card) -> bool:
        """Whether a card looks like the next group's rather than an entry or the list's end."""
        index = self._index(listing, card)
        if index is not None and index[0] <= 0:
            first = listing.body[0]
            slots = make_format(first.format if isinstance(first, Read) else "")
            rest = "".join(card.field(slot) for slot in slots[1:4]).strip(" ")
            if index[0] < 0 or not rest:
                return False
        elif index is not None and self._is_within(listing, index):
            return False
        if self.group.number in (40, 65) or self.group.number >= FIRST_OF_CYCLES - 1:
            return False
        return self.score(self.group.number + 1, self.at) == 0

    def _entry(self, listing: Listing, card: Card, seen: dict[Flat, int]) -> None:
        """One entry of a list."""
        start, problems = self.at, len(self.problems)
        index = self._index(listing, card)
        if index is not None:
            self._check_index(listing, card, index, seen)
        else:
            index = (100_000 + card.number,) * len(listing.index)
        for name, number in zip(listing.index, index, strict=True):
            self.words[name] = number
        self.run(listing.body)
        bad = {found.card for found in self.problems[problems:]}
        if not self.is_trial and len(listing.body) > 1 and len(bad) > 1:
            self._mend_entry(listing, start, problems)

    def _check_index(
        self, listing: Listing, card: Card, index: Flat, seen: dict[Flat, int]
    ) -> None:
        place = self.where(card.number)
        if not self._is_within(listing, index):
            words = [
                f"{name} from {evaluate(a, {}, self)} to {evaluate(b, {}, self)}"
                for name, (a, b) in zip(listing.index, listing.bounds, strict=True)
            ]
            self.report(card.number, place, ", ".join(map(str, index)), ", ".join(words))
        elif index in seen:
            found = f"<{', '.join(map(str, index))} a second time, after card {seen[index]}>"
            act = self.report if "u" in listing.index or len(listing.body) > 1 else self.warn
            act(card.number, place, found, "each number once in a list that -9 ends")
        seen[index] = card.number

    def _mend_entry(self, listing: Listing, start: int, problems: int) -> None:
        """Where an entry has too few or too many cards, go on with the next that makes sense."""
        if self._starts_entry(listing, self.at):
            return
        for at in (*range(start + 1, self.at), *range(self.at + 1, self.at + REACH)):
            if self._starts_entry(listing, at):
                number = self.cards[start].number
                self.problems[problems:] = [
                    found for found in self.problems[problems:] if found.card <= at
                ]
                self.report(
                    number,
                    self.where(number),
                    f"<an entry of {at - start} cards>",
                    f"one of {self.at - start} cards",
                )
                self.at = at
                return

    def _starts_entry(self, listing: Listing, at: int) -> bool:
        """Whether an entry that makes sense, or the list's end, stands at a card."""
        trial = self.fork(at)
        try:
            if at >= len(self.cards):
                return False
            if trial._is_end(listing, self.cards[at]):
                return not self._lacks_end(listing, self.cards[at])
            trial._entry(listing, self.cards[at], {})
        except (OutOfCards, Unknown):
            return False
        return not trial.problems

    # Groups

    def fork(self, at: int) -> Reader:
        """A reader that tries something from another card on."""
        other = Reader(self.cards, self.place)
        other.values = {name: dict(found) for name, found in self.values.items()}
        other.words = dict(self.words)
        other.at = at
        other.group = self.group
        other.is_trial = True
        return other

    def score(self, number: int, at: int) -> int:
        """How many cards make no sense if a group begins at a card."""
        trial = self.fork(at)
        for name in {n for g in range(number, FIRST_OF_CYCLES) for n in group(g).names}:
            trial.values.pop(name, None)
        trial.words = {}
        extra = 0
        for g in range(number, min(number + ENOUGH_GROUPS, FIRST_OF_CYCLES)):
            trial.group = group(g)
            try:
                trial.run(trial.group.body)
            except (OutOfCards, Unknown):
                extra = HOPELESS
                break
            if trial.at - at > ENOUGH_CARDS or len(trial.problems) > ENOUGH_CARDS:
                break
        return extra + len({found.card for found in trial.problems})

    def better_start(self, number: int, start: int, previous: int) -> int | None:
        """The card at which a group makes sense, where it makes none at `start`."""
        if self.score(number, start) < HOPELESS:
            return None
        offsets = sorted(range(-REACH, REACH + 1), key=abs)
        places = [start + offset for offset in offsets if offset and start + offset >= 0]
        places += range(max(previous, start - FAR), start - REACH)
        best, least = None, 2
        for place in places:
            if place < len(self.cards) and (found := self.score(number, place)) < least:
                best, least = place, found
        return best

    def read_group(self, number: int, previous: int) -> None:
        """A group; `previous` is where the one before began. Errors: `OutOfCards`, `Unknown`."""
        start, problems, warnings = self.at, len(self.problems), len(self.warnings)
        self.group, self.words = group(number), {}
        try:
            self.run(self.group.body)
            failure: Exception | None = None
        except (OutOfCards, Unknown) as error:
            failure = error
        if failure is None and len(self.problems) == problems:
            return
        better = self.better_start(number, start, previous)
        if better is None:
            if failure:
                raise failure
            return
        del self.problems[problems:], self.warnings[warnings:]
        self.problems = [found for found in self.problems if found.card <= better]
        for name in self.group.names:
            if self.group.number not in (71, 72, 73, 75, 89, 90):
                self.values.pop(name, None)
        self._report_shift(start, better)
        self.at, self.words = better, {}
        self.run(self.group.body)

    def _report_shift(self, start: int, better: int) -> None:
        count = abs(better - start)
        what = "missing" if better < start else "too many"
        number = self.cards[better].number
        self.report(
            number,
            self.where(number),
            f"<the start of this group, with {count} card{'s' * (count > 1)} {what} before it>",
            f"it at card {start + 1}, by the counts of the groups before",
        )
