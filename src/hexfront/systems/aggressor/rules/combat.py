"""Combat, AGR-20 to AGR-27, and the attacks of special functions, AGR-31 to AGR-35."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, clause_code, event
from hexfront.jit import inline_kernel, kernel, small_kernel
from hexfront.systems.aggressor.rules.movement import (
    BY_MISSILES,
    Loss,
    eliminate,
    lose_step,
    shift,
    walk,
)
from hexfront.systems.aggressor.rules.observation import (
    BY_LAUNCH,
    distance,
    make_contact,
    recognise,
    shows_at_once,
    side_of,
)
from hexfront.systems.aggressor.rules.planes import has, put
from hexfront.systems.aggressor.scenario import state as s
from hexfront.systems.aggressor.scenario.state import (
    AggressorGround,
    AggressorState,
    Phase,
)

OF_AN_ATTACK: Final = clause_code("AGR-26")


@event("AGR-20", word="battle", places="place", subjects="unit")
class AttackBegun(NamedTuple):
    """An attack that waits for its die, as its own side hears of it: an ambush as an attack."""

    unit: int
    place: int
    form: int


@event("", word="report", places="place")
class AttackReported(NamedTuple):
    """An attack as both sides hear of it."""

    type: int
    place: int
    form: int
    result: int
    flags: int
    clause: int


@event("AGR-21", word="roll")
class Rolled(NamedTuple):
    """The die of an attack."""

    die: int
    needed: int
    attack: int
    defence: int
    dug_in: int


@event("AGR-49", "{side} is the aggressor from now on.", word="aggressor")
class AggressorNamed(NamedTuple):
    """A side has attacked first."""

    side: int


@event("AGR-32", word="air", places="place", subjects="unit")
class AirDefenceMet(NamedTuple):
    """Air defence has fired at a flight."""

    unit: int
    place: int
    lost: int


@event("AGR-33", "{place} is contaminated.", places="place")
class Contaminated(NamedTuple):
    """Missiles have come down."""

    place: int


@event("AGR-27", word="retreat")
class Retreated(NamedTuple):
    """A defender is forced back, or stands fast in its hex."""

    here: int
    there: int


@event("AGR-27", "{unit} follows into {place}.", word="advance", places="place", subjects="unit")
class Advanced(NamedTuple):
    """An attacker follows."""

    unit: int
    place: int


@event(
    "AGR-27",
    "{unit} misses {place} by one, and may press.",
    word="roll",
    places="place",
    subjects="unit",
)
class NearMiss(NamedTuple):
    """A miss by one, which may be pressed."""

    unit: int
    place: int


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


@small_kernel
def faces_that_hit(
    ground: AggressorGround, strength: int, defence: int, covered: bool, dug: int
) -> int:
    """How many faces of the die hit: one at least, for a natural 1 always does (AGR-21).

    Whether the defender is identified makes no difference (AGR-25).
    """
    faces = ground.rules.die // 2 + strength - defence - dug * ground.rules.dug_cover
    if covered:
        faces -= ground.rules.rough_cover
    return int(min(max(faces, 1), ground.rules.die))


@inline_kernel
def is_covered(ground: AggressorGround, state: AggressorState, place: int) -> bool:
    """Whether a hex is rough or contaminated, which counts once (AGR-21)."""
    return ground.hexes.rough[place] == 1 or has(state.contaminated, place)


@inline_kernel
def attack_strength(ground: AggressorGround, state: AggressorState, unit: int, form: int) -> int:
    """The strength that an attack counts with (AGR-21, AGR-33)."""
    if form == s.LAUNCH:
        return ground.rules.launch_strength
    return int(state.units.strength[unit])


@small_kernel
def form_of_attack(
    ground: AggressorGround, state: AggressorState, unit: int, place: int, unseen: bool
) -> int:
    """Attack, assault or ambush (AGR-23, AGR-24, AGR-27)."""
    start = state.units.start[unit]
    if ground.rules.mobile == 1:
        if state.units.moved[unit] > 0 and distance(ground, start, place) > 1:
            return s.ASSAULT
    elif distance(ground, start, state.units.place[unit]) > 1:
        return s.ASSAULT
    if ground.rules.observation == 1 and unseen and state.units.moved[unit] == 0:
        return s.AMBUSH
    return s.ATTACK


@kernel
def declare(
    ground: AggressorGround, state: AggressorState, side: int, place: int, out: Int
) -> None:
    """Whoever first attacks on the enemy's side of the border is the aggressor (AGR-49)."""
    if state.game.aggressor == s.NOBODY and ground.hexes.home[place] == 1 - side:
        state.game.aggressor = side
        note(out, PUBLIC, AggressorNamed(side))


