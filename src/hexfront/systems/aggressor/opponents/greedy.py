"""The opponent `greedy`: fights where the exact odds pay, and heads for what it needs.

It looks one step ahead, at one unit after another, and forgets what it does not see.
"""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int
from hexfront.core.dice import Dice, draw
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.aggressor.knowledge.ways import allowance_left
from hexfront.systems.aggressor.opponents.agency import (
    is_overtaken,
    next_order,
    set_up,
    take_note,
)
from hexfront.systems.aggressor.opponents.deeds import (
    NOTHING,
    add_action,
    can_fly,
    clear_best,
    compare,
    find_actions,
    first_code,
    first_shot,
    look,
    mark_bars,
    order_best,
    order_one,
    search_ways,
    set_action,
    set_way,
    shot_of,
    target_of,
)
from hexfront.systems.aggressor.opponents.gunnery import (
    clear_gains,
    form_of,
    gain_of,
    is_covered,
    place_of_foe,
)
from hexfront.systems.aggressor.opponents.plans import nearer
from hexfront.systems.aggressor.opponents.scene import (
    MIXES,
    OF_GREEDY,
    Lore,
    Memory,
    Room,
    Scene,
    first_foe,
    first_own,
    foe_in,
    friend_in,
    turn_time,
)
from hexfront.systems.aggressor.rules.legality import is_fresh
from hexfront.systems.aggressor.rules.observation import distance
from hexfront.systems.aggressor.rules.orders import DONE, FIRST_TARGET, REPLACE, SEEK_PARTISANS
from hexfront.systems.aggressor.rules.planes import has, is_watched
from hexfront.systems.aggressor.scenario.state import (
    ARMOR,
    ARTILLERY,
    INFANTRY,
    LAUNCH,
    NOBODY,
    TECHNICAL,
    AggressorGround,
    AggressorState,
    Phase,
)

LEAST_GAIN: Final = 0.01
"""An attack that is expected to do less is not worth giving away that one is there."""
LEAST_LAUNCH: Final = 0.5
"""Missiles are fired once: they wait for a target that is worth this much."""
RESTORED: Final = 0.06
"""What a step that comes back is worth."""
CONTACT_WORTH: Final = 0.1
"""What a group of partisans is worth."""
PER_HEX: Final = 0.01
"""What it is worth to be a hex nearer to the goal."""
COVER: Final = 0.01
"""What it is worth to stand in rough terrain."""
NEAR: Final = 8
"""Enemies farther off than this are nobody's goal."""
DUG_IN: Final = 0.5
"""The chance that an enemy is dug in."""
MARCHING: Final = (ARMOR, INFANTRY, ARTILLERY, TECHNICAL)
FIRST_MIX: Final = len(MIXES)
"""Where in `Lore.mixes` the suggested armies begin."""


@kernel
def decide_greedy(
    ground: AggressorGround,
    lore: Lore,
    room: Room,
    memory: Memory,
    packed: AggressorState,
    side: int,
    dice: Dice,
    codes: Int,
    count: int,
) -> int:
    """One of the legal orders, of which there are so many in `codes`."""
    s = Scene(ground, lore, room.trails, room.desk, memory, packed, side, lore.styles[0])
    phase = packed.game.phase
    if phase == Phase.SET_UP:
        return set_up(s, OF_GREEDY, FIRST_MIX, len(lore.mixes), dice, codes, count)
    if phase != Phase.ACTION:
        return codes[1]  # Partisans rise at once, and a defender is always pressed.
    look(s)
    if is_overtaken(s, codes, count):
        take_note(s)
        think(s, dice, codes, count)
    return next_order(s, codes, count)


