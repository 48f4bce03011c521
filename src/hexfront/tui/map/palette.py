"""The colours of the map in characters."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from hexfront.core.documents.strictjson import Json

TINTS: Final = (1.0, 0.93, 1.07)
"""Neighbouring places differ a little in brightness, which shows their borders."""

SIDE_COLOURS: Final = ("#b3392f", "#2f62a8", "#3d7a3a", "#8a5a9c", "#b07a1e", "#4a8f93")


class Palette(NamedTuple):
    """One theme."""

    ground: str
    text: str
    muted: str
    terrain: Mapping[str, str]
    reach: str
    target: str
    way: str
    cursor: str
    overlay: str
    playback: str
    hazard: str
    border: str
    sector: str
    water: str
    """Of barriers of water."""
    road: str
    """Of sides that the best routes cross."""
    rail: str
    """Of sides that railways cross."""


DARK: Final = Palette(
    "#14171a",
    "#e6e3d8",
    "#8d948f",
    {
        "clear": "#3b4430",
        "woods": "#1f4630",
        "town": "#5c4a41",
        "water": "#1d4466",
        "hill": "#5b4d2c",
        "dotted": "#3b4430",
        "contoured": "#66552f",
        "desert": "#5c5238",
        "rough": "#4f4a3d",
        "mountain": "#5a4a3a",
        "jungle": "#1b4a2a",
        "plantation": "#43542f",
        "swamp": "#35524a",
        "beach": "#5c5238",
        "sea": "#1d4466",
        "box": "#23272b",
        "closed": "#23272b",
    },
    "#c9a83c",
    "#e0483a",
    "#f0d060",
    "#fff3b0",
    "#a06cd5",
    "#f08a3c",
    "#e0a800",
    "#ff6fa3",
    "#c8ccd8",
    "#58b4f0",
    "#d8cbb0",
    "#e89a6a",
)
LIGHT: Final = Palette(
    "#f4f2ea",
    "#23261f",
    "#6d7268",
    {
        "clear": "#dfe0bf",
        "woods": "#a9cb97",
        "town": "#d9bfae",
        "water": "#a2c8e6",
        "hill": "#dcc387",
        "dotted": "#dfe0bf",
        "contoured": "#d6ba7c",
        "desert": "#ecdcae",
        "rough": "#d3c7a8",
        "mountain": "#c3ac8e",
        "jungle": "#9cc394",
        "plantation": "#c9d79c",
        "swamp": "#bcd3c4",
        "beach": "#ecdcae",
        "sea": "#a2c8e6",
        "box": "#f4f2ea",
        "closed": "#c4c2ba",
    },
    "#d9a400",
    "#d02d1f",
    "#8a5a00",
    "#1a1a1a",
    "#8a45c8",
    "#e07000",
    "#ffbf00",
    "#a3123f",
    "#2c3144",
    "#1565b0",
    "#7a4a2b",
    "#8c3b1e",
)


KEPT: Final = 4096
"""Colours that are kept: a map asks for the same few again and again."""


@lru_cache(KEPT)
def mix(one: str, other: str, share: float) -> str:
    """A colour between two: `share` of the other."""
    pairs = zip(_parts(one), _parts(other), strict=True)
    return _colour([a + (b - a) * share for a, b in pairs])


@lru_cache(KEPT)
def shaded(colour: str, factor: float) -> str:
    """A colour made brighter or darker."""
    return _colour([part * factor for part in _parts(colour)])


@lru_cache(KEPT)
def text_on(ground: str) -> str:
    """Black or white, whichever is easier to read on a colour."""
    red, green, blue = _parts(ground)
    return "#111111" if 0.3 * red + 0.59 * green + 0.11 * blue > 140 else "#ffffff"


def side_colour(sides: Sequence[Json], side: int) -> str:
    """The colour of a side: the board's, or one of ours."""
    own = sides[side].get("colour") if 0 <= side < len(sides) else None
    return str(own) if _is_colour(own) else SIDE_COLOURS[side % len(SIDE_COLOURS)]


def terrain_colour(palette: Palette, art: str) -> str:
    """The colour of an art; one that is not known gets a tint that follows from its name."""
    if art in palette.terrain:
        return palette.terrain[art]
    digest = hashlib.sha256(art.encode()).digest()
    return mix(palette.terrain["clear"], _colour(list(digest[:3])), 0.35)


def _is_colour(value: object) -> bool:
    digits = value[1:] if isinstance(value, str) and value[:1] == "#" else ""
    return len(digits) == 6 and all(c in "0123456789abcdefABCDEF" for c in digits)


def _parts(colour: str) -> list[int]:
    return [int(colour[i : i + 2], 16) for i in (1, 3, 5)]


def _colour(parts: Sequence[float]) -> str:
    return "#" + "".join(f"{min(255, max(0, round(part))):02x}" for part in parts)