@inline_kernel
def open_fire(
    ground: AggressorGround, state: AggressorState, unit: int, place: int, form: int, out: Int
) -> None:
    """An attack that waits for its die (AGR-20, AGR-31, AGR-33, AGR-35)."""
    game = state.game
    state.units.acted[unit] = 1
    state.units.dug[unit] = 0
    game.actor = unit
    game.target_hex = place
    game.form = form
    game.attempt = 1
    game.pressable = 0
    game.target = state.hexes.holder[place]
    game.phase = Phase.HIT
    # Whether an attack is an ambush its side learns by the report (AGR-24, AGR-26).
    told = s.ATTACK if form == s.AMBUSH else form
    note(out, 1 << side_of(ground, unit), AttackBegun(unit, place, told))
    declare(ground, state, side_of(ground, unit), place, out)


@kernel
def attack(
    ground: AggressorGround, state: AggressorState, unit: int, direction: int, out: Int
) -> None:
    """Attack the seen enemy in a neighbouring hex (AGR-20)."""
    place = ground.hexes.neighbour[state.units.place[unit], direction]
    unseen = state.sightings.level[unit] == s.UNSEEN
    form = form_of_attack(ground, state, unit, place, unseen)
    state.units.attacked[unit] = 1
    open_fire(ground, state, unit, place, form, out)


@kernel
def launch(ground: AggressorGround, state: AggressorState, unit: int, place: int, out: Int) -> None:
    """Fire the missiles, once a game (AGR-33)."""
    side = side_of(ground, unit)
    kind = state.units.kind[unit]
    state.units.special[unit] = 1
    state.units.kind[unit] = s.TECHNICAL
    if shows_at_once(ground, state, unit):
        recognise(state, unit)
    state.game.launched[side] = 1
    target = state.hexes.holder[place]
    if (
        target != s.NOBODY
        and side_of(ground, target) != side
        and state.sightings.level[target] == s.UNSEEN
    ):
        make_contact(ground, state, target, s.OBSERVED, BY_LAUNCH, out)
    open_fire(ground, state, unit, place, s.LAUNCH, out)
    if target == s.NOBODY:
        flags = NO_UNIT + BY_SECOND_SIDE * side
        note(out, PUBLIC, AttackReported(kind, place, s.LAUNCH, MISS, flags, BY_MISSILES))
        contaminate(ground, state, place, out)
        close_fire(state)


@inline_kernel
def contaminate(ground: AggressorGround, state: AggressorState, place: int, out: Int) -> None:
    """The hex is contaminated from now on; who stands there did not enter it (AGR-33, AGR-34)."""
    put(state.contaminated, place)
    holder = state.hexes.holder[place]
    if holder != s.NOBODY:
        state.units.entered[holder] = 0
        if shows_at_once(ground, state, holder):
            recognise(state, holder)
    note(out, PUBLIC, Contaminated(place))


@kernel
def resolve_hit(ground: AggressorGround, state: AggressorState, face: int, out: Int) -> None:
    """The die of an attack, 1 to the number of its faces (AGR-21)."""
    game, units = state.game, state.units
    unit, target, place, form = game.actor, game.target, game.target_hex, game.form
    strength = attack_strength(ground, state, unit, form)
    dug = units.dug[target]
    covered = is_covered(ground, state, place)
    needed = faces_that_hit(ground, strength, units.strength[target], covered, dug)
    note(out, 0, Rolled(face, needed, strength, units.strength[target], dug))
    if face <= needed:
        state.sightings.hits[target] += int(shows_at_once(ground, state, target))
        if form == s.ASSAULT and 0 < ground.rules.direct < 100:
            game.phase = Phase.DIRECT
            return
        strike_target(ground, state, form == s.ASSAULT and ground.rules.direct == 100, out)
        return
    report(state, MISS, out)
    if face == needed + 1 and form <= s.AMBUSH and ground.rules.mobile == 1:
        game.pressable = 1
        note(out, 1 << side_of(ground, unit), NearMiss(unit, place))
    next_attempt(ground, state, out)


@inline_kernel
def report(state: AggressorState, result: int, out: Int) -> None:
    """Both sides are told whose attack, by what type, where, in what form, with what result,
    and whether the defender was dug in (AGR-26)."""
    game = state.game
    flags = DUG_IN * state.units.dug[game.target] + SECOND * (game.attempt - 1)
    flags += BY_SECOND_SIDE * game.active
    # Who launches is Technical by now, but it was missiles that were seen to come.
    kind = s.MISSILE if game.form == s.LAUNCH else state.units.kind[game.actor]
    note(out, PUBLIC, AttackReported(kind, game.target_hex, game.form, result, flags, OF_AN_ATTACK))


@kernel
def strike_target(ground: AggressorGround, state: AggressorState, direct: bool, out: Int) -> None:
    """A hit costs a step; one of missiles eliminates (AGR-22, AGR-23, AGR-33)."""
    game, units = state.game, state.units
    target = game.target
    dies = game.form == s.LAUNCH or (
        units.strength[target] == 1 and (direct or units.range[target] == 0)
    )
    report(state, KILL if dies else (STRENGTH_HIT if direct else RANGE_HIT), out)
    if game.form == s.LAUNCH:
        side = side_of(ground, target)
        note(out, 0, Loss(side, units.kind[target], target, s.LAUNCH, 1, BY_MISSILES))
        eliminate(ground, state, target, s.LAUNCH, out)
    else:
        lose_step(ground, state, target, game.form, direct, out)
    game.pressable = ground.rules.mobile
    next_attempt(ground, state, out)


