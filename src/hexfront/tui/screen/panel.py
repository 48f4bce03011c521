"""What the panel beside the map says of a place and of the chosen counter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from rich.text import Text

from hexfront.core.contract import Counter, LogEntry, Offer, OverlayReading, View
from hexfront.tui import unit_keys, words
from hexfront.tui.fights import fight_lines
from hexfront.tui.figures import figure_lines
from hexfront.tui.map.board import Board
from hexfront.tui.map.palette import Palette, side_colour, text_on
from hexfront.tui.map.symbols import BRANCH_WORDS, PAWN, branch, figure, name_of, shape, tag

FIGHT_LINES: Final = 10
"""How much of a fight is shown: its last rounds."""


class Panel:
    """Makes the text of the panel for one board in one theme."""

    def __init__(self, board: Board, palette: Palette) -> None:
        self._board = board
        self._palette = palette
        self._text = Text()

    def text(
        self,
        view: View,
        place: str,
        selected: str,
        offers: Sequence[Offer],
        reading: OverlayReading | None,
    ) -> Text:
        """About a place; offers are those of the chosen counter."""
        self._text = Text()
        if self._board.cycle and unit_keys.has_unit_keys(offers):
            self._line("; ".join(unit_keys.keys_text(offers, selected)), self._palette.way)
        chosen = next((counter for counter in view.counters if counter.id == selected), None)
        here = [o for o in offers if o.place == place] if chosen is None else []
        self._place(view, place, here if self._board.listed else ())
        if chosen is not None and not (self._board.cycle and chosen.place == place):
            self._line()
            self._line("Chosen", style=f"bold {self._palette.muted}")
            if chosen.place != place:
                self._counter(chosen)
            else:
                self._line(f"{chosen.id} {chosen.name}")
            self._orders([offer for offer in offers if offer.place == place], offers)
        elif here and not self._board.listed:
            self._line()
            self._orders(here, here)
        if reading is not None:
            self._line()
            self._line(reading.caption, style="bold")
            found = reading.places.get(place)
            self._line(f"here: {'-' if found is None else figure(found)}")
            for line in figure_lines(reading.figures):
                self._line(line)
            self._line(f"Esc ends it; {reading.clause}", style=self._palette.muted)
        self._standings(view)
        if self._board.listed and (shown := self._board.places.get(place)) is not None:
            self._line()
            for fact in self._board.kind_facts(shown):
                self._line(fact, style=self._palette.muted)
        return self._text

    def _standings(self, view: View) -> None:
        """How the sides stand, where a track tells that of each, and the cards in one's hand."""
        titles = [str(side.get("title") or side["name"]) for side in self._board.sides]
        tracks = [track for track in view.tracks if track.caption in titles]
        hand = words.hand_line(view)
        if tracks or hand:
            self._line()
        if hand:
            self._line(hand, style="bold")
        for track in tracks:
            side = titles.index(track.caption)
            colour = side_colour(self._board.sides, side)
            self._text.append(
                track.caption.join(shape(side)), f"bold {text_on(colour)} on {colour}"
            )
            self._line(f" {words.standing_text(view, track)}")

    def fight(self, entries: Sequence[LogEntry]) -> Text:
        """The fight that some entries end in, round by round; empty where they do not."""
        self._text = Text()
        lines = fight_lines(entries, drawn=True)
        lines = [*lines[:1], *lines[1:][-FIGHT_LINES:]]
        for number, line in enumerate(lines):
            self._line(line, style="bold" if not number else "")
        if lines:
            self._line()
        return self._text

    def palette(self, view: View, chosen: str) -> Text:
        """The types to choose from while an army is set up, with how many are placed."""
        self._text = Text()
        if self._board.army_setup is not None:
            first, *types = unit_keys.palette_lines(self._board.army_setup, view, chosen)
            self._line(first, style="bold")
            for line in types:
                self._line(line, style=f"bold {self._palette.way}" if line[0] == ">" else "")
            self._line()
        return self._text

    def _line(self, text: str = "", style: str = "") -> None:
        self._text.append(text + "\n", style)

    def _place(self, view: View, id: str, orders: Sequence[Offer]) -> None:
        """A place, then orders that concern it and no unit, then what stands there."""
        place = self._board.places.get(id)
        if place is None:
            return
        listed = self._board.listed
        self._line(place.name if listed else f"{place.id} {place.name}", style="bold")
        facts = "; ".join(filter(None, self._board.facts(place)))
        if listed:
            own = "; ".join((self._board.kind_title(place), *place.facts))
            self._line(own, style=self._palette.muted)
        elif facts and not self._board.cycle:
            self._line(facts, style=self._palette.muted)
        if (owner := dict(zip(self._board.places, view.owners, strict=False)).get(id, -1)) >= 0:
            side = self._board.sides[owner]
            self._line(f"held by {side.get('title') or side['name']}", style=self._palette.muted)
        for title, beyond in self._board.links(id):
            self._line(f"{title}: {', '.join(beyond)}", style=self._palette.muted)
        if orders:
            self._orders(orders, orders)
        for counter in view.counters:
            if counter.place == id:
                self._counter(counter)
        if facts and self._board.cycle:
            self._line(facts, style=self._palette.muted)

    def _counter(self, counter: Counter) -> None:
        colour = side_colour(self._board.sides, counter.side)
        self._text.append(
            tag(counter).join(shape(counter.side)), f"bold {text_on(colour)} on {colour}"
        )
        self._line(f" {name_of(counter)}", style="bold")
        values = [f"{key} {figure(value)}" for key, value in counter.values.items()]
        if counter.sign not in ("", PAWN):
            values = []  # They stand in the tag.
        kind = BRANCH_WORDS.get(branch(counter), "") if counter.known else ""
        words_of = ", ".join(filter(None, [kind, *values, *counter.badges]))
        if words_of:
            self._line(f"  {words_of}", style=self._palette.muted)

    def _orders(self, here: Sequence[Offer], offers: Sequence[Offer]) -> None:
        for number, offer in enumerate(here):
            self._line(
                f"Enter: {offer.caption}{words.cost_text(offer)}", style=f"bold {self._palette.way}"
            )
            # Ways to do the same, such as with or without an advance, have the same odds.
            following = here[number + 1].odds if number + 1 < len(here) else None
            if offer.odds is not None and offer.odds != following:
                self._odds(offer)
        if not here:
            kinds = dict.fromkeys(offer.kind for offer in offers)
            if kinds:
                self._line(f"can: {', '.join(kinds)}  (m: all)", style=self._palette.muted)
            else:
                self._line("has no orders to get now", style=self._palette.muted)

    def _odds(self, offer: Offer) -> None:
        legend = {
            code: text.removesuffix(f" ({code})") for code, text in self._board.legend.items()
        }
        for line in words.odds_lines(offer.odds or {}, legend, "█", bar=8):
            self._line(line.rstrip())


def sectors_text(view: View, board: Board) -> Text:
    """Who controls the sectors, as a small board."""
    rows = []
    for row in unit_keys.sector_cells(view.facts, board.sides):
        text = Text()
        for side, mark in row:
            colour = side_colour(board.sides, side) if side >= 0 else ""
            text.append(f" {mark} ", f"bold {text_on(colour)} on {colour}" if colour else "dim")
        rows.append(text)
    return Text("\n").join(rows)
