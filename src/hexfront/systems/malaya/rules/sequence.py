"""The sequence of play, MAL-1 to MAL-3, as kernels: player-turns and phases."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, event
from hexfront.core.tables import copy_row, fill
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.malaya.rules.battle import re_embark
from hexfront.systems.malaya.rules.combat import target_refusal
from hexfront.systems.malaya.rules.movement import OK, rail_refusal, settle, side_of
from hexfront.systems.malaya.rules.naval import call_refusal, sea_refusal
from hexfront.systems.malaya.rules.planes import control_of
from hexfront.systems.malaya.rules.supply import judge_supply
from hexfront.systems.malaya.rules.victory import bonus, end_game, holds_all
from hexfront.systems.malaya.scenario.state import (
    ABROAD,
    BOXED,
    COMMONWEALTH,
    DIRECTIONS,
    JAPAN,
    LANDING,
    LATER,
    NOBODY,
    ON_MAP,
    MalayaGround,
    MalayaState,
    Phase,
)


@event("MAL-1", word="turn")
class TurnBegins(NamedTuple):
    """A turn begins."""

    turn: int


@event("MAL-2", "{side}: {phase}.", word="phase")
class PhaseBegins(NamedTuple):
    """A phase begins."""

    side: int
    phase: int


@event(
    "MAL-14",
    "{unit} is ready in the reinforcement box.",
    word="arrive",
    places="place",
    subjects="unit",
)
class Arrived(NamedTuple):
    """A reinforcement is ready."""

    unit: int
    place: int


@event("MAL-15", word="supply", places="place", subjects="unit")
class SupplyChanged(NamedTuple):
    """A unit is out of supply, or in supply again."""

    unit: int
    place: int
    supplied: int


MORE_FIGHTING: Final = 20
"""Beside the phases: after a battle."""
NEXT_PLAYER: Final = 21
"""Beside the phases: the player-turn is over."""


@kernel
def set_up(ground: MalayaGround, state: MalayaState, out: Int) -> None:
    """Place the units that are there when the game begins; then options are chosen (MAL-3)."""
    for unit in range(ground.rules.units):
        place = ground.units.start[unit]
        if place != ground.rules.hexes:
            settle(ground, state, unit, place)
        elif ground.units.start_box[unit] != NOBODY:
            state.units.status[unit] = ABROAD
            state.units.port[unit] = ground.units.start_box[unit]
    state.game.turn = 1
    choose_options(ground, state, JAPAN, out)


@outlined_kernel
def choose_options(ground: MalayaGround, state: MalayaState, first: int, out: Int) -> None:
    """Let a side choose among its options, where it has any, then the other (MAL-3)."""
    for side in range(first, COMMONWEALTH + 1):
        for option in range(ground.rules.options):
            if ground.options.side[option] == side:
                state.game.phase = Phase.OPTIONS
                state.game.active = side
                return
    # Whom Japan attacks first has the aircraft of the first turn; its own turn brings new ones.
    state.game.air_left[COMMONWEALTH] = air_points(ground, state, COMMONWEALTH)
    open_player_turn(ground, state, JAPAN, out)
    proceed(ground, state, Phase.REINFORCEMENT, out)


@outlined_kernel
def open_player_turn(ground: MalayaGround, state: MalayaState, side: int, out: Int) -> None:
    """Begin a player-turn: arrivals, air points, ships, trains, supply (MAL-2)."""
    game, units = state.game, state.units
    game.active = side
    if side == JAPAN:
        note(out, PUBLIC, TurnBegins(game.turn))
    for unit in range(ground.rules.units):
        if side_of(ground, unit) != side:
            continue
        units.spent[unit] = units.stopped[unit] = 0
        units.sailed[unit] = units.railed[unit] = 0
        if units.status[unit] == LATER and units.due[unit] == game.turn:
            units.status[unit] = BOXED
            note(out, PUBLIC, Arrived(unit, 0))
    game.air_left[side] = air_points(ground, state, side)
    game.rail_left = ground.sides.rail_capacity[side] + bonus(
        ground, state, side, ground.options.rail
    )
    east = ground.sides.sea_capacity[side, 0] + bonus(ground, state, side, ground.options.east)
    game.sea_left[0] = east
    game.sea_left[1] = ground.sides.sea_capacity[side, 1]
    judge(ground, state, out)


@outlined_kernel
def air_points(ground: MalayaGround, state: MalayaState, side: int) -> int:
    """Air points of a side in this turn, as far as it holds airfields to fly from (MAL-22)."""
    held = 0
    for place in range(ground.rules.hexes):
        held += ground.hexes.airfield[place] == 1 and control_of(state, place) == side
    based = ground.sides.air_base[side] + held * ground.sides.air_each[side]
    due = ground.air_by_turn[side, state.game.turn - 1]
    return min(based, due + bonus(ground, state, side, ground.options.air))


@outlined_kernel
def judge(ground: MalayaGround, state: MalayaState, out: Int) -> None:
    """Judge supply, and tell whose has changed (MAL-2, MAL-15)."""
    for unit in range(ground.rules.units):
        state.units.pool[unit] = state.units.supplied[unit]
    judge_supply(ground, state)
    for unit in range(ground.rules.units):
        supplied = state.units.supplied[unit]
        if supplied != state.units.pool[unit] and state.units.status[unit] == ON_MAP:
            place = state.units.place[unit]
            note(out, PUBLIC, SupplyChanged(unit, place, supplied))
        state.units.pool[unit] = 0


@outlined_kernel
def proceed(ground: MalayaGround, state: MalayaState, first: int, out: Int) -> None:
    """Begin the first phase, from one on, in which there is something to decide (MAL-2)."""
    phase = first
    while True:
        if shipping_due(ground, state):
            state.game.resume = phase
            state.game.phase = Phase.SHIPPING
            return
        if phase == MORE_FIGHTING:
            if can_fight(ground, state):
                state.game.phase = Phase.COMBAT
                return
            phase = NEXT_PLAYER
        elif phase == NEXT_PLAYER:
            close_player_turn(ground, state, out)
            if state.game.phase == Phase.OVER:
                return
            phase = Phase.REINFORCEMENT
        else:
            open_phase(ground, state, phase, out)
            if matters(ground, state, phase):
                state.game.phase = phase
                note(out, PUBLIC, PhaseBegins(state.game.active, state.game.phase))
                return
            phase = phase + 1 if phase < Phase.COMBAT else NEXT_PLAYER


@inline_kernel
def shipping_due(ground: MalayaGround, state: MalayaState) -> bool:
    """Whether chance must tell what Japan finds in the port of the west coast (MAL-13)."""
    place = ground.rules.shipping_hex
    if place == ground.rules.hexes or state.game.shipping_decided == 1:
        return False
    return control_of(state, place) == JAPAN


@outlined_kernel
def open_phase(ground: MalayaGround, state: MalayaState, phase: int, out: Int) -> None:
    """Remember how things stand, so that a move can be taken back; judge supply for combat."""
    units = state.units
    state.game.changes = 0
    copy_row(state.before, state.control)
    for unit in range(ground.rules.units):
        fill(state.paths[unit], 0)
        units.went[unit] = units.fought[unit] = 0
        units.origin[unit] = units.place[unit]
    if phase == Phase.COMBAT:
        judge(ground, state, out)


@outlined_kernel
def matters(ground: MalayaGround, state: MalayaState, phase: int) -> bool:
    """Whether the phasing side has anything to decide in a phase."""
    if phase == Phase.MOVEMENT:
        return True
    if phase == Phase.COMBAT:
        return can_fight(ground, state)
    side = state.game.active
    for unit in range(ground.rules.units):
        if side_of(ground, unit) == side and concerns(ground, state, unit, phase):
            return True
    return False


@outlined_kernel
def concerns(ground: MalayaGround, state: MalayaState, unit: int, phase: int) -> bool:
    """Whether a phase before combat may hold orders for a unit (MAL-3, MAL-12 to MAL-14)."""
    if phase == Phase.REINFORCEMENT:
        boxed = state.units.status[unit] == BOXED
        return boxed or call_refusal(ground, state, unit) == OK
    if phase == Phase.NAVAL:
        for port in range(ground.rules.ports):
            if sea_refusal(ground, state, unit, port) == OK:
                return True
        return False
    for direction in range(DIRECTIONS):
        if rail_refusal(ground, state, unit, direction) == OK:
            return True
    return False


@outlined_kernel
def can_fight(ground: MalayaGround, state: MalayaState) -> bool:
    """Whether the phasing side can attack any hex (MAL-16)."""
    side = state.game.active
    for unit in range(ground.rules.units):
        is_target = side_of(ground, unit) != side and state.units.status[unit] == ON_MAP
        if is_target and target_refusal(ground, state, side, state.units.place[unit]) == OK:
            return True
    return False


@outlined_kernel
def close_player_turn(ground: MalayaGround, state: MalayaState, out: Int) -> None:
    """End a player-turn, and the game where it is decided (MAL-30, MAL-32)."""
    side = state.game.active
    for unit in range(ground.rules.units):
        if state.units.status[unit] == LANDING:
            re_embark(ground, state, unit, out)
    if side == JAPAN and holds_all(ground, state):
        state.game.fallen = state.game.turn
        end_game(ground, state, out)
    elif side == JAPAN:
        open_player_turn(ground, state, COMMONWEALTH, out)
    elif state.game.turn == ground.rules.turns:
        end_game(ground, state, out)
    else:
        state.game.turn += 1
        open_player_turn(ground, state, JAPAN, out)
