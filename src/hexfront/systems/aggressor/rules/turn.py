"""Set-up, turns and the end, AGR-38 to AGR-52, and how every order and chance is carried out."""

from __future__ import annotations

from typing import Final

from hexfront.core.events import PUBLIC, note
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.aggressor.rules.choices import anything_left
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
from hexfront.systems.aggressor.rules.movement import lose_step, walk
from hexfront.systems.aggressor.rules.observation import (
    distance,
    judge_sectors,
    learn_sectors,
    observe,
    reveal_all,
    side_of,
)
from hexfront.systems.aggressor.rules.orders import (
    DONE,
    FIRST_DEPLOY,
    FIRST_TARGET,
    PRESS_ON,
    RECALL,
    REPLACE,
    RISE,
    SEEK_PARTISANS,
    first_removal,
    first_unit_code,
    unit_codes,
)
from hexfront.systems.aggressor.rules.special import (
    clean,
    meet_partisans,
    reconnoitre,
    replace,
    request_supply,
    seek_partisans,
    seek_replacement,
)
from hexfront.systems.aggressor.scenario.state import (
    ACTED,
    ACTION,
    ACTIVE,
    ACTOR,
    AGGRESSOR,
    AIR,
    AIRBASE,
    ALIVE,
    ARMY,
    ARTILLERY,
    ASSAULTING,
    ATTACKED,
    BEGINNER,
    BY_SECTORS,
    CHANGES,
    CHOOSING,
    CONTACTING,
    CONTAMINATED,
    CONTAMINATION,
    CONTROL,
    DUG,
    ENTERED,
    FIRE,
    FIRST,
    FROZEN,
    FULL_RANGE,
    FULL_STRENGTH,
    GROUPS,
    HALTED,
    HEXES,
    HIT,
    HOLDER,
    HOME_FIRST,
    IMMOBILE,
    LAST_ROUND,
    MISSILE,
    MOVED,
    NEIGHBOUR,
    NO_TYPE,
    NO_UNITS,
    NOBODY,
    OBSERVATION,
    OVER,
    PARTISANS,
    PHASE,
    PLACE,
    PRESS,
    RANGE,
    READY,
    REASON,
    REPLACING,
    RISING,
    ROUND,
    ROUNDS,
    SECTORS,
    SECTORS_TO_WIN,
    SEEN,
    SET_UP,
    SPECIAL,
    START,
    STRENGTH,
    STRIKE,
    TARGET,
    TARGET_HEX,
    TRYING,
    TYPE,
    UNSEEN,
    UPRISING,
    UPRISING_REACH,
    UPRISINGS_DUE,
    WINNER,
    AggressorGround,
    AggressorState,
    Int,
)

# Kinds of events
DEPLOYED: Final = 1
WITHDRAWN: Final = 2
SIDE_READY: Final = 3
GAME_BEGINS: Final = 4
TURN_BEGINS: Final = 5
NOT_MOVED: Final = 11
UPRISINGS: Final = 24
UNIT_FROZEN: Final = 25
GAME_ENDS: Final = 30

CHANCE_ACTOR: Final = -1
"""`contract.CHANCE`, as the kernels know it."""
BOTH_SIDES: Final = 3
"""All bits of READY."""


@inline_kernel
def deploy(
    ground: AggressorGround, state: AggressorState, side: int, kind: int, place: int, out: Int
) -> None:
    """Place a unit of a type; units stand in the order of being chosen (AGR-6, AGR-44)."""
    army = ground.rules[ARMY]
    unit = side * army + state.game[ALIVE + side]
    state.game[ALIVE + side] += 1
    units = state.units
    units[unit, TYPE] = kind
    units[unit, PLACE] = units[unit, START] = place
    units[unit, RANGE] = ground.types[kind, FULL_RANGE]
    units[unit, STRENGTH] = ground.types[kind, FULL_STRENGTH]
    state.hexes[place, HOLDER] = unit
    note(out, DEPLOYED, 52, 1 << side, unit, kind, place, 0, 0)


