"""How long an experiment will take, by some games that are tried before it."""

from __future__ import annotations

from time import perf_counter
from typing import Final

from hexfront.experiments.experiment import Experiment
from hexfront.experiments.playing import CHUNK
from hexfront.jit import is_ready
from hexfront.study.games import GameRunner

TRIED: Final = 5
"""Points that are tried, at most."""
SECONDS: Final = 2.0
"""After so many seconds no further point is tried."""


def seconds_of(experiment: Experiment, games: int) -> float | None:
    """About how many seconds so many games take one process.

    Points from the first to the last are made ready, and a game of each is played; its row is lost.
    None while rules run as plain Python, which tells nothing of what comes after.
    Errors: `InputError`, `GameFailed`.
    """
    if not is_ready(experiment.system.rules.__module__):
        return None
    points = len(experiment.points)
    tried = sorted({round(part * (points - 1) / (TRIED - 1)) for part in range(TRIED)})
    _try(experiment, tried[0])  # loads what is loaded once
    made = played = 0.0
    count, began = 0, perf_counter()
    for point in tried:
        making, playing = _try(experiment, point)
        made, played, count = made + making, played + playing, count + 1
        if perf_counter() - began > SECONDS:
            break
    each = max(1, games // points)
    chunk = 1 if experiment.is_jittered else min(CHUNK, each)
    return (played + made / chunk) / count * games


def _try(experiment: Experiment, point: int) -> tuple[float, float]:
    """Seconds to make a point ready, and for its first game."""
    began = perf_counter()
    plan, rules = experiment.plan(point)
    runner = GameRunner(plan, rules, named=False)
    ready = perf_counter()
    runner.play(0)
    return ready - began, perf_counter() - ready


def time_text(seconds: float) -> str:
    """A time as people say it beforehand: `40 s`, `3 min`, `2.5 h`."""
    if seconds < 90:
        return f"{max(1, round(seconds))} s"
    return f"{seconds / 60:.0f} min" if seconds < 5400 else f"{seconds / 3600:.1f} h"
