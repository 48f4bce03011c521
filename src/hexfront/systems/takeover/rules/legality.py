"""What a player may order now, and why not, as kernels: one judgement for both."""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int
from hexfront.core.refusals import refusal
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.takeover.rules.estate import (
    OK,
    can_pay,
    has_room,
    purchase_refusal,
    title_refusal,
)
from hexfront.systems.takeover.rules.orders import (
    BUY,
    DONE,
    attack_order,
    attack_parts,
    first_attack,
    purchase_order,
    purchase_parts,
)
from hexfront.systems.takeover.rules.takeovers import (
    attack_refusal,
    is_prey,
    may_start,
    sole_target,
)
from hexfront.systems.takeover.scenario.state import (
    GOODS,
    NOBODY,
    Phase,
    TakeoverRing,
    TakeoverState,
)

NOT_YOUR_TURN: Final = refusal(30, "TKO-16", "it is not this player's turn")
UNKNOWN_ORDER: Final = refusal(31, "TKO-16", "there is no such order")
WRONG_PHASE: Final = refusal(32, "TKO-16", "that order does not belong to this moment")
GAME_OVER: Final = refusal(33, "TKO-16", "the game is over")


@kernel
def order_refusal(ring: TakeoverRing, state: TakeoverState, player: int, order: int) -> int:
    """Why a player may not give this order now; OK where he may."""
    phase, count = state.game.phase, ring.rules.territories
    if phase == Phase.OVER:
        return GAME_OVER
    if order < 0 or order >= first_attack(ring) + (ring.rules.cards + 1) * count * count:
        return UNKNOWN_ORDER
    if player != state.game.active or phase > Phase.MANAGING:
        return NOT_YOUR_TURN
    if order == DONE:
        return OK
    if order == BUY:
        return title_refusal(ring, state, player) if phase == Phase.BUYING else WRONG_PHASE
    if order < first_attack(ring):
        if phase != Phase.MANAGING:
            return WRONG_PHASE
        good, territory = purchase_parts(ring, order)
        return purchase_refusal(ring, state, player, good, territory)
    if phase != Phase.DECLARING:
        return WRONG_PHASE
    origin, target, card = attack_parts(ring, order)
    return attack_refusal(ring, state, origin, target, card)


@kernel
def list_choices(ring: TakeoverRing, state: TakeoverState, player: int, codes: Int) -> int:
    """Write every order a player may give now into `codes`, ascending; gives their number."""
    phase, count = state.game.phase, ring.rules.territories
    if player != state.game.active or phase > Phase.MANAGING:
        return 0
    codes[0] = DONE
    found = 1
    if phase == Phase.BUYING:
        codes[found] = BUY
        found += 1
    elif phase == Phase.MANAGING:
        for good in range(GOODS):
            if can_pay(ring, state, player, good):
                for territory in range(count):
                    # Written anyway, as that takes less time than a branch nobody can foresee.
                    codes[found] = purchase_order(ring, good, territory)
                    found += has_room(ring, state, player, good, territory)
    else:
        found = list_attacks(ring, state, player, codes)
    return found


@inline_kernel
def list_attacks(ring: TakeoverRing, state: TakeoverState, player: int, codes: Int) -> int:
    """Write the attacks that a player may declare behind `DONE`; gives the number of orders."""
    found, only = 1, sole_target(ring, state)
    for card in range(NOBODY, ring.rules.cards):
        if card != NOBODY and state.hands[player, card] == 0:
            continue
        for origin in range(ring.rules.territories):
            if not may_start(ring, state, origin, card):
                continue
            for target in range(ring.rules.territories):
                if is_prey(state, target, only) and (
                    attack_refusal(ring, state, origin, target, card) == OK
                ):
                    codes[found] = attack_order(ring, origin, target, card)
                    found += 1
    return found
