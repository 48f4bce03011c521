"""What opponents expect of an attack: exact odds, weighed by what the target is worth."""

from __future__ import annotations

from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.aggressor.knowledge.determinization import worn
from hexfront.systems.aggressor.knowledge.odds import air_loss
from hexfront.systems.aggressor.opponents.scene import Scene, first_foe, first_own
from hexfront.systems.aggressor.rules.combat import faces_that_hit
from hexfront.systems.aggressor.rules.observation import distance
from hexfront.systems.aggressor.rules.planes import has
from hexfront.systems.aggressor.rules.special import is_depleted
from hexfront.systems.aggressor.scenario.state import (
    AIRBASE,
    AMBUSH,
    ASSAULT,
    ATTACK,
    LAUNCH,
    NO_TYPE,
    NOBODY,
    TYPES,
)


@inline_kernel
def worth_after(s: Scene, kind: int, reach: int, strength: int) -> float:
    """What a unit is worth that has lost a step: of range, and of strength where it has none."""
    if reach > 0:
        return s.lore.worth[kind, reach - 1, strength]
    return s.lore.worth[kind, 0, strength - 1]


@inline_kernel
def unit_worth(s: Scene, unit: int) -> float:
    """What an own unit is worth now."""
    units = s.packed.units
    return s.lore.worth[units.kind[unit], units.range[unit], units.strength[unit]]


@inline_kernel
def step_worth(s: Scene, unit: int) -> float:
    """What the next step of an own unit is worth."""
    units = s.packed.units
    return unit_worth(s, unit) - worth_after(
        s, units.kind[unit], units.range[unit], units.strength[unit]
    )


@inline_kernel
def restored_worth(s: Scene, unit: int, mobility: float) -> float:
    """What a step that comes back is worth: strength first, then range (AGR-29, AGR-36).

    `mobility`: what it is worth besides to move and see again.
    """
    if not is_depleted(s.ground, s.packed, unit):
        return 0.0
    units, kind = s.packed.units, s.packed.units.kind[unit]
    reach, strength = units.range[unit], units.strength[unit]
    if strength < s.ground.types.full_strength[kind]:
        return s.lore.worth[kind, reach, strength + 1] - unit_worth(s, unit)
    gain = s.lore.worth[kind, reach + 1, strength] - unit_worth(s, unit)
    return gain + mobility if reach == 0 else gain


@inline_kernel
def form_of(s: Scene, unit: int, place: int, moved: int, target: int, unseen: bool) -> int:
    """The form of an attack from a hex, after so many hexes moved (AGR-23, AGR-24, AGR-27)."""
    start = s.packed.units.start[unit]
    if s.ground.rules.mobile == 1:
        if moved > 0 and distance(s.ground, start, target) > 1:
            return ASSAULT
    elif distance(s.ground, start, place) > 1:
        return ASSAULT
    return AMBUSH if unseen and moved == 0 and s.ground.rules.observation == 1 else ATTACK


@inline_kernel
def is_covered(s: Scene, place: int) -> bool:
    """Whether the hex protects who stands there (AGR-21)."""
    return s.ground.hexes.rough[place] == 1 or has(s.packed.contaminated, place)


@inline_kernel
def clear_gains(s: Scene) -> None:
    """No attack has been reckoned yet."""
    gains = s.desk.gains
    for contact in range(s.desk.pad.contacts):
        for form in range(gains.shape[1]):
            for strength in range(gains.shape[2]):
                gains[contact, form, strength] = NOBODY


@inline_kernel
def gain_of(s: Scene, unit: int, contact: int, form: int) -> float:
    """The worth that a contact is expected to lose by an attack of a unit."""
    strength, foes = s.packed.units.strength[unit], s.desk.foes
    if s.desk.gains[contact, form, strength] < 0:
        s.desk.gains[contact, form, strength] = expected_gain(
            s,
            form,
            strength,
            foes.kind[contact],
            foes.hits[contact],
            foes.dug[contact],
            foes.covered[contact] == 1,
        )
    return s.desk.gains[contact, form, strength]


@outlined_kernel
def expected_gain(
    s: Scene, form: int, strength: int, kind: int, hits: int, dug_in: float, covered: bool
) -> float:
    """The worth that a contact is expected to lose by an attack.

    Where its type is not known, any is as likely as any other; `dug_in` is the chance of that.
    """
    first, last = kind, kind + 1
    if kind == NO_TYPE:
        first, last = 0, TYPES
    if form == LAUNCH:
        strength = s.ground.rules.launch_strength
    gain = 0.0
    for each in range(first, last):
        types = s.ground.types
        reach, left = worn(types.full_range[each], types.full_strength[each], hits)
        for dug in range(2):
            share = dug_in if dug == 1 else 1 - dug_in
            loss = expected_loss(s, form, strength, each, reach, left, dug, covered)
            gain += share / (last - first) * loss
    return gain


@inline_kernel
def expected_loss(
    s: Scene, form: int, strength: int, kind: int, reach: int, left: int, dug: int, covered: bool
) -> float:
    """The worth that one supposed target loses on average."""
    hit = faces_that_hit(s.ground, strength, left, covered, dug) / s.ground.rules.die
    now = s.lore.worth[kind, reach, left]
    if form == LAUNCH:
        return hit * now
    after = worth_after(s, kind, reach, left)
    if form == AMBUSH:
        # Two attempts; the second counts for as much as the first.
        return 2 * hit * (now - after)
    if form == ASSAULT and reach > 0:
        share = s.ground.rules.direct / 100
        direct = s.lore.worth[kind, reach, left - 1]
        return hit * (now - share * direct - (1 - share) * after)
    return hit * (now - after)


@inline_kernel
def flight_cost(s: Scene, unit: int, far: int, strike: bool) -> float:
    """What air defence is expected to take from an airbase over so many hexes (AGR-32)."""
    strength, reach = s.packed.units.strength[unit], s.packed.units.range[unit]
    chance = air_loss(s.ground, far, strength, strike)
    now = s.lore.worth[AIRBASE, reach, strength]
    return chance * (now - s.lore.worth[AIRBASE, reach, strength - 1])


@inline_kernel
def place_of_foe(s: Scene, contact: int) -> int:
    """Where a contact stands, by its number among the contacts."""
    return s.packed.units.place[first_foe(s) + contact]


@inline_kernel
def place_of_own(s: Scene, number: int) -> int:
    """Where an own unit stands."""
    return s.packed.units.place[first_own(s) + number]