@kernel
def next_attempt(ground: AggressorGround, state: AggressorState, out: Int) -> None:
    """An ambush has two attempts; after the last the attack is carried to its end (AGR-24)."""
    game = state.game
    alive = state.units.place[game.target] != ground.rules.hexes
    if game.form == s.AMBUSH and game.attempt == 1 and alive:
        game.attempt = 2
        game.phase = Phase.HIT
        return
    game.target = game.target if alive else s.NOBODY
    form = game.form
    if form == s.STRIKE:
        fly_home(ground, state, out)
    elif form == s.LAUNCH:
        contaminate(ground, state, game.target_hex, out)
        close_fire(state)
    elif form <= s.AMBUSH and ground.rules.mobile == 1 and not alive:
        enter(ground, state, out)
    elif form <= s.AMBUSH and game.pressable == 1:
        game.phase = Phase.PRESS
    else:
        close_fire(state)


@inline_kernel
def close_fire(state: AggressorState) -> None:
    """Nothing of the attack remains but its outcome."""
    game = state.game
    game.actor = game.target = s.NOBODY
    game.target_hex = game.form = game.attempt = game.pressable = 0
    game.phase = Phase.ACTION


@small_kernel
def air_risk(distance_flown: int, strength: int, strike: bool) -> int:
    """Twice the total that two dice must not exceed for a loss (AGR-32)."""
    return distance_flown + (strength if strike else 0)


@kernel
def fly_home(ground: AggressorGround, state: AggressorState, out: Int) -> None:
    """After a mission the base may lose a step (AGR-32)."""
    game = state.game
    unit = game.actor
    far = distance(ground, state.units.place[unit], game.target_hex)
    strength = state.units.strength[unit]
    if ground.rules.classic == 1:
        if far >= ground.rules.classic_span * strength:
            lose_aircraft(ground, state, True, out)
        elif far == 0:
            lose_aircraft(ground, state, False, out)
        else:
            game.phase = Phase.AIR
    elif air_risk(far, strength, game.form == s.STRIKE) >= 4:
        game.phase = Phase.AIR
    else:
        lose_aircraft(ground, state, False, out)


@kernel
def resolve_air(ground: AggressorGround, state: AggressorState, outcome: int, out: Int) -> None:
    """Two dice with a total of outcome + 2, or outcome 0 for a loss by the classic formula."""
    game = state.game
    unit = game.actor
    if ground.rules.classic == 1:
        lose_aircraft(ground, state, outcome == 0, out)
        return
    far = distance(ground, state.units.place[unit], game.target_hex)
    risk = air_risk(far, state.units.strength[unit], game.form == s.STRIKE)
    lose_aircraft(ground, state, 2 * (outcome + 2) <= risk, out)


@kernel
def lose_aircraft(ground: AggressorGround, state: AggressorState, lost: bool, out: Int) -> None:
    """The end of a mission (AGR-32)."""
    unit, place = state.game.actor, state.game.target_hex
    audience = 1 << side_of(ground, unit)
    note(out, audience, AirDefenceMet(unit, place, int(lost)))
    close_fire(state)
    if lost:
        lose_step(ground, state, unit, s.AIR_DEFENCE, False, out)


@kernel
def enter(ground: AggressorGround, state: AggressorState, out: Int) -> None:
    """A destroyed or retreated target's hex is taken by the attacker (AGR-27)."""
    unit, place = state.game.actor, state.game.target_hex
    close_fire(state)
    note(out, 1 << side_of(ground, unit), Advanced(unit, place))
    for direction in range(6):
        if ground.hexes.neighbour[state.units.place[unit], direction] == place:
            walk(ground, state, unit, direction, out)
            return


@kernel
def press(ground: AggressorGround, state: AggressorState, out: Int) -> None:
    """Force the defender back and follow; it stays where no hex is free (AGR-27)."""
    game, target, place = state.game, state.game.target, state.game.target_hex
    here = state.units.place[game.actor]
    refuge, farthest = s.NOBODY, -1
    for direction in range(6):
        there = ground.hexes.neighbour[place, direction]
        if there == ground.rules.hexes or state.hexes.holder[there] != s.NOBODY:
            continue
        far = distance(ground, here, there)
        if far > farthest or (far == farthest and there < refuge):
            refuge, farthest = there, far
    if refuge == s.NOBODY:
        note(out, PUBLIC, Retreated(place, place))
        close_fire(state)
        return
    note(out, PUBLIC, Retreated(place, refuge))
    shift(ground, state, target, refuge)
    state.units.dug[target] = 0
    state.units.entered[target] = 0
    if has(state.contaminated, refuge):
        lose_step(ground, state, target, s.CONTAMINATION, False, out)
    enter(ground, state, out)
