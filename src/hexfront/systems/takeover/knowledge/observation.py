"""What learners get of a game: arrays with their limits, how kernels write them, orders in parts.

Players count on from the one who looks, who is 0; -1 is nobody. All is known to him (TKO-3).
"""

from __future__ import annotations

from typing import Any, Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.by_reference import by_reference
from hexfront.core.learning import ActionFactors, ArraySpec
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.takeover.rules.estate import territory_worth, title_income
from hexfront.systems.takeover.rules.orders import (
    BUY,
    DONE,
    FIRST_PURCHASE,
    attack_parts,
    count_actions,
    first_attack,
    purchase_parts,
)
from hexfront.systems.takeover.rules.pools import FACES
from hexfront.systems.takeover.scenario import state as s
from hexfront.systems.takeover.scenario.loader import Setting

GAME: Final = (
    "round",
    "last round",
    "phase",
    "player to move",
    "purchases",
    "conquered territory",
    "attacked from",
    "attacked territory",
    "dice of the aggressor",
    "dice of the defender",
    "round of the fight",
)
PLAYER: Final = ("money", "space", "out", "cards", "titles", "income", "worth")
MONEY, SPACE, OUT, CARDS, TITLES, INCOME, WORTH = range(len(PLAYER))
TITLE: Final = ("quadrant", "group", "price", "income")
TERRITORY: Final = ("owner", "r-units", "ns-units", "level")
"""Columns of `territories`; the agents of each player come after them."""
AGENTS: Final = len(TERRITORY)
RICHEST: Final = int(np.iinfo(np.int32).max)
"""More money than this is shown as this."""


@by_reference
class Seen(NamedTuple):
    """The arrays of `observation_spec`, each with a leading axis of games."""

    game: NDArray[np.int16]
    players: NDArray[np.int32]
    titles: NDArray[np.int32]
    territories: NDArray[np.int8]
    hand: NDArray[np.int8]
    unseen: NDArray[np.int8]


def observation_spec(setting: Setting) -> tuple[ArraySpec, ...]:
    """The arrays that `write_observation` writes, in the order of `Seen`."""
    rules, titles, cards = setting.ring.rules, setting.ring.titles, setting.ring.cards
    players, territories, kinds = rules.players, rules.territories, rules.cards
    fixed = np.column_stack((titles.quadrant, titles.group, titles.price, titles.income))
    lands = np.array([s.NOBODY, 0, 0, 0, *[0] * players])
    most = np.array([players - 1, *rules.most[: s.AGENT], *[rules.most[s.AGENT]] * players])
    in_pack = cards.in_pack.copy()
    agents = tuple(f"agents of {name}" for name in player_names(players))
    low, high = _limits_of_game(setting)
    return (
        ArraySpec("game", low.shape, "int16", low, high, GAME, "The course of the game."),
        ArraySpec(
            "players",
            (players, len(PLAYER)),
            "int32",
            0,
            _most_of_players(setting),
            PLAYER,
            "What each player has, from the one who looks on.",
        ),
        ArraySpec("titles", fixed.shape, "int32", fixed, fixed, TITLE, "What never changes."),
        ArraySpec(
            "territories",
            (territories, len(most)),
            "int8",
            lands,
            most,
            (*TERRITORY, *agents),
            "Whose each territory is, and what stands there.",
        ),
        ArraySpec("hand", (kinds,), "int8", 0, in_pack, setting.cards, "The player's own cards."),
        ArraySpec(
            "unseen",
            (kinds,),
            "int8",
            0,
            in_pack,
            setting.cards,
            "Cards in the pack or in the hands of others.",
        ),
    )


def player_names(players: int) -> tuple[str, ...]:
    """What players are called, from the one who looks on."""
    return ("self", *(f"{number} on" for number in range(1, players)))


