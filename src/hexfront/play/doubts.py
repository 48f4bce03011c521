"""What is doubtful in prepared orders before they can be tried: words that nothing known has.

All of it follows from the board, from what a side sees and was told, and from the words that a
system declares. So nothing is learnt by it; and what it cannot know, such as the name of a unit
that is still to come, is a doubt and no error: the orders are kept.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Final, Protocol

from hexfront.core.errors import Problem
from hexfront.core.events import words_of_events
from hexfront.play.cases import condition_of, words_in
from hexfront.play.history import History
from hexfront.play.language import MatchLanguage
from hexfront.play.match import Match
from hexfront.play.typed import ARROWS, typed_words

NEAR: Final = 0.75
"""How alike two words are of which one may be the other, mistyped."""
SUGGESTIONS: Final = 3
MOST: Final = 4
"""So many doubts are told."""
MOST_LOOKED: Final = 16
"""For so many words it is looked which ones are alike."""


class _Live(Protocol):
    """What is asked of a live match."""

    match: Match

    @property
    def language(self) -> MatchLanguage:
        """What can be typed there."""

    @property
    def history(self) -> History:
        """The match as it was."""


def doubts(live: _Live, side: int, lines: Sequence[str]) -> list[Problem]:
    """What a side should look at again in lines that are well formed: the first few."""
    if not lines:
        return []
    match = live.match
    orders = set(_words_of_orders(live, side))
    texts = [line.entry.text for line in match.logs[side]]
    log = {word for text in (*orders, *texts) for word in words_in(text)}
    log |= {word for text in words_of_events(_package(match)) for word in words_in(text)}
    return list(islice(_doubts(lines, orders, log), MOST))


def _doubts(lines: Sequence[str], orders: set[str], log: set[str]) -> Iterator[Problem]:
    looked = 0
    for number, line in enumerate(lines, 1):
        condition = condition_of(line)
        known, words = (orders, typed_words(line)) if condition is None else (log, condition)
        unknown = [word for word in dict.fromkeys(words) if word not in known]
        if condition is not None:
            unknown = [word for word in unknown if not word.isdigit()]  # numbers are many things
        for word in unknown[: MOST_LOOKED - looked]:
            looked += 1
            if near := difflib.get_close_matches(word, known, SUGGESTIONS, NEAR):
                yield Problem(f"line {number}", word, f"perhaps {_one_of(near)}")
            elif condition is None and set(words) == set(unknown):
                yield Problem(f"line {number}", word, "an order, or a unit or place that you know")
                break


def _one_of(words: Sequence[str]) -> str:
    return " or ".join(f"`{word}`" for word in words)


def _package(match: Match) -> str:
    """Where a system declares its events."""
    module = type(match.rules).__module__
    return module.rpartition(".")[0] or module


def _words_of_orders(live: _Live, side: int) -> Iterator[str]:
    """The words that an order of a side may have, as far as it knows them now."""
    yield from ARROWS
    match, view = live.match, live.match.view(side)
    board = match.rules.board()
    for text in (
        *(style.kind for style in match.rules.order_styles),
        *(text for counter in view.counters for text in (counter.id, counter.name)),
        *(text for place in board.get("places", ()) for text in (place["id"], place.get("name"))),
        *(text for each in board.get("sides", ()) for text in (each["name"], each.get("title"))),
        *board.get("pieces", ()),
        *board.get("army_setup", {}).get("types", ()),
        *live.language.commands,
        *live.language.words_for(view),
        *live.language.words_for(live.history.at_last_order(side)),
    ):
        yield from typed_words(text or "")
