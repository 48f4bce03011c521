"""The cheapest way to put all together in pairs."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import Any, TypeVar

from hexfront.core.errors import HexfrontError

Node = TypeVar("Node", bound=Hashable)


def cheapest_pairs(
    costs: Mapping[tuple[Node, Node], tuple[int, ...]],
) -> list[tuple[Node, Node]]:
    """As many pairs as can be, and among these the ones whose costs have the least sum.

    `costs`: by pair, the weightiest number first: no sum of later ones outweighs one of an
    earlier. All are at least 0. Errors: `HexfrontError` where the package networkx is not there.
    """
    if not costs:
        return []
    try:
        from networkx import Graph, max_weight_matching
    except ImportError as error:
        raise HexfrontError(f"pairings need {error.name}; install `hexfront[people]`") from None
    pairs = len({node for pair in costs for node in pair}) // 2
    bases = [pairs * max(column) + 1 for column in zip(*costs.values(), strict=True)]

    def weight(levels: tuple[int, ...]) -> int:
        total = 0
        for level, base in zip(levels, bases, strict=True):
            total = total * base + level
        return total

    weights = {pair: weight(levels) for pair, levels in costs.items()}
    most = max(weights.values()) + 1
    graph: Any = Graph()
    graph.add_weighted_edges_from((a, b, most - cost) for (a, b), cost in weights.items())
    found = max_weight_matching(graph, maxcardinality=True)
    return [pair if pair in costs else (pair[1], pair[0]) for pair in found]
