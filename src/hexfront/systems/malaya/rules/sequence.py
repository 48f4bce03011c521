"""The sequence of play, MAL-1 to MAL-3, as kernels: player-turns and phases."""

from __future__ import annotations

from typing import Final

from hexfront.core.events import PUBLIC, note
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.malaya.rules.battle import re_embark
from hexfront.systems.malaya.rules.combat import target_refusal
from hexfront.systems.malaya.rules.movement import OK, rail_refusal, settle, side_of
from hexfront.systems.malaya.rules.naval import call_refusal, sea_refusal
from hexfront.systems.malaya.rules.supply import judge_supply
from hexfront.systems.malaya.rules.victory import bonus, end_game, holds_all
from hexfront.systems.malaya.scenario.state import (
    ABROAD,
    ACTIVE,
    AIR_BASE,
    AIR_EACH,
    AIR_LEFT,
    AIR_TURN,
    AIRFIELD,
    BEFORE,
    BOXED,
    CHANGES,
    CHOOSING,
    COMMONWEALTH,
    CONTROL,
    DIRECTIONS,
    DUE,
    EAST_CAPACITY,
    ENTERED,
    FALLEN,
    FIGHTING,
    FOUGHT,
    HEXES,
    JAPAN,
    LANDING,
    LATER,
    MOVING,
    NOBODY,
    ON_MAP,
    OPTION_AIR,
    OPTION_EAST,
    OPTION_RAIL,
    OPTION_SIDE,
    OPTIONS,
    ORIGIN,
    OVER,
    PATH,
    PHASE,
    PLACE,
    POOL,
    PORT,
    PORTS,
    RAIL_CAPACITY,
    RAIL_LEFT,
    RAILED,
    REINFORCING,
    RESUME,
    SAILED,
    SAILING,
    SEA_LEFT,
    SEIZING,
    SHIPPING_DECIDED,
    SHIPPING_HEX,
    SPENT,
    START,
    START_BOX,
    STATUS,
    STOPPED,
    SUPPLIED,
    TURN,
    TURNS,
    UNITS,
    WENT,
    Int,
    MalayaGround,
    MalayaState,
)

# Kinds of events
TURN_BEGINS: Final = 40
PHASE_BEGINS: Final = 41
ARRIVES_NOW: Final = 43
SUPPLY_CHANGES: Final = 44

MORE_FIGHTING: Final = 20
"""Beside the phases: after a battle."""
NEXT_PLAYER: Final = 21
"""Beside the phases: the player-turn is over."""


@kernel
def set_up(ground: MalayaGround, state: MalayaState, out: Int) -> None:
    """Place the units that are there when the game begins; then options are chosen (MAL-3)."""
    for unit in range(ground.rules[UNITS]):
        place = ground.units[unit, START]
        if place != ground.rules[HEXES]:
            settle(ground, state, unit, place)
        elif ground.units[unit, START_BOX] != NOBODY:
            state.units[unit, STATUS] = ABROAD
            state.units[unit, PORT] = ground.units[unit, START_BOX]
    state.game[TURN] = 1
    choose_options(ground, state, JAPAN, out)


@outlined_kernel
def choose_options(ground: MalayaGround, state: MalayaState, first: int, out: Int) -> None:
    """Let a side choose among its options, where it has any, then the other (MAL-3)."""
    for side in range(first, COMMONWEALTH + 1):
        for option in range(ground.rules[OPTIONS]):
            if ground.options[option, OPTION_SIDE] == side:
                state.game[PHASE] = CHOOSING
                state.game[ACTIVE] = side
                return
    # Whom Japan attacks first has the aircraft of the first turn; its own turn brings new ones.
    state.game[AIR_LEFT + COMMONWEALTH] = air_points(ground, state, COMMONWEALTH)
    open_player_turn(ground, state, JAPAN, out)
    proceed(ground, state, REINFORCING, out)


@outlined_kernel
def open_player_turn(ground: MalayaGround, state: MalayaState, side: int, out: Int) -> None:
    """Begin a player-turn: arrivals, air points, ships, trains, supply (MAL-2)."""
    game, units = state.game, state.units
    game[ACTIVE] = side
    if side == JAPAN:
        note(out, TURN_BEGINS, 1, PUBLIC, game[TURN], 0, 0, 0, 0)
    for unit in range(ground.rules[UNITS]):
        if side_of(ground, unit) != side:
            continue
        units[unit, SPENT] = units[unit, STOPPED] = 0
        units[unit, SAILED] = units[unit, RAILED] = 0
        if units[unit, STATUS] == LATER and units[unit, DUE] == game[TURN]:
            units[unit, STATUS] = BOXED
            note(out, ARRIVES_NOW, 14, PUBLIC, unit, 0, 0, 0, 0)
    game[AIR_LEFT + side] = air_points(ground, state, side)
    game[RAIL_LEFT] = ground.sides[side, RAIL_CAPACITY] + bonus(ground, state, side, OPTION_RAIL)
    east = ground.sides[side, EAST_CAPACITY] + bonus(ground, state, side, OPTION_EAST)
    game[SEA_LEFT] = east
    game[SEA_LEFT + 1] = ground.sides[side, EAST_CAPACITY + 1]
    judge(ground, state, out)


