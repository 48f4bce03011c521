"""Set-up, turns and the end, AGR-38 to AGR-52, and how every order and chance is carried out."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, clause_code, event
from hexfront.jit import inline_kernel, kernel, small_kernel
from hexfront.systems.aggressor.rules.actors import CHANCE_ACTOR
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
    AIRBASE,
    ARTILLERY,
    BY_SECTORS,
    CONTAMINATION,
    FIRE,
    LAST_ROUND,
    MISSILE,
    NO_TYPE,
    NO_UNITS,
    NOBODY,
    SECTORS,
    STRIKE,
    UNSEEN,
    AggressorGround,
    AggressorState,
    Phase,
)

_SECTORS_DECIDE: Final = clause_code("AGR-50")
_UNITS_OR_ROUNDS_DECIDE: Final = clause_code("AGR-51")


@event("AGR-52", word="deploy", places="place", subjects="unit")
class Deployed(NamedTuple):
    """A unit is set up."""

    unit: int
    type: int
    place: int


@event("AGR-52", "{type} is taken back from {place}.", word="remove", places="place")
class Removed(NamedTuple):
    """A unit of the set-up is taken back."""

    type: int
    place: int


@event("AGR-52", "{side} is ready.", word="ready")
class SideReady(NamedTuple):
    """A side has set up."""

    side: int


@event("AGR-38", word="begin")
class GameBegins(NamedTuple):
    """Who begins, by lot or by choice."""

    side: int
    chosen: int


@event("AGR-41", "Round {round}: the turn of {side}.", word="turn")
class TurnBegins(NamedTuple):
    """A side has its turn."""

    round: int
    side: int


@event("AGR-11", word="immobile", places="place", subjects="unit")
class MoveAttempted(NamedTuple):
    """Whether a unit can move at all."""

    unit: int
    success: int
    place: int


@event("AGR-40", "Partisans rise around {place}.", word="partisans", places="place")
class PartisansRise(NamedTuple):
    """Partisans rise."""

    place: int


@event(
    "AGR-40",
    "{unit} fights partisans and does nothing else this turn.",
    word="frozen",
    places="place",
    subjects="unit",
)
class UnitFrozen(NamedTuple):
    """A unit fights partisans."""

    unit: int
    place: int


@event("", word="end")
class GameEnds(NamedTuple):
    """The game is over."""

    winner: int
    reason: int
    clause: int


BOTH_SIDES: Final = 3
"""All bits of READY."""


@inline_kernel
def deploy(
    ground: AggressorGround, state: AggressorState, side: int, kind: int, place: int, out: Int
) -> None:
    """Place a unit of a type; units stand in the order of being chosen (AGR-6, AGR-44)."""
    army = ground.rules.army
    unit = side * army + state.game.alive[side]
    state.game.alive[side] += 1
    units = state.units
    units.kind[unit] = kind
    units.place[unit] = units.start[unit] = place
    units.range[unit] = ground.types.full_range[kind]
    units.strength[unit] = ground.types.full_strength[kind]
    state.hexes.holder[place] = unit
    note(out, 1 << side, Deployed(unit, kind, place))


@inline_kernel
def remove(ground: AggressorGround, state: AggressorState, side: int, place: int, out: Int) -> None:
    """Take a unit back; those chosen after it move up (AGR-52)."""
    units, off = state.units, ground.rules.hexes
    gone = state.hexes.holder[place]
    state.game.changes[side] += 1
    note(out, 1 << side, Removed(units.kind[gone], place))
    state.hexes.holder[place] = NOBODY
    state.game.alive[side] -= 1
    last = side * ground.rules.army + state.game.alive[side]
    for unit in range(gone, last):
        units.kind[unit] = units.kind[unit + 1]
        units.place[unit], units.start[unit] = units.place[unit + 1], units.start[unit + 1]
        units.range[unit], units.strength[unit] = units.range[unit + 1], units.strength[unit + 1]
        state.hexes.holder[units.place[unit]] = unit
    units.kind[last] = NO_TYPE
    units.place[last] = units.start[last] = off
    units.range[last] = units.strength[last] = 0


@kernel
def apply_set_up(
    ground: AggressorGround, state: AggressorState, side: int, order: int, out: Int
) -> None:
    """An order of a side that sets up (AGR-52).

    An entry of its own, since it compiles long before the rest of the rules is needed.
    """
    hexes = ground.rules.hexes
    if order == DONE:
        state.game.ready |= 1 << side
        note(out, 1 << side, SideReady(side))
    elif order == RECALL:
        state.game.ready &= ~(1 << side)
        state.game.changes[side] += 1
    elif order >= first_removal(hexes):
        remove(ground, state, side, order - first_removal(hexes), out)
    else:
        number = order - FIRST_DEPLOY
        deploy(ground, state, side, number // hexes, number % hexes, out)


@kernel
def open_game(ground: AggressorGround, state: AggressorState, out: Int) -> None:
    """Both sides are ready: chance tells who begins, in one way where it was chosen (AGR-38)."""
    if ground.rules.observation == 0:
        reveal_all(ground, state)
    state.game.phase = Phase.BEGINNER


@kernel
def begin_game(
    ground: AggressorGround, state: AggressorState, side: int, chosen: int, out: Int
) -> None:
    """The first turn of the first round."""
    state.game.first = side
    state.game.round = 1
    note(out, PUBLIC, GameBegins(side, chosen))
    begin_turn(ground, state, side, out)


@kernel
def begin_turn(ground: AggressorGround, state: AggressorState, side: int, out: Int) -> None:
    """Projection, partisans, contamination; then units act (AGR-41)."""
    game, units, army = state.game, state.units, ground.rules.army
    game.active = side
    game.phase = Phase.ACTION
    note(out, PUBLIC, TurnBegins(game.round, side))
    for unit in range(side * army, (side + 1) * army):
        units.moved[unit] = units.attacked[unit] = units.special[unit] = 0
        units.acted[unit] = units.halted[unit] = units.frozen[unit] = 0
        units.start[unit] = units.place[unit]
    observe(ground, state, side, out)
    if game.uprisings_due > 0:
        rise(ground, state, side, out)
    suffer_contamination(ground, state, side, out)


@inline_kernel
def rise(ground: AggressorGround, state: AggressorState, side: int, out: Int) -> None:
    """Partisans freeze the units around them (AGR-40)."""
    army, off = ground.rules.army, ground.rules.hexes
    state.game.uprisings_due = 0
    for place in range(off):
        if state.hexes.uprising[place] == 0:
            continue
        state.hexes.uprising[place] = 0
        note(out, PUBLIC, PartisansRise(place))
        for unit in range(side * army, (side + 1) * army):
            here = state.units.place[unit]
            if (
                here != off
                and state.units.frozen[unit] == 0
                and distance(ground, here, place) <= ground.rules.uprising_reach
            ):
                state.units.frozen[unit] = 1
                note(out, 1 << side, UnitFrozen(unit, here))


@inline_kernel
def suffer_contamination(
    ground: AggressorGround, state: AggressorState, side: int, out: Int
) -> None:
    """Units in contaminated hexes that they did not enter themselves lose a step (AGR-42)."""
    army, off = ground.rules.army, ground.rules.hexes
    for unit in range(side * army, (side + 1) * army):
        place = state.units.place[unit]
        if place == off:
            continue
        spared = state.units.entered[unit] == 1
        state.units.entered[unit] = 0
        if state.hexes.contaminated[place] == 1 and not spared:
            lose_step(ground, state, unit, CONTAMINATION, False, out)


@kernel
def end_turn(ground: AggressorGround, state: AggressorState, out: Int) -> None:
    """Digging in, sectors, victory of the opponent; then partisans (AGR-13, AGR-48, AGR-50)."""
    game, units, army = state.game, state.units, ground.rules.army
    side = game.active
    for unit in range(side * army, (side + 1) * army):
        idle = units.moved[unit] + units.acted[unit] + units.frozen[unit] == 0
        units.dug[unit] = int(idle and units.place[unit] != ground.rules.hexes)
    judge_sectors(ground, state, out)
    learn_sectors(ground, state, side, out)
    if has_won(ground, state, 1 - side):
        learn_sectors(ground, state, 1 - side, out)
        end_game(state, 1 - side, BY_SECTORS, out)
    elif side != game.first and game.round >= ground.rules.rounds:
        learn_sectors(ground, state, 1 - side, out)
        end_game(state, NOBODY, LAST_ROUND, out)
    elif game.groups[side] > 0:
        game.phase = Phase.PARTISANS
    else:
        pass_turn(ground, state, out)


@kernel
def pass_turn(ground: AggressorGround, state: AggressorState, out: Int) -> None:
    """The turn of the other side."""
    side = state.game.active
    learn_sectors(ground, state, 1 - side, out)
    if side != state.game.first:
        state.game.round += 1
    begin_turn(ground, state, 1 - side, out)


@small_kernel
def sectors_held(state: AggressorState, side: int) -> int:
    """How many sectors the side controls (AGR-48)."""
    held = 0
    for sector in range(SECTORS):
        held += state.game.control[sector] == side
    return held


@kernel
def has_won(ground: AggressorGround, state: AggressorState, side: int) -> bool:
    """Whether the side controls enough; the aggressor needs one in each column (AGR-50)."""
    if sectors_held(state, side) < ground.rules.sectors_to_win:
        return False
    if state.game.aggressor != side:
        return True
    for column in range(3):
        held = False
        for sector in range(column, SECTORS, 3):
            held = held or state.game.control[sector] == side
        if not held:
            return False
    return True


@inline_kernel
def end_game(state: AggressorState, winner: int, reason: int, out: Int) -> None:
    """AGR-50, AGR-51"""
    state.game.phase = Phase.OVER
    state.game.winner = winner
    state.game.reason = reason
    state.game.actor = state.game.target = NOBODY
    clause = _SECTORS_DECIDE if reason == BY_SECTORS else _UNITS_OR_ROUNDS_DECIDE
    note(out, PUBLIC, GameEnds(winner, reason, clause))


@kernel
def go_on(ground: AggressorGround, state: AggressorState, out: Int) -> None:
    """After each step: the end of the game, or of turns in which nothing is left to do (AGR-45)."""
    game = state.game
    while True:
        for side in range(2):
            if game.alive[side] == 0 and game.phase != Phase.OVER:
                end_game(state, 1 - side, NO_UNITS, out)
        if game.phase != Phase.ACTION or anything_left(ground, state, game.active):
            return
        end_turn(ground, state, out)


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
    state.hexes.uprising[place] = 1
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
