"""Retreats and supply explained: every path that was weighed, and why it is not the one."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from hexfront.blocks import Int
from hexfront.systems.malaya.rules.combat import direction_to
from hexfront.systems.malaya.rules.movement import distance, lift, side_of
from hexfront.systems.malaya.rules.planes import in_zone_of, points_in, stands
from hexfront.systems.malaya.rules.retreat import bearing, retreat_path
from hexfront.systems.malaya.rules.supply import read_supply, trace_supply
from hexfront.systems.malaya.scenario.state import (
    ARMOUR,
    DIRECTIONS,
    GONE,
    NOBODY,
    RETREATED,
    MalayaGround,
    MalayaState,
    flags,
)


class Retreat(NamedTuple):
    """A path of retreat that one may think of."""

    hexes: tuple[int, ...]
    taken: bool
    why: str
    """In words; `{}` stands for its last hex."""
    clause: str
    zones: int
    """Hexes of it in enemy zones."""


def all_retreats(
    ground: MalayaGround,
    state: MalayaState,
    side: int,
    arm: int,
    points: int,
    start: int,
    battle: int,
) -> list[Retreat]:
    """The path that the rules give, then every other one away from the battle, with its reason.

    `points` are the stacking points of the group (MAL-25, MAL-26).
    """
    best = tuple(p for p in retreat_path(ground, state, side, arm, points, start, battle) if p >= 0)
    found = []
    if best:
        zones = _zones(state, side, best)
        cost = f", {zones} in enemy zones" if zones else ""
        found.append(Retreat(best, True, f"the path that is taken{cost}", "MAL-25", zones))
    for weighed in _weighed(ground, state, side, arm, points, start, battle):
        if weighed.hexes != best:
            why = weighed.why or _comparison(ground, state, side, arm, start, weighed.hexes, best)
            clause = "MAL-26" if weighed.why else "MAL-25"
            zones = _zones(state, side, weighed.hexes)
            found.append(Retreat(weighed.hexes, False, why, clause, zones))
    return found


def retreats_after(
    ground: MalayaGround, after: MalayaState, unit: int, start: int, path: tuple[int, ...]
) -> list[Retreat]:
    """What `all_retreats` gave for a retreat that is over, of a unit with all that went along.

    Without a path, of a group that had to stay.  Found from the situation after the
    battle; empty where that no longer tells it.
    """
    state = after.copy()
    side, arm = side_of(ground, unit), int(ground.units.arm[unit])
    points = 0
    for other in _retreated(ground, after, side, path[-1] if path else start):
        # Infantry has gone first, and takes room from armour (MAL-26).
        if ground.units.arm[other] == arm:
            points += int(ground.units.stack[other])
            lift(ground, state, other)
        elif arm != ARMOUR:
            lift(ground, state, other)
    for battle in _battles(ground, state, side, start):
        found = all_retreats(ground, state, side, arm, points, start, battle)
        taken = found[0].hexes if found and found[0].taken else ()
        if taken == path:
            return found
    return []


def _retreated(ground: MalayaGround, after: MalayaState, side: int, place: int) -> list[int]:
    """Units of a side that had to retreat in the last battle, to a hex or to their end.

    Once that is ended the state does not tell the last one from others of the phase.
    """
    units = [unit for unit in range(len(after.units)) if side_of(ground, unit) == side]
    here = [unit for unit in units if after.units.place[unit] == place]
    retreated = [unit for unit in units if after.units.duty[unit] == RETREATED]
    if after.game.active != side and retreated:
        lost = [unit for unit in retreated if after.units.status[unit] == GONE]
        return [*(unit for unit in here if unit in retreated), *lost]
    return [unit for unit in here if unit in retreated or after.units.fought[unit]]


def _battles(ground: MalayaGround, state: MalayaState, side: int, start: int) -> list[int]:
    """Where the battle may have been from which a side fell back: there, or whom it attacked."""
    if state.game.active != side:
        return [start]
    beside = ground.hexes.neighbour[start].tolist()
    enemies = [u for u in range(len(state.units)) if side_of(ground, u) != side]
    fought = {int(state.units.place[u]) for u in enemies if state.units.fought[u]}
    there = [place for place in beside if place in fought]
    return there if len(there) == 1 else []


def _zones(state: MalayaState, side: int, hexes: tuple[int, ...]) -> int:
    return sum(int(in_zone_of(state, place, 1 - side)) for place in hexes)


class _Weighed(NamedTuple):
    """A path, and why it is not legal (MAL-26); empty where it is."""

    hexes: tuple[int, ...]
    why: str = ""


def _weighed(
    ground: MalayaGround,
    state: MalayaState,
    side: int,
    arm: int,
    points: int,
    start: int,
    battle: int,
) -> Iterator[_Weighed]:
    """Paths away from the battle, two hexes long, or shorter where they end, or three."""

    def steps(path: tuple[int, ...]) -> Iterator[_Weighed]:
        here = path[-1] if path else start
        for direction in range(DIRECTIONS):
            there = int(ground.hexes.neighbour[here, direction])
            if there == ground.rules.hexes:
                continue
            if distance(ground, battle, there) <= distance(ground, battle, here):
                continue
            longer = (*path, there)
            costs = ground.hexes.drive if arm == ARMOUR else ground.hexes.march
            if stands(state, there, 1 - side):
                yield _Weighed(longer, "an enemy holds {}")
            elif costs[here, direction] == 0:
                yield _Weighed(longer, "the group cannot enter {}")
            else:
                yield _Weighed(longer)

    def is_full(path: tuple[int, ...]) -> bool:
        return bool(points_in(ground, state, path[-1], side) + points > ground.rules.stacking)

    def or_end(path: tuple[int, ...], why: str) -> list[_Weighed]:
        return [*steps(path)] or [_Weighed(path, why)]

    for one in steps(()):
        for two in [one] if one.why else or_end(one.hexes, "no land leads on from {}"):
            if two.why or not is_full(two.hexes):
                yield two
                continue
            for three in or_end(two.hexes, "{} has no room, and no land leads on from it"):
                over = not three.why and is_full(three.hexes)
                why = "it would end over the stacking limit" if over else three.why
                yield three._replace(why=why)


def _comparison(
    ground: MalayaGround,
    state: MalayaState,
    side: int,
    arm: int,
    start: int,
    hexes: tuple[int, ...],
    best: tuple[int, ...],
) -> str:
    """Which test of MAL-25 a legal path loses against the one that is taken."""
    tests = (
        "its second hex leads less toward a source of supply",
        "it costs more movement points",
        "it needs a third hex",
        "its third hex leads less toward a source of supply",
        "its third hex costs more movement points",
        "it enters more enemy zones",
    )
    mine = _tests(ground, state, side, arm, start, hexes)
    theirs = _tests(ground, state, side, arm, start, best)
    for test, one, other in zip(tests, mine, theirs, strict=True):
        if one > other:
            return test
    return "it is as good; the hex numbers decide"


def _tests(
    ground: MalayaGround,
    state: MalayaState,
    side: int,
    arm: int,
    start: int,
    hexes: tuple[int, ...],
) -> tuple[int, int, int, int, int, int]:
    """What MAL-25 compares of a path, one after the other."""
    table = ground.hexes.drive if arm == ARMOUR else ground.hexes.march
    costs = []
    for here, there in zip((start, *hexes), hexes, strict=False):
        costs.append(int(table[here, direction_to(ground, here, there)]))
    third = len(hexes) > 2
    return (
        int(bearing(ground, state, side, start, hexes[1])),
        costs[0] + costs[1],
        int(third),
        int(bearing(ground, state, side, hexes[1], hexes[2])) if third else 0,
        costs[2] if third else 0,
        _zones(state, side, hexes),
    )


class TracedSupply(NamedTuple):
    """The net of a side and how far each hex is from it, as the map is now (MAL-15)."""

    side: int
    net: Int
    """1 for each hex of it."""
    halves: Int
    """Halves of points, NOBODY where there is no way."""


def traced_supply(ground: MalayaGround, state: MalayaState, side: int) -> TracedSupply:
    """Trace the supply of a side on a copy of the state (MAL-15)."""
    traced, halves = state.copy(), np.zeros(ground.rules.hexes + 1, dtype=np.int64)
    trace_supply(ground, traced, side)
    read_supply(traced, halves)
    return TracedSupply(side, flags(traced.net, len(halves)), halves)


def supply_path(ground: MalayaGround, traced: TracedSupply, place: int) -> list[int]:
    """The way of supplies from a hex to its net, and along it to the nearest source (MAL-15)."""
    halves, path = traced.halves, [place]
    while halves[path[-1]] > 0:
        here = path[-1]
        for direction in range(DIRECTIONS):
            there = int(ground.hexes.neighbour[here, direction])
            cost = int(ground.hexes.march[here, direction])
            if cost and halves[there] == halves[here] - cost:
                path.append(there)
                break
        else:
            return path
    return path[:-1] + _along_net(ground, traced, path[-1])


def _along_net(ground: MalayaGround, traced: TracedSupply, start: int) -> list[int]:
    """The shortest way along the net from a hex of it to a source."""
    sources = set(ground.sources.hex[ground.sources.side == traced.side].tolist())
    before, waiting = {start: NOBODY}, deque([start])
    while waiting:
        here = waiting.popleft()
        if here in sources:
            path = [here]
            while before[path[-1]] != NOBODY:
                path.append(before[path[-1]])
            return path[::-1]
        for direction in range(DIRECTIONS):
            there = int(ground.hexes.neighbour[here, direction])
            linked = ground.hexes.line[here, direction] == 1
            if linked and traced.net[there] == 1 and there not in before:
                before[there] = here
                waiting.append(there)
    return [start]
