"""How `commander` buys: goods in bundles, since one of them alone may turn no odds."""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int, copy_block, game_of
from hexfront.core.tables import is_among
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.takeover.opponents.lore import TakeoverLore
from hexfront.systems.takeover.opponents.prospects import chance_to_win, judge_position
from hexfront.systems.takeover.opponents.room import Room, TakeoverMemory
from hexfront.systems.takeover.rules.estate import number_of, purchase
from hexfront.systems.takeover.rules.orders import (
    DONE,
    purchase_order,
    purchase_parts,
)
from hexfront.systems.takeover.scenario.state import (
    GOODS,
    TakeoverRing,
    TakeoverState,
)

THRIFT: Final = 0.8
"""How much the cost of goods counts against what they add."""
TOGETHER: Final = 1, 3, 1, 2
"""R-Units, NS-Units, levels and agents that are weighed together for a territory, at most."""
LEAST: Final = 1e-7
"""Chance to win that a purchase must add."""


@outlined_kernel
def choose_purchase(
    ring: TakeoverRing,
    lore: TakeoverLore,
    room: Room,
    memory: TakeoverMemory,
    packed: TakeoverState,
    side: int,
    codes: Int,
    count: int,
) -> int:
    """The next of the bundle that adds most to its chance, for what it costs; `DONE` for none."""
    plan, game = memory.plan, packed.game
    order = next_planned(ring, memory)
    due = plan.round == game.round and plan.bought == game.bought
    if order == DONE or not due or not is_among(codes, count, order):
        plan_purchases(ring, lore, room, memory, packed, side, codes, count)
        order = next_planned(ring, memory)
    if order == DONE:
        return DONE
    # What belongs together is bought without thinking again: nobody comes between.
    good, _ = purchase_parts(ring, order)
    plan.wanted[good] -= 1
    plan.round, plan.bought = game.round, game.bought + 1
    return order


@inline_kernel
def next_planned(ring: TakeoverRing, memory: TakeoverMemory) -> int:
    """The order that buys the next good of the plan; `DONE` when all is bought."""
    for good in range(GOODS):
        if memory.plan.wanted[good] > 0:
            return purchase_order(ring, good, memory.plan.territory)
    return DONE


@outlined_kernel
def plan_purchases(
    ring: TakeoverRing,
    lore: TakeoverLore,
    room: Room,
    memory: TakeoverMemory,
    packed: TakeoverState,
    side: int,
    codes: Int,
    count: int,
) -> None:
    """Look for the best bundle: a good by itself, or several for a territory of its own."""
    judge_position(ring, lore, room.desk, packed, side)
    before = chance_to_win(ring, lore, room.desk, packed, packed, side)
    for good in range(GOODS):
        memory.plan.wanted[good] = 0
    bundle, most = room.desk.bundle, 0.0
    for place in range(count):
        if codes[place] == DONE:
            continue
        good, territory = purchase_parts(ring, codes[place])
        if is_near(ring, packed, side, ring.titles.quadrant[territory]):
            for each in range(GOODS):
                bundle[each] = 1 if each == good else 0
            most = weigh_bundle(ring, lore, room, memory, packed, side, territory, before, most)
    for territory in range(ring.rules.territories):
        if packed.territories.owner[territory] == side:
            most = weigh_bundles(
                ring, lore, room, memory, packed, side, territory, before, most, codes, count
            )


@inline_kernel
def is_near(ring: TakeoverRing, state: TakeoverState, side: int, quadrant: int) -> bool:
    """Whether a player owns anything in a quadrant."""
    for territory in range(ring.rules.territories):
        own = state.territories.owner[territory] == side
        if own and ring.titles.quadrant[territory] == quadrant:
            return True
    return False


@outlined_kernel
def weigh_bundles(
    ring: TakeoverRing,
    lore: TakeoverLore,
    room: Room,
    memory: TakeoverMemory,
    packed: TakeoverState,
    side: int,
    territory: int,
    before: float,
    most: float,
    codes: Int,
    count: int,
) -> float:
    """Weigh all bundles of two goods or more for a territory; gives the best gain up to now."""
    bundle, limits = room.desk.bundle, room.desk.limits
    for good in range(GOODS):
        limits[good], bundle[good] = 0, 0
        if is_among(codes, count, purchase_order(ring, good, territory)):
            left = ring.rules.most[good] - number_of(packed, side, good, territory)
            limits[good] = min(left, TOGETHER[good])
    # What is due in this turn and the next.
    longest = 2 * ring.rules.purchases - packed.game.bought
    while next_bundle(room):
        number, price = 0, 0
        for good in range(GOODS):
            number += bundle[good]
            price += bundle[good] * ring.rules.price[good]
        if 1 < number <= longest and price <= packed.players.money[side]:
            most = weigh_bundle(ring, lore, room, memory, packed, side, territory, before, most)
    return most


@inline_kernel
def next_bundle(room: Room) -> bool:
    """Go on to the next numbers of goods within the limits; those of the last good run fastest."""
    bundle, limits = room.desk.bundle, room.desk.limits
    for good in range(GOODS - 1, -1, -1):
        if bundle[good] < limits[good]:
            bundle[good] += 1
            return True
        bundle[good] = 0
    return False


@outlined_kernel
def weigh_bundle(
    ring: TakeoverRing,
    lore: TakeoverLore,
    room: Room,
    memory: TakeoverMemory,
    packed: TakeoverState,
    side: int,
    territory: int,
    before: float,
    most: float,
) -> float:
    """Plan a bundle if it gains more for its cost than the best before it; gives the best gain."""
    bundle, after = room.desk.bundle, game_of(packed, room.positions, 0)
    copy_block(after, packed)
    for good in range(GOODS):
        for _ in range(bundle[good]):
            purchase(ring, after, side, good, territory, room.log)
    cost = max(1, packed.players.money[side] - after.players.money[side])
    chance = chance_to_win(ring, lore, room.desk, packed, after, side)
    gain = (chance - before - LEAST) / float(cost) ** THRIFT
    if gain <= most:
        return most
    memory.plan.territory = territory
    for good in range(GOODS):
        memory.plan.wanted[good] = bundle[good]
    return gain
