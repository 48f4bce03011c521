"""What an order or an answer of chance sets going, as kernels: the face of the rules."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, clause_code, event
from hexfront.jit import inline_kernel, kernel, outlined_kernel
from hexfront.systems.malaya.rules.battle import end_battle, go_on, loss_clause
from hexfront.systems.malaya.rules.combat import (
    cancel,
    commit,
    commitment,
    commitment_weight,
    count_losers,
    join,
    lose_all_sure,
    lose_step,
    loser,
    roll,
    select,
    support_defence,
)
from hexfront.systems.malaya.rules.movement import go_back, march, ride
from hexfront.systems.malaya.rules.naval import (
    ConvoyIntercepted,
    ConvoySafe,
    call,
    choose_group,
    enter_map,
    go_by_sea,
    next_group,
)
from hexfront.systems.malaya.rules.orders import (
    ADVANCE_WITH,
    ATTACK_WITH,
    CALL,
    CANCEL,
    DONE,
    FIRST_AIR,
    FIRST_ENTRY,
    FIRST_OPTION,
    GO_BACK,
    block,
    first_hex,
    first_unit,
)
from hexfront.systems.malaya.rules.planes import restore_control, stands
from hexfront.systems.malaya.rules.sequence import (
    MORE_FIGHTING,
    NEXT_PLAYER,
    choose_options,
    proceed,
)
from hexfront.systems.malaya.scenario.model import FACES
from hexfront.systems.malaya.scenario.state import (
    ATTACKER,
    ATTACKER_LOSES,
    DIRECTIONS,
    JAPAN,
    NOBODY,
    ON_MAP,
    MalayaGround,
    MalayaState,
    Phase,
)

_SUNK: Final = clause_code("MAL-13")


@event("MAL-3", word="option")
class OptionTaken(NamedTuple):
    """An option is taken for points."""

    option: int
    side: int


@event("MAL-13", word="shipping", places="place")
class ShippingTaken(NamedTuple):
    """Shipping falls into the hands of Japan, or gets away."""

    place: int
    seized: int
    turn: int


CHANCE_ACTOR: Final = -1
"""`contract.CHANCE`, as the kernels know it."""


@kernel
def apply_step(ground: MalayaGround, state: MalayaState, actor: int, order: int, out: Int) -> None:
    """Carry a legal step out, up to the next decision."""
    if actor == CHANCE_ACTOR:
        answer(ground, state, order, out)
    elif order == DONE:
        end_phase(ground, state, out)
    elif order >= first_unit(ground):
        unit = (order - first_unit(ground)) // block(ground)
        action = (order - first_unit(ground)) % block(ground)
        command(ground, state, unit, action, out)
    elif order >= first_hex(ground):
        select(ground, state, order - first_hex(ground), out)
    elif order >= FIRST_OPTION:
        state.game.taken |= 1 << (order - FIRST_OPTION)
        note(out, PUBLIC, OptionTaken(order - FIRST_OPTION, state.game.active))
    elif order >= FIRST_AIR:
        state.game.changes += order - FIRST_AIR < state.game.air
        state.game.air = order - FIRST_AIR
    elif order == CANCEL:
        state.game.changes += 1
        cancel(ground, state)
    else:
        commit(ground, state, out)
        begin_dice(ground, state, out)


@outlined_kernel
def begin_dice(ground: MalayaGround, state: MalayaState, out: Int) -> None:
    """The defender's air points come first, then the die (MAL-22, MAL-23)."""
    if commitment(ground, state, 1) != NOBODY:
        state.game.phase = Phase.DEFENCE
    else:
        support_defence(ground, state, commitment(ground, state, 0), out)
        state.game.phase = Phase.DIE


@outlined_kernel
def command(ground: MalayaGround, state: MalayaState, unit: int, action: int, out: Int) -> None:
    """Carry the order of a unit out."""
    entries = ground.rules.entries
    if action < DIRECTIONS:
        if state.game.phase == Phase.MOVEMENT:
            march(ground, state, unit, action, out)
        else:
            ride(ground, state, unit, action, out)
    elif action == ATTACK_WITH:
        state.game.changes += state.units.duty[unit] == ATTACKER
        join(ground, state, unit)
    elif action == ADVANCE_WITH:
        state.game.changes += state.units.advances[unit]
        state.units.advances[unit] = 1 - state.units.advances[unit]
    elif action == CALL:
        call(ground, state, unit, out)
    elif action == GO_BACK:
        state.game.changes += 1
        go_back(ground, state, unit, out)
    elif action < FIRST_ENTRY + entries:
        enter_map(ground, state, unit, action - FIRST_ENTRY, out)
    else:
        port = (action - FIRST_ENTRY - entries) % ground.rules.ports
        go_by_sea(ground, state, unit, port, out)


@inline_kernel
def end_phase(ground: MalayaGround, state: MalayaState, out: Int) -> None:
    """The phasing side is done with a phase (MAL-2)."""
    phase = state.game.phase
    if phase == Phase.OPTIONS:
        choose_options(ground, state, state.game.active + 1, out)
    elif phase == Phase.NAVAL:
        intercept(ground, state, 0, out)
    elif phase == Phase.ADVANCE:
        end_battle(ground, state, out)
        proceed(ground, state, MORE_FIGHTING, out)
    elif phase == Phase.COMBAT:
        proceed(ground, state, NEXT_PLAYER, out)
    else:
        proceed(ground, state, phase + 1, out)


