"""Reach and whole-map search on 1,000 x 1,000 hexes, beside SciPy and NetworkX.

    python benchmarks/bench_hex.py [--json]

CPU time of one thread.  The competitors take turns in one run; the best and the
median of the rounds are printed, and how many times longer each competitor takes.
NetworkX works on a map of 200 x 200: for a reach that makes no difference to it, and
its search of the whole map is compared by time per hex.
"""

from __future__ import annotations

import argparse
import json
import statistics
import time
from collections.abc import Callable
from typing import Any

import networkx
import numpy as np
from numpy.typing import NDArray
from scipy.sparse import csr_array
from scipy.sparse.csgraph import dijkstra

from hexfront.hex.grid import Grid
from hexfront.hex.search import UNLIMITED, new_search_scratch, search

SIDE = 1000
SMALL_SIDE = 200
POINTS = 12
ROUNDS = 7


class Map:
    """A map with the three searches on it."""

    def __init__(self, side: int, dearest: int) -> None:
        self.grid = Grid(side, side)
        n = self.grid.n
        self.entry_cost = np.random.default_rng(1).integers(1, dearest + 1, n + 1)
        self.entry_cost[n] = 0
        self.zone = np.zeros(n + 1, np.uint8)
        self.scratch = new_search_scratch(n)
        self.centre = self.grid.index_at(side // 2, side // 2)

    def hexfront(self, start: int, points: int) -> int:
        return search(
            self.grid.neighbours,
            self.entry_cost,
            None,
            self.zone,
            True,
            True,
            start,
            points,
            self.grid.n,
            self.scratch,
        )

    def steps(self) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
        """All steps as three arrays: from, to, price."""
        n = self.grid.n
        to = self.grid.neighbours[:n].ravel().astype(np.int64)
        at = np.repeat(np.arange(n), 6)[to < n]
        to = to[to < n]
        return at, to, self.entry_cost[to]

    def sparse(self) -> csr_array:
        at, to, price = self.steps()
        n = self.grid.n
        return csr_array((price.astype(np.float64), (at, to)), shape=(n, n))

    def graph(self) -> networkx.DiGraph:
        graph = networkx.DiGraph()
        graph.add_weighted_edges_from(zip(*(a.tolist() for a in self.steps()), strict=True))
        return graph


def clock(work: Callable[[], Any], repeats: int) -> float:
    """CPU seconds for one call."""
    started = time.thread_time_ns()
    for _ in range(repeats):
        work()
    return (time.thread_time_ns() - started) / repeats / 1e9


def compare(contenders: dict[str, tuple[Callable[[], Any], int]]) -> dict[str, dict[str, float]]:
    """Best and median CPU seconds of each contender, taking turns."""
    times: dict[str, list[float]] = {name: [] for name in contenders}
    for work, _ in contenders.values():
        work()
    for _ in range(ROUNDS):
        for name, (work, repeats) in contenders.items():
            times[name].append(clock(work, repeats))
    return {
        name: {"best": min(values), "median": statistics.median(values)}
        for name, values in times.items()
    }


def measure(dearest: int) -> dict[str, Any]:
    """All figures for a map whose hexes cost 1 to `dearest` to enter."""
    large, small = Map(SIDE, dearest), Map(SMALL_SIDE, dearest)
    sparse, graph = large.sparse(), small.graph()
    n, centre = large.grid.n, large.centre
    starts = np.random.default_rng(2).integers(0, n, 1000).tolist()

    def everywhere() -> None:
        for start in starts:
            large.hexfront(start, POINTS)

    def networkx_from(source: int, cutoff: float | None) -> dict[int, int]:
        found: dict[int, int] = networkx.single_source_dijkstra_path_length(graph, source, cutoff)
        return found

    hexes = large.hexfront(centre, POINTS)
    reach = compare(
        {
            "hexfront": (lambda: large.hexfront(centre, POINTS), 2000),
            "hexfront, random starts": (everywhere, 1),
            "scipy": (lambda: dijkstra(sparse, indices=centre, limit=POINTS), 3),
            "networkx": (lambda: networkx_from(small.centre, POINTS), 20),
        }
    )
    for key in reach["hexfront, random starts"]:
        reach["hexfront, random starts"][key] /= len(starts)
    whole = compare(
        {
            "hexfront": (lambda: large.hexfront(centre, UNLIMITED), 1),
            "scipy": (lambda: dijkstra(sparse, indices=centre), 1),
            "networkx": (lambda: networkx_from(small.centre, None), 1),
        }
    )
    for key in whole["networkx"]:
        whole["networkx"][key] *= n / small.grid.n
    agree(large, small, sparse, networkx_from)
    return {
        "costs": f"1 to {dearest}" if dearest > 1 else "1",
        "hexes_in_reach": hexes,
        "reach_seconds": reach,
        "whole_map_seconds": whole,
        "reach_ratio": ratios(reach),
        "whole_map_ratio": ratios(whole),
    }


def ratios(times: dict[str, dict[str, float]]) -> dict[str, float]:
    """How many times the median of hexfront each other one takes."""
    own = times["hexfront"]["median"]
    return {name: t["median"] / own for name, t in times.items() if name != "hexfront"}


def agree(
    large: Map,
    small: Map,
    sparse: csr_array,
    networkx_from: Callable[[int, float | None], dict[int, int]],
) -> None:
    """All three must find the same costs, or the comparison means nothing."""
    large.hexfront(large.centre, UNLIMITED)
    np.testing.assert_array_equal(
        large.scratch.cost[: large.grid.n], dijkstra(sparse, indices=large.centre)
    )
    small.hexfront(small.centre, UNLIMITED)
    found = networkx_from(small.centre, None)
    assert {h: int(small.scratch.cost[h]) for h in range(small.grid.n)} == found


def build_seconds() -> float:
    """CPU seconds to build the grid."""
    return min(clock(lambda: Grid(SIDE, SIDE), 1) for _ in range(3))


def run() -> dict[str, Any]:
    """All figures, as one object."""
    return {
        "map": f"{SIDE}x{SIDE}",
        "points": POINTS,
        "grid_seconds": build_seconds(),
        "terrains": [measure(1), measure(3)],
    }


def show(figures: dict[str, Any]) -> None:
    """Print the figures as text."""
    print(f"map {figures['map']}, built in {figures['grid_seconds']:.3f} s")
    for terrain in figures["terrains"]:
        print(f"\nentry cost {terrain['costs']}")
        title = f"reach of {figures['points']} points, {terrain['hexes_in_reach']} hexes"
        for name, unit, factor in (("reach", "µs", 1e6), ("whole_map", "ms", 1e3)):
            print(f"  {title if name == 'reach' else 'whole map'}")
            for who, t in terrain[f"{name}_seconds"].items():
                ratio = terrain[f"{name}_ratio"].get(who, 1.0)
                best, median = t["best"] * factor, t["median"] * factor
                print(
                    f"    {who:26} best {best:10.1f} {unit}  median {median:10.1f} {unit}"
                    f"  {ratio:9.1f} x"
                )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="one JSON object")
    arguments = parser.parse_args()
    figures = run()
    if arguments.json:
        print(json.dumps(figures))
    else:
        show(figures)


if __name__ == "__main__":
    main()
