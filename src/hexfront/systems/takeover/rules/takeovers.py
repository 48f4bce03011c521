"""Declaring a takeover and judging the pools, TKO-2 to TKO-7, as kernels."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, event
from hexfront.core.refusals import refusal
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.takeover.rules.estate import OK, here
from hexfront.systems.takeover.rules.pools import AGGRESSOR, DEFENDER
from hexfront.systems.takeover.rules.strength import (
    AGENTS_ABROAD,
    AGENTS_AT_HOME,
    ECONOMY,
    SECURITY,
    dice_from,
    dice_of,
    strength_at,
)
from hexfront.systems.takeover.scenario.state import (
    NOBODY,
    Phase,
    TakeoverRing,
    TakeoverState,
)

# Why an attack is refused
NOT_FOREIGN: Final = refusal(10, "TKO-2", "that territory is not somebody else's")
NOT_FROM_OWN: Final = refusal(11, "TKO-2", "one attacks from a territory of one's own")
OTHER_TERRITORY: Final = refusal(
    12, "TKO-2", "who lands on a foreign territory can attack that alone"
)
OTHER_QUADRANT: Final = refusal(13, "TKO-2", "without a card both must lie in one quadrant")
NOT_THAT_CARD: Final = refusal(14, "TKO-3", "the player does not hold that card")
CARD_ELSEWHERE: Final = refusal(15, "TKO-3", "the card infiltrates other quadrants")
CARD_FROM_ELSEWHERE: Final = refusal(16, "TKO-3", "the card needs agents from other quadrants")
NO_AGENT: Final = refusal(17, "TKO-3", "the player has no agent in the quadrant he attacks from")
NOT_FROM_LANDED: Final = refusal(
    18, "TKO-2", "without a card one attacks from where one has landed"
)
OTHER_GROUP: Final = refusal(19, "TKO-15", "a victor goes on within the colour group alone")
NOT_FROM_CONQUERED: Final = refusal(
    20, "TKO-15", "a victor goes on from what he has just conquered"
)
NO_CARD_NEEDED: Final = refusal(21, "TKO-3", "no card is needed or of use there")
NOT_LANDED: Final = refusal(22, "TKO-2", "the player has not landed on a territory")


@event("TKO-2", word="declare", places="origin target", subjects="player enemy")
class Declared(NamedTuple):
    """A takeover is declared; `card` is `NOBODY` where none is played."""

    player: int
    enemy: int
    origin: int
    target: int
    card: int


@event("TKO-3", "{player} plays a card: {card}.", word="card", subjects="player")
class CardSpent(NamedTuple):
    """A card allows an attack."""

    player: int
    card: int


@event("TKO-4", word="pool")
class PoolJudged(NamedTuple):
    """Six-sided dice of a role, and how many of them are for what (TKO-4 to TKO-7)."""

    role: int
    dice: int
    security: int
    economy: int
    agents: int


@outlined_kernel
def attack_refusal(
    ring: TakeoverRing, state: TakeoverState, origin: int, target: int, card: int
) -> int:
    """Why the player whose turn it is may not attack so; OK where he may (TKO-2, TKO-15)."""
    held = card != NOBODY and state.hands[state.game.active, card] > 0
    return refusal_holding(ring, state, origin, target, card, held)


@outlined_kernel
def refusal_holding(
    ring: TakeoverRing, state: TakeoverState, origin: int, target: int, card: int, held: bool
) -> int:
    """The same, if the player held the card or did not (TKO-2, TKO-15)."""
    player = state.game.active
    owner = state.territories.owner[target]
    if owner in (NOBODY, player):
        return NOT_FOREIGN
    if state.territories.owner[origin] != player:
        return NOT_FROM_OWN
    if state.game.chain != NOBODY:
        return chain_refusal(ring, state, origin, target, card)
    landed = here(ring, state, player)
    if landed == NOBODY:
        return NOT_LANDED
    is_own = state.territories.owner[landed] == player
    if not is_own and target != landed:
        return OTHER_TERRITORY
    if card != NOBODY:
        return card_refusal(ring, state, origin, target, card) if held else NOT_THAT_CARD
    if is_own and origin != landed:
        return NOT_FROM_LANDED
    if ring.titles.quadrant[origin] != ring.titles.quadrant[target]:
        return OTHER_QUADRANT
    return OK


@inline_kernel
def chain_refusal(
    ring: TakeoverRing, state: TakeoverState, origin: int, target: int, card: int
) -> int:
    """Why a victor may not go on so; OK where he may (TKO-15)."""
    conquered = state.game.chain
    if card != NOBODY:
        return NO_CARD_NEEDED
    if origin != conquered:
        return NOT_FROM_CONQUERED
    alike = ring.titles.group[target] == ring.titles.group[conquered]
    return OK if alike else OTHER_GROUP


@inline_kernel
def card_refusal(
    ring: TakeoverRing, state: TakeoverState, origin: int, target: int, card: int
) -> int:
    """Why a card does not allow an attack across quadrants; OK where it does (TKO-2, TKO-3)."""
    player = state.game.active
    quadrant, other = ring.titles.quadrant[origin], ring.titles.quadrant[target]
    if quadrant == other:
        return NO_CARD_NEEDED
    if ring.cards.infiltrates[card] >> other & 1 == 0:
        return CARD_ELSEWHERE
    if ring.cards.agents_from[card] >> quadrant & 1 == 0:
        return CARD_FROM_ELSEWHERE
    return OK if has_agent(ring, state, player, quadrant) else NO_AGENT


@inline_kernel
def has_agent(ring: TakeoverRing, state: TakeoverState, player: int, quadrant: int) -> bool:
    """Whether a player has an agent on any territory of a quadrant (TKO-3)."""
    for territory in range(ring.rules.territories):
        lies_there = ring.titles.quadrant[territory] == quadrant
        if lies_there and state.agents[territory, player] > 0:
            return True
    return False


# What is left out at once where attacks are looked for; `refusal_holding` judges the rest.


@inline_kernel
def sole_target(ring: TakeoverRing, state: TakeoverState) -> int:
    """The foreign territory where the player has landed, so that no other can be attacked (TKO-2).

    NOBODY where there is none.
    """
    player = state.game.active
    landed = here(ring, state, player)
    if state.game.chain != NOBODY or landed == NOBODY:
        return NOBODY
    return NOBODY if state.territories.owner[landed] in (NOBODY, player) else landed


@inline_kernel
def is_prey(state: TakeoverState, target: int, only: int) -> bool:
    """Whether a territory is somebody else's, and the only one that can be attacked if such is."""
    if only != NOBODY:
        return target == only
    return state.territories.owner[target] not in (NOBODY, state.game.active)


