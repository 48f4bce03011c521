"""Counters, terrain and directions in characters."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from hexfront.core.contract import Counter
from hexfront.pictures.symbols.sidc import Sort, read_sidc

SHAPES: Final = ("[]", "()", "<>", "{}", "||", "==")
"""What stands around the counters of each side, so that none is told by its colour alone."""

_BRANCHES: Final = {
    "1204": "T",
    "1205": "A",
    "1206": "V",
    "1208": "P",
    "1210": "C",
    "1211": "I",
    "121102": "M",
    "121104": "M",
    "1213": "R",
    "1301": "D",
    "1303": "F",
    "1307": "L",
    "1401": "N",
    "1407": "E",
    "1611": "W",
    "1634": "S",
}
BRANCH_WORDS: Final = {
    "T": "anti-tank",
    "A": "armour",
    "V": "aviation",
    "P": "aviation with fixed wings",
    "C": "combined arms",
    "I": "infantry",
    "M": "mechanized or motorized infantry",
    "R": "reconnaissance",
    "D": "air defence",
    "F": "field artillery",
    "L": "missiles (launchers)",
    "N": "among nuclear, biological or chemical agents",
    "E": "engineers",
    "W": "maintenance (workshop)",
    "S": "supply",
    "B": "ship",
    "J": "aircraft",
    "Q": "vehicle or weapon",
}
"""What the letters of counters stand for: of a unit its branch of service, of others their sort."""
_SORTS: Final = {Sort.SHIP: "B", Sort.AIRCRAFT: "J", Sort.EQUIPMENT: "Q"}


SIGNS: Final = {"unit": "R", "shield": "S", "building": "E", "agent": "A", "card": "C"}
"""The letters of pieces that are drawn by a sign; of others the first of the sign."""
PAWN: Final = "pawn"
"""The sign of a piece that has no number: it shows where a player stands."""


class Alphabet(NamedTuple):
    """The characters of a map."""

    terrain: Mapping[str, str]
    unknown_terrain: str
    arrows: Sequence[str]
    """East, then clockwise in eighths."""
    floor: str
    """Stands at the bottom of a place."""
    slash: str
    backslash: str
    upright: str
    pawn: str
    cut: str
    """Ends a name that has no room."""
    strip: str
    """Stands before a place of a list, in the colour of its terrain."""


ASCII: Final = Alphabet(
    {
        "clear": " ",
        "woods": "%",
        "town": "#",
        "water": "~",
        "hill": "^",
        "dotted": ".",
        "contoured": "^",
        "desert": ":",
        "rough": "v",
        "mountain": "A",
        "jungle": "&",
        "plantation": "o",
        "swamp": ";",
        "beach": ",",
        "sea": "~",
        "box": " ",
        "closed": "x",
    },
    "*",
    ("E", "SE", "S", "SW", "W", "NW", "N", "NE"),
    "_",
    "/",
    "\\",
    "|",
    "o",
    ".",
    "|",
)
DRAWN: Final = Alphabet(
    {
        "clear": " ",
        "woods": "♠",
        "town": "■",
        "water": "≈",
        "hill": "▲",
        "dotted": "·",
        "contoured": "∩",
        "desert": "∴",
        "rough": "ᵥ",
        "mountain": "▲",
        "jungle": "♣",
        "plantation": "∷",
        "swamp": "≋",
        "beach": "∙",
        "sea": "≈",
        "box": " ",
        "closed": "╳",
    },
    "✶",
    tuple("→↘↓↙←↖↑↗"),
    " ",
    "╱",
    "╲",
    "│",
    "●",
    "…",
    "▌",
)


def branch(counter: Counter) -> str:
    """A letter for what the symbol of a counter says; empty where it says nothing of the kind.

    Each set of symbols numbers its icons anew, so branches of service are those of units alone.
    """
    return _letter(counter.sidc)


@lru_cache(512)
def _letter(code: str) -> str:
    symbol = read_sidc(code)
    if symbol.sort != Sort.UNIT:
        return _SORTS.get(symbol.sort, "")
    return _BRANCHES.get(symbol.entity) or _BRANCHES.get(symbol.entity[:4], "")


def sign_letter(counter: Counter) -> str:
    """The letter of a piece that is drawn by its sign; empty for another."""
    return SIGNS.get(counter.sign, counter.sign[:1].upper())


def tag(counter: Counter) -> str:
    """What a counter is called on the board: its id, or its letter and number."""
    if not counter.sign:
        return counter.id
    if counter.sign == PAWN:
        return ASCII.pawn
    return f"{sign_letter(counter)}{''.join(figures(counter)[:1])}"


def sign_word(counter: Counter, owner: str) -> str:
    """What a piece drawn by its sign is, without whose it is: `R-Unit` of `Red R-Unit`."""
    word = counter.name.removeprefix(owner).strip()
    return word if counter.known and word else counter.sign


def name_of(counter: Counter) -> str:
    """What a counter is called; for one that is not known what it seems to be."""
    return counter.name if counter.known else counter.name.strip("?") or "unknown"


def shape(side: int) -> str:
    """Two characters, to stand left and right of a counter."""
    return SHAPES[side % len(SHAPES)]


def figures(counter: Counter) -> list[str]:
    """The shown figures of a counter as texts."""
    return [figure(value) for value in counter.values.values()]


def figure(value: float | str) -> str:
    """A number as one would write it."""
    return f"{value:g}" if isinstance(value, (int, float)) else str(value)


def counter_text(counter: Counter, width: int, more: int = 0) -> str:
    """A counter in its shape: id, branch and first figures, as many as fit.

    `more` counters lie under it.
    """
    inside = _inside(counter, max(1, width - 2), more)
    return f"{shape(counter.side)[0]}{inside}{shape(counter.side)[1]}"


def _inside(counter: Counter, width: int, more: int) -> str:
    id = counter.id
    if more:
        forms = [f"{id} +{more}", f"{id}+{more}", f"x{more + 1}", "+"]
    elif not counter.known:
        forms = [f"{id} ?", f"{id}?", id, "?"]
    else:
        letter, values = branch(counter), figures(counter)
        first = values[0] if values else ""
        both = "-".join(values[:2])
        forms = [f"{id} {letter or ':'}{both}", f"{id} {letter or ':'}{first}"]
        forms += [f"{id}{letter or ':'}{first}", f"{id}{letter}", id, letter or id]
    forms = [form.rstrip(": ") for form in forms]
    return next((form for form in forms if len(form) <= width), forms[-1][:width])


def direction(down: float, right: float) -> int:
    """The eighth of a turn, clockwise from east, in which something lies."""
    return round(math.atan2(down, right) / (math.pi / 4)) % 8
