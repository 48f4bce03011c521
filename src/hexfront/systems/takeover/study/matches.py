"""Games of machine opponents inside one kernel call: for studies of how these fare."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from hexfront.blocks import Int, copy_block, game_of
from hexfront.core.dice import Dice, dice_from_seed, draw
from hexfront.core.events import NO_LOG
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.takeover.game import TakeoverRules
from hexfront.systems.takeover.knowledge.packed import pack_view
from hexfront.systems.takeover.opponents.commander import decide_commander
from hexfront.systems.takeover.opponents.greedy import decide_greedy
from hexfront.systems.takeover.opponents.lore import TakeoverLore, make_lore
from hexfront.systems.takeover.opponents.room import (
    Room,
    TakeoverMemory,
    make_room,
    new_memory,
)
from hexfront.systems.takeover.rules.actors import NO_ACTOR, actor_of, draw_chance
from hexfront.systems.takeover.rules.estate import worth
from hexfront.systems.takeover.rules.legality import list_choices
from hexfront.systems.takeover.rules.turn import CHANCE_ACTOR, apply_step
from hexfront.systems.takeover.scenario.state import TakeoverRing, TakeoverState

AGENTS: Final = ("random", "greedy", "commander")
RANDOM, GREEDY, COMMANDER = range(len(AGENTS))


class Table(NamedTuple):
    """The agents of a game, by side, and what they keep in mind."""

    agents: Int
    """(players,) what each is, an index of `AGENTS`."""
    memories: Int
    """(players, words)"""
    keys: NDArray[np.uint32]
    """(players, 8) of their dice, as `Dice` has them."""
    positions: Int
    """(players, 2)"""
    blocks: Int
    """(players, 16)"""


@kernel
def play_match(
    ring: TakeoverRing,
    lore: TakeoverLore,
    room: Room,
    memory: TakeoverMemory,
    state: TakeoverState,
    packed: TakeoverState,
    table: Table,
    dice: Dice,
    codes: Int,
    log: Int,
    leaders: Int,
) -> int:
    """Play a game on from a state to its end; gives how many orders were given.

    Each agent sees `packed`, its packed view.  `memory` is any block of its class, `codes`
    room for the orders of a player.  `leaders` (rounds,) gets who is richest when each round
    begins, where it does.
    """
    orders, round_ = 0, 0
    actor = actor_of(ring, state)
    while actor != NO_ACTOR:
        if state.game.round > round_:
            round_ = state.game.round
            leaders[round_ - 1] = leader_of(ring, state)
        if actor == CHANCE_ACTOR:
            order = draw_chance(ring, state, dice)
        else:
            count = list_choices(ring, state, actor, codes)
            pack_view(ring, state, actor, packed)
            own = Dice(table.keys[actor], table.positions[actor], table.blocks[actor])
            mind = game_of(memory, table.memories, actor)
            if table.agents[actor] == COMMANDER:
                order = decide_commander(ring, lore, room, mind, packed, actor, own, codes, count)
            elif table.agents[actor] == GREEDY:
                order = decide_greedy(ring, lore, room, mind, packed, actor, own, codes, count)
            else:
                order = codes[draw(own, count)]
            orders += 1
        apply_step(ring, state, actor, order, log)
        actor = actor_of(ring, state)
    return orders


@inline_kernel
def leader_of(ring: TakeoverRing, state: TakeoverState) -> int:
    """The richest player, the first of several (TKO-16)."""
    leader, most = 0, worth(ring, state, 0)
    for player in range(1, ring.rules.players):
        rich = worth(ring, state, player)
        if rich > most:
            leader, most = player, rich
    return leader


class Match(NamedTuple):
    """A game that is over."""

    orders: int
    """Of all players."""
    state: TakeoverState
    """How it ended; it changes with the next game."""
    leaders: tuple[int, ...]
    """Who was richest when each round began."""


class Matches:
    """Plays games of a scenario; dice are those that `core.study.self_play` would be given."""

    def __init__(self, rules: TakeoverRules) -> None:
        self._rules, setting = rules, rules.setting
        self._lore, self._room = make_lore(setting), make_room(setting)
        self._memory = new_memory(setting, 0)
        self._start = rules.start()
        self._state, self._packed = rules.start(), rules.start()
        self._codes: Int = np.zeros(rules.actions, dtype=np.int64)
        self._leaders: Int = np.zeros(setting.ring.rules.rounds, dtype=np.int64)

    def play(self, seats: Sequence[str], seed: int, game: int, log: Int = NO_LOG) -> Match:
        """A game of agents by name; `log` takes events, as far as it has rows for them."""
        rules, players = self._rules, len(self._rules.sides)
        own = [dice_from_seed(seed, game, f"agent-{side}") for side in range(players)]
        table = Table(
            np.array([AGENTS.index(name) for name in seats]),
            np.array([new_memory(rules.setting, side).words for side in range(players)]),
            *(np.array(parts) for parts in zip(*own, strict=True)),
        )
        copy_block(self._state, self._start)
        self._leaders[:] = -1
        orders = play_match(
            rules.ring,
            self._lore,
            self._room,
            self._memory,
            self._state,
            self._packed,
            table,
            dice_from_seed(seed, game),
            self._codes,
            log,
            self._leaders,
        )
        lasted = self._leaders[self._leaders >= 0]
        return Match(int(orders), self._state, tuple(lasted.tolist()))
