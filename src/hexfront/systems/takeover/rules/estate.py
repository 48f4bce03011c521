"""Titles, income and purchases, TKO-1 and TKO-16, as kernels."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, event
from hexfront.core.refusals import refusal
from hexfront.jit import inline_kernel, kernel, small_kernel
from hexfront.systems.takeover.scenario.state import (
    AGENT,
    GOODS,
    LEVEL,
    NOBODY,
    TakeoverRing,
    TakeoverState,
)

# Why an order is refused
OK: Final = 0
NOT_OWNED: Final = refusal(1, "TKO-16", "that territory is not the player's own")
FULL: Final = refusal(2, "TKO-16", "the territory takes no more of that")
TOO_DEAR: Final = refusal(3, "TKO-16", "the player has too little money")
ENOUGH_BOUGHT: Final = refusal(4, "TKO-16", "the player has bought as much as one turn allows")
NO_TITLE: Final = refusal(5, "TKO-16", "the player does not stand on a free territory")
NO_OWNER: Final = refusal(6, "TKO-16", "agents go only where a territory has an owner")


@event(
    "TKO-16",
    "The Administration pays {player} {amount}; that makes {money}.",
    subjects="player",
    details="amount",
)
class Paid(NamedTuple):
    """A player gets his income."""

    player: int
    amount: int
    money: int


@event(
    "TKO-16",
    "{player} buys {territory} for {price}.",
    word="buy",
    places="territory",
    subjects="player",
    details="price",
)
class TitleBought(NamedTuple):
    """A player buys the Title to a territory."""

    player: int
    territory: int
    price: int


@event(
    "TKO-16",
    "{player} buys an {good} for {territory}, {price}.",
    word="add",
    places="territory",
    subjects="player",
    details="price",
)
class GoodBought(NamedTuple):
    """A player buys a unit, a level or an agent."""

    player: int
    good: int
    territory: int
    price: int


@inline_kernel
def group_owner(ring: TakeoverRing, state: TakeoverState, territory: int) -> int:
    """Who owns all of the colour group that a territory belongs to, or NOBODY (TKO-16)."""
    owner, other = state.territories.owner[territory], ring.titles.next_in_group[territory]
    while other != territory:
        if state.territories.owner[other] != owner:
            return NOBODY
        other = ring.titles.next_in_group[other]
    return owner


@inline_kernel
def single_income(ring: TakeoverRing, state: TakeoverState, territory: int) -> int:
    """What a Title pays at the Administration with the level there, its group apart (TKO-16)."""
    level = state.territories.goods[territory, LEVEL]
    return ring.titles.income[territory] + level * ring.rules.each_level


@inline_kernel
def title_income(ring: TakeoverRing, state: TakeoverState, territory: int) -> int:
    """What a Title pays its owner at the Administration, or would pay a buyer (TKO-16)."""
    pays = single_income(ring, state, territory)
    if group_owner(ring, state, territory) != NOBODY:
        pays += ring.rules.whole_group
    return pays


@small_kernel
def income(ring: TakeoverRing, state: TakeoverState, player: int) -> int:
    """What a player gets when he passes the Administration (TKO-16)."""
    total = ring.rules.salary
    for territory in range(ring.rules.territories):
        if state.territories.owner[territory] == player:
            total += title_income(ring, state, territory)
    return total


@inline_kernel
def pay_income(ring: TakeoverRing, state: TakeoverState, player: int, out: Int) -> None:
    """The Administration pays a player who passes it (TKO-16)."""
    amount = income(ring, state, player)
    state.players.money[player] += amount
    note(out, PUBLIC, Paid(player, amount, state.players.money[player]))


@inline_kernel
def territory_worth(ring: TakeoverRing, state: TakeoverState, territory: int) -> int:
    """A Title, and the units and levels that go with it, at their prices (TKO-16)."""
    total = ring.titles.price[territory]
    for good in range(AGENT):
        total += state.territories.goods[territory, good] * ring.rules.price[good]
    return total


@small_kernel
def worth(ring: TakeoverRing, state: TakeoverState, player: int) -> int:
    """What a player owns: money, Titles, units, levels and agents at their prices (TKO-16)."""
    total = state.players.money[player]
    for territory in range(ring.rules.territories):
        total += state.agents[territory, player] * ring.rules.price[AGENT]
        if state.territories.owner[territory] == player:
            total += territory_worth(ring, state, territory)
    return total


@inline_kernel
def here(ring: TakeoverRing, state: TakeoverState, player: int) -> int:
    """The territory on which a player stands, or NOBODY."""
    return ring.spaces.territory[state.players.place[player]]


@inline_kernel
def title_refusal(ring: TakeoverRing, state: TakeoverState, player: int) -> int:
    """Why a player cannot buy the Title of the free territory where he stands (TKO-16)."""
    territory = here(ring, state, player)
    if territory == NOBODY or state.territories.owner[territory] != NOBODY:
        return NO_TITLE
    price = ring.titles.price[territory]
    return TOO_DEAR if price > state.players.money[player] else OK


@kernel
def buy_title(ring: TakeoverRing, state: TakeoverState, player: int, out: Int) -> None:
    """Buy the Title of a free territory (TKO-16)."""
    territory = here(ring, state, player)
    price = ring.titles.price[territory]
    state.players.money[player] -= price
    state.territories.owner[territory] = player
    note(out, PUBLIC, TitleBought(player, territory, price))


@inline_kernel
def number_of(state: TakeoverState, player: int, good: int, territory: int) -> int:
    """How many of a good a player has on a territory."""
    if good == AGENT:
        return state.agents[territory, player]
    return state.territories.goods[territory, good]


@inline_kernel
def purchase_refusal(
    ring: TakeoverRing, state: TakeoverState, player: int, good: int, territory: int
) -> int:
    """Why a player cannot buy a good for a territory; OK where he can (TKO-16).

    Agents go anywhere that has an owner, all else to one's own territories.
    """
    owner = state.territories.owner[territory]
    if good != AGENT and owner != player:
        return NOT_OWNED
    if owner == NOBODY:
        return NO_OWNER
    if state.game.bought >= ring.rules.purchases:
        return ENOUGH_BOUGHT
    if number_of(state, player, good, territory) >= ring.rules.most[good]:
        return FULL
    return TOO_DEAR if ring.rules.price[good] > state.players.money[player] else OK


@kernel
def purchase(
    ring: TakeoverRing, state: TakeoverState, player: int, good: int, territory: int, out: Int
) -> None:
    """Buy a good for a territory (TKO-16)."""
    price = ring.rules.price[good]
    state.players.money[player] -= price
    if good == AGENT:
        state.agents[territory, player] += 1
    else:
        state.territories.goods[territory, good] += 1
    state.game.bought += 1
    note(out, PUBLIC, GoodBought(player, good, territory, price))


@inline_kernel
def can_pay(ring: TakeoverRing, state: TakeoverState, player: int, good: int) -> bool:
    """Whether a player may buy one thing more, and has the money for this good (TKO-16)."""
    if state.game.bought >= ring.rules.purchases:
        return False
    return bool(ring.rules.price[good] <= state.players.money[player])


@inline_kernel
def has_room(
    ring: TakeoverRing, state: TakeoverState, player: int, good: int, territory: int
) -> bool:
    """Whether a territory takes a good of a player's: `purchase_refusal` but for `can_pay`."""
    owner = state.territories.owner[territory]
    fits = number_of(state, player, good, territory) < ring.rules.most[good]
    return bool(fits & (owner != NOBODY if good == AGENT else owner == player))


@inline_kernel
def can_purchase(ring: TakeoverRing, state: TakeoverState, player: int) -> bool:
    """Whether there is anything that a player could buy (TKO-16)."""
    for good in range(GOODS):
        if can_pay(ring, state, player, good):
            for territory in range(ring.rules.territories):
                if has_room(ring, state, player, good, territory):
                    return True
    return False


@inline_kernel
def owns_any(ring: TakeoverRing, state: TakeoverState, player: int) -> bool:
    """Whether a player owns a territory."""
    for territory in range(ring.rules.territories):
        if state.territories.owner[territory] == player:
            return True
    return False


@inline_kernel
def players_left(ring: TakeoverRing, state: TakeoverState) -> int:
    """How many players are not out (TKO-16)."""
    left = 0
    for player in range(ring.rules.players):
        left += not is_out(state, player)
    return left


@inline_kernel
def is_out(state: TakeoverState, player: int) -> bool:
    """Whether a player has lost his last territory (TKO-16)."""
    return state.players.out[player] == 1
