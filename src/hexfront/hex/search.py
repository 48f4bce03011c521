"""Movement-cost search under zones of control: reach and shortest path.

One kernel, `search`, does both.  Costs are positive integers; a system with half
points counts in halves.  The queue is a ring of buckets, one for each cost, after
Dial (1969): no comparison is needed as long as a step costs less than the ring is
long.  What does not fit waits in a binary heap.

Nothing is cleared but what the last call touched, so a short reach on a large map
costs what it reaches.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.hex.prefetch import prefetch_row
from hexfront.jit import kernel

BLOCKED = 0
"""An entry cost (or any below it) of a hex that cannot be entered."""
UNREACHED = 2**62
"""The cost of a hex that the search did not reach."""
UNLIMITED = 2**61
"""Points that never run out."""

_BUCKETS = 64  # a power of two
_RING = _BUCKETS - 1
_NOBODY = -1


class SearchScratch(NamedTuple):
    """The results of a search, and its working memory; kept from call to call.

    What has no description is for the search alone.
    """

    cost: NDArray[np.int64]
    """(n + 1,) points spent to each hex, or UNREACHED."""
    parent: NDArray[np.int32]
    """(n + 1,) the hex before it on a cheapest path, n for the start; without
    meaning where the cost is UNREACHED."""
    reached: NDArray[np.int32]
    """(n + 1,) the hexes reached, cheapest first, the start included."""
    size: NDArray[np.int64]
    """(1,) how many of these there are."""
    bucket: NDArray[np.int32]
    below: NDArray[np.int32]
    heap: NDArray[np.int32]
    slot: NDArray[np.int32]


def new_search_scratch(n: int) -> SearchScratch:
    """SearchScratch for searches on a map of n hexes."""
    return SearchScratch(
        cost=np.full(n + 1, UNREACHED, np.int64),
        parent=np.full(n + 1, n, np.int32),
        reached=np.full(n + 1, n, np.int32),
        size=np.zeros(1, np.int64),
        bucket=np.full(_BUCKETS, _NOBODY, np.int32),
        below=np.full(n + 1, _NOBODY, np.int32),
        heap=np.full(n + 1, n, np.int32),
        slot=np.full(n + 1, _NOBODY, np.int32),
    )


@kernel
def search(
    neighbours: NDArray[np.int32],
    entry_cost: NDArray[np.int64],
    side_cost: NDArray[np.int64] | None,
    zone: NDArray[np.uint8],
    stop_in_zone: bool,
    no_zone_to_zone: bool,
    start: int,
    points: int,
    target: int,
    scratch: SearchScratch,
) -> int:
    """Find the cheapest way to every hex within `points`, or as far as `target`.

    Args:
        neighbours: int32 (n + 1, 6), as of `Grid`.
        entry_cost: int64 (n + 1,): points to enter each hex; BLOCKED or less forbids it.
        side_cost: int64 (n + 1, 6): points added for leaving a hex across a side; a
            negative one forbids it.  None where sides cost nothing, which is faster.
        zone: uint8 (n + 1,): 1 for each hex in an enemy zone of control.
        stop_in_zone: entering a zone hex ends the move; leaving the start is free.
        no_zone_to_zone: no step leads from a zone hex to a zone hex.
        start: index of the hex to start in.
        points: the most that a path may cost; UNLIMITED for no limit.
        target: stop as soon as this hex is reached; n for none.
        scratch: from `new_search_scratch(n)`; holds the results until the next search.

    Returns the number of hexes reached.  Any single cost must be below 2**31.  Of
    equally cheap paths one is found, always the same one.
    """
    cost, parent, reached = scratch.cost, scratch.parent, scratch.reached
    bucket, below, heap, slot = scratch.bucket, scratch.below, scratch.heap, scratch.slot
    _forget(cost, reached, scratch.size)
    n = neighbours.shape[0] - 1
    cost[n] = -1  # nothing can lead to the sentinel
    cost[start], parent[start] = 0, n
    bucket[0], below[start] = start, _NOBODY
    in_buckets, in_heap, settled, here = 1, 0, 0, 0
    arrived = False
    while in_buckets + in_heap > 0:
        nearest = here
        if in_buckets > 0:
            while bucket[nearest & _RING] == _NOBODY:
                nearest += 1
        if in_heap > 0 and (in_buckets == 0 or cost[heap[0]] < nearest):
            at = _pop(heap, slot, cost, in_heap)
            in_heap -= 1
            here = cost[at]
        else:
            at = bucket[nearest & _RING]
            bucket[nearest & _RING] = below[at]
            in_buckets -= 1
            here = nearest
            if cost[at] != here:
                continue  # a cheaper way was found: it has moved to the heap
        if arrived:
            cost[at] = UNREACHED  # only empty the queue
            continue
        reached[settled] = at
        settled += 1
        arrived = at == target
        in_zone = zone[at] != 0
        if arrived or (in_zone and stop_in_zone and at != start):
            continue
        for direction in range(6):
            to = neighbours[at, direction]
            known = cost[to]
            # Without side costs all pay the same to enter: the first way found is the cheapest.
            if side_cost is None:
                if known < UNREACHED:
                    continue
            elif known <= here:
                continue
            step = entry_cost[to]
            if step <= BLOCKED or (in_zone and no_zone_to_zone and zone[to] != 0):
                continue
            if side_cost is not None:
                if side_cost[at, direction] < 0:
                    continue
                step += side_cost[at, direction]
            total = here + step
            if total > points or (side_cost is not None and total >= known):
                continue
            cost[to] = total
            parent[to] = at
            if step < _BUCKETS and known == UNREACHED:
                prefetch_row(neighbours, to)
                below[to] = bucket[total & _RING]
                bucket[total & _RING] = to
                in_buckets += 1
            else:
                in_heap = _push(heap, slot, cost, in_heap, to)
    cost[n] = UNREACHED
    scratch.size[0] = settled
    return settled


@kernel
def _forget(cost: NDArray[np.int64], reached: NDArray[np.int32], size: NDArray[np.int64]) -> None:
    """Undo the costs of the last search."""
    if size[0] > cost.shape[0] // 8:  # then one sweep is cheaper than many jumps
        cost[:] = UNREACHED
    else:
        for i in range(size[0]):
            cost[reached[i]] = UNREACHED


@kernel
def _push(
    heap: NDArray[np.int32],
    slot: NDArray[np.int32],
    cost: NDArray[np.int64],
    size: int,
    item: int,
) -> int:
    """Put a hex into the heap, or move it up after its cost fell; returns the new size."""
    i = slot[item]
    if i == _NOBODY:
        i = size
        size += 1
    while i > 0:
        above = (i - 1) // 2
        other = heap[above]
        if cost[other] <= cost[item]:
            break
        heap[i] = other
        slot[other] = i
        i = above
    heap[i] = item
    slot[item] = i
    return size


@kernel
def _pop(
    heap: NDArray[np.int32], slot: NDArray[np.int32], cost: NDArray[np.int64], size: int
) -> int:
    """Take the cheapest hex from a heap of `size`."""
    top: int = heap[0]
    slot[top] = _NOBODY
    size -= 1
    if size == 0:
        return top
    item = heap[size]
    i = 0
    while True:
        child = 2 * i + 1
        if child >= size:
            break
        if child + 1 < size and cost[heap[child + 1]] < cost[heap[child]]:
            child += 1
        if cost[item] <= cost[heap[child]]:
            break
        heap[i] = heap[child]
        slot[heap[i]] = i
        i = child
    heap[i] = item
    slot[item] = i
    return top


def path_to(scratch: SearchScratch, target: int) -> list[int]:
    """The hexes from the start of the last search to a target, both included.

    Empty where the search did not reach the target.
    """
    n = scratch.cost.shape[0] - 1
    path: list[int] = []
    if scratch.cost[target] == UNREACHED:
        return path
    at, before = int(target), scratch.parent.item
    while at != n:
        path.append(at)
        at = before(at)
    return path[::-1]
