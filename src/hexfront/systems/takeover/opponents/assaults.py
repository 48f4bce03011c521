"""How `commander` chooses an attack: by stakes first, then by all that may follow it."""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int, copy_block, game_of
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.takeover.opponents.lore import TakeoverLore, chance_of
from hexfront.systems.takeover.opponents.prospects import (
    chance_to_win,
    judge_position,
    prize,
    risk,
)
from hexfront.systems.takeover.opponents.room import PROMISING, Room
from hexfront.systems.takeover.rules.engagement import finish
from hexfront.systems.takeover.rules.estate import OK
from hexfront.systems.takeover.rules.orders import DONE, attack_parts, first_attack
from hexfront.systems.takeover.rules.takeovers import refusal_holding
from hexfront.systems.takeover.scenario.state import NOBODY, TakeoverRing, TakeoverState

CARD: Final = 0.04
"""Of a mean price: what a card must bring more than the best attack without one."""
MOST_ATTEMPTS: Final = 2000
"""Attacks that are weighed with one and those that may follow it: all in a group of six."""


@outlined_kernel
def choose_attack(
    ring: TakeoverRing,
    lore: TakeoverLore,
    room: Room,
    packed: TakeoverState,
    side: int,
    codes: Int,
    count: int,
) -> int:
    """The attack after which it is most likely to win; `DONE` if none is better."""
    desk = room.desk
    judge_position(ring, lore, desk, packed, side)
    found = rank_attacks(ring, lore, room, packed, side, codes, count)
    best, most = DONE, chance_to_win(ring, lore, desk, packed, packed, side)
    for place in range(found):
        order = desk.promises.order[place]
        origin, target, card = attack_parts(ring, order)
        hope = hope_of(ring, lore, room, packed, side, origin, target, card)
        if hope > most:
            best, most = order, hope
    return best


@inline_kernel
def rank_attacks(
    ring: TakeoverRing,
    lore: TakeoverLore,
    room: Room,
    packed: TakeoverState,
    side: int,
    codes: Int,
    count: int,
) -> int:
    """Keep the attacks that promise most in money, the best first; gives how many they are."""
    promises, found = room.desk.promises, 0
    for number in range(count):
        order = codes[number]
        if order < first_attack(ring):
            continue
        money = promise_of(ring, lore, room, packed, side, order)
        place = found
        while place > 0 and promises.money[place - 1] < money:
            place -= 1
        if place == PROMISING:
            continue
        found = min(found + 1, PROMISING)
        for lower in range(found - 1, place, -1):
            promises.order[lower] = promises.order[lower - 1]
            promises.money[lower] = promises.money[lower - 1]
        promises.order[place], promises.money[place] = order, money
    return found


@inline_kernel
def promise_of(
    ring: TakeoverRing, lore: TakeoverLore, room: Room, packed: TakeoverState, side: int, order: int
) -> float:
    """What an attack promises in money."""
    origin, target, card = attack_parts(ring, order)
    chance = chance_of(ring, lore, packed, origin, target)
    gain = prize(ring, room.desk, packed, target, side)
    stake = risk(ring, room.desk, packed, origin, side)
    cost = CARD * lore.measures.mean_price if card != NOBODY else 0.0
    return chance * gain - (1 - chance) * stake - cost


@outlined_kernel
def hope_of(
    ring: TakeoverRing,
    lore: TakeoverLore,
    room: Room,
    packed: TakeoverState,
    side: int,
    origin: int,
    target: int,
    card: int,
) -> float:
    """The chance to win the game with an attack, with what may follow it (TKO-15).

    Attacks that may follow are weighed one below the other, each in the position in which
    those above it have been won.
    """
    attempts, depth, tried = room.desk.attempts, 0, 1
    before = game_of(packed, room.positions, 0)
    copy_block(before, packed)
    if card != NOBODY:
        before.hands[side, card] -= 1
    begin_attempt(ring, lore, room, packed, side, depth, origin, target)
    while True:
        after = next_target(ring, room, packed, depth)
        if after != NOBODY and tried < MOST_ATTEMPTS:
            origin = attempts.target[depth]
            depth += 1
            tried += 1
            begin_attempt(ring, lore, room, packed, side, depth, origin, after)
            continue
        hope = end_attempt(ring, lore, room, packed, side, depth)
        if depth == 0:
            return hope
        depth -= 1
        attempts.best[depth] = max(attempts.best[depth], hope)


@outlined_kernel
def begin_attempt(
    ring: TakeoverRing,
    lore: TakeoverLore,
    room: Room,
    packed: TakeoverState,
    side: int,
    depth: int,
    origin: int,
    target: int,
) -> None:
    """Imagine that an attack is won, with nothing after it."""
    attempts, before = room.desk.attempts, game_of(packed, room.positions, depth)
    attempts.origin[depth], attempts.target[depth] = origin, target
    attempts.after[depth] = 0
    attempts.chance[depth] = chance_of(ring, lore, before, origin, target)
    won = game_of(packed, room.positions, depth + 1)
    copy_block(won, before)
    imagine_end(ring, room, won, origin, target, True)
    attempts.best[depth] = chance_to_win(ring, lore, room.desk, packed, won, side)


@inline_kernel
def next_target(ring: TakeoverRing, room: Room, packed: TakeoverState, depth: int) -> int:
    """What the victor of an attack may attack next that has not been tried, or NOBODY (TKO-15)."""
    attempts, won = room.desk.attempts, game_of(packed, room.positions, depth + 1)
    origin = attempts.target[depth]
    for territory in range(attempts.after[depth], ring.rules.territories):
        if refusal_holding(ring, won, origin, territory, NOBODY, False) == OK:
            attempts.after[depth] = territory + 1
            return territory
    return NOBODY


@outlined_kernel
def end_attempt(
    ring: TakeoverRing, lore: TakeoverLore, room: Room, packed: TakeoverState, side: int, depth: int
) -> float:
    """The chance to win with an attack of which all that may follow has been tried (TKO-13)."""
    attempts, before = room.desk.attempts, game_of(packed, room.positions, depth)
    lost = game_of(packed, room.positions, len(room.positions) - 1)
    copy_block(lost, before)
    imagine_end(ring, room, lost, attempts.origin[depth], attempts.target[depth], False)
    chance = attempts.chance[depth]
    fails = chance_to_win(ring, lore, room.desk, packed, lost, side)
    return chance * attempts.best[depth] + (1 - chance) * fails


@inline_kernel
def imagine_end(
    ring: TakeoverRing, room: Room, state: TakeoverState, origin: int, target: int, won: bool
) -> None:
    """Imagine that a takeover is over: what changes hands, and who is out (TKO-13 to TKO-16)."""
    game = state.game
    game.origin, game.target = origin, target
    game.opponent = state.territories.owner[target]
    finish(ring, state, won, room.log)
