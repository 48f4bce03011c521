"""Which sectors a commander goes for, and who goes where."""

from __future__ import annotations

from typing import Final

from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.aggressor.opponents import style
from hexfront.systems.aggressor.opponents.belief import believed_in
from hexfront.systems.aggressor.opponents.gunnery import place_of_foe, place_of_own
from hexfront.systems.aggressor.opponents.scene import Scene, first_own, is_there, is_wanted
from hexfront.systems.aggressor.rules.observation import distance
from hexfront.systems.aggressor.rules.planes import has
from hexfront.systems.aggressor.scenario.state import (
    AIRBASE,
    ARMOR,
    MISSILE,
    NOBODY,
    SECTORS,
    SUPPORT,
    TECHNICAL,
)

EMPTY: Final = 0.15
"""A sector where fewer enemies than this are to be expected counts as free of them."""
WORN: Final = 2
"""Steps that a unit must have lost for a support unit to come to it."""
AWAY: Final = 3
"""A support unit keeps from who stands as near as this to an enemy."""
STILL: Final = (AIRBASE, MISSILE)
"""Types that stay where they are."""
HELPERS: Final = (*STILL, SUPPORT)
"""Types that are not sent to sectors."""


@outlined_kernel
def make_plan(s: Scene) -> None:
    """Choose sectors, and share the units out."""
    enemies, mind = s.memory.enemies, s.memory.mind
    for sector in range(SECTORS):
        enemies[sector] = s.desk.sectors.seen[sector] + believed_in(s, sector)
    for sector in range(SECTORS):
        effort = effort_of(s, sector)
        if is_wanted(s, sector):
            effort -= s.style[style.CONSTANCY]
        s.desk.sectors.effort[sector] = effort
    mind.aggressive = int(is_aggressive(s))
    aggressor = s.packed.game.aggressor
    spread = aggressor == s.side or (aggressor == NOBODY and mind.aggressive == 1)
    mind.wanted = cheapest_win(s, spread)
    share_out(s)


@inline_kernel
def is_aggressive(s: Scene) -> bool:
    """Whether to attack across the border first, which asks for a sector in each column.

    It gains from it only where waiting for the enemy has not helped, and where it is not the
    weaker side. Sectors that seem enough to win do not count: had it held them, it would have won.
    """
    game = s.packed.game
    if game.aggressor != NOBODY:
        return True
    if game.round <= s.style[style.WAITING]:
        return False
    enemies = s.memory.mind.unseen + s.desk.pad.contacts
    return s.desk.pad.units >= enemies or game.round > s.style[style.PATIENCE]


