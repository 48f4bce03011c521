"""Ratings by the model of Bradley and Terry, and where it does not fit: results in circles."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import log
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.arena.intervals import interval

ELO: Final = 400 / log(10)
"""Elo of one unit of the model's logarithm."""
HOLD: Final = 1e-9
"""A pull to 0, for agents that no games connect."""


class Rating(NamedTuple):
    """The strength of an agent in Elo, with its 95 % interval."""

    rating: float
    low: float
    high: float


def fit(
    pairs: Sequence[tuple[int, int]],
    shares: NDArray[np.float64],
    games: NDArray[np.float64],
    agents: int,
    start: NDArray[np.float64] | None = None,
) -> NDArray[np.float64]:
    """(agents,) the likeliest ratings in Elo, whose mean is 0.

    `shares`: of each pair the part of the points of its first agent, draws as half points;
    `games`: how many it has played. `start`: ratings to begin with.
    """
    from scipy.optimize import minimize
    from scipy.special import expit, log_expit

    design = np.zeros((len(pairs), agents))
    for place, (first, second) in enumerate(pairs):
        design[place, first], design[place, second] = 1.0, -1.0
    total = max(float(games.sum()), 1.0)

    def loss(at: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
        lead = design @ at
        points = shares * log_expit(lead) + (1 - shares) * log_expit(-lead)
        slope = design.T @ (games * (expit(lead) - shares))
        return float(-(games @ points) / total + HOLD * at @ at), slope / total + 2 * HOLD * at

    def bend(at: NDArray[np.float64]) -> NDArray[np.float64]:
        chance = expit(design @ at)
        curved: NDArray[np.float64] = design.T @ ((games * chance * (1 - chance))[:, None] * design)
        return curved / total + 2 * HOLD * np.eye(agents)

    begin = np.zeros(agents) if start is None else start / ELO
    found = minimize(loss, begin, jac=True, hess=bend, method="trust-exact", tol=1e-8).x
    ratings: NDArray[np.float64] = ELO * (found - found.mean())
    return ratings


def rate(
    pairs: Sequence[tuple[int, int]],
    shares: Sequence[float],
    resampled: NDArray[np.float64],
    games: Sequence[int],
    agents: int,
    anchor: int | None = None,
) -> list[Rating]:
    """Ratings with intervals: the mean of all is 0, or the rating of the agent `anchor`.

    `resampled`: (resamples, pairs) as of `intervals.resampled_shares`.
    """
    played = np.array(games, dtype=np.float64)
    middle = fit(pairs, np.array(shares), played, agents)
    drawn = np.array([fit(pairs, row, played, agents, middle) for row in resampled])
    if anchor is not None:
        middle = middle - middle[anchor]
        drawn = drawn - drawn[:, [anchor]]
    return [Rating(float(middle[place]), *interval(drawn[:, place])) for place in range(agents)]


def circles(beaten: Sequence[tuple[int, int]]) -> list[tuple[int, int, int]]:
    """Where A beats B, B beats C and C beats A: from (winner, loser) of what is certain."""
    sure = set(beaten)
    agents = sorted({agent for pair in sure for agent in pair})
    found = []
    for a, b, c in combinations(agents, 3):
        for way in ((a, b, c), (a, c, b)):
            if {(way[0], way[1]), (way[1], way[2]), (way[2], way[0])} <= sure:
                found.append(way)
    return found
