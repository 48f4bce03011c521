"""States for trials, by what a commander believes: enemies out of sight stand where he expects
them, and are of an army that somebody would choose."""

from __future__ import annotations

from typing import Any, Final

from hexfront.blocks import Int, game_of
from hexfront.core.dice import Dice, draw
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.aggressor.knowledge.determinization import determinize_packed, worn
from hexfront.systems.aggressor.opponents.belief import update_belief
from hexfront.systems.aggressor.opponents.deeds import look
from hexfront.systems.aggressor.opponents.scene import Lore, Scene
from hexfront.systems.aggressor.rules.planes import is_watched
from hexfront.systems.aggressor.scenario.state import (
    NO_TYPE,
    NOBODY,
    TYPES,
    AggressorGround,
    AggressorState,
    Phase,
)

FINE: Final = 1 << 20
"""Steps of a chance that is drawn by weights."""


@outlined_kernel
def imagine_state(
    ground: AggressorGround,
    lore: Lore,
    room: Any,
    memory: Int,
    at: int,
    packed: AggressorState,
    side: int,
    dice: Dice,
    state: AggressorState,
) -> None:
    """Write a state that has a packed view, drawn by the belief in the row `at` of memories."""
    determinize_packed(ground, packed, side, dice, state)
    if state.game.phase in (Phase.SET_UP, Phase.OVER) or ground.rules.observation == 0:
        return
    mine = game_of(room.like, memory, at)
    s = Scene(ground, lore, room.trails, room.desk, mine, packed, side, lore.styles[0])
    look(s)
    update_belief(s)
    draw_types(s, state, dice)
    draw_places(s, state, dice)


@inline_kernel
def draw_types(s: Scene, state: AggressorState, dice: Dice) -> None:
    """Enemies whose type is not known are the rest of any of the armies that are known."""
    army, off = s.ground.rules.army, s.ground.rules.hexes
    first, mix = (1 - s.side) * army, draw(dice, len(s.lore.mixes))
    left = s.desk.sizes[0]
    for kind in range(TYPES):
        left[kind] = s.lore.mixes[mix, kind]
    for unit in range(first, first + army):
        kind = state.sightings.kind[unit]
        if state.contact_number[unit] > 0 and 0 <= kind < TYPES:
            left[kind] = max(left[kind] - 1, 0)
    for unit in range(first, first + army):
        if state.units.place[unit] == off or state.units.kind[unit] >= TYPES:
            continue
        known = state.contact_number[unit] > 0 and state.sightings.kind[unit] != NO_TYPE
        rest = 0
        for kind in range(TYPES):
            rest += left[kind]
        if known or rest == 0:
            continue
        number, kind = draw(dice, rest), 0
        while number >= left[kind]:
            number -= left[kind]
            kind += 1
        left[kind] -= 1
        hits = state.sightings.hits[unit] if state.contact_number[unit] > 0 else 0
        reach, strength = worn(
            s.ground.types.full_range[kind], s.ground.types.full_strength[kind], hits
        )
        state.units.kind[unit] = kind
        state.units.range[unit], state.units.strength[unit] = reach, strength


@inline_kernel
def draw_places(s: Scene, state: AggressorState, dice: Dice) -> None:
    """Enemies out of sight stand where they are expected."""
    army, hexes = s.ground.rules.army, s.ground.rules.hexes
    first, density = (1 - s.side) * army, s.memory.density
    for unit in range(first, first + army):
        here = state.units.place[unit]
        if here == hexes or state.contact_number[unit] > 0:
            continue
        state.hexes.holder[here] = NOBODY
        total = 0.0
        for place in range(hexes):
            if is_free(s, state, place):
                total += density[place]
        wanted, there = total * draw(dice, FINE) / FINE, here
        for place in range(hexes):
            if is_free(s, state, place) and density[place] > 0.0:
                there = place
                wanted -= density[place]
                if wanted < 0.0:
                    break
        state.units.place[unit] = state.units.start[unit] = there
        state.hexes.holder[there] = unit


@inline_kernel
def is_free(s: Scene, state: AggressorState, place: int) -> bool:
    """Whether an enemy out of sight may stand in a hex."""
    return state.hexes.holder[place] == NOBODY and not is_watched(state, place, s.side)
