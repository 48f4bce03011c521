"""The sequence of play, BRG-8 to BRG-11, BRG-27: what an order or a die sets going."""

from __future__ import annotations

from typing import Final, NamedTuple

from hexfront.blocks import Int
from hexfront.core.event_rows import note
from hexfront.core.events import PUBLIC, event
from hexfront.jit import inline_kernel, kernel
from hexfront.systems.brigade.rules.combat import (
    advance,
    begin_battle,
    end_battle,
    finish_retreats,
    resolve,
    retreat,
)
from hexfront.systems.brigade.rules.hexes import add_friends, holder_at, zones_at
from hexfront.systems.brigade.rules.movement import (
    GONE,
    NOT_ADJACENT,
    adjacent,
    detect,
    settle,
    side_of,
    stand_back,
    walk,
)
from hexfront.systems.brigade.rules.orders import (
    ADVANCE_INTO,
    DONE,
    FIRST_ATTACK,
    FIRST_UNIT_CODE,
    UNIT_CODES,
    WITHDRAW,
)
from hexfront.systems.brigade.rules.plan import (
    BY_ATTACKER,
    AttackDropped,
    OrdersWithdrawn,
    follow_plan,
    name_attack,
    plot,
)
from hexfront.systems.brigade.scenario.state import (
    MAX_STACK,
    NO_DUTY,
    NOBODY,
    BrigadeGround,
    BrigadeState,
    Phase,
)


@event("BRG-8", "Turn {turn} begins.", word="turn")
class TurnBegins(NamedTuple):
    """A turn begins."""

    turn: int


@event("BRG-9", "{side} {stage}.", word="stage")
class StageBegins(NamedTuple):
    """A side's movement or combat begins."""

    side: int
    stage: int


@event("BRG-27", "The game is over: {winner} wins.", word="end", details="towns")
class GameEnds(NamedTuple):
    """The game is over; `towns` are those that the side with the objective holds."""

    winner: int
    towns: int


CHANCE_ACTOR: Final = -1
"""`contract.CHANCE`, as the kernels know it."""
BOTH_SIDES: Final = 3
"""All bits of SUBMITTED."""

# Stages of a turn, in the order of BRG-9: 0 planning, then movement and combat of each side
MOVEMENT_STAGE: Final = 1
COMBAT_STAGE: Final = 2


@kernel
def set_up(ground: BrigadeGround, state: BrigadeState, out: Int) -> None:
    """Units stand in place when the game opens (BRG-6); then the first turn begins."""
    for unit in range(ground.rules.first_unit[2]):
        settle(ground, state, unit, ground.companies.start[unit])
        add_friends(state, ground.companies.start[unit], side_of(ground, unit), 1)
    if ground.rules.shuffled == 1:
        state.game.phase = Phase.DEAL
        state.game.undealt = deals(ground)
    if state.game.undealt == 0:
        open_game(ground, state, out)


@inline_kernel
def deals(ground: BrigadeGround) -> int:
    """How often chance answers before a game with shuffled companies (BRG-28)."""
    first = ground.rules.first_unit[1]
    return max(first - 1, 0) + max(ground.rules.first_unit[2] - first - 1, 0)


@inline_kernel
def deal_span(ground: BrigadeGround, undealt: int) -> tuple[int, int]:
    """The first counter of the side that is dealt to, and among how many the next is drawn."""
    second = max(ground.rules.first_unit[2] - ground.rules.first_unit[1] - 1, 0)
    if undealt > second:
        return 0, undealt - second + 1
    return ground.rules.first_unit[1], undealt + 1


@inline_kernel
def deal(ground: BrigadeGround, state: BrigadeState, outcome: int, out: Int) -> None:
    """One exchange of a Fisher-Yates shuffle of a side's companies (BRG-28)."""
    first, span = deal_span(ground, state.game.undealt)
    one, other = first + span - 1, first + outcome
    company = state.units.company[one]
    state.units.company[one] = state.units.company[other]
    state.units.company[other] = company
    state.game.undealt -= 1
    if state.game.undealt == 0:
        open_game(ground, state, out)


@kernel
def open_game(ground: BrigadeGround, state: BrigadeState, out: Int) -> None:
    """The first turn; neighbours know each other from the start (BRG-28)."""
    for unit in range(ground.rules.first_unit[2]):
        detect(ground, state, unit, out)
    begin_turn(ground, state, out)