@inline_kernel
def effort_of(s: Scene, sector: int) -> float:
    """What it takes to have a sector."""
    enemies = s.memory.enemies[sector]
    if s.packed.game.control[sector] == s.side:
        return s.style[style.TO_KEEP] * enemies
    effort = s.style[style.TO_TAKE] + enemies
    if s.desk.sectors.presence[sector] == 0:
        middle = s.lore.members[sector, s.lore.sizes[sector] // 2]
        nearest = NOBODY
        for at in range(s.desk.pad.units):
            far = distance(s.ground, middle, place_of_own(s, s.desk.order[at]))
            if nearest == NOBODY or far < nearest:
                nearest = far
        effort += s.style[style.TO_ENTER] + s.style[style.A_HEX] * max(nearest, 0)
    return effort


@inline_kernel
def cheapest_win(s: Scene, spread: bool) -> int:
    """The sectors of least effort that win; an aggressor needs one in each column (AGR-50)."""
    wins, best, least = s.lore.wins, 0, 0.0
    for win in range(len(wins)):
        if (wins.spread[win] if spread else wins.few[win]) == 0:
            continue
        total = 0.0
        for sector in range(SECTORS):
            if (wins.sectors[win] >> sector) & 1 == 1:
                total += s.desk.sectors.effort[sector]
        if best == 0 or total < least:
            best, least = wins.sectors[win], total
    return best


@inline_kernel
def round_even(value: float) -> int:
    """The nearest integer of a number that is not negative; of a tie the even one."""
    below = int(value)
    rest = value - below
    if rest > 0.5 or (rest == 0.5 and below % 2 == 1):
        return below + 1
    return below


@inline_kernel
def is_mover(s: Scene, number: int) -> bool:
    """Whether a unit on the map can be sent to a sector."""
    unit = first_own(s) + number
    return s.packed.units.kind[unit] not in HELPERS and s.packed.units.range[unit] > 0


@inline_kernel
def share_out(s: Scene) -> None:
    """Units go to sectors by need, the nearest first."""
    fallback, troops = make_rooms(s), s.memory.troops
    farthest = 0
    for number in range(s.ground.rules.army):
        troops.sector[number] = NOBODY
        if is_there(s, number) and is_mover(s, number):
            for sector in range(SECTORS):
                far = sector_distance(s, place_of_own(s, number), sector)
                s.desk.distances[number, sector] = far
                farthest = max(farthest, far)
    for far in range(farthest + 1):
        for number in range(s.ground.rules.army):
            if troops.sector[number] != NOBODY or not is_there(s, number):
                continue
            if is_mover(s, number):
                for sector in range(SECTORS):
                    if s.desk.distances[number, sector] == far and takes(s, sector):
                        troops.sector[number] = sector
                        s.desk.sectors.rooms[sector] -= 1
                        break
    for number in range(s.ground.rules.army):
        if troops.sector[number] == NOBODY and is_there(s, number) and is_mover(s, number):
            troops.sector[number] = fallback


@inline_kernel
def takes(s: Scene, sector: int) -> bool:
    """Whether a sector still has room for a unit."""
    return s.desk.sectors.rooms[sector] > 0


@inline_kernel
def make_rooms(s: Scene) -> int:
    """How many units each sector is to get; gives where those go that are left over."""
    sectors, movers = s.desk.sectors, count_movers(s)
    guarded, taking, held = 0, 0, 0
    for sector in range(SECTORS):
        sectors.rooms[sector] = 0
        if is_wanted(s, sector):
            occupied = s.memory.enemies[sector] > EMPTY
            held |= int(occupied) << sector
            if s.packed.game.control[sector] != s.side:
                taking |= 1 << sector
            elif sectors.still[sector] == 0 and occupied:
                sectors.rooms[sector] = 1
                guarded += 1
    goals = taking
    if goals == 0:
        goals = held if held != 0 else s.memory.mind.wanted
    rest, total, fallback = max(movers - guarded, 0), 0.0, NOBODY
    for sector in range(SECTORS):
        if (goals >> sector) & 1 == 1:
            total += 0.5 + s.memory.enemies[sector]
            if fallback == NOBODY:
                fallback = sector
    for sector in range(SECTORS):
        if (goals >> sector) & 1 == 1:
            share = rest * (0.5 + s.memory.enemies[sector]) / total
            sectors.rooms[sector] += max(round_even(share), 1)
    return fallback


@inline_kernel
def count_movers(s: Scene) -> int:
    """How many units can be sent to sectors; notes where the others stand."""
    movers = 0
    for sector in range(SECTORS):
        s.desk.sectors.still[sector] = 0
    for number in range(s.ground.rules.army):
        if is_there(s, number):
            if is_mover(s, number):
                movers += 1
            else:
                s.desk.sectors.still[s.ground.hexes.sector[place_of_own(s, number)]] = 1
    return movers


@inline_kernel
def sector_distance(s: Scene, place: int, sector: int) -> int:
    """From a hex to the nearest of a sector."""
    nearest = distance(s.ground, place, s.lore.members[sector, 0])
    for member in range(1, s.lore.sizes[sector]):
        nearest = min(nearest, distance(s.ground, place, s.lore.members[sector, member]))
    return nearest


@outlined_kernel
def goal_of(s: Scene, number: int) -> int:
    """The hex that a unit heads for: an enemy in its sector, or where one may hide."""
    unit = first_own(s) + number
    kind, here = s.packed.units.kind[unit], s.packed.units.place[unit]
    helped = NOBODY
    if kind == SUPPORT and s.packed.units.range[unit] + s.packed.units.strength[unit] > 1:
        helped = nearest_worn(s, here)
    elif kind == TECHNICAL and s.ground.rules.decon == 1:
        helped = nearest_dirt(s, here)
    if helped != NOBODY:
        return helped
    sector = s.memory.troops.sector[number]
    if sector == NOBODY:
        return here
    foe = NOBODY
    for contact in range(s.desk.pad.contacts):
        place = place_of_foe(s, contact)
        if s.ground.hexes.sector[place] == sector:
            foe = nearer(s, here, foe, place)
    if foe != NOBODY:
        return foe
    if s.memory.enemies[sector] > EMPTY:
        hidden = likeliest(s, here, sector)
        if hidden != NOBODY:
            return hidden
    nearest = NOBODY
    for member in range(s.lore.sizes[sector]):
        nearest = nearer(s, here, nearest, s.lore.members[sector, member])
    return nearest


@inline_kernel
def nearer(s: Scene, here: int, best: int, place: int) -> int:
    """Of two hexes the one that is nearer, of a tie the first in order; the best may be NOBODY."""
    if best == NOBODY:
        return place
    one, other = distance(s.ground, here, best), distance(s.ground, here, place)
    return place if other < one or (other == one and place < best) else best


@inline_kernel
def likeliest(s: Scene, here: int, sector: int) -> int:
    """The hex of a sector where most enemies are to be expected for the way; NOBODY for none."""
    best, most = NOBODY, 0.0
    for member in range(s.lore.sizes[sector]):
        place = s.lore.members[sector, member]
        dense = s.memory.density[place] / (3.0 + distance(s.ground, here, place))
        if dense > most:
            best, most = place, dense
    return best


@inline_kernel
def nearest_worn(s: Scene, here: int) -> int:
    """The nearest armor that has lost much, away from the enemy; NOBODY for none."""
    best = NOBODY
    full = s.ground.types.full_range[ARMOR] + s.ground.types.full_strength[ARMOR]
    for number in range(s.ground.rules.army):
        unit = first_own(s) + number
        units = s.packed.units
        if not is_there(s, number) or units.kind[unit] != ARMOR:
            continue
        if units.range[unit] + units.strength[unit] > full - WORN:
            continue
        away = True
        for contact in range(s.desk.pad.contacts):
            place = place_of_foe(s, contact)
            away = away and distance(s.ground, units.place[unit], place) > AWAY
        if away:
            best = nearer(s, here, best, units.place[unit])
    return best


@inline_kernel
def nearest_dirt(s: Scene, here: int) -> int:
    """The nearest contaminated hex, or NOBODY."""
    best = NOBODY
    for place in range(s.ground.rules.hexes):
        if has(s.packed.contaminated, place):
            best = nearer(s, here, best, place)
    return best
