"""Combat, MAL-16 to MAL-24, as kernels: who may attack, the odds, the dice, the losses."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, event
from hexfront.core.refusals import refusal
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.malaya.rules.movement import OK, remove, side_of, way
from hexfront.systems.malaya.rules.planes import stands
from hexfront.systems.malaya.scenario import state as s
from hexfront.systems.malaya.scenario.model import FACES, MAX_AIR
from hexfront.systems.malaya.scenario.state import (
    MalayaGround,
    MalayaState,
)

# Why an order is refused
NOT_BESIDE: Final = refusal(40, "MAL-16", "the unit is not next to that hex")
CANNOT_ENTER: Final = refusal(41, "MAL-17", "the unit could not enter that hex")
FOUGHT_ALREADY: Final = refusal(42, "MAL-19", "the unit has attacked in this phase")
ATTACKED_ALREADY: Final = refusal(43, "MAL-19", "a unit of that hex was attacked in this phase")
NO_ENEMY: Final = refusal(44, "MAL-16", "no enemy is there")
NOBODY_CAN: Final = refusal(45, "MAL-17", "no unit that may still attack could enter that hex")
NOTHING_SELECTED: Final = refusal(46, "MAL-31", "no battle is declared")
MUST_LAND: Final = refusal(47, "MAL-18", "a landing must attack the port")
NO_ATTACKERS: Final = refusal(48, "MAL-31", "no unit attacks yet")
ODDS_TOO_LOW: Final = refusal(
    49, "MAL-23", "the odds are below the lowest column of the results table"
)
NO_AIR: Final = refusal(50, "MAL-22", "the side has fewer air points left")
TOO_MUCH_AIR: Final = refusal(51, "MAL-22", "that is more than one battle takes")
SAME_AIR: Final = refusal(52, "MAL-22", "so many air points are given already")
BATTLE_DECLARED: Final = refusal(53, "MAL-31", "a battle is declared: fight or cancel it first")
MUST_ATTACK: Final = refusal(54, "MAL-18", "a landing must attack before the phase ends")


@event("MAL-31", "{side} declares an attack on {place}.", word="declare", places="place")
class Declared(NamedTuple):
    """An attack is declared."""

    place: int
    side: int


@event("MAL-20", word="battle", places="place")
class BattleFought(NamedTuple):
    """A battle, with strengths in parts of a point, its column, and air points."""

    place: int
    attack: int
    defence: int
    column: int
    air: int


@event("MAL-22", word="air", places="place")
class AirCommitted(NamedTuple):
    """The defender sends air points."""

    place: int
    points: int


@event("MAL-23", word="roll", places="place")
class Rolled(NamedTuple):
    """The die of a battle, and the entry of the table."""

    place: int
    die: int
    column: int
    modifier: int
    entry: int


@event("", "{unit} loses a step.", word="loss", places="place", subjects="unit")
class StepLost(NamedTuple):
    """A unit loses a step."""

    unit: int
    place: int
    left: int
    clause: int


@event("", "{unit} is eliminated.", word="eliminate", places="place", subjects="unit")
class Eliminated(NamedTuple):
    """A unit is gone."""

    unit: int
    place: int
    clause: int


@event("MAL-19", word="join", places="place", subjects="unit")
class Joined(NamedTuple):
    """A unit takes part in an attack."""

    unit: int
    place: int
    strength: int


@inline_kernel
def direction_to(ground: MalayaGround, here: int, there: int) -> int:
    """The direction in which a hex lies beside another; NOBODY where it does not."""
    if ground.rules.hexes not in (here, there):
        for direction in range(s.DIRECTIONS):
            if ground.hexes.neighbour[here, direction] == there:
                return direction
    return s.NOBODY


@inline_kernel
def lands_at(ground: MalayaGround, state: MalayaState, unit: int, place: int) -> bool:
    """Whether a unit is at sea before a hex, to land there (MAL-18)."""
    if state.units.status[unit] != s.LANDING:
        return False
    return ground.ports.hex[state.units.port[unit]] == place


@outlined_kernel
def join_refusal(ground: MalayaGround, state: MalayaState, unit: int, place: int) -> int:
    """Why a unit may not attack a hex; OK where it may (MAL-16, MAL-17, MAL-19)."""
    if state.units.fought[unit] == 1:
        return FOUGHT_ALREADY
    if lands_at(ground, state, unit, place):
        return OK
    if state.units.status[unit] != s.ON_MAP:
        return NOT_BESIDE
    direction = direction_to(ground, state.units.place[unit], place)
    if direction == s.NOBODY:
        return NOT_BESIDE
    if way(ground, unit, state.units.place[unit], direction) == 0:
        return CANNOT_ENTER
    return OK


@inline_kernel
def was_attacked(ground: MalayaGround, state: MalayaState, place: int) -> bool:
    """Whether a unit of a hex was attacked in this phase, there or where it came from (MAL-19)."""
    for unit in range(ground.rules.units):
        if state.units.place[unit] == place and state.units.fought[unit] == 1:
            return True
    return False


@outlined_kernel
def target_refusal(ground: MalayaGround, state: MalayaState, side: int, place: int) -> int:
    """Why a side may not attack a hex; OK where it may (MAL-16 to MAL-19)."""
    if not stands(state, place, 1 - side):
        return NO_ENEMY
    if was_attacked(ground, state, place):
        return ATTACKED_ALREADY
    for unit in range(ground.rules.units):
        if side_of(ground, unit) == side and join_refusal(ground, state, unit, place) == OK:
            return OK
    return NOBODY_CAN


@inline_kernel
def worth(ground: MalayaGround, state: MalayaState, unit: int, factors: Int) -> int:
    """A factor of a unit with the steps that it has, in eighths (MAL-6)."""
    whole = state.units.steps[unit] == ground.units.full_steps[unit]
    return factors[unit] * (s.EIGHTHS if whole else ground.rules.reduced)


@inline_kernel
def crosses_river(ground: MalayaGround, state: MalayaState, unit: int, place: int) -> bool:
    """Whether a unit attacks across a river, bridged or not (MAL-21)."""
    direction = direction_to(ground, state.units.place[unit], place)
    return direction != s.NOBODY and ground.hexes.river[state.units.place[unit], direction] == 1


@outlined_kernel
def attack_of(ground: MalayaGround, state: MalayaState, unit: int, place: int) -> int:
    """What a unit attacks a hex with, in 512ths (MAL-21)."""
    value = worth(ground, state, unit, ground.units.attack)
    supply = ground.rules.unsupplied_attack if state.units.supplied[unit] == 0 else s.EIGHTHS
    river = ground.rules.river_factor if crosses_river(ground, state, unit, place) else s.EIGHTHS
    return value * supply * river


@outlined_kernel
def defence_of(ground: MalayaGround, state: MalayaState, unit: int) -> int:
    """What a unit defends with, in 512ths (MAL-21)."""
    value = worth(ground, state, unit, ground.units.defence)
    supply = ground.rules.unsupplied_defence if state.units.supplied[unit] == 0 else s.EIGHTHS
    return value * supply * s.EIGHTHS


@kernel
def strengths(ground: MalayaGround, state: MalayaState) -> tuple[int, int]:
    """Attack and defence of the battle that is declared, in 512ths (MAL-19 to MAL-21)."""
    place = state.game.selected
    attack, defence = 0, 0
    for unit in range(ground.rules.units):
        if state.units.duty[unit] == s.ATTACKER:
            attack += attack_of(ground, state, unit, place)
        elif state.units.place[unit] == place:
            defence += defence_of(ground, state, unit)
    return attack, defence


@kernel
def odds_column(ground: MalayaGround, attack: int, defence: int) -> int:
    """The column of the results table for two strengths; NOBODY where too low (MAL-21, MAL-23)."""
    found = s.NOBODY
    for column in range(ground.rules.results):
        if defence == 0 or attack * ground.odds[column, 1] >= defence * ground.odds[column, 0]:
            found = column
    return found if attack > 0 else s.NOBODY


@kernel
def die_modifiers(ground: MalayaGround, state: MalayaState) -> tuple[int, int, int, int]:
    """What is added to the die: the defender's ground, river, landing, armour (MAL-23)."""
    place, attackers, across, landing, armour = state.game.selected, 0, 0, 0, 0
    for unit in range(ground.rules.units):
        if state.units.duty[unit] != s.ATTACKER:
            continue
        attackers += 1
        if state.units.status[unit] == s.LANDING:
            landing = ground.rules.landing_die
        elif crosses_river(ground, state, unit, place):
            across += 1
        if drives_at(ground, state, unit, place):
            armour = ground.rules.armour_die
    river = ground.rules.river_die if attackers > 0 and across == attackers else 0
    return ground.hexes.die[place], river, landing, armour


