"""Combat, BRG-21 to BRG-26, as kernels."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, clause_code, event
from hexfront.core.refusals import refusal
from hexfront.jit import inline_kernel, kernel, small_kernel
from hexfront.systems.brigade.rules.hexes import add_friends, holder_at, zones_at
from hexfront.systems.brigade.rules.movement import (
    OFF_MAP,
    OK,
    adjacent,
    detect,
    leave,
    settle,
    side_of,
)
from hexfront.systems.brigade.scenario import state as s
from hexfront.systems.brigade.scenario.state import (
    BrigadeGround,
    BrigadeState,
    Phase,
)

# Why a retreat into a hex is refused
OCCUPIED: Final = refusal(20, "BRG-25", "no retreat into an occupied hex")
NO_HAVEN: Final = refusal(21, "BRG-25", "no retreat into that terrain")
ENEMY_ZONE: Final = refusal(22, "BRG-25", "no retreat into an enemy zone of control")

_BY_RESULT: Final = clause_code("BRG-24")
_WITHOUT_RETREAT: Final = clause_code("BRG-25")


@event("BRG-22", word="battle", places="place")
class BattleBegins(NamedTuple):
    """A battle; bit `u` of `attackers` is set for the u-th unit of the attacker's side."""

    defender: int
    place: int
    attackers: int
    column: int


@event("BRG-23", word="roll", places="place")
class Rolled(NamedTuple):
    """The die of a battle, and the code of its result."""

    place: int
    die: int
    column: int
    modifier: int
    result: int


@event("", word="eliminate", places="place", subjects="unit")
class Eliminated(NamedTuple):
    """A unit is lost by the result, or since it cannot retreat."""

    unit: int
    place: int
    cause: int
    clause: int


@event(
    "BRG-24",
    "{unit} retreats from {here} to {there}.",
    word="retreat",
    places="here there",
    subjects="unit",
)
class Retreated(NamedTuple):
    """A unit retreats by a hex."""

    unit: int
    here: int
    there: int


@event(
    "BRG-26",
    "{unit} advances from {here} into {there}.",
    word="advance",
    places="here there",
    subjects="unit",
)
class Advanced(NamedTuple):
    """A unit advances after a battle."""

    unit: int
    here: int
    there: int


# Why a unit was eliminated
BY_RESULT: Final = 0
NO_RETREAT: Final = 1

COLUMNS: Final = 4


@small_kernel
def battle_column(
    ground: BrigadeGround, attackers: int, strength: int, defence: int
) -> tuple[int, int]:
    """Column 1 … 4 of the results table and a modifier of the die (BRG-23)."""
    if ground.rules.by_strength == 0:
        return min(attackers, COLUMNS), 0
    ratio = strength // defence
    if ratio < 1:
        return 1, 1
    return min(ratio, COLUMNS), 0


@small_kernel
def battle_face(ground: BrigadeGround, place: int, die: int, modifier: int) -> int:
    """The row of the results table: the die with its modifiers, 1 … 6 (BRG-2, BRG-23)."""
    return min(6, max(1, die + ground.hexes.modifier[place] + modifier))


@kernel
def begin_battle(ground: BrigadeGround, state: BrigadeState, defender: int, out: Int) -> None:
    """Announce a battle: every adjacent unit that attacks the defender fights (BRG-21, BRG-22)."""
    place = state.units.place[defender]
    state.game.defender = defender
    state.game.battle_hex = place
    state.game.phase = Phase.BATTLE
    state.units.fought[defender] = 1
    side = 1 - side_of(ground, defender)
    crowd = 0
    for unit in range(ground.rules.first_unit[side], ground.rules.first_unit[side + 1]):
        if state.units.target[unit] == defender and adjacent(
            ground, state.units.place[unit], place
        ):
            crowd |= 1 << (unit - ground.rules.first_unit[side])
            state.units.duty[unit] = s.ATTACKING
            state.units.fought[unit] = 1
    column, _ = column_of_battle(ground, state)
    note(out, PUBLIC, BattleBegins(defender, place, crowd, column))


