"""Pairs of states that a side cannot tell apart, of every system, in large numbers.

    python -m benchmarks.noninterference                          # 1,000,000 pairs
    python -m benchmarks.noninterference --pairs 20000 --workers 2
    python -m benchmarks.noninterference --pairs 20000 --part takeover --part worlds
    python -m benchmarks.noninterference --arrays                 # 1,000,000 pairs of arrays

The pairs are shared equally between the parts.  One part for each system is
the conformance kit's secrecy, on random games of its scenarios and options:
states imagined from a view, what the next steps of others make of them, and
the rest of `hexfront.conformance.secrecy`.  The part `worlds` is Aggressor's
own: a pair is a true state of play and a disguised one, or what became of both
after the same orders of the side and other unheard ones of its enemy; all that
the side, or a spectator, gets must be the same in both, byte for byte
(`tests/aggressor/pairs.py`).  In one moment out of eight everything is
compared (offers and odds, overlays, messages, the past), in the others view,
choices and refusals.  The same seed compares the same pairs.

With `--arrays` a pair is a position and one drawn from the view that a side has of it; the packed
views of both and what learners observe must be the same, bit for bit.  That is all it compares,
so a million takes minutes and not hours.
"""

from __future__ import annotations

import argparse
import json
import multiprocessing
import time
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from threading import Semaphore
from typing import Any, NamedTuple

from tests.aggressor.pairs import Case, Leak, examine
from tests.aggressor.worlds import EVERYTHING, OPTIONS
from tests.kit import TOLD

from hexfront.conformance import check_secrecy, rules_of, snapshots
from hexfront.conformance.learners import learners_view
from hexfront.core.contract import Rules
from hexfront.core.dice import dice_from_seed
from hexfront.core.registry import find_system, system_names
from hexfront.core.state import digest

OWN = "worlds"
"""The part that is Aggressor's own."""
POSITIONS = 24
"""Of each random game of a part that is a system."""
GAME_PAIRS = 1500
"""Compared in the positions of a game, at least."""
DRAWN = 30
"""States drawn from a view, of which only the arrays are compared."""
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


class Task(NamedTuple):
    """A batch of pairs of one part."""

    part: str
    seed: int
    first: int
    whole: float
    arrays: bool


def work(task: Task) -> tuple[str, Counter[str], float]:
    """Compare a batch; its part, what was counted, and the CPU-seconds that it took."""
    before = time.process_time()
    counts = (_worlds if task.part == OWN else _arrays if task.arrays else _game)(task)
    return task.part, counts, time.process_time() - before


def _worlds(task: Task) -> Counter[str]:
    counts: Counter[str] = Counter()
    for case in cases(task.seed, task.first, task.whole):
        try:
            counts += examine(case)
        except Leak as leak:
            counts["leaks"] += 1
            print(f"LEAK {leak}", flush=True)
        counts["cases"] += 1
    return counts


def _game(task: Task) -> Counter[str]:
    """The kit's secrecy in one random game; each leak is told with system, seed and step."""
    bound = _rules(task.part)
    labels = list(bound)
    rules = bound[labels[task.first % len(labels)]]
    seed = task.seed * 1_000_003 + task.first
    sample = snapshots(find_system(task.part), rules, seed, POSITIONS)
    try:
        found = check_secrecy(sample, GAME_PAIRS, **TOLD.get(task.part, {}))
    except AssertionError as leak:
        print(f"LEAK {leak}", flush=True)
        return Counter(leaks=1, games=1)
    return Counter(pairs=found.compared, different=found.different, games=1)


def _arrays(task: Task) -> Counter[str]:
    """Packed views and observations in one random game, of states drawn from the same view."""
    system, bound = find_system(task.part), _rules(task.part)
    rules = bound[list(bound)[task.first % len(bound)]]
    learners, counts = learners_view(system, rules), Counter[str](games=1)
    if learners is None:
        return counts
    seed = task.seed * 1_000_003 + task.first
    dice = dice_from_seed(seed, purpose="twins")
    for snapshot in snapshots(system, rules, seed, POSITIONS):
        own = digest(snapshot.state)
        for side in range(len(rules.sides)):
            view, known = rules.view(snapshot.state, side), learners.digests(snapshot.state, side)
            for _ in range(DRAWN):
                twin = rules.determinize(view, dice)
                counts["pairs"] += 1
                counts["different"] += digest(twin) != own
                if learners.digests(twin, side) != known:
                    counts["leaks"] += 1
                    print(f"LEAK {task} step {snapshot.step} side {side}", flush=True)
    return counts


@cache
def _rules(name: str) -> dict[str, Rules[Any]]:
    return rules_of(find_system(name))


def tasks(
    open_: list[str], seed: int, whole: float, arrays: bool, room: Semaphore
) -> Iterator[Task]:
    """A batch of each part that is still open in turn, no more ahead than there is room for."""
    first = 0
    while open_:
        for part in tuple(open_):
            room.acquire()
            yield Task(part, seed, first, whole, arrays)
        first += 1


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--pairs", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--whole", type=float, default=WHOLE)
    parser.add_argument("--part", action="append", choices=[*system_names(), OWN])
    parser.add_argument("--most-seconds", type=float, default=float("inf"))
    parser.add_argument("--arrays", action="store_true", help="the arrays of learners alone")
    args = parser.parse_args()
    parts = args.part or [*system_names(), *([] if args.arrays else [OWN])]
    counts: dict[str, Counter[str]] = {part: Counter() for part in parts}
    cpu: Counter[str] = Counter()
    open_ = list(parts)
    begun, said = time.perf_counter(), 0
    room = Semaphore(2 * args.workers)
    with multiprocessing.get_context("spawn").Pool(args.workers) as pool:
        for part, found, seconds in pool.imap_unordered(
            work, tasks(open_, args.seed, args.whole, args.arrays, room)
        ):
            room.release()
            counts[part] += found
            cpu[part] += seconds  # type: ignore[assignment]
            if part in open_ and counts[part]["pairs"] * len(parts) >= args.pairs:
                open_.remove(part)
            total = sum(found["pairs"] for found in counts.values())
            if total >= said + (100_000 if args.arrays else 20_000):
                said = total
                print(said, round(time.perf_counter() - begun), flush=True)
            if not open_ or sum(cpu.values()) > args.most_seconds:
                break
    leaks = sum(found["leaks"] for found in counts.values())
    report: dict[str, Any] = {
        part: dict(found) | {"cpu_seconds": round(cpu[part])} for part, found in counts.items()
    }
    report |= {
        "pairs": sum(found["pairs"] for found in counts.values()),
        "leaks": leaks,
        "seconds": round(time.perf_counter() - begun),
        "cpu_seconds": round(sum(cpu.values())),
    }
    print(json.dumps(report, indent=2))
    raise SystemExit(leaks > 0)


if __name__ == "__main__":
    main()
