"""What a game promises to every player: the judgement behind the opponent `commander`.

A player's prospect is what he would own at the end if nothing were decided any more, and
what the attacks that are likely by then bring him on average, his own and those of others.
Pawns stand still meanwhile; who owns what may be imagined.
"""

from __future__ import annotations

from math import exp
from typing import Final

from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.takeover.opponents.lore import (
    TakeoverLore,
    chance_of,
    passes_left,
    turns_left,
)
from hexfront.systems.takeover.opponents.room import IMAGINED, NOW, Desk
from hexfront.systems.takeover.rules.engagement import spoils
from hexfront.systems.takeover.rules.estate import (
    group_owner,
    is_out,
    single_income,
    territory_worth,
)
from hexfront.systems.takeover.rules.takeovers import has_agent
from hexfront.systems.takeover.scenario.state import (
    AGENT,
    NOBODY,
    TakeoverRing,
    TakeoverState,
)

LIQUID: Final = 1.2
"""What the chance to buy a Title later counts for: others may come first."""
CARD: Final = 0.5
"""What a card counts for against the attack that it allows: until then much may change."""
NEXT_CARD: Final = 0.5
"""What each further card counts for against the one before it."""
RARELY: Final = 1e-9
"""Attacks that come so seldom do not spoil each other."""
FARTHEST: Final = 50.0
"""Exponents end there."""
FARTHEST_GAIN: Final = 1e18
"""More than anything gains."""
LEAST_PART: Final = 0.1
"""Cards that count for less are left out."""


@outlined_kernel
def judge_position(
    ring: TakeoverRing, lore: TakeoverLore, desk: Desk, state: TakeoverState, side: int
) -> None:
    """Judge a position as it is, so that what is imagined need be judged only where it differs."""
    for player in range(ring.rules.players):
        desk.passes[player] = passes_left(ring, lore, state, player)
        desk.turns[player] = turns_left(ring, state, player)
    judge_titles(ring, lore, desk, state, side, NOW)
    for quadrant in range(len(desk.shares) - 1):
        judge_quadrant(ring, lore, desk, state, quadrant, quadrant)
    if holds_cards(ring, state, side):
        judge_across(ring, lore, desk, state, side)


@outlined_kernel
def chance_to_win(
    ring: TakeoverRing,
    lore: TakeoverLore,
    desk: Desk,
    now: TakeoverState,
    state: TakeoverState,
    side: int,
) -> float:
    """How likely a player is to be the richest at the end, judged from all prospects.

    `now` is the position that was judged last.
    """
    if is_out(state, side):
        return 0.0
    see_prospects(ring, lore, desk, now, state, side)
    turns = 0
    for player in range(ring.rules.players):
        turns = max(turns, desk.turns[player])
    spread, mine, rivals = lore.spread[turns], desk.values[side], 0.0
    for player in range(ring.rules.players):
        if not is_out(state, player):
            rivals += exp(min(FARTHEST, (desk.values[player] - mine) / spread))
    return 1 / rivals


@inline_kernel
def see_prospects(
    ring: TakeoverRing,
    lore: TakeoverLore,
    desk: Desk,
    now: TakeoverState,
    state: TakeoverState,
    side: int,
) -> None:
    """What each player may expect to own at the end."""
    players, row = ring.rules.players, NOW
    if owners_differ(ring, now, state):
        row = IMAGINED
        judge_titles(ring, lore, desk, state, side, row)
    for player in range(players):
        desk.values[player] = state.players.money[player] + desk.fixed[row, player]
    imagined = len(desk.shares) - 1
    for quadrant in range(imagined):
        part = quadrant
        if differs(ring, lore, now, state, quadrant):
            part = imagined
            judge_quadrant(ring, lore, desk, state, quadrant, part)
        for player in range(players):
            desk.values[player] += desk.shares[part, player]
    # Money pays for so many Titles of a mean price; one comes to a certain number only.
    payable = state.players.money[side] * desk.titles.per_money[row]
    desk.values[side] += LIQUID * desk.titles.later[row] * (1 - exp(-payable))
    if holds_cards(ring, state, side):
        often = 1 - exp(-desk.titles.visits[row])
        desk.values[side] += CARD * often * worth_of_cards(ring, desk, state, side)


@inline_kernel
def owners_differ(ring: TakeoverRing, now: TakeoverState, state: TakeoverState) -> bool:
    """Whether any territory has another owner."""
    for territory in range(ring.rules.territories):
        if state.territories.owner[territory] != now.territories.owner[territory]:
            return True
    return False


@inline_kernel
def differs(
    ring: TakeoverRing, lore: TakeoverLore, now: TakeoverState, state: TakeoverState, quadrant: int
) -> bool:
    """Whether a quadrant has another owner, unit, level or agent anywhere."""
    for place in range(lore.first_member[quadrant], lore.first_member[quadrant + 1]):
        territory = lore.members[place]
        if state.territories.owner[territory] != now.territories.owner[territory]:
            return True
        for good in range(AGENT):
            number = state.territories.goods[territory, good]
            if number != now.territories.goods[territory, good]:
                return True
        for player in range(ring.rules.players):
            if state.agents[territory, player] != now.agents[territory, player]:
                return True
    return False


