"""What a commander's units could do at one moment, each deed weighed in the same measure.

The measure is the worth of units (`gunnery`): what an attack takes from the
enemy, what a step that comes back gives, and what it means to stand somewhere.
"""

from __future__ import annotations

from typing import Final

from hexfront.blocks import Int
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.aggressor.knowledge.ways import allowance_left
from hexfront.systems.aggressor.opponents import style
from hexfront.systems.aggressor.opponents.deeds import (
    NOTHING,
    add_action,
    compare,
    first_code,
    first_shot,
    is_still,
    search_ways,
    set_action,
    set_way,
    shot_of,
    target_of,
)
from hexfront.systems.aggressor.opponents.gunnery import (
    flight_cost,
    form_of,
    gain_of,
    place_of_foe,
    restored_worth,
    step_worth,
    unit_worth,
)
from hexfront.systems.aggressor.opponents.plans import STILL, goal_of
from hexfront.systems.aggressor.opponents.scene import (
    SLOTS,
    Scene,
    first_own,
    foe_in,
    friend_in,
    is_there,
    is_wanted,
)
from hexfront.systems.aggressor.rules.legality import is_fresh
from hexfront.systems.aggressor.rules.observation import distance
from hexfront.systems.aggressor.rules.orders import FIRST_TARGET, REPLACE, SEEK_PARTISANS
from hexfront.systems.aggressor.rules.planes import has
from hexfront.systems.aggressor.rules.special import nearest, rounded_part, sampled_hex
from hexfront.systems.aggressor.scenario.state import (
    AIRBASE,
    ARTILLERY,
    LAUNCH,
    MISSILE,
    NOBODY,
    STRIKE,
    SUPPORT,
    TECHNICAL,
)

NEIGHBOURHOOD: Final = 37
"""Hexes within three of one, itself included."""
MOST_FINDS: Final = 3.0
"""More enemies than this are too many to be attacked in one turn."""
CLEANING: Final = 0.05
"""What it is worth to clean a hex."""


@outlined_kernel
def prepare(s: Scene) -> None:
    """Reckon what many deeds depend on."""
    for number in range(s.ground.rules.army):
        s.desk.own.goal[number] = NOBODY
        if is_there(s, number):
            unit = first_own(s) + number
            s.desk.own.step[number] = step_worth(s, unit)
            s.desk.own.restored[number] = restored_worth(s, unit, s.style[style.MOBILITY])
    reckon_threat(s)
    note_supplies(s)


# Danger


@inline_kernel
def reckon_threat(s: Scene) -> None:
    """By hex: enemies that could attack who stands there in their next turn."""
    threat, before, hexes = s.desk.threat, s.desk.around, s.ground.rules.hexes
    for place in range(hexes):
        threat[place] = s.memory.density[place]
    before[hexes] = 0.0
    for _ in range(3):
        for place in range(hexes):
            before[place] = threat[place]
        for place in range(hexes):
            around = 0.0
            for direction in range(6):
                around += before[s.ground.hexes.neighbour[place, direction]]
            threat[place] = (before[place] + around) / 7
    share = NEIGHBOURHOOD * s.style[style.UNSEEN_FEAR]
    for place in range(hexes):
        threat[place] *= share
    for contact in range(s.desk.pad.contacts):
        add_threat(s, place_of_foe(s, contact), s.desk.foes.speed[contact] + 1)


@inline_kernel
def add_threat(s: Scene, here: int, reach: int) -> None:
    """An enemy could attack so far."""
    rows, columns = s.ground.rules.map_rows, s.ground.rules.map_columns
    column, row = here // rows, here % rows
    for dq in range(max(-reach, -column), min(reach, columns - 1 - column) + 1):
        shift = row + (column + dq) // 2 - column // 2
        low = max(max(-reach, -reach - dq) + shift, 0)
        high = min(min(reach, reach - dq) + shift, rows - 1)
        first = (column + dq) * rows
        for there in range(first + low, first + high + 1):
            s.desk.threat[there] += 1.0


