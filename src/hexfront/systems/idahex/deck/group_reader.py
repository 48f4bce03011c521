"""Reading whole groups, and going on after what makes no sense (9.1).

Where a group makes no sense at all but would a few cards further up or down,
cards are missing or too many before it, and reading goes on from there.  The
same holds for the entries of a list; and a list that has no end ends where
its next card makes no sense as an entry and much as the start of what follows.
"""

from __future__ import annotations

from typing import Final

from hexfront.core.table.plurals import counted
from hexfront.systems.idahex.deck.cards import Card, Slot, make_format, parse_field
from hexfront.systems.idahex.deck.fields import (
    END_NAME,
    PHANTOM,
    Field,
    OutOfCards,
    Reader,
    end_flat,
)
from hexfront.systems.idahex.deck.groups import FIRST_OF_CYCLES, NEEDED, group
from hexfront.systems.idahex.deck.language import Listing, Read, Unknown, evaluate
from hexfront.systems.idahex.deck.statements import SHAPES, Flat

ENOUGH_CARDS: Final = 40
ENOUGH_GROUPS: Final = 8
"""How far one looks ahead to see whether a start makes sense."""
HOPELESS: Final = 3
"""Cards with problems, so near to each other, that make a start senseless."""
REACH: Final = 12
"""How many cards a group is sought up and down."""
NEAR: Final = 3
FAR: Final = 200
MOST_SEARCHES: Final = 4
"""After so many searches without success one does not search any more."""


class EnoughSeen(Exception):
    """A trial has read as far as it takes to see whether its start makes sense."""