def _limits_of_game(setting: Setting) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The least and the greatest numbers of `game`."""
    rules = setting.ring.rules
    mine, theirs = setting.most_dice
    lasts, land = rules.rounds, rules.territories - 1
    low = [1, lasts, 0, 0, 0, *[s.NOBODY] * 3, 0, 0, 0]
    high = [lasts + 1, lasts, int(s.Phase.OVER), rules.players - 1, rules.purchases]
    high += [land, land, land, mine, theirs, mine + theirs]
    return np.array(low), np.array(high)


def _most_of_players(setting: Setting) -> NDArray[np.int64]:
    """The greatest numbers of a row of `players`."""
    ring = setting.ring
    rules, titles = ring.rules, ring.titles
    level = int(rules.most[s.LEVEL])
    count = rules.territories
    income = rules.salary + int(titles.income.sum())
    income += count * (level * rules.each_level + rules.whole_group)
    passes = _most_passes(ring)
    money = rules.start_money + rules.rounds * passes * income
    goods = int((rules.most * rules.price).sum())
    worth = money + int(titles.price.sum()) + count * goods
    most = [money, rules.spaces - 1, 1, int(ring.cards.in_pack.sum()), count, income, worth]
    return np.minimum(np.array(most), RICHEST)


def _most_passes(ring: s.TakeoverRing) -> int:
    """How often the Administration can pay in one throw."""
    offices = (ring.spaces.kind == s.ADMINISTRATION).tolist()
    spaces = len(offices)
    return max(
        sum(offices[(start + step) % spaces] for step in range(1, 2 * FACES + 1))
        for start in range(spaces)
    )


@kernel
def write_observation(
    ring: s.TakeoverRing, state: s.TakeoverState, side: int, seen: Seen, row: int
) -> None:
    """Write what a player may know into one row of each array (TKO-3)."""
    _write_game(ring, state, side, seen, row)
    _write_players(ring, state, side, seen, row)
    _write_territories(ring, state, side, seen, row)
    for card in range(ring.rules.cards):
        unseen = state.pack[card]
        for player in range(ring.rules.players):
            unseen += state.hands[player, card]
        own = state.hands[side, card]
        seen.hand[row, card] = own
        seen.unseen[row, card] = unseen - own


@inline_kernel
def _turned(ring: s.TakeoverRing, side: int, player: int) -> int:
    """How many seats on from a side a player sits; NOBODY for nobody."""
    if player < side:
        return s.NOBODY if player == s.NOBODY else player - side + ring.rules.players
    return player - side


@inline_kernel
def _write_game(
    ring: s.TakeoverRing, state: s.TakeoverState, side: int, seen: Seen, row: int
) -> None:
    game = state.game
    seen.game[row, 0] = game.round
    seen.game[row, 1] = ring.rules.rounds
    seen.game[row, 2] = game.phase
    seen.game[row, 3] = _turned(ring, side, game.active)
    seen.game[row, 4] = game.bought
    seen.game[row, 5] = game.chain
    seen.game[row, 6] = game.origin
    seen.game[row, 7] = game.target
    seen.game[row, 8] = game.pool[0]
    seen.game[row, 9] = game.pool[1]
    seen.game[row, 10] = game.battle_round


@inline_kernel
def _write_players(
    ring: s.TakeoverRing, state: s.TakeoverState, side: int, seen: Seen, row: int
) -> None:
    """What each has apart from territories, which `_write_territories` adds."""
    for player in range(ring.rules.players):
        on, cards, agents = _turned(ring, side, player), 0, 0
        for card in range(ring.rules.cards):
            cards += state.hands[player, card]
        for territory in range(ring.rules.territories):
            number = state.agents[territory, player]
            seen.territories[row, territory, AGENTS + on] = number
            agents += number
        worth = state.players.money[player] + agents * ring.rules.price[s.AGENT]
        seen.players[row, on, MONEY] = min(state.players.money[player], RICHEST)
        seen.players[row, on, SPACE] = state.players.place[player]
        seen.players[row, on, OUT] = state.players.out[player]
        seen.players[row, on, CARDS] = cards
        seen.players[row, on, TITLES] = 0
        seen.players[row, on, INCOME] = ring.rules.salary
        seen.players[row, on, WORTH] = min(worth, RICHEST)


@inline_kernel
def _write_territories(
    ring: s.TakeoverRing, state: s.TakeoverState, side: int, seen: Seen, row: int
) -> None:
    for territory in range(ring.rules.territories):
        seen.titles[row, territory, 0] = ring.titles.quadrant[territory]
        seen.titles[row, territory, 1] = ring.titles.group[territory]
        seen.titles[row, territory, 2] = ring.titles.price[territory]
        seen.titles[row, territory, 3] = ring.titles.income[territory]
        owner = _turned(ring, side, state.territories.owner[territory])
        seen.territories[row, territory, 0] = owner
        for good in range(s.AGENT):
            number = state.territories.goods[territory, good]
            seen.territories[row, territory, 1 + good] = number
        if owner != s.NOBODY:
            seen.players[row, owner, TITLES] += 1
            _add(seen, row, owner, INCOME, title_income(ring, state, territory))
            _add(seen, row, owner, WORTH, territory_worth(ring, state, territory))


@inline_kernel
def _add(seen: Seen, row: int, on: int, column: int, amount: int) -> None:
    """Add to a figure of a player, which ends at the most that is shown."""
    seen.players[row, on, column] = min(int(seen.players[row, on, column]) + amount, RICHEST)


def action_factors(setting: Setting) -> ActionFactors:
    """Orders by what is done, with which good or card, from where, and where (TKO-2, TKO-16).

    0 stands for none in each of them.
    """
    ring = setting.ring
    count, kinds = ring.rules.territories, ring.rules.cards
    table = np.zeros((count_actions(ring), 5), dtype=np.int64)
    table[DONE, 0], table[BUY, 0] = 1, 2
    # All codes at once: the kernels' arithmetic goes for arrays too.
    purchases: Any = np.arange(FIRST_PURCHASE, first_attack(ring))
    attacks: Any = np.arange(first_attack(ring), len(table))
    good, territory = purchase_parts(ring, purchases)
    table[purchases, 0], table[purchases, 1], table[purchases, 4] = 3, 1 + good, 1 + territory
    origin, target, card = attack_parts(ring, attacks)
    table[attacks, 0], table[attacks, 2] = 4, 1 + card
    table[attacks, 3], table[attacks, 4] = 1 + origin, 1 + target
    names = ("what", "good", "card", "from", "territory")
    return ActionFactors(names, (5, 1 + s.GOODS, 1 + kinds, 1 + count, 1 + count), table)