@inline_kernel
def danger(s: Scene, number: int, place: int) -> float:
    """The worth that a unit is expected to lose in a hex."""
    strength = s.packed.units.strength[first_own(s) + number]
    chance = 0.5 + 0.1 * (2 - strength) - 0.1 * s.ground.hexes.rough[place]
    crowd = s.desk.threat[place] / (1.0 + 0.25 * s.lore.roots[s.desk.pad.units])
    return s.style[style.FEAR] * min(crowd, 3.0) * chance * s.desk.own.step[number]


# Standing


@inline_kernel
def note_supplies(s: Scene) -> None:
    """Note beside which hexes a support unit stands with something to give."""
    hexes, units = s.ground.rules.hexes, s.packed.units
    for place in range(hexes):
        s.desk.supplied[place] = 0
    for unit in range(first_own(s), first_own(s) + s.ground.rules.army):
        here = units.place[unit]
        if here == hexes or units.kind[unit] != SUPPORT:
            continue
        if units.range[unit] + units.strength[unit] > 1:
            for direction in range(6):
                s.desk.supplied[s.ground.hexes.neighbour[here, direction]] = 1


@outlined_kernel
def standing(s: Scene, number: int, place: int, goal: int) -> float:
    """What it is worth that the unit ends its turn in a hex."""
    unit, hexes = first_own(s) + number, s.ground.hexes
    at = s.packed.units.place[unit]
    value = -s.style[style.PER_HEX] * distance(s.ground, place, goal)
    value += s.style[style.COVER] * hexes.rough[place] - danger(s, number, place)
    here, there = hexes.sector[at], hexes.sector[place]
    if here != there:
        # It may go to the enemy when the last unit leaves it.
        if s.desk.sectors.presence[here] == 1 and s.memory.enemies[here] > 0.3:
            value -= s.style[style.HOLDING]
        if s.desk.sectors.presence[there] == 0 and is_wanted(s, there):
            value += s.style[style.ENTERING]
    if s.packed.units.kind[unit] != SUPPORT and s.desk.supplied[place] == 1:
        value += s.style[style.REFIT] * s.desk.own.restored[number]
    if has(s.packed.contaminated, place) and place != at:
        value -= unit_worth(s, unit) / 3
    return value


@inline_kernel
def goal(s: Scene, number: int) -> int:
    """The hex that a unit heads for."""
    if s.desk.own.goal[number] == NOBODY:
        s.desk.own.goal[number] = goal_of(s, number)
    return s.desk.own.goal[number]


# Attacks


@inline_kernel
def worth_of(s: Scene, unit: int, contact: int, form: int) -> float:
    """What an attack is worth: damage, by where the target stands."""
    return focus(s, place_of_foe(s, contact)) * gain_of(s, unit, contact, form)


@inline_kernel
def focus(s: Scene, place: int) -> float:
    """How much more it is worth to hit an enemy there."""
    sector = s.ground.hexes.sector[place]
    if s.packed.game.control[sector] == s.side:
        return s.style[style.INTRUDER]
    return s.style[style.IN_WANTED] if is_wanted(s, sector) else 1.0


@inline_kernel
def declares(s: Scene, place: int) -> bool:
    """Whether an attack there would make the side the aggressor against its plan (AGR-49)."""
    return (
        s.packed.game.aggressor == NOBODY
        and s.memory.mind.aggressive == 0
        and s.ground.hexes.home[place] == 1 - s.side
    )


@outlined_kernel
def consider_melee(s: Scene, number: int) -> None:
    """Compare the best attack of a unit on the ground, from where it stands or can go."""
    unit, units = first_own(s) + number, s.packed.units
    if units.attacked[unit] + units.special[unit] + units.frozen[unit] > 0:
        return
    here = units.place[unit]
    steps = 0 if is_still(s, unit) else max(units.range[unit] - units.moved[unit], 0)
    if not is_near(s, here, steps + 1):
        return
    reached = search_ways(s, unit, units.kind[unit] in STILL)
    unseen, best, best_place, best_toward = is_unseen(s, here), NOTHING, NOBODY, NOBODY
    stay = standing(s, number, here, goal(s, number))
    for at in range(reached):
        place = s.trails.reached[at]
        if not may_attack_from(s, place):
            continue
        moved = s.trails.nodes.moved[s.trails.spots.way[place]]
        stand, is_known = 0.0, False
        for direction in range(6):
            there = s.ground.hexes.neighbour[place, direction]
            contact = foe_in(s, there)
            if contact == NOBODY or declares(s, there):
                continue
            gain = worth_of(s, unit, contact, form_of(s, unit, place, moved, there, unseen))
            if gain < s.style[style.LEAST_GAIN]:
                continue
            if not is_known:
                stand, is_known = standing(s, number, place, goal(s, number)), True
            value = gain + stand - stay
            if value > best:
                best, best_place, best_toward = value, place, direction
    if best_place == NOBODY:
        return
    set_way(s, s.trails.spots.way[best_place])
    add_action(s, best_toward)
    compare(s, number, best)


