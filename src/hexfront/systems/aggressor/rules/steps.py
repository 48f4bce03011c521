"""How every order and chance is carried out, up to the next decision."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int
from hexfront.core.event_rows import note
from hexfront.core.events import event
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.aggressor.rules.actors import CHANCE_ACTOR
from hexfront.systems.aggressor.rules.combat import (
    attack,
    close_fire,
    launch,
    open_fire,
    press,
    resolve_air,
    resolve_hit,
    strike_target,
)
from hexfront.systems.aggressor.rules.movement import walk
from hexfront.systems.aggressor.rules.observation import (
    side_of,
)
from hexfront.systems.aggressor.rules.orders import (
    DONE,
    FIRST_TARGET,
    PRESS_ON,
    REPLACE,
    RISE,
    SEEK_PARTISANS,
    first_unit_code,
    unit_codes,
)
from hexfront.systems.aggressor.rules.planes import put
from hexfront.systems.aggressor.rules.set_up import apply_set_up, open_game
from hexfront.systems.aggressor.rules.special import (
    clean,
    meet_partisans,
    reconnoitre,
    replace,
    request_supply,
    seek_partisans,
    seek_replacement,
)
from hexfront.systems.aggressor.rules.turn import begin_game, end_turn, go_on, pass_turn
from hexfront.systems.aggressor.scenario.state import (
    AIRBASE,
    ARTILLERY,
    FIRE,
    MISSILE,
    NOBODY,
    STRIKE,
    UNSEEN,
    AggressorGround,
    AggressorState,
    Phase,
)

BOTH_SIDES: Final = 3
"""All bits of READY."""


@event("AGR-11", word="immobile", places="place", subjects="unit")
class MoveAttempted(NamedTuple):
    """Whether a unit can move at all."""

    unit: int
    success: int
    place: int


@kernel
def apply_step(
    ground: AggressorGround, state: AggressorState, actor: int, order: int, out: Int
) -> None:
    """Carry a legal step out, up to the next decision."""
    phase = state.game.phase
    if phase == Phase.SET_UP:
        apply_set_up(ground, state, actor, order, out)
        if state.game.ready == BOTH_SIDES:
            open_game(ground, state, out)
    elif actor == CHANCE_ACTOR:
        answer(ground, state, phase, order, out)
    elif phase == Phase.PARTISANS and order == RISE:
        state.game.groups[actor] -= 1
        state.game.phase = Phase.UPRISING
    elif phase == Phase.PARTISANS:
        pass_turn(ground, state, out)
    elif phase == Phase.PRESS and order == PRESS_ON:
        press(ground, state, out)
    elif phase == Phase.PRESS:
        close_fire(state)
    elif order == DONE:
        end_turn(ground, state, out)
    else:
        act(ground, state, actor, order, out)
    if state.game.phase != Phase.SET_UP:
        go_on(ground, state, out)


@inline_kernel
def answer(
    ground: AggressorGround, state: AggressorState, phase: int, outcome: int, out: Int
) -> None:
    """An answer of chance, in the order of `chance_weight`."""
    if phase == Phase.BEGINNER:
        chosen = ground.rules.beginner
        beginner = outcome if chosen == NOBODY else chosen
        begin_game(ground, state, beginner, int(chosen != NOBODY), out)
    elif phase == Phase.UPRISING:
        plan_uprising(ground, state, outcome, out)
    elif phase == Phase.HIT:
        resolve_hit(ground, state, outcome + 1, out)
    elif phase == Phase.DIRECT:
        strike_target(ground, state, outcome == 0, out)
    elif phase == Phase.AIR:
        resolve_air(ground, state, outcome, out)
    elif phase == Phase.CONTACT:
        meet_partisans(ground, state, outcome == 0, out)
    elif phase == Phase.REPLACEMENT:
        replace(ground, state, outcome == 0, out)
    elif phase == Phase.IMMOBILE:
        move_immobile(ground, state, outcome == 0, out)


@inline_kernel
def plan_uprising(ground: AggressorGround, state: AggressorState, outcome: int, out: Int) -> None:
    """Where partisans rise when the next turn begins (AGR-40)."""
    side = state.game.active
    place = ground.rules.home_first[1 - side] + outcome
    put(state.uprising, place)
    state.game.uprisings_due = 1
    if state.game.groups[side] > 0:
        state.game.phase = Phase.PARTISANS
    else:
        pass_turn(ground, state, out)


@inline_kernel
def act(ground: AggressorGround, state: AggressorState, side: int, order: int, out: Int) -> None:
    """An order of a unit (AGR-43, AGR-44)."""
    hexes = ground.rules.hexes
    number = (order - first_unit_code(hexes)) // unit_codes(hexes)
    action = (order - first_unit_code(hexes)) % unit_codes(hexes)
    unit = side * ground.rules.army + number
    if action < SEEK_PARTISANS:
        step(ground, state, unit, action, out)
    elif action == SEEK_PARTISANS:
        seek_partisans(ground, state, unit, out)
    elif action == REPLACE:
        seek_replacement(ground, state, unit, out)
    else:
        target = action - FIRST_TARGET
        aim(ground, state, unit, target % hexes, target >= hexes, out)


@inline_kernel
def step(
    ground: AggressorGround, state: AggressorState, unit: int, direction: int, out: Int
) -> None:
    """Move, attack, or ask for supply: whichever the hex calls for (AGR-44)."""
    there = ground.hexes.neighbour[state.units.place[unit], direction]
    holder = state.hexes.holder[there]
    if holder != NOBODY and side_of(ground, holder) == side_of(ground, unit):
        request_supply(ground, state, unit, direction, out)
    elif holder != NOBODY and state.sightings.level[holder] > UNSEEN:
        attack(ground, state, unit, direction, out)
    elif state.units.range[unit] == 0:
        state.game.actor = unit
        state.game.target_hex = there
        state.game.phase = Phase.IMMOBILE
        if ground.rules.immobile in (0, 100):
            move_immobile(ground, state, ground.rules.immobile == 100, out)
    else:
        walk(ground, state, unit, direction, out)


@inline_kernel
def move_immobile(ground: AggressorGround, state: AggressorState, success: bool, out: Int) -> None:
    """The one try of a unit without range; it counts as a hex moved (AGR-11)."""
    unit, there = state.game.actor, state.game.target_hex
    side = side_of(ground, unit)
    state.game.actor = NOBODY
    state.game.target_hex = 0
    state.game.phase = Phase.ACTION
    note(out, 1 << side, MoveAttempted(unit, int(success), there))
    state.units.dug[unit] = 0
    if success:
        for direction in range(6):
            if ground.hexes.neighbour[state.units.place[unit], direction] == there:
                walk(ground, state, unit, direction, out)
                break
    state.units.moved[unit] = 1
    state.units.acted[unit] = 1


@inline_kernel
def aim(
    ground: AggressorGround, state: AggressorState, unit: int, place: int, strike: bool, out: Int
) -> None:
    """A special function with a target, by the type of the unit (AGR-30 to AGR-37)."""
    kind = state.units.kind[unit]
    if kind == AIRBASE and not strike:
        reconnoitre(ground, state, unit, place, out)
    elif kind == MISSILE:
        launch(ground, state, unit, place, out)
    elif kind in (AIRBASE, ARTILLERY):
        state.units.special[unit] = 1
        open_fire(ground, state, unit, place, STRIKE if kind == AIRBASE else FIRE, out)
    else:
        clean(ground, state, unit, place, out)