class GroupReader(Reader):
    """Reads groups in order."""

    began = 0
    """Where a trial began."""

    searches = 0
    """Searches for the start of a group that found none."""

    # Loops that a card ends

    def listing(self, listing: Listing) -> None:
        """Entries up to a card whose first number is not positive."""
        seen: dict[Flat, int] = {}
        last = self.at
        while True:
            if self.at >= len(self.cards):
                if self.group.number >= FIRST_OF_CYCLES:
                    return
                raise OutOfCards
            if self.is_trial and self.at - self.began > ENOUGH_CARDS:
                raise EnoughSeen
            card = self.cards[self.at]
            if not self.is_trial and self._lacks_end(listing, card, seen):
                place, expected = self.where(card.number), "-9, to end the list of this group"
                self.report(card.number, place, card.text[:20].strip(" "), expected)
                return
            if self._is_end(listing, card) and not self._goes_on(listing, last):
                self.at += 1
                self._keep_end(listing, card)
                return
            last = self.at
            self._entry(listing, self.cards[self.at], seen)

    def _keep_end(self, listing: Listing, card: Card) -> None:
        if not self.is_trial:
            flat = end_flat(self.group, self.words)
            self.fields[card.number] = []
            self.ends[card.number] = Field(_slots(listing)[0], END_NAME, flat)

    def _goes_on(self, listing: Listing, last: int) -> bool:
        """Whether an end is none, because the entry before it has too few or too many cards."""
        at = self.at
        if self.is_trial or len(listing.body) == 1:
            return False
        if not self._is_plain_end(listing, self.cards[at]):
            self._mend_entry(listing, last, len(self.problems))
        return self.at != at

    def _index(self, listing: Listing, card: Card) -> Flat | None:
        """The numbers that an entry begins with; None where they are none."""
        try:
            return tuple(
                int(parse_field(slot.kind, card.field(slot)))
                for slot, _ in zip(_slots(listing), listing.index, strict=False)
            )
        except ValueError:
            return None

    def _is_end(self, listing: Listing, card: Card) -> bool:
        index = self._index(listing, card)
        return index is not None and index[0] <= 0

    def _is_plain_end(self, listing: Listing, card: Card) -> bool:
        """Whether a card ends a list and holds nothing else."""
        if not self._is_end(listing, card):
            return False
        rest = "".join(card.field(slot) for slot in _slots(listing)[1:4])
        return card.field(_slots(listing)[0]).strip(" ") != "" or not rest.strip(" ")

    def _is_within(self, listing: Listing, index: Flat) -> bool:
        return all(
            evaluate(start, {}, self) <= number <= evaluate(stop, {}, self)
            for number, (start, stop) in zip(index, listing.bounds, strict=True)
        )

    def _lacks_end(self, listing: Listing, card: Card, seen: dict[Flat, int]) -> bool:
        """Whether a card looks like what follows a list rather than an entry or its end."""
        if self._is_plain_end(listing, card) or self.group.number >= FIRST_OF_CYCLES - 1:
            return False
        if self.words.get("s") == 1:
            # The other side's list has the same form
            return self._index(listing, card) in seen
        if self._starts_entry(listing, self.at, seen):
            return False
        number = self.group.number
        if self.score(number + 1, self.at) > 0:
            return False
        return self._is_end(listing, card) or self.score(number, self.at, listing) > 1

    def _entry(self, listing: Listing, card: Card, seen: dict[Flat, int]) -> None:
        """One entry of a list."""
        start, problems = self.at, len(self.problems)
        index = self._index(listing, card)
        if index is None or not self._check_index(listing, card, index, seen):
            index = (PHANTOM + card.number,) * len(listing.index)
        for name, number in zip(listing.index, index, strict=True):
            self.words[name] = number
        is_lost = False
        try:
            self.run(listing.body)
        except Unknown:
            if self.is_trial:
                raise
            is_lost = True
        if self.is_trial or len(listing.body) == 1:
            return
        if is_lost or len(self.problems) > problems:
            self._mend_entry(listing, start, problems)

    def _check_index(
        self, listing: Listing, card: Card, index: Flat, seen: dict[Flat, int]
    ) -> bool:
        """Whether something can be kept under these numbers."""
        place = self.where(card.number)
        if not self._is_within(listing, index):
            words = [
                f"{name} from {evaluate(a, {}, self)} to {evaluate(b, {}, self)}"
                for name, (a, b) in zip(listing.index, listing.bounds, strict=True)
            ]
            self.report(card.number, place, ", ".join(map(str, index)), ", ".join(words))
            return False
        if index in seen:
            found = f"<{', '.join(map(str, index))} a second time, after card {seen[index]}>"
            act = self.report if len(listing.body) > 1 else self.warn
            act(card.number, place, found, "each number once in a list that -9 ends")
        seen[index] = card.number
        return True

    def _mend_entry(self, listing: Listing, start: int, problems: int) -> None:
        """Where an entry has too few or too many cards, go on with the next that makes sense."""
        if self._starts_entry(listing, self.at):
            return
        for at in (*range(start + 1, self.at), *range(self.at + 1, self.at + REACH)):
            if self._starts_entry(listing, at):
                self.problems[problems:] = [
                    found for found in self.problems[problems:] if found.card <= at
                ]
                number = self.cards[start].number
                found = f"<an entry of {counted(at - start, 'card')}>"
                expected = (
                    f"one of {counted(self.at - start, 'card')}, and no other mistake in them"
                )
                self.report(number, self.where(number), found, expected)
                self.at = at
                return

    def _starts_entry(self, listing: Listing, at: int, seen: dict[Flat, int] | None = None) -> bool:
        """Whether an entry that makes sense, or the list's end, stands at a card."""
        if at >= len(self.cards):
            return False
        if self._is_end(listing, self.cards[at]):
            return self._is_plain_end(listing, self.cards[at])
        trial = self.fork(at)
        try:
            trial._entry(listing, self.cards[at], dict(seen or {}))
        except (OutOfCards, Unknown):
            return False
        except EnoughSeen:
            pass
        return not trial.problems

    # Groups

    def fork(self, at: int) -> GroupReader:
        """A reader that tries something from another card on."""
        other = GroupReader(self.cards, self.place)
        # What the groups before hold is shared, for a trial does not write there
        other.values = dict(self.values)
        for name in self.group.names:
            other.values[name] = dict(self.values.get(name, {}))
        other.words = dict(self.words)
        other.at = other.began = at
        other.group = self.group
        other.is_trial = True
        return other

    def score(self, number: int, at: int, listing: Listing | None = None) -> int:
        """How many cards make no sense if a group, or the rest of its list, begins at a card."""
        trial = self.fork(at)
        for name in {n for g in range(number, FIRST_OF_CYCLES) for n in group(g).names}:
            if listing is None or name not in self.group.names:
                trial.values.pop(name, None)
        extra = 0
        for g in range(number, min(number + ENOUGH_GROUPS, FIRST_OF_CYCLES)):
            trial.group = group(g)
            try:
                if g == number and listing is not None:
                    trial.listing(listing)
                else:
                    trial.words = {}
                    trial.run(trial.group.body)
            except OutOfCards:
                extra = HOPELESS
                break
            except EnoughSeen:
                break
            except Unknown:
                # That makes no start senseless if a group long before lacks a count
                extra = HOPELESS if trial.problems else 0
                break
            if trial.at - at > ENOUGH_CARDS or len(trial.problems) > ENOUGH_CARDS:
                break
        return extra + len({found.card for found in trial.problems})

    def better_start(self, number: int, start: int, previous: int) -> int | None:
        """The card at which a group makes sense, where it makes none at `start`."""
        if self.searches >= MOST_SEARCHES:
            return None
        base = self.score(number, start)
        if base < HOPELESS:
            return None
        # A single card, without which one cannot go on, may as well have a slip of the pen
        reach, least = (NEAR, 1) if base == HOPELESS + 1 else (REACH, 2)
        offsets = sorted(range(-reach, reach + 1), key=abs)
        places = [start + offset for offset in offsets if offset and start + offset >= 0]
        if reach == REACH:
            places += range(max(previous, start - FAR), start - REACH)
        best = None
        for place in places:
            if place < len(self.cards) and (found := self.score(number, place)) < least:
                best, least = place, found
        self.searches += best is None
        return best

    def read_group(self, number: int, previous: int) -> None:
        """A group; `previous` is where the one before began. Errors: `OutOfCards`, `Unknown`."""
        start, problems, warnings = self.at, len(self.problems), len(self.warnings)
        self.group, self.words = group(number), {}
        failure: Exception | None = None
        try:
            self.run(self.group.body)
        except (OutOfCards, Unknown) as error:
            failure = error
        if isinstance(failure, Unknown) and len(self.problems) == problems:
            # A count is not known that a group before should have given
            raise failure
        if failure is None and len(self.problems) == problems:
            return
        if failure is None and not self._lacks_count() and self._goes_well(number + 1):
            return
        better = self.better_start(number, start, previous)
        if better is None:
            if failure:
                raise failure
            return
        del self.problems[problems:], self.warnings[warnings:]
        self.problems = [found for found in self.problems if found.card <= better]
        for name in self.group.names:
            if name not in group(number - 3).names + group(number - 2).names:
                self.values.pop(name, None)
                self.gaps.pop(name, None)
        self._report_shift(start, better)
        self.at, self.words = better, {}
        self.run(self.group.body)

    def _lacks_count(self) -> bool:
        """Whether the group did not give a count that others need."""
        plain = [name for name in self.group.names if not any(key for key, _ in SHAPES[name])]
        return any(name in NEEDED and self.gaps.get(name) for name in plain)

    def _goes_well(self, number: int) -> bool:
        """Whether the next group makes sense where this one ended."""
        return self.score(number, self.at) < HOPELESS

    def _report_shift(self, start: int, better: int) -> None:
        what = "missing" if better < start else "too many"
        number = self.cards[better].number
        cards = counted(abs(better - start), "card")
        found = f"<the start of this group, with {cards} {what} before it>"
        expected = f"it at card {start + 1}, by the counts of the groups before"
        self.report(number, self.where(number), found, expected)


def _slots(listing: Listing) -> tuple[Slot, ...]:
    """The fields of the cards with which entries begin."""
    first = listing.body[0]
    return make_format(first.format if isinstance(first, Read) else "")
