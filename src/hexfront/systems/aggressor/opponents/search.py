"""The opponent `search`: plans of the others, and changes of these, tried on drawn positions."""

from __future__ import annotations

from math import sqrt
from typing import Any, Final

from hexfront.blocks import Float
from hexfront.core.contract import View
from hexfront.core.search.agent import SearchAgent, SearchGame
from hexfront.core.search.kernels import make_search_kernels
from hexfront.jit import outlined_kernel
from hexfront.systems.aggressor.game import AggressorRules
from hexfront.systems.aggressor.knowledge.determinization import determinize_packed
from hexfront.systems.aggressor.knowledge.packed import unpack_facts
from hexfront.systems.aggressor.opponents.agents import (
    COMMANDER,
    GAME_KERNELS,
    batch_opponents,
)
from hexfront.systems.aggressor.opponents.belief import FIRST_TURN
from hexfront.systems.aggressor.opponents.imagined import imagine_state
from hexfront.systems.aggressor.opponents.scene import Lore, Room
from hexfront.systems.aggressor.opponents.style import STYLES
from hexfront.systems.aggressor.rules.turn import sectors_held
from hexfront.systems.aggressor.scenario.state import (
    AggressorGround,
    AggressorState,
)

OF_ARMIES: Final = 1.4
"""What it is worth to have the whole army, where the enemy has nothing left."""
OF_SECTORS: Final = 0.12
"""What a sector more is worth; both were fitted to the ends of games."""


@outlined_kernel
def evaluate(
    ground: AggressorGround, lore: Lore, room: Room, state: AggressorState, values: Float
) -> None:
    """What a state is worth to each side, from 0 to 1: about its chance to win, half a draw."""
    army, off = ground.rules.army, ground.rules.hexes
    for side in range(2):
        values[side] = 0.0
        for unit in range(side * army, (side + 1) * army):
            if state.units.place[unit] != off:
                kind, strength = state.units.kind[unit], state.units.strength[unit]
                values[side] += lore.worth[kind, state.units.range[unit], strength]
    whole = values[0] + values[1]
    lead = OF_ARMIES * (values[0] - values[1]) / whole if whole > 0.0 else 0.0
    lead += OF_SECTORS * (sectors_held(state, 0) - sectors_held(state, 1))
    values[0] = 0.5 + 0.5 * lead / sqrt(1.0 + lead * lead)
    values[1] = 1.0 - values[0]


@outlined_kernel
def imagine(ground: AggressorGround, lore: Lore, root: Any, search: Any, side: int) -> None:
    """Draw a state that the side may be in, by what its commander believes."""
    at = 2 * (COMMANDER - 1) + side
    room, dice = search.opponents, search.guess
    imagine_state(ground, lore, room, search.fresh, at, root, side, dice, search.state)


KERNELS = make_search_kernels(__name__, GAME_KERNELS, determinize_packed, evaluate, imagine=imagine)
NAMES: Final = ("greedy", *STYLES)
"""Who thinks of plans."""


class AggressorSearch(SearchAgent):
    """Tries what it may order up to the next throw, and gives what promises most."""

    @staticmethod
    def make_game(rules: AggressorRules) -> SearchGame:
        """The scenario made ready."""
        setting = rules.setting

        def read_view(view: View, packed: AggressorState) -> None:
            unpack_facts(setting, view.facts, view.viewer, packed)

        return SearchGame(
            rules=rules,
            kernels=KERNELS,
            read_view=read_view,
            opponents=batch_opponents(setting, NAMES),
            ground=rules.ground,
            start=rules.start(),
            ticks=1,
            share=0.25,
            policy="wary",
            reply="commander",
            rival="commander",
            first="wary",
            widening=0.5,
            certainty=3.0,
            depth=4,
            opening=FIRST_TURN,
            news=lambda view: view.facts["contacts"],
            remembers=True,
        )