@inline_kernel
def may_attack_from(s: Scene, place: int) -> bool:
    """Whether a unit may attack where it can come to (AGR-20, AGR-27)."""
    if has(s.packed.contaminated, place):
        return False
    nodes, way = s.trails.nodes, s.trails.spots.way[place]
    left = allowance_left(s.ground, place, nodes.range[way], nodes.moved[way])
    return s.ground.rules.mobile == 0 or left >= 1


@inline_kernel
def is_near(s: Scene, here: int, reach: int) -> bool:
    """Whether a contact stands so near."""
    for contact in range(s.desk.pad.contacts):
        if distance(s.ground, here, place_of_foe(s, contact)) <= reach:
            return True
    return False


@inline_kernel
def is_unseen(s: Scene, here: int) -> bool:
    """Whether no enemy in sight could see who stands there (AGR-24)."""
    for contact in range(s.desk.pad.contacts):
        if distance(s.ground, here, place_of_foe(s, contact)) <= s.desk.foes.speed[contact]:
            return False
    return True


@inline_kernel
def consider_shots(s: Scene, number: int, codes: Int) -> None:
    """Compare strikes, indirect fire and launches at what is seen."""
    unit = first_own(s) + number
    kind = s.packed.units.kind[unit]
    if kind not in (AIRBASE, ARTILLERY, MISSILE):
        return
    form = shot_of(kind)
    for at in range(first_shot(s, number, codes), s.desk.own.high[number]):
        place = target_of(s, codes[at] - first_code(s, number))
        contact = foe_in(s, place)
        if contact == NOBODY or declares(s, place):
            continue
        value = worth_of(s, unit, contact, form)
        if form == STRIKE:
            far = distance(s.ground, s.packed.units.place[unit], place)
            value -= flight_cost(s, unit, far, True)
        elif form == LAUNCH and value < s.style[style.LEAST_LAUNCH]:
            continue
        set_action(s, codes[at] - first_code(s, number))
        compare(s, number, value)


# Reconnaissance


@outlined_kernel
def chart_flights(s: Scene, start: int, slot: int) -> None:
    """Note the hexes under the lines to every hex at the edge of the map (AGR-30)."""
    flights, table, count = s.desk.flights, s.ground.hexes, 0
    for at in range(len(s.lore.ends)):
        end = s.lore.ends[at]
        if end == start:
            continue
        dq = table.axial_q[end] - table.axial_q[start]
        dr = table.axial_r[end] - table.axial_r[start]
        length, first = distance(s.ground, start, end), 1
        for i in range(length + 1):
            along = rounded_part(dq, dr, length) * i
            for k in range(nearest(along, length, 0), nearest(along, length, 1) + 1):
                place = sampled_hex(s.ground, start, dq, dr, length, i, k)
                if place != NOBODY:
                    flights.place[slot, count], flights.first[slot, count] = place, first
                    flights.far[slot, count] = distance(s.ground, start, place)
                    count, first = count + 1, 0
    s.desk.flown[slot, 0], s.desk.flown[slot, 1] = start, count


