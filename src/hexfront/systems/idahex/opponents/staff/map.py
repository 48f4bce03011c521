"""How long ways are: the map as a commander reads it (IDX-3.2.3)."""

from __future__ import annotations

from math import inf
from typing import Final

from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.idahex.opponents.staff.headquarters import (
    FOES,
    FROM_HERE,
    Situation,
    Staff,
    StaffWorkspace,
)
from hexfront.systems.idahex.scenario.design import RIM, Area, Int

OF_ROUTES: Final = 1
OF_BARRIERS: Final = 2
LONGEST: Final = 5.0
"""Nobody starts a march through one cell that takes as many cycles as that."""
DETOUR: Final = 0.4
"""How much longer a way may be to come at the enemy without a barrier in between."""


@inline_kernel
def barrier_at(area: Area, maps: Int, cell: int, rim: int) -> int:
    """[bartype] on a side of a cell, 0 for none (IDX-2.1)."""
    barrier = area.barrier[cell, rim]
    if barrier <= 0 or maps[OF_BARRIERS, barrier] <= 0:
        return 0
    return int(maps[OF_BARRIERS, barrier])


@outlined_kernel
def way(staff: Staff, maps: Int, side: int, role: int, cell: int, rim: int) -> float:
    """How long mean units march from a cell to one on its rim; infinite where they do not."""
    other = staff.area.rim[cell, rim]
    if other <= 0 or staff.area.environment[other] <= 0:
        return inf
    route, barrier = (
        maps[OF_ROUTES, staff.area.route[cell, rim]],
        barrier_at(staff.area, maps, cell, rim),
    )
    if route <= 0:
        return inf
    time = staff.march[side, role, route]
    if barrier > 0:
        time += staff.crossing[side, role, barrier]
    return float(time) if time < LONGEST else inf


@inline_kernel
def is_safe(now: Situation, room: StaffWorkspace, side: int, cell: int) -> bool:
    """Whether a cell is the side's own, and free of enemies."""
    return bool(now.owner[cell] == side and room.cells[FOES, cell] == 0.0)


@inline_kernel
def way_to_goal(
    staff: Staff, now: Situation, room: StaffWorkspace, side: int, role: int, cell: int, rim: int
) -> float:
    """The way from a goal to a cell on its rim, longer where an attack would cross a barrier."""
    time = way(staff, now.maps, side, role, cell, rim)
    if room.cells[FOES, cell] > 0.0 and barrier_at(staff.area, now.maps, cell, rim) > 0:
        time += DETOUR
    return float(time)


@outlined_kernel
def spread(
    staff: Staff, now: Situation, room: StaffWorkspace, side: int, role: int, field: int
) -> None:
    """Find how long the ways are, from the cells whose time is given; infinite elsewhere.

    Ways lead through safe cells only, and end in any; by the time of a march
    towards the start, as if it took as long in both directions.
    """
    times, ring, waits = room.fields[field], room.queue[0], room.queue[1]
    size, first, count = ring.shape[0], 0, 0
    for cell in range(1, times.shape[0]):
        waits[cell] = 0
        if times[cell] < inf:
            ring[count] = cell
            waits[cell] = 1
            count += 1
    while count > 0:
        cell = ring[first]
        first = first + 1 if first + 1 < size else 0
        count -= 1
        waits[cell] = 0
        for rim in range(RIM):
            other = staff.area.rim[cell, rim]
            # Most cells beside one have been reached sooner: no way makes them nearer.
            if times[other] <= times[cell] or not is_safe(now, room, side, other):
                continue
            longer = times[cell] + way_to_goal(staff, now, room, side, role, cell, rim)
            if longer < times[other]:
                times[other] = longer
                if field == FROM_HERE:
                    room.before[other] = cell
                if waits[other] == 0:
                    last = first + count
                    ring[last if last < size else last - size] = other
                    waits[other] = 1
                    count += 1


@inline_kernel
def spread_from(
    staff: Staff, now: Situation, room: StaffWorkspace, side: int, role: int, cell: int
) -> None:
    """The ways from one cell, as `spread` finds them, in the field `FROM_HERE`."""
    times = room.fields[FROM_HERE]
    for other in range(times.shape[0]):
        times[other] = inf
        room.before[other] = 0
    times[cell] = 0.0
    spread(staff, now, room, side, role, FROM_HERE)