@outlined_kernel
def think(s: Scene, dice: Dice, codes: Int, count: int) -> None:
    """Reconnaissance where nobody is seen; else the best deed; else the next unit's move."""
    if turn_time(s) != s.memory.mind.time:
        s.memory.mind.time = turn_time(s)
        for number in range(s.ground.rules.army):
            s.memory.troops.settled[number] = 0
    if s.desk.pad.contacts == 0:
        for number in range(s.ground.rules.army):
            if can_fly(s, number):
                order_one(s, first_code(s, number) + FIRST_TARGET + any_enemy_hex(s, dice))
                return
    judge_contacts(s)
    mark_bars(s)
    clear_gains(s)
    clear_best(s)
    for at in range(s.desk.pad.units):
        find_actions(s, s.desk.order[at], codes, count)
        consider_deeds(s, s.desk.order[at], codes)
    if s.desk.pad.best >= LEAST_GAIN:
        order_best(s)
        return
    for at in range(s.desk.pad.units):
        number = s.desk.order[at]
        if s.memory.troops.settled[number] == 0:
            s.memory.troops.settled[number] = 1
            clear_best(s)
            consider_move(s, number)
            if s.desk.pad.best_unit != NOBODY:
                order_best(s)
                return
    order_one(s, DONE)


@inline_kernel
def any_enemy_hex(s: Scene, dice: Dice) -> int:
    """Any hex of the enemy's home."""
    rules = s.ground.rules
    return rules.home_first[1 - s.side] + draw(dice, rules.home_hexes)


@inline_kernel
def judge_contacts(s: Scene) -> None:
    """What each contact may be: only what is told of it."""
    foes, first = s.desk.foes, first_foe(s)
    for contact in range(s.desk.pad.contacts):
        foes.kind[contact] = s.packed.units.kind[first + contact]
        foes.hits[contact] = s.packed.sightings.hits[first + contact]
        foes.covered[contact] = int(is_covered(s, place_of_foe(s, contact)))
        foes.dug[contact] = DUG_IN


# Deeds on the spot


@inline_kernel
def consider_deeds(s: Scene, number: int, codes: Int) -> None:
    """Compare what a unit could do where it stands; of deeds alike the last one counts."""
    low, high = s.desk.own.low[number], s.desk.own.high[number]
    for at in range(low, high):
        action = codes[at] - first_code(s, number)
        if action >= FIRST_TARGET:
            break
        consider_action(s, number, action)
    for at in range(first_shot(s, number, codes), high):
        consider_action(s, number, codes[at] - first_code(s, number))


@outlined_kernel
def consider_action(s: Scene, number: int, action: int) -> None:
    """Compare an action of a unit."""
    gain = action_gain(s, first_own(s) + number, action)
    if gain > 0 and gain >= s.desk.pad.best:
        s.desk.pad.best = NOTHING
        set_action(s, action)
        compare(s, number, gain)


@inline_kernel
def action_gain(s: Scene, unit: int, action: int) -> float:
    """What an action is worth, other than a march."""
    units = s.packed.units
    kind, here = units.kind[unit], units.place[unit]
    if action < SEEK_PARTISANS:
        there = s.ground.hexes.neighbour[here, action]
        contact = foe_in(s, there)
        if contact != NOBODY:
            return attack_gain(s, unit, here, units.moved[unit], contact)
        return RESTORED if friend_in(s, there) != NOBODY else 0.0
    if action == SEEK_PARTISANS:
        return CONTACT_WORTH * max(5 - s.ground.types.rated[kind], 0) / 10
    if action == REPLACE:
        return RESTORED / 2
    if kind == TECHNICAL:
        return RESTORED
    contact = foe_in(s, target_of(s, action))
    if contact == NOBODY:
        return 0.0
    gain = gain_of(s, unit, contact, shot_of(kind))
    return 0.0 if shot_of(kind) == LAUNCH and gain < LEAST_LAUNCH else gain


@inline_kernel
def attack_gain(s: Scene, unit: int, place: int, moved: int, contact: int) -> float:
    """What an attack from a hex is expected to take; that it is an ambush is not expected."""
    form = form_of(s, unit, place, moved, place_of_foe(s, contact), False)
    return gain_of(s, unit, contact, form)


# Moves