@kernel
def begin_turn(ground: BrigadeGround, state: BrigadeState, out: Int) -> None:
    """Start planning, or the first side's movement; points are never saved (BRG-8, BRG-12)."""
    forget_battles(ground, state)
    for unit in range(ground.rules.first_unit[2]):
        state.units.duty[unit] = NO_DUTY
        state.units.target[unit] = NOBODY
        state.units.will_advance[unit] = 0
    stand_back(ground, state, 0)
    stand_back(ground, state, 1)
    state.game.changes[0] = state.game.changes[1] = 0
    state.game.active = 0
    note(out, PUBLIC, TurnBegins(state.game.turn))
    if ground.rules.plotted == 1:
        state.game.phase = Phase.PLAN
    else:
        begin_movement(state, 0, out)


@kernel
def end_turn(ground: BrigadeGround, state: BrigadeState, out: Int) -> None:
    """After the last turn the towns decide (BRG-27)."""
    if state.game.turn < ground.rules.turns:
        state.game.turn += 1
        begin_turn(ground, state, out)
        return
    state.game.phase = Phase.OVER
    winner = winning_side(ground, state)
    towns = towns_held(ground, state, ground.rules.objective_side)
    note(out, PUBLIC, GameEnds(winner, towns))


@kernel
def towns_held(ground: BrigadeGround, state: BrigadeState, side: int) -> int:
    """How many towns the side occupies (BRG-27)."""
    held = 0
    for place in range(ground.rules.off_map):
        if ground.hexes.town[place] == 1 and holder_at(state, place, 0) != NOBODY:
            held += side_of(ground, holder_at(state, place, 0)) == side
    return held


@kernel
def winning_side(ground: BrigadeGround, state: BrigadeState) -> int:
    """Who wins if the game ends now (BRG-27)."""
    side = ground.rules.objective_side
    if towns_held(ground, state, side) >= ground.rules.objective_towns:
        return side
    return 1 - side


@inline_kernel
def begin_movement(state: BrigadeState, side: int, out: Int) -> None:
    """A side's movement, by turns (BRG-10)."""
    state.game.active = side
    state.game.phase = Phase.MOVE
    note(out, PUBLIC, StageBegins(side, MOVEMENT_STAGE))


@inline_kernel
def forget_battles(ground: BrigadeGround, state: BrigadeState) -> None:
    """Whoever fought in the other side's combat step may fight in this one (BRG-22)."""
    for unit in range(ground.rules.first_unit[2]):
        state.units.fought[unit] = 0


@inline_kernel
def begin_combat(ground: BrigadeGround, state: BrigadeState, out: Int) -> None:
    """A side's combat, by turns; passed over where nobody can attack (BRG-10)."""
    state.game.phase = Phase.COMBAT
    side = state.game.active
    state.game.mover[side] = NOBODY
    forget_battles(ground, state)
    note(out, PUBLIC, StageBegins(side, COMBAT_STAGE))
    go_on_fighting(ground, state, out)


@kernel
def go_on_fighting(ground: BrigadeGround, state: BrigadeState, out: Int) -> None:
    """Stay in a side's combat while it can still attack."""
    state.game.phase = Phase.COMBAT
    side = state.game.active
    for unit in range(ground.rules.first_unit[side], ground.rules.first_unit[side + 1]):
        if can_attack(ground, state, unit):
            return
    end_combat(ground, state, out)


@inline_kernel
def can_attack(ground: BrigadeGround, state: BrigadeState, unit: int) -> bool:
    """Whether an enemy who was not attacked yet stands beside a unit that has not fought."""
    here = state.units.place[unit]
    side = side_of(ground, unit)
    if here == ground.rules.off_map or state.units.fought[unit] == 1:
        return False
    if zones_at(state, here, 1 - side) == 0:
        return False
    for direction in range(6):
        there = ground.hexes.neighbour[here, direction]
        for level in range(MAX_STACK):
            other = holder_at(state, there, level)
            if (
                other != NOBODY
                and side_of(ground, other) != side
                and state.units.fought[other] == 0
            ):
                return True
    return False


@kernel
def end_combat(ground: BrigadeGround, state: BrigadeState, out: Int) -> None:
    """The other side's movement, or the end of the turn (BRG-9)."""
    if state.game.active == 0:
        begin_movement(state, 1, out)
    else:
        end_turn(ground, state, out)


@kernel
def execute_movement(ground: BrigadeGround, state: BrigadeState, side: int, out: Int) -> None:
    """All movement orders of a side (BRG-9)."""
    state.game.active = side
    note(out, PUBLIC, StageBegins(side, MOVEMENT_STAGE))
    follow_plan(ground, state, side, True, out)
    forget_battles(ground, state)
    note(out, PUBLIC, StageBegins(side, COMBAT_STAGE))


@kernel
def execute_combat(ground: BrigadeGround, state: BrigadeState, out: Int) -> None:
    """Go on to the next plotted battle, which needs a die, or to the end of the turn."""
    while True:
        defender = next_defender(ground, state, out)
        if defender != NOBODY:
            begin_battle(ground, state, defender, out)
            return
        if state.game.active == 1:
            end_turn(ground, state, out)
            return
        execute_movement(ground, state, 1, out)


