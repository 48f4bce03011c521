"""What was known before a battle, as numbers."""

from __future__ import annotations

import math
from typing import Final

import numpy as np
from numpy.typing import NDArray

from hexfront.core.study.engagement import Cover, Engagement, Force, Posture, Relief
from hexfront.data.battles import KnownBefore

Floats = NDArray[np.float64]

COLUMNS: Final = (
    *("STRA", "STRD", "INTSTA", "INTSTD", "TANKA", "TANKD", "ARTYA", "ARTYD", "CAVA", "CAVD"),
    *("WOFA1", "WOFD1", "POST1", "POST2", "POSTYPE", "TERRA1", "WX1", "AEROA"),
)
"""All columns that models read."""
NAMES: Final = (
    *("people", "initial people", "tanks", "guns", "cavalry", "size", "density"),
    *("hasty", "prepared", "fortified", "delay or withdrawal", "second posture"),
    *("rugged", "flat", "wooded", "bare", "desert", "urban"),
    *("wet", "cold", "hot", "air superiority"),
)
"""Of the features, in the order of `features`; the first five are logarithms of ratios."""
_POSTURES: Final[dict[str, Posture]] = {
    "HD": "hasty",
    "PD": "prepared",
    "FD": "fortified",
    "DL": "delay",
    "WD": "withdrawal",
}
_RELIEFS: Final[dict[str, Relief]] = {"G": "rugged", "R": "rolling", "F": "flat"}
_COVERS: Final[dict[str, Cover]] = {"W": "wooded", "M": "mixed", "B": "bare", "D": "desert"}


def log_ratio(attacker: float | None, defender: float | None, at_least: float = 0.0) -> float:
    """ln(attacker / defender); not a number where one is not known, or 0 without `at_least`."""
    if attacker is None or defender is None:
        return math.nan
    one, other = attacker + at_least, defender + at_least
    return math.log(one / other) if one > 0 and other > 0 else math.nan


def force_ratio(known: KnownBefore) -> float:
    """ln of the ratio of total strengths; not a number where one is not known."""
    return log_ratio(known.number("STRA"), known.number("STRD"))


def initial_ratio(known: KnownBefore) -> float:
    """ln of the ratio of initial strengths, or of total ones where those are not known."""
    one, other = (known.number(f"INTST{s}") or known.number(f"STR{s}") for s in "AD")
    return log_ratio(one, other)


def features(known: KnownBefore) -> Floats:
    """All features of a battle; not a number where something is not known."""
    attacker, defender = known.number("STRA"), known.number("STRD")
    size = attacker * defender if attacker and defender else math.nan
    posture, terrain, weather = known.code("POST1"), known.code("TERRA1"), known.code("WX1")
    air = known.code("AEROA")
    return np.array(
        [
            force_ratio(known),
            initial_ratio(known),
            *(
                log_ratio(known.number(f"{what}A"), known.number(f"{what}D"), at_least)
                for what, at_least in (("TANK", 5.0), ("ARTY", 5.0), ("CAV", 50.0))
            ),
            math.log(size) / 2 if size > 0 else math.nan,
            log_ratio(attacker, known.number("WOFA1"), 0.1),
            *(float(posture == code) for code in ("HD", "PD", "FD")),
            float(posture in {"DL", "WD"}),
            float(bool(known.code("POST2"))),
            *(float(terrain[:1] == letter) for letter in "GF"),
            *(float(terrain[1:2] == letter) for letter in "WBD"),
            float(terrain[2:3] == "U" or terrain[1:2] == "U"),
            float(weather[:1] == "W"),
            *(float(weather[2:3] == letter) for letter in "CH"),
            float(air) if air else math.nan,
        ]
    )


def _force(known: KnownBefore, side: str) -> Force | None:
    people = known.number(f"STR{side}")
    if not people:
        return None
    tanks, guns = (known.number(f"{what}{side}") or 0.0 for what in ("TANK", "ARTY"))
    return Force(people, tanks, guns)


def engagement_of(known: KnownBefore, days: float) -> Engagement | None:
    """The battle as systems take it; None where a strength is not known.

    Tanks and guns that are not known count as none.
    """
    attacker, defender = _force(known, "A"), _force(known, "D")
    if attacker is None or defender is None:
        return None
    terrain, air = known.code("TERRA1"), known.code("AEROA")
    return Engagement(
        attacker,
        defender,
        posture=_POSTURES.get(known.code("POST1"), "hasty"),
        relief=_RELIEFS.get(terrain[:1], "rolling"),
        cover=_COVERS.get(terrain[1:2], "mixed"),
        urban=terrain[2:3] == "U" or terrain[1:2] == "U",
        weather="wet" if known.code("WX1")[:1] == "W" else "dry",
        air=int(air) if air in {"1", "-1"} else 0,
        days=days,
    )
