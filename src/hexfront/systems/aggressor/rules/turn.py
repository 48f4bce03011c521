"""Turns and the end, AGR-38 to AGR-51."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, clause_code, event
from hexfront.jit import inline_kernel, kernel, small_kernel
from hexfront.systems.aggressor.rules.abilities import anything_left
from hexfront.systems.aggressor.rules.movement import lose_step
from hexfront.systems.aggressor.rules.observation import (
    distance,
    judge_sectors,
    learn_sectors,
    observe,
)
from hexfront.systems.aggressor.rules.planes import has, take
from hexfront.systems.aggressor.scenario.state import (
    BY_SECTORS,
    CONTAMINATION,
    LAST_ROUND,
    NO_UNITS,
    NOBODY,
    SECTORS,
    AggressorGround,
    AggressorState,
    Phase,
)

_SECTORS_DECIDE: Final = clause_code("AGR-50")
_UNITS_OR_ROUNDS_DECIDE: Final = clause_code("AGR-51")


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
        if not has(state.uprising, place):
            continue
        take(state.uprising, place)
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
        if has(state.contaminated, place) and not spared:
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