@outlined_kernel
def intercept(ground: MalayaGround, state: MalayaState, first: int, out: Int) -> None:
    """Let Force Z look for the next group at sea; then the ships are in (MAL-13)."""
    port = next_group(ground, state, first) if state.game.active == JAPAN else NOBODY
    state.game.group_port = port
    if port != NOBODY:
        state.game.phase = Phase.INTERCEPTION
        return
    for unit in range(ground.rules.units):
        if state.units.status[unit] == ON_MAP:
            state.units.port[unit] = NOBODY
    proceed(ground, state, Phase.MOVEMENT, out)


@outlined_kernel
def answer(ground: MalayaGround, state: MalayaState, outcome: int, out: Int) -> None:
    """Carry an answer of chance out."""
    phase = state.game.phase
    if phase == Phase.DEFENCE:
        support_defence(ground, state, commitment(ground, state, outcome), out)
        state.game.phase = Phase.DIE
    elif phase == Phase.DIE:
        roll(ground, state, outcome + 1, out)
        state.game.stage = ATTACKER_LOSES
        fight_on(ground, state, out)
    elif phase == Phase.SHIPPING:
        seize(ground, state, outcome, out)
    elif phase == Phase.INTERCEPTION:
        meet_fleet(ground, state, outcome + 1, out)
    else:
        clause = loss_clause(ground, state)
        lose_step(ground, state, loser(ground, state, outcome), clause, out)
        state.game.losses -= 1
        if state.game.stage > 0:
            fight_on(ground, state, out)
        else:
            lose_at_sea(ground, state, out)


@outlined_kernel
def fight_on(ground: MalayaGround, state: MalayaState, out: Int) -> None:
    """Go on with a battle; where it ends without advances, go on with the phase."""
    go_on(ground, state, out)
    if state.game.phase == Phase.COMBAT:
        proceed(ground, state, MORE_FIGHTING, out)


@inline_kernel
def seizing_chance(ground: MalayaGround, state: MalayaState) -> int:
    """In how many of 100 cases Japan finds the shipping of the west coast (MAL-13)."""
    attacked = state.game.shipping_attacked == 1
    return ground.rules.seized_if_attacked if attacked else ground.rules.seized


@inline_kernel
def seize(ground: MalayaGround, state: MalayaState, outcome: int, out: Int) -> None:
    """Outcome 0, where there is a chance: Japan finds the shipping, and uses it later (MAL-13)."""
    found = 1 if outcome == 0 and seizing_chance(ground, state) > 0 else 0
    state.game.shipping_decided = 1
    if found == 1:
        state.game.shipping_turn = state.game.turn + ground.rules.shipping_delay
    place = ground.rules.shipping_hex
    note(out, PUBLIC, ShippingTaken(place, found, state.game.shipping_turn))
    proceed(ground, state, state.game.resume, out)


@inline_kernel
def meet_fleet(ground: MalayaGround, state: MalayaState, face: int, out: Int) -> None:
    """The die of an interception (MAL-13)."""
    port = state.game.group_port
    if face > ground.rules.force_z_faces:
        note(out, PUBLIC, ConvoySafe(port, face))
        intercept(ground, state, port + 1, out)
        return
    state.game.losses = ground.rules.force_z_steps
    note(out, PUBLIC, ConvoyIntercepted(port, face, state.game.losses))
    choose_group(ground, state)
    lose_at_sea(ground, state, out)


@inline_kernel
def lose_at_sea(ground: MalayaGround, state: MalayaState, out: Int) -> None:
    """Take the steps that an interception costs; then the next group (MAL-13, MAL-24)."""
    if lose_all_sure(ground, state, _SUNK, out):
        state.game.phase = Phase.LOSS
        return
    for unit in range(ground.rules.units):
        state.units.pool[unit] = 0
    leave_port(ground, state)
    intercept(ground, state, state.game.group_port + 1, out)


@inline_kernel
def leave_port(ground: MalayaGround, state: MalayaState) -> None:
    """An undefended port is not taken by a group that was lost on the way (MAL-11, MAL-13)."""
    place = ground.ports.hex[state.game.group_port]
    if not stands(state, place, JAPAN):
        restore_control(state, place)


@kernel
def chance_weight(ground: MalayaGround, state: MalayaState, outcome: int) -> int:
    """The weight of an answer of chance; NOBODY for one that there is not (MAL-13, 22 to 24).

    Answers that cannot come are none, so that no weight is 0.
    """
    phase = state.game.phase
    if phase == Phase.DEFENCE:
        points = commitment(ground, state, outcome)
        return commitment_weight(ground, state, points) if points != NOBODY else NOBODY
    if phase == Phase.SHIPPING:
        chance = seizing_chance(ground, state)
        if chance in (0, 100):
            return 100 if outcome == 0 else NOBODY
        return (chance, 100 - chance)[outcome] if outcome < 2 else NOBODY
    if phase == Phase.LOSS:
        return 1 if outcome < count_losers(ground, state) else NOBODY
    return 1 if outcome < FACES else NOBODY
