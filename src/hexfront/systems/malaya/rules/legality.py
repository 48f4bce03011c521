"""What a side may order now, and why not, as kernels: one judgement for both."""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int
from hexfront.core.refusals import refusal
from hexfront.core.table.changes import MOST_CHANGES
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.malaya.rules import orders as o
from hexfront.systems.malaya.rules.battle import advance_refusal
from hexfront.systems.malaya.rules.combat import (
    BATTLE_DECLARED,
    MUST_ATTACK,
    MUST_LAND,
    NO_AIR,
    NO_ATTACKERS,
    NOTHING_SELECTED,
    ODDS_TOO_LOW,
    SAME_AIR,
    TOO_MUCH_AIR,
    attack_of,
    count_attackers,
    defence_of,
    join_refusal,
    lands_at,
    odds_column,
    strengths,
    target_refusal,
    was_attacked,
)
from hexfront.systems.malaya.rules.movement import (
    OK,
    back_refusal,
    march_refusal,
    overstacked,
    rail_refusal,
    side_of,
)
from hexfront.systems.malaya.rules.naval import (
    call_refusal,
    enter_refusal,
    land_refusal,
    sail_refusal,
)
from hexfront.systems.malaya.rules.orders import (
    block,
    first_hex,
    first_unit,
    unit_order,
)
from hexfront.systems.malaya.scenario.state import (
    ATTACKER,
    DIRECTIONS,
    GONE,
    LANDING,
    NOBODY,
    PLANE_BITS,
    MalayaGround,
    MalayaState,
    Phase,
)

NOT_YOUR_TURN: Final = refusal(70, "MAL-2", "it is not this side's time to give orders")
UNKNOWN_ORDER: Final = refusal(71, "MAL-2", "there is no such order")
NOT_YOUR_UNIT: Final = refusal(72, "MAL-2", "players order their own units only")
WRONG_PHASE: Final = refusal(73, "MAL-2", "that order does not belong to this phase")
OVERSTACKED: Final = refusal(74, "MAL-7", "a hex holds too many stacking points")
NOT_YOUR_OPTION: Final = refusal(75, "MAL-3", "that option is not the side's")
TAKEN_ALREADY: Final = refusal(76, "MAL-3", "that option is taken")
GAME_OVER: Final = refusal(77, "MAL-32", "the game is over")
TOO_MANY_CHANGES: Final = refusal(
    78,
    "MAL-31",
    f"something was taken back {MOST_CHANGES} times in this phase: go on with what is declared",
)
NO_MORE_MOVES: Final = refusal(
    79,
    "MAL-7",
    f"units have gone back {MOST_CHANGES} times in this phase: end it, and where a hex holds "
    "too much, let units go back first",
)
NO_MORE_BATTLES: Final = refusal(
    80,
    "MAL-31",
    f"something was taken back {MOST_CHANGES} times in this phase: only a landing that must "
    "attack may do so still",
)


@kernel
def order_refusal(ground: MalayaGround, state: MalayaState, side: int, order: int) -> int:
    """Why the side may not give this order now; OK where it may."""
    phase = state.game.phase
    if phase == Phase.OVER:
        return GAME_OVER
    if order < 0 or order >= first_unit(ground) + ground.rules.units * block(ground):
        return UNKNOWN_ORDER
    if side != state.game.active or phase > Phase.ADVANCE:
        return NOT_YOUR_TURN
    if order == o.DONE:
        return done_refusal(ground, state)
    if order >= first_unit(ground):
        unit = (order - first_unit(ground)) // block(ground)
        if side_of(ground, unit) != side:
            return NOT_YOUR_UNIT
        return unit_refusal(ground, state, unit, (order - first_unit(ground)) % block(ground))
    if order >= o.FIRST_OPTION and order < first_hex(ground):
        return option_refusal(ground, state, order - o.FIRST_OPTION)
    if phase != Phase.COMBAT:
        return WRONG_PHASE
    if order >= first_hex(ground):
        return battle_refusal(ground, state, side, order - first_hex(ground))
    if state.game.selected == NOBODY:
        return NOTHING_SELECTED
    if order == o.CANCEL:
        return cancel_refusal(ground, state)
    if order == o.ROLL:
        return roll_refusal(ground, state)
    return air_refusal(ground, state, order - o.FIRST_AIR)


@inline_kernel
def changes_used_up(state: MalayaState) -> bool:
    """Whether nothing more may be taken back for its own sake in this phase (MAL-7, MAL-31)."""
    return state.game.changes >= MOST_CHANGES