@outlined_kernel
def consider_move(s: Scene, number: int) -> None:
    """Compare nothing but the best march, and the attack at its end."""
    unit, units = first_own(s) + number, s.packed.units
    if units.kind[unit] not in MARCHING or units.special[unit] + units.frozen[unit] > 0:
        return
    if holds(s, units.place[unit]):
        return
    goal, nodes = goal_of(s, unit), s.trails.nodes
    best, best_way, best_toward = NOTHING, NOBODY, NOBODY
    for at in range(search_ways(s, unit, False)):
        place = s.trails.reached[at]
        way = s.trails.spots.way[place]
        if has(s.packed.contaminated, place) and place != units.place[unit]:
            continue
        toward = best_attack(s, unit, way)
        worth = -PER_HEX * distance(s.ground, goal, place) + COVER * s.ground.hexes.rough[place]
        gain = 0.0
        if toward != NOBODY:
            contact = foe_in(s, s.ground.hexes.neighbour[place, toward])
            gain = attack_gain(s, unit, place, nodes.moved[way], contact)
        if worth + gain > best or (worth + gain == best and is_preferred(s, way, best_way)):
            best, best_way, best_toward = worth + gain, way, toward
    if units.range[unit] == 0 and best_toward == NOBODY:
        consider_stir(s, number, goal)
        return
    set_way(s, best_way)
    if best_toward != NOBODY:
        add_action(s, best_toward)
    if s.desk.pad.actions > 0:
        compare(s, number, 0.0)


@inline_kernel
def is_preferred(s: Scene, way: int, other: int) -> bool:
    """Of ways to hexes that are worth the same: the shorter, then that to the later hex."""
    nodes = s.trails.nodes
    if nodes.moved[way] != nodes.moved[other]:
        return nodes.moved[way] < nodes.moved[other]
    return nodes.place[way] > nodes.place[other]


@inline_kernel
def best_attack(s: Scene, unit: int, way: int) -> int:
    """In which direction to attack from where a way ends; NOBODY where it does not pay."""
    nodes = s.trails.nodes
    place, moved = nodes.place[way], nodes.moved[way]
    left = allowance_left(s.ground, place, nodes.range[way], moved)
    if s.packed.units.attacked[unit] == 1 or has(s.packed.contaminated, place):
        return NOBODY
    if s.ground.rules.mobile == 1 and left < 1:
        return NOBODY
    most, toward = 0.0, NOBODY
    for direction in range(6):
        contact = foe_in(s, s.ground.hexes.neighbour[place, direction])
        if contact != NOBODY:
            gain = attack_gain(s, unit, place, moved, contact)
            if gain > most:
                most, toward = gain, direction
    return toward if most >= LEAST_GAIN else NOBODY


@inline_kernel
def consider_stir(s: Scene, number: int, goal: int) -> None:
    """The try of a unit without range to come a hex nearer to its goal (AGR-11)."""
    unit = first_own(s) + number
    here, toward = s.packed.units.place[unit], NOBODY
    if not is_fresh(s.packed, unit):
        return
    least = distance(s.ground, goal, here)
    for direction in range(6):
        there = s.ground.hexes.neighbour[here, direction]
        if there != s.ground.rules.hexes and s.packed.hexes.holder[there] == NOBODY:
            far = distance(s.ground, goal, there)
            if far < least:
                least, toward = far, direction
    if toward != NOBODY:
        set_action(s, toward)
        compare(s, number, 0.0)


@inline_kernel
def holds(s: Scene, place: int) -> bool:
    """Whether the unit there alone keeps a sector."""
    sector = s.ground.hexes.sector[place]
    alone = s.desk.sectors.presence[sector] == 1
    return alone and s.packed.game.control[sector] == s.side


@inline_kernel
def goal_of(s: Scene, unit: int) -> int:
    """The nearest enemy in sight; else the nearest hex to search of a sector that it lacks."""
    here, nearest = s.packed.units.place[unit], NOBODY
    for contact in range(s.desk.pad.contacts):
        place = place_of_foe(s, contact)
        if distance(s.ground, here, place) <= NEAR:
            nearest = nearer(s, here, nearest, place)
    if nearest != NOBODY:
        return nearest
    for place in range(s.ground.rules.hexes):
        lacking = s.packed.game.control[s.ground.hexes.sector[place]] != s.side
        if lacking and not is_watched(s.packed, place, s.side):
            nearest = nearer(s, here, nearest, place)
    return here if nearest == NOBODY else nearest
