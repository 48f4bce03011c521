"""How a battle is carried out once the die is known, MAL-24 to MAL-30, as kernels.

Stage after stage: losses of the attackers and the defenders, retreats with what they
cost, advances.  A stage that needs chance to draw who loses a step stops there, and the
next answer of chance goes on.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, clause_code, event
from hexfront.core.refusals import refusal
from hexfront.jit import inline_kernel, outlined_kernel
from hexfront.systems.malaya.rules.combat import lose_all_sure, lose_step, open_pool
from hexfront.systems.malaya.rules.movement import distance, lift, settle, side_of
from hexfront.systems.malaya.rules.planes import points_in, stands
from hexfront.systems.malaya.rules.retreat import in_zone, retreat_path
from hexfront.systems.malaya.scenario import state as s
from hexfront.systems.malaya.scenario.state import (
    MalayaGround,
    MalayaState,
    Phase,
)

# Why an advance is refused
NO_ATTACKER: Final = refusal(60, "MAL-29", "only a unit that attacked a vacated hex advances")
CANNOT_STACK: Final = refusal(61, "MAL-29", "the hex would hold too many stacking points")

_AT_SEA: Final = clause_code("MAL-13")
_BY_RESULT: Final = clause_code("MAL-24")
_BARRED: Final = clause_code("MAL-27")
_AFTER_RETREAT: Final = clause_code("MAL-28")
_THROWN_BACK: Final = clause_code("MAL-30")


@event("MAL-25", word="retreat", subjects="unit")
class Retreated(NamedTuple):
    """A unit retreats through hexes, -1 where there are no more."""

    unit: int
    here: int
    first: int
    second: int
    third: int


@event("MAL-27", word="blocked", places="here", subjects="unit")
class RetreatBarred(NamedTuple):
    """A unit cannot retreat."""

    unit: int
    here: int
    losses: int


@event("MAL-29", word="advance", places="here there", subjects="unit")
class Advanced(NamedTuple):
    """A unit advances after a battle."""

    unit: int
    here: int
    there: int


@event(
    "MAL-30",
    "{unit} does not get ashore, and returns to the box.",
    word="embark",
    places="place",
    subjects="unit",
)
class ReEmbarked(NamedTuple):
    """A landing fails."""

    unit: int
    place: int


@outlined_kernel
def go_on(ground: MalayaGround, state: MalayaState, out: Int) -> None:
    """Carry a battle on, as far as chance need not be asked."""
    while state.game.stage < s.BATTLE_ENDS or state.game.losses > 0:
        if lose_all_sure(ground, state, loss_clause(ground, state), out):
            state.game.phase = Phase.LOSS
            return
        if state.game.stage < s.BATTLE_ENDS:
            next_stage(ground, state, out)
    begin_advance(ground, state, out)


@outlined_kernel
def loss_clause(ground: MalayaGround, state: MalayaState) -> int:
    """The code of the clause by which steps are lost now: at sea, in battle, in a retreat."""
    if state.game.stage == 0:
        return _AT_SEA
    if state.game.stage <= s.INFANTRY_RETREATS:
        return _BY_RESULT
    for unit in range(ground.rules.units):
        here = state.units.place[unit]
        # Whoever has retreated is at least two hexes from the battle.
        if state.units.pool[unit] == 1 and distance(ground, here, state.game.selected) < 2:
            return _BARRED
    return _AFTER_RETREAT


@outlined_kernel
def next_stage(ground: MalayaGround, state: MalayaState, out: Int) -> None:
    """One stage of a battle; it may leave steps to be lost."""
    stage, entry, place = state.game.stage, state.game.entry, state.game.selected
    if stage == s.ATTACKER_LOSES:
        open_pool(ground, state, s.ATTACKER, ground.results.attacker_steps[entry])
    elif stage == s.DEFENDER_LOSES:
        open_pool(ground, state, s.DEFENDER, ground.results.defender_steps[entry])
    elif stage < s.ATTACKERS_RETREAT:
        if ground.results.defender_falls_back[entry] == 1:
            arm = s.INFANTRY if stage == s.INFANTRY_RETREATS else s.ARMOUR
            fall_back(ground, state, s.DEFENDER, place, arm, out)
    elif ground.results.attacker_falls_back[entry] == 1:
        first = first_to_retreat(ground, state)
        if first != s.NOBODY:
            here, arm = state.units.place[first], ground.units.arm[first]
            fall_back(ground, state, s.ATTACKER, here, arm, out)
            return
    state.game.stage = stage + 1


@inline_kernel
def first_to_retreat(ground: MalayaGround, state: MalayaState) -> int:
    """An attacker that must still retreat: lowest hex first, infantry first (MAL-25, MAL-26)."""
    best, lowest = s.NOBODY, 0
    for unit in range(ground.rules.units):
        if state.units.duty[unit] == s.ATTACKER and state.units.status[unit] == s.ON_MAP:
            key = state.units.place[unit] * 2 + ground.units.arm[unit]
            if best == s.NOBODY or key < lowest:
                best, lowest = unit, key
    return best


@outlined_kernel
def fall_back(
    ground: MalayaGround, state: MalayaState, duty: int, place: int, arm: int, out: Int
) -> None:
    """Retreat the units of an arm in a hex as one group, and count what it costs (MAL-25 to 28).

    They become the pool that loses the steps.
    """
    points, side = 0, s.NOBODY
    for unit in range(ground.rules.units):
        state.units.pool[unit] = 0
        fits = state.units.duty[unit] == duty and state.units.place[unit] == place
        if fits and ground.units.arm[unit] == arm:
            state.units.pool[unit] = 1
            points += ground.units.stack[unit]
            side = side_of(ground, unit)
    if side == s.NOBODY:
        return
    path = retreat_path(ground, state, side, arm, points, place, state.game.selected)
    if path[0] == s.NOBODY:
        state.game.losses = ground.rules.blocked_loss
    else:
        state.game.losses = count_zones(state, side, path) * ground.rules.zone_loss
    for unit in range(ground.rules.units):
        if state.units.pool[unit] == 1:
            state.units.duty[unit] = s.RETREATED
            flee(ground, state, unit, path, out)


@inline_kernel
def count_zones(state: MalayaState, side: int, path: tuple[int, int, int]) -> int:
    """How many hexes of a path lie in enemy zones (MAL-28)."""
    zones = in_zone(state, side, path[0]) + in_zone(state, side, path[1])
    if path[2] != s.NOBODY:
        zones += in_zone(state, side, path[2])
    return zones


@inline_kernel
def flee(
    ground: MalayaGround, state: MalayaState, unit: int, path: tuple[int, int, int], out: Int
) -> None:
    """Move a unit along its path of retreat, or let it stay (MAL-25, MAL-27)."""
    here = state.units.place[unit]
    if path[0] == s.NOBODY:
        note(out, PUBLIC, RetreatBarred(unit, here, state.game.losses))
        return
    lift(ground, state, unit)
    # It holds what it passes, as in any move (MAL-11); settling and lifting does that.
    settle(ground, state, unit, path[0])
    lift(ground, state, unit)
    settle(ground, state, unit, path[1])
    if path[2] != s.NOBODY:
        lift(ground, state, unit)
        settle(ground, state, unit, path[2])
    note(out, PUBLIC, Retreated(unit, here, path[0], path[1], path[2]))


@outlined_kernel
def begin_advance(ground: MalayaGround, state: MalayaState, out: Int) -> None:
    """Offer advances into a vacated hex, or end the battle (MAL-29)."""
    state.game.stage = 0
    for unit in range(ground.rules.units):
        state.units.pool[unit] = 0
    for unit in range(ground.rules.units):
        if advance_refusal(ground, state, unit) == 0:
            state.game.phase = Phase.ADVANCE
            return
    end_battle(ground, state, out)


@outlined_kernel
def advance_refusal(ground: MalayaGround, state: MalayaState, unit: int) -> int:
    """Why a unit may not advance, or take it back; 0 where it may (MAL-29)."""
    place, side = state.game.selected, side_of(ground, unit)
    vacated = not stands(state, place, 1 - side) and side == state.game.active
    if not vacated or state.units.duty[unit] != s.ATTACKER or state.units.status[unit] == s.GONE:
        return NO_ATTACKER
    if state.units.advances[unit] == 1:
        return 0
    points = points_in(ground, state, place, side) + ground.units.stack[unit]
    for other in range(ground.rules.units):
        if state.units.advances[other] == 1:
            points += ground.units.stack[other]
    return CANNOT_STACK if points > ground.rules.stacking else 0


@outlined_kernel
def end_battle(ground: MalayaGround, state: MalayaState, out: Int) -> None:
    """Carry the advances out; a landing that did not advance goes back to sea (MAL-29, MAL-30)."""
    place = state.game.selected
    for unit in range(ground.rules.units):
        if state.units.advances[unit] == 1:
            state.units.advances[unit] = 0
            here = state.units.place[unit]
            lift(ground, state, unit)
            settle(ground, state, unit, place)
            state.units.port[unit] = s.NOBODY
            note(out, PUBLIC, Advanced(unit, here, place))
        elif state.units.duty[unit] == s.ATTACKER and state.units.status[unit] == s.LANDING:
            re_embark(ground, state, unit, out)
        state.units.duty[unit] = s.NO_DUTY
    state.game.selected = s.NOBODY
    state.game.air = state.game.defence_air = state.game.entry = 0
    state.game.phase = Phase.COMBAT


@outlined_kernel
def re_embark(ground: MalayaGround, state: MalayaState, unit: int, out: Int) -> None:
    """A landing that cannot advance loses steps and returns to the box (MAL-30)."""
    for _ in range(min(ground.rules.landing_loss, state.units.steps[unit])):
        lose_step(ground, state, unit, _THROWN_BACK, out)
    state.units.port[unit] = s.NOBODY
    if state.units.status[unit] != s.GONE:
        state.units.status[unit] = s.BOXED
        note(out, PUBLIC, ReEmbarked(unit, ground.rules.hexes))
