"""Combat, AGR-20 to AGR-27, and the attacks of special functions, AGR-31 to AGR-35."""

from __future__ import annotations

from typing import Final

from hexfront.core.events import PUBLIC, note
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.aggressor.rules.movement import LOSSES, eliminate, lose_step, shift, walk
from hexfront.systems.aggressor.rules.observation import (
    BY_LAUNCH,
    distance,
    make_contact,
    recognise,
    shows_at_once,
    side_of,
)
from hexfront.systems.aggressor.scenario.state import (
    ACTED,
    ACTION,
    ACTIVE,
    ACTOR,
    AGGRESSOR,
    AIR,
    AIR_DEFENCE,
    AMBUSH,
    ASSAULT,
    ASSAULTING,
    ATTACK,
    ATTACKED,
    ATTEMPT,
    CLASSIC,
    CLASSIC_SPAN,
    CONTAMINATED,
    CONTAMINATION,
    DIE,
    DIRECT,
    DUG,
    DUG_COVER,
    ENTERED,
    FORM,
    HEXES,
    HIT,
    HOLDER,
    HOME,
    LAUNCH,
    LAUNCH_STRENGTH,
    LAUNCHED,
    MISSILE,
    MOBILE,
    MOVED,
    NEIGHBOUR,
    NOBODY,
    OBSERVATION,
    OBSERVED,
    PHASE,
    PLACE,
    PRESS,
    PRESSABLE,
    RANGE,
    ROUGH,
    ROUGH_COVER,
    SEEN,
    SEEN_HITS,
    SPECIAL,
    START,
    STRENGTH,
    STRIKE,
    TARGET,
    TARGET_HEX,
    TECHNICAL,
    TYPE,
    UNSEEN,
    AggressorGround,
    AggressorState,
    Int,
)

# Kinds of events
REPORT: Final = 14
ROLLED: Final = 15
AGGRESSION: Final = 16
AIR_LOSS: Final = 20
HEX_CONTAMINATED: Final = 21
RETREATED: Final = 28
TAKEN: Final = 29
NEAR_MISS: Final = 33

# Results of a report
MISS: Final = 0
RANGE_HIT: Final = 1
STRENGTH_HIT: Final = 2
KILL: Final = 3

# Flags of a report
DUG_IN: Final = 1
SECOND: Final = 2
NO_UNIT: Final = 4
BY_SECOND_SIDE: Final = 8


@kernel
def faces_that_hit(
    ground: AggressorGround, strength: int, defence: int, covered: bool, dug: int
) -> int:
    """How many faces of the die hit: one at least, for a natural 1 always does (AGR-21).

    Whether the defender is identified makes no difference (AGR-25).
    """
    faces = ground.rules[DIE] // 2 + strength - defence - dug * ground.rules[DUG_COVER]
    if covered:
        faces -= ground.rules[ROUGH_COVER]
    return int(min(max(faces, 1), ground.rules[DIE]))


@inline_kernel
def is_covered(ground: AggressorGround, state: AggressorState, place: int) -> bool:
    """Whether a hex is rough or contaminated, which counts once (AGR-21)."""
    return ground.hexes[place, ROUGH] == 1 or state.hexes[place, CONTAMINATED] == 1


@inline_kernel
def attack_strength(ground: AggressorGround, state: AggressorState, unit: int, form: int) -> int:
    """The strength that an attack counts with (AGR-21, AGR-33)."""
    if form == LAUNCH:
        return int(ground.rules[LAUNCH_STRENGTH])
    return int(state.units[unit, STRENGTH])


@kernel
def form_of_attack(
    ground: AggressorGround, state: AggressorState, unit: int, place: int, unseen: bool
) -> int:
    """Attack, assault or ambush (AGR-23, AGR-24, AGR-27)."""
    start = state.units[unit, START]
    if ground.rules[MOBILE] == 1:
        if state.units[unit, MOVED] > 0 and distance(ground, start, place) > 1:
            return ASSAULT
    elif distance(ground, start, state.units[unit, PLACE]) > 1:
        return ASSAULT
    if ground.rules[OBSERVATION] == 1 and unseen and state.units[unit, MOVED] == 0:
        return AMBUSH
    return ATTACK