@inline_kernel
def column_of_battle(ground: BrigadeGround, state: BrigadeState) -> tuple[int, int]:
    """Column and modifier of the battle that is fought now (BRG-23)."""
    defender = state.game.defender
    side = 1 - side_of(ground, defender)
    count, strength = 0, 0
    for unit in range(ground.rules.first_unit[side], ground.rules.first_unit[side + 1]):
        if state.units.duty[unit] == s.ATTACKING:
            count += 1
            strength += ground.companies.strength[state.units.company[unit]]
    return battle_column(
        ground, count, strength, ground.companies.strength[state.units.company[defender]]
    )


@inline_kernel
def roll(ground: BrigadeGround, state: BrigadeState, die: int, out: Int) -> int:
    """Read the results table for a die of 1 … 6 and give the result code (BRG-23)."""
    column, modifier = column_of_battle(ground, state)
    place = state.game.battle_hex
    face = battle_face(ground, place, die, modifier)
    result = ground.results[face - 1, column - 1]
    note(out, PUBLIC, Rolled(place, die, column, modifier, result))
    return int(result)


@kernel
def eliminate(ground: BrigadeGround, state: BrigadeState, unit: int, why: int, out: Int) -> None:
    """Remove a unit from the map, and its orders with it (BRG-24, BRG-25)."""
    place = state.units.place[unit]
    leave(ground, state, unit)
    off = ground.rules.off_map
    add_friends(state, state.units.planned[unit], side_of(ground, unit), -1)
    state.units.place[unit] = off
    state.units.planned[unit] = off
    state.units.points[unit] = 0
    state.units.steps[unit] = 0
    state.units.rank[unit] = 0
    state.units.target[unit] = s.NOBODY
    state.units.will_advance[unit] = 0
    state.units.duty[unit] = s.NO_DUTY
    clause = _WITHOUT_RETREAT if why == NO_RETREAT else _BY_RESULT
    note(out, PUBLIC, Eliminated(unit, place, why, clause))


@kernel
def shift(ground: BrigadeGround, state: BrigadeState, unit: int, there: int, out: Int) -> None:
    """Put a unit into another hex, outside movement."""
    side = side_of(ground, unit)
    leave(ground, state, unit)
    add_friends(state, state.units.planned[unit], side, -1)
    add_friends(state, there, side, 1)
    state.units.planned[unit] = there
    settle(ground, state, unit, there)
    detect(ground, state, unit, out)


@inline_kernel
def retreat_refusal(ground: BrigadeGround, state: BrigadeState, unit: int, direction: int) -> int:
    """Why a unit may not retreat that way, or OK (BRG-25)."""
    there = ground.hexes.neighbour[state.units.place[unit], direction]
    if there == ground.rules.off_map:
        return OFF_MAP
    if holder_at(state, there, 0) != s.NOBODY:
        return OCCUPIED
    if ground.hexes.haven[there] == 0 or ground.hexes.cost[there] == 0:
        return NO_HAVEN
    if zones_at(state, there, 1 - side_of(ground, unit)) > 0:
        return ENEMY_ZONE
    return OK


@inline_kernel
def quietest_retreat(ground: BrigadeGround, state: BrigadeState, unit: int) -> int:
    """Where a plotted unit retreats: fewest enemies within two hexes, then hex number (BRG-26).

    Gives a direction, or −1 where every hex is forbidden.
    """
    side = side_of(ground, unit)
    best, fewest, lowest = -1, 0, 0
    for direction in range(6):
        if retreat_refusal(ground, state, unit, direction) != OK:
            continue
        there = ground.hexes.neighbour[state.units.place[unit], direction]
        enemies = 0
        for number in range(s.NEAR_COUNT):
            spot = ground.hexes.near[there, number]
            for level in range(s.MAX_STACK):
                holder = holder_at(state, spot, level)
                if holder != s.NOBODY and side_of(ground, holder) != side:
                    enemies += 1
        if best < 0 or enemies < fewest or (enemies == fewest and there < lowest):
            best, fewest, lowest = direction, enemies, there
    return best


@kernel
def retreat(
    ground: BrigadeGround, state: BrigadeState, unit: int, direction: int, out: Int
) -> None:
    """Move a unit back one hex (BRG-24)."""
    here = state.units.place[unit]
    there = ground.hexes.neighbour[here, direction]
    note(out, PUBLIC, Retreated(unit, here, there))
    shift(ground, state, unit, there, out)


