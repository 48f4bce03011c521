"""Simulates whole servers, one for each seed, and names every seed that finds something wrong.

python -m benchmarks.simulation --seeds 1000
python -m benchmarks.simulation --seed 38          # one, again, and what was wrong in it
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import NamedTuple

from benchmarks.simulation.bugs import BUGS
from benchmarks.simulation.world import World, simulate

SHOWN = 5


class Found(NamedTuple):
    """What came of a seed."""

    seed: int
    counts: dict[str, int]
    wrong: list[str]
    story: str


def found(seed: int, bug: int | None = None) -> Found:
    """Simulate a seed, with a bug planted by its number if there is one."""
    memory = Path("/dev/shm")
    folder = memory if memory.is_dir() else None
    if bug is None:
        world = simulate(seed, folder)
    else:
        with tuple(BUGS.values())[bug]():
            world = simulate(seed, folder)
    return Found(seed, counts_of(world), world.wrong, world.story.hexdigest())


def counts_of(world: World) -> dict[str, int]:
    """What happened in a simulation."""
    requests = [request for player in world.players for request in player.requests]
    return {
        "requests": len(requests),
        "carried out": sum(request.accepted > 0 for request in requests),
        "sent again": sum(request.times - 1 for request in requests),
        **world.counts,
        **world.disk.counts,
    }


def simulated(seeds: range, workers: int, bug: int | None) -> Iterator[Found]:
    """What came of seeds, in their order."""
    if workers == 1:
        yield from map(partial(found, bug=bug), seeds)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(partial(found, bug=bug), seeds, chunksize=20)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--seeds", type=int, default=1000, help="how many")
    parser.add_argument("--first", type=int, default=0, help="the first of them")
    parser.add_argument("--seed", type=int, help="this one alone")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    bugs = "; ".join(f"{number}: {name}" for number, name in enumerate(BUGS))
    parser.add_argument("--bug", type=int, choices=range(len(BUGS)), help=f"planted; {bugs}")
    args = parser.parse_args()
    first, count = (args.first, args.seeds) if args.seed is None else (args.seed, 1)
    began, counts, wrong = time.perf_counter(), Counter[str](), []
    for each in simulated(range(first, first + count), min(args.workers, count), args.bug):
        counts.update(each.counts)
        if each.wrong:
            wrong.append(each.seed)
            print(f"seed {each.seed}:", *each.wrong[:SHOWN], sep="\n  ", file=sys.stderr)
        if sys.stderr.isatty():
            print(f"\r{each.seed - first + 1} of {count}", end="", file=sys.stderr)
    report = {
        "seeds": count,
        "wrong": wrong,
        "seconds": round(time.perf_counter() - began, 1),
        **counts,
    }
    print(json.dumps(report, indent=2))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