@inline_kernel
def next_defender(ground: BrigadeGround, state: BrigadeState, out: Int) -> int:
    """The plotted defender in the hex of the lowest number; idle attacks are dropped (BRG-11)."""
    side = state.game.active
    chosen = NOBODY
    for unit in range(ground.rules.first_unit[side], ground.rules.first_unit[side + 1]):
        target = state.units.target[unit]
        if target == NOBODY:
            continue
        if not adjacent(ground, state.units.place[unit], state.units.place[target]):
            gone = state.units.place[target] == ground.rules.off_map
            why = GONE if gone else NOT_ADJACENT
            note(out, 1 << side, AttackDropped(unit, target, why))
            state.units.target[unit] = NOBODY
            state.units.will_advance[unit] = 0
        elif (
            chosen == NOBODY
            or state.units.place[target] < state.units.place[chosen]
            or (state.units.place[target] == state.units.place[chosen] and target < chosen)
        ):
            chosen = target
    return chosen


@kernel
def after_battle(ground: BrigadeGround, state: BrigadeState, out: Int) -> None:
    """Go on when a battle is finished."""
    if ground.rules.plotted == 1:
        execute_combat(ground, state, out)
    else:
        go_on_fighting(ground, state, out)


@kernel
def apply_step(
    ground: BrigadeGround, state: BrigadeState, actor: int, order: int, out: Int
) -> None:
    """Carry a legal step out, up to the next decision."""
    fought = False
    if actor == CHANCE_ACTOR:
        if state.game.phase == Phase.DEAL:
            deal(ground, state, order, out)
        else:
            fought = resolve(ground, state, order + 1, out)
    elif state.game.phase == Phase.PLAN:
        plot(ground, state, actor, order, out)
        if state.game.submitted == BOTH_SIDES:
            state.game.submitted = 0
            execute_movement(ground, state, 0, out)
            fought = True
    else:
        fought = apply_order(ground, state, order, out)
    if fought:
        after_battle(ground, state, out)


@inline_kernel
def apply_order(ground: BrigadeGround, state: BrigadeState, order: int, out: Int) -> bool:
    """Carry an order outside planning out; gives whether it has ended a battle (BRG-10)."""
    if order == DONE:
        return apply_done(ground, state, out)
    unit = (order - FIRST_UNIT_CODE) // UNIT_CODES
    action = (order - FIRST_UNIT_CODE) % UNIT_CODES
    if action < FIRST_ATTACK:
        return apply_move(ground, state, unit, action, out)
    if action == ADVANCE_INTO:
        advance(ground, state, unit, out)
        end_battle(ground, state)
        return True
    if action == WITHDRAW:
        withdraw_attacker(ground, state, unit, out)
    else:
        state.game.defender = name_attack(ground, state, unit, action, PUBLIC, out)
    return False


@inline_kernel
def apply_done(ground: BrigadeGround, state: BrigadeState, out: Int) -> bool:
    """End a phase; in combat with attackers named: fight (BRG-10)."""
    phase = state.game.phase
    if phase == Phase.MOVE:
        begin_combat(ground, state, out)
    elif phase == Phase.COMBAT:
        if state.game.defender == NOBODY:
            end_combat(ground, state, out)
        else:
            begin_battle(ground, state, state.game.defender, out)
    else:
        end_battle(ground, state)
        return True
    return False


@inline_kernel
def apply_move(
    ground: BrigadeGround, state: BrigadeState, unit: int, direction: int, out: Int
) -> bool:
    """Make a step, or retreat (BRG-10, BRG-26); gives whether a battle ends."""
    if state.game.phase == Phase.RETREAT:
        retreat(ground, state, unit, direction, out)
        state.units.duty[unit] = NO_DUTY
        state.game.retreating = NOBODY
        return finish_retreats(ground, state, out)
    state.game.mover[side_of(ground, unit)] = unit
    there = ground.hexes.neighbour[state.units.planned[unit], direction]
    walk(ground, state, unit, there, out)
    return False


@inline_kernel
def withdraw_attacker(ground: BrigadeGround, state: BrigadeState, unit: int, out: Int) -> None:
    """Take a unit out of the battle that is being prepared (BRG-22)."""
    state.units.target[unit] = NOBODY
    state.game.changes[side_of(ground, unit)] += 1
    note(out, PUBLIC, OrdersWithdrawn(unit, BY_ATTACKER))
    for other in range(ground.rules.first_unit[2]):
        if state.units.target[other] == state.game.defender:
            return
    state.game.defender = NOBODY