@kernel
def force_back(ground: BrigadeGround, state: BrigadeState, unit: int, out: Int) -> bool:
    """Retreat or eliminate a unit; False where its owner must choose the hex (BRG-25)."""
    ways, way = 0, -1
    for direction in range(6):
        if retreat_refusal(ground, state, unit, direction) == OK:
            ways += 1
            way = direction
    if ways == 0:
        eliminate(ground, state, unit, NO_RETREAT, out)
        return True
    if ground.rules.plotted == 1:
        way = quietest_retreat(ground, state, unit)
    elif ways > 1:
        return False
    retreat(ground, state, unit, way, out)
    return True


@kernel
def resolve(ground: BrigadeGround, state: BrigadeState, die: int, out: Int) -> bool:
    """Carry a battle's result out (BRG-23, BRG-24); False while somebody must choose."""
    result = roll(ground, state, die, out)
    defender = state.game.defender
    if result == s.EXCHANGE:
        eliminate(ground, state, weakest_attacker(ground, state), BY_RESULT, out)
    if result in (s.DEFENDER_ELIMINATED, s.EXCHANGE):
        eliminate(ground, state, defender, BY_RESULT, out)
    elif result == s.DEFENDER_RETREATS:
        state.units.duty[defender] = s.MUST_RETREAT
    for unit in range(ground.rules.first_unit[2]):
        if state.units.duty[unit] == s.ATTACKING:
            if result == s.ATTACKER_RETREATS:
                state.units.duty[unit] = s.MUST_RETREAT
            elif result == s.ATTACKER_ELIMINATED:
                eliminate(ground, state, unit, BY_RESULT, out)
    return finish_retreats(ground, state, out)


@inline_kernel
def weakest_attacker(ground: BrigadeGround, state: BrigadeState) -> int:
    """The attacker that an exchange takes: the weakest, then the lowest number (BRG-23)."""
    weakest = s.NOBODY
    for unit in range(ground.rules.first_unit[2]):
        if state.units.duty[unit] == s.ATTACKING and (
            weakest == s.NOBODY
            or ground.companies.strength[state.units.company[unit]]
            < ground.companies.strength[state.units.company[weakest]]
        ):
            weakest = unit
    return weakest


@kernel
def finish_retreats(ground: BrigadeGround, state: BrigadeState, out: Int) -> bool:
    """Carry the retreats out that are due, in order of number; False while an owner chooses."""
    for unit in range(ground.rules.first_unit[2]):
        if state.units.duty[unit] == s.MUST_RETREAT:
            if not force_back(ground, state, unit, out):
                state.game.phase = Phase.RETREAT
                state.game.retreating = unit
                return False
            state.units.duty[unit] = s.NO_DUTY
    state.game.retreating = s.NOBODY
    return finish_advance(ground, state, out)


@inline_kernel
def may_advance(state: BrigadeState, unit: int) -> bool:
    """Whether the unit may advance: a victorious attacker, the hex vacated (BRG-26)."""
    return (
        state.units.duty[unit] == s.ATTACKING
        and holder_at(state, state.game.battle_hex, 0) == s.NOBODY
    )


@inline_kernel
def finish_advance(ground: BrigadeGround, state: BrigadeState, out: Int) -> bool:
    """Advance as the plan says, or let the attacker choose; False while he does (BRG-26)."""
    for unit in range(ground.rules.first_unit[2]):
        if may_advance(state, unit):
            if ground.rules.plotted == 0:
                state.game.phase = Phase.ADVANCE
                return False
            if state.units.will_advance[unit] == 1:
                advance(ground, state, unit, out)
    end_battle(ground, state)
    return True


@inline_kernel
def advance(ground: BrigadeGround, state: BrigadeState, unit: int, out: Int) -> None:
    """Move a victorious attacker into the vacated hex, regardless of zones and points (BRG-26)."""
    here, there = state.units.place[unit], state.game.battle_hex
    note(out, PUBLIC, Advanced(unit, here, there))
    shift(ground, state, unit, there, out)


@kernel
def end_battle(ground: BrigadeGround, state: BrigadeState) -> None:
    """Nothing of the battle remains but its outcome."""
    defender = state.game.defender
    for unit in range(ground.rules.first_unit[2]):
        state.units.duty[unit] = s.NO_DUTY
        if state.units.target[unit] == defender:
            state.units.target[unit] = s.NOBODY
            state.units.will_advance[unit] = 0
    state.game.defender = s.NOBODY
    state.game.battle_hex = 0
