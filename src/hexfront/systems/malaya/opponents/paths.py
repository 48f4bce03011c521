"""Ways across the map: fields of distances, the reach of units, ways by rail, as kernels.

What a unit reaches is a number for each hex: the halves of points to it, and the hex before it;
NOBODY where it cannot go.  Of equally cheap ways the one through the lower hex is taken.
"""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int
from hexfront.core.tables import fill
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.malaya.opponents.room import MalayaRoom
from hexfront.systems.malaya.rules.movement import allowance, side_of, way
from hexfront.systems.malaya.rules.planes import control_of, has, in_zone_of, stands
from hexfront.systems.malaya.scenario.state import (
    ARMOUR,
    DIRECTIONS,
    INFANTRY,
    NOBODY,
    MalayaGround,
    MalayaState,
)

FAR: Final = 100_000
"""Farther than anything that can be reached, in halves of movement points."""
_BITS: Final = 16
_HEX: Final = (1 << _BITS) - 1


@inline_kernel
def push(heap: Int, size: int, key: int) -> int:
    """Put a key into a heap of so many; gives the new size."""
    at = size
    while at > 0:
        above = (at - 1) >> 1
        if heap[above] <= key:
            break
        heap[at] = heap[above]
        at = above
    heap[at] = key
    return size + 1


@inline_kernel
def pop(heap: Int, size: int) -> int:
    """Take the least key out of a heap of so many."""
    top, last = heap[0], heap[size - 1]
    at, child = 0, 1
    while child < size - 1:
        if child + 1 < size - 1 and heap[child + 1] < heap[child]:
            child += 1
        if heap[child] >= last:
            break
        heap[at] = heap[child]
        at = child
        child = 2 * at + 1
    heap[at] = last
    return top


@inline_kernel
def cost_of_arm(ground: MalayaGround, arm: int, here: int, direction: int) -> int:
    """Halves of points to go from a hex in a direction; 0 where the arm cannot (MAL-9)."""
    if arm == ARMOUR:
        return ground.hexes.drive[here, direction]
    return ground.hexes.march[here, direction]


@kernel
def spread_field(ground: MalayaGround, room: MalayaRoom, arm: int, dear: Int, field: Int) -> None:
    """Find halves of points to the nearest of the hexes where a field is 0; it is FAR elsewhere.

    `dear`: how many halves more each hex costs to enter.
    """
    heap, size = room.heap, 0
    for place in range(ground.rules.hexes):
        if field[place] == 0:
            size = push(heap, size, place)
    while size > 0:
        key = pop(heap, size)
        size -= 1
        total, there = key >> _BITS, key & _HEX
        if total > field[there]:
            continue
        more = total + dear[there]
        for direction in range(DIRECTIONS):
            here = ground.hexes.neighbour[there, direction]
            if here == ground.rules.hexes:
                continue
            price = cost_of_arm(ground, arm, here, (direction + 3) % DIRECTIONS)
            if price > 0 and more + price < field[here]:
                field[here] = more + price
                size = push(heap, size, more + price << _BITS | here)


@kernel
def write_chain(ground: MalayaGround, here: int, far: Int, chain: Int, most: int) -> int:
    """Write the hexes on the cheapest way down a field of distances, from a hex on.

    At most so many; gives their number.
    """
    chain[0] = here
    count = 1
    while count < most and 0 < far[here] < FAR:
        best, best_far = NOBODY, 0
        for direction in range(DIRECTIONS):
            there = ground.hexes.neighbour[here, direction]
            cost = ground.hexes.march[here, direction]
            if cost == 0 or far[there] >= far[here]:
                continue
            total = far[there] + cost
            if best == NOBODY or total < best_far or (total == best_far and there < best):
                best, best_far = there, total
        here = best
        chain[count] = here
        count += 1
    return count


@inline_kernel
def cost_to(reach: Int, place: int) -> int:
    """Halves of points to a hex that can be reached."""
    return reach[place] >> _BITS


@inline_kernel
def hex_before(reach: Int, place: int) -> int:
    """The hex before one that can be reached; NOBODY for the start."""
    return (reach[place] & _HEX) - 1


@inline_kernel
def left_of(ground: MalayaGround, state: MalayaState, unit: int) -> int:
    """Halves of points that a unit has left in this phase."""
    if state.units.stopped[unit] == 1:
        return 0
    return allowance(ground, state, unit) - state.units.spent[unit]


@kernel
def find_reach(
    ground: MalayaGround,
    room: MalayaRoom,
    state: MalayaState,
    unit: int,
    points: int,
    zone: Int,
    reach: Int,
) -> int:
    """Find where a unit can go with so many halves of points (MAL-8 to MAL-10).

    `zone`: the plane of enemy zones.  Gives the number of hexes, the start included.
    """
    fill(reach, NOBODY)
    enemy, start = 1 - side_of(ground, unit), state.units.place[unit]
    heap, size, found = room.heap, 1, 1
    heap[0] = start
    reach[start] = 0
    while size > 0:
        key = pop(heap, size)
        size -= 1
        total, here = key >> _BITS, key & _HEX
        in_zone = has(zone, here)
        if total > reach[here] >> _BITS or (in_zone and here != start):
            continue
        for direction in range(DIRECTIONS):
            price = way(ground, unit, here, direction)
            if price == 0 or total + price > points:
                continue
            there = ground.hexes.neighbour[here, direction]
            known = reach[there]
            if known != NOBODY and total + price >= known >> _BITS:
                continue
            if stands(state, there, enemy) or (in_zone and has(zone, there)):
                continue
            found += known == NOBODY
            reach[there] = total + price << _BITS | here + 1
            size = push(heap, size, total + price << _BITS | there)
    return found


@outlined_kernel
def find_rides(ground: MalayaGround, room: MalayaRoom, state: MalayaState, unit: int) -> int:
    """Find the hexes to which trains can bring a unit that may take one (MAL-12).

    They stand in QUEUE, the start first; gives their number.
    """
    side, start = side_of(ground, unit), state.units.place[unit]
    queue, before, depth = room.queue, room.before, room.depth
    fill(depth, NOBODY)
    queue[0] = start
    before[start] = NOBODY
    depth[start] = 0
    first, last = 0, 1
    while first < last:
        here = queue[first]
        first += 1
        ends = in_zone_of(state, here, 1 - side) or depth[here] >= ground.rules.rail_hexes
        if here != start and ends:
            continue
        for direction in range(DIRECTIONS):
            there = ground.hexes.neighbour[here, direction]
            if ground.hexes.rail[here, direction] == 0 or depth[there] != NOBODY:
                continue
            if control_of(state, there) == side and not stands(state, there, 1 - side):
                before[there] = here
                depth[there] = depth[here] + 1
                queue[last] = there
                last += 1
    return last


@inline_kernel
def field_of_foes(
    ground: MalayaGround, room: MalayaRoom, state: MalayaState, side: int, field: Int
) -> None:
    """Find halves of points to the nearest unit of the other side, on an empty map."""
    fill(field, FAR)
    for place in range(ground.rules.hexes):
        if stands(state, place, 1 - side):
            field[place] = 0
    spread_field(ground, room, INFANTRY, room.free_of_cost, field)
