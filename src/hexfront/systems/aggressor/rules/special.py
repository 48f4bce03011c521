"""Special functions, AGR-28 to AGR-37. The attacks among them are in `combat`."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, event
from hexfront.jit import inline_kernel, kernel, small_kernel
from hexfront.systems.aggressor.rules.combat import fly_home
from hexfront.systems.aggressor.rules.movement import enemy_in, lose_step
from hexfront.systems.aggressor.rules.observation import (
    BY_RECON,
    make_contact,
    recognise,
    side_of,
)
from hexfront.systems.aggressor.rules.planes import is_watched, take, watch
from hexfront.systems.aggressor.scenario.state import (
    NOBODY,
    OBSERVED,
    SUPPLYING,
    UNSEEN,
    AggressorGround,
    AggressorState,
    Phase,
)


@event("AGR-28", word="contact", subjects="unit")
class PartisansSought(NamedTuple):
    """A unit has sought partisans."""

    unit: int
    success: int
    groups: int


@event(
    "AGR-29",
    "{unit} regains {attribute} from {support}.",
    word="supply",
    subjects="unit support",
)
class Supplied(NamedTuple):
    """A unit regains a step from a support unit."""

    unit: int
    support: int
    attribute: int


@event("AGR-30", word="recon", places="place", subjects="unit")
class Reconnoitred(NamedTuple):
    """A flight has seen so many new enemies."""

    unit: int
    place: int
    found: int


@event("AGR-36", word="replacement", subjects="unit")
class ReplacementsDrawn(NamedTuple):
    """A unit has asked for replacements."""

    unit: int
    success: int
    attribute: int


@event("AGR-37", "{place} is decontaminated.", word="decon", places="place")
class Decontaminated(NamedTuple):
    """A hex is clean again."""

    place: int


# Attributes restored, in events
NOTHING: Final = -1


@inline_kernel
def spend(state: AggressorState, unit: int) -> None:
    """The unit does nothing else this turn (AGR-28 to AGR-37)."""
    state.units.special[unit] = 1
    state.units.acted[unit] = 1
    state.units.dug[unit] = 0


@inline_kernel
def is_depleted(ground: AggressorGround, state: AggressorState, unit: int) -> bool:
    """Whether strength or range is below that of a fresh unit (AGR-29, AGR-36)."""
    units, kind = state.units, state.units.kind[unit]
    weaker = units.strength[unit] < ground.types.full_strength[kind]
    return bool(weaker | (units.range[unit] < ground.types.full_range[kind]))


@inline_kernel
def restore_step(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """Strength +1 if it is below its maximum, else range; gives which (AGR-29, AGR-36)."""
    units, kind = state.units, state.units.kind[unit]
    if units.strength[unit] < ground.types.full_strength[kind]:
        units.strength[unit] += 1
        return 1
    units.range[unit] += 1
    return 0


@small_kernel
def contact_chance(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """Percent for a unit to contact partisans (AGR-28)."""
    rated = ground.types.rated[state.units.kind[unit]]
    return int(max(ground.rules.contact_base - ground.rules.contact_step * rated, 0))


@small_kernel
def replacement_chance(ground: AggressorGround, state: AggressorState, unit: int) -> int:
    """Percent for a replacement to come (AGR-36)."""
    at_home = ground.hexes.home[state.units.place[unit]] == side_of(ground, unit)
    return int(ground.rules.replaced_home if at_home else ground.rules.replaced_away)


@kernel
def seek_partisans(ground: AggressorGround, state: AggressorState, unit: int, out: Int) -> None:
    """Partisan contact: chance answers where it can (AGR-28)."""
    spend(state, unit)
    state.game.actor = unit
    state.game.phase = Phase.CONTACT
    chance = contact_chance(ground, state, unit)
    if chance in (0, 100):
        meet_partisans(ground, state, chance == 100, out)


@kernel
def meet_partisans(ground: AggressorGround, state: AggressorState, success: bool, out: Int) -> None:
    """The outcome of a partisan contact (AGR-28)."""
    unit = state.game.actor
    side = side_of(ground, unit)
    state.game.groups[side] += int(success)
    groups = state.game.groups[side]
    note(out, 1 << side, PartisansSought(unit, int(success), groups))
    state.game.actor = NOBODY
    state.game.phase = Phase.ACTION


@kernel
def seek_replacement(ground: AggressorGround, state: AggressorState, unit: int, out: Int) -> None:
    """Replacement: chance answers where it can (AGR-36)."""
    spend(state, unit)
    state.game.actor = unit
    state.game.phase = Phase.REPLACEMENT
    chance = replacement_chance(ground, state, unit)
    if chance in (0, 100):
        replace(ground, state, chance == 100, out)


@kernel
def replace(ground: AggressorGround, state: AggressorState, success: bool, out: Int) -> None:
    """The outcome of a replacement (AGR-36)."""
    unit = state.game.actor
    restored = restore_step(ground, state, unit) if success else NOTHING
    side = side_of(ground, unit)
    note(out, 1 << side, ReplacementsDrawn(unit, int(success), restored))
    state.game.actor = NOBODY
    state.game.phase = Phase.ACTION


@kernel
def request_supply(
    ground: AggressorGround, state: AggressorState, unit: int, direction: int, out: Int
) -> None:
    """The Support unit loses a step, the asker gains one (AGR-29)."""
    place = ground.hexes.neighbour[state.units.place[unit], direction]
    support = state.hexes.holder[place]
    spend(state, unit)
    restored = restore_step(ground, state, unit)
    note(out, 1 << side_of(ground, unit), Supplied(unit, support, restored))
    lose_step(ground, state, support, SUPPLYING, False, out)


@kernel
def reconnoitre(
    ground: AggressorGround, state: AggressorState, unit: int, place: int, out: Int
) -> None:
    """Every unseen enemy on the straight line to the target becomes a contact (AGR-30)."""
    spend(state, unit)
    state.game.actor = unit
    state.game.target_hex = place
    state.game.form = NOBODY
    here = state.units.place[unit]
    dq = ground.hexes.axial_q[place] - ground.hexes.axial_q[here]
    dr = ground.hexes.axial_r[place] - ground.hexes.axial_r[here]
    length = max(abs(dq), abs(dr), abs(dq + dr))
    found = 0
    for i in range(length + 1):
        found += look_at_sample(ground, state, unit, dq, dr, length, i, out)
    note(out, 1 << side_of(ground, unit), Reconnoitred(unit, place, found))
    fly_home(ground, state, out)


@inline_kernel
def nearest(numerator: int, denominator: int, upper: int) -> int:
    """The integer nearest to a fraction: of a tie the lower, or the upper where it is 1."""
    return (2 * numerator + denominator - 1 + upper) // (2 * denominator)


@inline_kernel
def rounded_part(dq: int, dr: int, length: int) -> int:
    """Of which of its parts a line to (dq, dr) has no whole steps, and is rounded."""
    return dr if abs(dq) == length else dq


@inline_kernel
def sampled_hex(
    ground: AggressorGround, here: int, dq: int, dr: int, length: int, i: int, k: int
) -> int:
    """The hex under sample i of a line, whose rounded part is k there; NOBODY off the map.

    As in `hexfront.hex.coordinates`: one cube coordinate is exact, another is
    rounded, and a fraction of one half is the middle of a side.
    """
    span = max(length, 1)
    if abs(dq) == length:
        q, r = dq * i // span, k
    elif abs(dr) == length:
        q, r = k, dr * i // span
    else:
        q, r = k, (dq + dr) * i // span - k
    column = ground.hexes.axial_q[here] + q
    row = ground.hexes.axial_r[here] + r + column // 2
    rows = ground.rules.map_rows
    if row < 0 or row >= rows or column < 0 or column >= ground.rules.map_columns:
        return NOBODY
    return column * rows + row


@inline_kernel
def look_at_sample(
    ground: AggressorGround,
    state: AggressorState,
    unit: int,
    dq: int,
    dr: int,
    length: int,
    i: int,
    out: Int,
) -> int:
    """Look at the hex under sample i of a line, or at both where it falls on a side."""
    here, found = state.units.place[unit], 0
    along, span = rounded_part(dq, dr, length) * i, max(length, 1)
    for k in range(nearest(along, span, 0), nearest(along, span, 1) + 1):
        place = sampled_hex(ground, here, dq, dr, length, i, k)
        if place != NOBODY:
            found += look_at(ground, state, side_of(ground, unit), place, out)
    return found


@inline_kernel
def look_at(ground: AggressorGround, state: AggressorState, side: int, place: int, out: Int) -> int:
    """See who stands in a hex; gives 1 for a new contact."""
    if not is_watched(state, place, side):
        watch(state, place, side)
        enemy = enemy_in(ground, state, place, side)
        if enemy != NOBODY and state.sightings.level[enemy] == UNSEEN:
            make_contact(ground, state, enemy, OBSERVED, BY_RECON, out)
            return 1
    return 0


@kernel
def clean(ground: AggressorGround, state: AggressorState, unit: int, place: int, out: Int) -> None:
    """A Technical unit removes contamination (AGR-37)."""
    spend(state, unit)
    take(state.contaminated, place)
    holder = state.hexes.holder[place]
    if holder != NOBODY and ground.rules.observation == 0:
        recognise(state, holder)
    note(out, PUBLIC, Decontaminated(place))
