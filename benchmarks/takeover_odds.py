"""Exact odds of Takeover beside dice: how far apart, and how fast both are.

Engagements between some pools are fought with dice, so many of them, in the compiled
kernel of the rules; how often the aggressor wins is held against the exact chance, and
so is the mean number of rounds.  A z-score counts standard errors: of the many here
about one in three is beyond 1, and hardly one beyond 3.  Then the exact odds between
the largest pools of the scenario, with nothing known before and again.
"""

from __future__ import annotations

import argparse
from math import sqrt
from statistics import median
from time import process_time
from typing import Any

import numpy as np

from hexfront.core.dice import dice_from_seed
from hexfront.core.registry import find_system
from hexfront.core.scenario import load_scenario
from hexfront.jit import compile_always

ROUNDS = 7


def main() -> None:
    """Print a row for each pair of pools, and the times of exact odds."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--fights", type=int, default=10_000_000, help="engagements in all")
    parser.add_argument("--scenario")
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    compile_always()
    # Not before the compiler has been told.
    from hexfront.systems.takeover.knowledge.odds import Pool, clear_tables, odds
    from hexfront.systems.takeover.rules.pools import FACES, fight_often
    from hexfront.systems.takeover.study.measures import largest_pools

    system = find_system("takeover")
    rules: Any = system.rules(load_scenario(system, chosen.scenario))
    ring = rules.setting.ring
    multipliers = tuple(ring.multipliers.tolist())
    largest = largest_pools(rules.scenario)
    red, white = largest[0].polygon, largest[1].polygon
    sizes = [
        (1, 2),
        (2, 2),
        (3, 3),
        (4, 5),
        (5, 4),
        (6, 6),
        (2, 7),
        (largest[0].dice, largest[1].dice),
    ]
    dice, counts = dice_from_seed(chosen.seed), np.zeros(FACES, dtype=np.int64)
    polygons = np.array([red, white])
    fight_often(dice, polygons, np.array([1, 2]), ring.multipliers, 1, counts, np.zeros(2, int))
    fights = chosen.fights // len(sizes)
    print(f"{fights:,} engagements for each of {len(sizes)} pairs of pools, seed {chosen.seed}")
    print(
        f"{'pools':>12} {'exact':>9} {'fought':>9} {'z':>6} {'rounds':>8} {'z':>6} {'rounds/s':>12}"
    )
    total, seconds = 0, 0.0
    for a, d in sizes:
        wins = np.zeros(2, dtype=np.int64)
        started = process_time()
        rounds = int(
            fight_often(dice, polygons, np.array([a, d]), ring.multipliers, fights, counts, wins)
        )
        taken = process_time() - started
        total, seconds = total + rounds, seconds + taken
        exact = odds(Pool(red, a), Pool(white, d), multipliers)
        chance, share = float(exact.engagement_win), wins[0] / fights
        z = (share - chance) / sqrt(chance * (1 - chance) / fights)
        mean = float(exact.expected_rounds)
        spread = sqrt(sum(float(p) * (n - mean) ** 2 for n, p in exact.rounds.items()))
        z_rounds = (rounds / fights - mean) / (spread / sqrt(fights))
        print(
            f"{f'{a} v {d}':>12} {chance:9.5f} {share:9.5f} {z:6.2f} {mean:8.4f} {z_rounds:6.2f}"
            f" {rounds / taken:12,.0f}"
        )
    print(f"all: {total:,} rounds in {seconds:.1f} CPU-seconds, {total / seconds:,.0f} a second")
    for words, fresh in (("nothing known before", True), ("again", False)):
        times = []
        for _ in range(ROUNDS):
            if fresh:
                clear_tables()
            started = process_time()
            odds(*largest, multipliers)
            times.append(1e3 * (process_time() - started))
        print(f"exact odds {largest[0].dice} v {largest[1].dice}, {words}: {median(times):.1f} ms")


if __name__ == "__main__":
    main()
