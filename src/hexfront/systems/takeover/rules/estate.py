"""Titles, income and purchases, TKO-1 and TKO-16, as kernels."""

from __future__ import annotations

from typing import Final

from hexfront.core.events import PUBLIC, note
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.takeover.scenario.state import (
    AGENT,
    AGENTS,
    BOUGHT,
    EACH_LEVEL,
    GOODS,
    GOODS_HERE,
    GROUP,
    LEVEL,
    MONEY,
    MOST,
    NOBODY,
    OUT,
    OWNER,
    PLACE,
    PLAYERS,
    PRICE,
    PURCHASES,
    SALARY,
    SPACE_TERRITORY,
    TERRITORIES,
    TITLE_INCOME,
    TITLE_PRICE,
    WHOLE_GROUP,
    Int,
    TakeoverRing,
    TakeoverState,
)

# Why an order is refused
OK: Final = 0
NOT_OWNED: Final = 1
FULL: Final = 2
TOO_DEAR: Final = 3
ENOUGH_BOUGHT: Final = 4
NO_TITLE: Final = 5
NO_OWNER: Final = 6

# Kinds of events
PAID: Final = 1
TITLE_BOUGHT: Final = 2
BOUGHT_GOOD: Final = 3


@inline_kernel
def owns_group(ring: TakeoverRing, state: TakeoverState, player: int, group: int) -> bool:
    """Whether a player owns every territory of a colour group (TKO-16)."""
    for territory in range(ring.rules[TERRITORIES]):
        belongs = ring.territories[territory, GROUP] == group
        if belongs and state.territories[territory, OWNER] != player:
            return False
    return True


@inline_kernel
def title_income(ring: TakeoverRing, state: TakeoverState, territory: int) -> int:
    """What a Title pays its owner at the Administration, or would pay a buyer (TKO-16)."""
    level = state.territories[territory, GOODS_HERE + LEVEL]
    pays = ring.territories[territory, TITLE_INCOME] + level * ring.rules[EACH_LEVEL]
    owner, group = state.territories[territory, OWNER], ring.territories[territory, GROUP]
    if owner != NOBODY and owns_group(ring, state, owner, group):
        pays += ring.rules[WHOLE_GROUP]
    return pays


@kernel
def income(ring: TakeoverRing, state: TakeoverState, player: int) -> int:
    """What a player gets when he passes the Administration (TKO-16)."""
    total = ring.rules[SALARY]
    for territory in range(ring.rules[TERRITORIES]):
        if state.territories[territory, OWNER] == player:
            total += title_income(ring, state, territory)
    return total


@inline_kernel
def pay_income(ring: TakeoverRing, state: TakeoverState, player: int, out: Int) -> None:
    """The Administration pays a player who passes it (TKO-16)."""
    amount = income(ring, state, player)
    state.players[player, MONEY] += amount
    note(out, PAID, 16, PUBLIC, player, amount, state.players[player, MONEY], 0, 0)


@kernel
def worth(ring: TakeoverRing, state: TakeoverState, player: int) -> int:
    """What a player owns: money, Titles, units, levels and agents at their prices (TKO-16)."""
    total = state.players[player, MONEY]
    for territory in range(ring.rules[TERRITORIES]):
        total += state.territories[territory, AGENTS + player] * ring.rules[PRICE + AGENT]
        if state.territories[territory, OWNER] == player:
            total += ring.territories[territory, TITLE_PRICE]
            for good in range(AGENT):
                total += state.territories[territory, GOODS_HERE + good] * ring.rules[PRICE + good]
    return total


@inline_kernel
def here(ring: TakeoverRing, state: TakeoverState, player: int) -> int:
    """The territory on which a player stands, or NOBODY."""
    return ring.spaces[state.players[player, PLACE], SPACE_TERRITORY]


@inline_kernel
def title_refusal(ring: TakeoverRing, state: TakeoverState, player: int) -> int:
    """Why a player cannot buy the Title of the free territory where he stands (TKO-16)."""
    territory = here(ring, state, player)
    if territory == NOBODY or state.territories[territory, OWNER] != NOBODY:
        return NO_TITLE
    price = ring.territories[territory, TITLE_PRICE]
    return TOO_DEAR if price > state.players[player, MONEY] else OK


@inline_kernel
def buy_title(ring: TakeoverRing, state: TakeoverState, player: int, out: Int) -> None:
    """Buy the Title of a free territory (TKO-16)."""
    territory = here(ring, state, player)
    price = ring.territories[territory, TITLE_PRICE]
    state.players[player, MONEY] -= price
    state.territories[territory, OWNER] = player
    note(out, TITLE_BOUGHT, 16, PUBLIC, player, territory, price, 0, 0)


@inline_kernel
def column_of(player: int, good: int) -> int:
    """The column of a territory that counts a good of a player."""
    return AGENTS + player if good == AGENT else GOODS_HERE + good


@inline_kernel
def purchase_refusal(
    ring: TakeoverRing, state: TakeoverState, player: int, good: int, territory: int
) -> int:
    """Why a player cannot buy a good for a territory; OK where he can (TKO-16).

    Agents go anywhere that has an owner, all else to one's own territories.
    """
    owner = state.territories[territory, OWNER]
    if good != AGENT and owner != player:
        return NOT_OWNED
    if owner == NOBODY:
        return NO_OWNER
    if state.game[BOUGHT] >= ring.rules[PURCHASES]:
        return ENOUGH_BOUGHT
    if state.territories[territory, column_of(player, good)] >= ring.rules[MOST + good]:
        return FULL
    return TOO_DEAR if ring.rules[PRICE + good] > state.players[player, MONEY] else OK


@inline_kernel
def purchase(
    ring: TakeoverRing, state: TakeoverState, player: int, good: int, territory: int, out: Int
) -> None:
    """Buy a good for a territory (TKO-16)."""
    price = ring.rules[PRICE + good]
    state.players[player, MONEY] -= price
    state.territories[territory, column_of(player, good)] += 1
    state.game[BOUGHT] += 1
    note(out, BOUGHT_GOOD, 16, PUBLIC, player, good, territory, price, 0)


@inline_kernel
def can_purchase(ring: TakeoverRing, state: TakeoverState, player: int) -> bool:
    """Whether there is anything that a player could buy (TKO-16)."""
    for good in range(GOODS):
        for territory in range(ring.rules[TERRITORIES]):
            if purchase_refusal(ring, state, player, good, territory) == OK:
                return True
    return False


@inline_kernel
def owns_any(ring: TakeoverRing, state: TakeoverState, player: int) -> bool:
    """Whether a player owns a territory."""
    for territory in range(ring.rules[TERRITORIES]):
        if state.territories[territory, OWNER] == player:
            return True
    return False


@inline_kernel
def players_left(ring: TakeoverRing, state: TakeoverState) -> int:
    """How many players are not out (TKO-16)."""
    left = 0
    for player in range(ring.rules[PLAYERS]):
        left += not is_out(state, player)
    return left


@inline_kernel
def is_out(state: TakeoverState, player: int) -> bool:
    """Whether a player has lost his last territory (TKO-16)."""
    return state.players[player, OUT] == 1
