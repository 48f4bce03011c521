"""Simulates whole servers, one for each seed, and names every seed that finds something wrong.

python -m benchmarks.simulation --seeds 1000
python -m benchmarks.simulation --seeds 1000:6000 --out part-2.json    # from 1000, before 6000
python -m benchmarks.simulation --join part-1.json part-2.json         # the parts as one
python -m benchmarks.simulation --seed 38          # one, again, and what was wrong in it

A run with `--out` writes the file anew every 100 seeds. One that was broken off goes on from there
when it is started again.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.simulation.bugs import BUGS
from benchmarks.simulation.world import World, simulate

SHOWN = 5
OFTEN = 100
"""Seeds between two writings of the summary."""


class Found(NamedTuple):
    """What came of a seed."""

    seed: int
    counts: dict[str, int]
    wrong: list[str]
    story: str


def found(seed: int, bug: int | None = None) -> Found:
    """Simulate a seed, with a bug planted by its number if there is one."""
    gc.collect()  # the world before
    gc.freeze()  # what is left is modules and compiled code: it is not looked at again
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
    talks = [screen.talk for screen in world.screens if screen.talk is not None]
    losses = [way for clocks in world.disk.clocks.values() for way in clocks.losses]
    return {
        "requests": len(requests),
        "carried out": sum(request.accepted > 0 for request in requests),
        "sent again": sum(request.times - 1 for request in requests),
        "said": sum(len(talk.said) for talk in talks),
        "notices": 0 if world.services is None else world.services.taken,
        "games of tournaments": 0 if world.cup is None else len(world.cup.seen.games),
        **Counter(f"lost by {way}" for way in losses),
        **world.counts,
        **world.disk.counts,
    }


def simulated(seeds: Sequence[int], workers: int, bug: int | None) -> Iterator[Found]:
    """What came of seeds, in their order."""
    if workers == 1:
        yield from map(partial(found, bug=bug), seeds)
        return
    with ProcessPoolExecutor(workers) as pool:
        yield from pool.map(partial(found, bug=bug), seeds, chunksize=20)


class Part:
    """What came of a row of seeds so far, as it stands in a file."""

    def __init__(self, seeds: range) -> None:
        self.seeds = seeds
        self.done = 0
        self.seconds = 0.0
        self.wrong: dict[int, list[str]] = {}
        """By seed the first things that were wrong."""
        self.counts: Counter[str] = Counter()

    @property
    def report(self) -> dict[str, Any]:
        """As the file has it."""
        return {
            "seeds": f"{self.seeds.start}:{self.seeds.stop}",
            "done": self.done,
            "wrong": {str(seed): lines for seed, lines in self.wrong.items()},
            "seconds": round(self.seconds, 1),
            "counts": dict(self.counts),
        }

    @classmethod
    def of(cls, report: dict[str, Any]) -> Part:
        """What a file says. Errors: `KeyError`, `ValueError`."""
        part = cls(some_seeds(report["seeds"]))
        part.done, part.seconds = report["done"], report["seconds"]
        part.wrong = {int(seed): lines for seed, lines in report["wrong"].items()}
        part.counts.update(report["counts"])
        return part

    def add(self, each: Found) -> None:
        """Note what came of the next seed."""
        self.done += 1
        self.counts.update(each.counts)
        if each.wrong:
            self.wrong[each.seed] = each.wrong[:SHOWN]

    def write(self, path: Path) -> None:
        """Put it into a file, which a kill leaves whole."""
        made = path.with_suffix(".new")
        made.write_text(json.dumps(self.report, indent=2) + "\n", encoding="utf-8")
        made.replace(path)


def run_part(part: Part, workers: int, bug: int | None, out: Path | None) -> None:
    """Simulate what is left of a part."""
    before, began = part.seconds, time.perf_counter()
    for each in simulated(part.seeds[part.done :], workers, bug):
        part.add(each)
        part.seconds = before + time.perf_counter() - began
        if each.wrong:
            print(f"seed {each.seed}:", *each.wrong[:SHOWN], sep="\n  ", file=sys.stderr)
        if sys.stderr.isatty():
            print(f"\r{part.done} of {len(part.seeds)}", end="", file=sys.stderr)
        if out is not None and part.done % OFTEN == 0:
            part.write(out)
    if out is not None:
        part.write(out)


def joined(parts: list[Part]) -> dict[str, Any]:
    """What several parts say together. Errors: `ValueError` where one is not whole."""
    counts, wrong, known = Counter[str](), dict[str, list[str]](), set[int]()
    for part in parts:
        report = part.report
        if part.done < len(part.seeds):
            raise ValueError(f"{report['seeds']}: {part.done} of {len(part.seeds)} seeds are done")
        if known & set(part.seeds):
            raise ValueError(f"{report['seeds']}: some of these seeds are in another part too")
        known |= set(part.seeds)
        counts.update(part.counts)
        wrong |= report["wrong"]
    seconds = round(sum(part.seconds for part in parts), 1)
    return {"seeds": len(known), "wrong": wrong, "seconds": seconds, "counts": dict(counts)}


def some_seeds(text: str) -> range:
    """The seeds of `A:B`, from A and before B, or the first so many. Errors: `ValueError`.

    >>> some_seeds("1000:6000"), some_seeds("50")
    (range(1000, 6000), range(0, 50))
    """
    first, colon, end = text.partition(":")
    seeds = range(int(first), int(end)) if colon else range(int(first))
    if not seeds or seeds.start < 0:
        raise ValueError(text)
    return seeds


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument(
        "--seeds", type=some_seeds, default=range(1000), help="how many, or A:B: from A, before B"
    )
    parser.add_argument("--seed", type=int, help="this one alone")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--out", type=Path, help="a file for the summary, from which a run goes on")
    parser.add_argument("--join", type=Path, nargs="+", help="such files, which are summed up")
    bugs = "; ".join(f"{number}: {name}" for number, name in enumerate(BUGS))
    parser.add_argument("--bug", type=int, choices=range(len(BUGS)), help=f"planted; {bugs}")
    args = parser.parse_args()
    if args.join:
        try:
            report = joined([Part.of(json.loads(path.read_text())) for path in args.join])
        except (OSError, KeyError, ValueError) as error:
            parser.error(str(error))
        print(json.dumps(report, indent=2))
        return 1 if report["wrong"] else 0
    part = Part(args.seeds if args.seed is None else range(args.seed, args.seed + 1))
    if args.out is not None and args.out.exists():
        part = Part.of(json.loads(args.out.read_text()))
        if part.seeds != args.seeds:
            parser.error(f"{args.out} is of other seeds: {part.report['seeds']}")
    run_part(part, min(args.workers, len(part.seeds)), args.bug, args.out)
    print(json.dumps(part.report, indent=2))
    return 1 if part.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