@inline_kernel
def drives_at(ground: MalayaGround, state: MalayaState, unit: int, place: int) -> bool:
    """Whether armour attacks along a road, into open terrain (MAL-23)."""
    if ground.units.arm[unit] != s.ARMOUR or ground.hexes.covered[place] == 1:
        return False
    direction = direction_to(ground, state.units.place[unit], place)
    return direction != s.NOBODY and ground.hexes.road[state.units.place[unit], direction] == 1


@inline_kernel
def air_modifier(ground: MalayaGround, state: MalayaState) -> int:
    """What air points add to the die (MAL-22, MAL-23)."""
    net = state.game.air - state.game.defence_air
    most = ground.rules.air_die
    return max(-most, min(most, net))


@kernel
def table_row(ground: MalayaGround, face: int, modifier: int, column: int) -> int:
    """The entry of the results table for a die with its modifiers, clamped (MAL-23)."""
    row = max(1, min(FACES, face + modifier)) - 1
    return row * ground.rules.results + column


@inline_kernel
def available_air(ground: MalayaGround, state: MalayaState, side: int) -> int:
    """Air points that a side can commit to one battle (MAL-22)."""
    return min(ground.rules.most_air, state.game.air_left[side])


@kernel
def commitment_weight(ground: MalayaGround, state: MalayaState, points: int) -> int:
    """The weight with which the defender commits so many air points to the battle (MAL-22).

    From the odds without air, the terrain, and what the defender has left; the
    attacker's air points play no part.
    """
    attack, defence = strengths(ground, state)
    column = odds_column(ground, attack, defence)
    most = available_air(ground, state, 1 - state.game.active)
    less = 0
    if ground.hexes.covered[state.game.selected] == 1:
        less = ground.rules.covered_less
    weight = 0
    for wished in range(MAX_AIR + 1):
        if max(0, min(most, wished - less)) == points:
            weight += ground.commitment[column, wished]
    return weight