@outlined_kernel
def consider_flights(s: Scene, number: int) -> None:
    """Compare the flight that is likely to find most for what it may cost (AGR-30)."""
    unit, flights, costs = first_own(s) + number, s.desk.flights, s.desk.costs
    start = s.packed.units.place[unit]
    slot = start % SLOTS
    if s.desk.flown[slot, 0] != start:
        chart_flights(s, start, slot)
    for far in range(costs.shape[0]):
        costs[far] = flight_cost(s, unit, far, False)
    found, before, best, target = 0.0, 0.0, NOTHING, NOBODY
    for at in range(s.desk.flown[slot, 1]):
        there = s.memory.density[flights.place[slot, at]]
        found += there
        if flights.first[slot, at] == 1:
            before = found - there
        value = s.style[style.FIND] * min(found - before, MOST_FINDS)
        value -= costs[flights.far[slot, at]]
        if value > best:
            best, target = value, flights.place[slot, at]
    if target != NOBODY:
        set_action(s, FIRST_TARGET + target)
        compare(s, number, best)


# Other deeds


@outlined_kernel
def consider_functions(s: Scene, number: int, codes: Int) -> None:
    """Compare supply, replacement, partisans, decontamination."""
    unit, rules = first_own(s) + number, s.ground.rules
    kind, here = s.packed.units.kind[unit], s.packed.units.place[unit]
    for at in range(s.desk.own.low[number], s.desk.own.high[number]):
        action, value = codes[at] - first_code(s, number), 0.0
        if action < SEEK_PARTISANS:
            support = friend_in(s, s.ground.hexes.neighbour[here, action])
            if support != NOBODY and s.packed.units.kind[support] == SUPPORT:
                given = s.desk.own.step[support - first_own(s)]
                value = s.desk.own.restored[number] - s.style[style.GIVEN] * given
        elif action == SEEK_PARTISANS:
            percent = rules.contact_base - rules.contact_step * s.ground.types.rated[kind]
            value = s.style[style.PARTISANS] * max(percent, 0) / 100
        elif action == REPLACE:
            at_home = s.ground.hexes.home[here] == s.side
            percent = rules.replaced_home if at_home else rules.replaced_away
            value = s.desk.own.restored[number] * percent / 100
        elif kind == TECHNICAL:
            value = CLEANING * dirt_in(s, action - FIRST_TARGET)
        else:
            return
        if value > 0:
            set_action(s, action)
            compare(s, number, value)


@inline_kernel
def dirt_in(s: Scene, place: int) -> int:
    """Own units that a contaminated hex troubles."""
    troubled = 1 + 3 * int(friend_in(s, place) != NOBODY)
    for direction in range(6):
        troubled += friend_in(s, s.ground.hexes.neighbour[place, direction]) != NOBODY
    return troubled


@outlined_kernel
def consider_move(s: Scene, number: int) -> None:
    """Compare the best hex to go to without an attack, if it is not best to stay."""
    unit, units = first_own(s) + number, s.packed.units
    if units.kind[unit] in STILL or units.special[unit] + units.frozen[unit] > 0:
        return
    if units.range[unit] == 0:
        consider_stir(s, number)
        return
    here, wished, nodes = units.place[unit], goal(s, number), s.trails.nodes
    stay = standing(s, number, here, wished)
    if is_fresh(s.packed, unit) and here == wished:
        stay += s.style[style.DIGGING]
    best, best_way = 0.0, NOBODY
    for at in range(search_ways(s, unit, False)):
        place = s.trails.reached[at]
        way = s.trails.spots.way[place]
        if nodes.before[way] != NOBODY:
            value = standing(s, number, place, wished) - stay
            if value > best:
                best, best_way = value, way
    if best_way != NOBODY:
        set_way(s, best_way)
        compare(s, number, best)


@inline_kernel
def consider_stir(s: Scene, number: int) -> None:
    """Compare the try of a unit without range to come a hex nearer to its goal (AGR-11)."""
    unit = first_own(s) + number
    here, wished = s.packed.units.place[unit], goal(s, number)
    if not is_fresh(s.packed, unit):
        return
    stay, best, best_toward = standing(s, number, here, wished), 0.0, NOBODY
    for direction in range(6):
        there = s.ground.hexes.neighbour[here, direction]
        if there != s.ground.rules.hexes and s.packed.hexes.holder[there] == NOBODY:
            value = (standing(s, number, there, wished) - stay) / 2
            if value > best:
                best, best_toward = value, direction
    if best_toward != NOBODY:
        set_action(s, best_toward)
        compare(s, number, best)
