"""The small deck as a war by name, and ways to change it."""

from __future__ import annotations

import copy
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from hexfront.systems.idahex.deck.decks import GameDesign, read_files
from hexfront.systems.idahex.scenario.loader import DECKS
from hexfront.systems.idahex.warfile.conversion import war_of_values
from tests.idahex.small_deck import small_values

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "docs" / "guides" / "idahex-designing.md"
EXAMPLE = DECKS.parent / "scenarios" / "first-war.toml"
Json = dict[str, Any]


@cache
def sinai() -> GameDesign:
    return read_files(DECKS / "sinai.50", DECKS / "sinai.60")


def values_of(name: str) -> dict[str, Any]:
    return copy.deepcopy(sinai().values) if name == "sinai" else small_values()


def small_war() -> Json:
    """The small deck as a document that may be changed."""
    document: Json = copy.deepcopy(_small_war())
    return document


@cache
def _small_war() -> Json:
    document: Json = war_of_values(small_values())
    return document


def put(*steps: Any) -> Callable[[Json], None]:
    """A change: the last two are the key and its new value."""

    def edit(document: Json) -> None:
        here: Any = document
        for step in steps[:-2]:
            here = here[step]
        here[steps[-2]] = steps[-1]

    return edit


def drop(*steps: Any) -> Callable[[Json], None]:
    def edit(document: Json) -> None:
        here: Any = document
        for step in steps[:-1]:
            here = here[step]
        del here[steps[-1]]

    return edit


def leaves(value: Any, flat: tuple[int, ...]) -> Any:
    if isinstance(value, list):
        for n, inner in enumerate(value, 1):
            yield from leaves(inner, (*flat, n))
    else:
        yield flat, value