@inline_kernel
def remove(ground: AggressorGround, state: AggressorState, side: int, place: int, out: Int) -> None:
    """Take a unit back; those chosen after it move up (AGR-52)."""
    units, off = state.units, ground.rules[HEXES]
    gone = state.hexes[place, HOLDER]
    state.game[CHANGES + side] += 1
    note(out, WITHDRAWN, 52, 1 << side, units[gone, TYPE], place, 0, 0, 0)
    state.hexes[place, HOLDER] = NOBODY
    state.game[ALIVE + side] -= 1
    last = side * ground.rules[ARMY] + state.game[ALIVE + side]
    for unit in range(gone, last):
        for column in (TYPE, PLACE, START, RANGE, STRENGTH):
            units[unit, column] = units[unit + 1, column]
        state.hexes[units[unit, PLACE], HOLDER] = unit
    units[last, TYPE] = NO_TYPE
    units[last, PLACE] = units[last, START] = off
    units[last, RANGE] = units[last, STRENGTH] = 0


@kernel
def apply_set_up(
    ground: AggressorGround, state: AggressorState, side: int, order: int, out: Int
) -> None:
    """An order of a side that sets up (AGR-52).

    An entry of its own, since it compiles long before the rest of the rules is needed.
    """
    hexes = ground.rules[HEXES]
    if order == DONE:
        state.game[READY] |= 1 << side
        note(out, SIDE_READY, 52, 1 << side, side, 0, 0, 0, 0)
    elif order == RECALL:
        state.game[READY] &= ~(1 << side)
        state.game[CHANGES + side] += 1
    elif order >= first_removal(hexes):
        remove(ground, state, side, order - first_removal(hexes), out)
    else:
        number = order - FIRST_DEPLOY
        deploy(ground, state, side, number // hexes, number % hexes, out)


@kernel
def open_game(ground: AggressorGround, state: AggressorState, out: Int) -> None:
    """Both sides are ready: chance tells who begins, in one way where it was chosen (AGR-38)."""
    if ground.rules[OBSERVATION] == 0:
        reveal_all(ground, state)
    state.game[PHASE] = CHOOSING


@kernel
def begin_game(
    ground: AggressorGround, state: AggressorState, side: int, chosen: int, out: Int
) -> None:
    """The first turn of the first round."""
    state.game[FIRST] = side
    state.game[ROUND] = 1
    note(out, GAME_BEGINS, 38, PUBLIC, side, chosen, 0, 0, 0)
    begin_turn(ground, state, side, out)


@kernel
def begin_turn(ground: AggressorGround, state: AggressorState, side: int, out: Int) -> None:
    """Projection, partisans, contamination; then units act (AGR-41)."""
    game, units, army = state.game, state.units, ground.rules[ARMY]
    game[ACTIVE] = side
    game[PHASE] = ACTION
    note(out, TURN_BEGINS, 41, PUBLIC, game[ROUND], side, 0, 0, 0)
    for unit in range(side * army, (side + 1) * army):
        units[unit, MOVED] = units[unit, ATTACKED] = units[unit, SPECIAL] = 0
        units[unit, ACTED] = units[unit, HALTED] = units[unit, FROZEN] = 0
        units[unit, START] = units[unit, PLACE]
    observe(ground, state, side, out)
    if game[UPRISINGS_DUE] > 0:
        rise(ground, state, side, out)
    suffer_contamination(ground, state, side, out)


@inline_kernel
def rise(ground: AggressorGround, state: AggressorState, side: int, out: Int) -> None:
    """Partisans freeze the units around them (AGR-40)."""
    army, off = ground.rules[ARMY], ground.rules[HEXES]
    state.game[UPRISINGS_DUE] = 0
    for place in range(off):
        if state.hexes[place, UPRISING] == 0:
            continue
        state.hexes[place, UPRISING] = 0
        note(out, UPRISINGS, 40, PUBLIC, place, 0, 0, 0, 0)
        for unit in range(side * army, (side + 1) * army):
            here = state.units[unit, PLACE]
            if (
                here != off
                and state.units[unit, FROZEN] == 0
                and distance(ground, here, place) <= ground.rules[UPRISING_REACH]
            ):
                state.units[unit, FROZEN] = 1
                note(out, UNIT_FROZEN, 40, 1 << side, unit, here, 0, 0, 0)


@inline_kernel
def suffer_contamination(
    ground: AggressorGround, state: AggressorState, side: int, out: Int
) -> None:
    """Units in contaminated hexes that they did not enter themselves lose a step (AGR-42)."""
    army, off = ground.rules[ARMY], ground.rules[HEXES]
    for unit in range(side * army, (side + 1) * army):
        place = state.units[unit, PLACE]
        if place == off:
            continue
        spared = state.units[unit, ENTERED] == 1
        state.units[unit, ENTERED] = 0
        if state.hexes[place, CONTAMINATED] == 1 and not spared:
            lose_step(ground, state, unit, CONTAMINATION, False, out)


@kernel
def end_turn(ground: AggressorGround, state: AggressorState, out: Int) -> None:
    """Digging in, sectors, victory of the opponent; then partisans (AGR-13, AGR-48, AGR-50)."""
    game, units, army = state.game, state.units, ground.rules[ARMY]
    side = game[ACTIVE]
    for unit in range(side * army, (side + 1) * army):
        idle = units[unit, MOVED] + units[unit, ACTED] + units[unit, FROZEN] == 0
        units[unit, DUG] = int(idle and units[unit, PLACE] != ground.rules[HEXES])
    judge_sectors(ground, state, out)
    learn_sectors(ground, state, side, out)
    if has_won(ground, state, 1 - side):
        learn_sectors(ground, state, 1 - side, out)
        end_game(state, 1 - side, BY_SECTORS, out)
    elif side != game[FIRST] and game[ROUND] >= ground.rules[ROUNDS]:
        learn_sectors(ground, state, 1 - side, out)
        end_game(state, NOBODY, LAST_ROUND, out)
    elif game[GROUPS + side] > 0:
        game[PHASE] = PARTISANS
    else:
        pass_turn(ground, state, out)


@kernel
def pass_turn(ground: AggressorGround, state: AggressorState, out: Int) -> None:
    """The turn of the other side."""
    side = state.game[ACTIVE]
    learn_sectors(ground, state, 1 - side, out)
    if side != state.game[FIRST]:
        state.game[ROUND] += 1
    begin_turn(ground, state, 1 - side, out)


@kernel
def sectors_held(state: AggressorState, side: int) -> int:
    """How many sectors the side controls (AGR-48)."""
    held = 0
    for sector in range(SECTORS):
        held += state.game[CONTROL + sector] == side
    return held


@kernel
def has_won(ground: AggressorGround, state: AggressorState, side: int) -> bool:
    """Whether the side controls enough; the aggressor needs one in each column (AGR-50)."""
    if sectors_held(state, side) < ground.rules[SECTORS_TO_WIN]:
        return False
    if state.game[AGGRESSOR] != side:
        return True
    for column in range(3):
        held = False
        for sector in range(column, SECTORS, 3):
            held = held or state.game[CONTROL + sector] == side
        if not held:
            return False
    return True


@inline_kernel
def end_game(state: AggressorState, winner: int, reason: int, out: Int) -> None:
    """AGR-50, AGR-51"""
    state.game[PHASE] = OVER
    state.game[WINNER] = winner
    state.game[REASON] = reason
    state.game[ACTOR] = state.game[TARGET] = NOBODY
    note(out, GAME_ENDS, 50 if reason == BY_SECTORS else 51, PUBLIC, winner, reason, 0, 0, 0)


@kernel
def go_on(ground: AggressorGround, state: AggressorState, out: Int) -> None:
    """After each step: the end of the game, or of turns in which nothing is left to do (AGR-45)."""
    game = state.game
    while True:
        for side in range(2):
            if game[ALIVE + side] == 0 and game[PHASE] != OVER:
                end_game(state, 1 - side, NO_UNITS, out)
        if game[PHASE] != ACTION or anything_left(ground, state, game[ACTIVE]):
            return
        end_turn(ground, state, out)


@kernel
def apply_step(
    ground: AggressorGround, state: AggressorState, actor: int, order: int, out: Int
) -> None:
    """Carry a legal step out, up to the next decision."""
    phase = state.game[PHASE]
    if phase == SET_UP:
        apply_set_up(ground, state, actor, order, out)
        if state.game[READY] == BOTH_SIDES:
            open_game(ground, state, out)
    elif actor == CHANCE_ACTOR:
        answer(ground, state, phase, order, out)
    elif phase == PARTISANS and order == RISE:
        state.game[GROUPS + actor] -= 1
        state.game[PHASE] = RISING
    elif phase == PARTISANS:
        pass_turn(ground, state, out)
    elif phase == PRESS and order == PRESS_ON:
        press(ground, state, out)
    elif phase == PRESS:
        close_fire(state)
    elif order == DONE:
        end_turn(ground, state, out)
    else:
        act(ground, state, actor, order, out)
    if state.game[PHASE] != SET_UP:
        go_on(ground, state, out)


@inline_kernel
def answer(
    ground: AggressorGround, state: AggressorState, phase: int, outcome: int, out: Int
) -> None:
    """An answer of chance, in the order of `chance_weight`."""
    if phase == CHOOSING:
        chosen = ground.rules[BEGINNER]
        beginner = outcome if chosen == NOBODY else chosen
        begin_game(ground, state, beginner, int(chosen != NOBODY), out)
    elif phase == RISING:
        plan_uprising(ground, state, outcome, out)
    elif phase == HIT:
        resolve_hit(ground, state, outcome + 1, out)
    elif phase == ASSAULTING:
        strike_target(ground, state, outcome == 0, out)
    elif phase == AIR:
        resolve_air(ground, state, outcome, out)
    elif phase == CONTACTING:
        meet_partisans(ground, state, outcome == 0, out)
    elif phase == REPLACING:
        replace(ground, state, outcome == 0, out)
    elif phase == TRYING:
        move_immobile(ground, state, outcome == 0, out)


@inline_kernel
def plan_uprising(ground: AggressorGround, state: AggressorState, outcome: int, out: Int) -> None:
    """Where partisans rise when the next turn begins (AGR-40)."""
    side = state.game[ACTIVE]
    place = ground.rules[HOME_FIRST + 1 - side] + outcome
    state.hexes[place, UPRISING] = 1
    state.game[UPRISINGS_DUE] = 1
    if state.game[GROUPS + side] > 0:
        state.game[PHASE] = PARTISANS
    else:
        pass_turn(ground, state, out)


@inline_kernel
def act(ground: AggressorGround, state: AggressorState, side: int, order: int, out: Int) -> None:
    """An order of a unit (AGR-43, AGR-44)."""
    hexes = ground.rules[HEXES]
    number = (order - first_unit_code(hexes)) // unit_codes(hexes)
    action = (order - first_unit_code(hexes)) % unit_codes(hexes)
    unit = side * ground.rules[ARMY] + number
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
    there = ground.hexes[state.units[unit, PLACE], NEIGHBOUR + direction]
    holder = state.hexes[there, HOLDER]
    if holder != NOBODY and side_of(ground, holder) == side_of(ground, unit):
        request_supply(ground, state, unit, direction, out)
    elif holder != NOBODY and state.units[holder, SEEN] > UNSEEN:
        attack(ground, state, unit, direction, out)
    elif state.units[unit, RANGE] == 0:
        state.game[ACTOR] = unit
        state.game[TARGET_HEX] = there
        state.game[PHASE] = TRYING
        if ground.rules[IMMOBILE] in (0, 100):
            move_immobile(ground, state, ground.rules[IMMOBILE] == 100, out)
    else:
        walk(ground, state, unit, direction, out)


@inline_kernel
def move_immobile(ground: AggressorGround, state: AggressorState, success: bool, out: Int) -> None:
    """The one try of a unit without range; it counts as a hex moved (AGR-11)."""
    unit, there = state.game[ACTOR], state.game[TARGET_HEX]
    side = side_of(ground, unit)
    state.game[ACTOR] = NOBODY
    state.game[TARGET_HEX] = 0
    state.game[PHASE] = ACTION
    note(out, NOT_MOVED, 11, 1 << side, unit, int(success), there, 0, 0)
    state.units[unit, DUG] = 0
    if success:
        for direction in range(6):
            if ground.hexes[state.units[unit, PLACE], NEIGHBOUR + direction] == there:
                walk(ground, state, unit, direction, out)
                break
    state.units[unit, MOVED] = 1
    state.units[unit, ACTED] = 1


@inline_kernel
def aim(
    ground: AggressorGround, state: AggressorState, unit: int, place: int, strike: bool, out: Int
) -> None:
    """A special function with a target, by the type of the unit (AGR-30 to AGR-37)."""
    kind = state.units[unit, TYPE]
    if kind == AIRBASE and not strike:
        reconnoitre(ground, state, unit, place, out)
    elif kind == MISSILE:
        launch(ground, state, unit, place, out)
    elif kind in (AIRBASE, ARTILLERY):
        state.units[unit, SPECIAL] = 1
        open_fire(ground, state, unit, place, STRIKE if kind == AIRBASE else FIRE, out)
    else:
        clean(ground, state, unit, place, out)