@kernel
def declare(
    ground: AggressorGround, state: AggressorState, side: int, place: int, out: Int
) -> None:
    """Whoever first attacks on the enemy's side of the border is the aggressor (AGR-49)."""
    if state.game[AGGRESSOR] == NOBODY and ground.hexes[place, HOME] == 1 - side:
        state.game[AGGRESSOR] = side
        note(out, AGGRESSION, 49, PUBLIC, side, 0, 0, 0, 0)


@inline_kernel
def open_fire(
    ground: AggressorGround, state: AggressorState, unit: int, place: int, form: int, out: Int
) -> None:
    """An attack that waits for its die (AGR-20, AGR-31, AGR-33, AGR-35)."""
    game = state.game
    state.units[unit, ACTED] = 1
    state.units[unit, DUG] = 0
    game[ACTOR] = unit
    game[TARGET_HEX] = place
    game[FORM] = form
    game[ATTEMPT] = 1
    game[PRESSABLE] = 0
    game[TARGET] = state.hexes[place, HOLDER]
    game[PHASE] = HIT
    declare(ground, state, side_of(ground, unit), place, out)


@kernel
def attack(
    ground: AggressorGround, state: AggressorState, unit: int, direction: int, out: Int
) -> None:
    """Attack the seen enemy in a neighbouring hex (AGR-20)."""
    place = ground.hexes[state.units[unit, PLACE], NEIGHBOUR + direction]
    unseen = state.units[unit, SEEN] == UNSEEN
    form = form_of_attack(ground, state, unit, place, unseen)
    state.units[unit, ATTACKED] = 1
    open_fire(ground, state, unit, place, form, out)


@kernel
def launch(ground: AggressorGround, state: AggressorState, unit: int, place: int, out: Int) -> None:
    """Fire the missiles, once a game (AGR-33)."""
    side = side_of(ground, unit)
    kind = state.units[unit, TYPE]
    state.units[unit, SPECIAL] = 1
    state.units[unit, TYPE] = TECHNICAL
    if shows_at_once(ground, state, unit):
        recognise(state, unit)
    state.game[LAUNCHED + side] = 1
    target = state.hexes[place, HOLDER]
    if target != NOBODY and side_of(ground, target) != side and state.units[target, SEEN] == UNSEEN:
        make_contact(ground, state, target, OBSERVED, BY_LAUNCH, out)
    open_fire(ground, state, unit, place, LAUNCH, out)
    if target == NOBODY:
        flags = NO_UNIT + BY_SECOND_SIDE * side
        note(out, REPORT, 33, PUBLIC, kind, place, LAUNCH, MISS, flags)
        contaminate(ground, state, place, out)
        close_fire(state)


@inline_kernel
def contaminate(ground: AggressorGround, state: AggressorState, place: int, out: Int) -> None:
    """The hex is contaminated from now on; who stands there did not enter it (AGR-33, AGR-34)."""
    state.hexes[place, CONTAMINATED] = 1
    holder = state.hexes[place, HOLDER]
    if holder != NOBODY:
        state.units[holder, ENTERED] = 0
        if shows_at_once(ground, state, holder):
            recognise(state, holder)
    note(out, HEX_CONTAMINATED, 33, PUBLIC, place, 0, 0, 0, 0)