@outlined_kernel
def judge_titles(
    ring: TakeoverRing, lore: TakeoverLore, desk: Desk, state: TakeoverState, side: int, row: int
) -> None:
    """What follows from who owns which Titles (TKO-16)."""
    for player in range(ring.rules.players):
        desk.fixed[row, player] = desk.passes[player] * ring.rules.salary
    for group in range(len(lore.first_of_group)):
        first = lore.first_of_group[group]
        if first != NOBODY and group_owner(ring, state, first) != NOBODY:
            owner = state.territories.owner[first]
            bonus = lore.group_size[group] * ring.rules.whole_group
            desk.fixed[row, owner] += bonus * desk.passes[owner]
    later, price, visits = 0.0, 0.0, 0.0
    turns, space = desk.turns[side], state.players.place[side]
    for territory in range(ring.rules.territories):
        if state.territories.owner[territory] == NOBODY:
            often = lore.visits[turns, space, territory]
            later += often * ring.titles.income[territory] * desk.passes[side]
            price += often * ring.titles.price[territory]
        elif state.territories.owner[territory] == side:
            visits += lore.visits[turns, space, territory]
    desk.titles.visits[row] = visits
    desk.titles.later[row] = later
    desk.titles.per_money[row] = 1 / price if price > 0 else 0.0


@outlined_kernel
def judge_quadrant(
    ring: TakeoverRing,
    lore: TakeoverLore,
    desk: Desk,
    state: TakeoverState,
    quadrant: int,
    row: int,
) -> None:
    """What the territories of a quadrant are to all players, into a row of `desk.shares`."""
    players, agent = ring.rules.players, ring.rules.price[AGENT]
    first, end = lore.first_member[quadrant], lore.first_member[quadrant + 1]
    for player in range(players):
        desk.shares[row, player] = 0.0
    for place in range(first, end):
        territory = lore.members[place]
        for player in range(players):
            desk.shares[row, player] += agent * state.agents[territory, player]
        owner = state.territories.owner[territory]
        if owner != NOBODY:
            desk.shares[row, owner] += loss(ring, desk, state, territory, owner)
    owned = 0
    for player in range(players):
        for place in range(first, end):
            if state.territories.owner[lore.members[place]] == player:
                desk.owned[owned] = lore.members[place]
                owned += 1
    hazards = 0
    for player in range(players):
        if not is_out(state, player):
            hazards = foresee_raids(ring, lore, desk, state, player, owned, hazards)
    spread_hazards(ring, desk, state, hazards, row)


@inline_kernel
def foresee_raids(
    ring: TakeoverRing,
    lore: TakeoverLore,
    desk: Desk,
    state: TakeoverState,
    player: int,
    owned: int,
    hazards: int,
) -> int:
    """Add the attacks that a player will make where he comes to; gives how many there are now."""
    if not find_raids(ring, lore, desk, state, player, owned):
        return hazards
    turns, space = desk.turns[player], state.players.place[player]
    for own in range(2):
        for place in range(owned):
            territory = desk.owned[place]
            often = lore.visits[turns, space, territory]
            if (state.territories.owner[territory] == player) != (own == 1) or often == 0:
                continue
            gain = desk.raids.gain[territory]
            doubt = min(FARTHEST, -gain / lore.measures.doubt)
            desk.hazards.weight[hazards] = often / (1 + exp(doubt))
            desk.hazards.gain[hazards] = gain
            desk.hazards.chance[hazards] = desk.raids.chance[territory]
            desk.hazards.origin[hazards] = desk.raids.origin[territory]
            desk.hazards.target[hazards] = desk.raids.target[territory]
            desk.hazards.player[hazards] = player
            hazards += 1
    return hazards


@inline_kernel
def find_raids(
    ring: TakeoverRing,
    lore: TakeoverLore,
    desk: Desk,
    state: TakeoverState,
    player: int,
    owned: int,
) -> bool:
    """A player's best attack from each own and against each foreign territory; whether any is."""
    first_origin = True
    for place in range(owned):
        origin = desk.owned[place]
        if state.territories.owner[origin] != player:
            continue
        risked, first_target = risk(ring, desk, state, origin, player), True
        for other in range(owned):
            target = desk.owned[other]
            if state.territories.owner[target] == player:
                continue
            chance = chance_of(ring, lore, state, origin, target)
            gain = chance * (prize(ring, desk, state, target, player) + risked) - risked
            if first_target or gain > desk.raids.gain[origin]:
                note_raid(desk, origin, gain, chance, origin, target)
            if first_origin or gain > desk.raids.gain[target]:
                note_raid(desk, target, gain, chance, origin, target)
            first_target = False
        if first_target:
            return False
        first_origin = False
    return not first_origin


