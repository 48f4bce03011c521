"""Frames of symbols, and where icons meet them.

The plane is that of the standard's octagon: 200 by 200, the centre at 100, 100.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Final

from hexfront.pictures.symbols.sidc import Identity, Sort


@dataclass(frozen=True, slots=True)
class Frame:
    """An outline and its measures."""

    outline: str
    """Data of a path."""
    fill: str
    left: float
    top: float
    right: float
    bottom: float
    box: tuple[float, float, float, float]
    """Left, top, right, bottom of what strokes from corner to corner go through."""
    chord: tuple[float, float]
    """Left and right end of a line across at a height of 80 or 120."""
    arch: tuple[float, float, float]
    """Left end, height of the ends, and rise of the dome of air defence."""
    wall: tuple[float, float]
    """Upper and lower end of a line down at a breadth of 55."""
    staff: float
    """The height at which the staff of a headquarters begins, at the left."""


_BLUE, _RED, _GREEN, _YELLOW = "#80e0ff", "#ff8080", "#aaffaa", "#ffff80"

_LAND: Final = {
    Identity.FRIEND: Frame(
        "M25 50H175V150H25z", _BLUE, 25, 50, 175, 150,
        (25, 50, 175, 150), (25, 175), (25, 150, 40), (50, 150), 150,
    ),
    Identity.HOSTILE: Frame(
        "M100 28 172 100 100 172 28 100z", _RED, 28, 28, 172, 172,
        (60, 70, 140, 130), (49, 151), (70, 140, 25), (73, 127), 100,
    ),
    Identity.NEUTRAL: Frame(
        "M45 45H155V155H45z", _GREEN, 45, 45, 155, 155,
        (45, 45, 155, 155), (45, 155), (45, 150, 40), (45, 155), 155,
    ),
    Identity.UNKNOWN: Frame(
        "M63 63C63 20 137 20 137 63 180 63 180 137 137 137"
        "C137 180 63 180 63 137 20 137 20 63 63 63z",
        _YELLOW, 30.75, 30.75, 169.25, 169.25,
        (50, 65, 150, 135), (35, 165), (55, 135, 20), (65, 135), 100,
    ),
}  # fmt: skip

_ROUND: Final = replace(
    _LAND[Identity.FRIEND],
    outline="M40 100a60 60 0 1 1 120 0 60 60 0 1 1-120 0z",
    left=40,
    top=40,
    right=160,
    bottom=160,
    box=(57, 57, 143, 143),
    chord=(43, 157),
    staff=100,
)

_AIR_OUTLINES: Final = {
    Identity.FRIEND: ("M155 150C155 50 115 30 100 30 85 30 45 50 45 150", 45, 30, 155),
    Identity.HOSTILE: ("M45 150V70L100 20 155 70V150", 45, 20, 155),
    Identity.NEUTRAL: ("M45 150V30H155V150", 45, 30, 155),
    Identity.UNKNOWN: ("M65 150c-55 0-50-90 0-90 0-50 70-50 70 0 50 0 55 90 0 90", 25, 20, 175),
}


def frame_of(sort: Sort, identity: Identity) -> Frame:
    """The frame of a sort of symbol; that of a unit where a sort has none here."""
    land = _LAND[identity]
    if sort in (Sort.EQUIPMENT, Sort.SHIP) and identity is Identity.FRIEND:
        return _ROUND
    if sort is Sort.AIRCRAFT:
        outline, left, top, right = _AIR_OUTLINES[identity]
        return replace(
            land, outline=outline, left=left, top=top, right=right, bottom=150,
            box=(55, 60, 145, 140), chord=(45, 155), staff=150,
        )  # fmt: skip
    return land