@kernel
def resolve_hit(ground: AggressorGround, state: AggressorState, face: int, out: Int) -> None:
    """The die of an attack, 1 to the number of its faces (AGR-21)."""
    game, units = state.game, state.units
    unit, target, place, form = game[ACTOR], game[TARGET], game[TARGET_HEX], game[FORM]
    strength = attack_strength(ground, state, unit, form)
    dug = units[target, DUG]
    covered = is_covered(ground, state, place)
    needed = faces_that_hit(ground, strength, units[target, STRENGTH], covered, dug)
    note(out, ROLLED, 21, 0, face, needed, strength, units[target, STRENGTH], dug)
    if face <= needed:
        units[target, SEEN_HITS] += int(shows_at_once(ground, state, target))
        if form == ASSAULT and 0 < ground.rules[DIRECT] < 100:
            game[PHASE] = ASSAULTING
            return
        strike_target(ground, state, form == ASSAULT and ground.rules[DIRECT] == 100, out)
        return
    report(state, MISS, out)
    if face == needed + 1 and form <= AMBUSH and ground.rules[MOBILE] == 1:
        game[PRESSABLE] = 1
        note(out, NEAR_MISS, 27, 1 << side_of(ground, unit), unit, place, 0, 0, 0)
    next_attempt(ground, state, out)


@inline_kernel
def report(state: AggressorState, result: int, out: Int) -> None:
    """Both sides are told whose attack, by what type, where, in what form, with what result,
    and whether the defender was dug in (AGR-26)."""
    game = state.game
    flags = DUG_IN * state.units[game[TARGET], DUG] + SECOND * (game[ATTEMPT] - 1)
    flags += BY_SECOND_SIDE * game[ACTIVE]
    # Who launches is Technical by now, but it was missiles that were seen to come.
    kind = MISSILE if game[FORM] == LAUNCH else state.units[game[ACTOR], TYPE]
    note(out, REPORT, 26, PUBLIC, kind, game[TARGET_HEX], game[FORM], result, flags)


@kernel
def strike_target(ground: AggressorGround, state: AggressorState, direct: bool, out: Int) -> None:
    """A hit costs a step; one of missiles eliminates (AGR-22, AGR-23, AGR-33)."""
    game, units = state.game, state.units
    target = game[TARGET]
    dies = game[FORM] == LAUNCH or (
        units[target, STRENGTH] == 1 and (direct or units[target, RANGE] == 0)
    )
    report(state, KILL if dies else (STRENGTH_HIT if direct else RANGE_HIT), out)
    if game[FORM] == LAUNCH:
        side = side_of(ground, target)
        note(out, LOSSES, 33, 0, side, units[target, TYPE], target, LAUNCH, 1)
        eliminate(ground, state, target, LAUNCH, out)
    else:
        lose_step(ground, state, target, game[FORM], direct, out)
    game[PRESSABLE] = ground.rules[MOBILE]
    next_attempt(ground, state, out)


@kernel
def next_attempt(ground: AggressorGround, state: AggressorState, out: Int) -> None:
    """An ambush has two attempts; after the last the attack is carried to its end (AGR-24)."""
    game = state.game
    alive = state.units[game[TARGET], PLACE] != ground.rules[HEXES]
    if game[FORM] == AMBUSH and game[ATTEMPT] == 1 and alive:
        game[ATTEMPT] = 2
        game[PHASE] = HIT
        return
    game[TARGET] = game[TARGET] if alive else NOBODY
    form = game[FORM]
    if form == STRIKE:
        fly_home(ground, state, out)
    elif form == LAUNCH:
        contaminate(ground, state, game[TARGET_HEX], out)
        close_fire(state)
    elif form <= AMBUSH and ground.rules[MOBILE] == 1 and not alive:
        enter(ground, state, out)
    elif form <= AMBUSH and game[PRESSABLE] == 1:
        game[PHASE] = PRESS
    else:
        close_fire(state)


@inline_kernel
def close_fire(state: AggressorState) -> None:
    """Nothing of the attack remains but its outcome."""
    game = state.game
    game[ACTOR] = game[TARGET] = NOBODY
    game[TARGET_HEX] = game[FORM] = game[ATTEMPT] = game[PRESSABLE] = 0
    game[PHASE] = ACTION