@inline_kernel
def battle_refusal(ground: MalayaGround, state: MalayaState, side: int, place: int) -> int:
    """Why no battle may be declared against a hex; OK where it may (MAL-31).

    A landing must attack, so that the phase can end, however often battles were cancelled.
    """
    if state.game.selected != NOBODY:
        return BATTLE_DECLARED
    refusal = target_refusal(ground, state, side, place)
    if refusal != OK or not changes_used_up(state):
        return refusal
    for unit in range(ground.rules.units):
        if lands_at(ground, state, unit, place) and must_attack(ground, state, unit):
            return OK
    return NO_MORE_BATTLES


@inline_kernel
def cancel_refusal(ground: MalayaGround, state: MalayaState) -> int:
    """Why the declared battle may not be cancelled; OK where it may, or cannot be fought."""
    if changes_used_up(state) and roll_refusal(ground, state) == OK:
        return TOO_MANY_CHANGES
    return OK


@outlined_kernel
def done_refusal(ground: MalayaGround, state: MalayaState) -> int:
    """Why the side may not end the phase; OK where it may (MAL-7, MAL-18, MAL-31)."""
    phase, side = state.game.phase, state.game.active
    if phase in (Phase.REINFORCEMENT, Phase.MOVEMENT, Phase.RAIL):
        over = overstacked(ground, state, side, ground.rules.stacking)
        return OK if over == ground.rules.hexes else OVERSTACKED
    if phase == Phase.COMBAT:
        if state.game.selected != NOBODY:
            return BATTLE_DECLARED
        for unit in range(ground.rules.units):
            if must_attack(ground, state, unit):
                return MUST_ATTACK
    return OK


@outlined_kernel
def must_attack(ground: MalayaGround, state: MalayaState, unit: int) -> bool:
    """Whether a unit is before a port that its landing must attack (MAL-18).

    It need not where the whole landing is too weak for the table (MAL-23).
    """
    if state.units.status[unit] != LANDING or state.units.fought[unit] == 1:
        return False
    place = ground.ports.hex[state.units.port[unit]]
    if was_attacked(ground, state, place):
        return False
    attack, defence = 0, 0
    for other in range(ground.rules.units):
        if lands_at(ground, state, other, place):
            attack += attack_of(ground, state, other, place)
        elif state.units.place[other] == place:
            defence += defence_of(ground, state, other)
    return odds_column(ground, attack, defence) != NOBODY


@inline_kernel
def option_refusal(ground: MalayaGround, state: MalayaState, option: int) -> int:
    """Why the side may not take an option; OK where it may (MAL-3)."""
    if state.game.phase != Phase.OPTIONS:
        return WRONG_PHASE
    if ground.options.side[option] != state.game.active:
        return NOT_YOUR_OPTION
    return TAKEN_ALREADY if state.game.taken >> option & 1 else OK


@inline_kernel
def roll_refusal(ground: MalayaGround, state: MalayaState) -> int:
    """Why the declared battle cannot be fought; OK where it can (MAL-23, MAL-31)."""
    if count_attackers(ground, state) == 0:
        return NO_ATTACKERS
    attack, defence = strengths(ground, state)
    return ODDS_TOO_LOW if odds_column(ground, attack, defence) == NOBODY else OK


@inline_kernel
def air_refusal(ground: MalayaGround, state: MalayaState, points: int) -> int:
    """Why the attacker may not add so many air points; OK where it may (MAL-22)."""
    if points == state.game.air:
        return SAME_AIR
    if points > ground.rules.most_air:
        return TOO_MUCH_AIR
    if points < state.game.air and changes_used_up(state):
        return TOO_MANY_CHANGES
    return NO_AIR if points > state.game.air_left[state.game.active] else OK


@outlined_kernel
def unit_refusal(ground: MalayaGround, state: MalayaState, unit: int, action: int) -> int:
    """Why a unit may not be given an action now; OK where it may."""
    phase, entries = state.game.phase, ground.rules.entries
    if action < DIRECTIONS:
        return move_refusal(ground, state, unit, action)
    if action == o.ATTACK_WITH:
        return attack_refusal(ground, state, unit) if phase == Phase.COMBAT else WRONG_PHASE
    if action == o.ADVANCE_WITH:
        if phase != Phase.ADVANCE:
            return WRONG_PHASE
        if state.units.advances[unit] == 1 and changes_used_up(state):
            return TOO_MANY_CHANGES
        return advance_refusal(ground, state, unit)
    if action == o.GO_BACK:
        moves = phase in (Phase.REINFORCEMENT, Phase.MOVEMENT, Phase.RAIL)
        return back_refusal(ground, state, unit) if moves else WRONG_PHASE
    if action == o.CALL:
        return call_refusal(ground, state, unit) if phase == Phase.REINFORCEMENT else WRONG_PHASE
    if action < o.FIRST_ENTRY + entries:
        if phase != Phase.REINFORCEMENT:
            return WRONG_PHASE
        if changes_used_up(state):
            return NO_MORE_MOVES
        return enter_refusal(ground, state, unit, action - o.FIRST_ENTRY)
    if phase != Phase.NAVAL:
        return WRONG_PHASE
    port = action - o.FIRST_ENTRY - entries
    if port < ground.rules.ports:
        return sail_refusal(ground, state, unit, port)
    return land_refusal(ground, state, unit, port - ground.rules.ports)


