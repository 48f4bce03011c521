"""How good forecasts are: proper scores, calibration, errors and coverage."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

import numpy as np

from hexfront.data.battles import Battle
from hexfront.history.outcomes import advance, attacker_won, casualty_ratio
from hexfront.history.question import Band, Forecast

SMALLEST: Final = 1e-6
"""No chance counts as smaller in the logarithm."""
BINS: Final = ((0.0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 1.0))


class Bin(NamedTuple):
    """Battles whose forecast chance lay between two numbers."""

    low: float
    high: float
    battles: int
    forecast: float
    happened: float


@dataclass(frozen=True, slots=True)
class Scores:
    """Of a model over some battles; None where it says nothing, or no battle tells."""

    battles: int
    """About which something could be judged."""
    stand_ins: int
    """Of them, those for which a number was unknown, so that the base rate answered."""
    winners: int
    log_loss: float | None
    brier: float | None
    calibration: tuple[Bin, ...]
    calibration_error: float | None
    """Mean distance of forecast and frequency over the bins, by battles."""
    casualties: int
    casualty_error: float | None
    """Root mean square error of ln(attacker's casualties / defender's)."""
    coverage_80: float | None
    """The part of these ratios that lay in the band for four of five."""
    advances: int
    advance_error: float | None
    """Mean absolute error, kilometres."""
    advance_coverage_80: float | None


def score(pairs: Iterable[tuple[Battle, Forecast]]) -> Scores:
    """Hold forecasts against what happened."""
    each = list(pairs)
    won: list[tuple[float, float]] = []
    ratios: list[tuple[Band, float]] = []
    km: list[tuple[Band, float]] = []
    judged = 0
    for battle, forecast in each:
        before = len(won) + len(ratios) + len(km)
        outcome = attacker_won(battle)
        if forecast.attacker_wins is not None and not math.isnan(outcome):
            won.append((forecast.attacker_wins, outcome))
        ratio = casualty_ratio(battle)
        if forecast.casualty_ratio is not None and not math.isnan(ratio):
            ratios.append((forecast.casualty_ratio, ratio))
        distance = advance(battle)
        if forecast.advance is not None and not math.isnan(distance):
            km.append((forecast.advance, distance))
        judged += len(won) + len(ratios) + len(km) > before
    bins = calibration(won)
    return Scores(
        battles=judged,
        stand_ins=sum(forecast.stand_in for _, forecast in each),
        winners=len(won),
        log_loss=_mean([-math.log(max(p if y else 1 - p, SMALLEST)) for p, y in won]),
        brier=_mean([(p - y) ** 2 for p, y in won]),
        calibration=bins,
        calibration_error=_weighted(bins),
        casualties=len(ratios),
        casualty_error=_root([b.middle - x for b, x in ratios]),
        coverage_80=_mean([float(b.low <= x <= b.high) for b, x in ratios]),
        advances=len(km),
        advance_error=_mean([abs(b.middle - x) for b, x in km]),
        advance_coverage_80=_mean([float(b.low <= x <= b.high) for b, x in km]),
    )


def calibration(won: Sequence[tuple[float, float]]) -> tuple[Bin, ...]:
    """How often attackers won where the forecast lay in each fifth; empty fifths are left out."""
    found = []
    for low, high in BINS:
        inside = [(p, y) for p, y in won if low <= p < high or (high == 1.0 and p == 1.0)]
        if inside:
            forecast, happened = (float(np.mean(part)) for part in zip(*inside, strict=True))
            found.append(Bin(low, high, len(inside), forecast, happened))
    return tuple(found)


def _weighted(bins: Sequence[Bin]) -> float | None:
    total = sum(each.battles for each in bins)
    if not total:
        return None
    return sum(each.battles * abs(each.forecast - each.happened) for each in bins) / total


def _mean(values: Sequence[float]) -> float | None:
    return float(np.mean(values)) if values else None


def _root(values: Sequence[float]) -> float | None:
    return math.sqrt(float(np.mean(np.square(values)))) if values else None


class Difference(NamedTuple):
    """How much larger the mean log-loss of a model is than that of another; negative is better."""

    mean: float
    low: float
    high: float
    """The two ends of an interval of 95 %, from resampling whole wars."""


def log_loss_difference(
    one: Sequence[tuple[Battle, Forecast]],
    other: Sequence[tuple[Battle, Forecast]],
    resamples: int = 4000,
) -> Difference | None:
    """Two models on the same battles, pair by pair; None where they cannot be compared."""
    by_war: dict[str, list[float]] = {}
    theirs = {id(battle): forecast for battle, forecast in other}
    for battle, forecast in one:
        outcome, rival = attacker_won(battle), theirs.get(id(battle))
        if rival is None or math.isnan(outcome):
            continue
        chances = forecast.attacker_wins, rival.attacker_wins
        if chances[0] is None or chances[1] is None:
            continue
        found = [
            -math.log(max(p if outcome else 1 - p, SMALLEST)) for p in chances if p is not None
        ]
        by_war.setdefault(battle.war, []).append(found[0] - found[1])
    if not by_war:
        return None
    sums = np.array([sum(values) for values in by_war.values()])
    counts = np.array([len(values) for values in by_war.values()])
    drawn = np.random.default_rng(1).integers(len(sums), size=(resamples, len(sums)))
    means = sums[drawn].sum(axis=1) / counts[drawn].sum(axis=1)
    low, high = (float(np.quantile(means, q)) for q in (0.025, 0.975))
    return Difference(float(sums.sum() / counts.sum()), low, high)
