"""The opponent `greedy`: takes what promises most at once, by exact odds and stakes.

It counts money alone: it looks neither at who leads nor where pawns will come next, and
plans for no later turn.
"""

from __future__ import annotations

from hexfront.blocks import Int, copy_block, direct, game_of
from hexfront.core.dice import Dice
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.takeover.opponents.agency import MachinePlayer
from hexfront.systems.takeover.opponents.lore import TakeoverLore, chance_of, passes_left
from hexfront.systems.takeover.opponents.room import Room, TakeoverMemory
from hexfront.systems.takeover.rules.engagement import spoils
from hexfront.systems.takeover.rules.estate import purchase, territory_worth
from hexfront.systems.takeover.rules.orders import (
    BUY,
    DONE,
    attack_parts,
    first_attack,
    purchase_parts,
)
from hexfront.systems.takeover.scenario.state import (
    LEVEL,
    NOBODY,
    Phase,
    TakeoverRing,
    TakeoverState,
)


@kernel
def decide_greedy(
    ring: TakeoverRing,
    lore: TakeoverLore,
    room: Room,
    memory: TakeoverMemory,
    packed: TakeoverState,
    side: int,
    dice: Dice,
    codes: Int,
    count: int,
) -> int:
    """One of the first `count` of `codes`, from a packed view alone; memory stays as it is."""
    if packed.game.phase == Phase.BUYING:
        # A Title keeps its price and pays besides.
        return BUY
    if packed.game.phase == Phase.DECLARING:
        return best_attack(ring, lore, packed, codes, count)
    return best_purchase(ring, lore, room, packed, side, codes, count)


@outlined_kernel
def best_attack(
    ring: TakeoverRing, lore: TakeoverLore, packed: TakeoverState, codes: Int, count: int
) -> int:
    """The attack with the best mean of what can be won and lost at once; `DONE` for none."""
    best, most = DONE, 0.0
    for place in range(count):
        if codes[place] >= first_attack(ring):
            origin, target, _ = attack_parts(ring, codes[place])
            gain = mean_gain(ring, lore, packed, origin, target)
            if gain > most:
                best, most = codes[place], gain
    return best


@inline_kernel
def mean_gain(
    ring: TakeoverRing, lore: TakeoverLore, state: TakeoverState, origin: int, target: int
) -> float:
    """What a takeover promises at once: the prize, or the territory attacked from (TKO-13)."""
    chance = chance_of(ring, lore, state, origin, target)
    risk = territory_worth(ring, state, origin) if ring.rules.risks == 1 else 0
    return chance * spoils(ring, state, target) - (1 - chance) * risk


@outlined_kernel
def best_purchase(
    ring: TakeoverRing,
    lore: TakeoverLore,
    room: Room,
    packed: TakeoverState,
    side: int,
    codes: Int,
    count: int,
) -> int:
    """What adds most for its price, while a free Title could still be paid; `DONE` for nothing."""
    before, after = room.desk.outlooks, game_of(packed, room.positions, 0)
    for quadrant in range(len(before)):
        before[quadrant] = quadrant_outlook(ring, lore, packed, side, quadrant)
    reserve = mean_free_price(ring, packed)
    best, most = DONE, 0.0
    for place in range(count):
        if codes[place] == DONE:
            continue
        good, territory = purchase_parts(ring, codes[place])
        price = ring.rules.price[good]
        if packed.players.money[side] - price < reserve:
            continue
        copy_block(after, packed)
        purchase(ring, after, side, good, territory, room.log)
        quadrant = ring.titles.quadrant[territory]
        gain = quadrant_outlook(ring, lore, after, side, quadrant) - before[quadrant]
        if gain / max(1, price) > most:
            best, most = codes[place], gain / max(1, price)
    return best


@inline_kernel
def mean_free_price(ring: TakeoverRing, state: TakeoverState) -> float:
    """The mean price of the Titles that nobody owns."""
    total, free = 0, 0
    for territory in range(ring.rules.territories):
        if state.territories.owner[territory] == NOBODY:
            total += ring.titles.price[territory]
            free += 1
    return total / free if free > 0 else 0.0


@outlined_kernel
def quadrant_outlook(
    ring: TakeoverRing, lore: TakeoverLore, state: TakeoverState, side: int, quadrant: int
) -> float:
    """What a quadrant will bring: income, attacks, and what others may take there.

    As if everybody came next to where he would like to attack.
    """
    first, end = lore.first_member[quadrant], lore.first_member[quadrant + 1]
    passes, total = passes_left(ring, lore, state, side), 0.0
    for place in range(first, end):
        mine = lore.members[place]
        if state.territories.owner[mine] != side:
            continue
        total += passes * state.territories.goods[mine, LEVEL] * ring.rules.each_level
        attack, danger = 0.0, 0.0
        for other in range(first, end):
            foreign = lore.members[other]
            if state.territories.owner[foreign] in (NOBODY, side):
                continue
            attack = max(attack, mean_gain(ring, lore, state, mine, foreign))
            danger = max(danger, chance_of(ring, lore, state, foreign, mine))
        total += attack
        total -= danger * territory_worth(ring, state, mine)
    return total


class GreedyAgent(MachinePlayer):
    """Takes what gains most money at once, by exact odds; plans for no later turn."""

    _decide = direct(decide_greedy)