@outlined_kernel
def air_points(ground: MalayaGround, state: MalayaState, side: int) -> int:
    """Air points of a side in this turn, as far as it holds airfields to fly from (MAL-22)."""
    held = 0
    for place in range(ground.rules[HEXES]):
        held += ground.hexes[place, AIRFIELD] == 1 and state.hexes[place, CONTROL] == side
    based = ground.sides[side, AIR_BASE] + held * ground.sides[side, AIR_EACH]
    due = ground.sides[side, AIR_TURN + state.game[TURN] - 1]
    return min(based, due + bonus(ground, state, side, OPTION_AIR))


@outlined_kernel
def judge(ground: MalayaGround, state: MalayaState, out: Int) -> None:
    """Judge supply, and tell whose has changed (MAL-2, MAL-15)."""
    for unit in range(ground.rules[UNITS]):
        state.units[unit, POOL] = state.units[unit, SUPPLIED]
    judge_supply(ground, state)
    for unit in range(ground.rules[UNITS]):
        supplied = state.units[unit, SUPPLIED]
        if supplied != state.units[unit, POOL] and state.units[unit, STATUS] == ON_MAP:
            place = state.units[unit, PLACE]
            note(out, SUPPLY_CHANGES, 15, PUBLIC, unit, place, supplied, 0, 0)
        state.units[unit, POOL] = 0


@outlined_kernel
def proceed(ground: MalayaGround, state: MalayaState, first: int, out: Int) -> None:
    """Begin the first phase, from one on, in which there is something to decide (MAL-2)."""
    phase = first
    while True:
        if shipping_due(ground, state):
            state.game[RESUME] = phase
            state.game[PHASE] = SEIZING
            return
        if phase == MORE_FIGHTING:
            if can_fight(ground, state):
                state.game[PHASE] = FIGHTING
                return
            phase = NEXT_PLAYER
        elif phase == NEXT_PLAYER:
            close_player_turn(ground, state, out)
            if state.game[PHASE] == OVER:
                return
            phase = REINFORCING
        else:
            open_phase(ground, state, phase, out)
            if matters(ground, state, phase):
                state.game[PHASE] = phase
                note(out, PHASE_BEGINS, 2, PUBLIC, state.game[ACTIVE], phase, 0, 0, 0)
                return
            phase = phase + 1 if phase < FIGHTING else NEXT_PLAYER


@inline_kernel
def shipping_due(ground: MalayaGround, state: MalayaState) -> bool:
    """Whether chance must tell what Japan finds in the port of the west coast (MAL-13)."""
    place = ground.rules[SHIPPING_HEX]
    if place == ground.rules[HEXES] or state.game[SHIPPING_DECIDED] == 1:
        return False
    return state.hexes[place, CONTROL] == JAPAN


@outlined_kernel
def open_phase(ground: MalayaGround, state: MalayaState, phase: int, out: Int) -> None:
    """Remember how things stand, so that a move can be taken back; judge supply for combat."""
    units, hexes = state.units, state.hexes
    state.game[CHANGES] = 0
    for place in range(ground.rules[HEXES] + 1):
        hexes[place, BEFORE] = hexes[place, CONTROL]
        hexes[place, ENTERED] = 0
    for unit in range(ground.rules[UNITS]):
        units[unit, PATH : PATH + units[unit, WENT]] = 0
        units[unit, WENT] = units[unit, FOUGHT] = 0
        units[unit, ORIGIN] = units[unit, PLACE]
    if phase == FIGHTING:
        judge(ground, state, out)


@outlined_kernel
def matters(ground: MalayaGround, state: MalayaState, phase: int) -> bool:
    """Whether the phasing side has anything to decide in a phase."""
    if phase == MOVING:
        return True
    if phase == FIGHTING:
        return can_fight(ground, state)
    side = state.game[ACTIVE]
    for unit in range(ground.rules[UNITS]):
        if side_of(ground, unit) == side and concerns(ground, state, unit, phase):
            return True
    return False


@outlined_kernel
def concerns(ground: MalayaGround, state: MalayaState, unit: int, phase: int) -> bool:
    """Whether a phase before combat may hold orders for a unit (MAL-3, MAL-12 to MAL-14)."""
    if phase == REINFORCING:
        boxed = state.units[unit, STATUS] == BOXED
        return boxed or call_refusal(ground, state, unit) == OK
    if phase == SAILING:
        for port in range(ground.rules[PORTS]):
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
    side = state.game[ACTIVE]
    for unit in range(ground.rules[UNITS]):
        is_target = side_of(ground, unit) != side and state.units[unit, STATUS] == ON_MAP
        if is_target and target_refusal(ground, state, side, state.units[unit, PLACE]) == OK:
            return True
    return False


@outlined_kernel
def close_player_turn(ground: MalayaGround, state: MalayaState, out: Int) -> None:
    """End a player-turn, and the game where it is decided (MAL-30, MAL-32)."""
    side = state.game[ACTIVE]
    for unit in range(ground.rules[UNITS]):
        if state.units[unit, STATUS] == LANDING:
            re_embark(ground, state, unit, out)
    if side == JAPAN and holds_all(ground, state):
        state.game[FALLEN] = state.game[TURN]
        end_game(ground, state, out)
    elif side == JAPAN:
        open_player_turn(ground, state, COMMONWEALTH, out)
    elif state.game[TURN] == ground.rules[TURNS]:
        end_game(ground, state, out)
    else:
        state.game[TURN] += 1
        open_player_turn(ground, state, JAPAN, out)
