"""Pairs of states of Aggressor that a side cannot tell apart, in large numbers.

    python -m benchmarks.noninterference                          # 1,000,000 pairs
    python -m benchmarks.noninterference --pairs 20000 --workers 2

Each pair is a true state of play and a disguised one, or what became of both
after the same orders of the side and other unheard ones of its enemy; all that
the side, or a spectator, gets must be the same in both, byte for byte
(`tests/aggressor/pairs.py`).  In one moment out of eight everything is
compared (offers and odds, surveys, messages, the past), in the others view,
choices and refusals.  The same seed compares the same pairs.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from collections import Counter
from collections.abc import Iterator
from itertools import count
from random import Random
from threading import Semaphore

from tests.aggressor.pairs import Case, Leak, examine
from tests.aggressor.worlds import EVERYTHING, OPTIONS

WHOLE = 1 / 8
WORLDS = 6
BATCH = 10
"""Cases that a worker takes at a time."""
STEPS = (0, 60, 60, 100, 200, 400, 700)
BOARDS = (0, 0, 1, 1, 1, 2, 3)
"""By their numbers, as often as they are drawn."""


def cases(seed: int, first: int, whole: float) -> list[Case]:
    """A batch of cases."""
    random = Random(f"{seed} {first}")
    found = []
    for _ in range(BATCH):
        what = EVERYTHING if random.random() < 0.5 else random.randrange(1, EVERYTHING + 1)
        found.append(
            Case(
                random.getrandbits(32),
                random.choice(BOARDS),
                random.randrange(len(OPTIONS)),
                random.choice(STEPS),
                random.randrange(2),
                what,
                acts=30,
                worlds=WORLDS,
                whole=whole,
            )
        )
    return found


def work(task: tuple[int, int, float]) -> tuple[Counter[str], float]:
    """Compare a batch; what was counted, and the CPU-seconds that it took."""
    before = time.process_time()
    counts: Counter[str] = Counter()
    for case in cases(*task):
        try:
            counts += examine(case)
        except Leak as leak:
            counts["leaks"] += 1
            print(f"LEAK {leak}", flush=True)
        counts["cases"] += 1
    return counts, time.process_time() - before


def tasks(seed: int, whole: float, room: Semaphore) -> Iterator[tuple[int, int, float]]:
    """Batches without end, no more ahead of the workers than there is room for."""
    for first in count():
        room.acquire()
        yield seed, first, whole


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--whole", type=float, default=WHOLE)
    args = parser.parse_args()
    counts: Counter[str] = Counter()
    begun, cpu, said = time.perf_counter(), 0.0, 0
    room = Semaphore(4 * args.workers)
    with multiprocessing.get_context("spawn").Pool(args.workers) as pool:
        for found, seconds in pool.imap_unordered(work, tasks(args.seed, args.whole, room)):
            room.release()
            counts += found
            cpu += seconds
            if counts["pairs"] >= said + 20_000:
                said = counts["pairs"]
                print(said, round(time.perf_counter() - begun), dict(counts), flush=True)
            if counts["pairs"] >= args.pairs:
                break
    report = {"leaks": 0} | dict(counts)
    report |= {"seconds": round(time.perf_counter() - begun), "cpu_seconds": round(cpu)}
    print(json.dumps(report, indent=2))
    raise SystemExit(counts["leaks"] > 0)


if __name__ == "__main__":
    main()