@kernel
def air_risk(distance_flown: int, strength: int, strike: bool) -> int:
    """Twice the total that two dice must not exceed for a loss (AGR-32)."""
    return distance_flown + (strength if strike else 0)


@kernel
def fly_home(ground: AggressorGround, state: AggressorState, out: Int) -> None:
    """After a mission the base may lose a step (AGR-32)."""
    game = state.game
    unit = game[ACTOR]
    far = distance(ground, state.units[unit, PLACE], game[TARGET_HEX])
    strength = state.units[unit, STRENGTH]
    if ground.rules[CLASSIC] == 1:
        if far >= ground.rules[CLASSIC_SPAN] * strength:
            lose_aircraft(ground, state, True, out)
        elif far == 0:
            lose_aircraft(ground, state, False, out)
        else:
            game[PHASE] = AIR
    elif air_risk(far, strength, game[FORM] == STRIKE) >= 4:
        game[PHASE] = AIR
    else:
        lose_aircraft(ground, state, False, out)


@kernel
def resolve_air(ground: AggressorGround, state: AggressorState, outcome: int, out: Int) -> None:
    """Two dice with a total of outcome + 2, or outcome 0 for a loss by the classic formula."""
    game = state.game
    unit = game[ACTOR]
    if ground.rules[CLASSIC] == 1:
        lose_aircraft(ground, state, outcome == 0, out)
        return
    far = distance(ground, state.units[unit, PLACE], game[TARGET_HEX])
    risk = air_risk(far, state.units[unit, STRENGTH], game[FORM] == STRIKE)
    lose_aircraft(ground, state, 2 * (outcome + 2) <= risk, out)


@kernel
def lose_aircraft(ground: AggressorGround, state: AggressorState, lost: bool, out: Int) -> None:
    """The end of a mission (AGR-32)."""
    unit, place = state.game[ACTOR], state.game[TARGET_HEX]
    audience = 1 << side_of(ground, unit)
    note(out, AIR_LOSS, 32, audience, unit, place, int(lost), 0, 0)
    close_fire(state)
    if lost:
        lose_step(ground, state, unit, AIR_DEFENCE, False, out)


@kernel
def enter(ground: AggressorGround, state: AggressorState, out: Int) -> None:
    """A destroyed or retreated target's hex is taken by the attacker (AGR-27)."""
    unit, place = state.game[ACTOR], state.game[TARGET_HEX]
    close_fire(state)
    note(out, TAKEN, 27, 1 << side_of(ground, unit), unit, place, 0, 0, 0)
    for direction in range(6):
        if ground.hexes[state.units[unit, PLACE], NEIGHBOUR + direction] == place:
            walk(ground, state, unit, direction, out)
            return


@kernel
def press(ground: AggressorGround, state: AggressorState, out: Int) -> None:
    """Force the defender back and follow; it stays where no hex is free (AGR-27)."""
    game, target, place = state.game, state.game[TARGET], state.game[TARGET_HEX]
    here = state.units[game[ACTOR], PLACE]
    refuge, farthest = NOBODY, -1
    for direction in range(6):
        there = ground.hexes[place, NEIGHBOUR + direction]
        if there == ground.rules[HEXES] or state.hexes[there, HOLDER] != NOBODY:
            continue
        far = distance(ground, here, there)
        if far > farthest or (far == farthest and there < refuge):
            refuge, farthest = there, far
    if refuge == NOBODY:
        note(out, RETREATED, 27, PUBLIC, place, place, 0, 0, 0)
        close_fire(state)
        return
    note(out, RETREATED, 27, PUBLIC, place, refuge, 0, 0, 0)
    shift(ground, state, target, refuge)
    state.units[target, DUG] = 0
    state.units[target, ENTERED] = 0
    if state.hexes[refuge, CONTAMINATED] == 1:
        lose_step(ground, state, target, CONTAMINATION, False, out)
    enter(ground, state, out)
