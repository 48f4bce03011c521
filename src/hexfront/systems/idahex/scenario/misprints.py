"""Shipped decks with the manual's own errors of printing, for those who want to see them run."""

from __future__ import annotations

import tomllib
from functools import cache
from typing import Any, Final

from hexfront.systems.idahex.deck.folder import FOLDER
from hexfront.systems.idahex.scenario.model import Deck

_DECKS: Final = FOLDER / "data" / "decks"


@cache
def misprints(name: str) -> tuple[dict[str, Any], ...]:
    """The manual's errors of printing in a shipped deck, as its list of errata has them."""
    path = _DECKS / f"{name}-errata.toml"
    if not path.is_file():
        return ()
    entries = tomllib.loads(path.read_text(encoding="utf-8"))["entry"]
    return tuple(entry for entry in entries if entry["kind"] == "printing")


def printed(deck: Deck, name: str) -> Deck:
    """The deck with the manual's text where that can be read and fought (IDX-9.2).

    A cycle that is shorter than its periods, or a 4 for true or false, cannot.
    """
    cards = list(deck.file50)
    for entry in misprints(name):
        if entry["as_printed_runs"]:
            first, last = entry["columns"]
            card = cards[entry["card"] - 1].ljust(last)
            text = entry["as_printed"].rjust(last - first + 1)
            cards[entry["card"] - 1] = (card[: first - 1] + text + card[last:]).rstrip()
    return deck.model_copy(update={"file50": tuple(cards)})