@inline_kernel
def may_start(ring: TakeoverRing, state: TakeoverState, origin: int, card: int) -> bool:
    """Whether the player may attack anything from a territory, with a card or without (TKO-2)."""
    player, chain = state.game.active, state.game.chain
    if state.territories.owner[origin] != player:
        return False
    if chain != NOBODY:
        return bool(card == NOBODY and origin == chain)
    landed = here(ring, state, player)
    if landed == NOBODY:
        return False
    if card == NOBODY:
        return bool(landed == origin or state.territories.owner[landed] != player)
    quadrant = ring.titles.quadrant[origin]
    if ring.cards.agents_from[card] >> quadrant & 1 == 0:
        return False
    return has_agent(ring, state, player, quadrant)


@outlined_kernel
def can_attack(ring: TakeoverRing, state: TakeoverState, as_seen: bool) -> bool:
    """Whether the player whose turn it is may declare any takeover now (TKO-2, TKO-15).

    With `as_seen` as far as all others know: whoever holds a card may hold each
    that is not spent (TKO-3).
    """
    player, count = state.game.active, ring.rules.territories
    only = sole_target(ring, state)
    for card in range(NOBODY, ring.rules.cards):
        held = card != NOBODY and holds(ring, state, player, card, as_seen)
        if card != NOBODY and not held:
            continue
        for origin in range(count):
            if not may_start(ring, state, origin, card):
                continue
            for target in range(count):
                if is_prey(state, target, only) and (
                    refusal_holding(ring, state, origin, target, card, held) == OK
                ):
                    return True
    return False


@inline_kernel
def holds(ring: TakeoverRing, state: TakeoverState, player: int, card: int, as_seen: bool) -> bool:
    """Whether a player holds a kind of card; with `as_seen` whether he may, for others (TKO-3)."""
    if not as_seen:
        return bool(state.hands[player, card] > 0)
    unspent, number = state.pack[card], 0
    for other in range(ring.rules.players):
        unspent += state.hands[other, card]
    for kind in range(ring.rules.cards):
        number += state.hands[player, kind]
    return number > 0 and unspent > 0


@inline_kernel
def pools(ring: TakeoverRing, state: TakeoverState, origin: int, target: int) -> tuple[int, int]:
    """Six-sided dice of aggressor and defender, judged before the first round (TKO-4 to TKO-7).

    They are the owners of the two territories.
    """
    mine, theirs = strength_at(state, origin, target), strength_at(state, target, origin)
    left = dice_of(ring.rules, AGGRESSOR, mine, theirs)
    return left, dice_of(ring.rules, DEFENDER, theirs, mine)


@outlined_kernel
def declare(
    ring: TakeoverRing, state: TakeoverState, origin: int, target: int, card: int, out: Int
) -> None:
    """Declare a takeover: the card is spent, the pools are judged (TKO-2 to TKO-7)."""
    game, player = state.game, state.game.active
    enemy = state.territories.owner[target]
    note(out, PUBLIC, Declared(player, enemy, origin, target, card))
    if card != NOBODY:
        state.hands[player, card] -= 1
        note(out, PUBLIC, CardSpent(player, card))
    game.origin, game.target, game.opponent = origin, target, enemy
    game.chain = NOBODY
    mine, theirs = pools(ring, state, origin, target)
    game.pool[AGGRESSOR], game.pool[DEFENDER] = mine, theirs
    game.battle_round = 1
    game.thrown = 0
    game.phase = Phase.THROWING
    note_pool(ring, state, AGGRESSOR, origin, target, out)
    note_pool(ring, state, DEFENDER, target, origin, out)


@inline_kernel
def note_pool(
    ring: TakeoverRing, state: TakeoverState, side: int, territory: int, opposite: int, out: Int
) -> None:
    """Note the dice of a side, and how many of them each source gives (TKO-4 to TKO-7)."""
    own = strength_at(state, territory, opposite)
    other = strength_at(state, opposite, territory)
    security = dice_from(ring.rules, side, SECURITY, own, other)
    economy = dice_from(ring.rules, side, ECONOMY, own, other)
    agents = dice_from(ring.rules, side, AGENTS_AT_HOME, own, other)
    agents += dice_from(ring.rules, side, AGENTS_ABROAD, own, other)
    total = state.game.pool[side]
    note(out, PUBLIC, PoolJudged(side, total, security, economy, agents))
