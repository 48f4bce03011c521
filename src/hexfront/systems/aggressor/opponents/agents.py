"""Machine players as the contract knows them: they read a view, and a kernel finds the order."""

from __future__ import annotations

from typing import Final

import numpy as np

from hexfront.blocks import Int, direct, game_of
from hexfront.core.agent import Position
from hexfront.core.batch.game import BatchOpponents, fresh_memory
from hexfront.core.batch.kernels import GameKernels
from hexfront.core.dice import Dice
from hexfront.jit import kernel
from hexfront.systems.aggressor.game import AggressorRules
from hexfront.systems.aggressor.knowledge.observation import write_observation
from hexfront.systems.aggressor.knowledge.packed import pack_view, unpack_facts
from hexfront.systems.aggressor.opponents.commander import decide_commander
from hexfront.systems.aggressor.opponents.greedy import decide_greedy
from hexfront.systems.aggressor.opponents.scene import (
    Lore,
    Memory,
    Room,
    make_lore,
    make_room,
    new_memory,
)
from hexfront.systems.aggressor.opponents.style import STYLES, StyleName
from hexfront.systems.aggressor.rules.actors import (
    actor_of,
    count_scores,
    draw_chance,
    score_game,
    time_of,
)
from hexfront.systems.aggressor.rules.choices import list_choices
from hexfront.systems.aggressor.rules.marks import mark_choices
from hexfront.systems.aggressor.rules.steps import apply_step
from hexfront.systems.aggressor.scenario.state import AggressorGround, AggressorState, Setting

OPPONENTS: Final = ("greedy", "commander")
"""By their numbers, which count from 1."""
GREEDY: Final = 1
COMMANDER: Final = 2


@kernel
def decide(
    opponent: int,
    ground: AggressorGround,
    lore: Lore,
    room: Room,
    memory: Int,
    at: int,
    packed: AggressorState,
    side: int,
    dice: Dice,
    codes: Int,
    count: int,
) -> int:
    """The order of an opponent, GREEDY or COMMANDER, whose memory is the row `at`.

    One entry for both, so that whoever compiles for one has the other, too.
    """
    mine = game_of(room.like, memory, at)
    if opponent == GREEDY:
        return decide_greedy(ground, lore, room, mine, packed, side, dice, codes, count)
    own_style = lore.styles[opponent - COMMANDER]
    return decide_commander(ground, lore, room, mine, packed, side, own_style, dice, codes, count)


GAME_KERNELS = GameKernels(
    actor_of,
    time_of,
    draw_chance,
    list_choices,
    apply_step,
    score_game,
    count_scores,
    write_observation,
    pack_view,
    decide,
    mark_choices,
)
"""What loops over whole games are made of."""


def batch_opponents(setting: Setting, names: tuple[str, ...] = OPPONENTS) -> BatchOpponents:
    """The opponents of a scenario, for kernels that play whole games."""
    memory = [new_memory(setting, side) for side in range(2)]
    return BatchOpponents(
        names=names,
        lore=make_lore(setting),
        make_room=lambda: make_room(setting),
        fresh=fresh_memory([memory] * len(names)),
    )


class Opponent:
    """A player that decides from its view and the choices alone."""

    number: int
    _decide = direct(decide)

    def __init__(self, rules: AggressorRules, side: int, dice: Dice) -> None:
        self.rules, self.side, self.dice = rules, side, dice
        setting = rules.setting
        self._lore, self._room = make_lore(setting), make_room(setting)
        self._memory = new_memory(setting, side).words.reshape(1, -1)
        self._packed = setting.start.copy()
        self._codes: Int = np.zeros(rules.actions, dtype=np.int64)

    @property
    def memory(self) -> Memory:
        """What it remembers of the game."""
        return Memory(self._memory[0])

    def decide(self, position: Position) -> int:
        """The next order."""
        choices, view = position.choices, position.view
        if not view.must_act:
            return choices[0]
        unpack_facts(self.rules.setting, view.facts, self.side, self._packed)
        count = len(choices)
        self._codes[:count] = choices
        order = self._decide(
            self.number,
            self.rules.ground,
            self._lore,
            self._room,
            self._memory,
            0,
            self._packed,
            self.side,
            self.dice,
            self._codes,
            count,
        )
        return int(order)


class GreedyAgent(Opponent):
    """Takes the best attack there is; then lets every unit move; then ends its turn."""

    number = GREEDY


class CommanderAgent(Opponent):
    """Scouts, guesses at what it does not see, and plans for the sectors that it can win.

    Belief and plan can be made anew from any view.
    """

    number = COMMANDER

    def __init__(
        self, rules: AggressorRules, side: int, dice: Dice, *, style: StyleName = "commander"
    ) -> None:
        """A commander of a style.

        Args:
            style: what it weighs its deeds by.
        """
        super().__init__(rules, side, dice)
        self.number = COMMANDER + list(STYLES).index(style)
