"""Intervals by resampling blocks of games.

Every resample gives each block a weight (the Bayesian bootstrap): blocks with the same dice get
the same in all pairings. A game won and a game lost are added to each pairing, so that two
hundred wins do not prove that all games would be won: where pairs of games are won or lost whole,
the interval is that of Jeffreys.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import numpy as np
from numpy.typing import NDArray

RESAMPLES: Final = 1000
PAIR: Final = 2
"""Games of a block with two sides."""
CONFIDENCE: Final = 95.0
AT_ONCE: Final = 4_000_000
"""Weights in memory."""


def smoothed_share(scores: Sequence[float], games: int = PAIR) -> float:
    """The mean score with the added games, which is never 0 or 1; `games`: of a block."""
    return (sum(scores) + 1 / games) / (len(scores) + 2 / games)


def resampled_shares(
    scores: Sequence[Sequence[float]],
    resamples: int = RESAMPLES,
    seed: int = 0,
    games: int = PAIR,
) -> NDArray[np.float64]:
    """(resamples, pairings): the share of points of the first agent of each pairing.

    `scores`: of each pairing the scores of its blocks, from 0 to 1, in the order of the dice;
    `games`: of each block. Equal arguments give equal shares.
    """
    rng = np.random.default_rng(seed)
    arrays = [np.array(of_pairing, dtype=np.float64) for of_pairing in scores]
    blocks = max(map(len, arrays), default=0)
    step = max(1, min(resamples, AT_ONCE // max(blocks, 1)))
    parts = []
    for begin in range(0, resamples, step):
        count = min(step, resamples - begin)
        weights = rng.standard_exponential((count, blocks))
        won = rng.standard_gamma(1 / games, (count, len(arrays)))
        lost = rng.standard_gamma(1 / games, (count, len(arrays)))
        for place, values in enumerate(arrays):
            lost[:, place] += weights[:, : len(values)] @ (1 - values)
            won[:, place] += weights[:, : len(values)] @ values
        parts.append(won / (won + lost))
    return np.concatenate(parts) if parts else np.zeros((0, len(arrays)))


def interval(values: NDArray[np.float64]) -> tuple[float, float]:
    """The middle 95 % of resampled values."""
    outside = (100 - CONFIDENCE) / 2
    low, high = np.percentile(values, [outside, 100 - outside])
    return float(low), float(high)
