"""The opponent `search`: the staff's alternatives, tried by playing the war on from drawn states.

A plan is all that a side says at a stop. Doctrines think of them, and such that improvise; in a
trial the side goes on by the doctrine of its plan, and the enemy is led by `commander`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from hexfront.blocks import Float, copy_block
from hexfront.core.batch.game import OpponentRoom
from hexfront.core.contract import View
from hexfront.core.dice import Dice
from hexfront.core.search.agent import SearchAgent, SearchGame
from hexfront.core.search.kernels import make_search_kernels
from hexfront.jit import outlined_kernel
from hexfront.systems.idahex.game import IdahexRules
from hexfront.systems.idahex.knowledge.determinization import SHARES, draw_hidden, reconstruct
from hexfront.systems.idahex.opponents.alternatives import (
    IMPROVISES,
    NAMES,
    alternatives,
    decide,
    order_all,
)
from hexfront.systems.idahex.opponents.staff.headquarters import Staff
from hexfront.systems.idahex.opponents.team import GAME_KERNELS
from hexfront.systems.idahex.opponents.word_queue import room_for_words
from hexfront.systems.idahex.rules.actors import count_scores
from hexfront.systems.idahex.rules.clock import frames_in
from hexfront.systems.idahex.rules.command.theatre import Theatre
from hexfront.systems.idahex.scenario.design import PERIOD
from hexfront.systems.idahex.scenario.state import HOLD, STRIKES, State, class_of

OF_LAND: Final = 0.5
"""What cells count in the worth of a state; strength counts the rest."""
HORIZON: Final = 30
"""Periods."""
DOUBT: Final = 250
"""By so much, in steps of `SHARES`, an enemy may be more or less worn than the own army."""
LEAST: Final = 100
"""The weakest that an enemy is imagined."""
OF_STRIKES: Final = 0.15
"""The part of a period's budget for air strikes, of a period that begins a cycle."""


@outlined_kernel
def determinize(theatre: Theatre, packed: State, side: int, dice: Dice, state: State) -> None:
    """Draw a state that has a packed view: the enemy is about as worn as the own army."""
    copy_block(state, packed)
    worn, planned = 0.0, 0.0
    value, forces = theatre.design.combat.value_defence, theatre.design.forces
    for unit in range(len(packed.units)):
        if packed.units.side[unit] == side and class_of(packed.units.posture[unit]) >= HOLD:
            kind = packed.units.kind[unit]
            for resource in range(packed.stock.shape[1]):
                worn += value[side, resource] * packed.stock[unit, resource]
                planned += value[side, resource] * forces.toe[kind, resource]
    share = int(SHARES * worn / planned) if planned > 0.0 else SHARES
    least = max(LEAST, share - DOUBT)
    draw_hidden(theatre.design, state, side, least, max(least, share + DOUBT), dice)


@outlined_kernel
def evaluate(
    theatre: Theatre, staff: Staff, room: OpponentRoom, state: State, values: Float
) -> None:
    """What a state is worth to each side, from 0 to 1: its share of the land, and of strength."""
    count_scores(theatre, state, values)
    land, strength = values[0] + values[1], 0.0
    of_red = 0.0
    for unit in range(len(state.units)):
        if class_of(state.units.posture[unit]) >= HOLD:
            side, worth = state.units.side[unit], 0.0
            for resource in range(state.stock.shape[1]):
                worth += staff.value_defence[side, resource] * state.stock[unit, resource]
            strength += worth
            of_red += worth if side == 0 else 0.0
    held = values[0] / land if land > 0.0 else 0.5
    kept = of_red / strength if strength > 0.0 else 0.5
    values[0] = kept + OF_LAND * (held - kept)
    values[1] = 1.0 - values[0]


KERNELS = make_search_kernels(
    __name__, GAME_KERNELS._replace(decide=decide), determinize, evaluate, order_all=order_all
)


class IdahexSearch(SearchAgent):
    """Plays the war on by each of the staff's alternatives, and takes what promises most."""

    measured: ClassVar[Mapping[str, Any]] = {"iterations": 60}
    """By the horizon and by `commander`: random words to the end of a war are no trial."""

    @staticmethod
    def make_game(rules: IdahexRules) -> SearchGame:
        """The scenario made ready."""
        setting = rules.setting

        def read_view(view: View, packed: State) -> None:
            copy_block(packed, reconstruct(setting, dict(view.facts)))

        return SearchGame(
            rules=rules,
            kernels=KERNELS,
            read_view=read_view,
            opponents=alternatives(setting),
            ground=rules.theatre,
            start=rules.start(),
            ticks=frames_in(setting.design.area, PERIOD),
            share=0.95,
            policy="commander",
            reply="commander",
            first="commander",
            depth=HORIZON,
            widening=1.0,
            changes=False,
            authors=len(NAMES) - 1,
            follows=tuple(name.removesuffix(IMPROVISES) for name in NAMES),
            longest=room_for_words(setting),
        )

    def share_of(self, view: View) -> float:
        """Less for air strikes, of which there is little to choose."""
        return OF_STRIKES if view.facts["phase"] == STRIKES else self.game.share