@inline_kernel
def move_refusal(ground: MalayaGround, state: MalayaState, unit: int, direction: int) -> int:
    """Why a unit may not march, or go by rail, in a direction; OK where it may (MAL-7 to 12).

    Going back is never refused, since a phase may need it to end; so moves are.
    """
    phase = state.game.phase
    if phase not in (Phase.MOVEMENT, Phase.RAIL):
        return WRONG_PHASE
    if changes_used_up(state):
        return NO_MORE_MOVES
    if phase == Phase.MOVEMENT:
        return march_refusal(ground, state, unit, direction)
    return rail_refusal(ground, state, unit, direction)


@inline_kernel
def attack_refusal(ground: MalayaGround, state: MalayaState, unit: int) -> int:
    """Why a unit may not join the declared battle, or leave it; OK where it may (MAL-17 to 20)."""
    place = state.game.selected
    if place == NOBODY:
        return NOTHING_SELECTED
    if lands_at(ground, state, unit, place):
        return MUST_LAND
    if state.units.duty[unit] == ATTACKER and changes_used_up(state):
        return TOO_MANY_CHANGES
    return join_refusal(ground, state, unit, place)


@kernel
def list_choices(ground: MalayaGround, state: MalayaState, side: int, codes: Int) -> int:
    """Write every order the side may give now into `codes`, ascending; gives their number."""
    phase = state.game.phase
    if side != state.game.active or phase > Phase.ADVANCE:
        return 0
    count = 0
    if done_refusal(ground, state) == OK:
        codes[0] = o.DONE
        count = 1
    if phase == Phase.OPTIONS:
        for option in range(ground.rules.options):
            if option_refusal(ground, state, option) == OK:
                codes[count] = o.FIRST_OPTION + option
                count += 1
        return count
    if phase == Phase.COMBAT:
        count = list_battle(ground, state, side, codes, count)
    first, last = first_action(ground, phase), last_action(ground, phase)
    for unit in range(ground.rules.units):
        if side_of(ground, unit) != side or state.units.status[unit] == GONE:
            continue
        for action in range(first, last):
            if unit_refusal(ground, state, unit, action) == OK:
                codes[count] = unit_order(ground, unit, action)
                count += 1
        if last <= o.GO_BACK and unit_refusal(ground, state, unit, o.GO_BACK) == OK:
            codes[count] = unit_order(ground, unit, o.GO_BACK)
            count += 1
    return count


@inline_kernel
def first_action(ground: MalayaGround, phase: int) -> int:
    """The first action of a unit that a phase may hold."""
    if phase == Phase.REINFORCEMENT:
        return o.CALL
    if phase == Phase.NAVAL:
        return o.FIRST_ENTRY + ground.rules.entries
    if phase == Phase.COMBAT:
        return o.ATTACK_WITH
    return o.ADVANCE_WITH if phase == Phase.ADVANCE else 0


@inline_kernel
def last_action(ground: MalayaGround, phase: int) -> int:
    """The action behind the last one of a unit that a phase may hold, but to go back."""
    if phase == Phase.REINFORCEMENT:
        return o.FIRST_ENTRY + ground.rules.entries
    if phase == Phase.NAVAL:
        return block(ground)
    if phase == Phase.COMBAT:
        return o.ATTACK_WITH + 1
    return o.ADVANCE_WITH + 1 if phase == Phase.ADVANCE else DIRECTIONS


@outlined_kernel
def list_battle(ground: MalayaGround, state: MalayaState, side: int, codes: Int, count: int) -> int:
    """Append the hexes that can be attacked, or what a declared battle needs (MAL-31)."""
    if state.game.selected == NOBODY:
        for word in range(len(state.control)):
            bits = state.standing[1 - side, word]
            place = word * PLANE_BITS
            while bits != 0:
                if bits & 1 == 1 and battle_refusal(ground, state, side, place) == OK:
                    codes[count] = first_hex(ground) + place
                    count += 1
                bits >>= 1
                place += 1
        return count
    if cancel_refusal(ground, state) == OK:
        codes[count] = o.CANCEL
        count += 1
    if roll_refusal(ground, state) == OK:
        codes[count] = o.ROLL
        count += 1
    for points in range(ground.rules.most_air + 1):
        if air_refusal(ground, state, points) == OK:
            codes[count] = o.FIRST_AIR + points
            count += 1
    return count