@inline_kernel
def commitment(ground: MalayaGround, state: MalayaState, outcome: int) -> int:
    """The air points that an answer of chance means, the fewest first; NOBODY for none (MAL-22)."""
    before = 0
    for points in range(MAX_AIR + 1):
        if commitment_weight(ground, state, points) > 0:
            if before == outcome:
                return points
            before += 1
    return s.NOBODY


@outlined_kernel
def select(ground: MalayaGround, state: MalayaState, place: int, out: Int) -> None:
    """Declare a battle (MAL-31); whoever is to land there attacks (MAL-18)."""
    state.game.selected = place
    state.game.air = 0
    for unit in range(ground.rules.units):
        landing = lands_at(ground, state, unit, place) and state.units.fought[unit] == 0
        state.units.duty[unit] = s.ATTACKER if landing else s.NO_DUTY
    note(out, PUBLIC, Declared(place, state.game.active))


@inline_kernel
def cancel(ground: MalayaGround, state: MalayaState) -> None:
    """Take a declared battle back (MAL-31)."""
    state.game.selected = s.NOBODY
    state.game.air = 0
    for unit in range(ground.rules.units):
        state.units.duty[unit] = s.NO_DUTY


@inline_kernel
def join(ground: MalayaGround, state: MalayaState, unit: int) -> None:
    """Add a unit to the declared battle, or take it out (MAL-20, MAL-31)."""
    joined = state.units.duty[unit] == s.ATTACKER
    state.units.duty[unit] = s.NO_DUTY if joined else s.ATTACKER


@inline_kernel
def count_attackers(ground: MalayaGround, state: MalayaState) -> int:
    """How many units attack in the declared battle."""
    count = 0
    for unit in range(ground.rules.units):
        count += state.units.duty[unit] == s.ATTACKER
    return count


