"""How fast many games are played at once: random orders, and opponents against each other."""

from __future__ import annotations

from collections.abc import Callable
from statistics import median
from time import perf_counter, process_time
from typing import Any, Final

import numpy as np

from hexfront.agents import agent_factories
from hexfront.batch import Batch
from hexfront.batch.games import batch_game
from hexfront.batch.playing import numbers_of
from hexfront.batch.storage import size_of
from hexfront.core.batch.game import BatchGame
from hexfront.core.contract import Rules
from hexfront.core.documents.strictjson import Json
from hexfront.core.system import System

SEED: Final = 1
ROWS: Final = 1024
MANY_ROWS: Final = 4096
"""For two threads, fewer where so many take too much memory; a call's cost is shared by them."""
MANY_MEBIBYTES: Final = 128
FEW_ROWS: Final = 4
"""Of a system without kernels, which is a thousand times slower."""
MACHINE_GAMES: Final = 64
MACHINE_ROUND: Final = 10
"""Of long games a round has fewer, so that it takes no more than so many times its seconds."""
LARGE: Final = 10_000
"""Games whose memory is told."""
ROUNDS: Final = 7
ROUND_SECONDS: Final = 0.4
BEGIN: Final = 200
"""Steps before what is timed, so that rows stand in different moments of their games."""
MEBIBYTE: Final = 1 << 20


def measure_batches(
    system: System, rules: Rules[Any], seconds: float = ROUND_SECONDS
) -> dict[str, Json]:
    """Steps and games a second, and memory.

    `batch_steps_per_second`: orders a CPU-second on one core, random and legal, with chance,
    observations and masks, in a batch of 1,024 games. `batch_two_threads`: how many times as many
    two threads do by the clock, in a batch of 4,096. `machine_games_per_second`: by opponent,
    whole games between such on all seats, a CPU-second; None for those that are no kernels.
    `batch_mib`: memory of 10,000 games that learners play, and `batch_mib_bits` with legal orders
    as bits alone.
    """
    game = batch_game(system, rules)
    kernels = system.learning.batch is not None
    rows = ROWS if kernels else FEW_ROWS
    room = int(MANY_MEBIBYTES * MEBIBYTE / size_of(game))
    many = min(MANY_ROWS, max(rows, room)) if kernels else rows
    one, *both = (_Walker(game, *how) for how in ((rows, 1), (many, 1), (many, 2)))
    for walker in (one, *both):
        walker.walk(BEGIN if kernels else 1)
    speeds, ratios = [], []
    for _ in range(ROUNDS):
        steps, spent = one.time(process_time, seconds)
        speeds.append(steps / spent)
        alone, together = (walker.time(perf_counter, seconds) for walker in both)
        ratios.append(together[0] / together[1] / (alone[0] / alone[1]))
    return {
        "batch_steps_per_second": round(median(speeds)),
        "batch_two_threads": round(median(ratios), 2),
        "batch_mib": round(size_of(game) * LARGE / MEBIBYTE, 1),
        "batch_mib_bits": round(size_of(game, masks=False) * LARGE / MEBIBYTE, 1),
        "machine_games_per_second": {
            name: _machine_games(game, name, seconds) for name in agent_factories(system)
        },
    }


class _Walker:
    """Steps a batch by random legal orders."""

    def __init__(self, game: BatchGame, rows: int, threads: int) -> None:
        self._batch = Batch(game, rows, threads=threads)
        self._batch.reset(SEED)
        self._chance = np.random.default_rng(SEED)

    def walk(self, steps: int) -> None:
        """Some steps of all rows."""
        for _ in range(steps):
            self._batch.step(self._batch.sample(self._chance))

    def time(self, clock: Callable[[], float], seconds: float) -> tuple[int, float]:
        """Step for so long: orders, and seconds."""
        count, started = 0, clock()
        while (spent := clock() - started) < seconds:
            self._batch.step(self._batch.sample(self._chance))
            count += self._batch.games
        return count, spent


def _machine_games(game: BatchGame, name: str, seconds: float) -> float | None:
    """Whole games a CPU-second of an opponent against itself; the median of some rounds."""
    seats = [name] * len(game.rules.sides)
    if numbers_of(game, seats) is None or game.opponents is None:
        return None
    players = dict(enumerate(seats))
    one = Batch(game, 1, players=players)
    one.reset(SEED)
    started = process_time()
    one.reset()
    games = min(MACHINE_GAMES, 1 + int(MACHINE_ROUND * seconds / (process_time() - started)))
    batch = Batch(game, games, players=players)
    batch.reset(SEED)
    speeds = []
    for _ in range(ROUNDS):
        count, started = 0, process_time()
        while (spent := process_time() - started) < seconds:
            batch.reset()
            count += games
        speeds.append(count / spent)
    return round(median(speeds), 1)
