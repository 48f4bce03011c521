"""The opponent `search`: plans of the others, and changes of these, tried on drawn positions."""

from __future__ import annotations

from hexfront.blocks import Float
from hexfront.core.contract import View
from hexfront.core.search.agent import SearchAgent, SearchGame
from hexfront.core.search.kernels import make_search_kernels
from hexfront.jit import outlined_kernel
from hexfront.systems.aggressor.game import AggressorRules
from hexfront.systems.aggressor.knowledge.determinization import determinize_packed
from hexfront.systems.aggressor.knowledge.packed import unpack_facts
from hexfront.systems.aggressor.opponents.agents import GAME_KERNELS, batch_opponents
from hexfront.systems.aggressor.opponents.scene import Lore, Room
from hexfront.systems.aggressor.rules.turn import sectors_held
from hexfront.systems.aggressor.scenario.state import AggressorGround, AggressorState


@outlined_kernel
def evaluate(
    ground: AggressorGround, lore: Lore, room: Room, state: AggressorState, values: Float
) -> None:
    """What a state is worth to each side, from 0 to 1: by what armies are worth, and sectors."""
    army, off = ground.rules.army, ground.rules.hexes
    for side in range(2):
        values[side] = 0.5 * sectors_held(state, side)
        for unit in range(side * army, (side + 1) * army):
            if state.units.place[unit] != off:
                kind, strength = state.units.kind[unit], state.units.strength[unit]
                values[side] += lore.worth[kind, state.units.range[unit], strength]
    whole = values[0] + values[1]
    values[0] = values[0] / whole if whole > 0.0 else 0.5
    values[1] = 1.0 - values[0]


KERNELS = make_search_kernels(__name__, GAME_KERNELS, determinize_packed, evaluate)


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
            opponents=batch_opponents(setting),
            ground=rules.ground,
            start=rules.start(),
            ticks=1,
            share=0.25,
            policy="commander",
            reply="commander",
            first="commander",
            widening=0.5,
            doubt=0.3,
            remembers=True,
        )