@inline_kernel
def note_raid(desk: Desk, place: int, gain: float, chance: float, origin: int, target: int) -> None:
    """The best attack at a place up to now."""
    desk.raids.gain[place], desk.raids.chance[place] = gain, chance
    desk.raids.origin[place], desk.raids.target[place] = origin, target


@inline_kernel
def spread_hazards(
    ring: TakeoverRing, desk: Desk, state: TakeoverState, hazards: int, row: int
) -> None:
    """What likely attacks bring to those who make them, and to owners, target by target."""
    for first in range(hazards):
        target = desk.hazards.target[first]
        if target == NOBODY:
            continue
        often = 0.0
        for each in range(first, hazards):
            if desk.hazards.target[each] == target:
                often += desk.hazards.weight[each]
        # A territory is taken once, however many would like to.
        fading = (1 - exp(-often)) / often if often > RARELY else 1.0
        owner = state.territories.owner[target]
        lost = loss(ring, desk, state, target, owner)
        for each in range(first, hazards):
            if desk.hazards.target[each] != target:
                continue
            desk.hazards.target[each] = NOBODY
            origin, chance = desk.hazards.origin[each], desk.hazards.chance[each]
            weight = desk.hazards.weight[each] * fading
            desk.shares[row, desk.hazards.player[each]] += weight * desk.hazards.gain[each]
            won = prize(ring, desk, state, origin, owner) if ring.rules.risks == 1 else 0.0
            desk.shares[row, owner] -= weight * (chance * lost - (1 - chance) * won)


@inline_kernel
def prize(
    ring: TakeoverRing, desk: Desk, state: TakeoverState, territory: int, player: int
) -> float:
    """What a territory is to a player who conquers it: its Title pays without levels (TKO-13)."""
    gain = spoils(ring, state, territory)
    return gain + desk.passes[player] * ring.titles.income[territory]


@inline_kernel
def loss(
    ring: TakeoverRing, desk: Desk, state: TakeoverState, territory: int, player: int
) -> float:
    """What a territory is to its owner."""
    stake = territory_worth(ring, state, territory)
    return stake + desk.passes[player] * single_income(ring, state, territory)


@inline_kernel
def risk(
    ring: TakeoverRing, desk: Desk, state: TakeoverState, territory: int, player: int
) -> float:
    """What is lost with a failed attack from a territory (TKO-13)."""
    return loss(ring, desk, state, territory, player) if ring.rules.risks == 1 else 0.0


# Cards, which let one attack across quadrants (TKO-3)


@inline_kernel
def holds_cards(ring: TakeoverRing, state: TakeoverState, side: int) -> bool:
    """Whether a player holds any card."""
    held = 0
    for card in range(ring.rules.cards):
        held += state.hands[side, card]
    return held > 0


@outlined_kernel
def judge_across(
    ring: TakeoverRing, lore: TakeoverLore, desk: Desk, state: TakeoverState, side: int
) -> None:
    """What a player's best attack from each quadrant into each other one would gain."""
    quadrants = len(desk.outlooks)
    for quadrant in range(quadrants):
        for other in range(quadrants):
            desk.across[quadrant, other] = 0.0
    for origin in range(ring.rules.territories):
        if state.territories.owner[origin] != side:
            continue
        quadrant, risked = ring.titles.quadrant[origin], risk(ring, desk, state, origin, side)
        for target in range(ring.rules.territories):
            other = ring.titles.quadrant[target]
            if other == quadrant or state.territories.owner[target] in (NOBODY, side):
                continue
            chance = chance_of(ring, lore, state, origin, target)
            gain = chance * (prize(ring, desk, state, target, side) + risked) - risked
            desk.across[quadrant, other] = max(desk.across[quadrant, other], gain)


@outlined_kernel
def worth_of_cards(ring: TakeoverRing, desk: Desk, state: TakeoverState, side: int) -> float:
    """What the attacks gain that a player's cards allow with its agents: the best counts most."""
    total, least = 0.0, FARTHEST_GAIN
    part = 1.0
    while part > LEAST_PART:
        best, count = 0.0, 0
        for card in range(ring.rules.cards):
            if state.hands[side, card] > 0:
                gain = gain_by(ring, desk, state, side, card)
                if gain == best:
                    count += state.hands[side, card]
                elif best < gain < least:
                    best, count = gain, state.hands[side, card]
        if best == 0.0:
            break
        for _ in range(count):
            total += part * best
            part *= NEXT_CARD
        least = best
    return total


@inline_kernel
def gain_by(ring: TakeoverRing, desk: Desk, state: TakeoverState, side: int, card: int) -> float:
    """What the best attack gains that a card allows, from where the player has an agent."""
    best, quadrants = 0.0, len(desk.outlooks)
    for quadrant in range(quadrants):
        if ring.cards.agents_from[card] >> quadrant & 1 == 0:
            continue
        if not has_agent(ring, state, side, quadrant):
            continue
        for other in range(quadrants):
            if ring.cards.infiltrates[card] >> other & 1 == 1:
                best = max(best, desk.across[quadrant, other])
    return best
