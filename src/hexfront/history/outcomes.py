"""Outcomes of recorded battles, by which models are fitted and judged."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import TypeVar

import numpy as np

from hexfront.data.battles import Battle
from hexfront.history.features import Floats, log_ratio
from hexfront.history.question import Band

T = TypeVar("T")
Pairs = list[tuple[Battle, float]]
LOW, HIGH = 0.1, 0.9
"""Between these parts of the errors four of five lie."""


def attacker_won(battle: Battle) -> float:
    """1 or 0; not a number for draws and where it is not known."""
    return {1: 1.0, -1: 0.0}.get(battle.winner or 0, math.nan)


def casualty_ratio(battle: Battle) -> float:
    """ln(attacker's casualties / defender's); not a number where one is 0 or not known."""
    return log_ratio(battle.number("CASA"), battle.number("CASD"))


def advance(battle: Battle) -> float:
    """Kilometres that the attacker advanced; not a number where it is not known."""
    found = battle.number("KMDA")
    return math.nan if found is None else found


def with_outcome(battles: Sequence[Battle], outcome: Callable[[Battle], float]) -> Pairs:
    """The battles whose outcome is known, each with it."""
    pairs = ((battle, outcome(battle)) for battle in battles)
    return [(battle, value) for battle, value in pairs if not math.isnan(value)]


def band_of_errors(errors: Floats) -> tuple[float, float]:
    """What to add to a middle for the two ends of a band, from errors made where it was fitted."""
    if not len(errors):
        return 0.0, 0.0
    return float(np.quantile(errors, LOW)), float(np.quantile(errors, HIGH))


def around(middle: float, ends: tuple[float, float]) -> Band:
    """A band of these ends around a middle."""
    return Band(middle, middle + ends[0], middle + ends[1])