@outlined_kernel
def commit(ground: MalayaGround, state: MalayaState, out: Int) -> None:
    """Begin a battle: nobody in it fights again in this phase (MAL-19)."""
    place, side = state.game.selected, state.game.active
    attack, defence = strengths(ground, state)
    column = odds_column(ground, attack, defence)
    if place == ground.rules.shipping_hex and side == 0:
        state.game.shipping_attacked = 1
    for unit in range(ground.rules.units):
        if state.units.duty[unit] == s.ATTACKER:
            state.units.fought[unit] = 1
        elif state.units.place[unit] == place:
            state.units.duty[unit] = s.DEFENDER
            state.units.fought[unit] = 1
    state.game.air_left[side] -= state.game.air
    state.game.defence_air = 0
    note(out, PUBLIC, BattleFought(place, attack, defence, column, state.game.air))
    for unit in range(ground.rules.units):
        if state.units.duty[unit] == s.ATTACKER:
            note(out, PUBLIC, Joined(unit, place, attack_of(ground, state, unit, place)))


@outlined_kernel
def support_defence(ground: MalayaGround, state: MalayaState, points: int, out: Int) -> None:
    """The defender's air points come in (MAL-22)."""
    state.game.defence_air = points
    state.game.air_left[1 - state.game.active] -= points
    if points > 0:
        note(out, PUBLIC, AirCommitted(state.game.selected, points))


@outlined_kernel
def roll(ground: MalayaGround, state: MalayaState, face: int, out: Int) -> None:
    """The die of a battle: which entry of the table holds (MAL-23)."""
    attack, defence = strengths(ground, state)
    column = odds_column(ground, attack, defence)
    here, river, landing, armour = die_modifiers(ground, state)
    modifier = here + river + landing + armour + air_modifier(ground, state)
    state.game.entry = table_row(ground, face, modifier, column)
    note(out, PUBLIC, Rolled(state.game.selected, face, column, modifier, state.game.entry))


@inline_kernel
def class_of_losers(ground: MalayaGround, state: MalayaState) -> int:
    """The most steps that a unit of the pool has, which are lost first; 0 for none (MAL-24)."""
    most = 0
    for unit in range(ground.rules.units):
        if state.units.pool[unit] == 1:
            most = max(most, state.units.steps[unit])
    return most


@inline_kernel
def count_losers(ground: MalayaGround, state: MalayaState) -> int:
    """Among how many units chance draws who loses the next step (MAL-24)."""
    steps, count = class_of_losers(ground, state), 0
    if steps > 0:
        for unit in range(ground.rules.units):
            count += state.units.pool[unit] == 1 and state.units.steps[unit] == steps
    return count


@inline_kernel
def loser(ground: MalayaGround, state: MalayaState, outcome: int) -> int:
    """The unit that chance draws (MAL-24)."""
    steps, count = class_of_losers(ground, state), 0
    for unit in range(ground.rules.units):
        if state.units.pool[unit] == 1 and state.units.steps[unit] == steps:
            if count == outcome:
                return unit
            count += 1
    return s.NOBODY


@outlined_kernel
def lose_step(ground: MalayaGround, state: MalayaState, unit: int, clause: int, out: Int) -> None:
    """Take a step from a unit; without steps it is gone (MAL-6, MAL-24)."""
    state.units.steps[unit] -= 1
    state.game.eliminated[side_of(ground, unit)] += 1
    place = state.units.place[unit]
    if state.units.steps[unit] > 0:
        note(out, PUBLIC, StepLost(unit, place, state.units.steps[unit], clause))
        return
    state.units.pool[unit] = 0
    remove(ground, state, unit)
    note(out, PUBLIC, Eliminated(unit, place, clause))


@outlined_kernel
def lose_all_sure(ground: MalayaGround, state: MalayaState, clause: int, out: Int) -> bool:
    """Take the steps about which there is no choice; gives whether chance must draw (MAL-24).

    Where each of the units that chance could draw will lose a step anyway, it need not.
    """
    while state.game.losses > 0:
        count = count_losers(ground, state)
        if count == 0:
            state.game.losses = 0
        elif count > state.game.losses:
            return True
        else:
            steps = class_of_losers(ground, state)
            for unit in range(ground.rules.units):
                if state.units.pool[unit] == 1 and state.units.steps[unit] == steps:
                    lose_step(ground, state, unit, clause, out)
                    state.game.losses -= 1
    return False


@inline_kernel
def open_pool(ground: MalayaGround, state: MalayaState, duty: int, losses: int) -> None:
    """Let the living units with a duty lose steps (MAL-24)."""
    state.game.losses = losses
    for unit in range(ground.rules.units):
        fits = state.units.duty[unit] == duty and state.units.status[unit] != s.GONE
        state.units.pool[unit] = 1 if fits else 0
